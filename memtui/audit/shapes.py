"""What a real secret looks like, and what only stands in for one.

Pure functions over one value, without its surroundings. They lean towards silence: a value that reads like
words, a name, a path or a placeholder is not a secret, because an audit with false alarms is soon ignored.
"""

import re
from itertools import pairwise

# Stand-ins of documentation. None of these appears by chance in a random token of a few dozen characters.
_STAND_IN = re.compile(
    r"example|placeholder|your|change[_-]?me|replace|redacted|dummy|fake|sample|insert|foobar|deadbeef"
    r"|notreal"
    r"|not[_-]real|xxxx|\*\*|\.\.\.|…|•|<|>|\$\{|\{\{|%[sd]\b|012345|123456|abcdef|a1b2c3|(.)\1{7}",
    re.IGNORECASE,
)
# Passwords that only ever mean "put one here", also in their usual disguises (passw0rd, s3cr3t).
_STOCK = re.compile(
    r"(?:my|the|your|our|some|db|app|test|dev|demo|new|old|super|very|top|user|admin|root|default|local)*"
    r"(?:p[a4@][s5$]{2}(?:w[o0]rd|wd|phrase|wort|w)?|pwd?|[s5]e?3?cr[e3]t|token|key|apikey|admin|root"
    r"|user(?:name)?|guest|test"
    r"|demo|dev|postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|redis|rabbitmq|docker|minio(?:admin)?|none|null"
    r"|true|false"
    r"|foo|bar|baz|qux|abc|string|value|hidden|masked|letmein|qwerty|credentials?|oauth2?|x-oauth-basic"
    r"|bearer|basic"
    r"|here|password)*[\d!]{0,4}",
    re.IGNORECASE,
)
# Words of the trade that carry a digit or sign and so resemble a password.
_TRADE = re.compile(
    r"(?:argon2|bcrypt|scrypt|pbkdf2|sha-?\d|md5|hmac|base(?:32|58|64)|utf-?\d|oauth|oidc|saml|ldap|totp"
    r"|otp|rfc|ssh|tls|x509"
    r"|aes|rsa|ed25519|1password|keepass|bitwarden|lastpass|keychain|jwt|pkcs|iso|k8s|gpg|http)",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"\W*(?:min|max|at)?\W*\d+[\W\d]*(?:ch|chars?|characters?|digits?|bits?|bytes?|[smhdw]|ms|secs?"
    r"|seconds?|mins?|minutes?"
    r"|hours?|days?|weeks?|months?|years?|times?|x|%|[kmg]b?|k?tokens?)?\W*",
    re.IGNORECASE,
)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_TICKET = re.compile(r"[A-Za-z]{1,10}[-_]\d+|#\d+|v?\d+(?:\.\d+)+(?:[-+.]?[a-z]+\d*)?|\d{4}-\d\d(?:-\d\d.*)?")
_ENV_NAME = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]+\d?")
_DOTTED = re.compile(r"[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+", re.ASCII)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}", re.ASCII)
_REFERENCE = re.compile(r"[A-Za-z][\w+.-]*:", re.ASCII)
_EXPRESSION_START = tuple("$%@&*#!~./\\-=+?:(<[{…“„'`_^")
_EXPRESSION = re.compile(r"[()\[\]{}<>\\…“”„]|\w=", re.ASCII)
_PART = re.compile(r"[-_.]")
_WORD_PART = re.compile(r"[A-Za-z]*\d{0,4}[a-z]?", re.ASCII)
_WORD = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z]{4,}")
_TOKEN = re.compile(r"[A-Za-z0-9+/_.~-]{16,512}={0,2}")
_ETHEREUM_ADDRESS = re.compile(r"0x[0-9a-fA-F]{40}")
_PUBLISHABLE = ("pk_live_", "pk_test_", "pk-lf-")

_STRETCH = re.compile(r"[-_.~/=]+")
_CASED = {"digit": "digit", "upper": "upper", "lower": "lower"}
_CASELESS = {"digit": "digit", "upper": "letter", "lower": "letter"}

MIN_STRETCH = 12
MIN_PASSWORD = 6
MIN_STRONG_PASSWORD = 8
MAX_PASSWORD = 64


