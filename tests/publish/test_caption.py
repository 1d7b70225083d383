"""The court and the day of a decision, from its first and last page."""

import pytest

import lexveil
from lexveil.publish.caption import PAGE, court, day
from lexveil.publish.publication import publication

BODY = "\n\nThe parties were heard. " * 200


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "CASE OF ROE v. DAY\n\nDERBY\n\n12 May 2021\n\nPROCEDURE", "2021-05-12"),
        ("en", "Judgment delivered on 12 May 2021", "2021-05-12"),
        ("en", "Date: 13/05/2021", "2021-05-13"),
        (
            "fi",
            "KÄRÄJÄOIKEUS      TUOMIO      25/10417\n                  12.5.2025   Diaarinumero",
            "2025-05-12",
        ),
        ("sv", "TINGSRÄTT      DOM\nAvdelning 3     2025-04-11", "2025-04-11"),
        ("da", "KENDELSE\nafsagt den 6. marts 2025", "2025-03-06"),
        ("nb", "Avsagt: 14.03.2025", "2025-03-14"),
        ("nn", "Avsagd: 22.05.2025", "2025-05-22"),
        ("de", "Verkündet am 17. März 2025", "2025-03-17"),
        ("fr", "ARRÊT DU 14 JANVIER 2025", "2025-01-14"),
        ("it", "Così deciso in Ferrara, nella camera di consiglio del 22 maggio 2024.", "2024-05-22"),
        ("es", "En Zaragoza, a 12 de mayo de 2025.", "2025-05-12"),
        ("ca", "Girona, 18 de març de 2025", "2025-03-18"),
    ],
)
def test_the_day_of_a_decision_is_told_on_its_first_or_last_page(language, text, wanted):
    assert day(text, language=language) == wanted
    assert day(f"{text}{BODY}", language=language) == wanted
    assert day(f"{BODY}\n\n{text}", language=language) == wanted


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The contract of 12 May 2021 was signed."),
        ("en", "Heard on 12 May 2021"),
        ("en", "Ann Roe was born on 12 May 1984"),
        ("de", "12 O 407/23 Landgericht Coburg, Urteil vom 6. Juni 2024, zugestellt"),
        ("fr", "Décision déférée : jugement du tribunal judiciaire de Quimper du 3 mai 2022 (RG 20/00914)"),
        ("es", "celebrado el 24-04-2025"),
        ("en", "99 May 2021"),
        ("en", "Date: 12/05/2021"),
    ],
)
def test_other_days_are_not_taken_for_it(language, text):
    assert day(f"{text}\n", language=language) == ""


def test_a_day_in_the_midst_is_not_looked_at():
    assert day(f"{BODY}\n\n12 May 2021{BODY}", language="en") == ""
    assert len(BODY) > PAGE


HARBOUR = "HARBOUR COURT OF DERBY\n\n12 May 2021\n\nMr Ivo Lundgren was heard on 3 May 2021.\n"


def test_a_day_that_the_policy_has_moved_is_not_published():
    document = lexveil.Document(id="d", text=HARBOUR, language="en")
    assert publication(lexveil.analyze(document, policy="court-eu"), "one").date == "2021-05-12"
    assert publication(lexveil.analyze(document, policy="research"), "one").date == ""


def test_what_is_told_goes_before_what_is_read():
    document = lexveil.Document(id="d", text=HARBOUR, language="en")
    result = lexveil.analyze(document, policy="court-eu")
    made = publication(result, "one", about={"date": "2020-01-01", "court": "Old Court"})
    assert (made.date, made.court) == ("2020-01-01", "Old Court")


@pytest.mark.parametrize(
    "text",
    [
        "Appeal against a decision of the Boat Tribunal of Derby\n\nHARBOUR COURT OF DERBY\n\nJUDGMENT\n",
        "HARBOUR COURT OF DERBY          JUDGMENT          25/10417\n\nThe claim is dismissed.\n",
    ],
)
def test_the_court_is_that_of_the_heading_and_ends_with_its_cell(text):
    document = lexveil.Document(id="d", text=text, language="en")
    assert court(lexveil.analyze(document, policy="court-eu")) == "HARBOUR COURT OF DERBY"
