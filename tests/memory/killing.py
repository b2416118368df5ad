"""Kills a write, and then its recovery, at every single step in turn. Run as a module, in a process of its own.

Each try is a fork that ends itself with SIGKILL just before its n-th call that could change the disk. What is
printed is a JSON list of `[where the write was killed, where the recovery was killed, what the store then was]`.
"""

import json
import os
import shutil
import signal
import stat
import sys
from collections.abc import Callable
from typing import Any

from memtui.memory import swap
from memtui.memory.save import Step, apply, recover
from memtui.memory.state import State
from memtui.memory.store import Store
from tests.memory.stores import LONG_AGO_NS, contents, new_store, state_of, tree

_CALLS = ("os.rename", "os.remove", "os.link", "os.mkdir", "os.rmdir", "os.chmod", "os.chown", "os.utime")
_NO_SUCH_CALL = 95  # EOPNOTSUPP
FILES = {
    "MEMORY.md": b"- [A](a.md)\n- [B](b.md)\n",
    "a.md": b"old a\n" * 500,
    "b.md": b"old b\n",
    "same.md": b"untouched\n",
}
STEPS = [
    Step("a.md", FILES["a.md"], b"new a, much shorter\n"),
    Step("b.md", FILES["b.md"], None),
    Step("sub/deep/c.md", None, b"new c\n"),
    Step("MEMORY.md", FILES["MEMORY.md"], b"- [A](a.md)\n- [C](sub/deep/c.md)\n", LONG_AGO_NS),
]
BEFORE: dict[str, bytes | None] = {**FILES}
AFTER: dict[str, bytes | None] = {
    "MEMORY.md": STEPS[3].after,
    "a.md": STEPS[0].after,
    "same.md": FILES["same.md"],
    "sub": None,
    "sub/deep": None,
    "sub/deep/c.md": STEPS[2].after,
}


def die_at(number: int, base: str, sign: signal.Signals = signal.SIGKILL) -> Callable[[], int]:
    """From now on the process kills itself just before its `number`-th call that may change something below `base`.

    How many such calls there were so far is what the result tells.
    """
    count = 0

    def tick() -> None:
        nonlocal count
        count += 1
        if count == number:
            os.kill(os.getpid(), sign)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        made = event == "open" and str(arguments[0]).startswith(base) and arguments[2] & os.O_CREAT
        named = event == "ctypes.dlsym" and arguments[1] in ("renameat2", "renamex_np")
        if made or named or event in _CALLS:
            tick()

    def sync(descriptor: int) -> None:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            tick()

    os.fsync = sync  # type: ignore[assignment]
    sys.addaudithook(hook)
    return lambda: count


def fork(action: Callable[[], object]) -> bool:
    """Do it in a child; whether that was killed on the way."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            action()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    if os.waitstatus_to_exitcode(status) != 0:
        raise RuntimeError("the child failed by itself")
    return False


def without(mode: str) -> None:
    """Take away what some file systems cannot do."""
    if mode in ("links", "bare"):
        swap._rename = lambda *_: False
    if mode == "bare":

        def no_links(*_: object, **__: object) -> None:
            raise OSError(_NO_SUCH_CALL, "not supported")

        os.link = no_links


def fresh(base: str) -> tuple[Store, State]:
    shutil.rmtree(base, ignore_errors=True)
    store = new_store(base, FILES)
    return store, state_of(store)


def verdict(store: Store, state: State) -> str:
    """`before`, `after`, or what is wrong."""
    found = contents(store.root)
    if os.path.exists(state.journal):
        return "the journal is still there"
    if found == AFTER:
        return "after"
    if found != BEFORE:
        return f"neither before nor after: { {name: (data or b'')[:30].decode() for name, data in found.items()} }"
    times = {kept.mtime_ns for kept in tree(store.root).values() if kept is not None}
    return "before" if times == {LONG_AGO_NS} else "before, but with other times"


def kill_at(base: str, step: int, again: int) -> tuple[bool, bool, str]:
    """Kill a write at `step`, its recovery at `again`. Whether each was killed, and the verdict after one more."""
    store, state = fresh(base)

    def write() -> None:
        die_at(step, base)
        apply(store.root, state, STEPS)

    def settle() -> None:
        die_at(again, base)
        recover(state)

    cut = fork(write)
    cut_again = fork(settle)
    os.makedirs(state.folder, exist_ok=True)  # killed before it made that
    recover(state)
    return cut, cut_again, verdict(store, state)


def no_wait(fd: object) -> None:
    """In place of `os.fsync`: what a kill leaves does not depend on syncing, only how long these tests take."""


def main(base: str, mode: str) -> None:
    os.fsync = no_wait
    without(mode)
    kill_at(base, 0, 0)  # so that nothing is imported for the first time in a child
    results: list[tuple[int, int, str]] = []
    step, cut = 0, True
    while cut:
        step += 1
        again, cut_again = 0, True
        while cut_again:
            again += 1
            cut, cut_again, words = kill_at(base, step, again)
            results.append((step, again, words))
    print(json.dumps(results))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
