"""What a dream does, as it does it: one JSON object a line, appended in one write, for any number of watchers.

Readers wait for the end of a half line, skip lines that are no events, and pass over kinds that they do not know.
No secret is written: every text is masked first.
"""

import json
import os
import threading
from collections.abc import Iterator, Mapping
from typing import Any

from memtui.dream.limits import FOLLOW_POLL_S, TURNS_SHOWN
from memtui.dream.task import Task, part, read_task
from memtui.memory.clock import iso, now
from memtui.memory.files import open_regular
from memtui.memory.state import PRIVATE_FILE, State

KINDS = ("started", "phase", "turn", "tool", "refused", "usage", "summary", "message", "ended", "adopted")
VERSION = 1
Event = dict[str, Any]
_NAME = "events.jsonl"
_CHUNK = 1 << 16
_STEP_MS = 20


def events_path(state: State, task_id: str) -> str:
    """Where the events of a dream are."""
    return part(state, task_id, _NAME)


class Events:
    """Appends to the events of one dream; numbers go on from what is there."""

    def __init__(self, path: str) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
        self._file = os.open(path, flags, PRIVATE_FILE)
        self._guard = threading.Lock()
        self._seq = self._last_seq()

    def _last_seq(self) -> int:
        """The number of the last whole line; a half line that a killed writer left is closed first."""
        size = os.fstat(self._file).st_size
        tail = os.pread(self._file, _CHUNK, max(0, size - _CHUNK))
        if tail and not tail.endswith(b"\n"):
            os.write(self._file, b"\n")
        found = [event["seq"] for line in tail.split(b"\n") if (event := _parsed(line)) is not None]
        return max(found, default=0)

    def tell(self, event: Mapping[str, Any]) -> None:
        """Append one event; `kind` and whatever else belongs to it."""
        with self._guard:
            self._seq += 1
            whole = {"v": VERSION, "seq": self._seq, "t": iso(now()), **_masked(dict(event))}
            os.write(self._file, json.dumps(whole, ensure_ascii=True).encode("ascii") + b"\n")

    def close(self) -> None:
        """No more events."""
        os.close(self._file)


def tell_once(state: State, task_id: str, event: Mapping[str, Any]) -> None:
    """Append one event from a process that is not the dream's own; a lost folder is no reason to fail."""
    try:
        events = Events(events_path(state, task_id))
    except OSError:
        return
    try:
        events.tell(event)
    finally:
        events.close()


def _masked(value: Any) -> Any:
    from memtui.audit.secrets import mask

    if isinstance(value, str):
        return mask(value)
    if isinstance(value, Mapping):
        return {key: _masked(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_masked(item) for item in value]
    return value


def _parsed(line: bytes) -> Event | None:
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) and isinstance(event.get("seq"), int) and "kind" in event else None


class Reader:
    """Reads the events of one dream as they come. Holds no more than one half line."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._offset = 0
        self._half = b""

    def read(self) -> list[Event]:
        """The events since the last call."""
        return list(self.stream())

    def stream(self) -> Iterator[Event]:
        """The same one by one, so that a long dream is never held as a whole."""
        try:
            descriptor = open_regular(self._path)
        except OSError:
            return
        with os.fdopen(descriptor, "rb") as file:
            file.seek(self._offset)
            while data := file.read(_CHUNK):
                self._offset += len(data)
                *lines, self._half = (self._half + data).split(b"\n")
                for line in lines:
                    event = _parsed(line)
                    if event is not None and event["kind"] in KINDS:
                        yield event


def read_events(state: State, task_id: str) -> list[Event]:
    """All events of a dream so far."""
    return Reader(events_path(state, task_id)).read()


def newest_turns(events: list[Event], most: int = TURNS_SHOWN) -> list[Event]:
    """The turns that are kept for display."""
    return [event for event in events if event["kind"] == "turn"][-most:]


def follow(state: State, task_id: str, stop: threading.Event | None = None) -> Iterator[Event]:
    """Every event from the first, then each as it comes; ends when the dream has ended, or when told to stop."""
    stop = stop or threading.Event()
    reader = Reader(events_path(state, task_id))
    for _ in wakings(part(state, task_id, ""), stop):
        task = read_task(state, task_id)  # before the events: what it told before it ended is then read
        for event in reader.read():
            yield event
            if stop.is_set():
                return
        if not _goes_on(task):
            return


def _goes_on(task: Task | None) -> bool:
    from memtui.dream.processes import is_alive

    if task is None or not task.running:
        return False
    if task.pid is not None:
        return is_alive(task.pid, task.born)
    return is_alive(task.starter, task.starter_born)


def wakings(folder: str, stop: threading.Event) -> Iterator[None]:
    """At once, then after each change in the folder, and now and then in case the system told of none."""
    yield
    try:
        from watchfiles import watch

        batches = watch(
            folder,
            debounce=_STEP_MS * 2,
            step=_STEP_MS,
            stop_event=stop,
            rust_timeout=int(FOLLOW_POLL_S * 1000),
            yield_on_timeout=True,
            watch_filter=None,
            recursive=False,
            raise_interrupt=True,
        )
        for _ in batches:
            yield
    except (OSError, RuntimeError):  # no watches left, or the folder is gone: look now and then
        while not stop.wait(FOLLOW_POLL_S):
            yield
