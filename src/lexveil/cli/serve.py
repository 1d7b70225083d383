"""`lexveil serve`: the service and its page. `lexveil review FILE…`: a document opened in it."""

import dataclasses
import ipaddress
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from lexveil import config
from lexveil.cli import client
from lexveil.cli.desk import Database, opened_desk
from lexveil.cli.options import Language, Metadata
from lexveil.cli.output import console, one_line
from lexveil.cli.vault import KeyFile, PassphraseFile
from lexveil.config import Service
from lexveil.errors import LexveilError

Host = Annotated[str | None, typer.Option("--host", help="The address to listen at.")]
Port = Annotated[int | None, typer.Option("--port", min=1, max=65535, help="The port to listen at.")]
Accounts = Annotated[
    bool, typer.Option("--accounts", help="Several people, who log in; needed to be reached from elsewhere.")
]
AllowedHosts = Annotated[
    list[str] | None,
    typer.Option("--allowed-host", metavar="NAME", help="A name the service is asked for under; repeatable."),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")]
Retention = Annotated[
    int | None,
    typer.Option("--retention-days", min=0, help="Delete originals so long after the export; 0: never."),
]
Verbose = Annotated[
    bool, typer.Option("--verbose", help="A line for each request: method, route, status, milliseconds.")
]
Files = Annotated[list[Path], typer.Argument(help="Documents to review.", show_default=False)]
Preset = Annotated[
    str,
    typer.Option("--policy", "-p", help="A preset: the page knows no policy files (see `lexveil policies`)."),
]


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
    verbose: Verbose = False,
) -> None:
    """Review documents in the browser: a page and a REST service, on this machine alone by default."""
    from lexveil.service import server  # here, so that other commands begin half a second sooner
    from lexveil.service.app import create_app

    with one_line():
        settings = _settings(host=host, port=port, retention_days=retention_days)
        _expect_loopback(settings.host, accounts=accounts)
        with (
            server.listening(settings.host, settings.port) as listener,
            opened_desk(database, vault_key, passphrase_file) as desk,
        ):
            mode = "accounts" if accounts else "single"
            app = create_app(desk, settings, mode=mode, allowed_hosts=allowed_hosts or (), warm=True)
            address = server.address(listener)
            console.print(f"Lexveil is at {address} (Ctrl-C ends it)", highlight=False, markup=False)
            server.run(app, listener, lambda: None if no_browser else _browse(address), verbose=verbose)


def review(
    files: Files,
    policy: Preset = config.DEFAULT_POLICY,
    metadata: Metadata = None,
    language: Language = None,
    port: Port = None,
    database: Database = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
    no_browser: NoBrowser = False,
) -> None:
    """Open documents in the page: the service that runs already takes them, or one is started for them."""
    from lexveil.service import server
    from lexveil.service.app import create_app

    with one_line():
        settings = _settings(port=port)
        order = client.order(files, policy=policy, metadata=metadata, language=language)
        running = f"http://127.0.0.1:{settings.port}"
        if client.answers(running):
            _shown(client.upload(running, order), no_browser=no_browser)
            return
        with (
            server.listening("127.0.0.1", settings.port, other=True) as listener,
            opened_desk(database, vault_key, passphrase_file) as desk,
        ):
            address = server.address(listener)
            server.run(
                create_app(desk, settings),
                listener,
                lambda: _shown(client.upload(address, order), no_browser=no_browser),
            )


def _settings(**given: Any) -> Service:
    """Those of the environment, with what the command line says on top."""
    return dataclasses.replace(
        config.service(), **{name: value for name, value in given.items() if value is not None}
    )


def _shown(address: str, *, no_browser: bool) -> None:
    console.print(address, highlight=False, markup=False, soft_wrap=True)
    if not no_browser:
        _browse(address)


def _browse(address: str) -> None:
    webbrowser.open(address)


def _expect_loopback(host: str, *, accounts: bool) -> None:
    """Without accounts anybody who reaches the service can read everything."""
    if accounts or host == "localhost":
        return
    try:
        alone = ipaddress.ip_address(host).is_loopback
    except ValueError:
        alone = False
    if not alone:
        raise LexveilError(
            f"--host {host}: without --accounts the service listens at 127.0.0.1 or ::1 alone, for whoever "
            "reaches it could read everything"
        )
