"""One store: its directory, memtui's state of it, and the project it belongs to."""

import os
from typing import NamedTuple

from memtui.memory.errors import MemtuiError, reason
from memtui.memory.files import read_bytes
from memtui.memory.limits import INDEX_NAME, TEAM_DIR
from memtui.memory.state import State, state_for


class Store(NamedTuple):
    """A memory directory and what belongs to it. `root` is absolute, without a trailing slash."""

    root: str
    project: str | None  # the work tree that the memories speak of, where it is known
    config_dir: str
    state_base: str | None = None

    @property
    def state(self) -> State:
        """memtui's own folder for this store."""
        return state_for(self.root, self.state_base)

    def path(self, file: str) -> str:
        """The place of a file of the store."""
        return os.path.join(self.root, file)

    def read_index(self, file: str = INDEX_NAME) -> bytes | None:
        """The bytes of an index; None when there is none."""
        try:
            return read_bytes(self.path(file))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise MemtuiError(f"cannot read ({reason(error)})", self.path(file), "check what it is") from error


def index_of(file: str) -> tuple[str, str]:
    """The index that points to a file, and the file's name as that index writes it."""
    if file.startswith(f"{TEAM_DIR}/"):
        return f"{TEAM_DIR}/{INDEX_NAME}", file.removeprefix(f"{TEAM_DIR}/")
    return INDEX_NAME, file
