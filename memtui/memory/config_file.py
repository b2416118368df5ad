"""Writing memtui's `config.toml`: one setting at a time, with every comment and every other byte as it was.

A file that cannot be understood is never written over: it is the user's, and a person mends it better.
"""

import os
import tomllib

from memtui.memory.errors import ConflictError, MemtuiError, NegativeError, reason

_MENDED = "mend it by hand, then try again"


def set_value(path: str, section: str, name: str, value: str | bool | float) -> None:
    """Set one value in its section; file and section are made where there are none."""
    real = os.path.realpath(path)  # many people keep their settings elsewhere, behind a link
    before = _read(real)
    text = _with_value(before or b"", path, section, name, value)
    _replace(real, path, before, text)


def write_new(path: str, text: str) -> None:
    """A whole new file; one that is there is left alone."""
    if os.path.lexists(path):
        raise NegativeError("it is there already and stays as it is", path, "remove it first to have a fresh one")
    _replace(path, path, None, text.encode())


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise MemtuiError(f"cannot read ({reason(error)})", path, "check what it is and its permissions") from error


def _with_value(before: bytes, path: str, section: str, name: str, value: str | bool | float) -> bytes:
    """The file's bytes with one value in them, checked: everything else reads as it did."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        wanted = tomllib.loads(before.decode())
        document = tomlkit.parse(before.decode())
    except (ValueError, RecursionError, TOMLKitError) as error:
        raise NegativeError(f"not valid TOML ({error}), so it was not changed", path, _MENDED) from error
    table = wanted.setdefault(section, {})
    if not isinstance(table, dict):
        raise NegativeError(f"{section} is no section there, so it was not changed", path, _MENDED)
    table[name] = value
    if section not in document:
        document.add(section, tomlkit.table())
    document[section][name] = value
    after = tomlkit.dumps(document).encode()
    if tomllib.loads(after.decode()) != wanted:
        raise NegativeError(f"{section}.{name} cannot be set without changing more", path, "set it by hand")
    return after


def _replace(real: str, path: str, before: bytes | None, after: bytes) -> None:
    """In one step, with the mode it had; it stays what it was when that fails."""
    temporary = f"{real}.{os.getpid()}.new"
    try:
        os.makedirs(os.path.dirname(real), exist_ok=True)
        with open(temporary, "xb") as file:
            if before is not None:
                os.chmod(temporary, os.stat(real).st_mode & 0o7777)
            file.write(after)
            file.flush()
            os.fsync(file.fileno())
        if _read(real) != before:
            raise ConflictError("somebody else wrote it just now, so it was not changed", path, "try again")
        os.replace(temporary, real)
    except OSError as error:
        raise MemtuiError(f"cannot write ({reason(error)})", path, "make that place writable") from error
    finally:
        try:
            os.unlink(temporary)
        except OSError:
            pass
