"""The page in a real Chromium, on a real `lexveil serve`.

`server` is shared by all tests and holds what others made, so a test makes a case of its own
(`desk.project()`); `start_server` starts another for tests that need it empty, with accounts, or stop it.
`page` is a fresh browser profile. Whatever the browser complains of fails the test; what a failed test
showed is kept in artefacts/.
"""

import os
import re
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from page.hands import OpenPage
from page.running import ROOT, Server, StartServer
from page.watching import Watch
from service.running import Browser as Desk

ARTEFACTS = ROOT / "artefacts"
MILLISECONDS = 30_000
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
)
FAILED = pytest.StashKey[bool]()

expect.set_options(timeout=MILLISECONDS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = shutil.which("chromium")
    assert found, "these tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=list(OPTIONS))
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartServer]:
    """`start_server("--accounts")`: another service, empty; it ends with the session at the latest."""
    started: list[Server] = []

    def start(*options: str, **environment: str) -> Server:
        made = Server(Path(tmp_path_factory.mktemp("serve")), *options, **environment)
        started.append(made)
        return made.start()

    yield start
    for each in started:
        each.stop()


@pytest.fixture(scope="session")
def server(start_server: StartServer) -> Server:
    return start_server()


@pytest.fixture
def desk(server: Server) -> Iterator[Desk]:
    """The API of `server`, to make what a test needs before it looks at the page."""
    with Desk(server.address) as made:
        yield made


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenPage]:
    """`open_page(server, color_scheme="dark", viewport=…)`: a page of a new profile. Its `Watch` is
    `page.context.watch`."""
    opened: list[tuple[BrowserContext, Watch]] = []

    def open_(server: Server, **options: Any) -> Page:
        given = {"locale": "en-GB", "viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}
        context = browser.new_context(base_url=server.address, accept_downloads=True, **(given | options))
        context.set_default_timeout(MILLISECONDS)
        # A picture of the whole page at every step doubles the time: only for who looks for a fault.
        context.tracing.start(snapshots=bool(os.environ.get("LEXVEIL_PAGE_TRACE")))
        watch = Watch(context, server.address)
        context.watch = watch  # type: ignore[attr-defined]
        opened.append((context, watch))
        return context.new_page()

    yield open_
    faults = [fault for _, watch in opened for fault in watch.unexpected()]
    failed = request.node.stash.get(FAILED, False) or bool(faults)
    for number, (context, _) in enumerate(opened):
        _put_away(context, request.node.name, number, failed=failed)
    assert not faults, "\n".join(faults)


@pytest.fixture
def page(open_page: OpenPage, server: Server) -> Page:
    return open_page(server)


def _put_away(context: BrowserContext, name: str, number: int, *, failed: bool) -> None:
    plain = re.sub(r"[^\w-]+", "-", name)
    kept = ARTEFACTS / "failed" / f"{plain}-{number}"
    if failed:
        for index, each in enumerate(context.pages):
            each.screenshot(path=f"{kept}-{index}.png", timeout=MILLISECONDS)
        context.tracing.stop(path=f"{kept}.zip")
    context.close()
