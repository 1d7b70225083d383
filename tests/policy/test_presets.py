"""Every preset on the example documents, and the papers' own examples."""

import sys
from pathlib import Path

import pytest

from builders import doc
from lexveil import config
from lexveil.model import Entity, Span
from lexveil.policy import decide
from lexveil.replace import pseudonyms, render

sys.path.insert(0, str(Path(__file__).parents[1] / "golden"))
import policies_build

PRESETS = config.presets()
HIDE_COUNSEL = ("finland", "denmark")


@pytest.fixture(scope="module")
def examples():
    return policies_build.resolved()


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_makes_of_the_examples_what_its_golden_file_says(name, examples):
    golden = (policies_build.FOLDER / f"{name}.txt").read_text("utf8")
    assert policies_build.golden(examples, PRESETS[name]) == golden


@pytest.mark.parametrize("source", policies_build.countries(), ids=lambda path: path.name.split(".marked")[0])
def test_the_policy_of_a_country_makes_of_its_document_what_the_golden_file_says(source):
    document, entities = policies_build.marked(source)
    chosen = PRESETS[source.name.split(".")[0]]
    golden = policies_build.countries()[source].read_text("utf8")
    assert policies_build.written(document, entities, chosen) == golden
    decided = {each.entity: each.action for each in decide(document, entities, chosen)}
    for entity in (each for each in entities if each.category == "PERSON"):
        named = entity.role in ("JUDGE", "CLERK", *(() if chosen.name in HIDE_COUNSEL else ("LAWYER",)))
        assert decided[entity.id] == ("keep" if named else "replace"), entity.role


def written(marked, name, language="en"):
    """The marked text under a preset; marks with the same role word are one entity."""
    policy = PRESETS[name]
    document, spans, roles = doc(marked, language=language)
    groups: dict[str, list[Span]] = {}
    for span, role in zip(spans, roles, strict=True):
        groups.setdefault(role or str(span.start), []).append(span)
    entities = [
        Entity(
            f"e{n}", group[0].category, role if role in ("JUDGE", "LAWYER") else "WITNESS", 1, tuple(group)
        )
        for n, (role, group) in enumerate(groups.items())
    ]
    decisions = decide(document, entities, policy)
    language = policy.language or language
    given = pseudonyms(document, entities, decisions, language=language, key=b"k" * 32)
    found = render(
        document,
        entities,
        decisions,
        given,
        titles=policy.titles,
        legal_forms=policy.legal_forms,
        language=language,
    )
    text, last = "", 0
    for each in found:
        text += document.text[last : each.start] + each.text
        last = each.end
    return text + document.text[last:]


