"""What PSILENCE (Cabrera-Diego and Gheewala 2024) does with people, and what it must never expose."""

import dataclasses

import pytest

from lexveil import config, pipeline
from lexveil.model import READ_AS, Document, because
from lexveil.policy.supposing import suppose
from lexveil.review.doubts import DROPPED, doubts
from lexveil.review.state import State

PLACE_NAMES = (
    "Mr Austin Reed gave evidence. Mr Reed said that he saw the car. Austin was then asked about the road. "
    "Austin did not reply.\n\nMs Florence Adair was heard. Florence said nothing. Ms Adair left for home."
)


def published(text, policy="arbitration", **metadata):
    document = Document("x", text, "en", metadata=metadata)
    result = pipeline.analyze(document, policy=config.policy(policy))
    parts, last = [], 0
    for each in result.replacements:
        parts += [text[last : each.start], each.text]
        last = each.end
    return "".join([*parts, text[last:]])


@pytest.mark.parametrize("policy", ["arbitration", "court-eu", "strict", "research", "finland", "spain"])
def test_people_who_are_called_like_places_are_hidden_under_every_policy(policy):
    after = published(PLACE_NAMES, policy)
    assert [word for word in ("Austin", "Reed", "Florence", "Adair") if word in after] == []


def test_whoever_the_thirty_per_cent_drop_is_a_doubt():
    policy = config.policy("arbitration")
    result = pipeline.analyze(Document("x", "Ann Roe was heard.", "en"), policy=policy)
    (entity,) = result.entities
    read = dataclasses.replace(entity, role="UNKNOWN", why=(because(READ_AS, role="LOCATION", share=31),))
    (dropped,) = suppose([read], policy)
    assert (dropped.category, dropped.certainty) == ("LOC", 3)
    kept = dataclasses.replace(result.decisions[0], action="keep")
    state = State(0, {dropped.id: dropped}, {dropped.id: kept})
    assert [each.reason for each in doubts(result.document, state)][:1] == [DROPPED]


def test_the_sister_of_a_party_is_no_party():
    text = "The claimant sued. Ms Laura Puerta, her sister, was heard. Ms Laura Puerta said that it rained."
    assert "Puerta" not in published(text, parties=["Ann Puerta"])


def test_who_shares_a_surname_with_counsel_is_no_counsel():
    text = "Mr Karl Brandt saw the accident. The court heard Mr Karl Brandt. Mr Peter Brandt asked him why."
    after = published(text, counsel=["Peter Brandt"])
    assert "Karl" not in after
    assert "Mr Peter Brandt asked" in after
    assert "Brandt" not in published("Ms Ida Brandt saw it. Ms Brandt left.", counsel=["Peter Brandt"])


def test_a_personal_trainer_is_no_lawyer():
    text = "Mr Doe was a personal trainer in the defendant's company and noticed that the gate was open."
    for policy in ("arbitration", "spain"):
        assert "Doe" not in published(text, policy, counsel=["Jane Krook"])


def test_a_firm_is_known_by_its_first_partners():
    text = "Brannigan Tolliver acted for the claimant. Brannigan Tolliver Moss LLP wrote. Mr Roe saw it."
    for policy in ("arbitration", "court-eu"):
        assert published(text, policy, law_firms=["Brannigan Tolliver Moss LLP"]).startswith(
            "Brannigan Tolliver acted"
        )


@pytest.mark.parametrize(
    "name", ["Müller-Lüdenscheidt", "Muller Ludenscheidt", "Mueller-Luedenscheidt", "Müller Lüdenscheidt"]
)
def test_double_surnames_meet_the_metadata_in_every_spelling(name):
    text = f"Ms {name} appeared. Ms Ida Roe was heard."
    after = published(text, parties=["Anna Müller-Lüdenscheidt"])
    assert after == f"Ms {name} appeared. WITNESS_1 was heard."
