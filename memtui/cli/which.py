"""Which memory a command is about: the project's here, a directory itself, or a sample."""

import argparse
import os

from memtui.cli import output
from memtui.memory.host import this_host
from memtui.memory.location import locate
from memtui.transcripts.opening import Which, open_directory, open_project, which_of

__all__ = ["Which", "choose", "settle_dreams", "tell"]


def choose(args: argparse.Namespace) -> Which:
    """The memory that the options name. A directory given by hand must exist; the default one need not."""
    if args.demo:
        return _demo()
    if args.dir is not None:
        return open_directory(args.dir)
    return open_project(args.project, trust_project=args.trust_project_settings)


def _demo() -> Which:
    """A sample store that is thrown away, with memtui's state of it, when the command ends."""
    import atexit
    import shutil
    import tempfile

    from memtui.cli.demo import make_sample

    folder = os.path.realpath(tempfile.mkdtemp(prefix="memtui-demo-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    sample = make_sample(os.path.join(folder, "sample"))
    host = this_host(sample.project_root)
    quiet = {name: value for name, value in host.env.items() if not name.startswith("CLAUDE_")}
    none = os.path.join(sample.config_dir, "managed-settings.json")  # a policy that names a directory means a real one
    host = host._replace(env={**quiet, "CLAUDE_CONFIG_DIR": sample.config_dir}, policy_file=none)
    location = locate(host)._replace(source="demo")
    which = which_of(host, location, state_base=os.path.join(folder, "state"))
    _give_past(which)
    return which


def _give_past(which: Which) -> None:
    """States from before, so that there is something to go back to; without git the sample is shown all the same."""
    from memtui.memory.clock import now
    from memtui.memory.errors import MemtuiError
    from memtui.sample.past import write_past

    try:
        write_past(which.store.root, which.store.state, now())
    except MemtuiError:
        pass


def settle_dreams(which: Which) -> None:
    """Bring to its end what a dream left whose process was killed; where none was, that is one look at a name."""
    if os.path.lexists(os.path.join(which.store.state.folder, "dreams", "current")):
        from memtui.dream.recovery import recover

        for text in recover(which.store):
            output.note(text)


def tell(which: Which, missing: bool) -> None:
    """Notes on the choice that every reading command gives."""
    for refused in which.location.refused:
        output.note(f"{refused.source} names {refused.value}: {refused.reason}")
    for text in which.location.notes:
        output.note(text)
    if missing:
        output.note(f"no memory here yet, at {which.location.memory_dir}")
