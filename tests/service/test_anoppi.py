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
    answer: dict[str, Any] = browser.post("/project", {"text": text, "policy": "court-eu", **asked}).json()
    return answer


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


@pytest.mark.parametrize(
    ("text", "language", "doubtful", "lemma"),
    [
        ("Turun", "fi", False, "Turku"),
        ("Helsingistä", "fi", False, "Helsinki"),
        ("Warsamelle", "fi", False, "Warsame"),
        ("Kukkapuron", "fi", True, "Kukkapuro"),
        ("Leppäniemelle", "fi", False, "Leppäniemi"),
        ("Linnea von Essenburgin", "fi", True, "Linnea von Essenburg"),
        ("Virtanen", "fi", False, "Virtanen"),
        ("Jensens", "da", True, "Jensen"),
        ("Kowalska", None, True, "Kowalska"),
    ],
)
def test_the_language_of_a_lone_word_is_the_one_that_knows_its_form(
    browser: Browser, text: str, language: str | None, doubtful: bool, lemma: str
) -> None:
    told = browser.get("/text/analyze", params={"text": text}).json()
    assert told["language"] == (language or told["language"])
    assert (told["doubtful"], told["lemma"]) == (doubtful, lemma)
    assert not browser.get("/text/analyze", params={"text": text, "language": "fi"}).json()["doubtful"]


@pytest.mark.parametrize(
    ("text", "given", "family"),
    [
        ("Väinö Mäelle", ["Väinö"], "Mäki"),
        ("Mäen", [], "Mäki"),
        ("Jussin", ["Jussi"], ""),
        ("Liisaan", ["Liisa"], ""),
        ("Virtaselle", [], "Virtanen"),
    ],
)
def test_parts_of_a_name_keep_their_letters(
    browser: Browser, text: str, given: list[str], family: str
) -> None:
    told = browser.get("/text/analyze", params={"text": text, "language": "fi"}).json()
    assert (told["given"], told["family"]) == (given, family)


def test_all_forms_of_a_name_are_occurrences(browser: Browser) -> None:
    text = "Kivi saapui. Hän näki Kiveä pihalla, ja Kiven auto oli pihassa. Lapsi istui kivellä."
    asked = {"text": text, "name": "Aleksis Kivi", "language": "fi"}
    for path in ("/project/tag-entity-occurrences", "/text/tag-entity-occurrences"):
        found = browser.post(path, asked).json()["occurrences"]
        assert [text[each["start"] : each["end"]] for each in found] == ["Kivi", "Kiveä", "Kiven"]


def test_the_language_of_a_name_is_told_or_given(browser: Browser) -> None:
    told = browser.get("/text/analyze", params={"text": "Matti Virtaselle"}).json()
    assert (told["language"], told["lemma"]) == ("fi", "Matti Virtanen")
    assert browser.get("/text/analyze", params={"text": "Roe", "language": "xx"}).status_code == 422
    asked = {"text": "Virtanen tuli. Virtaselle sanottiin.", "name": "Virtanen", "language": "fi"}
    found = browser.post("/project/tag-entity-occurrences", asked).json()["occurrences"]
    assert len(found) == 2


# What is refused, and how it is told -----------------------------------------------------------------


def refused(browser: Browser, path: str, body: dict[str, Any]) -> str:
    """What is said of a request that cannot be done."""
    answer = browser.post(path, body)
    assert answer.status_code == 422, answer.text
    return str(answer.json()["error"]["message"])


@pytest.mark.parametrize("path", ["/project/preview", "/project/export"])
def test_no_pseudonym_is_a_real_name_or_another_s(browser: Browser, path: str) -> None:
    told = told_of(browser)
    one, other, firm = (entity(told, name)["id"] for name in ("Lundgren", "Pia Holt", "Torvund Shipping AS"))

    def asked(**pseudonyms: str) -> str:
        return refused(browser, path, {"document": told["document"], "pseudonyms": pseudonyms})

    assert asked(**{one: "Ivo Lundgren"}).startswith(f"pseudonyms.{one}: the pseudonym holds a name")
    assert "holds a name" in asked(**{one: "Mr LUNDGREN"})
    assert "holds a name" in asked(**{one: "Ms Holt"})
    assert "stays in this document" in asked(**{one: "Torvund Shipping AS"})
    assert "another entity has this pseudonym" in asked(**{one: "X", other: "X"})
    assert asked(**{firm: "X"}).startswith(f"pseudonyms.{firm}: the entity is not replaced")
    alone = {"document": told["document"], "entities": [one], "pseudonyms": {one: "Pia Holt"}}
    assert "stays in this document" in refused(browser, path, alone)
    apart = {**alone, "pseudonyms": {other: "X"}}
    assert f"pseudonyms.{other}: " in refused(browser, path, apart)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"stays": ["Warsame"]}, "stays.0: give an object with any of name, before, after"),
        ({"stays": [{"nam": "Roe"}]}, "stays.0: 'nam' is unknown here: choose from name, before, after"),
        ({"only": ["persons"]}, "only.0: choose one of person, "),
        ({"only": "person"}, "only: give a list of any of person, "),
        ({"language": "suomi"}, "language: choose one of auto, "),
        ({"detectors": ["rules"]}, "'detectors' is unknown here: choose from only, keep, stays, policy"),
        ({"Aatos Warsame": 1}, "one key is unknown here: choose from only, "),
        ({"text": ""}, "text: String should have at least 1 character"),
    ],
)
@pytest.mark.parametrize("path", ["/project", "/pseudonymize"])
def test_a_refusal_names_the_key_what_is_wrong_and_the_choices(
    browser: Browser, path: str, asked: dict[str, Any], says: str
) -> None:
    assert says in refused(browser, path, {"text": TEXT, **asked})


def test_a_refused_form_says_the_same(browser: Browser) -> None:
    def asked(**data: str) -> str:
        answer = browser.post("/project", files=files("award.txt", TEXT), data=data)
        assert answer.status_code == 422, answer.text
        return str(answer.json()["error"]["message"])

    assert asked(only="king").startswith("only.0: choose one of person, ")
    assert asked(language="suomi").startswith("language: choose one of auto, ")
    assert asked(stays="[{").startswith("stays: ")


def test_a_refused_preview_and_analysis_say_the_same(browser: Browser, award: str) -> None:
    asked = {"project": award}
    assert "'project' is unknown here: choose from document" in refused(browser, "/project/preview", asked)
    names = {"document": award, "pseudonyms": {"Ivo Lundgren": "X"}}
    assert "Lundgren" not in refused(browser, "/project/preview", names)
    answer = browser.get("/text/analyze", params={"text": "Roe", "language": "finnish"})
    assert answer.json()["error"]["message"].startswith("language: choose one of auto, ")
    tag = {"document": award, "name": "Ivo Lundgren", "category": "person"}
    assert browser.post("/project/tag-entity-occurrences", tag).json()["occurrences"]
