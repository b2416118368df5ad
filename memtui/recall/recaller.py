"""A question from beginning to end: skip, scan, select, surface. The command line and the app both call this."""

import os
import re
import time
from collections.abc import Mapping
from typing import NamedTuple

from memtui.agent.endpoint import has_key
from memtui.agent.models import DEFAULT_MODEL
from memtui.memory.age import manifest_line
from memtui.memory.clock import now
from memtui.memory.files import read_bytes
from memtui.memory.limits import SCAN_MAX_FILES
from memtui.memory.scan import Scanner
from memtui.memory.store import Store
from memtui.memory.topic import Memory
from memtui.recall import claude, tools
from memtui.recall.limits import ABSTAIN, BODY_MAX_BYTES, CLAUDE_TIMEOUT_S, SELECT_MAX
from memtui.recall.local import NAME as LOCAL
from memtui.recall.local import LocalSelector
from memtui.recall.result import Pick, Recall, Selection
from memtui.recall.session import Session
from memtui.recall.surface import surface, wrapped

AUTO = "auto"
SELECTORS = (AUTO, LOCAL, claude.NAME)
_TWO_WORDS = re.compile(r"\S\s+\S")
ONE_WORD = "the agent asks for no memories when a prompt is not two words at least"
NO_PROMPT = "there is no question"
FULL = "this session has had its 60,000 bytes of memories"
SURFACED = "this session has had it already"
READ = "the agent has read it already"
EXCLUDED = "excluded"
GONE = "gone since it was selected"
OFFLINE = "the demo never uses the network; use the local selector"


class Asking(NamedTuple):
    """How a question is asked."""

    selector: str = LOCAL
    exclude: frozenset[str] = frozenset()
    tools: tuple[str, ...] = ()
    limit: int = SELECT_MAX
    dial: float = ABSTAIN
    model: str = DEFAULT_MODEL
    timeout: float = CLAUDE_TIMEOUT_S
    session: Session | None = None


class Recaller:
    """Answers questions about one store, and keeps what it has read of it. Nothing is written."""

    def __init__(self, store: Store, env: Mapping[str, str], *, off: str | None = None, network: bool = True) -> None:
        self.store = store
        self._env = env
        self._off = off  # why the agent does not load this memory, where it does not
        self._network = network
        self._scanner = Scanner(store.root)
        self._local = LocalSelector(store.root)

    def memories(self) -> list[Memory]:
        """What recall sees now: the newest 200."""
        return self._scanner.scan(newest=SCAN_MAX_FILES).memories

    def missing(self) -> bool:
        """Whether there is no store yet."""
        return not os.path.isdir(self.store.root)

    def ask(self, query: str, asking: Asking | None = None, memories: list[Memory] | None = None) -> Recall:
        """Answer one question; with `memories`, from these, which a caller has scanned."""
        started = time.perf_counter()
        asking = asking or Asking()
        skipped = self._skip(query, asking.session)
        found = self.memories() if memories is None else memories
        offered, left_out = self._offer(found, asking)
        if skipped in (FULL, NO_PROMPT):
            selection = Selection(self.chosen(asking.selector), reason=skipped)
        else:
            selection = self.select(query, found, offered, left_out, asking)
        selection, text = self._surface(selection, offered)
        return Recall(
            query,
            skipped,
            selection,
            len(offered),
            tuple(left_out),
            "".join(f"{manifest_line(memory)}\n" for memory in offered),
            text,
            (time.perf_counter() - started) * 1e3,
        )

    def chosen(self, selector: str) -> str:
        """The selector that is meant: a model is asked without being named only where a key is set."""
        if selector != AUTO:
            return selector
        return claude.NAME if self._network and has_key(self._env) else LOCAL

    def select(
        self, query: str, found: list[Memory], offered: list[Memory], left_out: list[Pick], asking: Asking
    ) -> Selection:
        """Let one selector choose. Where `auto` chose a model and it fails, the local one answers, and says so."""
        if self.chosen(asking.selector) == claude.NAME:
            selection = self._ask_claude(query, offered, asking)
            if not selection.error or asking.selector != AUTO:
                return selection
            return self._ask_local(query, found, left_out, asking)._replace(error=selection.error)
        return self._ask_local(query, found, left_out, asking)

    def _ask_local(self, query: str, found: list[Memory], left_out: list[Pick], asking: Asking) -> Selection:
        barred = {pick.file: pick.why for pick in left_out}  # ranked with the rest: rarity is that of the whole store
        return self._local.select(query, found, barred=barred, limit=asking.limit, dial=asking.dial)

    def _ask_claude(self, query: str, offered: list[Memory], asking: Asking) -> Selection:
        if not self._network:
            return Selection(claude.NAME, error=OFFLINE)
        return claude.select(
            query,
            offered,
            self._env,
            tools=asking.tools,
            limit=asking.limit,
            model=asking.model,
            timeout=asking.timeout,
        )

    def _skip(self, query: str, session: Session | None) -> str | None:
        if session is not None and session.full:
            return FULL
        if not query.strip():
            return NO_PROMPT
        if self._off is not None:
            return f"the agent does not load this memory: {self._off}"
        return None if _TWO_WORDS.search(query) else ONE_WORD

    def _offer(self, found: list[Memory], asking: Asking) -> tuple[list[Memory], list[Pick]]:
        """The memories that may be selected, and the others with why not."""
        session = asking.session or Session("")
        why: dict[str, str] = dict.fromkeys(session.read, READ) | dict.fromkeys(session.surfaced, SURFACED)
        why |= dict.fromkeys(asking.exclude, EXCLUDED)
        offered: list[Memory] = []
        left_out: list[Pick] = []
        for memory in found:
            reason = why.get(memory.file)
            if reason is None and asking.tools and self._documents(memory, asking.tools):
                reason = tools.LEFT_OUT
            if reason is None:
                offered.append(memory)
            else:
                left_out.append(Pick(memory.file, None, reason))
        return offered, left_out

    def _documents(self, memory: Memory, names: tuple[str, ...]) -> bool:
        if not tools.documented(memory, names):
            return False
        try:  # only now is it worth reading: its text may warn where its title does not
            body = read_bytes(os.path.join(self.store.root, memory.file), BODY_MAX_BYTES).decode("utf-8", "replace")
        except OSError:
            body = ""
        return tools.documented(memory, names, body)

    def _surface(self, selection: Selection, offered: list[Memory]) -> tuple[Selection, str]:
        by_file = {memory.file: memory for memory in offered}
        shown, gone = surface(self.store.root, [by_file[pick.file] for pick in selection.picks], now())
        if gone:
            lost = tuple(pick._replace(why=GONE) for pick in selection.picks if pick.file in gone)
            left = tuple(pick for pick in selection.picks if pick.file not in gone)
            reason = selection.reason if left else GONE
            selection = selection._replace(picks=left, lost=lost + selection.lost, reason=reason)
        return selection, wrapped(shown)
