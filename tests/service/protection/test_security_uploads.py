"""What comes in with a file: scripts in its text, and names that lead elsewhere."""

import html
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from service.protection.whole import PAGE, Whole, whole_service

SCRIPT = "<script>alert(1)</script>"
JSON = {"Content-Type": "application/json"}
EVIL = [
    "../../x.html",
    "/etc/x.html",
    "..\\..\\x.html",
    "C:\\Windows\\x.html",
    "x\0.html",
    "CON.html",
    "x" * 3000 + ".html",
    "\u202elmth.html",
    "\uff0e\uff0e\uff0fx.html",
    "a\r\nX-Planted: 1.html",
    "a;b=%2e%2e%2f.html",
    '" onload="alert(1).html',
    f"{SCRIPT}.html",
    "<img src=x onerror=alert(1)>.html",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("whole")


@pytest.fixture(scope="module")
def whole(folder: Path) -> Iterator[Whole]:
    with whole_service(folder) as made:
        yield made


def uploaded(whole: Whole, name: str, page: str = PAGE) -> Any:
    """As a client sends it that keeps no rule: the name goes into the form as it is."""
    sent = name.encode("utf8").replace(b'"', b"%22").replace(b"\r\n", b"%0D%0A")
    body = b'--b\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n\r\n%s\r\n--b--\r\n'
    return whole.rolf.ask(
        "POST",
        f"/projects/{whole.case}/documents",
        content=body % (sent, page.encode()),
        headers={"Content-Type": "multipart/form-data; boundary=b"},
    )


@pytest.mark.parametrize("name", EVIL)
def test_a_name_that_leads_elsewhere_leads_nowhere(whole: Whole, folder: Path, name: str) -> None:
    before = {path.name for path in folder.iterdir()}
    answer = uploaded(whole, name)
    assert answer.status_code == 202 or "\0" in name, answer.text
    assert {path.name for path in folder.iterdir()} == before
    if answer.status_code != 202:
        return
    document = answer.json()["documents"][0]
    stored = document["name"]
    assert not set('/\\\0\r\n<>":') & set(stored)
    assert not stored.startswith(".")
    assert len(stored) <= 150
    made = whole.rolf.ask("POST", f"/documents/{document['id']}/export", json={"formats": ["own"]})
    assert made.status_code == 200, made.text
    for file in made.json()["files"]:
        saved = whole.rolf.ask("GET", f"/exports/{made.json()['export']}/{quote(file['name'], safe='')}")
        assert saved.status_code == 200
        assert saved.headers["content-disposition"].startswith('attachment; filename="')
        assert "x-planted" not in saved.headers
        assert not set("/\\<>") & set(file["name"])


def test_the_same_file_under_another_name_is_ready_at_once(whole: Whole) -> None:
    """What the test above relies on."""
    assert uploaded(whole, "again.html").json()["documents"][0]["status"] == "done"


@pytest.mark.parametrize(
    "name",
    ["../desk.db", "..%2fdesk.db", "/etc/passwd", "..", ".", "award.html/..", "\0", "x" * 300, "nope.html"],
)
def test_a_download_gives_nothing_but_its_own_files(whole: Whole, name: str) -> None:
    answer = whole.rolf.ask("GET", f"/exports/{whole.export}/{quote(name, safe='')}")
    assert answer.status_code == 404
    assert b"SQLite" not in answer.content


@pytest.mark.parametrize(
    "path",
    [
        "../index.html",
        "..%2f..%2fmodel.py",
        "%2e%2e/%2e%2e/model.py",
        "/etc/passwd",
        "..\\..\\model.py",
        "x%00.js",
        "",
    ],
)
def test_the_files_of_the_page_lead_nowhere_else(whole: Whole, path: str) -> None:
    answer = whole.rolf.client.get(f"/static/{path}")
    assert answer.status_code in (401, 404)
    assert b"dataclass" not in answer.content


@pytest.fixture(scope="module")
def planted(whole: Whole) -> str:
    """A document whose names are scripts, under a name that is one, in a project that is called so."""
    name = html.escape(f"Mr Ivo {SCRIPT} Torvund")
    page = f"<html><body><p>{name} heard Ms Hedda Quellmark{html.escape(SCRIPT)}.</p></body></html>"
    whole.rolf.ask("PATCH", f"/projects/{whole.case}", json={"name": f"{SCRIPT} v. Torvund"})
    return whole.upload(whole.rolf, f"{SCRIPT}.html", page)


def test_a_script_in_a_document_is_data_wherever_it_is_shown(whole: Whole, planted: str) -> None:
    seen = 0
    paths = ["", "/text", "/review", "/preview", "/check", "/doubts", "/suggestions", "/statistics", "/edits"]
    for path in [
        *(f"/documents/{planted}{each}" for each in paths),
        f"/projects/{whole.case}",
        "/projects",
    ]:
        answer = whole.rolf.ask("GET", path)
        assert answer.status_code == 200, path
        assert answer.headers["content-type"] == "application/json", path
        assert answer.headers["x-content-type-options"] == "nosniff"
        seen += SCRIPT in answer.text
    assert seen > 1  # it is there, and harmless: JSON that no browser shows as a page


def test_a_script_as_a_pseudonym_is_text_in_what_is_written(whole: Whole, planted: str) -> None:
    review = whole.rolf.ask("GET", f"/documents/{planted}/review").json()
    entity = next(each for each in review["entities"] if each["action"] == "replace")
    command = {"kind": "rename", "entity": entity["id"], "pseudonym": f"{SCRIPT} one"}
    edit = {"base": review["number"], "command": command}
    assert whole.rolf.ask("POST", f"/documents/{planted}/edits", json=edit).status_code == 200
    made = whole.rolf.ask("POST", f"/documents/{planted}/export", json={"formats": ["own", "report"]}).json()
    for file in made["files"]:
        saved = whole.rolf.ask("GET", f"/exports/{made['export']}/{quote(file['name'], safe='')}")
        assert saved.headers["content-disposition"].startswith("attachment;")
        assert saved.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
        assert saved.headers["x-content-type-options"] == "nosniff"
        assert SCRIPT.encode() not in saved.content or file["name"].endswith(".json"), file["name"]


def test_what_was_asked_for_is_not_said_again_in_an_error(whole: Whole) -> None:
    answers = [
        whole.rolf.ask("GET", f"/documents/{quote(SCRIPT, safe='')}"),
        whole.rolf.ask("POST", "/projects", json={"name": SCRIPT, SCRIPT: SCRIPT, "policy": SCRIPT}),
        whole.rolf.ask(
            "POST", "/projects", content=SCRIPT.encode(), headers={"Content-Type": "application/json"}
        ),
        whole.rolf.ask("GET", f"/text/analyze?text={quote(SCRIPT)}&language={quote(SCRIPT)}"),
        whole.rolf.ask("GET", f"/{quote(SCRIPT)}"),
        whole.rolf.ask("POST", "/documents/00000000/edits", json={"base": SCRIPT}),
    ]
    for answer in answers:
        assert 400 <= answer.status_code < 500
        assert "script" not in answer.text


def test_json_that_is_nested_without_end_is_refused(whole: Whole) -> None:
    deep = b"[" * 100_000
    answer = whole.rolf.ask("POST", "/projects", content=deep, headers=JSON)
    assert 400 <= answer.status_code < 500
