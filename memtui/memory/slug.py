"""The folder name that the agent derives from a project's path."""

from memtui.memory.limits import SLUG_MAX

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")


def slug(path: str) -> str:
    """`path` with every UTF-16 unit outside [A-Za-z0-9] as `-`; a long one is cut and ends in a hash."""
    plain = "".join(char if char in _PLAIN else "--" if char > "\uffff" else "-" for char in path)
    if len(plain) <= SLUG_MAX:
        return plain
    return f"{plain[:SLUG_MAX]}-{base36(abs(_hash32(path)))}"


def _hash32(text: str) -> int:
    """The signed 32-bit `31*h + unit` over UTF-16 units."""
    units = text.encode("utf-16-le", "surrogatepass")
    value = 0
    for position in range(0, len(units), 2):
        value = (31 * value + units[position] + (units[position + 1] << 8)) & 0xFFFFFFFF
    return value - 0x1_0000_0000 if value >= 0x8000_0000 else value


def base36(number: int) -> str:
    """`number` in base 36, lower case."""
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
        if not number:
            return text
