"""A store in which every name, title, description and body tries something on whoever shows it."""

from pathlib import Path

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


def hostile_which(folder: Path) -> Which:
    """A store of them."""
    return store_which(folder, hostile_files())
