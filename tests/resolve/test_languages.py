"""Each paragraph is read with the words of its own language."""

import re
from dataclasses import replace

import pytest

from builders import doc
from lexveil import languages
from lexveil.model import Document, Span, Stretch
from lexveil.resolve import resolve
from lexveil.resolve.inflected import parted
from lexveil.resolve.phrases import is_plural, phrases

ENGLISH = languages.load("en")
# A language of our own: every role is a word of it.
TOY = replace(
    ENGLISH,
    code="toy",
    roles={
        **ENGLISH.roles,
        "phrases": (
            {"role": "JUDGE", "words": ("domi[nt]o",)},
            {"role": "PARTY", "words": ("partio",)},
        ),
        "plural": {"endings": ("j",), "singular": ()},
    },
)


@pytest.fixture
def toy(monkeypatch):
    load = languages.load
    monkeypatch.setattr("lexveil.resolve.roles.load", lambda code: TOY if code == "toy" else load(code))
    monkeypatch.setattr("lexveil.resolve.labels.load", lambda code: TOY if code == "toy" else load(code))


def test_patterns_are_made_of_the_words_of_a_language():
    known = {role: pattern for pattern, role in phrases(TOY).before}
    assert known["JUDGE"].search("heard by the domino, ")
    assert "LAWYER" not in known
    assert is_plural("dominoj", TOY)
    assert not is_plural("dominos", TOY)


def test_the_language_of_the_paragraph_counts(toy):
    text = "The domino, [Ann Roe](PERSON), sat.\n\nThe domino, [Ben Doe](PERSON), sat."
    document, spans = doc(text).document, doc(text).spans
    cut = document.text.index("\n\n")
    stretches = (Stretch(0, cut, "toy"), Stretch(cut, len(document.text), "en"))
    found = resolve(replace(document, stretches=stretches), spans)
    assert [entity.role for entity in found] == ["JUDGE", "UNKNOWN"]


@pytest.mark.parametrize(
    ("text", "span", "names"),
    [
        ("Virtanen on. Työnjohtaja Matti Virtanen tuli.", (13, 39), ["Matti Virtanen"]),
        ("Salo on. Virtaselle Salo antoi. Virtanen otti.", (9, 24), ["Virtaselle", "Salo"]),
        ("Salo on. Asentaja Matti Virtanen Nyt", (9, 36), ["Matti Virtanen Nyt"]),
    ],
)
def test_finnish_words_and_other_people_are_cut_off_a_name(text, span, names):
    document = Document("d", text, language="fi")
    known = [
        Span(found.start(), found.end(), "PERSON", 0.9)
        for found in re.finditer(r"\b(?:Salo|Virtanen)\b", text)
    ]
    others = [each for each in known if each.end <= span[0] or each.start >= span[1]]
    found = parted(document, sorted([*others, Span(*span, "PERSON", 0.9)]))
    assert [text[each.start : each.end] for each in found if span[0] <= each.start < span[1]] == names


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("sv", "Hej Rogge", ["Rogge"]),
        ("fi", "No moro Rami", ["Rami"]),
        ("nn", "Helsing T.R.", ["T.R."]),
        ("nb", "Fagforeningsleder Tor-Egil Strandvoll", ["Tor-Egil Strandvoll"]),
        ("da", "Sundhedskoordinator Ebbe Rosenlyst", ["Ebbe Rosenlyst"]),
        ("nb", "Sommer Strandvoll", ["Sommer Strandvoll"]),
    ],
)
def test_greetings_and_trades_are_no_part_of_a_name(language, text, names):
    document = Document("d", text, language=language)
    found = parted(document, [Span(0, len(text), "PERSON", 0.9)])
    assert [text[each.start : each.end] for each in found] == names


@pytest.mark.parametrize(
    ("language", "text", "roles"),
    [
        (
            "en",
            "Heard in 2024: [Ann Roe](PERSON), born 4 June 2015, and others in 2024.",
            ["CHILD"],
        ),
        (
            "en",
            "Heard in 2024: [Ann Roe](PERSON), born 4 June 1975, and others in 2024.",
            ["UNKNOWN"],
        ),
        (
            "fr",
            "Le 3 mai 2024, [Léo Roe](PERSON), né le 4 juin 2015, vit chez sa tante depuis 2024.",
            ["CHILD"],
        ),
        (
            "fr",
            "contre\n\n[Léo Roe](PERSON), fils de [Guy Roe](PERSON) et de [Eva Doe](PERSON), né en 1990",
            ["PARTY", "RELATIVE", "RELATIVE"],
        ),
        (
            "de",
            "Urteil vom 3. Mai 2024\n\n[Max Roe](PERSON), geb. am 4. Juni 2015, lebt hier.",
            ["CHILD"],
        ),
    ],
)
def test_who_was_born_less_than_eighteen_years_before_is_a_child(language, text, roles):
    document, spans, _ = doc(text)
    entities = resolve(replace(document, language=language), spans)
    assert [each.role for each in entities if each.category == "PERSON"] == roles


def test_a_widow_is_still_a_party():
    document, spans, _ = doc("[Ann Roe](PERSON), born [3 May 1950](DATE), widow of [Max Poe](PERSON), sued.")
    spans = [replace(span, sources=("dates:birth",)) if span.category == "DATE" else span for span in spans]
    assert resolve(document, spans)[0].role == "PARTY"


def test_who_speaks_or_signs_by_initials_is_the_one_who_has_them():
    text = (
        "BK:  Barbro Kullen\nAR:  Agneta Roxner\n\nBK:  Ja.\nAR:  Nej.\nBK:  Det var allt.\n"
        "Han skrev: God jul.   BK\n\nI AR:et står inget."
    )
    names = re.finditer("Barbro Kullen|Agneta Roxner", text)
    spans = [Span(found.start(), found.end(), "PERSON", 0.95) for found in names]
    found = resolve(Document("d", text, language="sv"), spans)
    surfaces = [[text[span.start : span.end] for span in entity.spans] for entity in found]
    assert surfaces == [["BK", "Barbro Kullen", "BK", "BK", "BK"], ["AR", "Agneta Roxner", "AR"]]


def test_a_name_that_is_a_word_elsewhere_stays_whole_where_people_bear_it():
    text = "Labben kom.\n\n4. Per Thomas Labben körde."
    document = Document("d", text, language="sv")
    start = text.index("Per")
    spans = [Span(0, 6, "PERSON", 0.9), Span(start, start + 17, "PERSON", 0.9)]
    assert [text[each.start : each.end] for each in parted(document, spans)] == [
        "Labben",
        "Per Thomas Labben",
    ]
