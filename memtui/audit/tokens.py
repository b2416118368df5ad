"""Secrets that give themselves away by their format: prefixed keys, webhook addresses, JWTs and key blocks.

`find_tokens` yields spans over the whole text. Every format starts with a fixed head that is searched first,
so a text without any costs one fast scan a head; the rest of a pattern is tried only at a head, and what it
may repeat is bounded.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from memtui.audit.shapes import is_placeholder, is_varied


class Found(NamedTuple):
    """A secret as offsets into the whole text; at most `open_head` of its first characters may be shown."""

    start: int
    end: int
    kind: str
    open_head: int = 4


class Format(NamedTuple):
    """A token format: where to look, what must stand there, and whether the value is a real one."""

    kind: str
    head: re.Pattern[str]
    whole: re.Pattern[str]
    is_real: Callable[[str], bool]


def find_tokens(text: str) -> Iterator[Found]:
    """Every token of a known format, in no particular order; its value is group 1, or the whole match."""
    for form in FORMATS:
        done = 0
        for head in form.head.finditer(text):
            if head.start() < done:
                continue
            match = form.whole.match(text, head.start())
            if match is None:
                continue
            done = match.end()
            group = form.whole.groups
            if form.is_real(match.group(group)):
                yield Found(match.start(group), match.end(group), form.kind)
    yield from _aws_secret_keys(text)
    yield from _twilio_keys(text)
    yield from _telegram_tokens(text)
    yield from _discord_tokens(text)
    if "PRIVATE KEY" in text:
        yield from _private_keys(text)


def _form(
    kind: str, head: str, rest: str, is_real: Callable[[str], bool] = is_varied, before: str = "A-Za-z0-9"
) -> Format:
    return Format(kind, re.compile(head), re.compile(rf"(?<![{before}]){head}{rest}", re.ASCII), is_real)


def _is_aws_key(value: str) -> bool:
    return len(set(value[4:])) >= 6 and not is_placeholder(value)


def _is_azure_key(value: str) -> bool:
    # The storage emulator's key is the same for everyone and printed in its manual.
    return is_varied(value) and not value.startswith("Eby8vdM02xNOcqFl")


def _is_openai_key(value: str) -> bool:
    named = value.startswith(("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"))
    return (named or "T3BlbkFJ" in value or (len(value) >= 43 and value[3:].isalnum())) and is_varied(value)


def _is_other_sk_key(value: str) -> bool:
    has_digit = any(map(str.isdigit, value))
    return not value.startswith("sk-ant-") and not _is_openai_key(value) and has_digit and is_varied(value)


def _is_jwt(value: str) -> bool:
    """Three parts, the first a JSON object with `alg`; John Doe's token is the sample of every manual."""
    header, payload, _ = value.split(".")
    fields = _json_object(header)
    if fields is None or "alg" not in fields:
        return False
    claims = _json_object(payload) or {}
    return claims.get("name") != "John Doe" and claims.get("sub") != "1234567890"


def _json_object(part: str) -> dict[str, object] | None:
    import binascii
    import json

    try:
        raw = binascii.a2b_base64(part.replace("-", "+").replace("_", "/") + "=" * (-len(part) % 4))
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


