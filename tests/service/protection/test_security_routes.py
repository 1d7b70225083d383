"""Every address of the service: strangers log in first, and what is not yours does not exist."""

from collections.abc import Iterator
from typing import Any

import pytest

from lexveil.service import gate
from lexveil.service.gate import HEADERS
from lexveil.store.desk.database import Away, DeskError
from service.protection.protected import Browser
from service.protection.whole import Whole, whole_service

NOBODYS = "0" * 32
NOT_THERE = ("/pictures/{mark}", "/pages/{number}")  # of a PDF or of a file with pictures
NO_PICTURE = {"mark": "0" * 16}  # the document has none
STREAMS = "/events"
# A body that each of these takes; the rest takes none.
BODIES: dict[str, Any] = {
    "post /projects": {"name": "Another"},
    "patch /projects/{case}": {"name": "Another name"},
    "post /projects/{case}/documents": None,  # a form
    "post /projects/{case}/search": {"query": "Torvund"},
    "post /projects/{case}/unlist": {"form": "Torvund"},
    "post /projects/{case}/list": {"form": "Torvund"},
    "put /projects/{case}/order": {"documents": ["{document}"]},
    "put /projects/{case}/metadata": {"metadata": {"judges": ["Ivo Torvund"]}},
    "post /projects/{case}/archive": {"exports": ["{export}"]},
    "post /next": {},
    "patch /documents/{document}": {"name": "award.html"},
    "post /documents/{document}/notes": {"kind": "comment", "text": "Torvund"},
    "patch /documents/{document}/notes/{note}": {"done": True},
    "post /documents/{document}/review-copy": None,  # a form
    "post /projects/{case}/red-team": None,  # a form
    "post /documents/{document}/state": {"to": "in review"},
    "post /documents/{document}/occurrences": {"text": "Torvund"},
    "post /documents/{document}/search": {"query": "Torvund"},
    "post /documents/{document}/why": {"entity": "e1"},
    "post /documents/{document}/edits": {"base": 0, "command": {"kind": "accept", "entity": "e1"}},
    "post /documents/{document}/undo": {"base": 0},
    "post /documents/{document}/redo": {"base": 0},
    "post /documents/{document}/export": {"formats": ["own"]},
    "post /project": {"text": "Mr Ivo Torvund spoke."},
    "post /project/preview": {"document": "{document}"},
    "post /project/export": {"document": "{document}"},
    "post /project/tag-entity-occurrences": {"document": "{document}", "name": "Torvund"},
    "post /text/tag-entity-occurrences": {"text": "Ann Roe came.", "name": "Roe"},
    "post /pseudonymize": {"text": "Mr Ivo Torvund spoke."},
    "post /session": {"name": "rolf", "password": "x"},
    "post /session/password": {"old": "x", "new": "a lantern in the fog"},
    "post /users": {"name": "vera", "password": "a lantern in the fog", "role": "reviewer"},
    "patch /users/{user}": {"active": True},
    "post /tokens": {"name": "nightly"},
}
HELD = ("{case}", "{document}", "{export}")
FORMS = ("/documents", "/review-copy", "/red-team")
CHANGES = ("post", "patch", "put")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_service(tmp_path_factory.mktemp("whole")) as made:
        yield made


def addresses(whole: Whole) -> list[tuple[str, str]]:
    """(method, path) of every operation, without the prefix."""
    found = whole.app.openapi()["paths"]
    return [(method, path.removeprefix(gate.API)) for path, methods in found.items() for method in methods]


def held(whole: Whole) -> list[tuple[str, str]]:
    """Those that name something of a project, in the path or in the body."""
    return [
        (method, path)
        for method, path in addresses(whole)
        if any(name in path or name in str(BODIES.get(f"{method} {path}")) for name in HELD)
    ]


def asked(browser: Browser, method: str, path: str, ids: dict[str, str]) -> Any:
    body = BODIES.get(f"{method} {path}")
    if body is not None:
        body = {key: _filled(value, ids) for key, value in body.items()}
    form = path.endswith(FORMS)
    more = {"files": {"file": ("a.txt", b"Mr Ivo Torvund")}} if form else {"json": body}
    query = {"params": {"other": ids["document"]}} if path.endswith("/kappa") else {}
    return browser.ask(method.upper(), path.format(**ids), **(more if method in CHANGES else query))


def _filled(value: Any, ids: dict[str, str]) -> Any:
    """With the ids in it for which a name in braces stands."""
    if isinstance(value, list):
        return [_filled(each, ids) for each in value]
    return ids[value[1:-1]] if isinstance(value, str) and value in HELD else value


def ids_of(whole: Whole) -> dict[str, str]:
    user = whole.desk.user_named("runa")
    assert user is not None
    return {
        "case": whole.case,
        "document": whole.document,
        "export": whole.export,
        "name": whole.file,
        "user": user.id,
        "token": NOBODYS,
        "number": "1",
        "note": NOBODYS,
        **NO_PICTURE,
    }


