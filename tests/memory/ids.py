"""Names of test cases whose values are too long to be names."""

_LONGEST = 40


def short(value: object) -> str:
    """The value as Python writes it, or the beginning of that."""
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
