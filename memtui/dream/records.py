"""Whether a value that was read from disk is what a field may hold. A record in which one is not counts as none."""

from types import NoneType, UnionType
from typing import Any, get_args, get_origin

_LAST_S = 253_402_214_400.0  # the year 9999: what is later is no time that can be shown


def fits(kind: Any, value: object) -> bool:
    """Whether `value` is of this kind. Numbers with a fraction are times here."""
    if isinstance(kind, UnionType):
        return any(fits(each, value) for each in get_args(kind))
    if kind is Any:
        return True
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin in (tuple, list):
        return isinstance(value, list | tuple) and all(fits(inner[0], each) for each in value)
    if origin is dict:
        return isinstance(value, dict) and all(fits(inner[1], each) for each in value.values())
    if kind is float:
        return isinstance(value, float | int) and not isinstance(value, bool) and 0 <= value <= _LAST_S
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return value is None if kind is NoneType else isinstance(value, kind)
