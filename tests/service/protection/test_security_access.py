"""What a caller may see and do: projects of others do not exist, and signing off takes two."""

from collections.abc import Callable
from typing import Any

import pytest

from lexveil.service import audit, guard, users
from lexveil.service.callers import Caller
from lexveil.service.problems import Problem
from lexveil.store.desk import Desk, User
from service.protection.protected import Browser, add


def caller(desk: Desk, user: User) -> Caller:
    return Caller(user.id, user.name, user.role, "cookie", desk)


def test_the_case_of_somebody_else_does_not_exist(desk: Desk, people: dict[str, User]) -> None:
    case = desk.add_case("Quellmark v. Torvund", "arbitration", people["rolf"].id)
    document = desk.add_document(case.id, "award.html", b"<p>Torvund</p>", "00")
    export = desk.add_export(document.id, {"award.html": b"<p>A</p>"}, "2031-05-04T11:00:00+00:00")
    ways: list[tuple[Any, str]] = [
        (guard.case, case.id),
        (guard.document, document.id),
        (guard.export, export),
        (guard.owned, case.id),
    ]
    for look, id_ in ways:
        for name in ("rolf", "ada"):
            assert look(caller(desk, people[name]), id_)
        refused = []
        for known in (id_, "0" * 32, "../etc", "x\0", ""):
            with pytest.raises(Problem) as error:
                look(caller(desk, people["runa"]), known)
            refused.append((error.value.kind, str(error.value)))
        assert len(set(refused)) == 1
        assert refused[0][0] == "not-found"


def test_a_member_sees_a_case_and_does_not_own_it(desk: Desk, people: dict[str, User]) -> None:
    case = desk.add_case("Quellmark v. Torvund", "arbitration", people["rolf"].id)
    desk.add_member(case.id, people["runa"].id)
    runa = caller(desk, people["runa"])
    assert guard.case(runa, case.id).id == case.id
    with pytest.raises(Problem) as error:
        guard.owned(runa, case.id)
    assert error.value.kind == "forbidden"
    desk.remove_member(case.id, people["runa"].id)
    with pytest.raises(Problem):
        guard.case(runa, case.id)


@pytest.mark.parametrize(
    ("name", "state", "to", "allowed"),
    [
        ("rolf", "new", "in review", True),
        ("rolf", "in review", "second reading", True),
        ("rolf", "in review", "approved", False),
        ("sven", "in review", "approved", False),  # nobody has read it a second time
        ("ada", "in review", "approved", True),
        ("rolf", "second reading", "in review", True),  # who asked may take it back
        ("runa", "second reading", "in review", False),
        ("sven", "second reading", "in review", True),
        ("rolf", "second reading", "approved", False),
        ("sven", "second reading", "approved", True),
        ("ada", "second reading", "approved", True),
        ("rolf", "approved", "in review", False),
        ("sven", "approved", "in review", True),
        ("sven", "exported", "in review", True),
        ("ada", "approved", "exported", False),  # an export does that
        ("ada", "exported", "approved", False),
        ("ada", "in review", "nowhere", False),
        ("ada", "new", "new", False),
    ],
)
def test_who_may_sign_off(
    desk: Desk, people: dict[str, User], name: str, state: str, to: str, allowed: bool
) -> None:
    assert guard.may_set(caller(desk, people[name]), state, to, asked=people["rolf"].id) is allowed


def test_the_second_reading_is_by_another_person(desk: Desk, people: dict[str, User]) -> None:
    case = desk.add_case("Quellmark v. Torvund", "arbitration", people["rolf"].id)
    document = desk.add_document(case.id, "award.html", b"<p>Torvund</p>", "00")
    add(desk, "signe", "second reader")
    signe = desk.user_named("signe")
    assert signe is not None
    desk.set_state(document.id, "in review", from_="new")
    asking = audit.entry(caller(desk, people["sven"]), "document state", to="second reading")
    desk.set_state(document.id, "second reading", from_="in review", audit=asking)
    waiting = desk.document(document.id)
    assert waiting is not None
    with pytest.raises(Problem) as error:
        guard.sign_off(caller(desk, people["sven"]), waiting, "approved")
    assert error.value.kind == "forbidden"
    guard.sign_off(caller(desk, signe), waiting, "approved")
    guard.sign_off(caller(desk, people["ada"]), waiting, "approved")


def test_in_single_mode_one_pair_of_eyes_does_all(desk: Desk) -> None:
    user = users.local_user(desk)
    alone = Caller(user.id, user.name, user.role, "single", desk)
    for state, steps in guard.STEPS.items():
        for to in steps:
            assert guard.may_set(alone, state, to)


def test_what_was_approved_is_not_edited_and_what_must_be_is_not_exported_before() -> None:
    assert [guard.may_edit(state) for state in guard.STATES] == [True, True, True, False, False]
    assert [guard.may_export(state, approval=True) for state in guard.STATES] == [False] * 3 + [True] * 2
    assert all(guard.may_export(state, approval=False) for state in guard.STATES)


def test_who_listens_is_told_to_stop_when_the_session_ends(
    desk: Desk, entered: Callable[[str], Browser], people: dict[str, User]
) -> None:
    rolf = entered("rolf")
    listening = Caller(people["rolf"].id, "rolf", "reviewer", "cookie", desk, rolf.cookie)
    assert guard.still(listening)
    rolf.ask("DELETE", "/session")
    assert not guard.still(listening)
