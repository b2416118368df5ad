"""All that is known of one memory: its text, its links both ways, its past. Plain calls that take their time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from memtui.history.origins import Origin, Origins
from memtui.memory.errors import MemtuiError
from memtui.memory.files import must_read
from memtui.memory.limits import BODY_MAX_BYTES
from memtui.memory.links import Link
from memtui.memory.texts import Texts, Web, links_of
from memtui.memory.topic import Memory
from memtui.transcripts.opening import Which


@dataclass(frozen=True)
class Lead:
    """One link of a memory, and the file it leads to: None where there is no such memory yet."""

    target: str
    file: str | None


@dataclass(frozen=True)
class Dossier:
    """One memory, read. `complete` says whether links, backlinks and past are in it already."""

    memory: Memory
    text: str = ""
    failure: str = ""  # why there is no text
    links: tuple[Link, ...] = ()
    complete: bool = False
    leads: tuple[Lead, ...] = ()
    back: tuple[str, ...] = ()
    origin: Origin | None = None
    origin_failure: str = ""


class Study:
    """Looks memories of one store up; remembers what it read between two looks."""

    def __init__(self, which: Which) -> None:
        self.which = which
        self.texts = Texts(which.store.root)
        self._origins = Origins(which.store.state)
        self._web: tuple[Sequence[Memory], Web] | None = None

    def read(self, memory: Memory) -> Dossier:
        """The text, at once."""
        if memory.size > BODY_MAX_BYTES:
            return Dossier(memory, failure=f"over {BODY_MAX_BYTES // 1_000_000} MB: listed, but not read here")
        try:
            data = must_read(self.which.store.path(memory.file), memory.file)
        except MemtuiError as failure:
            return Dossier(memory, failure=str(failure))
        text = data.decode("utf-8", "replace")
        return Dossier(memory, text, links=links_of(text, memory))

    def completed(self, dossier: Dossier, memories: Sequence[Memory], stopped: Callable[[], bool]) -> Dossier | None:
        """The same with links both ways and its past; None when it was stopped before it was done."""
        origin, failure = None, ""
        try:
            origin = self._origins.of(dossier.memory.file)
        except MemtuiError as error:
            failure = str(error)
        web = self._whole_web(memories, stopped)
        if web is None:
            return None
        leads: dict[str, Lead] = {}
        for link in dossier.links:
            found = web.names.find(link.target)
            leads.setdefault(found.file if found else f"\0{link.target}", Lead(link.target, found and found.file))
        back = tuple(web.back.get(dossier.memory.file, ()))
        return replace(
            dossier, complete=True, leads=tuple(leads.values()), back=back, origin=origin, origin_failure=failure
        )

    def knows(self, memories: Sequence[Memory]) -> bool:
        """Whether it is worked out already who links to whom."""
        return self._web is not None and self._web[0] is memories

    def _whole_web(self, memories: Sequence[Memory], stopped: Callable[[], bool]) -> Web | None:
        """Who links to whom; worked out once for each look at the store."""
        known = self._web
        if known is not None and known[0] is memories:
            return known[1]
        web = self.texts.web(memories, stopped)
        if web is not None:
            self._web = memories, web
        return web
