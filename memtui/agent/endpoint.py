"""Where requests go and with which key. The key is passed on to the client and to nothing else.

Plain `http` is allowed to this machine only; redirects are not followed, so that nothing is sent to another host.
"""

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from memtui.memory.errors import MemtuiError

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

ENV_URL = "ANTHROPIC_BASE_URL"
ENV_KEY = "ANTHROPIC_API_KEY"
ENV_TOKEN = "ANTHROPIC_AUTH_TOKEN"
DEFAULT_URL = "https://api.anthropic.com"
_DIRECT = dict.fromkeys(("all://", "http://", "https://"))
_LOOPBACK = ("localhost", "::1")


class Endpoint(NamedTuple):
    """A host that speaks the Messages API, and the right to use it."""

    url: str
    host: str
    key: str | None
    token: str | None

    def __repr__(self) -> str:
        """Without the key: this may end up in a traceback."""
        return f"Endpoint({self.host!r})"

    @property
    def is_here(self) -> bool:
        """Whether it is on this machine."""
        return _is_loopback(urlsplit(self.url).hostname or "")

    def clean(self, text: str) -> str:
        """A text that came from outside, without the key and any other secret."""
        from memtui.audit.secrets import mask  # late: who only looks for a key need not wait for it

        for value in (self.key, self.token):
            if value:
                text = text.replace(value, "…")
        return mask(text)


def has_key(env: Mapping[str, str]) -> bool:
    """Whether a key is set, so that a model could be asked."""
    return bool(env.get(ENV_KEY, "").strip() or env.get(ENV_TOKEN, "").strip())


def find_endpoint(env: Mapping[str, str] | None = None, instead: str = "use the rules engine") -> Endpoint:
    """The endpoint that the environment names; without a key, an error that says what to use `instead`."""
    env = os.environ if env is None else env
    url = env.get(ENV_URL, "").strip() or DEFAULT_URL
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise MemtuiError("not a web address", ENV_URL, "give one such as https://api.anthropic.com") from None
    if parts.scheme not in ("http", "https") or not host or parts.username or parts.password:
        raise MemtuiError("not a web address of an endpoint", ENV_URL, "give one such as https://api.anthropic.com")
    if parts.scheme == "http" and not _is_loopback(host):
        raise MemtuiError("plain http is allowed to this machine only", host, f"set {ENV_URL} to an https address")
    key, token = env.get(ENV_KEY, "").strip() or None, env.get(ENV_TOKEN, "").strip() or None
    if key is None and token is None:
        raise MemtuiError("no key to ask a model with", "", f"set {ENV_KEY}, or {instead}")
    return Endpoint(url, f"{host}:{port}" if port else host, key, None if key else token)


def _is_loopback(host: str) -> bool:
    if host in _LOOPBACK:
        return True
    parts = host.split(".")
    return len(parts) == 4 and parts[0] == "127" and all(part.isdigit() and int(part) < 256 for part in parts)


def make_client(endpoint: Endpoint, retries: int, timeout: float, told: Callable[[int], None]) -> "AsyncAnthropic":
    """The SDK's own client; `told` hears of each further attempt that it makes."""
    from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient

    async def watch(request: Any, onward: Any) -> Any:
        if request.retries_taken:
            told(request.retries_taken)
        return await onward(request)

    return AsyncAnthropic(
        api_key=endpoint.key,
        auth_token=endpoint.token,
        base_url=endpoint.url,
        max_retries=retries,
        timeout=timeout,
        middleware=[watch],
        http_client=DefaultAsyncHttpxClient(
            follow_redirects=False,
            base_url=endpoint.url,
            mounts=_DIRECT if endpoint.is_here else {},  # a proxy of the environment is not this machine
        ),
    )
