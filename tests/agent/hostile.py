"""Hostile tool calls, each with a part of the reason to refuse it. `{copy}` and its like are folders of the box."""

from typing import Any

Call = tuple[str, dict[str, Any], str]


def _paths(reason: str, *paths: str) -> list[Call]:
    return [("read", {"path": path}, reason) for path in paths]


def _commands(reason: str, *commands: str) -> list[Call]:
    return [("shell", {"command": command}, reason) for command in commands]


def _writes(reason: str, *paths: str) -> list[Call]:
    return [("write", {"path": path, "content": "HOSTILE\n", "reason": "r"}, reason) for path in paths]


OUTSIDE = [
    *_paths("outside what this task may read",
            "/etc/passwd", "/etc/../etc/passwd".replace("/..", ""), "{outside}/plans.md", "/", "/proc/self/environ",
            "/dev/zero", "{copy}x/MEMORY.md", "{folder}/state/dreams/d1/task.json", "{copy}/MEMORY.md".upper(),
            "//etc//passwd", "/etc/./passwd"),
    *_paths(".. is refused",
            "../task.json", "{copy}/../task.json", "{copy}/logs/../../task.json", "..", "logs/..",
            "{project}/../app/README.md",
            "{copy}/../copy/MEMORY.md", "./../../../../../../etc/passwd"),
    *_paths("live memory", "{live}/MEMORY.md", "{live}", "{live}/./MEMORY.md", "{live}//deploy.md",
            "{transcripts}/memory/MEMORY.md", "{project}/live-link/MEMORY.md", "{project}/live-bind/deploy.md"),
    *_paths("~ is not expanded", "~/.netrc", "~root/.ssh/id_rsa", "~"),
    *_paths("control characters", "MEMORY.md\0.txt", "a\nb.md", "\x1b[2J", "MEMORY.md\r"),
    *_paths("longer than any path", "a" * 5_000, "b" * 300 + ".md", "x/" * 2_500),
    *_paths("is empty", "", "   "),
    *_paths("not valid text", "\ud800.md"),
]  # fmt: skip

PRIVATE = [
    *_paths("never read",
            "{project}/.env", "{project}/.env.local", "{project}/.ENV", "{project}/.envrc", "{project}/.netrc",
            "{project}/.npmrc", "{project}/.pypirc", "{project}/.git/config", "{project}/.GIT/Config",
            "{project}/sub.git/config", "{project}/tls/server.pem", "{project}/tls/server.PEM", "{project}/id_rsa",
            "{project}/.ssh/known_hosts", "{project}/.aws/credentials", "{project}/.claude/settings.json",
            "{project}/.claude/settings.local.json", "{project}/.claude.json", "{project}/.mcp.json",
            "{project}/.git\u200b/config", "{project}/.ｅnv", "{project}/deploy.key", "{copy}/.env",
            "{project}/.claude/projects/other/memory/MEMORY.md", "{project}/memtui/stores/x/task.json"),
    ("grep", {"pattern": "SECRET", "path": "{project}/.env"}, "never read"),
    ("glob", {"pattern": "*", "path": "{project}/.ssh"}, "never read"),
    *_commands("never read", "cat {project}/.env", "grep -r SECRET {project}/.env",
               "head -c 5 {project}/tls/server.pem",
               "wc -c {project}/.netrc", "ls {project}/.ssh", "find {project}/.aws", "cat MEMORY.md {project}/.env"),
]  # fmt: skip

LINKS = [
    *_paths("leads out", "{project}/out-link.md", "{project}/out-folder/plans.md", "{project}/loop-out",
            "{copy}/out-link.md"),
    *_paths("symlink to a symlink", "{project}/circle"),
    *_paths("leads out", "{project}/env-link"),
    *_commands("leads out", "cat {project}/out-link.md", "grep -r OUTSIDE {project}/out-link.md",
               "head {project}/out-folder/plans.md",
               "find {project}/out-folder/plans.md -newer {project}/out-folder/plans.md"),
    ("glob", {"pattern": "*", "path": "{project}/out-folder"}, "leads out"),
    *_paths("no plain file", "{project}/pipe", "{project}/device"),
    *_writes("no plain file, or a folder on the way is none", "out-link.md", "out-folder/new.md"),
    ("edit", {"path": "out-link.md", "old_text": "OUTSIDE", "new_text": "x", "reason": "r"}, "no plain file"),
    ("delete", {"path": "out-link.md", "reason": "r"}, "no plain file"),
]  # fmt: skip

