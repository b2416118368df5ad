"""A small Messages API on 127.0.0.1: it plays back scripted replies to the real client and keeps every request.

A script is a list of replies, one a request; the last one is repeated when there are more requests than replies.
"""

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from memtui.agent.usage import Tokens

KEY = "made-up-key-of-the-tests-4711"


class Say(NamedTuple):
    """A reply: blocks of text and tool calls, why it stops, and what it is said to have used."""

    blocks: tuple[dict[str, Any], ...] = ()
    stop: str = "end_turn"
    tokens: Tokens = Tokens(100, 20, 0, 0)
    cut_after: int | None = None  # break the connection after so many events
    pause: float = 0.0  # before each event
    drip: float = 0.0  # between single bytes of an answer that is no stream


class Fail(NamedTuple):
    """An error instead of a reply."""

    status: int
    kind: str = "api_error"
    text: str = "something went wrong"
    headers: tuple[tuple[str, str], ...] = (("retry-after-ms", "1"),)


class Hang(NamedTuple):
    """No answer at all for so many seconds."""

    seconds: float


class Raw(NamedTuple):
    """Bytes as they are, under a status that says that all is well."""

    body: bytes
    kind: str = "text/event-stream"


Reply = Say | Fail | Hang | Raw


def text(words: str) -> dict[str, Any]:
    """A block of text."""
    return {"type": "text", "text": words}


def thought(words: str) -> dict[str, Any]:
    """A block of thinking."""
    return {"type": "thinking", "thinking": words, "signature": "c2lnbmVk"}


def use(name: str, use_id: str = "", raw: str | None = None, **given: Any) -> dict[str, Any]:
    """A tool call; `raw` is sent as its input as it is, valid or not."""
    return {
        "type": "tool_use",
        "id": use_id or f"toolu_{name}_{abs(hash(json.dumps(given, sort_keys=True))) % 10**8}",
        "name": name,
        "raw": json.dumps(given) if raw is None else raw,
    }


def say(*words: str, **more: Any) -> Say:
    """A reply of text that ends the turn."""
    return Say(tuple(text(each) for each in words), **more)


def call(*uses: dict[str, Any], words: str = "", **more: Any) -> Say:
    """A reply that calls tools."""
    blocks = ((text(words),) if words else ()) + uses
    return Say(blocks, **{"stop": "tool_use", **more})


class Api:
    """The server's script and record."""

    def __init__(self, script: Sequence[Reply]) -> None:
        self.script = list(script)
        self.requests: list[dict[str, Any]] = []
        self.bodies: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.url = ""
        self.asked = threading.Event()  # set by the first request
        self._lock = threading.Lock()

    def taken(self, body: bytes, headers: dict[str, str]) -> tuple[int, Reply]:
        """Keep a request; the number and the reply for it."""
        with self._lock:
            number = len(self.requests)
            self.requests.append(json.loads(body))
            self.bodies.append(body)
            self.headers.append(headers)
            self.asked.set()
            return number, self.script[min(number, len(self.script) - 1)]

    @property
    def env(self) -> dict[str, str]:
        """The environment that leads a client here."""
        return {"ANTHROPIC_BASE_URL": self.url, "ANTHROPIC_API_KEY": KEY}


@contextmanager
def serving(*script: Reply) -> Iterator[Api]:
    """A server with this script, on a free port, as long as the block lasts."""
    api = Api(script)

    class Handler(_Handler):
        shared = api

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    api.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    shared: Api
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        number, reply = self.shared.taken(body, {key.lower(): value for key, value in self.headers.items()})
        try:
            if isinstance(reply, Hang):
                time.sleep(reply.seconds)
                self.close_connection = True
            elif isinstance(reply, Fail):
                self._fail(reply)
            elif isinstance(reply, Raw):
                self._raw(reply)
            elif json.loads(body).get("stream"):
                self._stream(reply, number)
            else:
                self._drip(_message(reply, number, json.loads(body)["model"]), reply)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client has gone

    def _fail(self, reply: Fail) -> None:
        error = {"type": "error", "error": {"type": reply.kind, "message": reply.text}}
        self._json(reply.status, error, reply.headers)

    def _json(self, status: int, value: object, headers: Sequence[tuple[str, str]] = ()) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        for name, content in (("content-type", "application/json"), ("content-length", str(len(data))), *headers):
            self.send_header(name, content)
        self.end_headers()
        self.wfile.write(data)

    def _drip(self, value: object, reply: Say) -> None:
        """An answer in one piece, byte by byte, or cut after some of them."""
        if not reply.drip and reply.cut_after is None:
            self._json(200, value)
            return
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.close_connection = True
        for byte in data[: reply.cut_after]:
            self.wfile.write(bytes([byte]))
            time.sleep(reply.drip)

    def _raw(self, reply: Raw) -> None:
        self.send_response(200)
        self.send_header("content-type", reply.kind)
        self.send_header("content-length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    def _stream(self, reply: Say, number: int) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        model = self.shared.requests[number]["model"]
        for count, event in enumerate(_events(reply, number, model)):
            if reply.cut_after is not None and count >= reply.cut_after:
                self.wfile.flush()
                self.connection.shutdown(2)
                return
            time.sleep(reply.pause)
            self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
            self.wfile.flush()


def _usage(tokens: Tokens) -> dict[str, int]:
    return {
        "input_tokens": tokens.input,
        "output_tokens": tokens.output,
        "cache_read_input_tokens": tokens.cache_read,
        "cache_creation_input_tokens": tokens.cache_created,
    }


def _message(reply: Say, number: int, model: str) -> dict[str, Any]:
    content = [
        {"type": "tool_use", "id": block["id"], "name": block["name"], "input": json.loads(block["raw"])}
        if block["type"] == "tool_use"
        else block
        for block in reply.blocks
    ]
    return {
        "id": f"msg_{number:04}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": reply.stop,
        "stop_sequence": None,
        "usage": _usage(reply.tokens),
    }


def _events(reply: Say, number: int, model: str) -> Iterator[dict[str, Any]]:
    start = _message(reply._replace(blocks=()), number, model) | {"stop_reason": None}
    yield {"type": "message_start", "message": start | {"usage": _usage(reply.tokens._replace(output=1))}}
    for index, block in enumerate(reply.blocks):
        yield from _block_events(index, block)
    delta = {"stop_reason": reply.stop, "stop_sequence": None}
    yield {"type": "message_delta", "delta": delta, "usage": {"output_tokens": reply.tokens.output}}
    yield {"type": "message_stop"}


def _block_events(index: int, block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if block["type"] == "tool_use":
        opened = {"type": "tool_use", "id": block["id"], "name": block["name"], "input": {}}
        half = len(block["raw"]) // 2
        pieces = [block["raw"][:half], block["raw"][half:]]
        deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
    elif block["type"] == "thinking":
        opened = {"type": "thinking", "thinking": "", "signature": ""}
        deltas = [
            {"type": "thinking_delta", "thinking": block["thinking"]},
            {"type": "signature_delta", "signature": block["signature"]},
        ]
    elif block["type"] == "text":
        opened = {"type": "text", "text": ""}
        deltas = [{"type": "text_delta", "text": block["text"]}]
    else:  # a compaction block, which comes whole
        opened, deltas = block, []
    yield {"type": "content_block_start", "index": index, "content_block": opened}
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}
