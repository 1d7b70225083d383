"""Fictional judgments, awards and decisions about people of one family name: who is meant is known.

    python -m train.families OUT.jsonl [--split train|test]
    python -m train.families --score [--split train|test]

A template of `templates/` says who takes part, and its lines with a colon how a writer of that document
calls each of them: one is "Mr Roe" throughout and the brother "Mr Paul Roe"; or all children go by the
given name; or "Mr Roe" is whoever was named last. Unclear are "Mr Roe" and "Roe" with two people who may be
so called. The scorers of `resolve/cluster.py` are trained on `templates/train`, never on `templates/test`.
The same arguments give the same document under one version of Faker.
"""

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from lexveil.evaluate.clusters import key_of, ranges
from lexveil.evaluate.coreference import Groups, score
from lexveil.evaluate.gold import Gold
from lexveil.resolve.cluster import cluster
from lexveil.text.fold import fold
from train.stress import DATA, Text, drawn, write

SEEDS = {"train": range(1, 25), "test": range(50_001, 50_013)}  # of each template
DEFINES = 0.4  # of those whose habitual form is the family name
_SLOT = re.compile(r"\{(~|\w)(?:\.(\w+))?\}")
_PRONOUNS = {"he": ("he", "she"), "his": ("his", "her"), "him": ("him", "her")}


class Made(NamedTuple):
    gold: Gold
    unclear: frozenset[int]  # where mentions start that two people may be meant by


@dataclass(slots=True)
class Someone:
    letter: str
    gender: str
    title: str
    given: str
    family: str
    habits: Sequence[str] = ("full",)

    def words(self, form: str) -> tuple[str, str]:
        """The title, which is no part of the mention, and the name."""
        full, family, capitals = f"{self.given} {self.family}", self.family, self.family.upper()
        titled = form in ("mr", "tfull", "tcaps") or (form == "init" and self.title)
        name = {
            "mr": family, "bare": family, "given": self.given, "full": full, "tfull": full,
            "init": f"{self.given[0]}. {family}", "caps": full.upper(), "tcaps": full.upper(),
            "capsfamily": capitals, "last": f"{capitals}, {self.given}",
        }[form]  # fmt: skip
        return f"{self.title} " if titled else "", name


def documents(split: str) -> Iterator[Made]:
    for template in templates(split):
        for seed in SEEDS[split]:
            yield document(template, seed=seed)


def templates(split: str) -> list[Traversable]:
    every = (files("train") / "templates" / split).iterdir()
    return sorted((each for each in every if each.name.endswith(".txt")), key=lambda each: each.name)


def document(template: Traversable, *, seed: int) -> Made:
    head, body = template.read_text("utf8").split("---\n", 1)
    name = template.name.removesuffix(".txt")
    chance = random.Random(f"{name} {seed}")
    lines = head.splitlines()
    cast = _cast(chance, [line.split() for line in lines if not line.startswith(":")])
    habits = chance.choice([line[1:].split() for line in lines if line.startswith(":")])
    for letter, _, forms in (each.partition("=") for each in habits):
        cast[letter].habits = forms.split("/")
    families = {line.split()[2]: cast[line.split()[0]].family for line in lines if not line.startswith(":")}
    writer = _Writer(chance, cast, families)
    writer.write(body)
    return Made(writer.text.gold(f"{name}-{seed}"), frozenset(writer.unclear))


def _cast(chance: random.Random, lines: list[list[str]]) -> dict[str, Someone]:
    """Each line is a letter, a gender, the number of the family, a title; no two have one initial."""
    cast: dict[str, Someone] = {}
    families: dict[str, str] = {}
    for letter, gender, number, *title in lines:
        while letter not in cast:
            drawn_gender, first, family = drawn(chance)
            initials = {fold(one.given[0]) for one in cast.values()}
            taken = {fold(one) for other, one in families.items() if other != number}
            family = families.get(number, family)
            if drawn_gender != gender or fold(first[0]) in initials or fold(family) in taken:
                continue
            families[number] = family
            called = title[0] if title else "Mr" if gender == "m" else "Ms"
            cast[letter] = Someone(letter, gender, called, first, family)
    return cast


