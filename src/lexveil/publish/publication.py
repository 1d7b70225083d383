"""What is published of a decision: its text as pseudonymized, who is in it by pseudonym and role, what it
cites.

Nothing here is of the original: texts and places are those of the result, and no id is drawn from a hash.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from lexveil import check
from lexveil.errors import MetadataError
from lexveil.model import Document, Replacement
from lexveil.pipeline import Result
from lexveil.publish.caption import PAGE, court, day
from lexveil.publish.citations import Cited, cited_decisions, cited_statutes, ecli_in
from lexveil.publish.iris import slug
from lexveil.text.search import Search

Place = tuple[int, int]  # in the published text
ABOUT = ("ecli", "eli", "court", "date", "title")  # what may be told of a decision


@dataclass(frozen=True, slots=True)
class Person:
    number: int  # in the order of first mention
    pseudonym: str
    role: str
    side: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Publication:
    name: str  # of its folder and its IRI
    text: str = field(repr=False)
    language: str
    title: str
    court: str
    date: str  # ISO, or ""
    ecli: str
    eli: str
    people: tuple[Person, ...]
    statutes: tuple[Cited, ...]
    decisions: tuple[Cited, ...]
    policy: str
    made_with: Mapping[str, str]
    approved_by: str = ""
    licence: str = ""


def publication(
    result: Result,
    stem: str,
    *,
    about: Mapping[str, Any] | None = None,
    approved_by: str = "",
    licence: str = "",
    taken: Collection[str] = (),
) -> Publication:
    """`stem` is the name of the file, which becomes that of the publication unless it tells of somebody;
    `about` what is known of the decision; `taken` are names of others."""
    known = _told(about or {}, stem)
    text, language = result.text, result.document.language
    published = Document("published", text, language)
    made = _places(result.replacements)
    ecli = known.get("ecli") or ecli_in(text[:PAGE])
    name = _name(result, ecli, stem, taken)
    return Publication(
        name=name,
        text=text,
        language=language,
        title=known.get("title") or ecli or name,
        court=known.get("court") or court(result),
        date=known.get("date") or day(text, language=language, made=made),
        ecli=ecli,
        eli=known.get("eli", ""),
        people=_people(result, made),
        statutes=cited_statutes(published),
        decisions=tuple(each for each in cited_decisions(published) if each.label != ecli),
        policy=result.policy.name,
        made_with=result.made_with,
        approved_by=approved_by,
        licence=licence,
    )


def _told(about: Mapping[str, Any], stem: str) -> dict[str, str]:
    for key, value in about.items():
        if key not in ABOUT or not isinstance(value, str):
            raise MetadataError("publish.about_key", name=stem, key=key, choices=", ".join(ABOUT))
    if about.get("date"):
        try:
            date.fromisoformat(about["date"])
        except ValueError:
            raise MetadataError("publish.about_date", name=stem) from None
    return dict(about)


def _name(result: Result, ecli: str, stem: str, taken: Collection[str]) -> str:
    """The ECLI, else the name of the file; a number where that spells out somebody or is taken."""
    hidden = Search(result.hidden)
    for wanted in (slug(ecli), slug(stem)):
        tells = result.named_by(wanted) or check.spells(wanted, (each.text for each in result.hidden))
        if wanted and wanted not in taken and not tells and next(hidden.find(wanted), None) is None:
            return wanted
    return next(name for at in range(1, len(taken) + 2) if (name := f"decision-{at}") not in taken)


def _people(result: Result, made: list[Place]) -> tuple[Person, ...]:
    """Those who bear a pseudonym, in the order of their first mention."""
    places: defaultdict[str, list[Place]] = defaultdict(list)
    for replacement, place in zip(result.replacements, made, strict=True):
        places[replacement.entity].append(place)
    people = [each for each in result.entities if each.category == "PERSON" and places.get(each.id)]
    people.sort(key=lambda each: places[each.id][0])
    return tuple(
        Person(at, result.pseudonyms.get(each.id, ""), each.role, each.side, tuple(places[each.id]))
        for at, each in enumerate(people, 1)
    )


def _places(replacements: tuple[Replacement, ...]) -> list[Place]:
    """Where each stands in the result."""
    found, grown = [], 0
    for each in replacements:
        start = each.start + grown
        found.append((start, start + len(each.text)))
        grown += len(each.text) - (each.end - each.start)
    return found
