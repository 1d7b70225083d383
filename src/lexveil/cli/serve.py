"""`lexveil serve`: the service and its page. `lexveil review FILE…`: a document opened in it.

The client that opens it speaks HTTP with what Python has, follows no proxy, and never asks another machine.
"""

import dataclasses
import http.cookiejar
import json
import logging
import secrets
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from lexveil import config
from lexveil.cli.desk import Database, opened_desk
from lexveil.cli.options import Language, Metadata
from lexveil.cli.output import FAILED, language, one_line, say
from lexveil.cli.vault import KeyFile, PassphraseFile
from lexveil.config import Service
from lexveil.errors import InputError, LexveilError
from lexveil.formats import disk
from lexveil.service import users

API = "/api/v1"
SOON, LONG = 2.0, 120.0  # seconds
SHORTEST_TOKEN, LONGEST_TOKEN = 20, 4096  # characters
HIGHEST_PORT = 65535
NOBODY = "nobody can log in yet: make an administrator with `lexveil users add NAME --role administrator`"
Host = Annotated[str | None, typer.Option("--host", help="The address to listen at.")]
Port = Annotated[int | None, typer.Option("--port", min=1, max=HIGHEST_PORT, help="The port to listen at.")]
_accounts = "Several people, who log in; needed to be reached from elsewhere."
Accounts = Annotated[bool, typer.Option("--accounts", help=_accounts)]
_allowed = "A name the service is asked for under; repeatable."
AllowedHosts = Annotated[list[str] | None, typer.Option("--allowed-host", metavar="NAME", help=_allowed)]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")]
_retention = "Delete originals so long after the export; 0: never."
Retention = Annotated[int | None, typer.Option("--retention-days", min=0, help=_retention)]
_verbose = "A line for each request: method, route, status, milliseconds."
Verbose = Annotated[bool, typer.Option("--verbose", help=_verbose)]
_stateless = "Keep nothing: no database, no page, only single documents, at once."
Stateless = Annotated[bool, typer.Option("--stateless", help=_stateless)]
_brought = "With --stateless: what callers must bring, in a file; needed to be reached from elsewhere."
TokenFile = Annotated[Path | None, typer.Option("--token-file", metavar="FILE", help=_brought)]
LogJson = Annotated[bool, typer.Option("--log-json", help="The log as JSON, a line each.")]
Files = Annotated[list[Path], typer.Argument(help="Documents to review.", show_default=False)]
_policies = "Policy files of your own, offered beside the presets by name."
Policies = Annotated[str | None, typer.Option("--policies", metavar="FOLDER", help=_policies)]
_policy = "A preset, or a file of --policies by its name without .toml."
PolicyName = Annotated[str, typer.Option("--policy", "-p", help=_policy)]


def serve(
    host: Host = None,
    port: Port = None,
    database: Database = None,
    accounts: Accounts = False,
    allowed_hosts: AllowedHosts = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
    no_browser: NoBrowser = False,
    retention_days: Retention = None,
    policies: Policies = None,
    verbose: Verbose = False,
    stateless: Stateless = False,
    token_file: TokenFile = None,
    log_json: LogJson = False,
) -> None:
    from lexveil.service import gate, server, sign_on  # here: other commands begin half a second sooner
    from lexveil.service.app import create_app
    from lexveil.service.monitored import log_as_json

    tell: Callable[[str], None] = log_as_json() if log_json else say
    with _one_entry() if log_json else one_line():
        settings = _settings(host=host, port=port, retention_days=retention_days, policies=policies)
        if stateless:
            _stateless_service(settings, token_file, allowed_hosts or (), tell, verbose=verbose)
            return
        if not accounts and not gate.of_this_machine(settings.host):  # who reaches it can read everything
            raise LexveilError("serve.loopback", host=settings.host)
        if settings.oidc_issuer and not accounts:
            raise LexveilError("serve.sign-on-accounts")
        if accounts and not any(host.strip() for host in allowed_hosts or ()):  # else any name would do
            raise LexveilError("serve.allowed-host")
        config.own_policies(settings.policies)  # a bad file stops it before anything is made
        sign_on.of_settings(settings)
        with (
            server.listening(settings.host, settings.port) as listener,
            opened_desk(database, vault_key, passphrase_file) as desk,
        ):
            mode = "accounts" if accounts else "single"
            app = create_app(desk, settings, mode=mode, allowed_hosts=allowed_hosts or (), warm=True)
            address = server.address(listener)
            tell(f"Lexveil is at {address} (Ctrl-C ends it)")
            if accounts and not settings.oidc_issuer and not users.people(desk):
                tell(NOBODY)
            server.run(app, listener, lambda: no_browser or webbrowser.open(address), verbose=verbose)


