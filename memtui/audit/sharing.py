"""What may be shared: a memory for the whole team never takes a secret along."""

from memtui.audit.secrets import Secret, find_secrets
from memtui.memory.errors import NegativeError
from memtui.memory.limits import TEAM_DIR


def is_shared(file: str) -> bool:
    """Whether a file goes to everybody."""
    return file.startswith(f"{TEAM_DIR}/")


def new_secrets(before: str, after: str) -> list[Secret]:
    """The secrets that an edit brings in."""
    known = {secret.masked for secret in find_secrets(before)}
    return [secret for secret in find_secrets(after) if secret.masked not in known]


def check_shared(file: str, after: str, before: str = "", todo: str = "take it out") -> None:
    """Refuse a text for the shared folder that brings a secret in."""
    found = new_secrets(before, after)
    if found:
        what = f"{found[0].kind} ({found[0].masked})"
        raise NegativeError(f"looks like a secret, so it was not shared: {what}", file, todo)
