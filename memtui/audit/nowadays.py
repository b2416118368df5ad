"""Whether "today" dates an event or only means nowadays.

Pure. "We deployed today" has a day, "as it works today" has none. Only clear cases count as an event.
"""

import re

_EVENTS = (
    "added agreed announced approved asked began broke changed chose closed completed confirmed corrected"
    " crashed created cut decided deployed disabled discovered discussed dropped enabled failed finalised"
    " finalized finished fixed found gave happened introduced joined landed launched learned left lost made"
    " merged met migrated moved noticed opened patched published pushed received rejected released removed"
    " renamed reported resolved reverted rolled said sent shipped showed signed started stopped switched"
    " tagged told took turned upgraded went wrote"
)
_STATES = (
    "also always am are aren't can can't cannot could deal depend do does doesn't don't get has have is isn't"
    " keep mostly must need only rely run runs should still store support supports use uses usually want work"
    " works would"
)
_NOWADAYS = frozenset(_STATES.split())
_HAPPENED = frozenset(_EVENTS.split())
_EVENT = rf"(?:{'|'.join(_EVENTS.split())})"

_TOKEN = re.compile(r"[\w'’]+|[.;:!?]")
_STOPS = frozenset(".;:!?")
_FROM = frozenset(("effective", "starting", "beginning", "from", "since"))
_PARTICLES = frozenset(("again", "back", "down", "in", "it", "live", "off", "on", "out", "them", "this", "up"))
_STATE_VERBS = frozenset(("is", "are", "as", "be", "being", "gets", "not", "currently"))
_SUBJECTS = frozenset(("we", "i", "they", "he", "she", "user", "team"))
_BETWEEN = frozenset(("have", "has", "just", "finally"))

_WE = re.compile(r"[ \t]+(?:we|I|they|he|she)[ \t]+([\w'’]+)", re.IGNORECASE)
_SOMETHING_HAPPENED = re.compile(rf"[ \t]+(?:[\w'’-]+[ \t]+){{1,4}}?{_EVENT}\b", re.IGNORECASE)
_OCCASION = re.compile(
    r"[ \t]+(?:call|conversation|decision|demo|deploy(?:ment)?|discussion|incident|meeting|outage|session)\b",
    re.IGNORECASE,
)


def dates_an_event(before: str, after: str, owner: bool, begins: bool) -> bool:
    """Judges by the words around; `owner` is for "today's", `begins` for the beginning of a sentence."""
    if owner:
        return _OCCASION.match(after) is not None
    if _is_led_by_an_event(before):
        return True
    if after.startswith(","):
        return begins and _SOMETHING_HAPPENED.match(after, 1) is not None
    subject = _WE.match(after)
    if subject:
        return subject[1].lower().replace("’", "'") not in _NOWADAYS
    return begins and _SOMETHING_HAPPENED.match(after) is not None


def _is_led_by_an_event(before: str) -> bool:
    words = _TOKEN.findall(before.lower())
    if not words:
        return False
    if words[-1] in _FROM or words[-2:] == ["as", "of"]:
        return True
    place = len(words) - (2 if words[-1] in _PARTICLES else 1)
    if place >= 0 and words[place] in _HAPPENED and (place == 0 or words[place - 1] not in _STATE_VERBS):
        return True
    return _somebody_did(words)


def _somebody_did(words: list[str]) -> bool:
    """Whether the clause so far says that a person did something: "we shipped version 2 …"."""
    for place in range(len(words) - 1, 0, -1):
        if words[place] in _STOPS:
            return False
        if words[place] in _HAPPENED:
            who = words[place - 2] if words[place - 1] in _BETWEEN and place > 1 else words[place - 1]
            if who in _SUBJECTS:
                return True
    return False
