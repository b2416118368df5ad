"""Whether "today" dates an event or only means nowadays.

Pure. "We deployed today" has a day, "as it works today" has none. Only clear cases count as an event.
"""

import re

_EVENTS = (
    "added agreed announced approved asked began broke changed chose closed completed confirmed corrected"
    " crashed created cut decided deployed disabled discovered discussed dropped enabled failed finalised"
    " finalized finished fixed found gave happened introduced joined landed launched learned left lost made"
    " merged met migrated moved noticed opened patched published pushed received rejected released removed"
    " renamed reported resolved reverted rolled said sent shipped showed signed started stopped switched tagged"
    " told took turned upgraded went wrote"
)
_STATES = (
    "also always am are aren't can can't cannot could deal depend do does doesn't don't get has have is isn't"
    " keep mostly must need only rely run runs should still store support supports use uses usually want work"
    " works would"
)
_NOWADAYS = frozenset(_STATES.split())
_EVENT = rf"(?:{'|'.join(_EVENTS.split())})"
_PARTICLE = r"(?:[ \t]+(?:again|back|down|in|it|live|off|on|out|them|this|up))?"
_STATE_BEFORE = (
    r"(?<!\bis )(?<!\bare )(?<!\bas )(?<!\bbe )(?<!\bbeing )(?<!\bgets )(?<!\bnot )(?<!\bcurrently )"
)

_LED_BY_AN_EVENT = re.compile(
    r"\b(?:as of|effective|starting|beginning|from|since)[ \t]+\Z"
    rf"|{_STATE_BEFORE}\b{_EVENT}{_PARTICLE}[ \t]+\Z"
    rf"|\b(?:we|I|they|he|she|user|team)[ \t]+(?:(?:have|has|just|finally)[ \t]+)?{_EVENT}\b[^.;:!?\n]*\Z",
    re.IGNORECASE,
)
_WE = re.compile(r"[ \t]+(?:we|I|they|he|she)[ \t]+([\w'’]+)", re.IGNORECASE)
_SOMETHING_HAPPENED = re.compile(rf"[ \t]+(?:[\w'’-]+[ \t]+){{1,4}}?{_EVENT}\b", re.IGNORECASE)
_SOMETHING_IS = re.compile(
    rf",[ \t]+(?:[\w'’-]+[ \t]+){{1,4}}?(?:{'|'.join(_STATES.split())})\b", re.IGNORECASE
)
_OCCASION = re.compile(
    r"[ \t]+(?:call|conversation|decision|demo|deploy|deployment|discussion|incident|meeting|outage|session)\b",
    re.IGNORECASE,
)


def dates_an_event(before: str, after: str, owner: bool, begins: bool) -> bool:
    """Judges by the words around: `owner` for "today's", `begins` where it begins a sentence."""
    if owner:
        return _OCCASION.match(after) is not None
    if _LED_BY_AN_EVENT.search(before):
        return True
    if after.startswith(","):
        return begins and not _SOMETHING_IS.match(after)
    subject = _WE.match(after)
    if subject:
        return subject[1].lower().replace("’", "'") not in _NOWADAYS
    return begins and _SOMETHING_HAPPENED.match(after) is not None