SHELL = [
    *_commands("one command a call", "ls; rm -rf .", "ls && rm MEMORY.md", "ls || rm MEMORY.md", "ls & rm MEMORY.md",
               "ls\nrm MEMORY.md", "ls\r\nrm MEMORY.md", "ls |& cat", "cat 'a\nb'"),
    *_commands("no redirections", "ls > x.md", "cat < MEMORY.md", "ls >> x.md", "ls 2>/dev/null", "cat <<EOF",
               "cat <(ls)"),
    *_commands("no variables or substitutions", "cat $(ls)", "cat $HOME/.netrc", 'cat "$(ls)"', "cat ${{HOME}}",
               'ls "$X"'),
    *_commands("no command substitution", "cat `ls`", 'cat "`ls`"'),
    *_commands("no subshells", "(ls)", "ls (x)"),
    *_commands("no braces", "cat {{a,b}}", "find . -exec rm {{}} +"),
    *_commands("no history expansion", "ls !$", "!!"),
    *_commands("variables are refused", "A=1 ls", "LD_PRELOAD=x cat MEMORY.md"),
    *_commands("the shell tool has only", "rm MEMORY.md", "bash -c ls", "/bin/ls", "./ls", "env ls", "sudo ls",
               "xargs rm",
               "ls | xargs rm", "python -c 1", "LS", "l''s -x | tee x", "awk 1", "sed -i s/a/b/ MEMORY.md",
               "git log", "echo hi",
               "curl http://127.0.0.1", "touch x.md", "cp a b", "ls | sh"),
    *_commands("is refused", "find . -exec rm x +", "find . -execdir ls +", "find . -ok rm x +", "find . -delete",
               "find -L .",
               "find -H .", "find . -follow", "find . -fprint x.md", "find . -fprintf x.md %p", "find . -fls x.md",
               "find -files0-from MEMORY.md", "find . -regex '(a+)+'", "find . -printf %p", "grep -f MEMORY.md x",
               "grep -R x .", "grep --file=MEMORY.md x", "grep --dereference-recursive x .", "grep --fil=MEMORY.md x",
               "wc --files0-from=MEMORY.md", "wc --files0-from=-", "tail -f MEMORY.md", "tail -F MEMORY.md",
               "tail --follow MEMORY.md",
               "tail --pid=1 MEMORY.md", "ls -L {project}", "stat -L {project}/out-link.md", "stat -f .",
               "cat -A MEMORY.md",
               "ls --color=always", "grep -z x MEMORY.md", "grep --include-from=x y ."),
    *_commands("wildcards in paths", "cat *.md", "cat {project}/.e*", "head ?EMORY.md", "ls [A-Z]*", "grep x *",
               "find * -name x"),
    *_commands("not closed", "cat 'MEMORY.md", 'cat "MEMORY.md'),
    *_commands("nothing on one side", "ls |", "| ls", "ls | | cat", ""),
    *_commands("NUL", "cat MEMORY.md\0"),
    *_commands("more than 4000 characters", "ls " + "a" * 5_000),
    *_commands("more than 6 commands", "ls" + " | cat" * 7),
    *_commands("backslash at the end", "ls \\"),
    *_commands("no comments", "ls # x"),
    *_commands("outside what this task may read", "cat /etc/passwd", "ls /", "find / -name x", "grep -r root /etc",
               "cat -- /etc/passwd", "tail -n1 /etc/passwd", "stat /etc", "wc /etc/passwd", "head -c1 '/etc/passwd'",
               "cat \"/etc/passwd\"", "cat /e'tc'/passwd", "cat /e\\tc/passwd", "find . -newer /etc/passwd",
               "ls -R /", "grep x MEMORY.md /etc/passwd"),
]  # fmt: skip

