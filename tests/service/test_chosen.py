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
