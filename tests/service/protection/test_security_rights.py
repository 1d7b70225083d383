"""An edited database logs nobody in as somebody else, and who is removed hears no more."""

import asyncio

import httpx
import pytest

from lexveil.service import guard
from lexveil.service.callers import caller_of
from lexveil.service.events import Event, Hub
from lexveil.store.desk import Desk


def edited(desk: Desk, sql: str) -> None:
    with desk.database.write() as transaction:
        assert transaction.run(sql)


def test_an_edited_role_does_not_log_in(app, desk, people, entered):
    browser = entered("rolf")
    edited(desk, f"UPDATE users SET role = 'administrator' WHERE id = '{people['rolf'].id}'")
    assert browser.ask("GET", "/audit").status_code == 401
    assert browser.log_in("rolf").status_code in (401, 403)


@pytest.mark.parametrize("path", ["/docs", "/docs/style.css", "/api/v1/openapi.json"])
def test_the_description_of_the_api_follows_the_accounts(app, path):
    async def ask() -> int:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get(path)).status_code

    assert asyncio.run(ask()) == 401


def test_one_row_that_was_damaged_stops_nobody_else(app, desk, people, entered):
    seal = f"(SELECT password_hash FROM users WHERE id = '{people['ada'].id}')"
    edited(desk, f"UPDATE users SET password_hash = {seal} WHERE id = '{people['rolf'].id}'")
    browser = entered("ada")
    assert browser.log_in("rolf").status_code == 401
    listed = entered("ada").ask("GET", "/users").json()["users"]
    assert {each["name"]: each["active"] for each in listed}["rolf"] is False


ENDINGS = {
    "made inactive": lambda ada, rolf, id_: ada.ask("PATCH", f"/users/{id_}", json={"active": False}),
    "another role": lambda ada, rolf, id_: ada.ask("PATCH", f"/users/{id_}", json={"role": "second reader"}),
    "removed": lambda ada, rolf, id_: ada.ask("DELETE", f"/users/{id_}"),
    "logged out": lambda ada, rolf, id_: rolf.ask("DELETE", "/session"),
    "another password": lambda ada, rolf, id_: ada.ask(
        "PATCH", f"/users/{id_}", json={"password": "eleven blue kettles"}
    ),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_who_may_not_listen_any_more_hears_nothing_further(app, desk, people, entered, monkeypatch, how):
    ada, rolf = entered("ada"), entered("rolf")
    caller = caller_of(app.state, {"cookie": f"{next(iter(rolf.client.cookies))}={rolf.cookie}"}, port="8765")
    assert guard.still(caller)
    still = []
    monkeypatch.setattr(app.state.context.hub, "look_again", lambda: still.append(guard.still(caller)))
    assert ENDINGS[how](ada, rolf, people["rolf"].id).status_code < 300
    assert still == [False]


def test_an_api_token_that_was_revoked_hears_nothing_further(app, desk, people, entered, monkeypatch):
    rolf = entered("rolf")
    made = rolf.ask("POST", "/tokens", json={"name": "script"}).json()
    caller = caller_of(app.state, {"authorization": f"Bearer {made['token']}"})
    assert guard.still(caller)
    still = []
    monkeypatch.setattr(app.state.context.hub, "look_again", lambda: still.append(guard.still(caller)))
    assert rolf.ask("DELETE", f"/tokens/{made['id']}").status_code == 204
    assert still == [False]


def test_a_stream_ends_at_once_when_somebody_is_told_to_look():
    async def listen() -> list[bytes]:
        hub, found = Hub(), []
        stream = hub.stream("case", lambda: [Event("state", {})], lambda: None)
        found.append(await anext(stream))
        hub.look_again()
        async for line in stream:
            found.append(line)
        return found

    assert len(asyncio.run(asyncio.wait_for(listen(), 5))) == 1