WRITES = [
    *_writes("may be read, not changed", "{project}/README.md", "{project}/new.md", "{transcripts}/s1.md",
             "{results}/x.md"),
    *_writes("outside what this task may read", "/tmp/x.md", "{outside}/plans.md", "{folder}/x.md"),
    *_writes("live memory", "{live}/MEMORY.md", "{live}/new.md", "{transcripts}/memory/new.md"),
    *_writes(".. is refused", "../x.md", "logs/../../x.md"),
    *_writes("daily logs", "logs/2026/11/2026-11-17.md", "logs/new.md", "Logs/2026/11/2026-11-17.md", "LOGS/x.md",
             "ｌogs/x.md",
             "./logs/x.md"),
    *_writes("pinned", "pinned.md", "kept.md", "Kept.md", "KEPT.md", "./kept.md", "k\u200bept.md"),
    *_writes("only in its spelling", "memory.md", "Deploy.md", "deploy\u200b.md", "Pinned.md"),
    *_writes("only Markdown files", "x.sh", "x", ".consolidate-lock", "x.md/", "x.md.py", "MEMORY.md.", "."),
    *_writes("hidden names", ".hidden.md", ".git/x.md", "a/.b/c.md", " x.md", "a\\b.md"),
    *_writes("more folders", "a/" * 9 + "x.md"),
    *_writes("no plain file, or a folder on the way is none", "folder.md", "deploy.md/x.md"),
    ("write", {"path": "big.md", "content": "x" * 1_000_001, "reason": "r"}, "write a shorter one"),
    ("write", {"path": "nul.md", "content": "a\0b", "reason": "r"}, "has a NUL"),
    ("write", {"path": "bad.md", "content": "\ud800", "reason": "r"}, "not valid Unicode"),
    ("edit", {"path": "pinned.md", "old_text": "Stays", "new_text": "Goes", "reason": "r"}, "pinned"),
    ("edit", {"path": "pinned.md", "old_text": "pinned: true", "new_text": "", "reason": "r"}, "pinned"),
    ("edit", {"path": "logs/2026/11/2026-11-17.md", "old_text": "shipped", "new_text": "x",
    "reason": "r"}, "daily logs"),
    ("edit", {"path": "{project}/README.md", "old_text": "The", "new_text": "x",
    "reason": "r"}, "may be read, not changed"),
    ("edit", {"path": "{live}/MEMORY.md", "old_text": "Deploy", "new_text": "x", "reason": "r"}, "live memory"),
    ("delete", {"path": "pinned.md", "reason": "r"}, "pinned"),
    ("delete", {"path": "MEMORY.md", "reason": "r"}, "never removed"),
    ("delete", {"path": "logs/2026/11/2026-11-17.md", "reason": "r"}, "daily logs"),
    ("delete", {"path": "{live}/deploy.md", "reason": "r"}, "live memory"),
    ("delete", {"path": "logs", "reason": "r"}, "only Markdown files"),
    ("delete", {"path": "folder.md", "reason": "r"}, "no plain file"),
    ("delete", {"path": "deploy.md", "reason": "r", "merged_into": "deploy.md"}, "another Markdown file"),
    ("delete", {"path": "deploy.md", "reason": "r", "merged_into": "{project}/README.md"}, "another Markdown file"),
    ("delete", {"path": "deploy.md", "reason": "r", "merged_into": "../x.md"}, ".. is refused"),
    ("glob", {"pattern": "../*"}, ".. is refused"),
    ("glob", {"pattern": "{outside}/*"}, "outside what this task may read"),
    ("glob", {"pattern": "/**/*.pem"}, "outside what this task may read"),
    ("grep", {"pattern": "root", "path": "/etc"}, "outside what this task may read"),
    ("grep", {"pattern": "x", "path": "{live}"}, "live memory"),
    ("bash", {"command": "ls"}, "there is no tool"),
    ("", {}, "there is no tool"),
    ("__init__", {}, "there is no tool"),
]  # fmt: skip

# Allowed in kind, but senseless or too dear: answered with what is wrong, and with no effect either.
FAILING: list[Call] = [
    ("read", {"path": 5}, "must be of type"),
    ("read", {}, "needs path"),
    ("read", {"path": "MEMORY.md", "offset": 0}, "count from 1"),
    ("read", {"path": "MEMORY.md", "limit": True}, "must be of type"),
    ("read", {"path": "gone.md"}, "no such file"),
    ("read", {"path": "MEMORY.md", "shell": "x"}, "takes no"),
    ("read", {"path": "{project}/picture.png"}, "not text"),
    ("write", {"path": "x.md", "content": "x"}, "needs reason"),
    ("write", {"path": "x.md", "content": "x", "reason": "  "}, "a reason that a person can judge"),
    ("edit", {"path": "deploy.md", "old_text": "", "new_text": "x", "reason": "r"}, "old_text is empty"),
    ("edit", {"path": "deploy.md", "old_text": "zzz", "new_text": "x", "reason": "r"}, "not in deploy.md"),
    ("edit", {"path": "deploy.md", "old_text": "e", "new_text": "x", "reason": "r"}, "times"),
    ("edit", {"path": "gone.md", "old_text": "e", "new_text": "x", "reason": "r"}, "no such file"),
    ("delete", {"path": "gone.md", "reason": "r"}, "no such file"),
    ("delete", {"path": "deploy.md", "reason": "r", "merged_into": "gone.md"}, "does not exist"),
    ("grep", {"pattern": "(a"}, "( without a )"),
    ("grep", {"pattern": "a)"}, ") without a ("),
    ("grep", {"pattern": "[a"}, "[ without a ]"),
    ("grep", {"pattern": r"(a)\1"}, "not supported"),
    ("grep", {"pattern": "(?=a)b"}, "not supported"),
    ("grep", {"pattern": "(?<x>a)"}, "not supported"),
    ("grep", {"pattern": "a**"}, "two repetitions"),
    ("grep", {"pattern": "*a"}, "nothing before it"),
    ("grep", {"pattern": "((a{{200}}){{200}}){{200}}"}, "too large"),
    ("grep", {"pattern": "(((){{200}}){{200}}){{200}}"}, "too large"),
    ("grep", {"pattern": "a{{9999}}"}, "more than 255 times"),
    ("grep", {"pattern": "(" * 100 + ")" * 100}, "nested too deeply"),
    ("grep", {"pattern": "a" * 2_000}, "longer than 1000"),
    ("grep", {"pattern": "a\\"}, "ends in a backslash"),
    ("grep", {"pattern": "x", "show": "all"}, "show is one of"),
    ("grep", {"pattern": "x", "context": 10**9}, "numbers of lines"),
    *_commands(
        "needs a number", "head -n x MEMORY.md", "tail -n 1e9 MEMORY.md", "grep -m x y MEMORY.md", "find . -size x"
    ),
    *_commands("name a file", "cat", "wc -l", "stat"),
    *_commands("use only", "stat -c %G MEMORY.md"),
]