def is_placeholder(value: str) -> bool:
    """Whether `value` says itself that it is not real."""
    return _STAND_IN.search(value) is not None


def is_stock_password(value: str) -> bool:
    """Whether `value` is one of the passwords that documentation uses ("password", "postgres", "s3cret")."""
    return _STOCK.fullmatch(_PART.sub("", value)) is not None


def word_share(value: str) -> float:
    """The share of letters in `value` that belong to word-like runs: near 1 for names, near 0 for tokens."""
    letters = sum(map(str.isalpha, value))
    return _worded(value) / letters if letters else 0.0


def _worded(value: str) -> int:
    """How many letters of `value` belong to word-like runs."""
    worded = 0
    for run in _WORD.findall(value):
        vowels = sum(map("aeiouyAEIOUY".__contains__, run))
        if 0.2 <= vowels / len(run) <= 0.8:
            worded += len(run)
    return worded


def is_varied(value: str) -> bool:
    """Whether a value of a known token format was drawn at random, not typed as a stand-in."""
    if len(set(value)) < min(8, len(value) // 2) or is_placeholder(value):
        return False
    # Against digits too: a long number with a few letters holds a word by chance, and is no phrase for that.
    return _changes(value, _CASED) >= 0.2 * len(value) or _worded(value) < 0.6 * sum(map(str.isalnum, value))


def is_random(value: str) -> bool:
    """Whether a value of no known format can only be a generated token."""
    if not _TOKEN.fullmatch(value) or _UUID.fullmatch(value) or _ETHEREUM_ADDRESS.fullmatch(value):
        return False
    if value.startswith(_PUBLISHABLE) or is_placeholder(value) or len(set(value)) < 8:
        return False
    # Names with numbers ("k8s-prod-eu1-db2") change class at every joint: only an unbroken stretch is judged.
    stretch = max(_STRETCH.split(value), key=len)
    mixed = _changes(stretch, _CASELESS)
    if len(stretch) < MIN_STRETCH or mixed == 0:
        return False
    if mixed >= max(3, 0.12 * len(stretch)):
        return True
    return _changes(stretch, _CASED) >= 0.3 * len(stretch) and word_share(stretch) < 0.5


def is_password(value: str, *, strong: bool) -> bool:
    """Whether `value` would pass for a password; `strong` where prose could stand in its place."""
    least = MIN_STRONG_PASSWORD if strong else MIN_PASSWORD
    if not least <= len(value) <= MAX_PASSWORD or _is_named_thing(value):
        return False
    classes = character_classes(value)
    if not classes & {"digit", "sign"} or ("sign" not in classes and "password" in value.lower()):
        return False
    return len(classes) >= (3 if strong else 2)


def character_classes(value: str) -> set[str]:
    """Which of lower, upper, digit and sign `value` uses; joints of names and paths count as no sign."""
    return {_class_of(char) for char in value} - {"joint"}


def is_expression(value: str) -> bool:
    """Whether an unquoted `value` is code, a template or a path instead of a literal."""
    return value.startswith(_EXPRESSION_START) or _EXPRESSION.search(value) is not None or "/" in value


def _is_named_thing(value: str) -> bool:
    if is_placeholder(value) or is_stock_password(value) or _TRADE.match(value):
        return True
    if any(shape.fullmatch(value) for shape in (_UUID, _TICKET, _ENV_NAME, _DOTTED, _MAIL, _MEASURE)):
        return True
    if _REFERENCE.match(value) or value.startswith(("$", "{", "%")):
        return True
    parts = _PART.split(value)
    return len(parts) > 1 and all(map(_WORD_PART.fullmatch, parts))


def _class_of(char: str) -> str:
    if char.isdigit():
        return "digit"
    if char.isupper():
        return "upper"
    if char.isalpha():
        return "lower"
    return "joint" if char in "-_./:" else "sign"


def _changes(value: str, classes: dict[str, str]) -> int:
    """How often neighbouring letters and digits differ in class: often in a token, seldom in a name."""
    kinds = [classes.get(_class_of(char), "") for char in value]
    return sum(left != right and bool(left and right) for left, right in pairwise(kinds))
