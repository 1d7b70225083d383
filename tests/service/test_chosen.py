"""What a project chooses on top of its policy, and which detectors run for it."""

import pytest

from lexveil.config import Settings
from lexveil.detect import DETECTORS, MODEL
from lexveil.service.chosen import with_detectors
from lexveil.service.problems import Problem
from service.running import Browser

RULES = tuple(name for name in DETECTORS if name != MODEL)


def test_rules_the_shipped_model_and_a_plug_in_are_chosen_apart():
    plugged = Settings(model="hf:some/model")
    assert with_detectors(plugged, []) is plugged
    assert with_detectors(Settings(), ["rules"]).detectors == RULES
    assert with_detectors(Settings(), ["shipped"]).detectors == (MODEL,)
    both = with_detectors(plugged, ["shipped", "plug-in"])
    assert (both.detectors, both.model) == ((MODEL, "hf:some/model"), "")
    assert with_detectors(plugged, ["rules", "plug-in"]).detectors == (*RULES, "hf:some/model")
    with pytest.raises(Problem):
        with_detectors(Settings(), ["plug-in"])


def test_a_project_keeps_its_choice_and_refuses_what_is_not_there(browser: Browser) -> None:
    made = browser.post("/projects", {"name": "one", "detectors": ["rules"]})
    assert made.status_code in (200, 201), made.text
    assert browser.post("/projects", {"name": "two", "detectors": ["plug-in"]}).status_code == 422
    assert browser.post("/projects", {"name": "three", "detectors": ["oracle"]}).status_code == 422


def test_what_a_reviewer_corrected_stands_when_the_document_is_analysed_again(browser: Browser) -> None:
    case = browser.case()
    document = browser.upload(case)
    holt, brekke = (browser.named(document, name)["id"] for name in ("Pia Holt", "Jonas Brekke"))
    assert browser.edit(document, 0, kind="role", entity=holt, role="LAWYER").status_code == 200
    assert browser.edit(document, 1, kind="rename", entity=brekke, pseudonym="Mr B").status_code == 200
    assert browser.http.patch(f"/projects/{case}", json={"detectors": ["rules"]}).status_code == 200
    assert browser.post(f"/documents/{document}/analysis").status_code == 202
    browser.done(document)
    assert browser.named(document, "Pia Holt")["role"] == "LAWYER"
    assert browser.named(document, "Pia Holt")["action"] == "keep"
    assert browser.named(document, "Jonas Brekke")["pseudonym"] == "Mr B"


def place_of(document: str, words: str, browser: Browser, *, after: str = "") -> list[int]:
    text = browser.get(f"/documents/{document}/text").json()["text"]
    start = text.index(words, text.index(after))
    return [start, start + len(words)]


def analysed_again(browser: Browser, case: str, document: str, *detectors: str) -> None:
    assert browser.http.patch(f"/projects/{case}", json={"detectors": detectors}).status_code == 200
    assert browser.post(f"/documents/{document}/analysis").status_code == 202
    browser.done(document)


def readable(browser: Browser, document: str) -> str:
    """The text as it would be published."""
    text = browser.get(f"/documents/{document}/text").json()["text"]
    parts, last = [], 0
    for start, end, name, *_ in browser.get(f"/documents/{document}/preview").json()["replacements"]:
        parts += [text[last:start], name]
        last = end
    return " ".join("".join([*parts, text[last:]]).split())


def test_what_was_said_of_single_places_stands_too(browser: Browser) -> None:
    case = browser.case()
    document = browser.upload(case)
    holt, lundgren, brekke = (
        browser.named(document, name)["id"] for name in ("Pia Holt", "Ivo Lundgren", "Jonas Brekke")
    )
    last = place_of(document, "Lundgren", browser, after="accounts.")
    told = [
        {"kind": "reject", "entity": holt},
        {"kind": "keep", "entity": lundgren, "mentions": [last]},
        {"kind": "add", "category": "MISC", "mentions": [place_of(document, "harbour master", browser)]},
        {
            "kind": "span",
            "entity": brekke,
            "mention": place_of(document, "Brekke", browser, after="She told Mr"),
            "to": place_of(document, "Brekke on", browser, after="She told Mr"),
        },
    ]
    for number, command in enumerate(told):
        answer = browser.edit(document, number, **command)
        assert answer.status_code == 200, answer.text
    before = readable(browser, document)
    assert "Pia Holt" in before
    assert "Lundgren repeated" in before
    assert "harbour master" not in before
    assert "Brekke" not in before
    for detectors in (["rules"], [], ["rules"]):
        analysed_again(browser, case, document, *detectors)
        assert readable(browser, document) == before
    assert browser.post(f"/documents/{document}/undo", {"base": len(told) + 3}).status_code == 200
    assert "Pia Holt" not in readable(browser, document)  # who carried it can take it back


def test_where_nobody_said_anything_a_new_analysis_adds_nothing(browser: Browser) -> None:
    case = browser.case()
    document = browser.upload(case)
    analysed_again(browser, case, document, "rules")
    assert browser.get(f"/documents/{document}").json()["number"] == 0


def test_what_was_taken_back_is_not_carried(browser: Browser) -> None:
    case = browser.case()
    document = browser.upload(case)
    holt = browser.named(document, "Pia Holt")["id"]
    assert browser.edit(document, 0, kind="reject", entity=holt).status_code == 200
    assert browser.post(f"/documents/{document}/undo", {"base": 1}).status_code == 200
    analysed_again(browser, case, document, "rules")
    assert "Pia Holt" not in readable(browser, document)
    assert browser.get(f"/documents/{document}").json()["number"] == 2
