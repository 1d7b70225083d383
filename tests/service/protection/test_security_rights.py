"""An edited database logs nobody in as somebody else, and who is removed hears no more."""

import asyncio

import httpx
import pytest

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
