"""Who a PID is. A number proves little: it may have gone to another process since it was written down.

A process is the same one only if it also began at the same moment of the same boot. One that has ended but was
not yet collected by its parent counts as gone.
"""

import os
import sys
from typing import NamedTuple

WORKER = "memtui.dream.worker"  # how a dream of memtui's shows in a list of processes
_STATE, _STARTED = 0, 19  # fields of /proc/PID/stat after the name


class Process(NamedTuple):
    """A living process. `born` is told apart from every other start; `began` is about when, since 1970."""

    pid: int
    born: str
    began: float | None
    command: str

    @property
    def is_worker(self) -> bool:
        """Whether it is a dream of memtui's, by its command."""
        return WORKER in self.command


def find_process(pid: int) -> Process | None:
    """The living process with this PID, or None."""
    if pid <= 0:
        return None
    return _from_proc(pid) if os.path.isdir("/proc/self") else _from_ps(pid)


def own_process() -> Process:
    """This process."""
    found = find_process(os.getpid())
    return found or Process(os.getpid(), "", None, " ".join(sys.argv))


def is_alive(pid: int | None, born: str | None) -> bool:
    """Whether the process that was written down so still runs."""
    if pid is None:
        return False
    found = find_process(pid)
    return found is not None and (not born or found.born == born)


def _from_proc(pid: int) -> Process | None:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            command = file.read(4_096).replace(b"\0", b" ").decode("utf-8", "replace").strip()
    except OSError:
        return None
    if len(fields) <= _STARTED or fields[_STATE] in (b"Z", b"X"):
        return None
    ticks = int(fields[_STARTED])
    return Process(pid, f"{_boot()}:{ticks}", _epoch(ticks), command)


def _boot() -> str:
    """The name of this boot: the count of ticks begins anew with each."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return ""


def _epoch(ticks: int) -> float | None:
    try:
        with open("/proc/stat", "rb") as file:
            line = next(row for row in file if row.startswith(b"btime "))
        return int(line.split()[1]) + ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, StopIteration, ValueError):
        return None


def _from_ps(pid: int) -> Process | None:
    """Where there is no /proc (macOS), `ps` tells."""
    import subprocess
    from datetime import datetime

    words = ["ps", "-o", "stat=,lstart=,command=", "-p", str(pid)]
    done = subprocess.run(words, capture_output=True, check=False, env={**os.environ, "LC_ALL": "C"})
    parts = done.stdout.decode("utf-8", "replace").split(None, 6)
    if done.returncode != 0 or len(parts) < 6 or parts[0].startswith("Z"):
        return None
    born = " ".join(parts[1:6])
    try:
        began: float | None = datetime.strptime(born, "%a %b %d %H:%M:%S %Y").timestamp()
    except ValueError:
        began = None
    return Process(pid, born, began, parts[6].strip() if len(parts) > 6 else "")
