"""A desk with a clock that tests set, its users, and the small app of `protected` before it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from lexveil.store.desk import Desk, User
from service.protection.protected import Browser, Clock, add, make_app, make_desk, quick_passwords

ROLES = {"rolf": "reviewer", "runa": "reviewer", "sven": "second reader", "ada": "administrator"}


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with quick_passwords():
        yield


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(tmp_path: Path, clock: Clock) -> Iterator[Desk]:
    with make_desk(tmp_path, clock) as made:
        yield made


@pytest.fixture
def people(desk: Desk) -> dict[str, User]:
    return {name: add(desk, name, role) for name, role in ROLES.items()}


@pytest.fixture
def app(desk: Desk, people: dict[str, User]) -> FastAPI:
    return make_app(desk)


@pytest.fixture
def entered(app: FastAPI) -> Callable[[str], Browser]:
    """A browser in which somebody has logged in."""

    def enter(name: str) -> Browser:
        browser = Browser(app)
        assert browser.log_in(name).status_code == 200
        return browser

    return enter
