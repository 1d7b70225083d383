"""The service says what is to be known of the language, in its answers and to the page."""

import dataclasses
from types import SimpleNamespace
from urllib.parse import unquote

import pytest

from lexveil import config
from lexveil.service import audit, exports, uploads
from lexveil.service.export_files import File, Written
from service.running import TEXT, Browser


def test_english_needs_no_word(browser: Browser) -> None:
    assert browser.post("/pseudonymize", {"text": TEXT, "policy": "court-eu"}).json()["notes"] == []


def test_another_language_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    notes = ["no model reads Norwegian Bokmål", "another"]
    made = Written("a", (File("a.txt", "own", b"A"),), 1, {"notes": notes}, "A")
    context = SimpleNamespace(
        policies=SimpleNamespace(named=lambda name: config.policy("court-eu")),
        analysis=config.Settings(),
        settings=config.Service(),
        worker=SimpleNamespace(run=lambda *order, seconds: made),
    )
    monkeypatch.setattr(audit, "write", lambda *told, **more: None)
    asked = uploads.Upload("a.txt", b"A", "court-eu", None, file=False)
    assert exports.pseudonymize(asked, None, context)["notes"] == notes
    answer = exports.pseudonymize(dataclasses.replace(asked, file=True), None, context)
    assert unquote(answer.headers["Lexveil-Notes"]) == "; ".join(notes)


def test_a_project_can_go_back_to_telling_the_language(browser: Browser) -> None:
    case = f"/projects/{browser.case(language='nn')}"
    assert browser.get(case).json()["language"] == "nn"
    assert browser.http.patch(case, json={"language": "auto"}).json()["language"] == "auto"
    answer = browser.http.patch(case, json={"language": "xx"})
    assert (answer.status_code, "choose one of auto, ca, da" in answer.text) == (422, True)


def test_the_page_is_told_in_codes(browser: Browser, award: str) -> None:
    assert browser.get(f"/documents/{award}/text").json()["language_notes"] == []
