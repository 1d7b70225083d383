"""Policies of the house, approvals and members where several people log in: who may, and who may not."""

from pathlib import Path
from typing import Any

import pytest

from lexveil.service.app import create_app
from lexveil.store.desk import Desk
from service.protection.protected import Browser, settings
from service.protection.whole import LIGHT

RULE = '[[rule]]\ncategory = "PERSON"\nlabel = "deponent {n}"\n'
HOUSE = {"house": "format = 1\n" + RULE, "signed": "format = 1\napproval = true\n" + RULE}


class Court:
    """Rolf and Runa review, Sven reads a second time, Ada administers it."""

    def __init__(self, desk: Desk, folder: Path, people: dict[str, Any], **policies: str) -> None:
        folder.mkdir(exist_ok=True)
        for name, text in policies.items():
            (folder / f"{name}.toml").write_text(text, "utf8")
        self.app = create_app(desk, settings(policies=str(folder)), mode="accounts", analysis=LIGHT)
        self.desk, self.people = desk, people

    def enter(self, name: str) -> Browser:
        browser = Browser(self.app)
        assert browser.log_in(name).status_code == 200
        return browser

    def case(self, owner: Browser, policy: str = "house", *members: str) -> str:
        made = owner.ask("POST", "/projects", json={"name": "Torvund", "policy": policy})
        case = str(made.json()["id"])
        for name in members:
            assert owner.ask("PUT", f"/projects/{case}/members/{self.people[name].id}").status_code == 204
        return case


@pytest.fixture
def court(desk: Desk, tmp_path: Path, people: dict[str, Any]) -> Court:
    return Court(desk, tmp_path / "house", people, **HOUSE)


def named(answer: Any) -> list[str]:
    return sorted(each["name"] for each in answer.json()["people"])


def test_a_stranger_is_not_told_the_policies_of_the_house(court: Court) -> None:
    before = [each["name"] for each in Browser(court.app).look().json()["policies"]]
    assert "strict" in before
    assert not set(HOUSE) & set(before)
    assert set(HOUSE) < {each["name"] for each in court.enter("rolf").look().json()["policies"]}


def test_only_an_administrator_leaves_a_policy_that_asks_for_approval(court: Court) -> None:
    rolf, ada = court.enter("rolf"), court.enter("ada")
    path = f"/projects/{court.case(rolf, 'signed')}"
    assert rolf.ask("PATCH", path, json={"policy": "house"}).status_code == 403
    assert rolf.ask("PATCH", path, json={"policy": "house", "approval": False}).status_code == 403
    assert rolf.ask("GET", path).json()["policy"] == "signed"
    kept = rolf.ask("PATCH", path, json={"policy": "house", "approval": True}).json()
    assert (kept["approval"], kept["approval_by_policy"]) == (True, False)
    assert rolf.ask("PATCH", path, json={"approval": False}).status_code == 403
    assert ada.ask("PATCH", path, json={"approval": False}).json()["approval"] is False


def test_only_an_administrator_accepts_a_policy_that_has_changed(
    court: Court, desk: Desk, tmp_path: Path, people: dict[str, Any]
) -> None:
    path = f"/projects/{court.case(court.enter('rolf'))}"
    later = Court(desk, tmp_path / "house", people, house=HOUSE["house"].replace("deponent", "person"))
    rolf, ada = later.enter("rolf"), later.enter("ada")
    assert rolf.ask("GET", path).json()["policy_state"] == "changed"
    for asked in ({"accept": True}, {"policy": "strict"}):
        assert rolf.ask("PATCH", path, json=asked).status_code == 403
    assert rolf.ask("PATCH", path, json={"name": "Torvund II"}).json()["policy_state"] == "changed"
    assert ada.ask("PATCH", path, json={"accept": True}).json()["policy_state"] == "ok"
    told = [row for row in desk.audit_rows() if row.kind == "project changed"]
    assert [dict(row.details) for row in told] == [{}, {"policy": 1}]


def test_the_owner_of_a_case_chooses_its_members(court: Court, desk: Desk) -> None:
    rolf, runa = court.enter("rolf"), court.enter("runa")
    case = court.case(rolf)
    assert named(rolf.ask("GET", f"/projects/{case}/people")) == ["ada", "runa", "sven"]
    member = f"/projects/{case}/members/{court.people['runa'].id}"
    assert runa.ask("GET", f"/projects/{case}").status_code == 404
    assert rolf.ask("PUT", member).status_code == 204
    shown = runa.ask("GET", f"/projects/{case}").json()
    assert ([each["name"] for each in shown["members"]], shown["owner_name"]) == (["runa"], "rolf")
    assert named(rolf.ask("GET", f"/projects/{case}/people")) == ["ada", "sven"]
    assert rolf.ask("DELETE", member).status_code == 204
    assert runa.ask("GET", f"/projects/{case}").status_code == 404
    actors = [(row.kind, row.actor) for row in desk.audit_rows(0, case) if row.kind.startswith("member")]
    rolfs = court.people["rolf"].id
    assert actors == [("member added", rolfs), ("member removed", rolfs)]


def test_nobody_else_but_an_administrator_does(court: Court, desk: Desk) -> None:
    rolf, runa, sven, ada = (court.enter(name) for name in ("rolf", "runa", "sven", "ada"))
    case = court.case(rolf, "house", "runa")
    ways = [("GET", "people"), ("PUT", f"members/{court.people['sven'].id}"),
            ("DELETE", f"members/{court.people['runa'].id}")]  # fmt: skip
    for browser, status in ((runa, 403), (sven, 404)):
        for method, path in ways:
            assert browser.ask(method, f"/projects/{case}/{path}").status_code == status
    assert desk.members(case) == [court.people["runa"].id]
    assert [ada.ask(method, f"/projects/{case}/{path}").status_code for method, path in ways] == [
        200, 204, 204,
    ]  # fmt: skip


def test_who_cannot_log_in_is_not_offered_as_a_member(court: Court, desk: Desk) -> None:
    desk.change_user(court.people["sven"].id, active=False)
    rolf = court.enter("rolf")
    offered = rolf.ask("GET", f"/projects/{court.case(rolf)}/people").json()["people"]
    assert sorted(each["name"] for each in offered) == ["ada", "runa"]
    assert all(set(each) == {"id", "name"} for each in offered)
