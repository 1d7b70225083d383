"""Guessing passwords: slow, the same answer for every name, and the same work."""

import importlib.util

import pytest
from fastapi import FastAPI

from lexveil.service import users
from lexveil.store.desk import Desk, User
from service.protection.protected import Browser, Clock, make_app


def test_guessing_locks_the_account_for_a_growing_time(app: FastAPI, clock: Clock) -> None:
    browser = Browser(app)
    assert [browser.log_in("rolf", "a wrong guess").status_code for _ in range(5)] == [401] * 5
    for wait in (30, 60, 120, 240, 480, 900, 900):
        locked = browser.log_in("rolf")
        assert (locked.status_code, locked.headers["retry-after"]) == (429, str(wait))
        clock.after(seconds=wait)
        assert browser.log_in("rolf", "a wrong guess").status_code == 401
    clock.after(seconds=900)
    assert browser.log_in("rolf").status_code == 200
    assert [browser.log_in("rolf", "a wrong guess").status_code for _ in range(4)] == [401] * 4
    assert browser.log_in("rolf").status_code == 200


def test_a_restart_forgives_nothing(app: FastAPI, desk: Desk) -> None:
    for _ in range(5):
        Browser(app).log_in("rolf", "a wrong guess")
    assert Browser(make_app(desk)).log_in("rolf").status_code == 429


def test_an_administrator_can_unlock(app: FastAPI, people: dict[str, User]) -> None:
    for _ in range(5):
        Browser(app).log_in("rolf", "a wrong guess")
    ada = Browser(app)
    ada.log_in("ada")
    assert next(user for user in ada.ask("GET", "/users").json()["users"] if user["name"] == "rolf")["locked"]
    assert ada.ask("PATCH", f"/users/{people['rolf'].id}", json={"unlock": True}).status_code == 200
    assert Browser(app).log_in("rolf").status_code == 200


@pytest.mark.parametrize("name", ["rolf", "nobody", "local", "two words", "x\0y"])
def test_a_name_that_nobody_has_is_answered_as_one_that_somebody_has(app: FastAPI, name: str) -> None:
    browser = Browser(app)
    answers = [browser.log_in(name, "a wrong guess") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429]
    assert answers[5].headers["retry-after"] == "30"
    assert len({answer.json()["error"]["message"] for answer in answers}) == 1


def test_the_same_work_is_done_for_a_name_that_nobody_has(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the time of an answer tells nothing: one hash is computed, with the same parameters."""
    worked: list[str] = []

    class Counted:
        def verify(self, hash_: str, password: str) -> bool:
            worked.append(hash_.rpartition("$")[0].rpartition("$")[0])
            raise users.VerifyMismatchError

        def check_needs_rehash(self, hash_: str) -> bool:
            return False

    monkeypatch.setattr(users, "HASHER", Counted())
    for name in ("rolf", "nobody", "local"):
        Browser(app).log_in(name, "a wrong guess")
    assert len(worked) == 3
    assert len(set(worked)) == 1


def test_what_stands_for_nobody_costs_as_much_as_a_real_hash() -> None:
    spec = importlib.util.find_spec("lexveil.service.users")  # as it is, without what the tests put there
    assert spec is not None
    assert spec.loader is not None
    fresh = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    assert not fresh.HASHER.check_needs_rehash(fresh._NOBODY)


def test_one_address_cannot_try_many_names(app: FastAPI, clock: Clock) -> None:
    guesser = Browser(app, peer="192.0.2.66")
    statuses = [guesser.log_in(f"name{number}", "a wrong guess").status_code for number in range(20)]
    assert statuses == [401] * 20
    assert guesser.log_in("rolf").status_code == 429
    assert Browser(app, peer="192.0.2.7").log_in("rolf").status_code == 200
    clock.after(seconds=31)
    assert guesser.log_in("rolf").status_code == 200


def test_a_login_of_ones_own_does_not_forgive_the_address(app: FastAPI) -> None:
    guesser = Browser(app, peer="192.0.2.66")
    for number in range(20):
        guesser.log_in(f"name{number}", "a wrong guess")
        if number == 10:
            assert guesser.log_in("runa").status_code == 200
    assert guesser.log_in("runa").status_code == 429
