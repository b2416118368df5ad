"""ls and stat, without either: what is in a folder, and what one file is."""

import re
import stat
import time
from os import stat_result

from memtui.agent.allowance import Allowance
from memtui.agent.confined import Confined, Entry
from memtui.agent.flags import Given
from memtui.agent.limits import OUTPUT_CHARS
from memtui.agent.refusal import FailedError, RefusedError
from memtui.agent.spaces import Place
from memtui.memory.visible import visible

_WORDS = ((stat.S_ISDIR, "directory"), (stat.S_ISREG, "regular file"), (stat.S_ISLNK, "symbolic link"))
_FORMAT = re.compile(r"%(.?)", re.DOTALL)


def listing(confined: Confined, given: Given, allowance: Allowance) -> str:
    """What ls prints for these folders and files."""
    parts = []
    for path in given.operands or ["."]:
        place = confined.roots.locate(path)
        status = confined.status(place)
        if given.has("d") or not stat.S_ISDIR(status.st_mode):
            parts.append(_line(Entry(place, status, 0), given, whole=True))
        elif given.has("R"):
            parts.append(_deep(confined, place, given, allowance))
        else:
            title = f"{visible(place.shown)}:\n" if len(given.operands) > 1 else ""
            parts.append(title + _folder(confined.entries(place), given))
    text = "\n".join(parts)
    if len(text) > OUTPUT_CHARS:
        raise RefusedError("ls: more than one call may show; name a folder further down")
    return text


def describe(place: Place, status: stat_result, form: str | None) -> str:
    """What stat prints; in a format, `%n %s %y %Y %F %a` are known."""
    known = {
        "n": visible(place.shown),
        "s": str(status.st_size),
        "y": _time(status),
        "Y": str(int(status.st_mtime)),
        "F": _word(status),
        "a": f"{stat.S_IMODE(status.st_mode):o}",
        "%": "%",
    }
    if form is None:
        return f"{known['n']}: {known['F']}, {known['s']} bytes, modified {known['y']}"

    def value(match: re.Match[str]) -> str:
        if match[1] not in known:
            raise FailedError("stat: in -c, use only %n %s %y %Y %F %a")
        return known[match[1]]

    return _FORMAT.sub(value, form)


def _deep(confined: Confined, place: Place, given: Given, allowance: Allowance) -> str:
    groups: dict[Place, list[Entry]] = {place: []}
    for entry in confined.walk(place, allowance):
        groups.setdefault(entry.place._replace(parts=entry.place.parts[:-1]), []).append(entry)
    return "\n\n".join(f"{visible(folder.shown)}:\n{_folder(found, given)}" for folder, found in groups.items())


def _folder(entries: list[Entry], given: Given) -> str:
    hidden = given.has("a") or given.has("A")
    shown = [entry for entry in entries if hidden or not entry.place.parts[-1].startswith(".")]
    if given.has("t"):
        shown.sort(key=lambda entry: -entry.status.st_mtime_ns)
    elif given.has("S"):
        shown.sort(key=lambda entry: -entry.status.st_size)
    if given.has("r"):
        shown.reverse()
    return "\n".join(_line(entry, given) for entry in shown)


def _line(entry: Entry, given: Given, whole: bool = False) -> str:
    name = visible(entry.place.shown if whole or not entry.place.parts else entry.place.parts[-1])
    mark = ("/" if entry.is_folder else "@" if entry.is_link else "") if given.has("F") else ""
    if not given.has("l"):
        return name + mark
    return f"{stat.filemode(entry.status.st_mode)} {entry.status.st_size:>9} {_time(entry.status)} {name}{mark}"


def _time(status: stat_result) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(status.st_mtime))


def _word(status: stat_result) -> str:
    return next((word for test, word in _WORDS if test(status.st_mode)), "special file")
