"""find, without find: files by name, kind, age and size. Nothing is run, removed or followed."""

import math
import re
import time
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase

from memtui.agent.allowance import Allowance
from memtui.agent.confined import Confined, Entry
from memtui.agent.limits import OUTPUT_CHARS
from memtui.agent.refusal import FailedError, RefusedError
from memtui.agent.shell import Word
from memtui.memory.visible import visible

Test = Callable[[Entry], bool]
_DAY, _MINUTE = 86_400, 60
_UNITS = {"": 512, "c": 1, "k": 1_024, "M": 1_048_576, "G": 1_073_741_824}
_KINDS = {"f": "is_file", "d": "is_folder", "l": "is_link"}
_AMOUNT = re.compile(r"([+-]?)(\d{1,9})([ckMG]?)")
_REFUSED = {
    "-exec": "nothing is run; read the files with the read tool or cat",
    "-execdir": "nothing is run; read the files with the read tool or cat",
    "-ok": "nothing is run; read the files with the read tool or cat",
    "-okdir": "nothing is run; read the files with the read tool or cat",
    "-delete": "nothing is removed here; use the delete tool in the copy",
    "-fprint": "nothing is written here",
    "-fprintf": "nothing is written here",
    "-fls": "nothing is written here",
    "-L": "links are not followed",
    "-H": "links are not followed",
    "-follow": "links are not followed",
    "-files0-from": "name the folders as arguments",
    "-regex": "use -name or -path with wildcards",
}
ALLOWED = "-name -iname -path -ipath -type -maxdepth -mindepth -mtime -mmin -newer -size -empty -not -o -print"


class Find:
    """One find command."""

    def __init__(self, confined: Confined, allowance: Allowance) -> None:
        self._confined = confined
        self._allowance = allowance
        self._deepest: int | None = None
        self._shallowest = 0
        self._words: list[str] = []

    def run(self, words: Sequence[Word]) -> str:
        """The paths that fit, one a line."""
        self._words = [word.text for word in words]
        folders: list[str] = []
        while self._words and not self._words[0].startswith("-"):
            if words[len(folders)].wild:
                raise RefusedError("find: wildcards in paths are not expanded; use -name or -path")
            folders.append(self._words.pop(0))
        groups = self._expression()
        found: list[str] = []
        size = 0
        for folder in folders or ["."]:
            for entry in self._entries(folder):
                if any(all(test(entry) for test in group) for group in groups):
                    found.append(visible(entry.place.shown))
                    size += len(found[-1]) + 1
                    if size > OUTPUT_CHARS:
                        raise RefusedError("find: more paths than one call may show; narrow it")
        return "\n".join(found)

    def _entries(self, folder: str) -> list[Entry]:
        place = self._confined.roots.locate(folder)
        top = Entry(place, self._confined.status(place), 0)
        below = self._confined.walk(place, self._allowance, self._deepest) if top.is_folder else ()
        wanted = [top, *below] if self._deepest != 0 else [top]
        return [entry for entry in wanted if entry.depth >= self._shallowest]

    def _expression(self) -> list[list[Test]]:
        groups: list[list[Test]] = [[]]
        turned = False
        while self._words:
            word = self._words.pop(0)
            if word in ("-not", "!"):
                turned = not turned
            elif word in ("-o", "-or"):
                groups.append([])
            elif word not in ("-a", "-and", "-print"):
                test = self._test(word)
                if test is not None:
                    groups[-1].append(_turned(test) if turned else test)
                turned = False
        return groups

    def _test(self, word: str) -> Test | None:
        if word in ("-maxdepth", "-mindepth"):
            self._depth(word)
            return None
        if word in ("-name", "-iname", "-path", "-ipath"):
            return _by_name(word, self._value(word))
        if word in ("-mtime", "-mmin", "-size"):
            return self._by_amount(word)
        if word == "-type":
            return self._by_kind()
        if word == "-newer":
            return self._by_newer()
        if word == "-empty":
            return self._is_empty
        raise RefusedError(f"find: {word} is refused; {_REFUSED.get(word, f'allowed here: {ALLOWED}')}")

    def _value(self, word: str) -> str:
        if not self._words:
            raise FailedError(f"find: {word} needs a value after it")
        return self._words.pop(0)

    def _depth(self, word: str) -> None:
        value = self._value(word)
        if not re.fullmatch(r"\d{1,3}", value):
            raise FailedError(f"find: {word} needs a number")
        if word == "-maxdepth":
            self._deepest = int(value)
        else:
            self._shallowest = int(value)

    def _by_kind(self) -> Test:
        kind = self._value("-type")
        if kind not in _KINDS:
            raise FailedError("find: -type is one of f, d, l")
        return lambda entry: bool(getattr(entry, _KINDS[kind]))

    def _by_newer(self) -> Test:
        than = self._confined.status(self._confined.roots.locate(self._value("-newer"))).st_mtime_ns
        return lambda entry: entry.status.st_mtime_ns > than

    def _by_amount(self, word: str) -> Test:
        found = _AMOUNT.fullmatch(self._value(word))
        if found is None or (found[3] and word != "-size"):
            raise FailedError(f"find: {word} needs a number such as 7, +7 or -7")
        sign, number = found[1], int(found[2])
        now = time.time()

        def amount(entry: Entry) -> int:
            if word == "-size":
                return math.ceil(entry.status.st_size / _UNITS[found[3]])
            return int((now - entry.status.st_mtime) // (_DAY if word == "-mtime" else _MINUTE))

        if sign == "+":
            return lambda entry: amount(entry) > number
        return lambda entry: amount(entry) < number if sign else amount(entry) == number

    def _is_empty(self, entry: Entry) -> bool:
        if entry.is_folder:
            return self._confined.is_open(entry.place) and not self._confined.entries(entry.place)
        return entry.is_file and entry.status.st_size == 0


def _by_name(word: str, pattern: str) -> Test:
    ignore = word.startswith("-i")
    whole = word.endswith("path")
    wanted = pattern.lower() if ignore else pattern

    def test(entry: Entry) -> bool:
        text = entry.place.shown if whole else entry.place.shown.rsplit("/", 1)[-1]
        return fnmatchcase(text.lower() if ignore else text, wanted)

    return test


def _turned(test: Test) -> Test:
    return lambda entry: not test(entry)
