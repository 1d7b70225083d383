"""What the whole run makes of sentences as English judgments have them: who goes, and what stays readable."""

import pytest

from lexveil import pipeline
from lexveil.model import Document

KEY = b"0" * 32


def published(text, policy="court-eu"):
    return pipeline.analyze(Document("d", text, "en"), policy=policy, key=KEY).text


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("Mr Hale sued Ofcom. Ofcom replied that Mr Hale was late.", "Ofcom"),
        ("Unsurprisingly, Mr Hale refused. The judge baldly said so.", "Unsurprisingly"),
        ("Mr Hale sold it to Quill Inc. Inc paid. Mr Hale told Inc so.", "Inc"),
        ("In the Circuit Court at Castlebar, the appellants, father and son, were sentenced.", "Castlebar"),
        ("FRESNO, CALIFORNIA; THURSDAY. Mr Hale was sworn.", "FRESNO"),
        ("Ms Meade (instructed by Owen Thrale) appeared for Mr Hale.", "Owen Thrale"),
        ("See Thrale on Contracts, 33rd edition, at 4-087, which Mr Hale read.", "4-087"),
        ("He was called as Panch with Mr Hale.", "Panch"),
    ],
)
def test_words_places_and_bodies_stay(text, stays):
    found = published(text)
    assert stays in found
    assert "Hale" not in found


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Faith Penhale came. Faith, I am satisfied, told the truth.", "Faith"),
        (
            "   22:41  Faithy: is he ok\n   22:43  Hope P: he fell\n   22:44  Faithy: hopey u need to tell",
            "hopey",
        ),
        ("He wed Despoina Vrettos. It was a fact he had kept from Despoina.", "Despoina"),
        ("Before:          A Harwood SC, Senior Member\n                 P Quill-Moss, Member", "Harwood"),
        ("Officers Rice and Ortega came. (Compl. ¶ 14; Rice Dep. 22:4-9.) Rice asked.", "Rice"),
        (
            "Between\n        R B K\n   (ANONYMITY)  Appellant\n      and\n   QUILL LTD     Respondent",
            "R B K",
        ),
        ("She left three children: Ian, Lynette and the late Gary Burnaby. Ian came.", "Ian"),
        ("It was sent to her at Trelawne, Church Lane, Bere Exampleton on Monday.", "Trelawne"),
    ],
)
def test_names_and_homes_go(text, gone):
    assert gone not in published(text)


def test_a_judge_is_nobody_called_mr():
    text = (
        "LORD JUSTICE VANE HOLT sat. Mr Holt is the claimant. Mr Holt paid. Lord Justice Vane-Holt: I agree."
    )
    found = published(text, "uk")
    assert "VANE HOLT" in found
    assert "Vane-Holt" in found
    assert "Mr Holt" not in found


def test_children_and_counsel_below_the_bench_are_no_judges():
    text = (
        "Before: Recorder Amy Goodchild\nRe T and W (Children)\nMs Love for the local authority\n\n"
        "1. W is four. W told his teacher so."
    )
    found = published(text, "uk")
    assert "W is four" not in found
    assert "Goodchild" in found


def test_a_federal_judge_is_told_by_the_letters_after_the_name():
    caption = "PLAINTIFF ROE,\n     -against-\nCITY OF EXAMPLETON,\n        Defendants.\n"
    text = f"{caption}RHODA J. KLEIN, U.S.D.J.:\n\nThe motion is denied."
    assert "RHODA J. KLEIN" in published(text, "uk")
