"""The folders are the systems: a lower one never imports a higher one, and nothing heavy is imported at the top."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "memtui"
ROWS: tuple[frozenset[str], ...] = (  # lowest first; a folder may import those below it
    frozenset({"memory", "transcripts", "claudemd"}),
    frozenset({"audit", "history", "recall", "agent", "sample"}),
    frozenset({"dream"}),
    frozenset({"ui"}),
    frozenset({"cli"}),  # it opens the app
)
NEIGHBOURS = {  # imports within one row, each with its reason
    ("transcripts", "memory"): "which store a session belongs to is told by the rules for where memory is",
    ("claudemd", "memory"): "files are opened by one rule: no links, no pipes, no more than asked",
    ("recall", "agent"): "one endpoint and one table of models for all that asks a model",
    ("sample", "history"): "the throwaway sample has a past, recorded as memtui records it",
    ("agent", "audit"): "every tool result is masked by the same rules that find secrets in memories",
}
DRAWING = {"textual", "rich"}  # only the app draws
SENDING = {"anthropic"}  # only the forked agent and the selector that asks a model
HEAVY = ("textual", "rich", "anthropic", "asyncio", "importlib.metadata")
LONGEST = 300


def modules() -> list[Path]:
    """Every module of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def imports(path: Path) -> set[str]:
    """The folders of the package that a module imports from, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        found |= {name.split(".")[1] for name in names if name.startswith("memtui.")}
    return {name for name in found if (PACKAGE / name).is_dir()}


def libraries(path: Path) -> set[str]:
    """The packages that a module imports from, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


def row_of(folder: str) -> int:
    """How high a folder stands."""
    return next(height for height, names in enumerate(ROWS) if folder in names)


def test_every_folder_has_its_row() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and not path.name.startswith("__")}
    assert folders == set().union(*ROWS)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_from_its_own_folder_and_below(path: Path) -> None:
    folder = path.relative_to(PACKAGE).parts[0]
    if not (PACKAGE / folder).is_dir():
        return  # the package itself and its entry point
    others = imports(path) - {folder}
    above = {other for other in others if row_of(other) >= row_of(folder) and (folder, other) not in NEIGHBOURS}
    assert above == set()


def test_neighbours_are_of_one_row_and_do_import_each_other() -> None:
    assert {row_of(one) == row_of(other) for one, other in NEIGHBOURS} == {True}
    for one, other in NEIGHBOURS:
        assert any(other in imports(path) for path in (PACKAGE / one).glob("*.py")), (one, other)
        assert (other, one) not in NEIGHBOURS


def test_only_the_app_draws_and_only_engines_send_not_even_late() -> None:
    found = {str(path.relative_to(ROOT)): libraries(path) & _barred(path) for path in modules()}
    assert {name: names for name, names in found.items() if names} == {}


def _barred(path: Path) -> set[str]:
    sends = any(path.is_relative_to(PACKAGE / folder) for folder in ("agent", "recall"))
    barred: set[str] = set() if sends else set(SENDING)
    return barred if path.is_relative_to(PACKAGE / "ui") else barred | DRAWING


def test_no_module_pulls_in_what_is_heavy() -> None:
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in modules()]
    names = [name.removesuffix(".__init__") for name in names if not name.endswith("__main__")]
    names = [name for name in names if not name.startswith("memtui.ui")]  # the one folder that draws
    code = "import importlib, sys\n"
    code += f"for name in {names!r}:\n    importlib.import_module(name)\n"
    code += f"    bad = [heavy for heavy in {HEAVY!r} if heavy in sys.modules]\n    assert not bad, (name, bad)\n"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_modules_stay_short() -> None:
    long = {str(path): size for path in modules() if (size := len(path.read_text().splitlines())) > LONGEST}
    assert long == {}


def test_every_module_says_what_it_is() -> None:
    silent = [str(path) for path in modules() if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert silent == []
