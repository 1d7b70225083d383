from lexveil.evaluate.detection import Mask, Prediction, correction_table, outermost, pair
from lexveil.evaluate.gold import Gold, Mention

TEXT = "Ann Roe sued Acme Ltd in Oslo. Roe won. Mr Roe left Oslo with Bo."
ROE, ACME, OSLO, ROE_2, MR_ROE, OSLO_2, BO = (
    (0, 7),
    (13, 21),
    (25, 29),
    (31, 34),
    (40, 46),
    (52, 56),
    (62, 64),
)
MENTIONS = (
    Mention(*ROE, "PERSON", cluster="p1"),
    Mention(*ACME, "ORG"),
    Mention(*OSLO, "LOC", masked=False),
    Mention(*ROE_2, "PERSON", cluster="p1"),
    Mention(*MR_ROE, "PERSON", cluster="p1"),
    Mention(*OSLO_2, "LOC", masked=False),
    Mention(*BO, "PERSON", cluster="p2"),
)


def test_the_table_counts_what_a_corrector_meets():
    masks = (
        Mask(0, 7, "e1"),  # Ann Roe
        Mask(13, 17, "e2"),  # Acme, cut short: a chunking error
        Mask(25, 29, "e3"),  # Oslo, which may stay
        Mask(31, 34, "e1"),  # Roe
        Mask(43, 46, "e1"),  # Roe after Mr: the title is set aside, the bounds are right
        Mask(52, 56, "e3"),  # Oslo again: a second token, the same designator
    )
    figures = correction_table([pair(Gold("doc", TEXT, MENTIONS), Prediction((), masks))])
    # To mask: Ann Roe, Acme Ltd, Roe, Mr Roe, Bo = 5 tokens; Ann Roe, Acme Ltd, Roe, Bo = 4 designators;
    # p1, Acme Ltd (no cluster), p2 = 3 entities. Bo is missed. Recall 4/5, precision 4/6, F1 8/11.
    assert figures["true"] == {"tokens": 5, "designators": 4, "entities": 3}
    assert figures["true_positive"] == {"tokens": 4, "designators": 3, "entities": 2}
    assert figures["false_positive"] == {"tokens": 2, "designators": 1, "entities": 1}
    assert (figures["missed_tokens"], figures["chunking_errors"]) == (1, 1)
    assert (figures["recall"], figures["precision"]) == (4 / 5, 4 / 6)
    assert abs(figures["f1"] - 8 / 11) < 1e-12


def test_counts_are_summed_over_documents():
    one = pair(Gold("a", TEXT, MENTIONS), Prediction((), (Mask(0, 7, "e1"),)))
    two = pair(Gold("b", TEXT, MENTIONS), Prediction((), (Mask(0, 7, "e1"),)))
    figures = correction_table([one, two])
    assert figures["true"] == {"tokens": 10, "designators": 8, "entities": 6}
    assert figures["true_positive"] == {"tokens": 2, "designators": 2, "entities": 2}
    assert figures["missed_tokens"] == 8


def test_one_mask_over_two_names_finds_both_and_cuts_both_wrong():
    mentions = (Mention(0, 3, "PERSON"), Mention(4, 7, "PERSON"))
    figures = correction_table([pair(Gold("doc", "Ann Roe", mentions), Prediction((), (Mask(0, 7, "e1"),)))])
    assert figures["true_positive"] == {"tokens": 2, "designators": 1, "entities": 1}
    assert figures["chunking_errors"] == 2


def test_a_name_inside_a_name_is_one_occurrence():
    inner, outer, other = Mention(0, 4, "LOC"), Mention(0, 9, "ORG"), Mention(10, 12, "LOC")
    assert outermost([inner, other, outer]) == [outer, other]


def test_nothing_to_mask_gives_no_rate():
    figures = correction_table([pair(Gold("doc", "Nothing.", ()), Prediction((), ()))])
    assert (figures["recall"], figures["precision"], figures["f1"]) == (None, None, None)


def test_a_row_without_entities_counts_none():
    figures = correction_table(
        [pair(Gold("doc", TEXT, MENTIONS), Prediction((), (Mask(0, 7), Mask(25, 29))))]
    )
    assert figures["true_positive"] == {"tokens": 1, "designators": 1, "entities": None}
    assert figures["false_positive"]["entities"] is None
    assert figures["true"]["entities"] == 3
