"""What happens to projects and documents is in the audit log, each thing by its kind and without a name."""

from collections import Counter
from collections.abc import Iterator

import pytest

from lexveil.service import audit
from service.protection.whole import PAGE, Whole, whole_service


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_service(tmp_path_factory.mktemp("whole")) as made:
        yield made


def test_every_kind_of_thing_that_is_done_is_told_without_a_name(whole: Whole) -> None:
    rolf, before = whole.rolf, len(whole.desk.audit_rows())
    user = whole.desk.user_named("runa")
    assert user is not None
    case = rolf.ask("POST", "/projects", json={"name": "Quellmark again"}).json()["id"]
    here = f"/projects/{case}"
    rolf.ask("PATCH", here, json={"name": "Quellmark once more"})
    rolf.ask("PUT", f"{here}/members/{user.id}")
    rolf.ask("DELETE", f"{here}/members/{user.id}")
    sent = {"file": ("Torvund.html", PAGE.encode())}
    document = rolf.ask("POST", f"{here}/documents", files=sent).json()["documents"][0]["id"]
    there = f"/documents/{document}"
    rolf.ask("GET", f"{there}/text")
    entity = rolf.ask("GET", f"{there}/review").json()["entities"][0]["id"]
    edit = {"base": 0, "command": {"kind": "rename", "entity": entity, "pseudonym": "Somebody"}}
    assert rolf.ask("POST", f"{there}/edits", json=edit).status_code == 200
    assert rolf.ask("POST", f"{there}/undo", json={"base": 1}).status_code == 200
    assert rolf.ask("POST", f"{there}/state", json={"to": "second reading"}).status_code == 200
    made = rolf.ask("POST", f"{there}/export", json={"formats": ["own"]}).json()
    rolf.ask("GET", f"/exports/{made['export']}/{made['files'][0]['name']}")
    rolf.ask("GET", f"{there}/gold")
    rolf.ask("POST", "/pseudonymize", json={"text": "Mr Ivo Torvund spoke."})
    rolf.ask("DELETE", there)
    rolf.ask("DELETE", here)
    rows = whole.desk.audit_rows(before)
    assert Counter(row.kind for row in rows if row.kind != "document analysed") == {
        "project created": 1,
        "project changed": 1,
        "member added": 1,
        "member removed": 1,
        "document created": 1,
        "document opened": 1,
        "edit": 2,
        "document state": 3,  # in review with the first edit, second reading, exported
        "export created": 1,
        "export downloaded": 1,
        "gold downloaded": 1,
        "pseudonymized": 1,
        "document removed": 1,
        "project removed": 1,
    }
    actor = whole.desk.user_named("rolf")
    assert actor is not None
    assert {row.actor for row in rows} <= {actor.id, audit.SYSTEM}
    assert next(row.details for row in rows if row.kind == "edit")["edit"] == "rename"
    for word in ("Quellmark", "Torvund", "Somebody", "quellmark", "torvund"):
        assert word not in str(rows)
    assert whole.ada.ask("GET", "/audit/verify").json() == {"whole": True, "broken": None, "anchored": True}