# Copies that editors and people leave behind, and the credentials of other tools.
LEFT_BEHIND = [
    *_paths("never read",
            *(f"{{project}}/{name}" for name in (
                ".git/config~", ".git/config.bak", ".git/config.orig", ".git/modules/sub/config",
                ".git/worktrees/w/config.worktree", "bare.git/config.old", ".GIT/CONFIG.BAK", ".netrc~", ".netrc.save",
                ".npmrc.bak", ".pypirc.old", ".NPMRC.OLD.BAK", "server.pem~", "server.pem.1", ".server.pem.swp",
                "deploy.key.old", "prod.env.bak", ".env~", "..env.swp", "settings.json.bak", "settings.local.json~",
                ".claude/settings.json.orig", ".claude/settings.local.json.save", ".claude.json.backup",
                ".claude/.credentials.json", ".ssh.bak/known_hosts", ".aws.old/config", ".git-credentials~",
                "backup_id_rsa", "id_ed25519.copy", "ssh_host_rsa_key", "terraform.tfstate.backup", ".gitconfig",
                ".config/gh/hosts.yml", ".config/gcloud/x.db", ".m2/settings.xml", "gradle.properties", ".vault-token",
                ".s3cfg", "pip.conf", ".dockercfg", ".curlrc", "wp-config.php", "x.der", "google-credentials.json",
                "auth.json", "token.json", ".psql_history", ".node_repl_history", ".bash_history~", ".flaskenv",
                "．env", ".ENV.LOCAL.BAK", ".n\u00adpmrc", ".npmrc. ", "ID_RSA", "Server.PEM.Bak"))),
    *_commands("never read", "cat {project}/.netrc~", "grep -r x {project}/.git/config.bak",
               "tail -n 5 {project}/server.pem.bak | head -1", "ls | cat {project}/.env~ -",
               "find {project} -newer {project}/.npmrc.bak"),
    *_commands("outside what this task may read", "cat /dev/stdin", "cat /dev/fd/0", "cat /proc/self/fd/0",
               "grep -r x /proc/self/root/etc", "head /proc/1/environ", "cat MEMORY.md | cat - /etc/shadow",
               "ls /proc/self/cwd", "stat /dev/tty", "find /sys -maxdepth 1", "wc -l /run/secrets"),
    *_commands("is refused here", "ls ;", "ls\x0b; rm x".replace("\x0b", " "), "cat <<<x", "cat MEMORY.md>x", "ls 1>&2",
               "cat $'MEMORY.md'", "cat $((1))", 'cat "${{IFS}}"', "ls |\n rm x", "find . \\( -name x \\) & ls"),
    *_writes("in the name of a new file", "*.md", "a?.md", "a[1].md", "a(b).md", "a<b>.md", 'a"b.md', "a|b.md",
             "\u202egnp.md", "a\u2066b.md", "a#b.md", "a:b.md", "a%2e.md", "\ue000.md", "a;b.md", "`id`.md"),
]  # fmt: skip

REFUSED = [*OUTSIDE, *PRIVATE, *LINKS, *SHELL, *WRITES, *LEFT_BEHIND]
