"""What the learned roles may say, and what they may not."""

from dataclasses import replace

import numpy as np

from builders import doc
from lexveil.model import because
from lexveil.resolve.learned_roles import ROLES, likely, suggest
from lexveil.resolve.phrases import Evidence

CAPTION = (
    "IN THE HIGH COURT\n\n[Ann Roe](PERSON)\n... Petitioner\n\nVersus\n\n[Bo Poe](PERSON)\n... Respondent\n\n"
    "For the Petitioner: Mr. [Cy Loe](PERSON), Advocate\n\nCoram: Hon'ble Mr. Justice [Di Foe](PERSON)"
)


def test_the_roles_of_a_caption():
    document, spans, _ = doc(CAPTION)
    found = [ROLES[int(shares.argmax())] for shares in likely(document, [[span] for span in spans])]
    assert found == ["PARTY", "PARTY", "LAWYER", "JUDGE"]


def test_shares_sum_to_one_and_mentions_are_taken_together():
    document, spans, _ = doc(CAPTION)
    together, alone = likely(document, [spans[2:3] * 2, spans[2:3]])
    assert np.isclose(together.sum(), 1)
    assert together.max() >= alone.max()


def test_a_rule_is_never_outvoted():
    document, spans, _ = doc(CAPTION)
    said = {span: Evidence("EXPERT", 1, because("reviewer")) for span in spans}
    assert suggest(document, spans, said) == {}


def test_evidence_is_of_the_lowest_weight_and_says_why():
    document, spans, _ = doc(CAPTION)
    found = suggest(document, spans, {})
    assert found
    assert {each.weight for each in found.values()} == {1}
    assert all(each.why.code == "learned" for each in found.values())


def test_nobody_is_called_a_party_far_from_the_caption():
    document, spans, _ = doc("The file is long. " * 400 + CAPTION)
    assert "PARTY" not in {each.role for each in suggest(document, spans, {}).values()}


def test_a_document_without_lines_or_people():
    document, _, _ = doc("")
    assert suggest(document, [], {}) == {}
    assert likely(document, []) == []


def test_nothing_is_said_of_a_language_that_was_not_learned():
    document, spans, _ = doc(CAPTION)
    assert suggest(replace(document, language="de"), spans, {}) == {}
