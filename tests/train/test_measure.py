"""The training script's own figures, against cases counted by hand."""

import numpy as np
import pytest

from lexveil.detect.ner import cut
from train import measure
from train.corpora import MASKS, TYPES, Example, Mention


def run(text, mentions, tags):
    """A run whose probabilities are sure of `tags`: word number to tag number."""
    words = cut(text, lambda forms: [[5] for _ in forms], separator=2)
    rows = np.full((len(words.starts), measure.TAGS + len(MASKS)), 1e-4, np.float32)
    for word in range(len(rows)):
        rows[word, tags.get(word, 0)] = 0.99
    rows[:, measure.TAGS] = 0.5
    return Example("e", text, tuple(mentions)), words, rows


def tag(place, kind):
    return 1 + 4 * TYPES.index(kind) + "BIES".index(place)


MENTIONS = [Mention(0, 6, "PERSON", "QUASI"), Mention(12, 16, "LOC", "NO_MASK")]
FOUND = run("Mr Roe left York", MENTIONS, {0: tag("B", "PERSON"), 1: tag("E", "PERSON"), 3: tag("S", "LOC")})
BARE = run("Mr Roe left York", MENTIONS, {1: tag("S", "PERSON")})


def test_strict_f1_wants_the_exact_span_and_type():
    assert measure.strict([FOUND])["all"] == 1
    assert measure.strict([BARE])["all"] == 0


def test_a_title_may_be_left_when_masking():
    assert measure.recall([BARE], threshold=0.5)["PERSON"] == 1


def test_characters_count_only_letters_and_digits_to_be_masked():
    found = measure.recall([FOUND], threshold=0.5)
    assert found["precision"] == pytest.approx(5 / 9)
    assert found["characters"] == 1


def test_the_second_head_can_hold_spans_back():
    assert measure.recall([FOUND], threshold=0.5, mask=0.6)["PERSON"] == 0
