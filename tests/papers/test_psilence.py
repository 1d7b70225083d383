"""What PSILENCE (Cabrera-Diego and Gheewala 2024) does with people, and what it must never expose."""

import dataclasses

import pytest
from typer.testing import CliRunner

from lexveil import config, pipeline
from lexveil.cli import app
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


@pytest.mark.parametrize("policy", ["arbitration", "court-eu", "strict"])
def test_somebody_who_says_something_is_no_town(policy):
    text = "Ms Paris Chandler was examined. Chandler stayed in Paris. Paris said nothing. Ms Denver Roe left."
    after = published(text + " Denver went home.", policy)
    assert [word for word in ("Paris said", "Denver went", "Chandler") if word in after] == []
    told = published("Mr Ole Tarn left for Paris. Paris said nothing.", "court-eu")
    assert told.endswith("left for Paris. Paris said nothing.")


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


@pytest.mark.parametrize(
    ("text", "after", "metadata"),
    [
        (
            "Counsel: Peter Brandt\n\nMr Karl Brandt saw it. Karl Brandt left. Mr Brandt came back.",
            "Counsel: Peter Brandt\n\nWITNESS_1 saw it. WITNESS_1 left. WITNESS_1 came back.",
            {"counsel": ["Peter Brandt"]},
        ),
        (
            "Mr Erik Holm sued. Mr Hugo Holm, a neighbour, was heard. Mr Holm was calm.",
            "Mr Erik Holm sued. WITNESS_1, a neighbour, was heard. WITNESS_1 was calm.",
            {"parties": ["Erik Holm"]},
        ),
    ],
)
def test_a_surname_alone_carries_no_role_of_the_metadata_onto_who_shares_it(text, after, metadata):
    assert published(text, **metadata) == after


def test_what_is_said_of_a_surname_holds_though_others_share_it():
    after = published(
        "Mr Leo Puerta saw it. Ms Puerta, the claimant, left. Mr Puerta did not.", parties=["Ann Puerta"]
    )
    assert after == "WITNESS_1 saw it. Ms Puerta, the claimant, left. WITNESS_1 did not."


def test_a_witness_in_the_line_of_counsel_is_no_counsel():
    text = "Counsel for the Claimant: Ms Hanna Marrow. Mr Ivo Lundgren testified."
    assert published(text) == "Counsel for the Claimant: Ms Hanna Marrow. WITNESS_1 testified."


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


@pytest.mark.parametrize(
    "cited",
    [
        "Corven v. Ruritania (Award of 3 May 2004, President: Mr A. Quell; Members: Prof. B. Krook, C. Moe)",
        "Corven v. Ruritania [Quell, Krook and Marrow]",
    ],
)
def test_the_bench_of_a_cited_case_are_no_witnesses(cited):
    text = f"In {cited}, the tribunal held otherwise. Mr Ivo Lundgren testified."
    assert published(text) == f"In {cited}, the tribunal held otherwise. WITNESS_1 testified."


def test_who_did_something_in_the_brackets_is_no_judge():
    text = "In Corven v. Ruritania (where Mr Ivo Lundgren testified), the tribunal held otherwise."
    assert "Lundgren" not in published(text)


def test_authors_of_an_untagged_citation_are_no_witnesses():
    text = (
        "Writers agree (Fouchard Gaillard Goldman, International Commercial Arbitration, para. 1234). "
        "Gaillard disagrees with others. Mr Ivo Lundgren testified."
    )
    after = published(text)
    assert "Fouchard Gaillard Goldman" in after
    assert "Gaillard disagrees" in after
    assert "Lundgren" not in after


def test_other_classes_mark_citations_too(tmp_path):
    path = tmp_path / "award.html"
    path.write_text('<p>See <span class="jm-ref">Ida Quell, Costs</span>. Mr Ivo Roe testified.</p>', "utf8")
    asked = ["run", str(path), "--policy", "arbitration", "--citation-class", "jm-ref", "--out"]
    assert CliRunner().invoke(app, [*asked, str(tmp_path / "out")]).exit_code == 0
    written = (tmp_path / "out" / "award.html").read_text("utf8")
    assert "Ida Quell" in written
    assert "Roe" not in written
