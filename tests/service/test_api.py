"""The API as a page uses it: projects, documents, and everything that can be looked at."""

import json

import httpx
import pytest

from lexveil import config
from service.running import ROWS, TEXT, Browser, Running, files


def kind(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["kind"])


def test_page_and_its_files_come_from_the_package(service: Running) -> None:
    page = httpx.get(f"{service.address}/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    again = httpx.get(f"{service.address}/", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304
    script = httpx.get(f"{service.address}/static/app.js")
    assert script.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "path", ["..%2f..%2fconfig.py", "%2e%2e/%2e%2e/config.py", "/etc/passwd", "", "x%00.js"]
)
def test_no_path_leads_out_of_the_static_folder(service: Running, path: str) -> None:
    assert httpx.get(f"{service.address}/static/{path}").status_code == 404


def test_description_of_the_api_asks_no_other_host(service: Running) -> None:
    page = httpx.get(f"{service.address}/docs").text
    schema = httpx.get(f"{service.address}/api/v1/openapi.json").json()
    assert "/api/v1/documents/{document}/edits" in page
    assert "http://" not in page
    assert "https://" not in page
    assert "<script" not in page
    assert schema["info"]["title"] == "Lexveil"


def test_case_is_made_changed_and_removed(browser: Browser) -> None:
    case = browser.case(language="fi")
    assert browser.http.patch(f"/projects/{case}", json={"name": "Case 2"}).json()["name"] == "Case 2"
    shown = browser.get(f"/projects/{case}").json()
    assert (shown["language"], shown["approval"], shown["documents"]) == ("fi", False, [])
    assert case in {each["id"] for each in browser.get("/projects").json()["projects"]}
    assert browser.http.delete(f"/projects/{case}").status_code == 204
    assert kind(browser.get(f"/projects/{case}")) == "not-found"


@pytest.mark.parametrize("policy", ["mine", "../secret.toml", "/etc/x.toml", ""])
def test_policy_that_is_no_preset_is_refused(browser: Browser, policy: str) -> None:
    answer = browser.post("/projects", {"name": "Case", "policy": policy})
    assert (answer.status_code, kind(answer)) == (422, "invalid")


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("rows.csv", ROWS, "table"),
        ("rows.jsonl", "{}", "table"),
        ("award.exe", "x", "format"),
        ("a.txt", " ", "empty"),
    ],
)
def test_files_that_cannot_be_reviewed_are_refused(
    browser: Browser, name: str, data: str, reason: str
) -> None:
    answer = browser.post(f"/projects/{browser.case()}/documents", files=files(name, data))
    assert (answer.status_code, kind(answer)) == (422, "invalid")
    assert reason in answer.json()["error"]["message"]


def test_metadata_must_be_an_object(browser: Browser) -> None:
    case = browser.case()
    for text in ("[1]", "{", "[" * 100_000):
        answer = browser.post(
            f"/projects/{case}/documents", files=files("a.txt", TEXT), data={"metadata": text}
        )
        assert (answer.status_code, kind(answer)) == (422, "invalid")
    assert browser.get(f"/projects/{case}").json()["documents"] == []


def test_metadata_makes_roles_certain(browser: Browser) -> None:
    known = json.dumps({"judges": ["Ivo Lundgren"]})
    document = browser.upload(browser.case(), metadata=known)
    assert browser.named(document, "Ivo Lundgren")["role"] == "JUDGE"


def test_wrong_request_is_told_without_what_it_held(browser: Browser) -> None:
    answer = browser.post("/projects", {"name": "Case", "policy": {"secret": "Lundgren"}, "Lundgren": 1})
    assert answer.status_code == 422
    assert "Lundgren" not in answer.text


def test_document_is_shown_with_its_counts(browser: Browser, award: str) -> None:
    shown = browser.get(f"/documents/{award}").json()
    review = browser.review(award)
    assert shown["name"] == "award.txt"
    assert shown["state"] == "new"
    assert shown["entities"] == len(review["entities"])
    assert shown["mentions"] == sum(len(each["mentions"]) for each in review["entities"])


def test_text_and_mentions_fit_together(browser: Browser, award: str) -> None:
    shown = browser.get(f"/documents/{award}/text").json()
    witness = browser.named(award, "Ivo Lundgren")
    surfaces = {shown["text"][start:end] for start, end, *_ in witness["mentions"]}
    assert surfaces == {"Ivo Lundgren", "Lundgren"}
    assert witness["pseudonym"].startswith("WITNESS_")
    assert next(shown["text"][start:end] for start, end, *_ in shown["blocks"]) == "FINAL AWARD"


