from lexveil.model import Document, Span
from lexveil.resolve.lettered import people_by_letters


def read(text: str, **marked: str) -> list[str]:
    """The categories of the marked words, in the order of the text."""
    spans = sorted(
        Span(at, at + len(words), category, 0.9, ("test:rule",))
        for words, category in marked.items()
        if (at := text.find(words.replace("_", " "))) >= 0
    )
    return [span.category for span in people_by_letters(Document("test", text, "nn"), spans)]


def test_letters_are_somebodys_where_they_are_the_initials_of_a_whole_name() -> None:
    text = "Dawit Tesfay Gebre er far. JTG og DTG møtte."
    assert read(text, Dawit_Tesfay_Gebre="PERSON", DTG="ORG", JTG="ORG") == ["PERSON", "ORG", "PERSON"]


def test_letters_of_a_body_that_is_named_stay_a_body() -> None:
    text = "Dawit Tesfay Gebre og Den Tenkte Grunnen møtte. DTG tapte."
    spans = {"Dawit_Tesfay_Gebre": "PERSON", "Den_Tenkte_Grunnen": "ORG", "DTG": "ORG"}
    assert read(text, **spans) == ["PERSON", "ORG", "ORG"]


def test_two_letters_stand_for_too_many_things() -> None:
    assert read("Dawit Gebre møtte. DG tapte.", Dawit_Gebre="PERSON", DG="ORG") == ["PERSON", "ORG"]
