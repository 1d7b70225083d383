"""The residual risk in words and as plain data, for the screen and for `NAME.report.json`.

Comes in: what `check.risk` found. Goes out: lines and a dict, without text of any document: people show as
number and pseudonym, what is left of them as categories.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from lexveil.check.risk import VERDICTS, Bar, PersonRisk, Risk, Summary, summary

# What a category is called; one that is not listed goes by its own name in small letters.
WORDS = {
    "PERSON": "name",
    "NATIONAL_ID": "identity number",
    "PLATE": "vehicle",
    "EMAIL": "e-mail",
    "URL": "link",
    "IP": "network address",
    "MAC": "device address",
    "PROPERTY_ID": "property",
    "CODE": "number",
    "IBAN": "account",
    "LOC": "place",
    "ORG": "organisation",
    "DEM": "trait",
    "MONEY": "sum",
    "MISC": "detail",
}


def word(category: str) -> str:
    """
    >>> word("ORG"), word("BIRTH_DATE")
    ('organisation', 'birth date')
    """
    return WORDS.get(category, category.lower().replace("_", " "))


def together(categories: Sequence[str]) -> str:
    """
    >>> together(("BIRTH_DATE", "LOC", "ORG"))
    'birth date + place + organisation'
    """
    return " + ".join(map(word, categories))


def line(risk: Risk) -> str:
    """One line on one document."""
    told = f"residual risk {risk.score} of hidden people, threshold {risk.threshold}: {risk.verdict}"
    if not risk.people:
        return f"{told} (the policy hides nobody in it)"
    most = risk.people[0]
    if not most.score:
        return told
    left = together(tuple(dict.fromkeys(each.category for each in most.left)))
    return f"{told}; most of one person {most.score}: {left}"


def lines(found: Summary) -> tuple[str, ...]:
    """Over several documents: the figures of the paper and a histogram, in signs that any screen has."""
    figures = (
        f"residual risk of {found.documents} documents: mean {found.mean:.1f}, sigma {found.sigma:.1f}, "
        f"p95 {found.p95:.1f}, highest {found.highest}, mean + sigma {found.mean_plus_sigma:.1f}, "
        f"threshold {found.threshold}: {found.verdict}"
    )
    most = max((bar.count for bar in found.histogram), default=0)
    return (figures, *(_bar(bar, most) for bar in found.histogram))


def _bar(bar: Bar, most: int, *, width: int = 40) -> str:
    length = -(-bar.count * width // most) if most else 0
    return f"{scores(bar):>7}  {bar.count:>6}  {'#' * length}".rstrip()


def scores(bar: Bar) -> str:
    """
    >>> scores(Bar(0, 0, 1)), scores(Bar(5, 9, 1)), scores(Bar(50, None, 1))
    ('0', '5–9', '50+')
    """
    if bar.high is None:
        return f"{bar.low}+"
    return str(bar.low) if bar.high == bar.low else f"{bar.low}–{bar.high}"


def data(risks: Sequence[Risk], pseudonyms: Sequence[Mapping[str, str]], *, table: bool) -> dict[str, Any]:
    """Of one document, or of the rows of a table: the row with the highest risk, everyone of whom something
    is left, and the figures over all rows. `pseudonyms` are those of each document."""
    worst = max(risks, key=lambda risk: (list(VERDICTS).index(risk.verdict), risk.score))
    return {
        "threshold": worst.threshold,
        "score": worst.score,
        "verdict": worst.verdict,
        "why": VERDICTS[worst.verdict],
        "hidden": sum(len(risk.people) for risk in risks),
        "named": sum(risk.named for risk in risks),
        "left": [asdict(each) for each in worst.left],
        "people": [
            _person(risk.document, person, names)
            for risk, names in zip(risks, pseudonyms, strict=True)
            for person in risk.people
            if person.score
        ],
        "corpus": asdict(summary(risks)) if table else None,
    }


def _person(document: str, person: PersonRisk, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "document": document,
        "entity": person.entity,
        "pseudonym": names.get(person.entity),
        "score": person.score,
        "left": [asdict(each) for each in person.left],
        "combination": list(person.combination),
    }
