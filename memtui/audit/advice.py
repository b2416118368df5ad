"""What a person can do about a finding that is not mended mechanically, rule by rule."""

from collections.abc import Mapping

from memtui.audit.finding import Finding

# Why it takes a person, and what to do.
ADVICE: Mapping[str, str] = {
    "dead-pointer": "remove the pointer, or restore the file from the history",
    "no-pointer": "add a pointer to it in the index",
    "pointed-twice": "the two lead to different places in the memory: keep the one that is meant",
    "long-pointer": "the memory has no description that would fit: shorten the hook by hand",
    "index-prose": "move the text into a memory of its own and leave a pointer",
    "index-over": "merge memories, or shorten and remove pointers, until all of it is loaded",
    "index-near": "merge memories, or shorten and remove pointers, before its end is cut off",
    "no-frontmatter": "only who knows the memory can say what it is about: add name, description and type",
    "broken-frontmatter": "mend the block at the top of the file by hand: a quote or a colon is often the cause",
    "blank-frontmatter": "fill it in, or restore an older version from the history",
    "no-type": "its name does not tell the type: choose user, feedback, project or reference",
    "unknown-type": "choose user, feedback, project or reference",
    "no-description": "only who knows the memory can say it: one line on what it holds and when it is of use",
    "vague-description": "only who knows the memory can say it: name the things that it is about",
    "duplicate-name": "rename one of the two; pointers and links follow",
    "duplicate-content": "compare the two and delete one",
    "near-duplicate": "compare the two, move what is missing into one of them and delete the other",
    "relative-date": "when it was written is not known, so neither is the date that was meant: write it down",
    "stale": "read it: delete it if it no longer holds, or save it anew if it does",
    "drift": "look at the project as it is now, then correct or delete what the memory says of it",
    "dead-link": "write that memory, or leave the link until there is one",
    "invisible": "merge or delete older memories until it is among the newest 200",
    "too-long": "split it in two: recall shows only its beginning",
    "repeats-claudemd": "delete the memory, or the words in CLAUDE.md: once is enough",
    "secret": "until it is replaced at its service, whoever saw it can use it; removed here, it still stands in the "
    "past, which memtui history purge clears",
    "hidden-text": "another of this file is ignored, and mending cleans the whole file: remove it by hand, "
    "or heed the other",
    "orders": "a memory informs, it never commands: find out how this came here, then remove it",
    "not-utf8": "its encoding is not known: save the file as UTF-8",
    "binary": "it is no text: move it out of the store",
    "symlink": "memtui never follows links: put a plain file in its place, or remove it",
    "special-file": "it is no plain file that can be read: remove it, or check its permissions",
    "huge": "it is too large for a memory: move it out of the store",
}


def advice(finding: Finding) -> str:
    """What to do about it: what mending does, or what is left to a person."""
    return finding.mend.said if finding.mend is not None else ADVICE[finding.rule]
