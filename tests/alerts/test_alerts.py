"""Calls arrive: again until they do, without anybody waiting for them."""

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from cueref.alerts.caller import KEPT_SECONDS, LONGEST_WAIT, Caller, next_wait
from cueref.alerts.errors import AlertFailedError, AlertSettingError
from cueref.alerts.sinks import MqttSink, WebhookSink, sink_for
from cueref.store.outbox import Outbox
from cueref.store.rows import AlertRow, MatchRow
from cueref.store.store import Store

BODY = {"id": "m1:2:foul", "kind": "foul", "text": {"en": "Foul.", "ru": "Фол."}}


class Hook(ThreadingHTTPServer):
    """A server that takes calls, and answers what it is told."""

    def __init__(self) -> None:
        self.answer = 204
        self.taken: list[tuple[str, Any]] = []
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                hook.taken.append((self.headers["idempotency-key"], json.loads(body)))
                self.send_response(hook.answer)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_words: object) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://user:secret@127.0.0.1:{self.server_port}/calls"


@pytest.fixture
def hook() -> Iterator[Hook]:
    hook = Hook()
    yield hook
    hook.shutdown()
    hook.server_close()


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def outbox(tmp_path: Path) -> Iterator[Outbox]:
    store = Store(tmp_path / "m.db")
    with store.transaction() as writing:
        writing.add_match(MatchRow(id="m1", game="nine-ball", setup={}, started_at=0.0))
        writing.add_alerts(
            AlertRow(match="m1", key=key, channel="hook", body=BODY, at=1000.0)
            for key in ("2:foul", "3:review")
        )
    yield Outbox(store)
    store.close()


def test_a_call_arrives_once(outbox: Outbox, hook: Hook) -> None:
    caller = Caller(outbox, WebhookSink(hook.url), "hook", Clock())
    assert caller.call_due() == 2
    assert caller.call_due() == 0
    assert hook.taken == [("m1:2:foul", BODY)] * 2
    caller.close()


def test_a_call_that_fails_is_tried_again(outbox: Outbox, hook: Hook) -> None:
    clock = Clock()
    hook.answer = 500
    caller = Caller(outbox, WebhookSink(hook.url), "hook", clock)
    assert caller.call_due() == 0
    assert caller.call_due() == 0
    assert len(hook.taken) == 2
    hook.answer = 200
    clock.now += next_wait(0)
    assert caller.call_due() == 2
    caller.close()


def test_calls_are_made_in_the_background_and_after_a_restart(
    outbox: Outbox, hook: Hook
) -> None:
    hook.answer = 503
    first = Caller(outbox, WebhookSink(hook.url), "hook")
    first.start()
    first.wake()
    for _ in range(200):
        if len(hook.taken) >= 2:
            break
        threading.Event().wait(0.02)
    first.close()
    hook.answer = 200
    second = Caller(outbox, WebhookSink(hook.url), "hook")
    second.start()
    for _ in range(400):
        if not outbox.due(4e9, "hook"):
            break
        threading.Event().wait(0.02)
    second.close()
    assert outbox.due(4e9, "hook") == []


def test_waiting_doubles_and_has_an_end() -> None:
    waits = [next_wait(tries) for tries in range(40)]
    assert waits[:4] == [1, 2, 4, 8]
    assert waits[-1] == LONGEST_WAIT


def test_an_old_call_is_given_up(outbox: Outbox, hook: Hook) -> None:
    clock = Clock()
    clock.now += KEPT_SECONDS + 1
    caller = Caller(outbox, WebhookSink(hook.url), "hook", clock)
    assert caller.call_due() == 0
    assert hook.taken == []
    assert outbox.due(4e9, "hook") == []
    caller.close()


def test_what_is_said_about_a_channel_holds_no_secret(hook: Hook) -> None:
    sink = WebhookSink(hook.url)
    hook.shutdown()
    hook.server_close()
    with pytest.raises(AlertFailedError) as caught:
        sink.send(BODY)
    assert "secret" not in str(caught.value)
    assert "secret" not in sink.name
    sink.close()


@pytest.mark.parametrize("url", ["", "ftp://x", "https://", "http:///x", "mqtt://"])
def test_an_address_that_cannot_be_is_refused(url: str) -> None:
    with pytest.raises(AlertSettingError):
        sink_for(url)


class Broker:
    """As much of an MQTT 3.1.1 broker as a publisher needs."""

    def __init__(self) -> None:

        self.taken: list[bytes] = []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        try:
            peer, _ = self.socket.accept()
        except OSError:
            return
        with peer, peer.makefile("rwb") as file:
            while head := file.read(1):
                length, shift = 0, 0
                while True:
                    byte = file.read(1)[0]
                    length |= (byte & 127) << shift
                    shift += 7
                    if byte < 128:
                        break
                packet = file.read(length)
                kind = head[0] >> 4
                if kind == 1:
                    file.write(b"\x20\x02\x00\x00")
                elif kind == 3:
                    size = int.from_bytes(packet[:2], "big")
                    self.taken.append(packet[2 : 2 + size])
                    self.taken.append(packet[4 + size :])
                    file.write(b"\x40\x02" + packet[2 + size : 4 + size])
                file.flush()


def test_a_call_reaches_a_broker_and_is_confirmed() -> None:
    pytest.importorskip("paho.mqtt.client")
    broker = Broker()
    sink = MqttSink(f"mqtt://club:secret@127.0.0.1:{broker.port}/club/table-1")
    sink.send(BODY)
    sink.close()
    broker.socket.close()
    assert broker.taken[0] == b"club/table-1/foul"
    assert json.loads(broker.taken[1]) == BODY
    assert "secret" not in sink.name


def test_a_broker_that_is_away_fails_the_call() -> None:
    pytest.importorskip("paho.mqtt.client")
    sink = MqttSink("mqtt://127.0.0.1:9/x")
    with pytest.raises(AlertFailedError):
        sink.send(BODY)
    sink.close()
