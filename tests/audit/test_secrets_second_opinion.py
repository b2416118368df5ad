"""A second opinion on the secret formats, from detect-secrets, and the time that hostile text costs."""

from typing import Any

import pytest
from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class

from memtui.audit.secrets import find_secrets, mask
from tests.audit.fake_keys import ALNUM, AWS_SECRET, TOKENS, key_block, noise
from tests.cost import is_linear

PLUGINS = [
    "AWS Access Key", "Azure Storage Account access key", "Basic Auth Credentials", "Discord Bot Token",
    "GitHub Token", "GitLab Token", "JSON Web Token", "NPM tokens", "OpenAI Token", "Private Key", "PyPI Token",
    "SendGrid API Key", "Slack Token", "Stripe Access Key", "Telegram Bot Token", "Twilio API Key",
]  # fmt: skip

SAMPLES = [
    *(value for _, value in TOKENS),
    f"aws_secret_key = '{AWS_SECRET}'",
    "Account" + f"Key={noise(ALNUM + '+/', 86)}==",
    "https://deploy:kR7vQx2mT9@git.acme.io/app.git",
    "//npm.acme.io/:_authToken=" + "np" + "m_" + noise(ALNUM, 36),
    key_block("RSA PRIVATE KEY"),
    key_block("OPENSSH PRIVATE KEY"),
    key_block("PGP PRIVATE KEY BLOCK"),
    "https://hooks.slack.com/services/" + "T02AB9CDE/B07XY12ZW/" + noise(ALNUM, 24),
    "twilio " + "S" + "K" + noise("0123456789abcdef", 32),
]


def theirs(text: str) -> set[str]:
    """The plugins of the library that find something in `text`."""
    plugins: dict[str, Any] = dict(get_mapping_from_secret_type_to_class())
    lines = text.split("\n")
    return {name for name in PLUGINS if any(list(plugins[name]().analyze_string(line)) for line in lines)}


@pytest.mark.parametrize("sample", SAMPLES)
def test_what_the_library_finds_is_found_here_too(sample: str) -> None:
    if theirs(sample):
        assert find_secrets(sample)


def test_every_plugin_of_the_library_has_a_sample() -> None:
    assert set().union(*map(theirs, SAMPLES)) == set(PLUGINS)


HOSTILE = [
    "a:", "sk-", "-sk-a", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "eyJ", "eyJ.", "eyJhbGci.", "password=",
    "token:", "token: '", "key is ", "api_key=", "://a:", "://a:b", "://", "gh" + "p_", "AK" + "IA", ":AA",
    ".abcdef.", "Bearer ", "Basic ", "Basic aaaaaaaa", "xo" + "xb-", "twilio SK", "curl -u a:", "S" + "G.",
    "xa" + "pp-1-A-", "M", "a", "9", "\n", "İpassword=", "--token ", ":_auth=", "=", "A/", noise(ALNUM, 40),
    "-----BEGIN PRIVATE KEY-----\n" + noise(ALNUM, 64) + "\n", "password='" + noise(ALNUM, 9),
    "_sk-a", "_eyJ", "twilio S" + "K" + noise("0123456789abcdef", 32) + " ",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_costs_linear_time(piece: str) -> None:
    assert is_linear(find_secrets, lambda length: piece * (length // len(piece)))


def test_masking_hostile_text_costs_linear_time() -> None:
    key = "AK" + "IA" + noise("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16) + " "
    assert is_linear(mask, lambda length: key * (length // len(key)))