def test_the_description_names_every_address(whole: Whole) -> None:
    """So that the tests below leave none out."""
    told = addresses(whole)
    assert len(told) > 45
    assert len(held(whole)) > 30
    missing = [key for key in BODIES if tuple(key.split(" ", 1)) not in told]
    assert missing == []
    bodies = whole.app.openapi()["paths"]
    unknown = [
        f"{method} {path.removeprefix(gate.API)}"
        for path, methods in bodies.items()
        for method, operation in methods.items()
        if "requestBody" in operation and f"{method} {path.removeprefix(gate.API)}" not in BODIES
    ]
    assert unknown == []


def test_without_a_login_every_address_is_closed(whole: Whole) -> None:
    stranger, ids = Browser(whole.app), ids_of(whole)
    door = {("get", "/session"), ("post", "/session")}
    for method, path in set(addresses(whole)) - door:
        answer = asked(stranger, method, path, ids)
        assert answer.status_code == 401, (method, path)
        assert answer.json()["error"]["kind"] == "unauthenticated"


def test_what_is_somebody_elses_does_not_exist(whole: Whole) -> None:
    """The very same answer as for an id that nobody has: nobody learns what there is."""
    ids = ids_of(whole)
    for method, path in held(whole):
        theirs = asked(whole.runa, method, path, ids)
        nobodys = asked(whole.runa, method, path, dict.fromkeys(ids, NOBODYS) | NO_PICTURE)
        assert theirs.status_code == 404, (method, path)
        assert theirs.json() == nobodys.json(), (method, path)
    assert whole.runa.ask("GET", "/projects").json() == {"projects": []}


def test_every_change_needs_the_csrf_token(whole: Whole) -> None:
    ids = ids_of(whole)
    csrf, whole.rolf.csrf = whole.rolf.csrf, ""
    try:
        for method, path in addresses(whole):
            if method not in ("get", "head") and (method, path) != ("post", "/session"):
                assert asked(whole.rolf, method, path, ids).status_code == 403, (method, path)
    finally:
        whole.rolf.csrf = csrf
    assert whole.rolf.ask("GET", f"/documents/{whole.document}").status_code == 200


def test_a_member_gets_in_and_out_again(whole: Whole) -> None:
    ids = ids_of(whole)
    member = f"/projects/{whole.case}/members/{ids['user']}"
    assert whole.rolf.ask("PUT", member).status_code == 204
    try:
        for method, path in held(whole):
            if method == "get" and STREAMS not in path:
                wanted = 403 if path.endswith("/people") else 200  # it is the owner who chooses members
                wanted = 404 if path.endswith(NOT_THERE) else wanted
                assert asked(whole.runa, method, path, ids).status_code == wanted, (method, path)
        assert whole.runa.ask("PUT", member).status_code == 403
        assert whole.runa.ask("DELETE", f"/projects/{whole.case}").status_code == 403
    finally:
        assert whole.rolf.ask("DELETE", member).status_code == 204
    assert whole.runa.ask("GET", f"/documents/{whole.document}").status_code == 404


def test_an_administrator_sees_every_case(whole: Whole) -> None:
    for method, path in held(whole):
        if method == "get" and STREAMS not in path:
            wanted = 404 if path.endswith(NOT_THERE) else 200
            assert asked(whole.ada, method, path, ids_of(whole)).status_code == wanted, (method, path)


def test_every_answer_is_what_it_says_and_carries_the_headers(whole: Whole) -> None:
    """Data, which no browser shows as a page: so what stands in it runs nowhere."""
    ids = ids_of(whole)
    for method, path in addresses(whole):
        if method == "get" and STREAMS not in path:
            answer = asked(whole.ada, method, path, ids)
            kind = answer.headers["content-type"].partition(";")[0]
            saved = "attachment" in answer.headers.get("content-disposition", "")
            assert kind == "application/json" or saved, path
            wanted = (
                HEADERS if not saved else {k: v for k, v in HEADERS.items() if k != "Content-Security-Policy"}
            )
            assert {name: answer.headers[name] for name in wanted} == wanted, path
            assert "no-store" in answer.headers["cache-control"] or path.endswith("/text"), path


def test_a_handler_that_fails_tells_nothing_and_carries_the_headers(
    whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("the name of Torvund")

    monkeypatch.setattr(type(whole.desk), "documents", fails)
    answer = whole.rolf.ask("GET", f"/projects/{whole.case}")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (500, "internal")
    assert "Torvund" not in answer.text
    assert {name: answer.headers[name] for name in HEADERS} == dict(HEADERS)


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (Away("database 'desk' at 'db.example' cannot be reached"), 503, "busy"),
        (DeskError("database '/srv/desk.sqlite' cannot be written: the disk may be full"), 500, "internal"),
    ],
)
@pytest.mark.parametrize("method", ["documents", "logged_in"])  # in a handler, and in the layers around it
def test_what_the_database_lacks_is_told_in_the_log_alone(
    whole: Whole,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    method: str,
    error: DeskError,
    status: int,
    kind: str,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(type(whole.desk), method, fails)
    answer = whole.rolf.ask("GET", f"/projects/{whole.case}")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind)
    assert answer.json()["error"]["code"] == "service.database"
    assert str(error) not in answer.text
    assert str(error) in caplog.text
