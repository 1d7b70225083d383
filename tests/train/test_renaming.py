"""Renamed, wrapped and spoiled texts keep their labels."""

import random

import pytest

from train.corpora import Example, Mention
from train.renaming import Names, renamed, spoiled, wrapped

NAMES = Names(
    {"danish": {"m": ["Bjarne"], "f": ["Karen"], "any": ["Bjarne", "Karen"]}},
    {"danish": ["Rask"]},
    {"Anna": "f", "Bjarne": "m", "Karen": "f"},
)


def example(text: str, *people: str) -> Example:
    mentions, at = [], 0
    for name in people:
        start = text.index(name, at)
        at = start + len(name)
        mentions.append(Mention(start, at, "PERSON"))
    return Example("one", text, tuple(mentions))


def surfaces(made: Example) -> list[str]:
    return [made.text[m.start : m.end] for m in made.mentions]


def test_the_same_name_is_renamed_the_same_way_with_its_ending_and_gender() -> None:
    text = "Anna Holm kom. Holms bror gik. HOLM svarede."
    made = renamed(example(text, "Anna Holm", "Holms", "HOLM"), random.Random(1), NAMES, "da", ordinary=0.0)
    assert surfaces(made) == ["Karen Rask", "Rasks", "RASK"]
    assert made.text == "Karen Rask kom. Rasks bror gik. RASK svarede."


def test_a_family_name_can_be_an_ordinary_word_of_the_text() -> None:
    made = renamed(example("Holm svarede aldrig.", "Holm"), random.Random(1), NAMES, "da", ordinary=1.0)
    assert surfaces(made)[0] in ("Svarede", "Aldrig")


def test_letters_of_an_anonymised_decision_become_names_with_the_ending() -> None:
    given = example("B:lle kuului. B:n vaatimus.", "B:lle", "B:n")
    names = Names(NAMES.given, {"danish": ["Virtanen"]}, {})
    made = renamed(given, random.Random(3), names, "fi", ordinary=0.0)
    assert [each.split()[-1] for each in surfaces(made)] == ["Virtaselle", "Virtasen"]


@pytest.mark.parametrize("seed", range(20))
def test_wrapped_and_spoiled_texts_keep_their_mentions(seed: int) -> None:
    text = "Sagsøgeren Anna Holm-Wedderkopp mødte op. " * 12
    given = example(text, *["Anna Holm-Wedderkopp"] * 12)
    made = spoiled(wrapped(given, random.Random(seed), share=1.0), random.Random(seed + 100))
    for surface in surfaces(made):
        letters = surface.replace("-\n", "").replace("\n", " ")
        assert len(letters) in (len("Anna Holm-Wedderkopp"), len("Anna HolmWedderkopp"))
        assert letters[0] in "Aa"
