"""The scan: against python-frontmatter on the same files when cold, against stat alone when warm."""

import os
import random
from collections.abc import Iterator

from memtui.memory.limits import INDEX_NAME, SCAN_MAX_FILES
from memtui.memory.scan import Scanner
from tests.bench.stores import make_store, memory, write
from tests.bench.table import Row, Target, times
from tests.bench.timing import in_turn

_SIZES = ((200, 15), (2_000, 9), (20_000, 5))  # with how many rounds
_COLD, _WARM = 0.3, 3.0
_LOOKING = 1.5  # finding the newest, to a bare scandir + stat
_WARM_ROUNDS = 15


def rows(folder: str) -> Iterator[Row]:
    """Cold, for the list and for the manifest, then warm."""
    for count, rounds in _SIZES:
        root = os.path.join(folder, f"scan-{count}")
        paths = make_store(root, count)
        yield _all(root, paths, rounds)
        yield _newest(root, rounds)
        yield _again(root, paths)


def _all(root: str, paths: list[str], rounds: int) -> Row:
    floor, ours = in_turn(rounds, lambda: _load(paths), lambda: Scanner(root).scan())
    return Row(f"scan of {len(paths):,}, cold", "python-frontmatter", floor, ours, times(floor, _COLD))


def _newest(root: str, rounds: int) -> Row:
    """Which are the newest takes a stat of all; python-frontmatter is the floor of what comes on top."""
    newest = _stat_newest(root)
    looking, loading, ours = in_turn(
        rounds * 3, lambda: stat_all(root), lambda: _load(newest), lambda: Scanner(root).scan(newest=SCAN_MAX_FILES)
    )
    count = len(os.listdir(root)) - 1
    what = f"scan of the newest {SCAN_MAX_FILES} of {count:,}, cold"
    target = Target(_LOOKING * looking + _COLD * loading, f"<= {_LOOKING:g}x stat + {_COLD:g}x")
    return Row(what, "scandir + stat, python-frontmatter", looking + loading, ours, target)


def _again(root: str, paths: list[str]) -> Row:
    scanner = Scanner(root)
    scanner.scan()
    chance = random.Random(3)

    def change_one() -> None:
        number = chance.randrange(len(paths))
        write(paths[number], memory(chance, number, "Changed.\n"), chance.randrange(10**9))

    floor, ours = in_turn(_WARM_ROUNDS, lambda: stat_all(root), scanner.scan, before=change_one)
    return Row(f"scan of {len(paths):,}, one changed", "scandir + stat", floor, ours, times(floor, _WARM))


def _load(paths: list[str]) -> None:
    import frontmatter

    for path in paths:
        frontmatter.load(path)


def stat_all(root: str) -> list[tuple[int, str]]:
    """The least that tells what changed: every memory with its time."""
    with os.scandir(root) as entries:
        return [(entry.stat(follow_symlinks=False).st_mtime_ns, entry.path) for entry in entries]


def _stat_newest(root: str) -> list[str]:
    newest = sorted((item for item in stat_all(root) if not item[1].endswith(INDEX_NAME)), reverse=True)
    return [path for _, path in newest[:SCAN_MAX_FILES]]