@contextmanager
def _one_entry() -> Iterator[None]:
    """What goes wrong inside ends the command with one entry of the log."""
    try:
        yield
    except LexveilError as error:
        logging.getLogger("lexveil.service").exception("%s", error.render(language()))
        raise typer.Exit(FAILED) from None


def _stateless_service(
    settings: Service,
    token_file: Path | None,
    allowed_hosts: Sequence[str],
    tell: Callable[[str], None],
    *,
    verbose: bool,
) -> None:
    from lexveil.service import gate, server
    from lexveil.service.stateless import create_stateless

    held = disk.load(token_file, max_bytes=LONGEST_TOKEN) if token_file else b""
    token = held.decode("utf8", "replace").strip()
    if token_file and len(token) < SHORTEST_TOKEN:
        raise LexveilError("serve.token-short", least=SHORTEST_TOKEN).within(str(token_file))
    if not token and not gate.of_this_machine(settings.host):
        raise LexveilError("serve.token-needed", host=settings.host)
    app = create_stateless(settings, token=token, allowed_hosts=allowed_hosts)
    with server.listening(settings.host, settings.port) as listener:
        tell(f"Lexveil is at {server.address(listener)}, keeps nothing (Ctrl-C ends it)")
        server.run(app, listener, lambda: None, verbose=verbose)


def review(
    files: Files,
    policy: PolicyName = config.DEFAULT_POLICY,
    policies: Policies = None,
    metadata: Metadata = None,
    language: Language = None,
    port: Port = None,
    database: Database = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
    no_browser: NoBrowser = False,
) -> None:
    from lexveil.service import server
    from lexveil.service.app import create_app

    with one_line():
        settings = _settings(port=port, policies=policies)
        running = f"http://127.0.0.1:{settings.port}"
        names = offered(running)
        known = names or [*config.presets(), *config.own_policies(settings.policies)]
        if policy not in known:
            raise LexveilError("serve.policy", policy=policy, choices=", ".join(known))
        order = order_of(files, policy=policy, metadata=metadata, language=language)
        if names:
            _show(upload(running, order), no_browser=no_browser)
            return
        with (
            server.listening("127.0.0.1", settings.port, other=True) as listener,
            opened_desk(database, vault_key, passphrase_file) as desk,
        ):
            app, address = create_app(desk, settings), server.address(listener)
            server.run(app, listener, lambda: _show(upload(address, order), no_browser=no_browser))


def _settings(**given: Any) -> Service:
    """Those of the environment, with what the command line says on top."""
    found = dataclasses.replace(
        config.service(), **{name: value for name, value in given.items() if value is not None}
    )
    if found.port > HIGHEST_PORT:
        raise LexveilError("serve.port", most=HIGHEST_PORT)
    return found


def _show(address: str, *, no_browser: bool) -> None:
    say(address)
    if not no_browser:
        webbrowser.open(address)


# The client ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Order:
    files: tuple[tuple[str, bytes], ...] = field(repr=False)
    policy: str
    metadata: Mapping[str, Any] | None = field(repr=False)
    language: str | None


def order_of(paths: Sequence[Path], *, policy: str, metadata: Path | None, language: str | None) -> Order:
    """What is to be reviewed, read before anything is started."""
    files = {path: disk.load(path, max_bytes=config.service().upload_bytes) for path in paths}
    for path, data in files.items():
        if not data.strip():
            raise InputError("client.empty", path=disk.shown(path))
    named = tuple((path.name, files[path]) for path in paths)
    return Order(named, policy, config.metadata(metadata) if metadata else None, language)


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
            try:
                reason = str(json.load(error)["error"]["message"])
            except (ValueError, KeyError, TypeError):
                reason = f"status {error.code}"
            raise LexveilError("client.refused", reason=reason) from None


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
