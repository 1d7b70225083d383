"""Fictional worlds whose whole truth is known: people, what is known of them, their cases, and the decisions.

Whoever attacks what was published is told the public part, `Record`, of everyone; who stands where in the
documents is in their gold. One seed makes one world. People and companies are invented.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from lexveil.errors import InputError
from lexveil.evaluate import origins
from lexveil.evaluate.attacks.knowledge import Record
from lexveil.evaluate.gold import Gold, Mention
from lexveil.languages import DEFAULT, codes, load, own

TABLE = "worlds"  # of a language
PEOPLE, DOCUMENTS = 600, 200
INSTANCES = 2  # decisions in a case
PARTS = ("claimant", "defendant", "witness", "second")  # of a case, each somebody else
ROLES = {"claimant": "PARTY", "defendant": "PARTY", "witness": "WITNESS", "second": "WITNESS",
         "judge": "JUDGE", "lawyer": "LAWYER"}  # fmt: skip
BENCH = 12  # judges, and as many lawyers
FACTS = ("born", "town", "occupation", "employer")  # that are known of somebody
FIRST_BIRTH, FIRST_EVENT = date(1945, 1, 1), date(2012, 1, 9)
_PLACE = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
# What a fact is in gold: its type and its finer mark.
_MARKS = {
    "born": ("DATETIME", "BIRTH"), "town": ("LOC", "LOC"), "occupation": ("DEM", "DEM"),
    "employer": ("ORG", "ORG"), "event": ("DATETIME", "DATE"), "filed": ("DATETIME", "DATE"),
    "amount": ("QUANTITY", "QUANTITY"), "court": ("ORG", "COURT"),
    "number": ("CODE", "CODE"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    id: str
    kind: str  # what it is about: what a classifier is to tell
    people: Mapping[str, str]  # part → id of the person
    event: date
    filed: date


@dataclass(frozen=True, slots=True)
class World:
    language: str
    known: tuple[Record, ...] = field(repr=False)  # of everyone in it
    cases: tuple[Case, ...] = field(repr=False)
    documents: tuple[Gold, ...] = field(repr=False)

    @property
    def members(self) -> frozenset[str]:
        """Who stands in a decision as a party or a witness."""
        return frozenset(person for case in self.cases for person in case.people.values())

    def kind(self, gold: Gold) -> str:
        return next(case.kind for case in self.cases if case.id == gold.case)


def made(
    *, people: int = PEOPLE, documents: int = DOCUMENTS, language: str = DEFAULT, seed: int = 0
) -> World:
    """At least a third of the people stand in no decision, so that nobody is found by guessing who is in."""
    if language not in languages_told():
        raise InputError("evaluate.world_language", language=language, choices=", ".join(languages_told()))
    number = -(-documents // INSTANCES)
    if documents < 1 or people < number * len(PARTS) * 1.25:
        raise InputError("evaluate.world_size", people=people, least=-(-number * len(PARTS) * 5 // 4))
    draw = random.Random(f"{language} {seed}")  # noqa: S311 (a fiction, nothing secret)
    table = own(language, TABLE)
    known = _people(draw, table, people, language)
    cases = _cases(draw, table, known, number)
    known = tuple(_with_news(draw, each, cases) for each in known)
    by_id = {each.id: each for each in known}
    bench = [_name(draw, language, draw.choice("mf")) for _ in range(2 * BENCH)]
    told = [
        _decision(draw, table, by_id, case, instance, bench, language)
        for case in cases
        for instance in range(INSTANCES)
    ]
    return World(language, known, cases, tuple(told[:documents]))


def languages_told() -> tuple[str, ...]:
    """The languages in which there are worlds."""
    return tuple(code for code in codes() if own(code, TABLE))


def _name(draw: random.Random, language: str, gender: str) -> tuple[str, str]:
    locale = draw.choice(load(language).locales[:2])
    given = origins.names(locale, family=False, gender=gender)
    return draw.choice(given), draw.choice(origins.names(locale, family=True, gender=gender))


def _people(draw: random.Random, table: Mapping[str, Any], number: int, language: str) -> tuple[Record, ...]:
    people: dict[str, Record] = {}
    while len(people) < number:
        gender = draw.choice("mf")
        name = " ".join(_name(draw, language, gender))
        facts = {
            "born": (FIRST_BIRTH + timedelta(days=draw.randrange(55 * 365))).isoformat(),
            **{kind: draw.choice(table[f"{kind}s"]) for kind in FACTS[1:]},
        }
        people.setdefault(name, Record(f"p{len(people) + 1}", name, gender, facts))
    return tuple(people.values())


def _cases(
    draw: random.Random, table: Mapping[str, Any], known: Sequence[Record], number: int
) -> tuple[Case, ...]:
    drawn = iter(draw.sample(known, number * len(PARTS)))
    kinds = sorted(table["kinds"])
    return tuple(
        Case(f"c{at + 1}", kinds[at % len(kinds)], {part: next(drawn).id for part in PARTS}, *_dates(draw))
        for at in range(number)
    )


def _dates(draw: random.Random) -> tuple[date, date]:
    event = FIRST_EVENT + timedelta(days=draw.randrange(9 * 365))
    return event, event + timedelta(days=draw.randrange(60, 700))


def _with_news(draw: random.Random, person: Record, cases: Sequence[Case]) -> Record:
    """What the press told of the parties: the days of their case. Of everyone else, other days."""
    own_case = (case for case in cases if person.id in (case.people["claimant"], case.people["defendant"]))
    case = next(own_case, None)
    days = (case.event, case.filed) if case else _dates(draw)
    return Record(person.id, person.name, person.gender, person.facts, tuple(map(date.isoformat, days)))


def _decision(
    draw: random.Random,
    table: Mapping[str, Any],
    known: Mapping[str, Record],
    case: Case,
    instance: int,
    bench: Sequence[tuple[str, str]],
    language: str,
) -> Gold:
    sections = ("people", "opponents", "witnesses", "others")
    told = [draw.choice(table[name]) for name in sections]
    draw.shuffle(told)
    body = [*told[:1], *table["kinds"][case.kind][:2], *told[1:], *table["kinds"][case.kind][2:]]
    opening = draw.choice(table["appeal" if instance else "opening"])
    numbered = (f"{at}. {text}" for at, text in enumerate([*body, draw.choice(table["ends"])], 2))
    values = {
        "event": spoken_date(case.event, language),
        "filed": spoken_date(case.filed, language),
        "amount": table["amount"].format(amount=f"{draw.randrange(1000, 90000):,}"),
        "court": draw.choice(table["courts"]),
        "number": f"{draw.choice('ABCD')}{draw.randrange(10)}X{draw.randrange(10**4, 10**5)}",
    }
    named = {part: known[person] for part, person in case.people.items()}
    judge, lawyer = draw.choice(bench[:BENCH]), draw.choice(bench[BENCH:])
    named["judge"] = Record(f"judge {' '.join(judge)}", " ".join(judge), "m", {})
    named["lawyer"] = Record(f"lawyer {' '.join(lawyer)}", " ".join(lawyer), "m", {})
    parts = list(_told("\n\n".join([opening, *numbered]), table, named, values, language))
    text, mentions = "", []
    for part, mention in parts:
        if mention:
            start, role, cluster, kind, mark = len(text), *mention
            mentions.append(
                Mention(start, start + len(part), kind, role, cluster, masked=kind != "", mark=mark)
            )
        text += part
    return Gold(f"{case.id}-{instance + 1}", text, tuple(mentions), language=language, case=case.id)


_Mark = tuple[str, str, str, str]  # role, cluster, type, finer mark


def _told(
    template: str,
    table: Mapping[str, Any],
    named: Mapping[str, Record],
    values: Mapping[str, str],
    language: str,
) -> Iterator[tuple[str, _Mark | None]]:
    """The text in pieces, each with what it is in the gold."""
    last = 0
    for place in _PLACE.finditer(template):
        yield template[last : place.start()], None
        last = place.end()
        whom, what = place.groups()
        if whom in values:
            yield values[whom], ("", "", *_MARKS[whom])
            continue
        person = named[whom]
        if what in FACTS:
            fact = person.facts[what]
            said = spoken_date(date.fromisoformat(fact), language) if what == "born" else fact
            yield said, ("", "", *_MARKS[what])
        elif what and what.lower() in ("he", "his"):
            pronoun = table[what.lower()][person.gender]
            yield pronoun.capitalize() if what[0].isupper() else pronoun, None
        else:
            if what:
                yield f"{table['titles'][person.gender]} ", None
            name = person.name.split(" ", 1)[1] if what or whom == "judge" else person.name
            yield name, (ROLES[whom], person.id, "PERSON", "PERSON")
    yield template[last:], None


def spoken_date(day: date, language: str) -> str:
    """
    >>> spoken_date(date(1984, 5, 3), "en")
    '3 May 1984'
    """
    months = load(language).dates["months"]["long"]
    written: str = own(language, TABLE)["date"]
    return written.format(day=day.day, month=months[day.month - 1], year=day.year)
