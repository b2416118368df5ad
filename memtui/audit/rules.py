"""The rules by id: how bad, whether some of their findings can be mended mechanically, and what they mean."""

from typing import NamedTuple

from memtui.audit.finding import ERROR, INFO, WARNING


class Rule(NamedTuple):
    """One rule of the audit."""

    id: str
    severity: str
    fixable: bool
    about: str


RULES: tuple[Rule, ...] = (
    Rule("dead-pointer", ERROR, True, "the index points to a file that is not there"),
    Rule("no-pointer", WARNING, True, "a memory that the index does not point to"),
    Rule("pointed-twice", WARNING, True, "the index points to the same memory more than once"),
    Rule("long-pointer", WARNING, True, "a pointer over 150 characters; over 200 it is an error"),
    Rule("index-prose", WARNING, False, "text in the index that is neither pointer nor heading"),
    Rule("index-over", ERROR, False, "the index is over a limit, so its end is not loaded"),
    Rule("index-near", WARNING, False, "the index is at 80% of a limit or more"),
    Rule("no-frontmatter", WARNING, False, "a memory without the block that says what it is"),
    Rule("broken-frontmatter", ERROR, False, "frontmatter that cannot be read"),
    Rule("blank-frontmatter", WARNING, False, "frontmatter in which nothing is filled in"),
    Rule("no-type", WARNING, True, "a memory without a type"),
    Rule("unknown-type", WARNING, False, "a type that the agent does not know"),
    Rule("no-description", WARNING, False, "no description, so recall can only guess"),
    Rule("vague-description", WARNING, False, "a description too general to be selected by"),
    Rule("duplicate-name", WARNING, False, "two memories with one name"),
    Rule("duplicate-content", WARNING, False, "the same content twice"),
    Rule("near-duplicate", WARNING, False, "nearly the same content twice"),
    Rule("relative-date", WARNING, True, "a date that means something else every day"),
    Rule("stale", WARNING, False, "older than its type stays true"),
    Rule("drift", WARNING, False, "names something that the project had and no longer has"),
    Rule("dead-link", INFO, False, "a [[link]] to no memory yet"),
    Rule("invisible", WARNING, False, "beyond the newest 200, so recall cannot see it"),
    Rule("too-long", WARNING, False, "over 4,096 bytes or 200 lines, so cut when surfaced"),
    Rule("repeats-claudemd", WARNING, False, "says what CLAUDE.md says already"),
    Rule("secret", ERROR, False, "a key or password"),
    Rule("hidden-text", ERROR, True, "invisible characters, text-direction controls or terminal escapes"),
    Rule("orders", ERROR, False, "text that orders the model to set other instructions aside"),
    Rule("not-utf8", ERROR, False, "bytes that are not UTF-8"),
    Rule("binary", ERROR, False, "not text at all"),
    Rule("symlink", ERROR, False, "a link, which memtui never follows; worst when it leads out of the store"),
    Rule("special-file", WARNING, False, "a FIFO, socket, device or unreadable entry"),
    Rule("huge", WARNING, False, "over 1 MB: listed, but not read or kept in history"),
)

BY_ID = {rule.id: rule for rule in RULES}
