"""What the sample's texts leave open: dates that move with the clock, session numbers, and things that must
not stand in a repository as they are.

| in a text               | becomes                                                       |
| ----------------------- | ------------------------------------------------------------- |
| `{{day:-12}}`           | the date twelve days before now, UTC: `2026-11-06`            |
| `{{stamp:-12}}`         | that moment: `2026-11-06T09:30:00.000Z`                       |
| `{{saved}}`             | the moment the file itself was last saved                     |
| `{{session:name}}`      | the number of that session                                    |
| `{{secret:aws}}`        | a made-up key; also `database-url`                            |
| `{{hidden:zero-width}}` | characters that do not show; also `bidi`                      |
"""

import re

from memtui.memory.clock import iso

DAY_SECONDS = 86_400.0

_PLACEHOLDER = re.compile(r"\{\{([a-z]{1,20})(?::([^{}\n]{1,60}))?\}\}")
_SESSIONS = "sessions.teashop.example"

# In pieces, so that a scanner that looks through this repository finds no key. None of them opens anything.
_SECRETS = {
    "aws": "".join(("AK", "IA", "3TEAPOT", "4KETTLE7X")),
    "database-url": "".join(("postgres", "://shop:", "4Cups0fOolong7", "@db.staging.teashop.example:5432/shop")),
}
_HIDDEN = {
    "zero-width": "\u200b\u2060",
    "bidi": "\u202etxt.tpiecer\u202c",
}


def expand(text: str, now: float, saved: float) -> str:
    """`text` with every placeholder filled in, in a single pass; an unknown one is an error in the sample."""

    def fill(match: re.Match[str]) -> str:
        kind, value = match.group(1), match.group(2) or ""
        if kind == "saved":
            return iso(saved)
        if kind == "day":
            return iso(now + float(value) * DAY_SECONDS)[:10]
        if kind == "stamp":
            return iso(now + float(value) * DAY_SECONDS)
        if kind == "session":
            return session_id(value)
        return {"secret": _SECRETS, "hidden": _HIDDEN}[kind][value]

    return _PLACEHOLDER.sub(fill, text)


def session_id(name: str) -> str:
    """The number of the session that goes by `name` in the sample; the same in every build."""
    return made_id(f"{_SESSIONS}/{name}")


def made_id(seed: str) -> str:
    """A uuid that depends on `seed` alone."""
    import uuid

    return str(uuid.uuid5(uuid.NAMESPACE_DNS, seed))