@pytest.mark.parametrize(
    ("name", "language", "marked", "text"),
    [
        # Povlsen et al., figure 2
        (
            "denmark",
            "da",
            "Klagen fra [XL Handel ApS](ORG) vedrører en defekt gravemaskine.",
            "Klagen fra [virksomhed1] ApS vedrører en defekt gravemaskine.",
        ),
        (
            "denmark",
            "da",
            "[Torvund](PERSON:a) og [Torvunds](PERSON:a) hund",
            "[person1] og [person1]s hund",
        ),
        # Cabrera-Diego and Gheewala, figure 2
        (
            "arbitration",
            "en",
            "[Bill Scott](PERSON:a), [William Scott](PERSON:a), [McConnell](PERSON:b) and [Scott](PERSON:a)",
            "WITNESS_1, WITNESS_1, WITNESS_2 and WITNESS_1",
        ),
        # the Swiss Federal Supreme Court
        (
            "switzerland",
            "de",
            "[Torvund](PERSON:a) und die [Quellmark AG](ORG) gegen [Torvunds](PERSON:a) Bruder",
            "A.________ und die B.________ AG gegen A.________s Bruder",
        ),
        ("sweden", "sv", "[Torvund](PERSON:a) och [Torvunds](PERSON:a) bil", "AA och AA:s bil"),
        (
            "germany",
            "de",
            "Herr [Torvund](PERSON:a) kam mit [Torvunds](PERSON:a) Bruder zur [Quellmark GmbH](ORG).",
            "Herr A. kam mit A.s Bruder zur B. GmbH.",
        ),
        # one full stop for the letter and the sentence
        ("germany", "de", "Es kam Frau [Torvund](PERSON). Sie schwieg.", "Es kam Frau A. Sie schwieg."),
        ("germany", "de", "Da rief [Torvund](PERSON)... nichts.", "Da rief A.... nichts."),
        (
            "austria",
            "de",
            "[Roe](PERSON:a) gab [Roes](PERSON:a) Haus der [Quellmark GmbH](ORG), Dr. [Roe](PERSON:lawyer)",
            "A* gab A*s Haus der B* GmbH, Dr. Roe",
        ),
        (
            "belgium",
            "fr",
            "M. [Torvund](PERSON) contre la [SRL Quellmark](ORG), Me [Roe](PERSON:lawyer)",
            "M. A. contre la SRL Quellmark, Me Roe",
        ),
        # a court found as an organisation
        (
            "germany",
            "de",
            "das [Landgericht Altsee](ORG), die [Roe AG](ORG)",
            "das Landgericht Altsee, die A. AG",
        ),
        ("germany", "de", "das [QBX-Sportgericht](ORG), die [QBX](ORG)", "das A., die B."),
        ("austria", "de", "Der [Oberste Gerichtshof](ORG) hat", "Der Oberste Gerichtshof hat"),
        (
            "switzerland",
            "it",
            "il [Tribunale d'appello](ORG) e la [Roe SA](ORG)",
            "il Tribunale d'appello e la A.________ SA",
        ),
        # before a letter without elision
        (
            "france",
            "fr",
            "selon [Roe](PERSON:a), le fils d'[Adam](PERSON:b) dit qu'[Adam](PERSON:b) et d'[Ève](PERSON:a)",
            "selon [A], le fils de [B] dit que [B] et d'[A]",
        ),
        (
            "italy",
            "it",
            "[Torvund](PERSON:a) ed [Anna](PERSON:b), ad [Anna](PERSON:b), dall'[Ultigardi](PERSON:c)",
            "A.A. e B.B., a B.B., da C.C.",
        ),
        ("norway", "nb", "advokat [Roe](PERSON:lawyer) for [Torvund](PERSON)", "advokat Roe for A"),
        ("switzerland", "fr", "Me [Roe](PERSON:lawyer) pour [Torvund](PERSON)", "Me Roe pour A.________"),
        # Oksanen et al., figure 1 and section 3.2.2
        (
            "finland",
            "fi",
            "[Mynämäen seurakunta](ORG:x) ja [Quellmark Oy](ORG:y)",
            "Organisaatio A ja yhtiö A",
        ),
        (
            "finland",
            "fi",
            "Kun [Virtanen](PERSON:a) soitti, [Virtasen](PERSON:a) vaimo vei [Virtaselle](PERSON:a) luurin.",
            "Kun henkilö A soitti, henkilön A vaimo vei henkilölle A luurin.",
        ),
        (
            "finland",
            "fi",
            "Asian ovat ratkaisseet oikeusneuvokset Ilmari [Torvund](PERSON:a) ja [Metsäranta](PERSON:b).",
            "Asian ovat ratkaisseet oikeusneuvokset Ilmari Torvund ja Metsäranta.",
        ),
        (
            "france",
            "fr",
            "M. [Torvund](PERSON), Mme [Quellmark](PERSON), greffière",
            "M. [A], Mme Quellmark, greffière",
        ),
        (
            "italy",
            "it",
            "dott. [Torvund](PERSON), Presidente, sentito il sig. [Quellmark](PERSON)",
            "dott. Torvund, Presidente, sentito il sig. A.A.",
        ),
        (
            "spain",
            "es",
            "La Procuradora Doña [Ana Torvund](PERSON) por [Luis Quellmark](PERSON)",
            "La Procuradora Doña Ana Torvund por persona A",
        ),
        (
            "spain",
            "es",
            "Dijo D.ª [Ana Torvund](PERSON:a) que el Sr. [Torvund](PERSON:b) acudió al Sr. [Roe](PERSON:c).",
            "Dijo persona A que la persona B acudió a la persona C.",
        ),
        (
            "catalonia",
            "ca",
            "La lletrada [Anna Torvund](PERSON), per en [Lluís Torvund](PERSON), de [carrer Nou, 3](ADDRESS)",
            "La lletrada Anna Torvund, per persona A, de [adreça 1]",
        ),
        (
            "catalonia",
            "ca",
            "Sosté l'[Anna](PERSON:a) que el pare d'en [Pau](PERSON:b) va trucar al Sr. [Torvund](PERSON:c).",
            "Sosté la persona A que el pare de persona B va trucar a la persona C.",
        ),
        (
            "court-eu",
            "de",
            "[Torvund](PERSON), [a@torvund.example](EMAIL)",
            "Person A, [E-Mail 1]",
        ),
        (
            "hipaa",
            "en",
            "[Roe](PERSON), aged [93](AGE), of [Ohio](LOC)",
            "[person 1], aged [age over 89, 1], of Ohio",
        ),
    ],
)
def test_the_practice_of_each_court(name, language, marked, text):
    assert written(marked, name, language) == text
