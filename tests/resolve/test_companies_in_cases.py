"""Companies, courts and places in the cases and genitives of the North: one name, one entity."""

import pytest

from lexveil import config, pipeline
from lexveil.detect.models import DEFAULT, model_of
from lexveil.model import Document

pytestmark = pytest.mark.skipif(model_of("fi") == DEFAULT, reason="no model reads it here")


def written(text, language, policy):
    return pipeline.analyze(Document("d", text, language), policy=config.policy(policy)).text


def test_a_finnish_company_keeps_one_pseudonym_in_every_case():
    text = (
        "Kantaja Oravalan Rakennus Oy vaati maksua. Oravalan Rakennus Oy:n mukaan velka on maksamatta. "
        "Oravalan Rakennus Oy:lle on maksettu. Asia on käsitelty Turun käräjäoikeudessa, ja valitus "
        "osoitetaan Turun hovioikeuteen."
    )
    found = written(text, "fi", "finland")
    assert found.startswith(
        "Kantaja yhtiö A vaati maksua. Yhtiön A mukaan velka on maksamatta. Yhtiölle A on"
    )
    assert "Turun käräjäoikeudessa" in found
    assert "Turun hovioikeuteen" in found


def test_a_finnish_place_is_one_in_every_case():
    text = (
        "Toimipaikka on ollut Lieksassa. Autolla ajettiin Lieksaan, ja Lieksasta palattiin. Suomessa satoi."
    )
    found = written(text, "fi", "finland")
    assert found == (
        "Toimipaikka on ollut paikassa A. Autolla ajettiin paikkaan A, ja paikasta A palattiin. Suomessa "
        "satoi."
    )


def test_a_danish_company_without_its_legal_form_is_the_same():
    text = (
        "Klagen fra XL Handel ApS vedrører en gravemaskine. Sælgeren havde købt den af XL Handel. XL Handels "
        "krav blev afvist. Nordjysk Sparekasses krav. Nordjysk Sparekasse har oplyst det."
    )
    found = written(text, "da", "denmark")
    assert "Handel" not in found
    assert "[virksomhed1]s krav" in found
    assert found.count("[finans1]") == 2


def test_a_swedish_company_is_no_person_where_its_legal_form_is_left_out():
    text = (
        "Käranden Björkdalens Bygg AB har yrkat ersättning. Björkdalens Bygg AB:s talan ska ogillas. "
        "Björkdalens Byggs ombud har anfört detta. Björkdalens Bygg bestred yrkandet."
    )
    found = written(text, "sv", "strict")
    assert found.startswith("Käranden [organisation 1] har")
    assert found.count("[organisation 1]") == 4


def test_the_word_for_a_party_is_no_part_of_a_name():
    text = "Kantaja Matti Virtanen on vaatinut korvausta. Vastaaja Aino Mäkelä on kiistänyt kanteen."
    found = written(text, "fi", "court-eu")
    assert found == "Kantaja henkilö A on vaatinut korvausta. Vastaaja henkilö B on kiistänyt kanteen."


def test_an_owner_is_not_the_company_that_is_called_after_him():
    text = "Tiltalte Per Bak ejer Per Bak Byg ApS. Per Bak har forklaret, at han kender sagen."
    assert "Per Bak har" not in written(text, "da", "court-eu")
