"""Where calls go: one class for each kind of channel."""

import json
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol
from urllib.parse import unquote, urlsplit

import httpx

from cueref.alerts.errors import AlertFailedError, AlertSettingError

TIMEOUT: Final = 5.0
"""For one attempt, seconds."""

Body = Mapping[str, Any]


class AlertSink(Protocol):
    """One channel. `send` blocks; it runs in a thread of the channel's own."""

    name: str

    def send(self, body: Body) -> None:
        """Make a call, or raise `AlertFailedError`."""

    def close(self) -> None:
        """Let go of the connection."""


class WebhookSink:
    """Posts each call as JSON. `Idempotency-Key` is the call's id: it may come twice.

    The name and password of the address are sent as basic authentication and are
    never shown.
    """

    def __init__(self, url: str, transport: httpx.BaseTransport | None = None) -> None:
        """Use an address.

        Args:
            url: `http://` or `https://`.
            transport: Instead of the network, for tests.

        Raises:
            AlertSettingError: It is no such address.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise AlertSettingError(
                "a webhook needs an address http://... or https://..."
            )
        self.name = f"webhook {parts.hostname}"
        self._url = url
        self._client = httpx.Client(
            timeout=TIMEOUT, transport=transport, follow_redirects=False
        )

    def send(self, body: Body) -> None:
        """Make a call."""
        headers = {"idempotency-key": str(body.get("id", ""))}
        try:
            answer = self._client.post(self._url, json=dict(body), headers=headers)
        except httpx.HTTPError as error:
            raise AlertFailedError(f"{self.name}: {type(error).__name__}") from error
        if not answer.is_success:
            raise AlertFailedError(f"{self.name}: answered {answer.status_code}")

    def close(self) -> None:
        """Let go of the connection."""
        self._client.close()


class MqttSink:
    """Publishes each call as JSON under a topic, kept by the broker until it is out."""

    def __init__(self, url: str) -> None:
        """Use a broker.

        Args:
            url: `mqtt://user:password@host:port/topic`; the topic is `cueref` if none
                is given.

        Raises:
            AlertSettingError: It is no such address, or paho-mqtt is missing.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname:
            raise AlertSettingError("MQTT needs an address mqtt://host/topic")
        self.name = f"mqtt {parts.hostname}"
        self._topic = unquote(parts.path.strip("/")) or "cueref"
        self._host = parts.hostname
        self._port = parts.port or (8883 if parts.scheme == "mqtts" else 1883)
        self._client = _client(parts.scheme == "mqtts")
        if parts.username:
            password = None if parts.password is None else unquote(parts.password)
            self._client.username_pw_set(unquote(parts.username), password)
        self._lock = threading.Lock()
        self._started = False

    def send(self, body: Body) -> None:
        """Make a call: quality of service 1, which the broker confirms."""
        topic = f"{self._topic}/{body.get('kind', 'call')}"
        text = json.dumps(dict(body), ensure_ascii=False)
        try:
            self._connect()
            info = self._client.publish(topic, text, qos=1)
            info.wait_for_publish(TIMEOUT)
            arrived = info.is_published()
        except (OSError, RuntimeError, ValueError) as error:
            raise AlertFailedError(f"{self.name}: {type(error).__name__}") from error
        if not arrived:
            raise AlertFailedError(f"{self.name}: the broker does not confirm")

    def close(self) -> None:
        """Let go of the connection."""
        if self._started:
            self._client.disconnect()
            self._client.loop_stop()

    def _connect(self) -> None:
        with self._lock:
            if not self._started:
                self._client.connect(self._host, self._port, keepalive=30)
                self._client.loop_start()
                self._started = True


def _client(uses_tls: bool) -> Any:  # noqa: FBT001  # one word about the connection
    try:
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion
    except ImportError as error:
        raise AlertSettingError(
            "MQTT needs paho-mqtt: pip install 'cueref[mqtt]'"
        ) from error
    client = Client(CallbackAPIVersion.VERSION2)
    if uses_tls:
        client.tls_set()
    return client


KINDS: Final[Mapping[str, Callable[[str], AlertSink]]] = {
    "http": WebhookSink,
    "https": WebhookSink,
    "mqtt": MqttSink,
    "mqtts": MqttSink,
}


def sink_for(url: str) -> AlertSink:
    """Return the channel of an address.

    Raises:
        AlertSettingError: There is no channel of this kind.
    """
    make = KINDS.get(urlsplit(url).scheme)
    if make is None:
        kinds = ", ".join(f"{kind}://" for kind in KINDS)
        raise AlertSettingError(f"an alert needs an address of one of: {kinds}")
    return make(url)
