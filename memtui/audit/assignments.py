"""Secrets that only their surroundings give away: `password = …`, a password in a URL, a header.

`find_assigned` yields spans over the whole text. The name decides where to look and the shape of the value
decides whether it is one: the freer the surroundings (prose rather than quotes), the more a value must look
like a secret.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from memtui.audit.lettercase import lowered
from memtui.audit.shapes import (
    MAX_PASSWORD,
    character_classes,
    is_expression,
    is_password,
    is_placeholder,
    is_random,
    is_stock_password,
)
from memtui.audit.tokens import Found, is_aws_secret

# What comes before "key" in the names of secrets; "primary key" or "cache key" are none.
_SECRET_KEY = re.compile(r"(?:api|access|secret|private|signing|encryption|auth|account|master|service|session)[ _-]?$")
# Tokens that are made to be seen.
_HARMLESS = re.compile(
    r"(?:csrf|xsrf|page|next|sync|continuation|cursor|cancel(?:lation)?|design|public|pad|eos|bos|change"
    r"|update"
    r"|start(?:ing)?|resume|request|lock)[ _-]?$"
)
_NAMES = (
    ("passw", "password"),
    ("passphrase", "password"),
    ("pwd", "password"),
    ("secret", "secret"),
    ("token", "token"),
    ("key", "API key"),
)
_STEM_REST = re.compile(r"(?:ord|ort|d)\b", re.IGNORECASE)
_ASSIGNMENT = re.compile(
    r"""
    (?: ["'`*]{0,4} [ \t]{0,3}
        (?P<sign> := | => | =(?!=) | :(?!:) | (?P<prose> (?<=[ \t]) (?:is|ist|lautet|was) (?=[ \t]) ) )
        [*]{0,2} [ \t]{0,8} [*]{0,2}
      | [ \t]                                      # an option and its value: --token abc
    )
    (?: (?P<quote>["'`]) (?P<quoted>[^"'`\n]{4,256}) (?P=quote)
      # "&" ends a value only where another parameter of a URL follows
      | (?P<bare> [^\s"'`,;|&]{1,256}+ (?: & (?!\w{1,30}=) [^\s"'`,;|&]{0,64}+ ){0,4} )
    )
    """,
    re.ASCII | re.VERBOSE,
)
_OWN_LINE = re.compile(r"[ \t>]*(?:[-*+] |\d+\. |export |set |ENV )?[ \t]*[\"'`*]{0,3}[\w.-]*$", re.ASCII)
_LINE_REST = re.compile(r"[\"'`*]{0,3}[ \t]*[,;]?[ \t]*(?:#.*)?\r?$", re.MULTILINE)
_LOOK_BACK = 60

_URL = re.compile(r"://([^\s:/?#@<>\"'`|]{0,64}):([^\s/@<>\"'`|]{3,200})@([\w.-]{1,253})", re.ASCII)
_LOCAL_HOST = re.compile(
    r"[^.]*|127\.[\d.]+|0\.0\.0\.0|(?:.*\.)?(?:example(?:\.\w+)?|localhost|local|test|invalid|internal)",
    re.IGNORECASE,
)
_BEARER = re.compile(r"[Bb]earer[ \t]{1,4}([\w.~+/-]{16,2000}=*)", re.ASCII)
_BASIC = re.compile(r"[Bb]asic[ \t]{1,4}([A-Za-z0-9+/]{8,400}={0,2})(?![\w+/=])", re.ASCII)
_CURL_USER = re.compile(r"(?:-u|--user)[ =]{0,2}[\"']?[^\s:\"']{1,64}:([^\s\"']{4,200})", re.ASCII)
_NPM_LINE = re.compile(r":_(?:authToken|password|auth)[ \t]{0,3}=[ \t\"']{0,4}([\w+/=.-]{16,99})", re.ASCII)


class _Place(NamedTuple):
    """How free the surroundings of a value are."""

    quoted: bool  # in quotes or after a plain `=`
    own_line: bool  # nothing else on its line, as in a settings file
    prose: bool  # after "is"


def find_assigned(text: str) -> Iterator[Found]:
    """Every value that its name, header or URL marks as a secret, in no particular order."""
    low = lowered(text)
    for stem, kind in _NAMES:
        yield from _named(text, low, stem, kind)
    if "@" in text and "://" in text:
        yield from _url_passwords(text)
    if "earer" in text:
        yield from _shaped(text, _BEARER, "bearer token", is_random, 4)
    if "asic" in text:
        yield from _shaped(text, _BASIC, "basic authorization", _is_basic)
    if "curl" in low and ("-u" in text or "--user" in text):
        yield from _shaped(text, _CURL_USER, "password", _is_plain_password)
    if ":_" in text:
        yield from _shaped(text, _NPM_LINE, "npm token", _is_npm_token, 4)


def _shaped(
    text: str, pattern: re.Pattern[str], kind: str, is_real: Callable[[str], bool], open_head: int = 0
) -> Iterator[Found]:
    for match in pattern.finditer(text):
        if is_real(match[1]):
            yield Found(match.start(1), match.end(1), kind, open_head)


def _is_plain_password(value: str) -> bool:
    return is_password(value, strong=False)


def _is_npm_token(value: str) -> bool:
    return not is_placeholder(value) and len(character_classes(value) & {"digit", "lower"}) == 2


def _named(text: str, low: str, stem: str, kind: str) -> Iterator[Found]:
    at = low.find(stem)
    while at >= 0:
        after = at + len(stem)
        if stem == "passw":
            rest = _STEM_REST.match(text, after)
            after = rest.end() if rest else after
        match = _ASSIGNMENT.match(text, after)
        if match and _is_secret_name(low, at, stem):
            found = _judge(text, low, at, match, kind)
            if found:
                yield found
        at = low.find(stem, at + len(stem))


def _is_secret_name(low: str, at: int, stem: str) -> bool:
    before = low[max(0, at - 14) : at]
    return bool(_SECRET_KEY.search(before)) if stem == "key" else not _HARMLESS.search(before)


def _judge(text: str, low: str, at: int, match: re.Match[str], kind: str) -> Found | None:
    group = "quoted" if match["quote"] else "bare"
    value = match[group] if group == "quoted" else match[group].rstrip(".:)]}")
    start, end = match.start(group), match.start(group) + len(value)
    random = is_random(value)
    if (not random and len(value) > MAX_PASSWORD) or " " in value:
        return None
    place = _place(text, at, match)
    if place is None or text[end : end + 1] in tuple("([{<"):
        return None
    if random:
        is_aws = is_aws_secret(value) and _says_aws(low, at)
        return Found(start, end, "AWS secret key" if is_aws else kind)
    if group == "bare" and is_expression(value):
        return None
    return Found(start, end, kind, open_head=0) if _is_worded_secret(value, kind, place) else None


def _says_aws(low: str, at: int) -> bool:
    name = low[max(0, at - 16) : at + 6]
    return "access" in name or ("secret" in name and "aws" in low[max(0, at - 80) : at])


def _place(text: str, at: int, match: re.Match[str]) -> _Place | None:
    """The surroundings, or None where name and value only stand side by side ("password reset")."""
    line = text.rfind("\n", max(0, at - _LOOK_BACK), at) + 1 or max(0, at - _LOOK_BACK)
    before = text[line:at]
    if match["sign"] is None:
        is_option = before.rpartition(" ")[2].strip("`\"'").startswith("--")
        return _Place(quoted=True, own_line=False, prose=False) if is_option else None
    own_line = bool(_OWN_LINE.match(before)) and bool(_LINE_REST.match(text, match.end()))
    quoted = match["quote"] is not None or match["sign"] in ("=", ":=")
    return _Place(quoted, own_line, match["prose"] is not None)


def _is_worded_secret(value: str, kind: str, place: _Place) -> bool:
    """Whether a value that is no random token is a password that somebody thought of."""
    plain = (place.quoted or place.own_line) and not place.prose
    if kind == "password":
        return is_password(value, strong=not plain)
    # A key or token is hardly ever invented by a person, so here only an unmistakable one counts.
    return plain and "sign" in character_classes(value) and is_password(value, strong=True)


def _url_passwords(text: str) -> Iterator[Found]:
    for match in _URL.finditer(text):
        user, password, host = match.groups()
        if _is_url_password(user, password, host):
            yield Found(match.start(2), match.end(2), "password in a URL", open_head=0)


def _is_url_password(user: str, password: str, host: str) -> bool:
    if password.startswith(("$", "{", "[", "(", "%", "*")) or is_placeholder(password):
        return False
    if is_stock_password(password):
        return False
    if password.isdigit() and len(password) <= 5:
        return False
    if password.lower() == user.lower() or (password.isupper() and password.replace("_", "").isalpha()):
        return False
    # On one's own machine and in documentation, a simple password is a stand-in.
    return not _LOCAL_HOST.fullmatch(host) or is_random(password) or is_password(password, strong=True)


def _is_basic(value: str) -> bool:
    """Whether a Basic header really holds `user:password`."""
    import binascii

    try:
        decoded = binascii.a2b_base64(value + "=" * (-len(value) % 4)).decode("ascii")
    except ValueError:
        return False
    user, colon, password = decoded.partition(":")
    return bool(colon and password) and decoded.isprintable() and _is_url_password(user, password, "acme.net")
