"""Examples for training: renaming keeps offsets, one name becomes one name, splits stay the same."""

import random

from train.corpora import Example, Mention, Names, held_out, join, rewrite, shout, swap

TABLE = Names({"north": ["Astrid", "Bjarne"]}, {"north": ["Halvorsen", "Lunde"]})


def example(marked):
    text, mentions = "", []
    for part in marked.split("|"):
        kind, _, words = part.rpartition(":")
        if kind:
            mentions.append(Mention(len(text), len(text) + len(words), kind))
        text += words
    return Example("example", text, tuple(mentions))


def names_in(found):
    return [found.text[m.start : m.end] for m in found.mentions]


def test_one_name_is_renamed_the_same_way_throughout():
    before = example("PERSON:Mr John Roe| met |PERSON:Roe| in |LOC:York| with |PERSON:J. Roe")
    first, second, place, third = names_in(swap(before, random.Random(3), TABLE))
    assert first.startswith("Mr ")
    assert "Roe" not in first
    assert first.split()[-1] == second == third.split()[-1]
    assert place == "York"


def test_renaming_changes_nothing_outside_the_mentions():
    before = example("Before |PERSON:Anna Berg| after")
    after = swap(before, random.Random(1), TABLE)
    assert after.text.startswith("Before ")
    assert after.text.endswith(" after")


def test_rewriting_keeps_offsets():
    after = rewrite(example("a |CODE:12/3| b |CODE:4| c"), {"CODE": lambda old: old + "00"})
    assert after.text == "a 12/300 b 400 c"
    assert names_in(after) == ["12/300", "400"]


def test_shouting_keeps_offsets():
    after = shout(example("a |PERSON:Roe| b"), random.Random(1), share=1.0)
    assert after.text == "A ROE B"
    assert names_in(after) == ["ROE"]


def test_joined_sentences_keep_their_mentions():
    (whole,) = join([example("|PERSON:Roe| left"), example("in |LOC:York")], 2)
    assert names_in(whole) == ["Roe", "York"]


def test_a_split_is_about_the_share_asked_for_and_never_changes():
    kept = [held_out(f"document {n}", 0.2) for n in range(5000)]
    assert 0.17 < sum(kept) / 5000 < 0.23
    assert kept == [held_out(f"document {n}", 0.2) for n in range(5000)]
