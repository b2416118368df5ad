"""Stores to measure on: the same every time, with memories of the length and the two forms that agents write."""

import os
import random
import time

from memtui.memory.limits import INDEX_NAME, TYPES

_WORDS_TEXT = """
account address agreed alert always answer approve archive backfill balance batch before billing branch broken budget
bucket build cache call careful carrier cart change charge check checkout client cluster column commit config contract
copy count coupon crash currency customer daily database deadline decide default delay delete deploy desk detail device
diff disk docs double draft drop editor empty engine error event every export extra fail fallback feature field filter
first flag flaky fleet flow folder format freeze friendly gateway grant green group handler header health hotfix image
import index invoice item job keep key label last latency launch layout ledger legal letter level limit line list local
lock login loop mail manual margin market merge message meter metric migration minor mobile model module monitor monthly
name nightly notice number object offer office old once open order origin outage owner package page panel parser partner
patch path payment person phone pipeline plan platform point policy pool prefer pressure price print process product
profile prompt proof provider public queue quick quota random rate reader ready reason record refund region release
remote render repair replica report request reset resize retry review rollback rotate round route rule runner sample
schedule schema scope screen script search season secret section seller server session shape ship short signal silent
simple site slow smoke source spare spike split staging stage start state static status step stock stop storage store
stream strict string style summary supplier support switch sync table target tax team template tenant test thread ticket
timeout token tool topic total trace track traffic trial trigger trust update upload upstream user vendor verify version
view visit volume wait warehouse warning watch weekly window worker workflow write yearly zone
"""
_WORDS = _WORDS_TEXT.split()
_STOCK = 300  # sentences that several memories share, as people repeat themselves
_COPIED = 50  # one memory in so many is another with a sentence more
_DAY = 86_400


def make_store(root: str, count: int, seed: int = 7) -> list[str]:
    """Write `count` memories and an index of 150 pointers. The files' paths, newest first."""
    os.makedirs(root)
    chance = random.Random(seed)
    stock = [_sentence(chance) for _ in range(_STOCK)]
    now = time.time()
    paths: list[str] = []
    body = ""
    for number in range(count):
        if not body or number % _COPIED:
            body = _body(chance, stock, count)
        else:
            body += _sentence(chance) + "\n"
        path = os.path.join(root, f"{TYPES[number % len(TYPES)]}_{number:05}.md")
        paths.append(write(path, memory(chance, number, body), now - number * _DAY / 24))
    write(os.path.join(root, INDEX_NAME), _index(paths[:150], chance), now)
    return paths


def write(path: str, text: str, when: float) -> str:
    """Write a file as of that time."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    os.utime(path, (when, when))
    return path


def memory(chance: random.Random, number: int, body: str) -> str:
    """One memory: in turns flat, or with the type under `metadata`, and then now and then with a time."""
    name = "-".join(chance.sample(_WORDS, 3)) + f"-{number}"
    description = f"{_sentence(chance)[:-1]}; {' '.join(chance.choices(_WORDS, k=4))}"
    kind = TYPES[number % len(TYPES)]
    if number % 5 == 0:
        description = f'"{description.replace(";", ":")}"'  # YAML needs the quotes
    elif number % 5 == 1:
        description = description.replace(";", " —")
    if number % 2:
        return f"---\nname: {name}\ndescription: {description}\ntype: {kind}\n---\n{body}"
    session = f"{chance.getrandbits(32):08x}-0c1f-4a7e-9d35-{chance.getrandbits(48):012x}"
    stamp = "" if number % 4 else f"  modified: 2026-0{number % 9 + 1}-1{number % 10}T12:00:00.000Z\n"
    lines = f"metadata: \n  node_type: memory\n  type: {kind}\n  originSessionId: {session}\n{stamp}"
    return f"---\nname: {name}\ndescription: {description}\n{lines}---\n\n{body}"


def _sentence(chance: random.Random) -> str:
    return " ".join(chance.choices(_WORDS, k=chance.randint(6, 14))).capitalize() + "."


def _body(chance: random.Random, stock: list[str], count: int) -> str:
    """Between 0.5 and 3 KB: the fact, why, how to apply, and some more with paths, names and links."""
    length = chance.randint(500, 2_800)
    parts = [_sentence(chance), "", f"**Why:** {_sentence(chance)}", "", f"**How to apply:** {_sentence(chance)}", ""]
    while sum(len(part) + 1 for part in parts) < length:
        parts.append(_more(chance, stock, count))
    return "\n".join(parts) + "\n"


def _more(chance: random.Random, stock: list[str], count: int) -> str:
    one, two = chance.sample(_WORDS, 2)
    return chance.choice(
        (
            f"{_sentence(chance)} {chance.choice(stock)}",
            f"{_sentence(chance)} {_sentence(chance)}",
            f"- see `src/{one}/{two}.py`, where `{one}_{two}()` does it: {_sentence(chance)}",
            f"- {_sentence(chance)[:-1]}, as in [[{TYPES[0]}_{chance.randrange(count):05}]].",
            f"- 2026-0{chance.randint(1, 9)}-1{chance.randint(0, 9)}: {_sentence(chance)}",
            f"## {one.capitalize()} and {two}\n",
        )
    )


def _index(paths: list[str], chance: random.Random) -> str:
    lines = [f"- [{_title(chance)}]({os.path.basename(path)}) — {_sentence(chance)[:90]}" for path in paths]
    return "# Memory\n\n" + "\n".join(lines) + "\n"


def _title(chance: random.Random) -> str:
    return " ".join(chance.sample(_WORDS, 3)).capitalize()
