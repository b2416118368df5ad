"""Secrets: every kind is found in ordinary sentences, and nothing that merely resembles one is."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.audit.secrets import Secret, find_secrets, mask
from tests.audit.fake_keys import (
    ALNUM,
    AWS_ID,
    AWS_SECRET,
    HEX,
    TOKENS,
    URL_SAFE,
    basic,
    key_block,
    noise,
    openssh_block,
)
from tests.audit.lookalikes import INNOCENT

HEX_KEY = noise(HEX, 32)
LONG_KEY = noise(ALNUM, 32)
SLACK_PATH = "T02AB9CDE/B07XY12ZW/" + noise(ALNUM, 24)
DISCORD_PATH = "112233445566778899/" + noise(URL_SAFE, 68)
AZURE_KEY = noise(ALNUM + "+/", 86) + "=="

# (text, kind, value)
ASSIGNED = [
    (f"aws_secret_access_key = {AWS_SECRET}", "AWS secret key", AWS_SECRET),
    (f'AWS_SECRET_ACCESS_KEY="{AWS_SECRET}"', "AWS secret key", AWS_SECRET),
    (f"Secret access key: `{AWS_SECRET}`", "AWS secret key", AWS_SECRET),
    (f"aws:\n  secretAccessKey: {AWS_SECRET}", "AWS secret key", AWS_SECRET),
    ("https://hooks.slack.com/services/" + SLACK_PATH, "Slack webhook", SLACK_PATH),
    ("https://discord.com/api/webhooks/" + DISCORD_PATH, "Discord webhook", DISCORD_PATH),
    ("Account" + f"Key={AZURE_KEY};EndpointSuffix=core.windows.net", "Azure storage key", AZURE_KEY),
    (f"twilio: {'S' + 'K' + HEX_KEY}", "Twilio API key", "S" + "K" + HEX_KEY),
    ("postgres://app:kR7vQx2m@db.acme.io:5432/app", "password in a URL", "kR7vQx2m"),
    ("redis://:tangerine-otter@cache.acme.io", "password in a URL", "tangerine-otter"),
    ("clone https://deploy:Nk4!pyWz@git.acme.io/app.git", "password in a URL", "Nk4!pyWz"),
    ("postgres://app:kR7vQx2mT9@localhost/app", "password in a URL", "kR7vQx2mT9"),
    ("postgresql://shop:Vm39kfpQ2s@db:5432/shop", "password in a URL", "Vm39kfpQ2s"),
    ('password = "hunter2"', "password", "hunter2"),
    ("password: hunter2", "password", "hunter2"),
    ("DB_PASSWORD=blue7whale", "password", "blue7whale"),
    ("export PGPASSWORD='Tr0ub4dor&3'", "password", "Tr0ub4dor&3"),
    ('{"password": "Kite!Harbor9"}', "password", "Kite!Harbor9"),
    ("The staging password is Tr0ub4dor&3, ask before changing it.", "password", "Tr0ub4dor&3"),
    ("- **Admin password:** Winter2024!", "password", "Winter2024!"),
    ("- **Admin password**: `Winter2024!`", "password", "Winter2024!"),
    ("Log in as admin, password: `plum42tree`.", "password", "plum42tree"),
    ("Server=db;User Id=sa;Password=Xw9!harborMoon;Encrypt=true", "password", "Xw9!harborMoon"),
    ("Passwort: Gartenzaun#88", "password", "Gartenzaun#88"),
    ("wifi passphrase: 'copper-Kettle!71'", "password", "copper-Kettle!71"),
    ("mysql --user app --password blue7Whale prod", "password", "blue7Whale"),
    ("curl -u 'deploy:Nk4pyWz99' https://api.acme.io", "password", "Nk4pyWz99"),
    (f"api_key: {HEX_KEY}", "API key", HEX_KEY),
    (f"The Datadog API key is {HEX_KEY}.", "API key", HEX_KEY),
    (f'"apiKey": "{LONG_KEY}"', "API key", LONG_KEY),
    (f"LINEAR_API_KEY=lin_api_{noise(ALNUM, 40)}", "API key", None),
    (f"client_secret={LONG_KEY}&grant_type=code", "secret", LONG_KEY),
    (f"secret: {noise(ALNUM + '+/', 44)}", "secret", None),
    (f"signing_key = '{noise(HEX, 64)}'", "API key", None),
    (f"access_token: {LONG_KEY}", "token", LONG_KEY),
    (f"https://ci.acme.io/hook?token={LONG_KEY}&run=1", "token", LONG_KEY),
    (f"gh auth login --with-token {LONG_KEY}", "token", LONG_KEY),
    (f"Authorization: Bearer {noise(URL_SAFE, 40)}", "bearer token", None),
    (f"Authorization: Basic {basic('deploy:Nk4pyWz99')}", "basic authorization", None),
    ("//npm.acme.io/:_authToken=" + "4c1f0e52-90ab-4d3e-8f6a-7b2c1d0e9f8a", "npm token", None),
]

KEY_BLOCKS = ["RSA PRIVATE KEY", "PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"]


def value_of(text: str, secret: Secret) -> str:
    return text.split("\n")[secret.line - 1][secret.start : secret.end]


def check_found(text: str, kind: str, value: str | None) -> None:
    found = find_secrets(text)
    assert [secret.kind for secret in found] == [kind]
    if value is not None:
        assert value_of(text, found[0]) == value
    assert value_of(text, found[0]) not in mask(text)
    assert find_secrets(mask(text)) == []


SENTENCES = ["{}", "The key is `{}`.", "| ci | {} |", "KEY={}\n", 'token: "{}"', "url?x={}&y=1", "_{} is old_"]


@pytest.mark.parametrize(("kind", "value"), TOKENS)
@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_token_is_found_by_its_format(kind: str, value: str, sentence: str) -> None:
    check_found("first line\n" + sentence.format(value), kind, value)


@pytest.mark.parametrize(("text", "kind", "value"), ASSIGNED)
def test_a_secret_is_found_by_its_name(text: str, kind: str, value: str | None) -> None:
    check_found(text, kind, value)
    check_found(f"# Staging\n\n{text}\nmore", kind, value)


@pytest.mark.parametrize("label", KEY_BLOCKS)
@pytest.mark.parametrize("eol", ["\n", "\r\n", "\\n", "\n    "])
def test_a_key_block_is_one_secret(label: str, eol: str) -> None:
    block = key_block(label, eol=eol)
    text = f"before\n{block}\nafter"
    found = find_secrets(text)
    assert [(secret.line, secret.kind, secret.start) for secret in found] == [(2, "private key", 0)]
    assert mask(text) == f"before\n…({len(block)} characters)\nafter"


def test_a_key_block_without_its_end_is_masked_as_far_as_it_goes() -> None:
    block = key_block("RSA PRIVATE KEY").rsplit("\n", 1)[0]
    assert mask(f"{block}\n\nThat was the key.") == f"…({len(block)} characters)\n\nThat was the key."


def test_a_key_block_with_zero_bytes_is_found() -> None:
    assert [secret.kind for secret in find_secrets(openssh_block())] == ["private key"]


def test_two_key_blocks_are_two_secrets() -> None:
    block = key_block("RSA PRIVATE KEY")
    torn = block.rsplit("\n", 1)[0]
    assert len(find_secrets(f"{block}\nand\n{block}\n")) == 2
    assert [secret.line for secret in find_secrets(f"{torn}\nand\n{block}\n")] == [1, 9]


@pytest.mark.parametrize("text", INNOCENT)
def test_what_only_resembles_a_secret_is_not_found(text: str) -> None:
    assert find_secrets(text) == []
    assert find_secrets(f"- note\n- {text}\n") == []
    assert mask(text) == text


def test_both_halves_of_an_aws_key_are_found() -> None:
    text = f"access: {AWS_ID}\nand {AWS_SECRET}"
    assert [secret.kind for secret in find_secrets(text)] == ["AWS access key", "AWS secret key"]


def test_positions_and_masks() -> None:
    text = f"one\ntwo {AWS_ID} and\n\npassword = 'hunter2'\n"
    assert find_secrets(text) == [
        Secret(2, "AWS access key", 4, 24, "AKIA…(20 characters)"),
        Secret(4, "password", 12, 19, "…(7 characters)"),
    ]
    assert mask(text) == "one\ntwo AKIA…(20 characters) and\n\npassword = '…(7 characters)'\n"


def test_a_letter_that_grows_in_lower_case_moves_no_offset() -> None:
    assert mask("İİİ password='hunter2'") == "İİİ password='…(7 characters)'"


def test_a_repeated_value_is_masked_where_nothing_marks_it() -> None:
    assert "plum42tree" not in mask("password: plum42tree\nagain plum42tree, xplum42treex")


def test_a_password_that_is_part_of_a_mask_is_still_hidden() -> None:
    assert "characters" not in mask("ftp://app:characters@files.acme.io")


@pytest.mark.parametrize(("kind", "value"), TOKENS)
def test_a_mask_shows_little(kind: str, value: str) -> None:
    masked = find_secrets(value)[0].masked
    assert re.fullmatch(r".{0,4}…\(\d+ characters\)", masked)
    assert value.startswith(masked.partition("…")[0])


PIECES = st.one_of(
    st.text(max_size=12),
    st.sampled_from([value for _, value in TOKENS]),
    st.sampled_from([text for text, _, _ in ASSIGNED]),
    st.sampled_from(["password=", "token: ", "://a:", "@", "Bearer ", "\n", '"', "'", " ", "key is ", "İ", "…"]),
    st.sampled_from([key_block(label) for label in KEY_BLOCKS]),
    st.from_regex(r"[A-Za-z0-9!@#$%&+/=_.-]{4,24}", fullmatch=True),
)


@given(st.lists(PIECES, max_size=8).map("".join))
def test_no_found_value_survives_masking(text: str) -> None:
    found = find_secrets(text)
    masked = mask(text)
    for secret in found:
        value = value_of(text, secret)
        assert value
        assert value not in masked
        assert len(secret.masked.partition("…")[0]) <= len(value) / 4
    assert found or masked == text
    assert all(left[0] < right[0] or left[3] <= right[2] for left, right in pairwise(found))


@given(st.text())
def test_any_text_is_accepted(text: str) -> None:
    find_secrets(text)
    mask(text)
