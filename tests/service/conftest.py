"""One service for all tests that leave it as it was, and a browser for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.running import Browser, Running, running


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(Path(tmp_path_factory.mktemp("desk"))) as made:
        yield made


@pytest.fixture
def browser(service: Running) -> Iterator[Browser]:
    with service.browser() as made:
        yield made


@pytest.fixture
def award(browser: Browser) -> str:
    """A document in a project of its own; after the first time its analysis is there already."""
    return browser.upload(browser.case())
