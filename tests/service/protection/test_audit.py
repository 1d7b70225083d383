"""The audit log: who did what kind of thing, never text, and no row changed unseen."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi import FastAPI

from lexveil.service import audit
from lexveil.service.callers import Caller
from lexveil.store.desk import Desk, User
from service.protection.protected import PASSWORD, Browser, make_app

Enter = Callable[[str], Browser]
NEW = "a lantern in the fog"


def kinds(desk: Desk) -> list[tuple[str, str]]:
    return [(row.actor, row.kind) for row in desk.audit_rows()]


def test_what_happens_to_accounts_is_told(
    desk: Desk, app: FastAPI, entered: Enter, people: dict[str, User]
) -> None:
    before = len(desk.audit_rows())
    ada, rolf = people["ada"].id, people["rolf"].id
    browser = entered("ada")
    Browser(app).log_in("rolf", "a wrong guess")
    Browser(app).log_in("nobody", "a wrong guess")
    user = browser.ask("POST", "/users", json={"name": "vera", "password": NEW, "role": "reviewer"}).json()[
        "id"
    ]
    browser.ask("PATCH", f"/users/{user}", json={"role": "second reader", "active": True})
    browser.ask("DELETE", f"/users/{user}")
    token = browser.ask("POST", "/tokens", json={"name": "nightly"}).json()["id"]
    browser.ask("DELETE", f"/tokens/{token}")
    browser.csrf = browser.ask("POST", "/session/password", json={"old": PASSWORD, "new": NEW}).json()["csrf"]
    browser.ask("DELETE", "/session")
    assert kinds(desk)[before:] == [
        (ada, "login"),
        (rolf, "login failed"),
        ("", "login failed"),
        (ada, "user created"),
        (ada, "user changed"),
        (ada, "user removed"),
        (ada, "token created"),
        (ada, "token removed"),
        (ada, "password changed"),
        (ada, "logout"),
    ]
    changed = next(row for row in desk.audit_rows() if row.kind == "user changed")
    assert dict(changed.details) == {
        "user": user,
        "role": "second reader",
        "active": 1,
        "password": 0,
        "unlock": 0,
    }


def test_administrators_read_the_log_page_by_page(
    desk: Desk, entered: Enter, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = entered("ada")
    monkeypatch.setattr(audit, "PAGE", 3)
    first = ada.ask("GET", "/audit").json()
    rest = ada.ask("GET", f"/audit?after={first['rows'][-1]['number']}").json()
    assert [row["number"] for row in first["rows"] + rest["rows"]] == [1, 2, 3, 4, 5]
    assert (first["more"], rest["more"]) == (True, False)
    assert (rest["rows"][-1]["kind"], rest["rows"][-1]["name"]) == ("login", "ada")
    assert ada.ask("GET", "/audit?after=-1").status_code == 422


def test_a_row_that_was_changed_is_found(desk: Desk, entered: Enter, tmp_path: Path) -> None:
    ada = entered("ada")
    assert ada.ask("GET", "/audit/verify").json() == {"whole": True, "broken": None, "anchored": True}
    with sqlite3.connect(tmp_path / "desk.db") as other:
        for (name,) in other.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            other.execute(f"DROP TRIGGER {name}")
        other.execute("UPDATE audit SET actor = 'somebody else' WHERE number = 2")
    other.close()
    assert ada.ask("GET", "/audit/verify").json() == {"whole": False, "broken": 2, "anchored": True}


@pytest.mark.parametrize(
    "detail", ["Torvund", "award.html?", "a" * 41, "zwei\nZeilen", "päätös", "x/y", "Quellmark v. Torvund"]
)
def test_a_detail_that_could_be_text_is_refused(desk: Desk, people: dict[str, User], detail: str) -> None:
    rolf = Caller(people["rolf"].id, "rolf", "reviewer", "cookie", desk)
    with pytest.raises(ValueError, match="no word of ours") as error:
        audit.write(rolf, "edit", what=detail)
    assert detail not in str(error.value)


def test_an_unknown_kind_is_refused(desk: Desk, people: dict[str, User]) -> None:
    rolf = Caller(people["rolf"].id, "rolf", "reviewer", "cookie", desk)
    with pytest.raises(ValueError, match="no kind"):
        audit.write(rolf, "gossip")


def test_the_single_user_reads_the_log(desk: Desk) -> None:
    alone = Browser(make_app(desk, "single"))
    alone.look()
    assert alone.ask("GET", "/audit").status_code == 200
    assert alone.ask("GET", "/audit/verify").json()["whole"]
