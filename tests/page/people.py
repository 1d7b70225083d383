"""A service with accounts, and people who log in to it."""

from pathlib import Path

from playwright.sync_api import Page

from page.hands import OpenPage
from page.running import Server, StartServer, lexveil
from service.running import Browser as Desk

PASSWORD = "three-quiet-harbours-at-noon"
ADA, BO = "ada", "bo"


def office(start_server: StartServer, folder: Path) -> Server:
    """With Ada, who administers it, and Bo, who reviews."""
    server = start_server("--accounts", "--allowed-host", "127.0.0.1")
    secret = folder / "password"
    secret.write_text(PASSWORD)
    where = ("--database", str(server.database), "--password-file", str(secret))
    lexveil("users", "add", ADA, "--role", "administrator", *where)
    with logged_in(server, ADA) as desk:
        desk.post("/users", {"name": BO, "password": PASSWORD, "role": "reviewer"}).raise_for_status()
    return server


def logged_in(server: Server, name: str) -> Desk:
    desk = Desk(server.address)
    desk.post("/session", {"name": name, "password": PASSWORD}).raise_for_status()
    desk.here = desk.get("/session").json()
    desk.http.headers["X-CSRF-Token"] = desk.here["csrf"]
    return desk


def page_of(open_page: OpenPage, server: Server, desk: Desk) -> Page:
    """The page with the login of the API, which leaves the login itself to its own tests."""
    page = open_page(server)
    page.context.add_cookies(
        [
            {"name": each.name, "value": str(each.value), "url": server.address}
            for each in desk.http.cookies.jar
        ]
    )
    return page
