"""Single sign-on, against a small provider that really runs."""

import dataclasses
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import jwt
import pytest
from fastapi import FastAPI

from lexveil.config import Service
from lexveil.errors import LexveilError
from lexveil.service import audit, openid, sign_on, users
from lexveil.store.desk import Desk, User
from service.protection.protected import ADDRESS, API, PASSWORD, Browser, Clock, make_app
from service.protection.provider import CLIENT, SECRET, Provider, provider

BEGIN, BACK = f"{API}/session/single-sign-on", f"{API}/session/single-sign-on/back"
ROLES = ("desk=reviewer", "readers=second reader", "it=administrator")
CROSS = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}


@pytest.fixture
def house() -> Iterator[Provider]:
    with provider(BACK) as made:
        yield made


@pytest.fixture
def settings(house: Provider, tmp_path: Path) -> dict[str, Any]:
    file = tmp_path / "client-secret"
    file.write_text(f"{SECRET}\n")
    return {
        "oidc_issuer": house.issuer, "oidc_client": CLIENT, "oidc_secret_file": str(file),
        "oidc_role_claim": "groups", "oidc_roles": ROLES,
    }  # fmt: skip


@pytest.fixture
def door(desk: Desk, people: dict[str, User], settings: dict[str, Any]) -> FastAPI:
    return make_app(desk, **settings)


def there(browser: Browser, then: str = "") -> str:
    """Where the provider sends the browser that wants to log in."""
    answer = browser.client.get(BEGIN, params={"then": then}, follow_redirects=False)
    assert answer.status_code == 303
    found = httpx.get(answer.headers["location"])
    assert found.status_code == 302
    return str(found.headers["location"])


