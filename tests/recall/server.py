"""A Messages API of one answer on 127.0.0.1, for the real client; keeps what it was sent."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "made-up-key-of-the-tests-4711"


class Api:
    """What the server answers and what it was asked."""

    def __init__(self, text: str, stop: str, status: int, pause: float, drip: float) -> None:
        self.text, self.stop, self.status, self.pause, self.drip = text, stop, status, pause, drip
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.url = ""
        self.over = threading.Event()

    @property
    def env(self) -> dict[str, str]:
        """The environment that leads a client here."""
        return {"ANTHROPIC_BASE_URL": self.url, "ANTHROPIC_API_KEY": KEY}

    def body(self) -> bytes:
        """The answer."""
        if self.status != 200:
            return json.dumps({"type": "error", "error": {"type": "api_error", "message": self.text}}).encode()
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-sonnet-5-5",
            "content": [{"type": "text", "text": self.text}] if self.text else [],
            "stop_reason": self.stop,
            "stop_sequence": None,
            "usage": {"input_tokens": 321, "output_tokens": 12},
        }
        return json.dumps(message).encode()


@contextmanager
def serving(
    text: str, stop: str = "end_turn", status: int = 200, pause: float = 0.0, drip: float = 0.0
) -> Iterator[Api]:
    """A server with this answer, as long as the block lasts. `drip` is a pause between single bytes."""
    api = Api(text, stop, status, pause, drip)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def do_POST(self) -> None:
            api.requests.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            api.headers.append({name.lower(): value for name, value in self.headers.items()})
            api.over.wait(api.pause)
            data = api.body()
            try:
                self.send_response(api.status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self._write(data)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # the client has gone

        def _write(self, data: bytes) -> None:
            if not api.drip:
                self.wfile.write(data)
                return
            for number in range(len(data)):
                if api.over.is_set():
                    return
                self.wfile.write(data[number : number + 1])
                time.sleep(api.drip)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    api.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield api
    finally:
        api.over.set()
        server.shutdown()
        server.server_close()
        thread.join()
