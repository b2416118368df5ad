"""Which root names the memory: real repositories of every shape that git makes."""

import os
from pathlib import Path

import pytest

from memtui.memory.gitroot import canonical_root, git_dir, worktree_top
from tests.audit.gitproject import GitProject
from tests.memory.ids import short


@pytest.fixture
def repository(tmp_path: Path) -> GitProject:
    made = GitProject.new(os.path.realpath(tmp_path / "shop"))
    made.write("a.txt", "a")
    made.commit()
    return made


@pytest.fixture(autouse=True)
def no_git_is_started(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The repositories are made with git; memtui itself must do without, so it finds none while it looks."""
    real = canonical_root

    def looked(start: str) -> str:
        with monkeypatch.context() as patch:
            patch.setenv("PATH", "")
            return real(start)

    monkeypatch.setattr(request.module, "canonical_root", looked)


def _beside(repository: GitProject, name: str) -> str:
    return os.path.join(os.path.dirname(repository.root), name)


def test_a_repository_and_its_subfolders_share_one_root(repository: GitProject) -> None:
    deep = repository.path("src/deep")
    os.makedirs(deep)
    assert canonical_root(repository.root) == canonical_root(deep) == repository.root
    assert worktree_top(deep) == repository.root


def test_outside_git_the_folder_itself_is_the_root(tmp_path: Path) -> None:
    assert worktree_top(str(tmp_path)) is None
    assert canonical_root(str(tmp_path)) == os.path.realpath(tmp_path)


def test_a_folder_that_is_gone_is_its_own_root(tmp_path: Path) -> None:
    assert canonical_root(str(tmp_path / "gone")) == os.path.realpath(tmp_path / "gone")


def test_symlinks_to_a_repository_lead_to_its_real_path(repository: GitProject) -> None:
    os.makedirs(repository.path("src"))
    os.symlink(repository.path("src"), _beside(repository, "link"))
    assert canonical_root(_beside(repository, "link")) == repository.root


def test_a_worktree_shares_the_root_of_its_repository(repository: GitProject) -> None:
    worktree = _beside(repository, "wt")
    repository.git("worktree", "add", "-q", worktree, "-b", "b1")
    os.makedirs(os.path.join(worktree, "src"))
    assert canonical_root(worktree) == canonical_root(os.path.join(worktree, "src")) == repository.root
    assert worktree_top(worktree) == worktree
    assert git_dir(worktree) == repository.path(".git/worktrees/wt")


def test_a_worktree_inside_the_main_tree(repository: GitProject) -> None:
    repository.git("worktree", "add", "-q", ".trees/one", "-b", "b1")
    assert worktree_top(repository.path(".trees/one")) == repository.path(".trees/one")
    assert canonical_root(repository.path(".trees/one")) == repository.root


def test_a_worktree_with_relative_paths_both_ways(repository: GitProject) -> None:
    worktree = _beside(repository, "wt")
    repository.git("worktree", "add", "-q", worktree, "-b", "b1")
    Path(worktree, ".git").write_text("gitdir: ../shop/.git/worktrees/wt\n")
    Path(repository.path(".git/worktrees/wt/gitdir")).write_text("../../../../wt/.git\n")
    assert canonical_root(worktree) == repository.root


def test_a_worktree_reached_by_a_symlink(repository: GitProject) -> None:
    repository.git("worktree", "add", "-q", _beside(repository, "wt"), "-b", "b1")
    os.symlink(_beside(repository, "wt"), _beside(repository, "link"))
    assert canonical_root(_beside(repository, "link")) == repository.root


@pytest.mark.parametrize("name", ["store.git", ".bare"])
def test_a_worktree_of_a_bare_repository_uses_its_path(repository: GitProject, name: str) -> None:
    bare = _beside(repository, name)
    repository.git("clone", "-q", "--bare", repository.root, bare)
    GitProject(bare).git("worktree", "add", "-q", _beside(repository, "wt"), "-b", "b1")
    assert canonical_root(_beside(repository, "wt")) == bare
    assert canonical_root(bare) == bare


@pytest.fixture
def submodule(repository: GitProject) -> GitProject:
    library = GitProject.new(_beside(repository, "library"))
    library.write("b.txt", "b")
    library.commit()
    repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", library.root, "lib")
    return GitProject(repository.path("lib"))


def test_a_submodule_has_its_own_root(repository: GitProject, submodule: GitProject) -> None:
    assert os.path.isfile(submodule.path(".git"))
    assert canonical_root(submodule.root) == submodule.root
    assert git_dir(submodule.root) == repository.path(".git/modules/lib")


def test_a_worktree_of_a_submodule_shares_the_submodules_root(repository: GitProject, submodule: GitProject) -> None:
    submodule.git("worktree", "add", "-q", _beside(repository, "wt"), "-b", "b1")
    assert canonical_root(_beside(repository, "wt")) == submodule.root


def test_a_worktree_of_a_submodule_that_is_gone_stays_with_its_git_directory(
    repository: GitProject, submodule: GitProject
) -> None:
    submodule.git("worktree", "add", "-q", _beside(repository, "wt"), "-b", "b1")
    os.remove(submodule.path(".git"))
    assert canonical_root(_beside(repository, "wt")) == repository.path(".git/modules/lib")


def test_a_nested_repository_has_its_own_root(repository: GitProject) -> None:
    inner = GitProject.new(repository.path("vendor/inner"))
    assert canonical_root(inner.root) == inner.root


def test_a_git_directory_elsewhere_does_not_move_the_root(tmp_path: Path) -> None:
    root = os.path.realpath(tmp_path / "shop")
    os.makedirs(root)
    GitProject(root).git("init", "-q", f"--separate-git-dir={tmp_path / 'elsewhere'}")
    assert os.path.isfile(os.path.join(root, ".git"))
    assert canonical_root(root) == root


class TestForged:
    """A `.git` that lies: the folder that holds it is an ordinary root, whatever it points at."""

    def _forge(self, repository: GitProject, target: str) -> str:
        liar = _beside(repository, "liar")
        os.makedirs(liar)
        Path(liar, ".git").write_text(f"gitdir: {target}\n")
        return liar

    def test_pointing_at_a_worktree_of_another(self, repository: GitProject) -> None:
        repository.git("worktree", "add", "-q", _beside(repository, "wt"), "-b", "b1")
        liar = self._forge(repository, repository.path(".git/worktrees/wt"))
        assert canonical_root(liar) == liar

    def test_pointing_at_the_git_directory_of_another(self, repository: GitProject) -> None:
        liar = self._forge(repository, repository.path(".git"))
        assert canonical_root(liar) == liar

    def test_a_commondir_that_the_repository_does_not_know(self, repository: GitProject) -> None:
        liar = self._forge(repository, "fake")
        fake = os.path.join(liar, "fake")
        os.makedirs(fake)
        Path(fake, "commondir").write_text(repository.path(".git") + "\n")
        Path(fake, "gitdir").write_text(os.path.join(liar, ".git") + "\n")
        assert canonical_root(liar) == liar

    def test_a_worktrees_folder_that_is_a_link_into_the_forgery(self, repository: GitProject) -> None:
        """Even where `common/worktrees/x` resolves into the forgery, the real places decide."""
        liar = self._forge(repository, "worktrees/x")
        fake = os.path.join(liar, "worktrees", "x")
        os.makedirs(fake)
        Path(fake, "commondir").write_text(repository.path(".git") + "\n")
        Path(fake, "gitdir").write_text(os.path.join(liar, ".git") + "\n")
        assert canonical_root(liar) == liar

    def test_a_fake_repository_that_claims_anothers_work_tree(self, repository: GitProject) -> None:
        liar = self._forge(repository, "fake/worktrees/x")
        own = os.path.join(liar, "fake", "worktrees", "x")
        os.makedirs(own)
        Path(own, "commondir").write_text("../..\n")
        Path(own, "gitdir").write_text(os.path.join(liar, ".git") + "\n")
        Path(liar, "fake", "config").write_text(f"[core]\n\tworktree = {repository.root}\n")
        assert canonical_root(liar) == os.path.join(liar, "fake")

    @pytest.mark.parametrize("back", ["", "\n", "/nowhere/.git\n", "\0\n", "x" * 10_000], ids=short)
    def test_a_gitdir_that_does_not_point_back(self, repository: GitProject, back: str) -> None:
        worktree = _beside(repository, "wt")
        repository.git("worktree", "add", "-q", worktree, "-b", "b1")
        Path(repository.path(".git/worktrees/wt/gitdir")).write_text(back)
        assert canonical_root(worktree) == worktree

    def test_a_worktree_that_was_moved_by_hand(self, repository: GitProject) -> None:
        repository.git("worktree", "add", "-q", _beside(repository, "wt"), "-b", "b1")
        os.rename(_beside(repository, "wt"), _beside(repository, "moved"))
        assert canonical_root(_beside(repository, "moved")) == _beside(repository, "moved")


class TestOddDotGit:
    """Whatever `.git` is, the folder that holds it is the root, and nothing hangs."""

    @pytest.mark.parametrize(
        "content",
        [b"", b"\n", b"gitdir:", b"gitdir: \n", b"nonsense", b"gitdir: a\0b\n", b"\xff\xfe", b"gitdir: \xff\n"],
    )
    def test_a_file(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / ".git").write_bytes(content)
        assert canonical_root(str(tmp_path)) == os.path.realpath(tmp_path)

    def test_a_fifo(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / ".git")
        assert canonical_root(str(tmp_path)) == os.path.realpath(tmp_path)
        assert git_dir(str(tmp_path)) is None

    def test_a_link_to_nothing(self, tmp_path: Path) -> None:
        os.symlink("nowhere", tmp_path / ".git")
        assert canonical_root(str(tmp_path)) == os.path.realpath(tmp_path)

    def test_a_link_to_itself(self, tmp_path: Path) -> None:
        os.symlink(".git", tmp_path / ".git")
        assert canonical_root(str(tmp_path)) == os.path.realpath(tmp_path)

    def test_a_folder_without_head(self, tmp_path: Path) -> None:
        (tmp_path / ".git").mkdir()
        assert canonical_root(str(tmp_path)) == os.path.realpath(tmp_path)

    def test_a_link_to_the_git_directory_of_another(self, repository: GitProject) -> None:
        other = _beside(repository, "other")
        os.makedirs(other)
        os.symlink(repository.path(".git"), os.path.join(other, ".git"))
        assert canonical_root(other) == other

    @pytest.mark.parametrize("name", ["commondir", "gitdir"])
    def test_a_fifo_where_a_pointer_belongs(self, repository: GitProject, name: str) -> None:
        worktree = _beside(repository, "wt")
        repository.git("worktree", "add", "-q", worktree, "-b", "b1")
        os.remove(repository.path(f".git/worktrees/wt/{name}"))
        os.mkfifo(repository.path(f".git/worktrees/wt/{name}"))
        assert canonical_root(worktree) == worktree

    def test_a_fifo_where_the_config_belongs(self, repository: GitProject) -> None:
        bare = _beside(repository, "store.git")
        repository.git("clone", "-q", "--bare", repository.root, bare)
        GitProject(bare).git("worktree", "add", "-q", _beside(repository, "wt"), "-b", "b1")
        os.remove(os.path.join(bare, "config"))
        os.mkfifo(os.path.join(bare, "config"))
        assert canonical_root(_beside(repository, "wt")) == bare

    def test_a_config_of_nothing_but_white_space_is_read_in_no_time(self, repository: GitProject) -> None:
        bare = _beside(repository, "store.git")
        repository.git("clone", "-q", "--bare", repository.root, bare)
        GitProject(bare).git("worktree", "add", "-q", _beside(repository, "wt"), "-b", "b1")
        Path(bare, "config").write_text("\n \t" * 300_000)
        assert canonical_root(_beside(repository, "wt")) == bare