def come_back(browser: Browser, address: str) -> str:
    answer = browser.client.get(address, headers=CROSS, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def log_in(app: FastAPI, then: str = "") -> tuple[Browser, str]:
    browser = Browser(app)
    return browser, come_back(browser, there(browser, then))


def refused(app: FastAPI, desk: Desk) -> str:
    """The code of the refusal; nobody is logged in, and there is nobody new."""
    before = len(desk.users())
    browser, place = log_in(app)
    assert browser.look().json()["user"] is None
    assert len(desk.users()) == before
    assert not any("sign-on" in name for name in browser.client.cookies)
    return parse_qs(place.partition("?")[2])["failed"][0].removeprefix("service.sign-on-")


def test_who_logs_in_there_is_logged_in_here(door: FastAPI, desk: Desk) -> None:
    browser, place = log_in(door, "#/document/0af")
    here = browser.look().json()
    assert place == "/#/document/0af"
    assert here["user"]["name"] == "vera"
    assert here["user"]["role"] == "reviewer"
    assert browser.ask("POST", "/forgetful").json() == "changed"
    assert [cookie.name for cookie in browser.client.cookies.jar] == ["lexveil-8765"]
    rows = [(row.kind, row.details) for row in desk.audit_rows(0)]
    assert rows[-2:] == [
        ("user created", {"role": "reviewer", "by": "single sign-on"}),
        ("login", {"by": "single sign-on"}),
    ]


def test_the_page_is_told_that_there_is_single_sign_on(door: FastAPI, app: FastAPI) -> None:
    assert Browser(door).look().json()["single_sign_on"] is True
    assert Browser(app).look().json()["single_sign_on"] is False


def test_where_there_is_none_its_addresses_lead_nowhere(app: FastAPI) -> None:
    for address in (BEGIN, BACK):
        assert Browser(app).client.get(address, follow_redirects=False).status_code == 404


def test_the_same_person_is_the_same_account_whatever_their_name(
    door: FastAPI, desk: Desk, house: Provider
) -> None:
    first = log_in(door)[0].look().json()["user"]
    house.claims["preferred_username"] = "vera.married"
    assert log_in(door)[0].look().json()["user"] == first


def test_a_name_alone_opens_nobodys_account(door: FastAPI, desk: Desk, house: Provider) -> None:
    house.claims["preferred_username"] = "Ada"  # an administrator with a password
    assert refused(door, desk) == "taken"
    log_in_as = Browser(door).log_in("ada")
    assert log_in_as.status_code == 200


def test_another_subject_is_another_person(door: FastAPI, desk: Desk, house: Provider) -> None:
    log_in(door)
    house.claims["sub"] = "4712"
    assert refused(door, desk) == "taken"


@pytest.mark.parametrize(
    ("groups", "role"),
    [(["desk"], "reviewer"), ("readers", "second reader"), (["desk", "it", "choir"], "administrator")],
)
def test_the_role_is_the_highest_that_the_claim_gives(
    door: FastAPI, house: Provider, groups: object, role: str
) -> None:
    house.claims["groups"] = groups
    assert log_in(door)[0].look().json()["user"]["role"] == role


@pytest.mark.parametrize("groups", [[], ["choir"], None, "", {"desk": 1}, [["desk"]], 3])
def test_who_has_no_role_does_not_come_in(door: FastAPI, desk: Desk, house: Provider, groups: object) -> None:
    house.claims["groups"] = groups
    assert refused(door, desk) == "no-role"


def test_a_role_counts_anew_at_each_login(door: FastAPI, house: Provider) -> None:
    house.claims["groups"] = ["it"]
    earlier, _ = log_in(door)
    house.claims["groups"] = ["desk"]
    later, _ = log_in(door)
    assert later.look().json()["user"]["role"] == "reviewer"
    assert earlier.look().json()["user"] is None


def test_who_has_lost_every_role_is_logged_out_everywhere(door: FastAPI, house: Provider) -> None:
    earlier, _ = log_in(door)
    house.claims["groups"] = []
    later, place = log_in(door)
    assert place == "/#/login?failed=service.sign-on-no-role"
    assert earlier.look().json()["user"] is None
    assert later.look().json()["user"] is None


def test_everybody_may_have_a_role(desk: Desk, settings: dict[str, Any], house: Provider) -> None:
    house.claims["groups"] = None
    app = make_app(desk, **(settings | {"oidc_role_claim": "", "oidc_roles": ("*=reviewer",)}))
    assert log_in(app)[0].look().json()["user"]["role"] == "reviewer"


def test_who_was_deactivated_here_stays_out(door: FastAPI, desk: Desk) -> None:
    log_in(door)
    user = desk.user_named("vera")
    assert user is not None
    desk.change_user(user.id, active=False)
    assert refused(door, desk) == "inactive"


def test_no_password_opens_such_an_account(door: FastAPI, desk: Desk) -> None:
    log_in(door)
    user = desk.user_named("vera")
    assert user is not None
    for password in ("", "!", user.password_hash, PASSWORD):
        assert Browser(door).log_in("vera", password or "x").status_code == 401


def test_role_and_password_of_such_an_account_are_not_changed_here(door: FastAPI, desk: Desk) -> None:
    vera, _ = log_in(door)
    vera.look()
    ada = Browser(door)
    ada.log_in("ada")
    user = desk.user_named("vera")
    assert user is not None
    for body in ({"role": "administrator"}, {"password": "a lantern in the fog"}):
        answer = ada.ask("PATCH", f"/users/{user.id}", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "service.sign-on-account")
    own = vera.ask("POST", "/session/password", json={"old": "x", "new": "a lantern in the fog"})
    assert (own.status_code, own.json()["error"]["code"]) == (409, "service.sign-on-account")
    assert ada.ask("PATCH", f"/users/{user.id}", json={"active": False}).status_code == 200
    told = {each["name"]: each["single_sign_on"] for each in ada.ask("GET", "/users").json()["users"]}
    assert told["vera"] is True
    assert told["ada"] is False


@pytest.mark.parametrize(
    "lie",
    [
        {"nonce": "another"}, {"nonce": None}, {"aud": "mailbox"}, {"aud": None}, {"aud": ["mailbox"]},
        {"iss": "https://elsewhere.example"}, {"iss": None}, {"exp": 1_000_000_000}, {"exp": None},
        {"iat": 32_503_680_000}, {"iat": None}, {"nbf": 32_503_680_000}, {"sub": None}, {"sub": ""},
        {"azp": "mailbox"}, {"aud": [CLIENT, "mailbox"]}, {"aud": [CLIENT, "mailbox"], "azp": "mailbox"},
    ],
    ids=str,
)  # fmt: skip
def test_a_token_that_is_not_as_it_should_be_is_refused(
    door: FastAPI, desk: Desk, house: Provider, lie: dict[str, Any]
) -> None:
    house.lies = lie
    assert refused(door, desk) == "answer"


def test_a_token_for_several_that_names_us_is_taken(door: FastAPI, house: Provider) -> None:
    house.lies = {"aud": [CLIENT, "mailbox"], "azp": CLIENT}
    assert log_in(door)[0].look().json()["user"]["name"] == "vera"


def unsigned(house: Provider) -> Callable[[dict[str, Any]], str]:
    return lambda claims: jwt.encode(claims, None, "none", headers={"kid": house.key_id})


def with_the_public_key(house: Provider) -> Callable[[dict[str, Any]], str]:
    """The old trick: HS256 under what everybody can read."""
    public = str(house.keys[0]["n"]).encode()
    return lambda claims: jwt.encode(claims, public, "HS256", headers={"kid": house.key_id})


def with_another_key(house: Provider) -> Callable[[dict[str, Any]], str]:
    real, key_id = house.keys, house.key_id
    house.rotate()
    another = house.key
    house.keys = real
    return lambda claims: jwt.encode(claims, another, "RS256", headers={"kid": key_id})


def no_token(_: Provider) -> Callable[[dict[str, Any]], str]:
    return lambda _: "not.a.token"


@pytest.mark.parametrize("way", [unsigned, with_the_public_key, with_another_key, no_token])
def test_a_token_that_the_provider_did_not_sign_is_refused(
    door: FastAPI, desk: Desk, house: Provider, way: Callable[[Provider], Callable[[dict[str, Any]], str]]
) -> None:
    house.sign = way(house)
    assert refused(door, desk) == "answer"


def test_a_new_key_of_the_provider_is_found_and_the_old_one_is_no_longer_taken(
    desk: Desk, settings: dict[str, Any], house: Provider, people: dict[str, User]
) -> None:
    app, clock = make_app(desk, **settings), Seconds()
    app.state.sign_on.provider._clock = clock
    log_in(app)
    old = with_old_key(house)
    house.rotate("EC")
    clock.now += openid.AGAIN_SECONDS + 1
    assert log_in(app)[0].look().json()["user"]["name"] == "vera"
    house.sign = old
    assert refused(app, desk) == "answer"


def with_old_key(house: Provider) -> Callable[[dict[str, Any]], str]:
    key, key_id = house.key, house.key_id
    return lambda claims: jwt.encode(claims, key, "RS256", headers={"kid": key_id})


class Seconds:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_tokens_with_keys_that_nobody_has_do_not_flood_the_provider(
    desk: Desk, settings: dict[str, Any], house: Provider, people: dict[str, User]
) -> None:
    app = make_app(desk, **settings)
    app.state.sign_on.provider._clock = Seconds()
    log_in(app)
    house.sign = lambda claims: jwt.encode(claims, house.key, "RS256", headers={"kid": "unheard"})
    for _ in range(3):
        assert refused(app, desk) == "answer"
    assert house.asked.count("/keys") == 1
    assert house.asked.count("/.well-known/openid-configuration") == 1


def test_a_way_back_that_did_not_begin_in_this_browser_leads_nowhere(door: FastAPI) -> None:
    """Else somebody could log another one in as themselves, and read what they do."""
    address = there(Browser(door))
    stranger = Browser(door)
    assert come_back(stranger, address).endswith("sign-on-again")
    there(stranger)  # one that has begun a login of its own
    assert come_back(stranger, address).endswith("sign-on-again")
    assert stranger.look().json()["user"] is None


def test_a_way_back_is_gone_once(door: FastAPI) -> None:
    browser = Browser(door)
    address = there(browser)
    assert come_back(browser, address) == "/"
    assert come_back(browser, address).endswith("sign-on-again")


def test_a_code_is_no_use_without_the_proof(door: FastAPI, house: Provider, desk: Desk) -> None:
    """The provider asks for the verifier: a code that was overheard opens nothing."""
    first, second = Browser(door), Browser(door)
    code = parse_qs(urlsplit(there(first)).query)["code"][0]
    own = parse_qs(urlsplit(there(second)).query)
    assert come_back(second, f"{BACK}?code={code}&state={own['state'][0]}").endswith("sign-on-away")


@pytest.mark.parametrize("way", ["client_secret_basic", "client_secret_post", "none"])
def test_the_secret_is_shown_in_the_way_that_the_provider_takes(
    desk: Desk, settings: dict[str, Any], house: Provider, way: str
) -> None:
    house.way, house.about = way, {"token_endpoint_auth_methods_supported": [way]}
    changes = {"oidc_secret_file": ""} if way == "none" else {}
    app = make_app(desk, **(settings | changes))
    assert log_in(app)[0].look().json()["user"]["name"] == "vera"


def test_a_client_with_another_secret_gets_nothing(
    desk: Desk, settings: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "other").write_text("another secret")
    app = make_app(desk, **(settings | {"oidc_secret_file": str(tmp_path / "other")}))
    assert refused(app, desk) == "away"


def test_what_the_provider_refuses_is_said(door: FastAPI, desk: Desk, house: Provider) -> None:
    house.refuses = "access_denied"
    assert refused(door, desk) == "refused"


def test_an_answer_in_the_name_of_another_provider_is_refused(door: FastAPI, house: Provider) -> None:
    """RFC 9207."""
    browser = Browser(door)
    address = there(browser)
    assert come_back(browser, f"{address}&iss=https://elsewhere.example").endswith("sign-on-answer")
    assert "/token" not in house.asked
    browser = Browser(door)
    assert come_back(browser, f"{there(browser)}&iss={house.issuer}") == "/"


def test_where_the_provider_promises_its_name_it_must_be_there(
    door: FastAPI, desk: Desk, house: Provider
) -> None:
    house.about = {"authorization_response_iss_parameter_supported": True}
    assert refused(door, desk) == "answer"


def test_a_provider_that_is_another_one_is_not_asked(door: FastAPI, house: Provider) -> None:
    house.about = {"issuer": "https://elsewhere.example"}
    answer = Browser(door).client.get(BEGIN, follow_redirects=False)
    assert answer.headers["location"].endswith("sign-on-answer")


def test_a_provider_that_sends_over_an_open_line_is_not_used(door: FastAPI, house: Provider) -> None:
    house.about = {"token_endpoint": "http://elsewhere.example/token"}
    answer = Browser(door).client.get(BEGIN, follow_redirects=False)
    assert "failed=" in answer.headers["location"]
    assert house.asked == ["/.well-known/openid-configuration"]


def test_a_provider_that_is_away_is_said_and_comes_back(desk: Desk, settings: dict[str, Any]) -> None:
    with provider(BACK) as gone:
        away = gone.issuer
    app = make_app(desk, **(settings | {"oidc_issuer": away}))
    answer = Browser(app).client.get(BEGIN, follow_redirects=False)
    assert answer.headers["location"] == "/#/login?failed=service.sign-on-away"
    assert Browser(app).look().status_code == 200


@pytest.mark.parametrize("then", ["https://elsewhere.example", "//elsewhere.example", "#/\r\nX: y", "/docs"])
def test_the_way_back_leads_into_the_page_alone(door: FastAPI, then: str) -> None:
    assert log_in(door, then)[1] == "/"


def test_a_login_begins_on_our_page_alone(door: FastAPI) -> None:
    answer = Browser(door).client.get(BEGIN, headers=CROSS, follow_redirects=False)
    assert answer.status_code == 403


def test_over_https_the_cookie_of_an_attempt_is_for_this_host_alone(
    desk: Desk, settings: dict[str, Any], house: Provider
) -> None:
    app = make_app(desk, https=True, **settings)
    house.redirect = BACK.replace("http:", "https:")
    answer = Browser(app, address=ADDRESS.replace("http:", "https:")).client.get(
        BEGIN.replace("http:", "https:"), follow_redirects=False
    )
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith("__host-lexveil-8765-sign-on=")
    assert {"secure", "httponly", "path=/", "samesite=lax", "max-age=600"} <= set(cookie.split("; "))
    redirect = parse_qs(urlsplit(answer.headers["location"]).query)["redirect_uri"]
    assert redirect == [house.redirect]


def test_attempts_are_counted_by_address(desk: Desk, settings: dict[str, Any]) -> None:
    app = make_app(desk, **settings, logins_per_minute=3)
    browser = Browser(app)
    found = [browser.client.get(BACK, follow_redirects=False).status_code for _ in range(4)]
    assert found == [303, 303, 303, 429]


def test_the_log_says_what_was_wrong_and_nothing_of_who_it_was(
    door: FastAPI, desk: Desk, house: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    house.lies = {"exp": 1_000_000_000}
    with caplog.at_level(logging.DEBUG):
        refused(door, desk)
    assert "ExpiredSignatureError" in caplog.text
    for secret in ("vera", "4711", SECRET):
        assert secret not in caplog.text
    kinds = [(row.actor, row.kind) for row in desk.audit_rows(0)]
    assert kinds[-1] == (audit.NOBODY, "login failed")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"oidc_client": ""}, "incomplete"),
        ({"oidc_issuer": "http://login.example"}, "address"),
        ({"oidc_issuer": "login.example"}, "address"),
        ({"oidc_issuer": "https://[broken"}, "address"),
        ({"oidc_roles": ()}, "roles"),
        ({"oidc_roles": ("desk=judge",)}, "roles"),
        ({"oidc_roles": ("desk",)}, "roles"),
        ({"oidc_role_claim": ""}, "claim"),
    ],
)
def test_settings_that_are_wrong_stop_the_start(
    settings: dict[str, Any], changes: dict[str, Any], code: str
) -> None:
    with pytest.raises(LexveilError) as caught:
        sign_on.of_settings(dataclasses.replace(Service(), **(settings | changes)))
    assert caught.value.code == f"serve.sign-on-{code}"


def test_a_secret_that_is_not_there_stops_the_start(settings: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "empty").write_text(" \n")
    for name in ("empty", "missing"):
        found = dataclasses.replace(Service(), **(settings | {"oidc_secret_file": str(tmp_path / name)}))
        with pytest.raises(LexveilError):
            sign_on.of_settings(found)


def test_without_the_package_it_is_said_how_to_get_it(
    settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openid, "find_spec", lambda _: None)
    with pytest.raises(LexveilError, match=r"lexveil\[oidc\]"):
        sign_on.of_settings(dataclasses.replace(Service(), **settings))


def test_an_account_that_was_made_so_is_told_from_one_with_a_password(
    door: FastAPI, desk: Desk, clock: Clock
) -> None:
    log_in(door)
    found = {user.name: users.by_sign_on(user) for user in desk.users()}
    assert found == {"rolf": False, "runa": False, "sven": False, "ada": False, "vera": True}
