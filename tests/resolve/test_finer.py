"""Rare diseases, offices of one person, places of care, user names, family numbers: categories of their
own in every language, each of which a policy can hide or keep."""

import pytest

from lexveil import config, pipeline
from lexveil.config import Settings
from lexveil.detect import DETECTORS, MODEL
from lexveil.model import Document
from lexveil.policy import parse
from lexveil.policy.rules import override

RULES = Settings(detectors=tuple(name for name in DETECTORS if name != MODEL))
DISEASES = [
    ("en", "She has cystic fibrosis and asthma.", "cystic fibrosis"),
    ("en", "He was treated for Wilson's disease and Parkinson's disease.", "Wilson's disease"),
    ("fi", "Hänellä on kystinen fibroosi ja astma.", "kystinen fibroosi"),
    ("sv", "Hon har Huntingtons sjukdom och astma.", "Huntingtons sjukdom"),
    ("da", "Han har hæmofili og astma.", "hæmofili"),
    ("nb", "Hun har muskeldystrofi og astma.", "muskeldystrofi"),
    ("nn", "Ho har cystisk fibrose og astma.", "cystisk fibrose"),
    ("de", "Er leidet an Hämophilie und an Asthma.", "Hämophilie"),
    ("fr", "Elle souffre de mucoviscidose et d'asthme.", "mucoviscidose"),
    ("it", "È affetta da talassemia e da asma.", "talassemia"),
    ("es", "Padece fibrosis quística y asma.", "fibrosis quística"),
    ("ca", "Pateix la malaltia de Wilson i asma.", "malaltia de Wilson"),
]
# … and what a model takes for a person where it is asked.
DISCOVERERS = [
    ("de", "Er leidet an Morbus Fabry und an Asthma.", "Morbus Fabry"),
    ("de", "Bei ihr wurde Morbus Gaucher festgestellt.", "Morbus Gaucher"),
    ("sv", "Han har Morbus Wilson sedan länge.", "Morbus Wilson"),
    ("nn", "Ho lir av Fabrys sjukdom.", "Fabrys sjukdom"),
    ("nn", "Han har Huntingtons sjukdom.", "Huntingtons sjukdom"),
    ("de", "Er ist an Chorea Huntington erkrankt.", "Chorea Huntington"),
    ("es", "Tiene el síndrome de Marfan.", "síndrome de Marfan"),
    ("ca", "Té la síndrome de Marfan.", "síndrome de Marfan"),
]
JOBS = [
    ("en", "She was the mayor of Kvalsund, he a teacher.", "mayor"),
    ("fi", "Hän oli Kvalsundin kaupunginjohtaja, tämä opettaja.", "kaupunginjohtaja"),
    ("sv", "Hon var borgmästare i Kvalsund, han lärare.", "borgmästare"),
    ("da", "Hun var borgmester i Kvalsund, han lærer.", "borgmester"),
    ("nb", "Hun var ordfører i Kvalsund, han lærer.", "ordfører"),
    ("nn", "Ho var ordførar i Kvalsund, han lærar.", "ordførar"),
    ("de", "Sie war Bürgermeisterin von Kvalsund, er Lehrer.", "Bürgermeisterin"),
    ("fr", "Elle était maire de Kvalsund, lui professeur.", "maire"),
    ("it", "Lei era sindaco di Kvalsund, lui insegnante.", "sindaco"),
    ("es", "Ella era alcaldesa de Kvalsund, él maestro.", "alcaldesa"),
    ("ca", "Ella era alcaldessa de Kvalsund, ell mestre.", "alcaldessa"),
    ("fi", "Hän on Suomen Pankin pääjohtaja.", "pääjohtaja"),
    ("de", "Er war Präsident der Bundesbank.", "Präsident der Bundesbank"),
    ("fr", "Il est gouverneur de la Banque de Kvalsund.", "gouverneur"),
    ("es", "Es gobernadora del Banco de Kvalsund.", "gobernadora"),
    ("ca", "És governador del Banc de Kvalsund.", "governador"),
]
POLICY = """
format = 1
description = "traits and bodies go, rare diseases and places of care stay"

[[rule]]
category = ["RARE_DISEASE", "CARE_UNIT"]
action = "keep"

[[rule]]
category = ["DEM", "ORG", "CODE"]
label = "[{word} {n}]"
"""


def found(text: str, language: str, category: str, settings: Settings = RULES) -> list[str]:
    result = pipeline.analyze(
        Document("d", text, language), policy=parse(POLICY, name="mine"), settings=settings
    )
    text = result.document.text
    spans = (span for each in result.entities if each.category == category for span in each.spans)
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(("language", "text", "disease"), DISEASES)
def test_a_disease_that_few_have(language, text, disease):
    assert found(text, language, "RARE_DISEASE") == [disease]


@pytest.mark.parametrize(("language", "text", "disease"), DISCOVERERS)
def test_the_discoverer_of_a_disease_is_nobody_here(language, text, disease):
    assert found(text, language, "RARE_DISEASE", Settings()) == [disease]
    assert found(text, language, "PERSON", Settings()) == []


def test_whoever_is_called_like_the_discoverer_is_somebody():
    text = "Frau Anna Fabry leidet an Morbus Fabry. Frau Fabry wurde gehört."
    assert {"Anna Fabry", "Fabry"} == set(found(text, "de", "PERSON", Settings()))


@pytest.mark.parametrize(("language", "text", "job"), JOBS)
def test_an_office_that_one_person_has(language, text, job):
    assert found(text, language, "UNIQUE_JOB") == [job]


def test_a_place_of_care_a_user_name_and_a_family_number():
    text = "She was at Kvalsund General Hospital in May. User name: annroe77. Family number: 4471-22."
    assert found(text, "en", "CARE_UNIT") == ["Kvalsund General Hospital"]
    assert found(text, "en", "USERNAME") == ["annroe77"]
    assert found(text, "en", "FAMILY_NUMBER") == ["4471-22"]


def test_a_policy_says_more_of_the_finer_category_or_holds_for_it_too():
    text = "The mayor of Kvalsund has cystic fibrosis. Family number: 4471-22."
    result = pipeline.analyze(Document("d", text, "en"), policy=parse(POLICY, name="mine"), settings=RULES)
    actions = {
        entity.category: decision.action
        for entity, decision in zip(result.entities, result.decisions, strict=True)
    }
    assert actions["RARE_DISEASE"] == "keep"
    assert actions["UNIQUE_JOB"] == actions["FAMILY_NUMBER"] == "replace"


def test_the_command_line_names_them_too():
    policy = parse(POLICY, name="mine")
    narrow = override(policy, only=["unique-job"])
    assert [rule.category for rule in narrow.rules if rule.action == "replace"] == [frozenset(["UNIQUE_JOB"])]
    assert override(policy, keep=["family-number"]).rules[0].category == {"FAMILY_NUMBER"}


def test_the_risk_weighs_a_rare_disease_more_than_a_trait():
    weights = config.policy("court-eu").risk
    assert weights["RARE_DISEASE"] == weights["UNIQUE_JOB"] > weights["DEM"]
