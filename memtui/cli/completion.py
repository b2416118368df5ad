"""Shell completion: prints a script for bash, zsh or fish that completes commands, options and memory files.

bash   memtui completion bash > ~/.local/share/bash-completion/completions/memtui
zsh    memtui completion zsh > ~/.zfunc/_memtui      (a folder of your $fpath)
fish   memtui completion fish > ~/.config/fish/completions/memtui.fish
"""

import argparse
from importlib import import_module

from memtui.cli import output
from memtui.cli.commands import COMMANDS, Command
from memtui.cli.options import parser_for

REPORTS = False
EXAMPLES = """examples:
  source <(memtui completion bash)
  memtui completion fish | source
"""
_SHELLS = ("bash", "zsh", "fish")
_FILES = "files"  # what the scripts call to ask for the names of memories


def arguments(parser: argparse.ArgumentParser) -> None:
    """The shell."""
    parser.add_argument("shell", choices=(*_SHELLS, _FILES), metavar="SHELL", help="bash, zsh or fish")


def run(args: argparse.Namespace) -> int:
    """Print the script, or the files for it."""
    if args.shell == _FILES:
        return _print_files(args)
    output.write({"bash": _bash, "zsh": _zsh, "fish": _fish}[args.shell]())
    return 0


def _print_files(args: argparse.Namespace) -> int:
    """The names that completion offers: those that a shell can take as one plain word."""
    from memtui.cli.which import choose
    from memtui.memory.scan import Scanner

    scan = Scanner(choose(args).store.root).scan()
    for file in [*scan.indexes, *(memory.file for memory in scan.memories)]:
        if file.isprintable() and not set(file) & set(" '\"\\$`()[]{}<>|&;*?!~#"):
            output.line(file)
    return 0


def _options(command: Command) -> list[tuple[str, str]]:
    """The long options of a command, with what they do."""
    parser = parser_for(command, import_module(f"memtui.cli.{command.module}"))
    found = []
    for action in parser._actions:
        found += [(word, str(action.help or "")) for word in action.option_strings if word.startswith("--")]
    return found


def _words(command: Command) -> list[str]:
    """What may follow a command besides options and files."""
    if command.name == "dream":
        from memtui.cli.dream import ACTIONS

        return list(ACTIONS)
    return {"history": ["show", "diff", "purge"], "completion": list(_SHELLS)}.get(command.name, [])


def _bash() -> str:
    cases = []
    for command in COMMANDS.values():
        words = " ".join([*_words(command), *(word for word, _ in _options(command))])
        files = "files=1" if command.takes_file or command.name == "history" else "files="
        cases.append(f'        {command.name}) words="{words}"; {files} ;;')
    table = "\n".join(cases)
    names = " ".join(COMMANDS)
    return f"""# bash completion for memtui
_memtui() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
    local name= words= files= at word which=()
    case $previous in
        --dir|--project) mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
    esac
    for (( at = 1; at < COMP_CWORD; at++ )); do
        word=${{COMP_WORDS[at]}}
        case $word in
            --dir|--project) which=("$word" "${{COMP_WORDS[at+1]/#\\~/$HOME}}"); (( at++ )) ;;
            --demo) which=(--demo) ;;
            -*) ;;
            *) name=${{name:-$word}} ;;
        esac
    done
    case $name in
        "") words="{names} --project --dir --demo --trust-project-settings --help --version" ;;
{table}
    esac
    if [[ -n $files && $current != -* ]]; then
        words="$words $(memtui "${{which[@]}}" completion {_FILES} 2>/dev/null)"
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o default -F _memtui memtui
"""


def _zsh() -> str:
    def quoted(text: str) -> str:
        return text.replace("'", "").replace(":", " -").replace("[", "(").replace("]", ")")

    names = "\n".join(f"        '{command.name}:{quoted(command.about)}'" for command in COMMANDS.values())
    cases = []
    for command in COMMANDS.values():
        options = " ".join(f"'{word}:{quoted(about)}'" for word, about in _options(command))
        plain = " ".join(_words(command))
        files = "files=1" if command.takes_file or command.name == "history" else "files="
        cases.append(f"        {command.name}) options=({options}); plain=({plain}); {files} ;;")
    table = "\n".join(cases)
    return f"""#compdef memtui
_memtui() {{
    local -a names options plain which found
    local files= name= at
    names=(
{names}
    )
    if [[ $words[CURRENT-1] == (--dir|--project) ]]; then _files -/; return; fi
    for (( at = 2; at < CURRENT; at++ )); do
        case $words[at] in
            --dir|--project) which=($words[at] ${{words[at+1]/#\\~/$HOME}}); (( at++ )) ;;
            --demo) which=(--demo) ;;
            -*) ;;
            *) name=${{name:-$words[at]}} ;;
        esac
    done
    case $name in
        "") _describe command names; return ;;
{table}
    esac
    if [[ $words[CURRENT] == -* ]]; then _describe option options; return; fi
    (( $#plain )) && compadd -- $plain
    if [[ -n $files ]]; then
        found=(${{(f)"$(memtui $which completion {_FILES} 2>/dev/null)"}})
        compadd -- $found
    fi
}}
if [[ $funcstack[1] == _memtui ]]; then _memtui "$@"; else compdef _memtui memtui; fi
"""


def _fish() -> str:
    def quoted(text: str) -> str:
        return text.replace("\\", "").replace("'", "")

    names = " ".join(COMMANDS)
    lines = ["# fish completion for memtui", "complete -c memtui -f"]
    none = f"not __fish_seen_subcommand_from {names}"
    for command in COMMANDS.values():
        lines.append(f"complete -c memtui -n '{none}' -a {command.name} -d '{quoted(command.about)}'")
        seen = f"__fish_seen_subcommand_from {command.name}"
        for word, about in _options(command):
            needs = " -r -F" if word in ("--dir", "--project") else ""
            lines.append(f"complete -c memtui -n '{seen}' -l {word[2:]}{needs} -d '{quoted(about)}'")
        for word in _words(command):
            lines.append(f"complete -c memtui -n '{seen}' -a {word}")
        if command.takes_file or command.name == "history":
            lines.append(f"complete -c memtui -n '{seen}' -a '(memtui completion {_FILES} 2>/dev/null)'")
    return "\n".join(lines) + "\n"
