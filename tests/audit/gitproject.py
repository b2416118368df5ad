"""Real git repositories for the tests, made step by step with dates that never change."""

import os
import subprocess

DAY_ONE = 3  # commit number n is dated 2026-01-(n + 2)
_ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "HOME": os.devnull,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Tea Shop",
    "GIT_AUTHOR_EMAIL": "shop@example.org",
    "GIT_COMMITTER_NAME": "Tea Shop",
    "GIT_COMMITTER_EMAIL": "shop@example.org",
}


class GitProject:
    """A work tree, and the few things that the tests do to it."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._commits = 0

    @classmethod
    def new(cls, root: str) -> "GitProject":
        os.makedirs(root)
        project = cls(root)
        project.git("init", "-q", "-b", "main")
        return project

    def git(self, *arguments: str, date: str = "2026-01-01T12:00:00+00:00") -> str:
        environment = {**_ENVIRONMENT, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        done = subprocess.run(
            ["git", "-C", self.root, *arguments], env=environment, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def path(self, name: str) -> str:
        return os.path.join(self.root, name)

    def write(self, name: str, content: str | bytes) -> None:
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def remove(self, name: str) -> None:
        os.remove(self.path(name))

    def commit(self, message: str = "a step") -> str:
        """Commits everything; returns the short name that findings use."""
        self.git("add", "-A")
        date = f"2026-01-{DAY_ONE + self._commits:02}T12:00:00+00:00"
        self._commits += 1
        self.git("commit", "-q", "--allow-empty", "-m", message, date=date)
        return self.head()

    def head(self) -> str:
        return self.git("rev-parse", "HEAD")[:10]
