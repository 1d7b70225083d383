"""Every figure against one worked out by hand; the sum stands beside it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import doc
from lexveil.evaluate.detection import (
    Mask,
    Prediction,
    character,
    entity_recall,
    f1,
    harmonic,
    masked_mention_recall,
    misses,
    pair,
    relaxed_matches,
    score,
    strict_matches,
)
from lexveil.evaluate.gold import Gold, Mark, Mention
from lexveil.model import Span


def gold(marked: str, **fields: object) -> Gold:
    """Marks as in `builders.doc`; the role `keep` marks a mention that need not be masked."""
    made = doc(marked)
    mentions = tuple(
        Mention(span.start, span.end, span.category, masked=role != "KEEP")
        for span, role in zip(made.spans, made.roles, strict=True)
    )
    return Gold("doc", made.document.text, mentions, **fields)


def found(marked: str) -> Prediction:
    """Every marked span, all of them masked."""
    spans = doc(marked).spans
    return Prediction(spans, tuple(Mask(span.start, span.end) for span in spans))


def judged(wanted: str, predicted: str):
    return [pair(gold(wanted), found(predicted))]


def test_a_mention_counts_only_if_every_letter_and_digit_is_masked():
    wanted = "[Ann Roe](PERSON) met [Bo Day](PERSON) in [Oslo](LOC) on [3 May](DATETIME) in [Turku](LOC)."
    masked = "[Ann Roe](PERSON) met [Bo](PERSON) Day in [Oslo](ORG) on [3 May](DATE) in Turku."
    # PERSON 1 of 2 (Day stays), LOC 1 of 2 (Oslo masked under another type, Turku not), DATETIME 1 of 1.
    assert masked_mention_recall(judged(wanted, masked)) == {
        "all": 3 / 5,
        "DATETIME": 1.0,
        "LOC": 1 / 2,
        "PERSON": 1 / 2,
    }


def test_two_masks_side_by_side_hide_one_mention():
    wanted, masked = "[Ann B. Roe](PERSON)", "[Ann B](PERSON). [Roe](PERSON)"
    assert masked_mention_recall(judged(wanted, masked))["all"] == 1.0


@pytest.mark.parametrize(
    ("title", "hidden"), [("Mr", 1.0), ("Mrs.", 1.0), ("Ms", 1.0), ("Dr.", 1.0), ("Judge", 0.0)]
)
def test_a_leading_courtesy_title_may_stay(title, hidden):
    recall = masked_mention_recall(judged(f"[{title} Roe](PERSON)", f"{title} [Roe](PERSON)"))
    assert recall["all"] == hidden


def test_mentions_that_need_no_mask_do_not_count():
    pairs = judged("[Ann Roe](PERSON) of [Oslo](LOC:keep)", "[Ann Roe](PERSON) of Oslo")
    assert masked_mention_recall(pairs) == {"all": 1.0, "PERSON": 1.0}


def test_misses_are_the_mentions_still_readable():
    pairs = judged(
        "[Ann Roe](PERSON) of [Oslo](LOC) or [Bergen](LOC:keep)", "[Ann](PERSON) Roe of [Oslo](LOC) or Bergen"
    )
    assert [(wanted.id, mention.start, mention.end) for wanted, mention in misses(pairs)] == [("doc", 0, 7)]


def test_characters_are_letters_and_digits_and_titles_are_free():
    wanted = "[Mr Roe](PERSON) of [Oslo](LOC:keep) paid [7](QUANTITY)."
    masked = "Mr [Roe](PERSON) of [Oslo](LOC) paid 7."
    # Asked for: Roe and 7, that is 4; masked of them: Roe, 3. Masked: Roe and Oslo, 7; rightly: Roe, 3.
    assert character(judged(wanted, masked)) == {"precision": 3 / 7, "recall": 3 / 4}


def test_a_masked_title_is_not_held_against_precision():
    # Masked: MrRoe, 5, all inside the mention. Asked for: Roe, 3, all masked.
    assert character(judged("[Mr Roe](PERSON) left.", "[Mr Roe](PERSON) left.")) == {
        "precision": 1.0,
        "recall": 1.0,
    }


def test_strict_f1_needs_bounds_and_type():
    wanted = "[Ann Roe](PERSON) of [Oslo](LOC) sued [Acme Ltd](ORG) and [Bo Day](PERSON)."
    masked = "[Ann Roe](PERSON) of [Oslo](ORG) sued [Acme](ORG) Ltd and [Bo Day](PERSON)."
    # All: 2 of 4 found, 2 of 4 right: F1 1/2. PERSON 2/2 and 2/2. LOC 0 of 1. ORG 0 of 1 found, 0 of 2 right.
    assert f1(judged(wanted, masked), strict_matches) == {"all": 1 / 2, "LOC": 0.0, "ORG": 0.0, "PERSON": 1.0}


def test_relaxed_f1_needs_overlap_and_type():
    wanted = "[Ann Roe](PERSON) of [Oslo](LOC) sued [Acme Ltd](ORG) and [Bo Day](PERSON)."
    masked = "[Ann](PERSON) [Roe](PERSON) of [Oslo](ORG) sued [Acme](ORG) Ltd and Bo Day."
    # Recall: Ann Roe and Acme Ltd of 4, 1/2. Precision: Ann, Roe, Acme of 4, 3/4. F1 = 2·(3/8)/(5/4) = 3/5.
    # ORG: recall 1/1, precision 1/2, F1 2/3. PERSON: recall 1/2, precision 2/2, F1 2/3.
    assert f1(judged(wanted, masked), relaxed_matches) == pytest.approx(
        {"all": 3 / 5, "LOC": 0.0, "ORG": 2 / 3, "PERSON": 2 / 3}
    )


def test_our_categories_count_as_the_types_of_the_benchmark():
    wanted = "[3 May](DATETIME), [ann@example.org](CODE), [aged 7](QUANTITY), [Supreme Court](ORG)"
    masked = "[3 May](DATE), [ann@example.org](EMAIL), [aged 7](AGE), [Supreme Court](COURT)"
    assert set(f1(judged(wanted, masked), strict_matches).values()) == {1.0}


def test_a_gold_label_that_is_one_of_our_categories_is_scored_as_it_is():
    pairs = judged("[3 May](DATE), [17](CODE), [HP 7](PROBE)", "[3 May](DATE), [17](PASSPORT), HP 7")
    assert f1(pairs, strict_matches) == {"all": pytest.approx(4 / 5), "CODE": 1.0, "DATE": 1.0, "PROBE": 0.0}


def test_titles_are_set_aside_on_both_sides_of_strict_f1():
    pairs = judged("[Mr Roe](PERSON) met [Day](PERSON)", "Mr [Roe](PERSON) met [Day](PERSON)")
    assert f1(pairs, strict_matches)["all"] == 1.0


def test_an_entity_is_recalled_only_if_all_its_mentions_are():
    text = "Ann Roe met Bo Day in Oslo. Roe left. Day too."
    wanted = [
        Mark(0, 7, "PERSON", "DIRECT", "e1"),
        Mark(28, 31, "PERSON", "QUASI", "e1"),  # Roe: with the first, a direct identifier
        Mark(12, 18, "PERSON", "QUASI", "e2"),
        Mark(38, 41, "PERSON", "QUASI", "e2"),
        Mark(22, 26, "LOC", "NO_MASK", "e3"),
    ]
    also = [Mark(12, 18, "PERSON", "DIRECT", "e1"), Mark(22, 26, "LOC", "QUASI", "e2")]
    document = Gold("doc", text, (), annotators={"one": tuple(wanted), "two": tuple(also)})
    masked = (Mask(0, 7), Mask(28, 31), Mask(12, 18))
    # Direct: e1 of one (both masked) and e1 of two (masked): 2 of 2. Quasi: e2 of one (the second Day stays)
    # and e2 of two (Oslo stays): 0 of 2. With Oslo masked as well: 1 of 2.
    assert entity_recall([pair(document, Prediction((), masked))]) == {"direct": 1.0, "quasi": 0.0}
    more = Prediction((), (*masked, Mask(22, 26)))
    assert entity_recall([pair(document, more)]) == {"direct": 1.0, "quasi": 1 / 2}


def test_entity_recall_is_none_without_annotators():
    assert entity_recall(judged("[Ann](PERSON)", "[Ann](PERSON)")) == {"direct": None, "quasi": None}


def test_figures_are_pooled_over_documents():
    pairs = [*judged("[Ann](PERSON) [Bo](PERSON) [Cy](PERSON)", "[Ann](PERSON) [Bo](PERSON) [Cy](PERSON)")]
    pairs += judged("[Dee](PERSON)", "Dee")
    # 3 of 4 mentions, not the mean of 1 and 0; characters 7 of 10.
    assert masked_mention_recall(pairs)["all"] == 3 / 4
    assert character(pairs)["recall"] == 7 / 10


def test_speed_is_characters_over_seconds():
    assert score(judged("[Ann](PERSON) sat", "Ann sat"), seconds=0.5)["characters_per_second"] == 14.0
    assert score([], seconds=0.0)["characters_per_second"] is None


def test_no_mention_at_all_gives_no_rate():
    figures = score([pair(Gold("doc", "Nothing here.", ()), Prediction((), ()))], seconds=1.0)
    assert figures["masked_mention_recall"] == {"all": None}
    assert figures["character"] == {"precision": None, "recall": None}
    assert figures["strict_f1"] == {"all": None}


def test_f1_is_zero_unless_there_was_nothing_on_either_side():
    assert (harmonic(None, 0.0), harmonic(0.0, None), harmonic(None, None)) == (0.0, 0.0, None)


TEXT = "Ann Roe 7 met Bo Day in Oslo on 3 May 1999 with Cy of Acme Ltd"
WORDS = [(0, 3), (4, 7), (8, 9), (14, 16), (17, 20), (24, 28), (32, 42), (48, 50), (54, 58), (59, 62)]
MENTIONS = st.lists(
    st.builds(
        lambda first, length, label: Mention(
            WORDS[first][0], WORDS[min(first + length, len(WORDS) - 1)][1], label
        ),
        st.integers(0, len(WORDS) - 1),
        st.integers(0, 2),
        st.sampled_from(["PERSON", "ORG", "LOC", "CODE", "PROBE"]),
    ),
    min_size=1,
    max_size=8,
)


def as_spans(mentions) -> Prediction:
    spans = tuple(Span(mention.start, mention.end, mention.type) for mention in mentions)
    return Prediction(spans, tuple(Mask(span.start, span.end) for span in spans))


def marked(mentions) -> dict[str, tuple[Mark, ...]]:
    return {"one": tuple(Mark(m.start, m.end, m.type, "DIRECT", m.type) for m in mentions)}


def rates(figures):
    kinds = ("masked_mention_recall", "strict_f1", "relaxed_f1", "character")
    return [rate for kind in kinds for rate in figures[kind].values()] + [figures["entity_recall"]["direct"]]


@given(MENTIONS)
def test_a_perfect_prediction_scores_one(mentions):
    document = Gold("doc", TEXT, tuple(mentions), marked(mentions))
    assert set(rates(score([pair(document, as_spans(mentions))], seconds=1.0))) == {1.0}


@given(MENTIONS)
def test_an_empty_prediction_scores_zero(mentions):
    document = Gold("doc", TEXT, tuple(mentions), marked(mentions))
    figures = score([pair(document, Prediction((), ()))], seconds=1.0)
    assert figures["character"].pop("precision") is None
    assert set(rates(figures)) == {0.0}


@given(MENTIONS, MENTIONS, st.randoms(use_true_random=False))
def test_order_does_not_matter(mentions, predicted, rng):
    def figures(mentions, predicted, reverse):
        pairs = [
            pair(Gold("one", TEXT, tuple(mentions), marked(mentions)), as_spans(predicted)),
            pair(Gold("two", TEXT, tuple(predicted)), as_spans(mentions)),
        ]
        return score(pairs[::-1] if reverse else pairs, seconds=1.0)

    shuffled = rng.sample(mentions, len(mentions)), rng.sample(predicted, len(predicted))
    assert figures(mentions, predicted, False) == figures(*shuffled, True)
