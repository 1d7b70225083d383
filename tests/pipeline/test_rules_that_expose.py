"""What once published somebody: readings of a name as a place, and metadata of others who share it."""

import pytest

from lexveil import pipeline
from lexveil.model import Document

KEY = b"0" * 32


def published(text, policy, metadata=None):
    document = Document("d", text, "en", metadata=metadata or {})
    return pipeline.analyze(document, policy=policy, key=KEY).text


@pytest.mark.parametrize("policy", ["court-eu", "arbitration", "uk", "strict"])
def test_readings_of_a_name_as_a_place_publish_nobody_with_a_title_and_a_full_name(policy):
    text = (
        "The driver, Mr Austin Reed, was heard. Mr Reed left Reed for Austin. "
        "Mr Reed had lived in Austin, Texas."
    )
    found = published(text, policy)
    assert "Austin Reed" not in found
    assert "Reed" not in found


@pytest.mark.parametrize("policy", ["court-eu", "arbitration", "uk"])
def test_a_shared_surname_carries_no_role_of_the_metadata_onto_somebody_else(policy):
    text = (
        "The claimant Ann Puerta called Ms Laura Puerta, her sister, who saw it. Mr John Doe, counsel, "
        "asked her. A witness, Mr Tim Doe, agreed with Ms Laura Puerta."
    )
    found = published(text, policy, {"parties": ["Ann Puerta"], "counsel": ["John Doe"]})
    assert "Laura" not in found
    assert "Tim" not in found


def test_an_expert_who_shares_initial_and_surname_with_counsel_is_hidden_beside_her():
    text = (
        "Counsel: L Bright for the claimant.\n\n"
        "1. An expert, Professor Laura Bright, reported on the fire. Professor Laura Bright is not "
        "related to counsel."
    )
    assert "Laura" not in published(text, "uk", {"counsel": ["L Bright"]})


def test_a_bare_surname_of_somebody_who_stays_and_of_somebody_who_goes_is_listed_for_review():
    far = "The parties turned to the documents that had been exchanged during the autumn of that year. " * 5
    text = (
        "Ms Ann Lindqvist is the claimant. Ms Laura Lindqvist, her sister, testified. "
        f"{far}Ms Lindqvist said that she had seen it."
    )
    document = Document("d", text, "en", metadata={"parties": ["Ann Lindqvist"]})
    found = pipeline.analyze(document, policy="arbitration", key=KEY)
    assert [text[each.start : each.end] for each in found.listed] == ["Lindqvist"]
    assert found.listed[0].start > text.index("year")
