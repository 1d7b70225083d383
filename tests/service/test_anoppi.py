"""The endpoints that clients of ANOPPI know."""

from typing import Any

import pytest

from service.running import TEXT, Browser, files


def test_document_is_tagged_previewed_and_exported(browser: Browser) -> None:
    told = browser.post("/project", {"text": TEXT.replace("FINAL", "<b>FINAL"), "policy": "court-eu"}).json()
    assert "&lt;b&gt;FINAL" in told["tagged"]
    person = next(each for each in told["entities"] if each["name"].endswith("Lundgren"))
    assert f'data-entity="{person["id"]}"' in told["tagged"]
    start, end = person["occurrences"][0]
    assert told["text"][start:end].endswith("Lundgren")

    whole = browser.post("/project/preview", {"document": told["document"]}).json()
    assert "Lundgren" not in whole["text"]
    some = browser.post("/project/preview", {"document": told["document"], "entities": [person["id"]]}).json()
    assert "Lundgren" not in some["text"]
    assert "Holt" in some["text"]

    file = browser.post("/project/export", {"document": told["document"], "format": "own"})
    assert b"Lundgren" not in file.content
    assert b"person A" in file.content


def test_file_is_uploaded_as_a_case(browser: Browser) -> None:
    told = browser.post("/project", files=files("award.txt", TEXT), data={"policy": "arbitration"}).json()
    assert browser.get(f"/documents/{told['document']}").json()["name"] == "award.txt"


def test_occurrences_of_a_name_in_a_document_or_a_text(browser: Browser, award: str) -> None:
    found = browser.post(
        "/project/tag-entity-occurrences", {"document": award, "name": "Ivo Lundgren"}
    ).json()
    assert len(found["occurrences"]) == len(browser.named(award, "Ivo Lundgren")["mentions"])
    text = "Ann Roe came. Roe left."
    found = browser.post("/project/tag-entity-occurrences", {"text": text, "name": "Ann Roe"}).json()
    assert [text[each["start"] : each["end"]] for each in found["occurrences"]] == ["Ann Roe", "Roe"]
    assert browser.post("/project/tag-entity-occurrences", {"name": "Roe"}).status_code == 422


@pytest.mark.parametrize(
    ("text", "language", "lemma", "case"),
    [
        ("Matti Virtaselle", "fi", "Matti Virtanen", "allative"),
        ("Korhosen", "fi", "Korhonen", "genitive"),
        ("Jensens", "da", "Jensen", "genitive"),
        ("Ann Roe's", "en", "Ann Roe", "possessive"),
        ("Ann Roe", "en", "Ann Roe", "nominative"),
    ],
)
def test_name_is_analysed(browser: Browser, text: str, language: str, lemma: str, case: str) -> None:
    told = browser.get("/text/analyze", params={"text": text, "language": language}).json()
    assert (told["lemma"], told["case"], told["category"]) == (lemma, case, "PERSON")


@pytest.mark.parametrize(
    ("text", "lemma", "case"),
    [
        ("Karhun", "Karhu", "genitive"),
        ("Smithin", "Smith", "genitive"),
        ("Mäen", "Mäki", "genitive"),
        ("Turussa", "Turku", "inessive"),
        ("Itä-Helsingissä", "Itä-Helsinki", "inessive"),
        ("Illan", "Ilta", "genitive"),
        ("Kaisun", "Kaisu", "genitive"),
        ("Holgersson", "Holgersson", "nominative"),
        ("Mäkelä-Virtaselle", "Mäkelä-Virtanen", "allative"),
        ("Dubois'n", "Dubois", "genitive"),
        ("Niemisten", "Nieminen", "genitive"),
        ("Virtaselleenkin", "Virtanen", "allative"),
        ("A:n", "A", "genitive"),
        ("K:lle", "K", "allative"),
        ("Rakennus Oy:ltä", "Rakennus Oy", "ablative"),
        ("Turun hovioikeuteen", "Turun hovioikeus", "illative"),
    ],
)
def test_finnish_forms_are_analysed(browser: Browser, text: str, lemma: str, case: str) -> None:
    told = browser.get("/text/analyze", params={"text": text, "language": "fi"}).json()
    assert (told["lemma"], told["case"]) == (lemma, case)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Karhu", ["Karhun", "Karhulle", "Karhua"]),
        ("Turku", ["Turussa", "Turusta"]),
        ("Mäki", ["Mäen"]),
        ("Virtanen", ["Virtaselle", "Virta-\nsen"]),
        ("K", ["K:lle"]),
    ],
)
def test_a_base_form_is_found_that_stands_nowhere(browser: Browser, name: str, found: list[str]) -> None:
    text = (
        "Karhun kertomus oli selkeä. Todistaja Karhulle esitettiin kysymys. Metsässä oli karhu. Hän tapasi "
        "Karhua Turussa, ja Turusta he lähtivät Mäen luo. Asiakirjat annettiin Virtaselle. Kuultiin "
        "Virta-\nsen isää ja annettiin asia tiedoksi K:lle."
    )
    told = browser.post("/project/tag-entity-occurrences", {"text": text, "name": name}).json()
    assert [text[each["start"] : each["end"]] for each in told["occurrences"]] == found


