"""What detectors took for a person and is none, and what is somebody all the same."""

from dataclasses import replace

import pytest

from builders import doc
from lexveil.model import Span
from lexveil.resolve.only_people import only_people


def people(marked, source="ner:en-legal", score=0.7):
    """The marked spans as a model finds them; those after a title have it as their source."""
    document, spans, _ = doc(marked)
    text = document.text
    found = [
        Span(span.start, span.end, "PERSON", 0.95, ("titles:courtesy",))
        if text[: span.start].endswith(("Mr ", "Ms ", "Mrs "))
        else Span(span.start, span.end, "PERSON", score, (source,))
        for span in spans
    ]
    kept = only_people(document, found)
    return [text[span.start : span.end] for span in kept if span.category == "PERSON"]


@pytest.mark.parametrize(
    "text",
    [
        "He paid. [Frankly](PERSON), that is unanswerable.",
        "[Rich](PERSON) or poor, people kept their word.",
        "[Grounds](PERSON) of appeal were filed.",
        "We sat.\n\n[F. Postscript](PERSON)\n\nI add this.",
        "III. [FACTUAL BACKGROUND](PERSON)\n\nIn 2004 he came.",
        "[HTML VERSION](PERSON) OF JUDGMENT",
        "B E T W [E E N](PERSON)\n\n",
        "as Osterley [J.A.](PERSON) said, and PRUITT, [C.J.](PERSON), agreed",
        "I join Part [II](PERSON) of the opinion.",
        "an engineer, Olu Adey, [P.E.](PERSON), who",
        "on the [Prohibited List](PERSON), at 0.08",
        "a grey [Lexus](PERSON), which left",
        "her daughter, [8](PERSON), was there",
        "he was given Notice to [Quit](PERSON) on Monday",
        "the Statement of [Agreed](PERSON) Facts was read",
        "said the [Prime Minister](PERSON) on Monday",
    ],
)
def test_words_headings_numerals_and_offices_are_nobody(text):
    assert people(text) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Mr [Gold](PERSON) came. [Gold](PERSON) said no. [Gold](PERSON) thread was used.", ["Gold", "Gold"]),
        ("Ms [Page](PERSON) left. On [Page](PERSON) 4 it says that [Page](PERSON) left.", ["Page", "Page"]),
        ("[Grace](PERSON) went to school; [Grace](PERSON)'s mother did not.", ["Grace", "Grace"]),
        ('known as "[Pat](PERSON)", she', ["Pat"]),
        ("the child [AM](PERSON) left, and [B](PERSON), a boy, stayed", ["AM", "B"]),
        ("[GOLD](PERSON), J., dissenting.", ["GOLD"]),
        ("the evidence of [Rose Field](PERSON) was clear", ["Rose Field"]),
    ],
)
def test_a_word_is_a_name_where_a_person_may_stand(text, left):
    assert people(text) == left


def test_a_given_name_of_a_list_alone_is_no_number_and_no_place():
    assert people("see [Tab](PERSON) 4 and the [Trent](PERSON) phone", "gazetteer:given", 0.38) == []


def test_a_place_where_a_place_stands_is_one():
    document, _, _ = doc("[Lausanne](PERSON), 29 July 2022")
    found = only_people(document, [Span(0, 8, "PERSON", 0.8, ("ner:en-legal",))])
    assert [span.category for span in found] == ["LOC"]


def test_a_country_after_initials_is_no_name():
    document, _, _ = doc("KB (JAMAICA) Appellant")
    found = only_people(document, [Span(4, 11, "PERSON", 0.9, ("ner:en-legal",))])
    assert [span.category for span in found] == ["LOC"]


def test_what_was_marked_by_hand_is_not_doubted():
    document, spans, _ = doc("[Frankly](PERSON), no.")
    assert only_people(document, spans) == spans


@pytest.mark.parametrize(
    ("language", "text", "left"),
    [
        ("fi", "[Olen](PERSON) asunut siellä. [Onni](PERSON) kertoi asiasta.", ["Onni"]),
        ("fi", "Hän sanoi, ettei [laitat](PERSON) mitään.", []),
        ("nb", "Han skrev at [typisk](PERSON) nok kom ingen.", []),
    ],
)
def test_a_listed_name_that_is_a_word_needs_somebody_who_acts(language, text, left):
    document, spans, _ = doc(text)
    document = replace(document, language=language)
    source = "gazetteer:given" if "Olen" in text else "ner:eu-legal"
    found = [Span(span.start, span.end, "PERSON", 0.45, (source,)) for span in spans]
    kept = only_people(document, found)
    assert [document.text[span.start : span.end] for span in kept] == left


@pytest.mark.parametrize(
    ("language", "text", "category"),
    [
        ("fi", "Hän muutti [Kempeleeseen](PERSON) keväällä.", "LOC"),
        ("fi", "Asia koski [Lapinlahden](PERSON) kunnan päätöstä.", "LOC"),
        ("fi", "Hän asui [Salossa](PERSON) kaksi vuotta.", "LOC"),
        ("fi", "Hän soitti [Salolle](PERSON) illalla.", "PERSON"),
        ("nb", "Saka kom fra bygda i [Aurland](PERSON) i vår.", "LOC"),
        ("nb", "Brevet kom fra [Aurland](PERSON) i vår.", "PERSON"),
        ("sv", "Svaranden, hemort [Jomala](PERSON)\n", "LOC"),
    ],
)
def test_a_place_is_known_by_its_case_or_by_what_stands_beside_it(language, text, category):
    document, spans, _ = doc(text)
    document = replace(document, language=language)
    found = [Span(span.start, span.end, "PERSON", 0.9, ("ner:eu-legal",)) for span in spans]
    assert [span.category for span in only_people(document, found)] == [category]


def test_who_is_called_like_a_place_stays_a_person():
    document, spans, _ = doc("[Aino Salo](PERSON) tuli. Hän näki [Salossa](PERSON) muutoksen.")
    document = replace(document, language="fi")
    found = [Span(span.start, span.end, "PERSON", 0.95, ("ner:eu-legal",)) for span in spans]
    assert [span.category for span in only_people(document, found)] == ["PERSON", "PERSON"]