def test_text_is_sent_once(browser: Browser, award: str) -> None:
    first = browser.get(f"/documents/{award}/text")
    again = browser.get(f"/documents/{award}/text", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_preview_follows_edits(browser: Browser, award: str) -> None:
    witness = browser.named(award, "Ivo Lundgren")
    before = browser.get(f"/documents/{award}/preview").json()
    assert before["number"] == 0
    browser.edit(award, 0, kind="rename", entity=witness["id"], pseudonym="THE HARBOUR MASTER")
    after = browser.get(f"/documents/{award}/preview").json()
    assert after["number"] == 1
    assert {text for *_, text, entity in after["replacements"] if entity == witness["id"]} == {
        "THE HARBOUR MASTER"
    }
    browser.edit(award, 1, kind="keep", entity=witness["id"])
    last = browser.get(f"/documents/{award}/preview").json()
    assert witness["id"] not in {entity for *_, entity in last["replacements"]}


def test_search_and_occurrences(browser: Browser, award: str) -> None:
    text = browser.get(f"/documents/{award}/text").json()["text"]
    hits = browser.post(f"/documents/{award}/search", {"query": "LUNDGREN"}).json()["hits"]
    assert {text[start:end] for start, end in hits} == {"Lundgren"}
    nothing = browser.post(f"/documents/{award}/search", {"query": "(a+)+$", "mode": "regex"}).json()
    assert nothing["more"] is False
    start = text.index("Pia Holt")
    found = browser.post(f"/documents/{award}/occurrences", {"mention": [start, start + 8]}).json()
    assert any(text[each["start"] : each["end"]] == "Holt" for each in found["occurrences"])
    assert kind(browser.post(f"/documents/{award}/occurrences", {})) == "invalid"
    bad = browser.post(f"/documents/{award}/search", {"query": "(", "mode": "regex"})
    assert (bad.status_code, kind(bad)) == (422, "invalid")


def test_why_an_entity_is_one(browser: Browser, award: str) -> None:
    witness = browser.named(award, "Ivo Lundgren")
    told = browser.post(f"/documents/{award}/why", {"entity": witness["id"]}).json()
    assert told["rule"] == witness["rule"]
    assert len(told["sources"]) == len(witness["mentions"])
    assert kind(browser.post(f"/documents/{award}/why", {"entity": "e999"})) == "not-found"


def test_check_tells_what_an_export_would_do(browser: Browser, award: str) -> None:
    told = browser.get(f"/documents/{award}/check").json()
    assert told["policy"]["name"] == "arbitration"
    assert told["policy"]["replaced"] == ["WITNESS"]
    assert told["risk"]["threshold"] == config.settings().risk_threshold
    assert [each["id"] for each in told["formats"]] == ["own", "html", "dictionary", "report", "gold"]


def test_statistics_and_gold(browser: Browser, award: str) -> None:
    witness = browser.named(award, "Ivo Lundgren")
    browser.edit(award, 0, kind="reject", entity=witness["id"])
    told = browser.get(f"/documents/{award}/statistics").json()
    assert (told["edits"], told["recall"]) == (1, 1.0)
    assert told["precision"] < 1.0
    case = browser.get(f"/documents/{award}").json()["project"]
    told = browser.get(f"/projects/{case}/statistics").json()
    assert (told["documents"], told["analysed"]) == ([], 1)  # nobody has approved it
    browser.post(f"/documents/{award}/state", {"to": "approved"}).raise_for_status()
    assert browser.get(f"/projects/{case}/statistics").json()["total"]["edits"] == 1
    row = json.loads(browser.get(f"/documents/{award}/gold").text)
    assert row["text"].startswith("FINAL AWARD")


def test_doubts_leave_when_they_are_settled(browser: Browser, award: str) -> None:
    doubts = browser.get(f"/documents/{award}/doubts").json()["doubts"]
    number = 0
    for entity in {each["entity"] for each in doubts}:
        number = browser.edit(award, number, kind="accept", entity=entity).json()["number"]
    assert browser.get(f"/documents/{award}/doubts").json()["doubts"] == []


def test_removed_document_is_gone(browser: Browser, award: str) -> None:
    assert browser.http.delete(f"/documents/{award}").status_code == 204
    for path in ("", "/text", "/review", "/preview", "/events"):
        assert kind(browser.get(f"/documents/{award}{path}")) == "not-found"


def test_pseudonymize_keeps_nothing(browser: Browser, service: Running) -> None:
    before = len(service.desk.cases())
    told = browser.post("/pseudonymize", {"text": TEXT, "policy": "court-eu"}).json()
    assert "Lundgren" not in told["text"]
    assert {TEXT[start:end] for start, end, *_ in told["replacements"]} >= {"Mr Ivo Lundgren"}
    answer = browser.post("/pseudonymize", files=files("ivo-lundgren.txt", TEXT), data={"policy": "court-eu"})
    assert answer.headers["content-disposition"].startswith('attachment; filename="document-1.txt"')
    assert "Lundgren" not in answer.text
    assert len(service.desk.cases()) == before


@pytest.mark.parametrize(
    "body", [{"text": ""}, {"text": " \n"}, {"text": "x", "policy": "none"}, {"texts": "x"}, []]
)
def test_pseudonymize_refuses_what_is_no_document(browser: Browser, body: object) -> None:
    answer = browser.post("/pseudonymize", body)
    assert (answer.status_code, kind(answer)) == (422, "invalid")