class _Writer:
    def __init__(self, chance: random.Random, cast: dict[str, Someone], families: dict[str, str]) -> None:
        self.chance, self.cast, self.families = chance, cast, families
        self.text = Text()
        self.unclear: set[int] = set()
        self.last: dict[str, str] = {}  # family name → who was last named, in this paragraph

    def write(self, body: str) -> None:
        for paragraph in re.split(r"(\n\n)", body):
            self.last.clear()
            at = 0
            for slot in _SLOT.finditer(paragraph):
                self.text.add(paragraph[at : slot.start()])
                self._fill(slot[1], slot[2] or "")
                at = slot.end()
            self.text.add(paragraph[at:])

    def _fill(self, who: str, form: str) -> None:
        if who == "~":
            self.text.add(" ".join(self.chance.sample(DATA["fillers"], self.chance.randint(0, 3))))
        elif who.isdigit():
            self.text.add(self.families[who] + ("ham" if form == "place" else ""))
        elif form.lower() in _PRONOUNS:
            pronoun = _PRONOUNS[form.lower()][self.cast[who].gender == "f"]
            self.text.add(pronoun.capitalize() if form[0].isupper() else pronoun)
        elif form == "intro":
            self._introduce(self.cast[who])
        else:
            self._mention(self.cast[who], form or self._habit(self.cast[who]))

    def _introduce(self, one: Someone) -> None:
        self._mention(one, self.chance.choice(("full", "full", "tfull")))
        if one.habits[0] in ("mr", "bare") and self.chance.random() < DEFINES:
            before, after = self.chance.choice(DATA["defined"]).split("{}")
            self.text.add(before)
            self._mention(one, one.habits[0])
            self.text.add(after)

    def _habit(self, one: Someone) -> str:
        form = self.chance.choice(one.habits)
        if form != "local":
            return form
        again = self.last.get(one.family) == one.letter
        return self.chance.choice(("mr", "mr", "bare", "full") if again else ("full", "tfull"))

    def _mention(self, one: Someone, form: str) -> None:
        title, name = one.words(form)
        self.text.add(title)
        start = self.text.length
        self.text.name(name, one.letter)
        self.last[one.family] = one.letter
        bearers = [other for other in self.cast.values() if other.family == one.family]
        if form == "mr":
            bearers = [other for other in bearers if other.gender == one.gender]
        if form in ("mr", "bare") and len(bearers) > 1:
            self.unclear.add(start)


def right(made: Made, response: Groups) -> int:
    """How many unclear mentions are in the group that has most of the clear ones of their person."""
    owner = {(each.start, each.end): each.cluster for each in made.gold.mentions}
    count = 0
    for group in response:
        places = [place for place in group if isinstance(place, tuple)]
        clear = Counter(owner[place] for place in places if place[0] not in made.unclear)
        most = clear.most_common(1)[0][0] if clear else None
        count += sum(owner[place] == most for place in places if place[0] in made.unclear)
    return count


def figures(split: str) -> dict[str, tuple[int, int, float, float]]:
    """Unclear mentions, those given to the right person, CoNLL macro and micro; by template, and of all."""
    rows: dict[str, tuple[int, int, float, float]] = {}
    every: list[tuple[int, int, tuple[Groups, Groups]]] = []
    for template in templates(split):
        here = []
        for seed in SEEDS[split]:
            made = document(template, seed=seed)
            key, spans = key_of(made.gold, "PERSON")
            response = ranges(group.spans for group in cluster(made.gold.document, spans))
            here.append((len(made.unclear), right(made, response), (key, response)))
        rows[template.name.removesuffix(".txt")] = _row(here)
        every += here
    return rows | {"all": _row(every)}


def _row(here: Sequence[tuple[int, int, tuple[Groups, Groups]]]) -> tuple[int, int, float, float]:
    conll = score([pair for _, _, pair in here])["conll"]
    return sum(each[0] for each in here), sum(each[1] for each in here), conll["macro"], conll["micro"]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path, nargs="?", help="the file of JSON lines to write")
    parser.add_argument("--split", choices=sorted(SEEDS), default="test")
    parser.add_argument("--score", action="store_true", help="print how many unclear mentions are right")
    options = parser.parse_args()
    if options.out:
        write(options.out, (made.gold for made in documents(options.split)))
    if options.score or not options.out:
        for name, (unclear, correct, macro, micro) in figures(options.split).items():
            told = f"{correct:>5} of {unclear:>5} unclear right ({correct / max(unclear, 1):.3f})"
            sys.stdout.write(f"{name:<14} {told}  CoNLL {macro:.3f} / {micro:.3f}\n")


if __name__ == "__main__":
    main()
