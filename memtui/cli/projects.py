"""Every store below the agent's configuration directory: whose it is, how much is in it, and what is odd."""

import argparse
import os

from memtui.cli import output
from memtui.cli.which import choose
from memtui.memory.clock import iso
from memtui.memory.host import Host, this_host
from memtui.memory.index import size_words
from memtui.transcripts.projects import Project, list_projects

EXAMPLES = """examples:
  memtui projects
  memtui projects --json
"""


def run(args: argparse.Namespace) -> int:
    """Print the stores, newest first."""
    host = _host(args)
    found = list_projects(host)
    if args.json:
        output.write_json([_facts(project) for project in found])
        return 0
    for project in found:
        _print(project)
    if not found:
        output.note(f"no memory of any project yet, below {host.config_dir}")
    return 0


def _host(args: argparse.Namespace) -> Host:
    """The machine as it is, or the sample's own world."""
    return choose(args).host if args.demo else this_host(os.sep)  # the same from wherever one asks


def _facts(project: Project) -> dict[str, object]:
    return {
        "slug": project.slug,
        "memory_dir": project.memory_dir,
        "paths": list(project.paths),
        "missing_paths": list(project.gone),
        "memories": project.memories,
        "bytes": project.bytes,
        "sessions": project.sessions,
        "modified": iso(project.modified) if project.modified else None,
        "has_index": project.indexed,
        "collision": project.collides,
        "orphan": project.orphaned,
    }


def _print(project: Project) -> None:
    count = "1 memory" if project.memories == 1 else f"{project.memories} memories"
    sessions = "1 session" if project.sessions == 1 else f"{project.sessions} sessions"
    output.write_styled([(", ".join(project.paths) or f"(path not known) {project.slug}", "bold")])
    newest = f"newest {iso(project.modified)[:10]}" if project.modified else "empty"
    output.line(f"  {count}, {size_words(project.bytes)}, {sessions}, {newest}")
    output.line(f"  {project.memory_dir}")
    for text in _odd(project):
        output.write_styled([(f"  {text}", "yellow")])


def _odd(project: Project) -> list[str]:
    told = []
    if project.collides:
        told.append(f"collision: {len(project.paths)} projects share this store, because their paths read the same")
    if project.orphaned:
        told.append("orphan: the project is no longer there")
    elif project.gone:
        told.append(f"no longer there: {', '.join(project.gone)}")
    if project.memories and not project.indexed:
        told.append("no MEMORY.md: the agent loads nothing of it")
    return told
