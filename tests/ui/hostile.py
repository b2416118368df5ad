"""A store in which every name, title, description and body tries something on whoever shows it."""

from pathlib import Path

from memtui.history.change import change, look_now
from memtui.history.drafts import Draft, keep_draft
from memtui.memory.save import Step
from memtui.transcripts.opening import Which
from tests.ui.running import store_which

TRICKS = {
    "box": "[x] done",
    "link": "[[a]]",
    "close": "[/]",
    "click": "[@click=app.quit]q[/]",
    "link_markup": "[link=file:///etc/passwd]here[/link]",
    "bold": "[bold red]loud[/bold red]",
    "escape": "\x1b[31mred\x1b[0m\x1b]0;title\x07",
    "c1": "\x9b31m\x90x\x9c",
    "tab": "a\tb\tc",
    "wide": "宽字符宽字符宽字符",
    "combining": "e\u0301" * 40 + "\u0301" * 200,
    "rtl": "שלום \u202eevil\u202c עולם",
    "zwj": "👩\u200d👩\u200d👧\u200d👦 family",
    "long": "long " + "x" * 10_000,
    "braces": "{app.quit()} %s %(x)s ${HOME} $primary",
    "backslash": "\\[bold] \\x1b \\",
    "newline_like": "a\u2028b\u2029c\x85d\x0bd\x0ce",
    "style": "$error on $primary",
}


def hostile_files() -> dict[str, str | bytes]:
    """One memory for each trick, an index that points to them, and some that are worse."""
    files: dict[str, str | bytes] = {}
    pointers = ["# [bold]Memory[/bold] \x1b[2J", ""]
    for number, (name, trick) in enumerate(TRICKS.items()):
        kind = ("user", "feedback", "project", "reference")[number % 4]
        file = f"{kind}_{name}.md"
        quoted = trick.replace("\\", "\\\\").replace('"', '\\"')
        quoted = "".join(f"\\x{ord(char):02x}" if ord(char) < 32 or char == "\x7f" else char for char in quoted)
        body = f"{trick}\n\n# {trick}\n- {trick} and [[{trick}]]\n`{trick}`\n> {trick}\n\n```\n{trick}\n```\n"
        files[file] = f'---\nname: "{quoted}"\ndescription: "{quoted}"\ntype: {kind}\n---\n{body}'
        pointers.append(f"- [{trick}]({file}) — {trick}")
    pointers += ["", "prose with [@click=app.bell]x[/]", "- [gone [x]](gone[1].md) — [/nothing]"]
    files["MEMORY.md"] = "\n".join(pointers) + "\n"
    for name in ("[bold]name[/bold].md", "user_[x].md", "[@click=app.quit]q[_].md", "new\nline.md", "esc\x1b[31m.md"):
        files[name] = "---\ntype: user\n---\nA body.\n"
    files["no_frontmatter.md"] = "just [text]\n"
    files["broken.md"] = "---\nname: [open\n---\nBody [x]\n"
    files["bytes.md"] = b"---\nname: x\n---\n\xff\xfe\x00binary"
    files["team/MEMORY.md"] = "- [[x]](a.md) — [/]\n"
    files["team/a.md"] = '---\nname: "[/]"\ndescription: "[x]"\ntype: user\n---\n[/]\n'
    files["logs/2026/11/2026-11-17.md"] = "- 10:00 [bold]log[/bold] \x1b[31m\n"
    return files


def hostile_drafts(which: Which) -> None:
    """Unsaved text of each of them, and of a new one, named and written by tricks."""
    for file, data in hostile_files().items():
        text = data if isinstance(data, bytes) else data.encode("utf-8", "surrogateescape")
        keep_draft(which.store.state, Draft("", file, text, text + "".join(TRICKS.values()).encode(), 0.0))
    keep_draft(which.store.state, Draft("", None, None, "\n".join(TRICKS.values()).encode(), 0.0))


def hostile_past(which: Which) -> None:
    """A past in which everybody's name and every reason is a trick, and each of the files changes once."""
    look_now(which.store.root, which.store.state)
    for number, trick in enumerate(TRICKS.values()):
        file = list(hostile_files())[number]
        before = Path(which.store.root, file).read_bytes()
        with change(which.store.root, which.store.state, trick[:200] or "x", trick) as work:
            work.apply([Step(file, before, before + trick.encode())])


def hostile_neighbours(which: Which) -> None:
    """Stores of other projects whose names are tricks."""
    projects = Path(which.host.config_dir, "projects")
    for trick in TRICKS.values():
        memory = projects / trick.replace("/", "-")[:60] / "memory"
        memory.mkdir(parents=True)
        (memory / "MEMORY.md").write_text(f"- [{trick}](x.md) — {trick}\n")


def hostile_which(folder: Path) -> Which:
    """A store of them."""
    return store_which(folder, hostile_files())