FORMATS = (
    _form("AWS access key", "A(?:KIA|SIA|BIA|CCA)", r"[A-Z0-9]{16}(?![A-Za-z0-9])", _is_aws_key),
    _form("GitHub token", "gh[pousr]_", r"[A-Za-z0-9_]{36,255}"),
    _form("GitHub token", "github_pat_", r"[A-Za-z0-9_]{36,255}"),
    _form("GitLab token", "gl(?:pat|dt|ft|rt|ptt|soat|cbt|imt|agent|oas)-", r"[\w.-]{20,300}(?<!\.)"),
    # What a browser keeps (xoxd) is encoded for a URL.
    _form("Slack token", "xox[a-eoprs]-", r"(?:(?<=d-)[A-Za-z0-9%+/-]{20,400}={0,2}|[A-Za-z0-9-]{20,250})"),
    _form("Slack token", "xapp-", r"\d-[A-Z0-9]{1,40}-[0-9]{1,40}-[A-Za-z0-9]{20,128}"),
    _form("Slack webhook", r"hooks\.slack\.com/", r"(?:services|workflows|triggers)/(\w{5,20}/[\w/]{20,99})"),
    _form("Discord webhook", r"/api/webhooks/", r"(\d{15,22}/[\w-]{40,100})", before="@"),
    _form("Anthropic API key", "sk-ant-", r"(?:[a-z]{2,10}\d{2}-)?[\w-]{24,250}", before="A-Za-z0-9-"),
    _form("OpenAI API key", "sk-", r"[\w-]{20,250}", _is_openai_key, before="A-Za-z0-9-"),
    _form("API key", "sk-", r"[\w-]{28,250}", _is_other_sk_key, before="A-Za-z0-9-"),
    _form("Google API key", "AIza", r"[\w-]{35}(?![\w-])"),
    _form("Google client secret", "GOCSPX-", r"[\w-]{24,64}"),
    _form("Google access token", r"ya29\.", r"[\w-]{40,512}"),
    _form("Stripe key", "sk_live_", r"[A-Za-z0-9]{16,255}"),
    _form("Stripe key", "rk_live_", r"[A-Za-z0-9]{16,255}"),
    _form("Stripe webhook secret", "whsec_", r"[A-Za-z0-9+/]{24,128}"),
    _form("npm token", "npm_", r"[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
    _form("PyPI token", "pypi-AgE", r"[\w-]{50,512}"),
    _form("Hugging Face token", "hf_", r"[A-Za-z0-9]{30,64}(?![A-Za-z0-9_])"),
    _form("SendGrid key", r"SG\.", r"[\w-]{16,32}\.[\w-]{32,64}"),
    _form("DigitalOcean token", "do[opr]_v1_", r"[0-9a-f]{64}"),
    _form("Azure storage key", "AccountKey=", r"([A-Za-z0-9+/]{86}==)", _is_azure_key),
    _form("JSON web token", "eyJ", r"[\w-]{10,8192}+\.[\w-]{4,16384}+\.[\w-]{16,2048}", _is_jwt, "A-Za-z0-9-"),
)

_AWS_KEY_ID = re.compile(r"A(?:KI|SI)A[A-Z0-9]{16}")
_AWS_SECRET = re.compile(r"(?<![\w+/=.-])[A-Za-z0-9+/]{40}(?![\w+/=-])", re.ASCII)
_AWS_REACH = 200
_TWILIO = re.compile(r"SK(?<![A-Za-z0-9]SK)[0-9a-f]{32}(?![A-Za-z0-9])")
_TELEGRAM = re.compile(r":AA[\w-]{32,34}(?![\w-])", re.ASCII)
_TELEGRAM_ID = re.compile(r"(?<!\d)\d{8,10}$", re.ASCII)
_DISCORD = re.compile(r"\.[\w-]{6}\.[\w-]{27,38}(?![\w-])", re.ASCII)
_DISCORD_ID = re.compile(r"(?<![A-Za-z0-9-])[MNO][A-Za-z0-9]{22,27}$", re.ASCII)


def is_aws_secret(value: str) -> bool:
    """Whether `value` has the form of the secret half of an AWS key; a hash of git has no capitals."""
    if not _AWS_SECRET.fullmatch(value) or not is_varied(value):
        return False
    return all(any(map(kind, value)) for kind in (str.islower, str.isupper, str.isdigit))


def _aws_secret_keys(text: str) -> Iterator[Found]:
    """A secret key bears no mark of its own: here, one that follows closely on its access key."""
    for key in _AWS_KEY_ID.finditer(text):
        for match in _AWS_SECRET.finditer(text, key.end(), key.end() + _AWS_REACH):
            if is_aws_secret(match.group()):
                yield Found(match.start(), match.end(), "AWS secret key")


def _twilio_keys(text: str) -> Iterator[Found]:
    matches = list(_TWILIO.finditer(text))
    if not matches or "twilio" not in text.lower():
        return
    for match in matches:
        if is_varied(match.group()):
            yield Found(match.start(), match.end(), "Twilio API key")


def _telegram_tokens(text: str) -> Iterator[Found]:
    for match in _TELEGRAM.finditer(text):
        bot = _TELEGRAM_ID.search(text[max(0, match.start() - 11) : match.start()])
        if bot and is_varied(match.group()):
            yield Found(match.start() - len(bot.group()), match.end(), "Telegram bot token")


def _discord_tokens(text: str) -> Iterator[Found]:
    """The first part of a bot token is the bot's number in base64, which no file name or domain imitates."""
    import binascii

    for match in _DISCORD.finditer(text):
        bot = _DISCORD_ID.search(text[max(0, match.start() - 29) : match.start()])
        if bot is None:
            continue
        part = bot.group()
        try:
            number = binascii.a2b_base64(part + "=" * (-len(part) % 4))
        except ValueError:
            continue
        if number.isdigit() and not is_placeholder(match.group()[1:]):
            yield Found(match.start() - len(part), match.end(), "Discord bot token")


_KEY_BEGIN = re.compile(r"-----BEGIN (?:[A-Z0-9]{2,10} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
# A block may be quoted, indented, or a string with its line ends written as \n.
_KEY_GAP = r"(?:\s|\\[nr]|[>|\"'+])"
_KEY_HEADER = rf"{_KEY_GAP}{{0,9}}[A-Z][A-Za-z-]{{2,20}}: [^\n\\]{{0,200}}"
_KEY_HEADERS = re.compile(rf"(?:{_KEY_HEADER}){{0,6}}{_KEY_GAP}{{0,40}}+")
_ABRIDGED = re.compile(r"\.\.\.|…|EXAMPLE|\*\*\*")
_KEY_BODY = re.compile(r"[A-Za-z0-9+/=]{32,}+")
_KEY_MORE = re.compile(
    rf"{_KEY_GAP}{{1,40}}+(?:[A-Za-z0-9+/]{{16,}}+={{0,2}}|[A-Za-z0-9+/]{{0,15}}={{1,2}})(?=\s|\\[nr]"
    rf"|[\"'-]|$)"
)


def _private_keys(text: str) -> Iterator[Found]:
    """Key blocks with a body; the bare marker line, as documentation quotes it, holds no secret."""
    done = 0
    end = 0
    for begin in _KEY_BEGIN.finditer(text):
        headers = _KEY_HEADERS.match(text, begin.end())
        body = _KEY_BODY.match(text, headers.end() if headers else begin.end())
        # Real bodies hold long runs of one letter (zero bytes), so only a body of few letters is a stand-in.
        if begin.start() < done or body is None or len(set(body.group()[:64])) < 12:
            continue
        if 0 <= end < body.end():
            end = text.find("-----END ", body.end())
        following = text.find("-----BEGIN ", body.end(), max(end, 0))
        done = _line_end(text, end) if end >= 0 and following < 0 else _body_end(text, body.end())
        if not _ABRIDGED.search(text, body.start(), done):
            yield Found(begin.start(), done, "private key", open_head=0)


def _line_end(text: str, end_marker: int) -> int:
    close = text.find("-----", end_marker + len("-----END "), end_marker + 80)
    return close + len("-----") if close >= 0 else end_marker + len("-----END ")


def _body_end(text: str, position: int) -> int:
    """Where a key block without its end marker stops looking like one."""
    while more := _KEY_MORE.match(text, position):
        position = more.end()
    return position
