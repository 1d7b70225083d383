"""Logging in and out, users, roles, API tokens."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI

from lexveil.service import users
from lexveil.store.desk import Desk
from service.protection.protected import PASSWORD, Browser, Clock, add, make_app

NEW = "a lantern in the fog"
Enter = Callable[[str], Browser]


def test_the_page_is_told_who_is_logged_in_and_what_there_is(app: FastAPI) -> None:
    browser = Browser(app)
    before = browser.look().json()
    after = browser.log_in("rolf").json()
    assert before["user"] is None
    assert before["csrf"] == ""
    assert before["mode"] == "accounts"
    assert after["user"]["name"] == "rolf"
    assert after["user"]["role"] == "reviewer"
    assert browser.look().json() == after
    assert ".docx" in after["formats"]
    assert {"name", "description", "approval", "own"} == set(after["policies"][0])
    assert "PERSON" in after["categories"]
    assert "WITNESS" in after["roles"]["PERSON"]
    assert after["limits"]["upload_bytes"] == app.state.settings.upload_bytes


def test_the_name_may_be_written_in_any_case(app: FastAPI) -> None:
    assert Browser(app).log_in("ROLF").json()["user"]["name"] == "rolf"


def test_logging_out_ends_the_session_on_the_server(entered: Enter, desk: Desk) -> None:
    browser = entered("rolf")
    cookie = dict(browser.client.cookies)
    assert browser.ask("DELETE", "/session").status_code == 204
    browser.client.cookies.update(cookie)
    assert browser.ask("GET", "/forgetful").status_code == 401
    assert desk.session(hashlib.sha256(next(iter(cookie.values())).encode()).hexdigest()) is None


def test_a_session_that_is_not_used_ends(entered: Enter, clock: Clock) -> None:
    browser = entered("rolf")
    clock.after(minutes=119)
    assert browser.ask("GET", "/forgetful").status_code == 200
    clock.after(minutes=119)
    assert browser.ask("GET", "/forgetful").status_code == 200
    clock.after(minutes=121)
    assert browser.ask("GET", "/forgetful").status_code == 401


def test_a_session_ends_however_much_it_is_used(entered: Enter, clock: Clock) -> None:
    browser = entered("rolf")
    for _ in range(11):
        clock.after(minutes=60)
        assert browser.ask("GET", "/forgetful").status_code == 200
    clock.after(minutes=61)
    assert browser.ask("GET", "/forgetful").status_code == 401


def test_a_new_password_ends_all_other_sessions(app: FastAPI, entered: Enter) -> None:
    here, elsewhere = entered("rolf"), entered("rolf")
    before = here.cookie
    answer = here.ask("POST", "/session/password", json={"old": PASSWORD, "new": NEW})
    assert answer.status_code == 200
    here.csrf = answer.json()["csrf"]
    assert here.cookie != before
    assert here.ask("POST", "/forgetful").status_code == 200
    assert elsewhere.ask("GET", "/forgetful").status_code == 401
    assert Browser(app).log_in("rolf").status_code == 401
    assert Browser(app).log_in("rolf", NEW).status_code == 200


def test_a_new_password_needs_the_old_one(app: FastAPI, entered: Enter) -> None:
    browser = entered("rolf")
    answer = browser.ask("POST", "/session/password", json={"old": "a wrong password", "new": NEW})
    assert answer.status_code == 401
    assert Browser(app).log_in("rolf").status_code == 200


@pytest.mark.parametrize(
    "password", ["short", "elevenchars", "aaaaaaaaaaaaaaaa", "abababababababab", "Rolf-Quellmark", "x" * 1025]
)
def test_weak_passwords_are_refused_without_being_quoted(password: str) -> None:
    with pytest.raises(users.PasswordError) as error:
        users.check_password(password, "rolf-quellmark")
    assert password not in str(error.value)


def test_a_password_is_the_same_however_its_accents_are_coded() -> None:
    assert users.password_fits(
        users.password_hash("p\u00e4iv\u00e4 ja y\u00f6 2031"), "pa\u0308iva\u0308 ja yo\u0308 2031"
    )


def test_passwords_are_hashed_with_the_parameters_of_rfc_9106() -> None:
    real = PasswordHasher()  # its defaults are the second option of RFC 9106, section 4
    assert (real.time_cost, real.memory_cost, real.parallelism) == (3, 65536, 4)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(users, "HASHER", real)
        made = users.password_hash(PASSWORD)
        assert made.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
        assert users.password_fits(made, PASSWORD)
        assert not users.password_fits(made, PASSWORD + "s")


def test_a_hash_of_old_parameters_is_made_anew_at_the_next_login(entered: Enter, desk: Desk) -> None:
    user = desk.user_named("rolf")
    assert user is not None
    old = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1).hash(PASSWORD)
    desk.change_user(user.id, password_hash=old)
    entered("rolf")
    changed = desk.user_named("rolf")
    assert changed is not None
    assert changed.password_hash != old
    assert not users.hash_outdated(changed.password_hash)
    entered("rolf")


def test_administrators_add_users_who_can_log_in(app: FastAPI, entered: Enter) -> None:
    ada = entered("ada")
    made = ada.ask("POST", "/users", json={"name": "Åse", "password": NEW, "role": "second reader"})
    assert made.status_code == 201
    assert "password" not in made.text
    assert Browser(app).log_in("åse", NEW).json()["user"]["role"] == "second reader"
    listed = ada.ask("GET", "/users")
    assert {user["name"] for user in listed.json()["users"]} == {"ada", "rolf", "runa", "sven", "Åse"}
    assert "argon2" not in listed.text


@pytest.mark.parametrize(
    ("name", "password", "role", "status"),
    [
        ("rolf", NEW, "reviewer", 409),
        ("ROLF", NEW, "reviewer", 409),
        ("local", NEW, "reviewer", 422),
        ("", NEW, "reviewer", 422),
        ("two words", NEW, "reviewer", 422),
        ("<b>", NEW, "reviewer", 422),
        ("x" * 65, NEW, "reviewer", 422),
        ("x\0", NEW, "reviewer", 422),
        ("vera", "short", "reviewer", 422),
        ("vera", NEW, "king", 422),
    ],
)
def test_users_that_cannot_be_are_refused(
    entered: Enter, name: str, password: str, role: str, status: int
) -> None:
    answer = entered("ada").ask("POST", "/users", json={"name": name, "password": password, "role": role})
    assert answer.status_code == status
    assert NEW not in answer.text


@pytest.mark.parametrize(("method", "path"), [("GET", "/users"), ("GET", "/audit"), ("GET", "/audit/verify")])
def test_only_administrators_manage(entered: Enter, method: str, path: str) -> None:
    assert entered("rolf").ask(method, path).status_code == 403
    assert entered("ada").ask(method, path).status_code == 200


def test_only_administrators_change_users(entered: Enter, desk: Desk) -> None:
    rolf, ada = entered("rolf"), desk.user_named("ada")
    assert ada is not None
    new = {"name": "vera", "password": NEW, "role": "administrator"}
    assert rolf.ask("POST", "/users", json=new).status_code == 403
    assert rolf.ask("PATCH", f"/users/{ada.id}", json={"active": False}).status_code == 403
    assert rolf.ask("DELETE", f"/users/{ada.id}").status_code == 403


@pytest.mark.parametrize("change", [{"role": "second reader"}, {"active": False}, {"password": NEW}])
def test_a_user_who_is_changed_is_logged_out(entered: Enter, desk: Desk, change: dict[str, object]) -> None:
    rolf, user = entered("rolf"), desk.user_named("rolf")
    assert user is not None
    assert entered("ada").ask("PATCH", f"/users/{user.id}", json=change).status_code == 200
    assert rolf.ask("GET", "/forgetful").status_code == 401


def test_who_is_inactive_cannot_log_in_nor_use_a_token(app: FastAPI, entered: Enter, desk: Desk) -> None:
    rolf, user = entered("rolf"), desk.user_named("rolf")
    assert user is not None
    token = rolf.ask("POST", "/tokens", json={"name": "nightly"}).json()["token"]
    entered("ada").ask("PATCH", f"/users/{user.id}", json={"active": False})
    assert Browser(app).log_in("rolf").status_code == 401
    assert (
        Browser(app).ask("GET", "/forgetful", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    )


def test_the_last_administrator_stays(entered: Enter, desk: Desk) -> None:
    ada, user = entered("ada"), desk.user_named("ada")
    assert user is not None
    assert ada.ask("PATCH", f"/users/{user.id}", json={"role": "reviewer"}).status_code == 409
    assert ada.ask("PATCH", f"/users/{user.id}", json={"active": False}).status_code == 409
    assert ada.ask("DELETE", f"/users/{user.id}").status_code == 409
    add(desk, "vera", "administrator")
    assert ada.ask("DELETE", f"/users/{user.id}").status_code == 204


def test_an_unknown_user_is_not_found(entered: Enter, desk: Desk) -> None:
    ada, local = entered("ada"), users.local_user(desk)
    assert ada.ask("DELETE", f"/users/{'0' * 32}").status_code == 404
    assert ada.ask("DELETE", f"/users/{local.id}").status_code == 404


def test_a_token_is_shown_once_and_works_without_cookie_and_csrf(app: FastAPI, entered: Enter) -> None:
    rolf = entered("rolf")
    made = rolf.ask("POST", "/tokens", json={"name": "nightly"}).json()
    listed = rolf.ask("GET", "/tokens")
    program = Browser(app)
    bearer = {"Authorization": f"Bearer {made['token']}"}
    assert program.ask("POST", "/forgetful", headers=bearer).status_code == 200
    assert [token["name"] for token in listed.json()["tokens"]] == ["nightly"]
    assert made["token"] not in listed.text
    assert rolf.ask("GET", "/tokens").json()["tokens"][0]["used"]
    assert rolf.ask("DELETE", f"/tokens/{made['id']}").status_code == 204
    assert program.ask("POST", "/forgetful", headers=bearer).status_code == 401


def test_a_token_of_somebody_else_is_not_found(entered: Enter) -> None:
    made = entered("rolf").ask("POST", "/tokens", json={"name": "nightly"}).json()
    ada = entered("ada")
    assert ada.ask("GET", "/tokens").json()["tokens"] == []
    assert ada.ask("DELETE", f"/tokens/{made['id']}").status_code == 404


def test_a_token_cannot_manage_accounts(app: FastAPI, entered: Enter) -> None:
    ada, program = entered("ada"), Browser(app)
    token = ada.ask("POST", "/tokens", json={"name": "nightly"}).json()["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    new = {"name": "vera", "password": NEW, "role": "administrator"}
    assert program.ask("POST", "/users", json=new, headers=bearer).status_code == 403
    assert program.ask("POST", "/tokens", json={"name": "more"}, headers=bearer).status_code == 403
    change = {"old": PASSWORD, "new": NEW}
    assert program.ask("POST", "/session/password", json=change, headers=bearer).status_code == 403


@pytest.mark.parametrize(
    "sent", ["Bearer", "Bearer x", "Basic cm9sZjp4", "lexveil_x", "Bearer lexveil_x", ""]
)
def test_a_token_that_is_none_is_refused_even_beside_a_session(entered: Enter, sent: str) -> None:
    rolf = entered("rolf")
    assert rolf.ask("GET", "/forgetful", headers={"Authorization": sent}).status_code == 401


def test_the_desk_holds_no_secret_that_opens_anything(entered: Enter, tmp_path: Path, desk: Desk) -> None:
    rolf = entered("rolf")
    token = rolf.ask("POST", "/tokens", json={"name": "nightly"}).json()["token"]
    held = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in (rolf.cookie, rolf.csrf, token, PASSWORD, "argon2id"):
        assert secret.encode() not in held
    assert hashlib.sha256(token.encode()).hexdigest().encode() in held


def test_in_single_mode_nobody_logs_in_and_everything_is_allowed(desk: Desk) -> None:
    browser = Browser(make_app(desk, "single"))
    assert browser.ask("GET", "/forgetful").status_code == 401
    seen = browser.look().json()
    assert (seen["mode"], seen["user"]["name"], seen["user"]["role"]) == ("single", "local", "administrator")
    assert browser.ask("POST", "/forgetful").status_code == 200
    assert browser.ask("GET", "/audit").status_code == 200
    assert browser.log_in("local", "").status_code == 400
    assert browser.look().json()["user"]["id"] == seen["user"]["id"]


def test_the_session_of_single_mode_opens_nothing_where_there_are_accounts(desk: Desk, app: FastAPI) -> None:
    alone = Browser(make_app(desk, "single"))
    alone.look()
    browser = Browser(app)
    browser.client.cookies.update(dict(alone.client.cookies))
    assert browser.ask("GET", "/forgetful").status_code == 401
    assert browser.log_in("local", "!").status_code == 401


def test_the_session_of_a_user_opens_nothing_in_single_mode(desk: Desk, entered: Enter) -> None:
    rolf, alone = entered("rolf"), Browser(make_app(desk, "single"))
    alone.client.cookies.update(dict(rolf.client.cookies))
    assert alone.ask("GET", "/forgetful").status_code == 401


@pytest.mark.parametrize("token", ["0" * 31, "0" * 33, "0" * 64, "x" * 32, "%00"])
def test_what_can_be_no_id_is_refused(entered: Enter, token: str) -> None:
    assert entered("ada").ask("DELETE", f"/tokens/{token}").status_code == 422
    assert entered("ada").ask("DELETE", f"/users/{token}").status_code == 422