def test_nothing_is_not_analysed(browser: Browser) -> None:
    assert browser.get("/text/analyze", params={"text": " "}).status_code == 422
    assert browser.get("/text/analyze").status_code == 422


# What ANOPPI's clients choose -----------------------------------------------------------------------


def told_of(browser: Browser, text: str = TEXT, **asked: object) -> dict[str, Any]:
    return browser.post("/project", {"text": text, "policy": "court-eu", **asked}).json()


def entity(told: dict[str, Any], name: str) -> dict[str, Any]:
    return next(each for each in told["entities"] if each["name"].endswith(name))


def test_project_tells_base_form_case_certainty_features_and_the_run(browser: Browser) -> None:
    told = told_of(browser)
    person = entity(told, "Lundgren")
    assert (person["lemma"], person["case"], person["number"]) == ("Ivo Lundgren", "nominative", "singular")
    assert person["certainty"] == 1
    assert person["features"]["sources"]
    assert len(person["features"]["certainties"]) == len(person["occurrences"])
    assert told["run"]["status"] == "done"
    assert told["run"]["language"] == "en"
    assert told["run"]["entities"] == len(told["entities"])
    assert "Lundgren" not in str(told["run"])


def test_a_preview_replaces_what_was_selected_and_an_export_is_the_same(browser: Browser) -> None:
    told = told_of(browser)
    firm = entity(told, "Torvund Shipping AS")
    assert not firm["replaced"], "the policy keeps companies"
    chosen = {
        "document": told["document"],
        "entities": [firm["id"]],
        "pseudonyms": {firm["id"]: "THE CARRIER"},
    }
    preview = browser.post("/project/preview", chosen).json()
    assert "THE CARRIER, Respondent" in preview["text"]
    assert "Torvund" not in preview["text"]
    assert "Ivo Lundgren, witness" in preview["text"], "nobody else was selected"
    export = browser.post("/project/export", chosen)
    assert export.content.decode().strip() == preview["text"].strip()


def test_an_edited_pseudonym_is_previewed_and_exported(browser: Browser) -> None:
    told = told_of(browser)
    person = entity(told, "Lundgren")
    chosen = {"document": told["document"], "pseudonyms": {person["id"]: "the harbour master X"}}
    preview = browser.post("/project/preview", chosen).json()
    assert "harbour master X" in preview["text"]
    assert "Holt" not in preview["text"], "the others as in the review"
    assert browser.post("/project/export", chosen).content.decode().strip() == preview["text"].strip()
    wrong = browser.post("/project/preview", {"document": told["document"], "entities": ["nobody"]})
    assert wrong.status_code == 422


def previewed(browser: Browser, **asked: object) -> str:
    told = told_of(browser, **asked)
    text: str = browser.post("/project/preview", {"document": told["document"]}).json()["text"]
    return text


def test_only_keep_and_what_stays_hold_for_a_project(browser: Browser) -> None:
    assert "Lundgren" in previewed(browser, only=["date"])
    assert "Lundgren" in previewed(browser, keep=["witness"])
    after = previewed(browser, stays=[{"name": "Pia Holt"}])
    assert "Pia Holt" in after
    assert "Lundgren" not in after


def test_what_stays_by_context_or_by_name_and_context(browser: Browser) -> None:
    after = previewed(browser, stays=[{"before": "told Mr"}])
    assert "told Mr\nBrekke" in after
    assert "Jonas Brekke" not in after
    assert "Brekke" not in previewed(browser, stays=[{"name": "Lundgren", "before": "told Mr"}])


@pytest.mark.parametrize(
    "asked",
    [{"only": ["king"]}, {"keep": ["nobody"]}, {"stays": [{}]}, {"stays": [{"nam": "Roe"}]}, {"onyl": []}],
)
def test_what_is_unknown_is_refused(browser: Browser, asked: dict[str, Any]) -> None:
    assert browser.post("/project", {"text": TEXT, "policy": "court-eu", **asked}).status_code == 422
    assert browser.post("/pseudonymize", {"text": TEXT, "policy": "court-eu", **asked}).status_code == 422


def test_a_form_takes_them_too_and_pseudonymize_as_well(browser: Browser) -> None:
    data = {"policy": "court-eu", "stays": '[{"name": "Ivo Lundgren"}]'}
    told = browser.post("/project", files=files("award.txt", TEXT), data=data).json()
    assert not entity(told, "Lundgren")["replaced"]
    bad = browser.post("/project", files=files("award.txt", TEXT), data={"only": "king"})
    assert bad.status_code == 422
    once = browser.post("/pseudonymize", {"text": TEXT, "policy": "court-eu", "keep": ["witness"]}).json()
    assert "Lundgren" in once["text"]


def test_the_language_of_a_name_is_told_or_given(browser: Browser) -> None:
    told = browser.get("/text/analyze", params={"text": "Matti Virtaselle"}).json()
    assert (told["language"], told["lemma"]) == ("fi", "Matti Virtanen")
    assert browser.get("/text/analyze", params={"text": "Roe", "language": "xx"}).status_code == 422
    asked = {"text": "Virtanen tuli. Virtaselle sanottiin.", "name": "Virtanen", "language": "fi"}
    found = browser.post("/project/tag-entity-occurrences", asked).json()["occurrences"]
    assert len(found) == 2
