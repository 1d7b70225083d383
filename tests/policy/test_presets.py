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


@pytest.fixture(scope="module")
def examples():
    return policies_build.resolved()


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_makes_of_the_examples_what_its_golden_file_says(name, examples):
    golden = (policies_build.FOLDER / f"{name}.txt").read_text("utf8")
    assert policies_build.golden(examples, PRESETS[name]) == golden


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
        ("switzerland", "fr", "Me [Roe](PERSON:lawyer) pour [Torvund](PERSON)", "Me Roe pour A.________"),
        # Oksanen et al., figure 1 and section 3.2.2
        (
            "finland",
            "fi",
            "[Mynämäen seurakunta](ORG:x) ja [Quellmark Oy](ORG:y)",
            "Organisaatio A ja Organisaatio B",
        ),
        (
            "finland",
            "fi",
            "Kun [Virtanen](PERSON:a) soitti, [Virtasen](PERSON:a) vaimo vei [Virtaselle](PERSON:a) luurin.",
            "Kun henkilö A soitti, henkilö A:n vaimo vei henkilö A:lle luurin.",
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
            "spain",
            "es",
            "La Procuradora Doña [Ana Torvund](PERSON) por [Luis Quellmark](PERSON)",
            "La Procuradora Doña Ana Torvund por persona A",
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
