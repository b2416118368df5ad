"""Where requests may go, and what is said of keys; models and their costs."""

import pytest

from memtui.agent.endpoint import find_endpoint
from memtui.agent.loop import Limits
from memtui.memory.errors import MemtuiError
from tests.agent.box import Box
from tests.agent.running import Run
from tests.messages_api import Fail, say, serving

KEY = {"ANTHROPIC_API_KEY": "k-1"}


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8080", "http://localhost", "http://[::1]:9", "https://example.org/v1", "http://127.9.9.9"]
)
def test_https_anywhere_and_plain_http_to_this_machine(url: str) -> None:
    assert find_endpoint({**KEY, "ANTHROPIC_BASE_URL": url}).url == url


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org", "http://10.0.0.1", "http://127.0.0.1.example.org", "http://localhost.example.org",
        "http://0.0.0.0", "ftp://example.org", "example.org", "https://", "file:///etc/passwd", "http://128.0.0.1",
        "https://me:pass@example.org", "http://127.0.0.1:99999", "http://[::1", "http://127.0.0.256",
        "http://127.0.0.1@example.org",
    ],
)  # fmt: skip
def test_any_other_address_is_refused(url: str) -> None:
    with pytest.raises(MemtuiError) as refused:
        find_endpoint({**KEY, "ANTHROPIC_BASE_URL": url})
    assert "pass" not in str(refused.value).replace("passwd", "")


def test_key_or_token() -> None:
    both = find_endpoint({**KEY, "ANTHROPIC_AUTH_TOKEN": "t-1"})
    assert (both.key, both.token, both.host) == ("k-1", None, "api.anthropic.com")
    token = find_endpoint({"ANTHROPIC_AUTH_TOKEN": "t-1"})
    assert (token.key, token.token) == (None, "t-1")
    with pytest.raises(MemtuiError):
        find_endpoint({})
    assert "k-1" not in repr(both)
    assert "k-1" not in both.clean("error: k-1 is bad")


def test_a_redirect_is_not_followed(box: Box) -> None:
    with serving(say("other")) as other, serving(Fail(307, headers=(("location", f"{other.url}/v1/messages"),))) as api:
        assert Run(box, api, limits=Limits(retries=0)).outcome.status == "failed"
    assert other.requests == []


def test_a_proxy_is_not_asked_for_this_machine(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(say("proxy")) as proxy, serving(say("direct")) as api:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("http_proxy", proxy.url)
        assert Run(box, api).outcome.text == "direct"
    assert proxy.requests == []
