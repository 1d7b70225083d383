"""The endpoints that clients of ANOPPI know."""

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
