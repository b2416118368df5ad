"""One picture of a store at one moment, immutable: what every screen draws from."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from memtui.audit.finding import SEVERITIES, Finding
from memtui.memory.age import STALE, grade
from memtui.memory.config import Config
from memtui.memory.index import Line, Loaded
from memtui.memory.limits import SCAN_MAX_FILES
from memtui.memory.scan import Scan
from memtui.memory.topic import Memory
from memtui.transcripts.opening import Which

NOTHING_LOADED = Loaded("", 0, 0, None, 0)


@dataclass(frozen=True)
class Snapshot:
    """A store as it was seen. `scan` and `findings` are None until that part of the work is done."""

    number: int
    which: Which
    config: Config
    now: float
    lines: tuple[Line, ...] = ()  # of the index
    loaded: Loaded = NOTHING_LOADED
    indexed: bool = False  # whether there is an index
    heads: Mapping[str, Memory] = field(default_factory=dict)  # memories read before the scan was done
    scan: Scan | None = None
    findings: tuple[Finding, ...] | None = None
    ignored: tuple[Finding, ...] = ()
    audited: Scan | None = None  # the look that the findings are of: an older one, until the audit speaks again
    notes: tuple[str, ...] = ()
    last_dream: float | None = None
    failed: str = ""  # why the store cannot be read, in words

    @property
    def root(self) -> str:
        """The directory."""
        return self.which.store.root

    @property
    def missing(self) -> bool:
        """Whether the directory does not exist (yet, or any more)."""
        return self.scan is not None and self.scan.missing

    @cached_property
    def memories(self) -> tuple[Memory, ...]:
        """Every memory, newest first."""
        return tuple(self.scan.memories) if self.scan is not None else ()

    @cached_property
    def by_file(self) -> Mapping[str, Memory]:
        """The memories by their path."""
        return {memory.file: memory for memory in self.memories} if self.scan is not None else self.heads

    @cached_property
    def problems(self) -> Mapping[str, tuple[Finding, ...]]:
        """What the audit has against each file, worst first."""
        found: dict[str, list[Finding]] = {}
        for finding in self.findings or ():
            found.setdefault(finding.file, []).append(finding)
        return {file: tuple(rows) for file, rows in found.items()}

    @cached_property
    def pointed(self) -> frozenset[str]:
        """The memories that the index points to."""
        return frozenset(line.entry.file for line in self.lines if line.entry is not None and not line.entry.external)

    @cached_property
    def stale(self) -> int:
        """How many memories are stale."""
        return sum(1 for memory in self.memories if self.grade(memory) == STALE)

    @cached_property
    def severities(self) -> Mapping[str, int]:
        """How many findings of each severity."""
        counts = Counter(finding.severity for finding in self.findings or ())
        return {severity: counts[severity] for severity in SEVERITIES}

    @cached_property
    def invisible(self) -> frozenset[str]:
        """Files beyond the newest 200, which recall cannot see."""
        return frozenset(memory.file for memory in self.memories[SCAN_MAX_FILES:])

    def grade(self, memory: Memory) -> str:
        """How stale a memory is, by the configured thresholds."""
        return grade(memory, self.now, self.config.stale_days)

    def judged(self, findings: Iterable[Finding], ignored: Iterable[Finding], notes: Iterable[str]) -> "Snapshot":
        """The same picture with what the audit found."""
        return replace(
            self,
            number=self.number + 1,
            findings=tuple(findings),
            ignored=tuple(ignored),
            audited=self.scan,
            notes=tuple(notes),
        )
