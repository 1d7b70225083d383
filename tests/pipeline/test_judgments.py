"""What a lawyer would laugh at in a published judgment, or miss in it."""

import pytest

from lexveil import pipeline
from lexveil.model import Document


def published(text):
    return pipeline.analyze(Document("d", text, "en"), policy="court-eu", key=b"0" * 32).text


@pytest.mark.parametrize(
    "text",
    [
        "SSP Health Ltd [“SSP”] gave care. SSP alleged that it was underpaid, and SSP went to court.",
        "The Upper Tribunal (“UT”) held so. The UT may set it aside, said UT (Quellmark Ltd).",
        "It is convenient to address Ground 6 first, and then to address Grounds 1 to 5 together.",
        "Under section 3 of the 1998 Act, TfL must grant a licence.",
        "Locobail (UK) Ltd v Bayfield Properties Ltd [2000] QB 451 holds so (Locobail at para 18).",
        "So Matalulu v Director of Public Prosecutions [2003] 4 LRC 712, 735-736, under Appeal Ground 2.",
        "He relied on Policy GP.35 of the 2004 Aylesbury Vale District Local Plan.",
    ],
)
def test_it_stays_as_it_is(text):
    assert published(text) == text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("He called her sister. Ms Laura Puerta came.", "He called her sister. Person A came."),
        ("Her sister Laura Puerta came.", "Her sister person A came."),
        ("There Sister Laura Puerta prayed.", "There person A prayed."),
        ("So Laws LJ held, and Ward LJ agreed.", "So person A LJ held, and person B LJ agreed."),
        ("per Lord Woolf MR and Sir Richard Scott VC.", "per person A MR and person B VC."),
        (
            "Between:\nR (on the application of) ANN ROE Claimant -and- SECRETARY OF STATE Defendant",
            "Between:\nR (on the application of) PERSON A Claimant -and- SECRETARY OF STATE Defendant",
        ),
    ],
)
def test_people_go_and_what_they_are_stays(text, wanted):
    assert published(text) == wanted
