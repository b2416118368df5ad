"""What a memory names that could be part of a code base: paths, files and identifiers in inline back-ticks.

Pure. Only candidates are collected here; whether one is gone is for `drift`, which names nothing that the
project's history never had. So a doubtful candidate costs a look, not a false alarm, and plain words are
left out only because they would match anything. A token is what has to be looked up: `./src/cart.py:12`
gives `src/cart.py`, `total()` gives `total`.
"""

import re
from typing import NamedTuple

from memtui.audit.prose import code_spans, lines_outside_fences

PATH = "path"
FILE = "file"
IDENTIFIER = "identifier"

_LONGEST = 255
_SHORTEST_IDENTIFIER = 4

_EXTENSION_LIST = (
    "adoc avdl bash bat bazel bzl c cc cfg cjs clj cljs cmake cmd conf cpp cs csproj css csv cxx dart ejs"
    " elm erb erl ex exs fish fs fsx gemspec go gql gradle graphql groovy gyp h haml hbs hcl hh hpp hrl hs"
    " htm html hxx iml ini ino ipynb j2 jade java jinja jinja2 jl js json json5 jsonc jsonl jsx kt kts"
    " less lhs lock lua md mdx mjs mk ml mli mm nim nix patch php pl plist pm prisma properties proto ps1"
    " psql pug py pyi pyx r rake rb rkt rs rst ru sass sbt scala scm scss service sh sln sol sql sqlite"
    " storyboard styl svelte svg swift tcl tcss tf tfvars thrift tmpl toml tpl ts tsv tsx twig txt vb vim"
    " vue wsdl xcconfig xib xml xsd xsl yaml yml zig zsh"
)
_WHOLE_NAME_LIST = (
    "Brewfile BUILD Caddyfile Capfile CMakeLists.txt CODEOWNERS Containerfile Dockerfile Earthfile"
    " Fastfile Gemfile go.mod go.sum Guardfile Jenkinsfile justfile Justfile makefile Makefile MANIFEST.in"
    " Podfile Procfile Rakefile Tiltfile Vagrantfile WORKSPACE .babelrc .bazelrc .clang-format .coveragerc"
    " .dockerignore .editorconfig .env .envrc .eslintrc .flake8 .gitattributes .gitignore .gitmodules"
    " .mailmap .node-version .npmrc .nvmrc .prettierrc .pylintrc .python-version .ruby-version"
    " .tool-versions"
)
_BRANCH_LIST = (
    "bugfix chore dependabot feat feature fix heads hotfix origin refs release remotes renovate tags upstream wip"
)

_EXTENSIONS = frozenset(_EXTENSION_LIST.split())
_WHOLE_NAMES = frozenset(_WHOLE_NAME_LIST.split())
_BRANCH_BEGINNINGS = frozenset(_BRANCH_LIST.split())

_PLACE_IN_FILE = re.compile(r"(?:::.*|:\d+(?:[:-]\d+)?:?|#L\d+(?:-L?\d+)?)\Z")
_PATH = re.compile(r"(?:[\w.@+][\w.@+-]*/)*[\w.@+][\w.@+-]*/?\Z")
_BARE_FILE = re.compile(r"[\w.][\w.@+-]*\.([A-Za-z][A-Za-z0-9]{0,11})\Z")
_WORD = r"[A-Za-z_][A-Za-z0-9_]*"
_IDENTIFIER = re.compile(rf"({_WORD}(?:(?:\.|::){_WORD})*)(\([^()]*\))?\Z", re.ASCII)
_MIXED_CASE = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2,}[a-z]")
_UNDERSCORE_INSIDE = re.compile(r"[A-Za-z0-9]_+[A-Za-z0-9]")


class Reference(NamedTuple):
    line: int
    token: str
    kind: str


def references(body: str, first_line: int = 1) -> list[Reference]:
    """The candidates in the order in which they stand; one that is named twice on a line is given once."""
    if "`" not in body:
        return []
    found: dict[Reference, None] = {}
    for line in lines_outside_fences(body, first_line):
        if "`" not in line.text:
            continue
        for span in code_spans(line.text):
            named = classify(span.code.strip())
            if named:
                found[Reference(line.number, named[1], named[0])] = None
    return list(found)


def classify(code: str) -> tuple[str, str] | None:
    """The kind and the token of one piece of inline code, or None when it cannot be looked up."""
    if not code or len(code) > _LONGEST:
        return None
    if "/" in code:
        return _path(code)
    name = _PLACE_IN_FILE.sub("", code)
    bare = _BARE_FILE.match(name)
    if name in _WHOLE_NAMES or (bare and bare[1].lower() in _EXTENSIONS and not _is_version(name)):
        return FILE, name
    return _identifier(code)


def _path(code: str) -> tuple[str, str] | None:
    while code.startswith("./"):
        code = code[2:]
    code = _PLACE_IN_FILE.sub("", code)
    parts = code.rstrip("/").split("/")
    if not _PATH.match(code) or ".." in parts or "." in parts or _is_version(parts[0]):
        return None
    looks_like_branch = parts[0] in _BRANCH_BEGINNINGS and not code.endswith("/") and "." not in parts[-1]
    if looks_like_branch or parts[0].startswith("@") or all(part.isdigit() for part in parts):
        return None
    return PATH, "/".join(parts)


def _identifier(code: str) -> tuple[str, str] | None:
    match = _IDENTIFIER.match(code)
    if not match or len(match[1]) < _SHORTEST_IDENTIFIER:
        return None
    name, called = match[1], match[2]
    parts = re.split(r"\.|::", name)
    # `Cart.total` is a member of a class, `shop.example` may as well be a host.
    of_a_class = len(parts) > 1 and parts[0][0].isupper()
    if called or "::" in name or of_a_class or any(_stands_out(part) for part in parts):
        return IDENTIFIER, name
    return None


def _stands_out(word: str) -> bool:
    return bool(_UNDERSCORE_INSIDE.search(word) or _MIXED_CASE.search(word))


def _is_version(text: str) -> bool:
    return bool(re.match(r"[vV]?\d+(?:\.\d+)+\Z", text))
