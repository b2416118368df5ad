"""What is never read or sent, whatever the task: keys, credentials and settings, told by their names.

Names are compared without case, width and invisible characters, as a forgiving file system would.
"""

import re
import unicodedata
from collections.abc import Sequence
from fnmatch import fnmatchcase
from itertools import pairwise

_DATA = ("json", "yaml", "yml", "toml", "ini", "csv", "xml", "txt")  # `secrets.py` is code, and memories are `.md`
SECRET_NAMES = (
    ".env*", "*.env", ".flaskenv", ".netrc", "_netrc", ".npmrc", ".pypirc", ".yarnrc*", ".pgpass", ".my.cnf",
    ".htpasswd", "*.pem", "*.key", "*.der", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk", "*.gpg",
    "*.tfstate", "*.tfvars", "*id_rsa*", "*id_dsa*", "*id_ecdsa*", "*id_ed25519*", "ssh_host_*_key", "kubeconfig",
    ".git-credentials", ".gitconfig", ".credentials*", ".secrets*", "credentials", ".vault-token", ".terraformrc",
    *(f"*credentials.{kind}" for kind in _DATA), *(f"secrets.{kind}" for kind in _DATA), ".boto", ".s3cfg",
    ".databrickscfg", ".dockercfg", ".curlrc", ".wgetrc", ".msmtprc", "pip.conf", "gradle.properties", "wp-config.php",
    "client_secret*.json", "service-account*.json", "firebase-adminsdk*.json", "auth.json", "token.json", ".*_history",
)  # fmt: skip
SETTINGS_NAMES = ("settings.json", "settings.*.json", "managed-settings*.json", ".claude.json*", ".mcp.json",
                  "settings.xml")  # fmt: skip
SECRET_FOLDERS = (".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".password-store")
SECRET_PAIRS = ((".config", "gh"), (".config", "gcloud"), (".config", "op"), (".config", "anthropic"))
GIT_NAMES = ("config", "config.worktree", "config.lock", "credentials")
SYSTEM_FOLDERS = ("/proc", "/sys", "/dev", "/run")
_OTHERS_SESSIONS = (".claude", "projects")
_STATE = ("memtui", "stores")
_SWAP = re.compile(r"\.(.+)\.sw[a-p]")
_COPY = re.compile(r"(~|\.(bak|backup|old|orig|save|saved|copy|tmp|swp|disabled|rej|\d{1,8}))$")


def why_private(parts: Sequence[str]) -> str | None:
    """Why the file or folder at these names below a root is never read, or None."""
    names = [_original(folded(part)) for part in parts]
    if not names:
        return None
    if any(name in SECRET_FOLDERS for name in names) or any(pair in SECRET_PAIRS for pair in pairwise(names)):
        return "is in a folder of keys and credentials"
    if any(fnmatchcase(name, pattern) for name in names for pattern in SECRET_NAMES):
        return "may hold keys or credentials"
    if any(fnmatchcase(names[-1], pattern) for pattern in SETTINGS_NAMES):
        return "is a settings file"
    if names[-1] in GIT_NAMES and any(name == ".git" or name.endswith(".git") for name in names[:-1]):
        return "is git's own configuration"
    return None


def _original(name: str) -> str:
    """What a file is a copy of, where its name says that it is one: `.netrc~`, `server.pem.bak`, `.deploy.key.swp`."""
    swapped = _SWAP.fullmatch(name)
    bare = swapped[1] if swapped else name
    while len(shorter := _COPY.sub("", bare)) < len(bare) and shorter:
        bare = shorter
    return bare


def why_elsewhere(parts: Sequence[str]) -> str | None:
    """Why a place below the project belongs to somebody else (a home directory can be a project), or None."""
    names = [folded(part) for part in parts]
    for first, second in pairwise(names):
        if (first, second) == _OTHERS_SESSIONS:
            return "holds the sessions and memories of other projects"
        if (first, second) == _STATE:
            return "is memtui's own state"
    return None


def is_system(path: str) -> bool:
    """Whether the path is in a file system that is no place for files."""
    return any(path == folder or path.startswith(f"{folder}/") for folder in SYSTEM_FOLDERS)


def folded(name: str) -> str:
    """The name as the most forgiving file system would compare it."""
    if name.isascii():
        return name.lower().rstrip(". ") or name
    plain = unicodedata.normalize("NFKC", name)
    seen = "".join(char for char in plain if unicodedata.category(char) != "Cf")
    return unicodedata.normalize("NFC", seen.casefold()).rstrip(". ") or name
