"""Every action of the app: its key, its label, and what it does. Bindings, key bar, palette, help, the user's keymap
and the README's table all read this one list. Nothing here imports Textual.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

ANYWHERE, INDEX, TOPICS, AUDIT, HISTORY, EDITOR = "anywhere", "index", "topics", "audit", "history", "editor"
READER, DREAMS, RECALL = "reader", "dreams", "recall"
MODES = (INDEX, TOPICS, AUDIT, HISTORY, DREAMS, RECALL)
TITLES = {
    INDEX: "Index",
    TOPICS: "Topics",
    AUDIT: "Audit",
    HISTORY: "History",
    DREAMS: "Dreams",
    RECALL: "Recall",
    EDITOR: "Editor",
    READER: "Memory",
    ANYWHERE: "Anywhere",
}


class Action(NamedTuple):
    """One thing a person can do. `id` is how the config file names it; `call` is the Textual action."""

    id: str
    key: str
    label: str
    about: str
    call: str
    shown: bool = True  # whether the key bar has room for it


ACTIONS: Mapping[str, tuple[Action, ...]] = {
    ANYWHERE: (
        Action("index", "1", "Index", "MEMORY.md, line by line", "mode('index')", False),
        Action("topics", "2", "Topics", "every memory", "mode('topics')", False),
        Action("audit", "3", "Audit", "what is wrong", "mode('audit')", False),
        Action("history", "4", "History", "what changed, when, by whom", "mode('history')", False),
        Action("dreams", "5", "Dreams", "consolidate the memory, watch it, review it", "mode('dreams')", False),
        Action("recall", "6", "Recall", "which memories a question brings, and why", "mode('recall')", False),
        Action("projects", "p", "Projects", "every store on this machine", "projects", False),
        Action("new", "n", "New", "write a new memory", "new_memory"),
        Action("undo", "u", "Undo", "take memtui's last change back", "undo"),
        Action("drafts", "D", "Drafts", "text that was typed and not saved", "drafts", False),
        Action("jump", "g", "Jump", "letters to jump to any row or panel", "jump", False),
        Action("themes", "ctrl+t", "Theme", "choose how it looks", "themes", False),
        Action("reload", "ctrl+r", "Reload", "look at the store again, and ask the project's git", "reload", False),
        Action("palette", "ctrl+p", "Palette", "find any action by name", "command_palette"),
        Action("help", "question_mark,f1", "Help", "keys and words for what has focus", "help"),
        Action("quit", "q", "Quit", "leave", "quit"),
    ),
    INDEX: (
        Action("index.open", "enter", "Open", "go to the memory this line points to", "open"),
        Action("index.edit", "e", "Edit", "change the title and hook of this pointer", "edit_pointer"),
        Action("index.add", "a", "Add", "add a pointer to a memory that has none", "add_pointer"),
        Action("index.remove", "d", "Remove", "remove this line; the memory stays", "remove_line"),
        Action("index.up", "K", "Up", "move this line up", "move_line(-1)"),
        Action("index.down", "J", "Down", "move this line down", "move_line(1)"),
        Action("index.loaded", "l", "As loaded", "the exact text the agent gets", "as_loaded"),
        Action("index.editor", "E", "$EDITOR", "open MEMORY.md in your editor", "external_editor", False),
    ),
    TOPICS: (
        Action("topics.open", "enter", "Open", "read the memory in full", "open"),
        Action("topics.edit", "e", "Edit", "edit the memory here", "edit"),
        Action("topics.editor", "E", "$EDITOR", "edit the memory in your editor", "external_editor", False),
        Action("topics.filter", "slash", "Filter", "type:feedback stale:yes word !word", "filter"),
        Action("topics.sort", "s", "Sort", "by age, type, name, size, staleness", "sort"),
        Action("topics.group", "b", "Group", "by type, age, folder, or not at all", "group"),
        Action("topics.links", "l", "Links", "links and backlinks of this memory", "links"),
        Action("topics.rename", "R", "Rename", "pointers and links follow", "rename", False),
        Action("topics.delete", "d", "Delete", "to the trash; u brings it back", "delete"),
    ),
    READER: (
        Action("reader.close", "escape", "Back", "back to the list", "close"),
        Action("reader.edit", "e", "Edit", "edit this memory here", "edit"),
        Action("reader.editor", "E", "$EDITOR", "edit this memory in your editor", "external_editor"),
    ),
    AUDIT: (
        Action("audit.fix", "f", "Fix", "mend this finding, after showing what changes", "fix"),
        Action("audit.fix_rule", "F", "Fix rule", "mend every finding of this rule", "fix_rule"),
        Action("audit.ignore", "i", "Ignore", "live with this finding; it is remembered", "ignore"),
        Action("audit.ignored", "I", "Ignored", "show what is ignored, or hide it again", "show_ignored", False),
        Action("audit.edit", "e", "Edit", "edit the file at this place", "edit"),
        Action("audit.editor", "E", "$EDITOR", "open the file in your editor", "external_editor", False),
        Action("audit.open", "enter", "Open", "go to the memory", "open"),
        Action("audit.filter", "slash", "Filter", "only findings with these words; !word: without it", "filter"),
        Action("audit.fold", "z", "Fold", "fold this rule to one line, or unfold it", "fold", False),
    ),
    HISTORY: (
        Action("history.open", "enter", "Files", "the files of this change, one by one", "open"),
        Action("history.restore", "r", "Restore file", "bring the chosen file back as it was", "restore_file"),
        Action("history.restore_all", "R", "Restore all", "bring the whole store back to this state", "restore_all"),
        Action("history.filter", "slash", "Filter", "by file, who or why; !word leaves out", "filter"),
        Action("history.back", "escape", "Back", "close the filter or the files", "back", False),
    ),
    DREAMS: (
        Action("dreams.now", "d", "Dream now", "start a dream, whether or not one is due", "dream_now"),
        Action("dreams.open", "enter", "Open", "what this dream did, file by file", "open"),
        Action("dreams.review", "v", "Review", "go to what waits for your decision", "review"),
        Action("dreams.adopt", "a", "Adopt", "make the chosen file or piece real", "adopt"),
        Action("dreams.discard", "x", "Discard", "throw the chosen file or piece away", "discard"),
        Action("dreams.adopt_all", "A", "Adopt all", "make all that waits real", "adopt_all"),
        Action("dreams.discard_all", "X", "Discard all", "throw all that waits away", "discard_all", False),
        Action("dreams.kill", "K", "Kill", "stop the running dream at once; memory stays as it was", "kill"),
        Action("dreams.retry", "r", "Retry", "the same dream again, from the memory as it is now", "retry"),
        Action("dreams.undo", "U", "Undo dream", "take back all that this dream changed", "undo_dream"),
        Action("dreams.send", "s", "Send", "a line for the running dream, read at its next step", "send"),
        Action("dreams.turns", "t", "Turns", "what this dream said while it worked", "turns", False),
        Action("dreams.settings", "o", "Settings", "how dreams run: engine, budget, by themselves", "settings", False),
        Action("dreams.back", "escape", "Back", "close the files, back to the list", "back", False),
    ),
    RECALL: (
        Action("recall.question", "slash", "Question", "type a question; the picks follow", "question"),
        Action("recall.open", "enter", "Open", "read the memory in full", "open"),
        Action("recall.edit", "e", "Edit", "better words; the ranking follows at once", "edit"),
        Action("recall.claude", "c", "Claude", "let Claude choose too, and compare", "ask_claude"),
        Action("recall.view", "v", "View", "picks, manifest, injected text, request, suite, reach", "view(1)"),
        Action("recall.surface", "s", "Surface", "count these as given to the session", "surface"),
        Action("recall.keep", "K", "Keep", "keep this question and its picks in the suite", "keep"),
        Action("recall.suite", "r", "Suite", "ask every kept question; what fails is marked", "suite"),
        Action("recall.reach", "R", "Reach", "what no question brings up, and what is never used", "reach"),
        Action("recall.had", "a", "Already", "leave out what the session has had, or not", "heed_session"),
        Action("recall.tools", "t", "Tools", "tools in recent use: their documentation stays out", "tools"),
        Action("recall.limit", "l", "Limit", "how many may be picked, 5 to 1", "limit"),
        Action("recall.view_back", "V", "View back", "the view before", "view(-1)", False),
        Action("recall.compact", "C", "Compact", "the session begins anew, as after a compaction", "compact", False),
        Action("recall.editor", "E", "$EDITOR", "edit the memory in your editor", "external_editor", False),
        Action("recall.back", "escape", "Back", "to the list, then to the picks", "back", False),
    ),
    EDITOR: (
        Action("editor.save", "ctrl+s", "Save", "write the memory and its pointer", "save"),
        Action("editor.editor", "ctrl+e", "$EDITOR", "go on in your own editor", "external_editor"),
        Action("editor.problem", "f8", "Next problem", "go to the next thing that is wrong", "next_problem"),
        Action("editor.close", "escape", "Close", "leave; unsaved text is kept as a draft", "close"),
    ),
}


def every_action() -> Iterator[tuple[str, Action]]:
    """Each action with the screen it belongs to."""
    for screen, actions in ACTIONS.items():
        for action in actions:
            yield screen, action
