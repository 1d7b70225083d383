"""Who gets through the gate, their cookies, and what every answer says to a browser."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI
from starlette.websockets import WebSocketDisconnect

from lexveil.service.gate import HEADERS
from lexveil.store.desk import Desk
from service.protection.protected import PASSWORD, Browser, make_app


@pytest.fixture
def rolf(entered: Callable[[str], Browser]) -> Browser:
    return entered("rolf")


def test_a_handler_that_forgets_to_ask_who_calls_is_closed_all_the_same(app: FastAPI) -> None:
    stranger = Browser(app)
    assert stranger.ask("GET", "/forgetful").status_code == 401
    assert stranger.ask("POST", "/forgetful").status_code == 401
    assert stranger.ask("GET", "/no/such/thing").status_code == 401
    assert stranger.client.get("/somewhere").status_code == 401
    assert stranger.client.get("/").status_code == 200


@pytest.mark.parametrize("csrf", ["", "0" * 64, "\u00e9"])
def test_a_change_needs_the_csrf_token_of_the_session(rolf: Browser, csrf: str) -> None:
    sent = csrf.encode("utf8")
    refused = rolf.ask("POST", "/forgetful", csrf=sent)
    assert (refused.status_code, refused.json()["error"]["kind"]) == (403, "forbidden")
    assert rolf.ask("DELETE", "/session", csrf=sent).status_code == 403
    assert rolf.ask("GET", "/forgetful", csrf="").status_code == 200
    assert rolf.ask("POST", "/forgetful").status_code == 200


def test_the_csrf_token_of_another_session_does_not_fit(app: FastAPI, rolf: Browser) -> None:
    runa = Browser(app)
    runa.log_in("runa")
    assert rolf.ask("POST", "/forgetful", csrf=runa.csrf).status_code == 403


def test_single_mode_needs_the_csrf_token_too(desk: Desk) -> None:
    browser = Browser(make_app(desk, "single"))
    browser.look()
    assert browser.ask("POST", "/forgetful", csrf="").status_code == 403
    assert browser.ask("POST", "/forgetful").status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:8765.elsewhere.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},  # another port of this machine
    ],
)
@pytest.mark.parametrize("mode", ["single", "accounts"])
def test_the_page_of_another_site_gets_nowhere(app: FastAPI, mode: str, sent: dict[str, str]) -> None:
    app.state.mode = mode
    browser = Browser(app)
    browser.look() if mode == "single" else browser.log_in("rolf")
    assert browser.ask("POST", "/forgetful", headers=sent).status_code == 403
    assert browser.ask("GET", "/forgetful", headers=sent).status_code == 403
    assert Browser(app).client.get("/api/v1/session", headers=sent).status_code == 403
    login = {"name": "rolf", "password": PASSWORD}  # to log somebody in as oneself is an attack, too
    assert Browser(app).client.post("/api/v1/session", json=login, headers=sent).status_code == 403


def test_our_own_page_gets_through(rolf: Browser) -> None:
    own = {"Origin": "http://127.0.0.1:8765", "Sec-Fetch-Site": "same-origin"}
    assert rolf.ask("POST", "/forgetful", headers=own).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8765", 200),
        ("localhost:8765", 200),
        ("[::1]:8765", 200),
        ("127.0.0.2", 200),
        ("192.0.2.1", 400),
        ("rebound.example:8765", 400),
        ("127.0.0.1.rebound.example", 400),
        ("localhost.rebound.example", 400),
        ("", 400),
    ],
)
def test_single_mode_answers_only_to_names_of_this_machine(desk: Desk, host: str, status: int) -> None:
    """A page elsewhere may let its own name point to 127.0.0.1 and would then be of the same origin."""
    browser = Browser(make_app(desk, "single"))
    assert browser.client.get("/api/v1/session", headers={"Host": host}).status_code == status
    assert browser.client.get("/", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    ("host", "status"), [("desk.example", 200), ("DESK.example:443", 200), ("other.example", 400), ("", 400)]
)
def test_with_accounts_the_names_of_the_service_can_be_listed(desk: Desk, host: str, status: int) -> None:
    browser = Browser(make_app(desk, hosts=["Desk.example"]))
    assert browser.client.get("/", headers={"Host": host}).status_code == status


def test_there_are_no_websockets(app: FastAPI) -> None:
    browser = Browser(app)
    with pytest.raises(WebSocketDisconnect) as error, browser.client.websocket_connect("/api/v1/stream"):
        pass
    assert error.value.code == 1008


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(app: FastAPI) -> None:
    set_cookie = Browser(app).log_in("rolf").headers["set-cookie"]
    parts = {part.strip().lower() for part in set_cookie.split(";")}
    assert {"httponly", "samesite=strict", "path=/"} <= parts
    assert "secure" not in parts
    assert not any(part.startswith("domain=") for part in parts)


def test_over_https_the_cookie_is_for_https_and_this_host_alone(app: FastAPI, desk: Desk) -> None:
    answer = Browser(make_app(desk, https=True), address="https://desk.example").log_in("rolf")
    assert answer.headers["set-cookie"].startswith("__Host-lexveil=")
    assert "; Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"].startswith("max-age=31536000")


def test_over_https_the_same_host_without_it_is_another_origin(app: FastAPI, desk: Desk) -> None:
    browser = Browser(make_app(desk, https=True), address="https://desk.example")
    browser.log_in("rolf")
    for scheme, status in (("https", 200), ("http", 403)):
        sent = {"Origin": f"{scheme}://desk.example"}
        assert browser.ask("POST", "/forgetful", headers=sent).status_code == status


def test_two_services_on_one_machine_do_not_share_a_cookie(app: FastAPI) -> None:
    names = []
    for port in ("8765", "8766"):
        answer = Browser(app, address=f"http://127.0.0.1:{port}").log_in("rolf")
        names.append(answer.headers["set-cookie"].partition("=")[0])
    assert names == ["lexveil-8765", "lexveil-8766"]


def test_a_token_that_the_client_brings_is_never_adopted(app: FastAPI) -> None:
    """Session fixation: somebody plants a cookie, and waits until its bearer logs in."""
    planted = "a" * 43
    victim = Browser(app)
    victim.client.cookies.set("lexveil-8765", planted, domain="127.0.0.1")
    victim.log_in("rolf")
    attacker = Browser(app)
    attacker.client.cookies.set("lexveil-8765", planted, domain="127.0.0.1")
    assert victim.ask("GET", "/forgetful").status_code == 200
    assert attacker.ask("GET", "/forgetful").status_code == 401


def test_a_login_ends_the_session_that_the_browser_had(app: FastAPI) -> None:
    """Fixation with a real session: the attacker plants their own, the victim logs in over it."""
    attacker, victim = Browser(app), Browser(app)
    attacker.log_in("runa")
    victim.client.cookies.update(dict(attacker.client.cookies))
    victim.log_in("rolf")
    assert attacker.ask("GET", "/forgetful").status_code == 401
    assert victim.look().json()["user"]["name"] == "rolf"


def test_tokens_of_sessions_are_long_and_never_the_same(app: FastAPI) -> None:
    seen = {(browser := Browser(app)).log_in("rolf") and browser.cookie for _ in range(5)}
    assert len(seen) == 5
    assert {len(token) for token in seen} == {43}  # 256 bits in base64


def test_every_answer_carries_the_headers(app: FastAPI, rolf: Browser) -> None:
    answers = [
        rolf.client.get("/"),
        rolf.ask("GET", "/forgetful"),
        rolf.ask("GET", "/no/such/thing"),
        rolf.ask("POST", "/forgetful", csrf=""),
        rolf.ask("POST", "/session", content=b"{"),
        Browser(app).ask("GET", "/forgetful"),
        rolf.client.get("/", headers={"Host": ""}),
        rolf.ask("POST", "/json", headers={"Content-Length": "9999999"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 404, 403, 422, 401, 400, 413]
    for answer in answers:
        assert {name: answer.headers[name] for name in HEADERS} == dict(HEADERS)
    assert {answer.headers.get("cache-control") for answer in answers[1:6]} == {"no-store"}


def test_the_policy_for_content_lets_nothing_in_from_outside() -> None:
    policy = dict(part.strip().split(" ", 1) for part in HEADERS["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert not any("unsafe" in part or "http" in part or "*" in part for part in policy.values())
