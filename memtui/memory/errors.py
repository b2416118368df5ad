"""What can go wrong in a way the user can act on: one line that says what, where and what to do."""

DONE = 0
NEGATIVE = 1
WRONG_USE = 2
COULD_NOT = 3


class MemtuiError(Exception):
    """An expected failure. `code` is the exit code that the command line gives it."""

    code = COULD_NOT

    def __init__(self, what: str, where: str = "", todo: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.todo = todo

    def __str__(self) -> str:
        """The parts as one line; control characters are made visible when it is printed."""
        where = f": {self.where}" if self.where else ""
        todo = f"; {self.todo}" if self.todo else ""
        return f"{self.what}{where}{todo}"


class UsageError(MemtuiError):
    """The request itself is wrong; asking again the same way will not help."""

    code = WRONG_USE


class NegativeError(MemtuiError):
    """The request was understood and the answer is no."""

    code = NEGATIVE


class ConflictError(NegativeError):
    """A file is not what it was when it was read; nothing was overwritten."""


def reason(error: OSError) -> str:
    """The system's own word for it, without the errno and the path that the caller gives anyway."""
    return (error.strerror or str(error)).lower()
