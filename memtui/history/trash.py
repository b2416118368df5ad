"""What memtui deletes is first kept whole in the trash, and what it overwrites that is too large for the history."""

import json
import os
from collections.abc import Sequence

from memtui.history.states import blob_name
from memtui.memory.clock import iso
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.limits import BODY_MAX_BYTES
from memtui.memory.save import Step
from memtui.memory.state import PRIVATE_FILE, State, private_folder

_NAME_MAX = 150
_FACTS = "info.json"


def keep_removed(state: State, steps: Sequence[Step], when: float) -> None:
    """Keep the bytes of every file that these steps remove, and those that the history does not keep."""
    for step in steps:
        if step.before is not None and (step.after is None or len(step.before) > BODY_MAX_BYTES):
            _keep(state, step.file, step.before, when)


def _keep(state: State, file: str, data: bytes, when: float) -> None:
    name = blob_name(data)
    stamp = "".join(char for char in iso(when)[:19] if char.isdigit())
    base = os.fsdecode(os.fsencode(file.replace("/", "__"))[-_NAME_MAX:])
    base = f"_{base}" if base == _FACTS else base
    private_folder(state.folder)
    private_folder(state.trash)
    token = blob_name(os.fsencode(file) + b"\0" + data)[:12]  # equal files each have their own place
    folder = private_folder(os.path.join(state.trash, f"{stamp}-{token}"))
    try:
        _write(os.path.join(folder, base), data)
        facts = {"file": file, "blob": name, "deleted": iso(when), "name": base}
        _write(os.path.join(folder, _FACTS), json.dumps(facts).encode("ascii"))
    except OSError as error:
        raise MemtuiError(f"cannot keep it in the trash ({reason(error)})", folder, "nothing was changed") from error


def _write(path: str, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE_FILE)
    with os.fdopen(descriptor, "wb") as file:
        os.chmod(path, PRIVATE_FILE)  # past the umask
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def kept_content(state: State, blob: str) -> bytes | None:
    """The bytes of a deleted file by git's name of them, if the trash has them."""
    for path, facts in _items(state):
        if facts.get("blob") == blob:
            try:
                with open(os.path.join(path, str(facts.get("name"))), "rb") as file:
                    data = file.read()
            except OSError:
                continue
            if blob_name(data) == blob:
                return data
    return None


def forget(state: State, file: str, blobs: set[str]) -> int:
    """Remove from the trash every copy of this file or of these contents; how many there were."""
    import shutil

    count = 0
    for path, facts in _items(state):
        if facts.get("file") == file or facts.get("blob") in blobs:
            try:
                shutil.rmtree(path)
            except OSError as error:
                raise MemtuiError(
                    f"cannot remove it from the trash ({reason(error)})", path, "remove it yourself"
                ) from error
            count += 1
    return count


def _items(state: State) -> list[tuple[str, dict[str, object]]]:
    items = []
    try:
        names = sorted(os.listdir(state.trash), reverse=True)
    except OSError:
        return []
    for name in names:
        path = os.path.join(state.trash, name)
        try:
            with open(os.path.join(path, _FACTS), "rb") as file:
                facts = json.loads(file.read())
        except (OSError, ValueError):
            continue
        if isinstance(facts, dict):
            items.append((path, facts))
    return items
