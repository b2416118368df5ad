"""Text in a memory that gives the model orders to override others, as a prompt injection does.

`find_orders` reads, and follows nothing. Memories are full of honest imperatives ("never mock the database"),
so an order is reported only when it takes command: of earlier instructions, of the role, of what the user may
know, of what leaves the machine. What stands in quotes or in code is talk about such orders and is left alone,
and so are rules against them ("never …") and reports of them.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from memtui.audit.foreign import FOREIGN
from memtui.audit.hidden import clean
from memtui.audit.lettercase import lowered
from memtui.audit.phrase import CLAUSE, CONDITION, DENIED, GATES, ORDER, PERMITTED, RISKY, Phrase
from memtui.audit.phrases import PHRASES as ENGLISH
from memtui.audit.quotes import BLANK, unquoted_marks, unquoted_words

EXCERPT = 100


class Order(NamedTuple):
    """An order to the model: its 1-based line, the words, and what makes it one."""

    line: int
    excerpt: str
    why: str


class _Hit(NamedTuple):
    start: int
    end: int
    why: str


FORGED = "imitates a message of the system"
PIPED = "tells the model to run a program straight from the network"
ENCODED = "hides a program in base64 and runs it"

_PHRASES = (*ENGLISH, *FOREIGN)
_NEEDLES: dict[str, list[str]] = {}
for _needle in sorted({needle for phrase in _PHRASES for needle in phrase.needles}):
    _NEEDLES.setdefault(next((gate for gate in GATES if gate in _needle), _needle), []).append(_needle)
_SENTENCE_END = re.compile(r"[.!?]['\")*_]{0,2}\s|\n[ \t]*(?:\n|[-*+>#|]|\d+[.)]\s)|:\s*\n")
_SENTENCE_REACH = 240
_CLAUSE_START = re.compile(
    r"(?:^|[.!?:;,(—–>\]]|^[-*+#>|\s\d.)]+|\s-{1,2}|\b(?:please|now|and|then|must|should|shall|always|also"
    r"|just|simply|immediately"
    r"|first|instead|therefore|kindly|will|want you to|need to|have to|are to|remember to|make sure (?:to"
    r"|you)|important to"
    r"|important|claude|assistant))[\s*_>#-]*\Z"
)
_DENIAL = re.compile(
    r"\b(?:never|not|don['’]t|doesn['’]t|won['’]t|cannot|can['’]t|mustn['’]t|shouldn['’]t|avoid|refuse"
    r"|reject|no|nie|nicht)\b"
)
_CONDITIONAL = re.compile(
    r"^[\s*_>#-]*(?:for|on|when|if|in|during|while|unless|under|once|after|inside|as long)\b(?! you (?:read"
    r"|see|load))"
)
_DISCUSSION = re.compile(
    r"\b(?:injection|injected|jailbreak\w*|attack\w*|payloads?|malicious|adversar\w*|phish\w*|detect\w*"
    r"|filters?|red[- ]team\w*"
    r"|phrases?|such as|e\.g\.|regex|patterns?|says?|saying|said|told|tells|tries|trying|test (?:case"
    r"|prompt|input)s?|examples?)\b"
)
_PERMISSION = re.compile(
    r"\b(?:prefers?|wants?|likes?|allow(?:s|ed)|may|can|fine|ok|okay|asked|agreed|tests?|lint\w*|format\w*"
    r"|type[- ]?check\w*|build|read"
    r"|search|suite|pytest|make)\b"
)

_RISKY_STEP = re.compile(
    r"(?:^[\s>#+\d.)-]*|[,;:(—–]\s*|\b(?:and|then|always|please|must|should|now|just|silently|quietly|may"
    r"|to)\s+)"
    r"(?:force[- ])?(?:push|delete|commit|send|upload|install|run|execute|merge|deploy|add|remove|overwrite"
    r"|change|write|edit"
    r"|create|approve|accept|disable|enable|drop|rewrite|download|publish|apply|move|copy|grant|modify"
    r"|proceed|act|do|make"
    r"|update|replace|share|post|pay|buy|order|sign|reset|revert|erase|open)\b"
)


def find_orders(text: str) -> list[Order]:
    """Every order of `text` that overrides others, in order of appearance, once a line and reason."""
    low = lowered(text)
    hits = [*_phrases(low), *_forgeries(text, low), *_programs(low)]
    orders: dict[tuple[int, str], Order] = {}
    line, counted = 1, 0
    for hit in sorted(hits):
        line += text.count("\n", counted, hit.start)
        counted = hit.start
        orders.setdefault((line, hit.why), Order(line, _excerpt(text, hit), hit.why))
    return list(orders.values())


def _excerpt(text: str, hit: _Hit) -> str:
    """The order and the rest of its line, on one line and without anything hidden."""
    line_end = text.find("\n", hit.end, hit.start + EXCERPT)
    end = line_end if line_end >= 0 else max(hit.end, hit.start + EXCERPT)
    words = " ".join(clean(text[hit.start : end]).split())
    return words if len(words) <= EXCERPT else words[: EXCERPT - 1] + "…"


def _phrases(low: str) -> Iterator[_Hit]:
    near = (needle for gate, needles in _NEEDLES.items() if gate in low for needle in needles)
    present = {needle for needle in near if needle in low}
    if not present:
        return
    # Quotes are looked at only when a phrase is there at all, because that costs more than all the rest.
    plain = _without_marks(low)
    spoken = [phrase for phrase in _PHRASES if any(_said(plain, phrase, present))]
    if spoken:
        words = _without_marks(unquoted_words(low))
        for phrase in spoken:
            for hit in _said(words, phrase, present):
                if _is_meant(words, hit.start, phrase.guards):
                    yield hit


def _without_marks(words: str) -> str:
    """Emphasis and back-ticks as spaces, so that they part no phrase."""
    return words.replace("`", " ").replace("*", " ").replace('"', " ")


def _said(words: str, phrase: Phrase, present: set[str]) -> Iterator[_Hit]:
    for needle in phrase.needles:
        at = words.find(needle) if needle in present else -1
        while at >= 0:
            lead = phrase.lead.search(words, max(0, at - phrase.reach), at) if phrase.lead else None
            tail = phrase.tail.match(words, at) if lead or not phrase.lead else None
            if tail:
                yield _Hit(lead.start() if lead else at, tail.end(), phrase.why)
            at = words.find(needle, at + len(needle))


def _is_meant(words: str, start: int, guards: frozenset[str]) -> bool:
    """Whether the sentence before `start` leaves the phrase an order."""
    before = _sentence_before(words, start)
    if _DISCUSSION.search(_line_before(words, start)):
        return False
    if CLAUSE in guards and not _CLAUSE_START.search(before):
        return False
    if DENIED in guards and _DENIAL.search(before):
        return False
    if CONDITION in guards and _CONDITIONAL.search(before):
        return False
    if RISKY in guards and not _RISKY_STEP.search(before):
        return False
    return PERMITTED not in guards or not _PERMISSION.search(before)


def _line_before(words: str, start: int) -> str:
    begin = max(0, start - _SENTENCE_REACH)
    return words[max(words.rfind("\n", begin, start) + 1, begin) : start]


def _sentence_before(words: str, start: int) -> str:
    begin = max(0, start - _SENTENCE_REACH)
    before = words[begin:start]
    end = 0
    for match in _SENTENCE_END.finditer(before):
        end = match.end()
    return before[end:]


# Two patterns with a fixed first character are searched much faster than one without.
_MARKUPS = (
    re.compile(
        r"<(?:/?(?:system(?:[-_](?:reminder|prompt|message))?|assistant|function_(?:calls|results)"
        r"|tool_results?)>"
        r"|\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|end_header_id|eot_id"
        r"|begin_of_text)\|>"
        r"|</?sys>>)"
    ),
    re.compile(r"\[/?inst\]"),
)
_TALKED_OF = re.compile(
    r"\s*(?:tags?|tokens?|blocks?|elements?|markers?|delimiters?|wrappers?|is|are|in|for|and|,|=|\|)(?:\W|\Z)"
)
_LINE_OPENING = re.compile(r"[\s>*#+\d.)\x00-]*\Z")
_SYSTEM_LINE = re.compile(
    r"^[ \t>*#\[(-]{0,12}(?:NEW |IMPORTANT )?SYSTEM(?: (?:PROMPT|MESSAGE|NOTE|OVERRIDE|NOTICE|INSTRUCTIONS?"
    r"|ALERT|COMMAND|UPDATE))?"
    r"(?:[\])*]{0,3}:[*]{0,2}|\])[ \t]{1,8}(?i:you (?:are|must|will|should|have)|ignore|disregard|forget"
    r"|override|do not|don't|never"
    r"|always(?! on)|run(?! on| in)|execute|send|delete|reveal|from now|obey|approve|disable|bypass|act as"
    r"|pretend|respond|reply)\b",
    re.MULTILINE,
)


def _forgeries(text: str, low: str) -> Iterator[_Hit]:
    """Role tags and system messages; one in the middle of a sentence is talk about them."""
    if "SYSTEM" in text:
        for match in _SYSTEM_LINE.finditer(unquoted_words(text)):
            yield _Hit(match.start(), match.end(), FORGED)
    if not any(markup.search(low) for markup in _MARKUPS):
        return
    marks = unquoted_marks(low)
    for markup in _MARKUPS:
        for match in markup.finditer(marks):
            if _is_in_place(marks, match):
                yield _Hit(match.start(), match.end(), FORGED)


def _is_in_place(marks: str, match: re.Match[str]) -> bool:
    """Whether a role tag stands where it would act, and not as a word of a sentence."""
    line = _line_before(marks, match.start())
    ends_line = marks[match.end() : match.end() + 1] in ("", "\n", "\r")
    opens = _LINE_OPENING.match(line) or line.rstrip().endswith((".", "!", "?", ">", "]"))
    return bool(opens or (ends_line and "/" in match.group())) and not _TALKED_OF.match(marks, match.end())


_PIPE_TO_SHELL = re.compile(r"\|\s{0,4}(?:sudo\s+(?:-\w+\s+){0,2})?(?:ba|z|da|k)?sh\b")
_DOWNLOAD = re.compile(r"\b(?:curl|wget)\b[^\n|]{1,300}\Z")
_RUN = re.compile(r"\b(?:run|execute|exec|invoke|launch|paste)\b[^.\n]{0,40}\Z")
_URGED = re.compile(
    r"\b(?:always|every|each|silently|quietly|immediately|must|first|before (?:any|you)|at the start)\b"
)
_KNOWN_INSTALLERS = re.compile(
    r"https://(?:sh\.rustup\.rs|astral\.sh|get\.docker\.com|deno\.land|bun\.sh|install\.python-poetry\.org"
    r"|get\.pnpm\.io|starship\.rs"
    r"|ollama\.com|mise\.run|get\.sdkman\.io|claude\.ai|fnm\.vercel\.app|nixos\.org|get\.helm\.sh"
    r"|raw\.githubusercontent\.com/(?:nvm-sh|homebrew|pyenv|helm|ohmyzsh|k3s-io))(?:[/\s`\"')]|\Z)"
)
_BASE64_PIPED = re.compile(
    r"base64\s+(?:-d|--decode)\b[^\n|]{0,80}\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python3?|perl|node|ruby)\b"
)
_BASE64_CALLED = re.compile(r"(?:eval|exec)\s*\(\s*(?:atob|base64\.b64decode|b64decode)\s*\(\s*b?[\"'][a-z0-9+/]{24}")
_BASE64_DATA = re.compile(r"[a-z0-9+/]{24}")
_BASE64_SAID = re.compile(
    r"decode\s+[^.\n]{0,60}base64[^.\n]{0,60}(?:and|then|,)\s+(?:run|execute|follow|obey|eval)\s+(?:it|them"
    r"|what|the (?:result|code|output"
    r"|commands?|instructions?))\b|decode\s+(?:it|this|the following)[^.\n]{0,60}(?:and|then)\s+(?:run"
    r"|execute|obey)\s+(?:it|the result)\b"
)


def _programs(low: str) -> Iterator[_Hit]:
    """Orders to run what nobody has read."""
    if "curl" in low or "wget" in low:
        yield from _piped(low)
    if "base64" in low or "atob" in low:
        yield from _encoded(low)


def _piped(low: str) -> Iterator[_Hit]:
    words = ""
    for pipe in _PIPE_TO_SHELL.finditer(low):
        download = _DOWNLOAD.search(low, max(0, pipe.start() - 300), pipe.start())
        if not download or _KNOWN_INSTALLERS.search(download.group()):
            continue
        words = words or unquoted_words(low)
        before = _sentence_before(words, download.start())
        run = _RUN.search(before)
        start = download.start() - len(before) + (run.start() if run else 0)
        if not run or not _is_meant(words, start, ORDER):
            continue
        # An installer is commonly given in code; urged upon the model it is more than documentation.
        if words[download.start()] != BLANK or _URGED.search(before):
            yield _Hit(start, pipe.end(), PIPED)


def _encoded(low: str) -> Iterator[_Hit]:
    for match in _BASE64_PIPED.finditer(low):
        if _BASE64_DATA.search(low, max(0, match.start() - 400), match.start()):
            yield _Hit(match.start(), match.end(), ENCODED)
    for match in _BASE64_CALLED.finditer(low):
        yield _Hit(match.start(), match.end(), ENCODED)
    if "decode" in low:
        words = unquoted_words(low)
        for match in _BASE64_SAID.finditer(words):
            if "base64" in match.group() and _is_meant(words, match.start(), ORDER):
                yield _Hit(match.start(), match.end(), ENCODED)
