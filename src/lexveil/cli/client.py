"""A small client of the service, for `lexveil review`: is it there, and here are some documents.

Speaks HTTP with what Python has, follows no proxy, and never asks another machine.
"""

import http.cookiejar
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from lexveil import config
from lexveil.errors import InputError, LexveilError
from lexveil.formats import disk

API = "/api/v1"
SOON, LONG = 2.0, 120.0  # seconds


@dataclass(frozen=True, slots=True)
class Order:
    files: tuple[tuple[str, bytes], ...] = field(repr=False)
    policy: str
    metadata: Mapping[str, Any] | None = field(repr=False)
    language: str | None


def order(paths: Sequence[Path], *, policy: str, metadata: Path | None, language: str | None) -> Order:
    """What is to be reviewed, read before anything is started."""
    limit = config.service().upload_bytes
    files = [(path.name, disk.load(path, max_bytes=limit)) for path in paths]
    for path, (_, data) in zip(paths, files, strict=True):
        if not data.strip():
            raise InputError("client.empty", path=disk.shown(path))
    return Order(tuple(files), policy, config.metadata(metadata) if metadata else None, language)


def offered(address: str) -> list[str]:
    """The policies of the Lexveil for one person that runs there; none if none does."""
    try:
        found = _Session(address).here
        names = [str(each["name"]) for each in found["policies"]]
    except (OSError, ValueError, LookupError, TypeError, LexveilError):
        return []
    return names if found.get("mode") == "single" else []


def upload(address: str, wanted: Order) -> str:
    """The address of the page with the documents, which are in a project of their own."""
    session = _Session(address)
    name = f"{datetime.now().astimezone():%Y-%m-%d %H:%M}"
    asked = {"name": name, "policy": wanted.policy, "language": wanted.language}
    project = session.send("/projects", json.dumps(asked).encode(), "application/json")
    body, kind = _form(wanted)
    made = session.send(f"/projects/{project['id']}/documents", body, kind)["documents"]
    one = f"#/document/{made[0]['id']}" if len(made) == 1 else f"#/project/{project['id']}"
    return f"{address}/{one}"


class _Session:
    def __init__(self, address: str) -> None:
        self._address = address
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        )
        request = urllib.request.Request(f"{address}{API}/session")  # noqa: S310 - this machine
        self.here: Mapping[str, Any] = self._asked(request, SOON)

    def send(self, path: str, body: bytes, kind: str) -> Any:
        headers = {"Content-Type": kind, "X-CSRF-Token": str(self.here["csrf"])}
        request = urllib.request.Request(f"{self._address}{API}{path}", body, headers)  # noqa: S310
        return self._asked(request, LONG)

    def _asked(self, request: urllib.request.Request, seconds: float) -> Any:
        try:
            with self._opener.open(request, timeout=seconds) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise LexveilError("client.refused", reason=_reason(error)) from None


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return f"status {error.code}"


def _form(wanted: Order) -> tuple[bytes, str]:
    """The body of a form with files (RFC 7578), and its type."""
    boundary = secrets.token_hex(16)
    parts: list[bytes] = []
    for name, data in wanted.files:
        safe = name.replace("\\", "_").replace('"', "%22").replace("\r", "_").replace("\n", "_")
        head = f'Content-Disposition: form-data; name="file"; filename="{safe}"\r\n'
        parts.append(f"--{boundary}\r\n{head}Content-Type: application/octet-stream\r\n\r\n".encode() + data)
    if wanted.metadata:
        head = 'Content-Disposition: form-data; name="metadata"\r\n\r\n'
        parts.append(f"--{boundary}\r\n{head}{json.dumps(wanted.metadata)}".encode())
    body = b"\r\n".join([*parts, f"--{boundary}--\r\n".encode()])
    return body, f"multipart/form-data; boundary={boundary}"
