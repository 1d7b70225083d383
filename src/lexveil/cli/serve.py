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
from lexveil.cli.output import one_line, say
from lexveil.cli.vault import KeyFile, PassphraseFile
from lexveil.config import Service
from lexveil.errors import LexveilError
from lexveil.service import users

HIGHEST_PORT = 65535
NOBODY = "nobody can log in yet: make an administrator with `lexveil users add NAME --role administrator`"
Host = Annotated[str | None, typer.Option("--host", help="The address to listen at.")]
Port = Annotated[int | None, typer.Option("--port", min=1, max=HIGHEST_PORT, help="The port to listen at.")]
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
Policies = Annotated[
    str | None,
    typer.Option(
        "--policies", metavar="FOLDER", help="Policy files of your own, offered beside the presets by name."
    ),
]
PolicyName = Annotated[
    str, typer.Option("--policy", "-p", help="A preset, or a file of --policies by its name without .toml.")
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
    policies: Policies = None,
    verbose: Verbose = False,
) -> None:
    """Review documents in the browser: a page and a REST service, on this machine alone by default."""
    from lexveil.service import server  # here, so that other commands begin half a second sooner
    from lexveil.service.app import create_app

    with one_line():
        settings = _settings(host=host, port=port, retention_days=retention_days, policies=policies)
        _expect_loopback(settings.host, accounts=accounts)
        config.own_policies(settings.policies)  # a bad file stops it before anything is made
        with (
            server.listening(settings.host, settings.port) as listener,
            opened_desk(database, vault_key, passphrase_file) as desk,
        ):
            mode = "accounts" if accounts else "single"
            app = create_app(desk, settings, mode=mode, allowed_hosts=allowed_hosts or (), warm=True)
            address = server.address(listener)
            say(f"Lexveil is at {address} (Ctrl-C ends it)")
            if accounts and not users.people(desk):
                say(NOBODY)
            server.run(app, listener, lambda: no_browser or webbrowser.open(address), verbose=verbose)


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
    """Open documents in the page: the service that runs already takes them, or one is started for them."""
    from lexveil.service import server
    from lexveil.service.app import create_app

    with one_line():
        settings = _settings(port=port, policies=policies)
        running = f"http://127.0.0.1:{settings.port}"
        names = client.offered(running)
        known = names or [*config.presets(), *config.own_policies(settings.policies)]
        if policy not in known:
            raise LexveilError("serve.policy", policy=policy, choices=", ".join(known))
        order = client.order(files, policy=policy, metadata=metadata, language=language)
        if names:
            _show(client.upload(running, order), no_browser=no_browser)
            return
        with (
            server.listening("127.0.0.1", settings.port, other=True) as listener,
            opened_desk(database, vault_key, passphrase_file) as desk,
        ):
            address = server.address(listener)
            server.run(
                create_app(desk, settings),
                listener,
                lambda: _show(client.upload(address, order), no_browser=no_browser),
            )


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


def _expect_loopback(host: str, *, accounts: bool) -> None:
    """Without accounts anybody who reaches the service can read everything."""
    if accounts or host == "localhost":
        return
    try:
        alone = ipaddress.ip_address(host).is_loopback
    except ValueError:
        alone = False
    if not alone:
        raise LexveilError("serve.loopback", host=host)
