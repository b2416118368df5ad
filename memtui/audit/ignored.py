"""Findings that a person has decided to live with, remembered with the store's state in `ignored.json`.

A finding is recognised by its rule, its file and the text of its line: it comes back when that line changes,
and stays ignored when lines above it come or go. Where it is about the file as a whole or the block at its top,
what it says stands in for the line, counts left out: a copy of another memory or a link elsewhere is another
matter. Two findings of one rule in one line are one matter.
"""

import hashlib
import json
import os
from collections.abc import Iterable

from memtui.audit.finding import CLEAN, Finding
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.files import read_bytes
from memtui.memory.limits import BODY_MAX_BYTES
from memtui.memory.state import State, private_folder, write_private

_NAME = "ignored.json"
_TOP = "---"  # the line that findings on frontmatter are told of


class Ignored:
    """The findings of one store that are ignored."""

    def __init__(self, root: str, state: State) -> None:
        self._root = root
        self._path = os.path.join(state.folder, _NAME)
        self._folder = state.folder
        self.marks = self._read()

    def _read(self) -> dict[str, str]:
        """What was ignored, by mark, with rule and file. A damaged file ignores nothing."""
        try:
            with open(self._path, "rb") as file:
                stored = json.loads(file.read())
        except (OSError, ValueError, RecursionError):
            return {}
        found = stored.get("ignored") if isinstance(stored, dict) else None
        if not isinstance(found, dict):
            return {}
        return {mark: said for mark, said in found.items() if isinstance(said, str)}

    def parted(self, findings: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
        """The findings that count, and those that are ignored. What would mend an ignored one too is not offered."""
        if not self.marks:
            return list(findings), []
        marked = set(self.marks.values())  # only the files of these are read
        texts: dict[str, list[str]] = {}
        count: list[Finding] = []
        ignored: list[Finding] = []
        for finding in findings:
            known = _words(finding) in marked and self._mark(finding, texts) in self.marks
            (ignored if known else count).append(finding)
        kept = {finding.file for finding in ignored if _cleans(finding)}
        return [item._replace(mend=None) if _cleans(item) and item.file in kept else item for item in count], ignored

    def ignore(self, findings: Iterable[Finding]) -> None:
        """Remember these from now on."""
        texts: dict[str, list[str]] = {}
        for finding in findings:
            self.marks[self._mark(finding, texts)] = _words(finding)
        self._write()

    def heed(self, findings: Iterable[Finding]) -> None:
        """Count these again."""
        texts: dict[str, list[str]] = {}
        for finding in findings:
            self.marks.pop(self._mark(finding, texts), None)
        self._write()

    def _write(self) -> None:
        private_folder(self._folder)
        data = json.dumps({"ignored": self.marks}, indent=1, sort_keys=True).encode("ascii") + b"\n"
        try:
            write_private(self._path, data)
        except OSError as error:
            raise MemtuiError(f"cannot remember it ({reason(error)})", self._path, "check the disk") from error

    def _mark(self, finding: Finding, texts: dict[str, list[str]]) -> str:
        """The finding without what moves. `texts` keeps the lines of files already read."""
        line = ""
        if finding.line is not None:
            if finding.file not in texts:
                texts[finding.file] = self._lines(finding.file)
            lines = texts[finding.file]
            line = lines[finding.line - 1].strip() if finding.line <= len(lines) else ""
        what = finding.gist if line in ("", _TOP) else line
        raw = "\0".join((finding.rule, finding.file, what)).encode("utf-8", "surrogateescape")
        return hashlib.sha256(raw).hexdigest()[:24]

    def _lines(self, file: str) -> list[str]:
        try:
            data = read_bytes(os.path.join(self._root, file), BODY_MAX_BYTES)
        except OSError:
            return []
        return data.decode("utf-8", "surrogateescape").split("\n")


def _words(finding: Finding) -> str:
    """Which rule and file, for whoever reads `ignored.json`."""
    return f"{finding.rule}: {finding.file}"


def _cleans(finding: Finding) -> bool:
    """Whether mending it cleans the file from top to end, and with it what others in the file are about."""
    return finding.mend is not None and finding.mend.action == CLEAN
