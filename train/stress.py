"""Long fictional case files with many people: who is who is known by construction.

    python -m train.stress OUT.jsonl

People share family names; each is written in full, by title and family name, bare, by initials, with the
family name first, in capitals, without accents, by a nickname, in another transliteration, and now and then
as a scanner damages it. A short form is used as a careful writer uses it: in a section that has named the
person, and bare only when nobody else of that name was named since. A few people are what the file is
about: they are called by the family name alone wherever they like, and their relatives never are. The same
arguments give the same document under one version of Faker.
"""

import argparse
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from faker import Faker

from lexveil.evaluate.gold import Gold, Mention
from lexveil.text.fold import fold
from train import table

SEED, DOCUMENTS = 20_000, 20
TOKENS, PEOPLE = (50_000, 112_000), (60, 300)

KINDS = ("titled", "bare", "full", "initial", "given", "nickname")
DATA = table("stress")


@dataclass(slots=True)
class Someone:
    number: int
    gender: str
    given: str
    middle: str
    family: str
    title: str
    family_first: bool
    main: bool = False  # one of those the file is about
    nickname: str = ""
    other_family: str = ""


def documents(*, seed: int = SEED, count: int = DOCUMENTS) -> Iterator[Gold]:
    """The stress set: lengths and numbers of people spread evenly from the least to the most."""
    for at in range(count):
        part = at / max(count - 1, 1)
        tokens, people = (round(least + part * (most - least)) for least, most in (TOKENS, PEOPLE))
        yield document(seed=seed + at, tokens=tokens, people=people)


def document(*, seed: int, tokens: int, people: int) -> Gold:
    chance = random.Random(seed)
    cast = _cast(chance, people)
    writer = _Writer(chance)
    writer.main = {fold(one.family): one for one in cast if one.main}
    waiting = list(cast)
    while writer.text.tokens < tokens or waiting:
        here = [waiting.pop(0) for _ in range(min(len(waiting), chance.randint(2, 5)))]
        here += chance.sample(cast, k=min(len(cast), chance.randint(1, 5)))
        writer.section(list({one.number: one for one in here}.values()), long=writer.text.tokens < tokens)
    return writer.text.gold(f"stress-{seed}")


@cache
def _faker(locale: str) -> Faker:
    return Faker(locale)


def _cast(chance: random.Random, people: int) -> list[Someone]:
    """People of whom many share a family name; no two share given and family name."""
    cast: list[Someone] = []
    taken: set[tuple[str, str]] = set()
    while len(cast) < people:
        gender, first, family = drawn(chance)
        if cast and chance.random() < 0.25:
            family = chance.choice(cast).family
        key = fold(first), fold(family).split()[-1]
        # Nor is there one whose family name a slip of the pen would turn into the other.
        close = (given == key[0] and name[:3] == key[1][:3] for given, name in taken)
        if any(close):
            continue
        taken.add(key)
        cast.append(_someone(chance, len(cast), gender, first, family))
        shared = any(other.main and fold(other.family) == fold(family) for other in cast)
        cast[-1].main = len(cast) <= max(1, people // 30) and not shared
    return cast


def drawn(chance: random.Random) -> tuple[str, str, str]:
    if chance.random() < 0.15:
        return tuple(chance.choice(DATA["own_people"]))
    faker = _faker(chance.choice(DATA["locales"]))
    faker.seed_instance(chance.getrandbits(32))
    gender = chance.choice("mf")
    first = faker.first_name_male() if gender == "m" else faker.first_name_female()
    return gender, first.split()[0], faker.last_name()


def _someone(chance: random.Random, number: int, gender: str, first: str, family: str) -> Someone:
    title = chance.choices(("Mr" if gender == "m" else "Ms", "Dr", "Professor"), (8, 1, 1))[0]
    middle = chance.choice("ABCDEFGHJKLMNPRST") if chance.random() < 0.25 else ""
    person = Someone(number, gender, first, middle, family, title, family in ("Zhang", "Li", "Wang"))
    if chance.random() < 0.5:
        person.nickname = DATA["nicknames"].get(first, "")
    changed = [family.replace(one, other, 1) for one, other in DATA["other_letters"] if one in family[1:]]
    if changed and chance.random() < 0.15:
        person.other_family = chance.choice(changed)
    return person


class Text:
    """A text in the making, and who is named where."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.mentions: list[Mention] = []
        self.length = self.tokens = 0

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)
        self.tokens += text.count(" ")

    def name(self, name: str, who: str) -> None:
        self.mentions.append(Mention(self.length, self.length + len(name), "PERSON", cluster=who))
        self.add(name)

    def gold(self, number: str) -> Gold:
        return Gold(id=number, text="".join(self.parts), mentions=tuple(self.mentions))


class _Writer:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.text = Text()
        self.sections = 0
        self.named: dict[int, Someone] = {}  # in this section
        self.main: dict[str, Someone] = {}  # by family name
        self.introduced: set[int] = set()  # in this document
        self.last: dict[str, int] = {}  # family name, folded → who was last called by it in this section

    def section(self, cast: list[Someone], *, long: bool) -> None:
        self.named.clear()
        self.last.clear()
        self.sections += 1
        self.text.add(f"{self.sections}. ")
        queue = list(cast)
        for _ in range(self.chance.randint(8, 16) if long else 1):
            if len(cast) > 1 and self.chance.random() < 0.2:
                self._sentence(self.chance.choice(DATA["together"]), self.chance.sample(cast, 2))
            else:
                who = queue.pop() if queue else self.chance.choice(cast)
                self._sentence(self.chance.choice(DATA["said"]), [who])
            for _ in range(self.chance.randint(0, 3)):
                self.text.add(self.chance.choice(DATA["fillers"]) + " ")
            if self.chance.random() < 0.2:
                self.text.add("\n\n")
        for who in queue:
            self._sentence(self.chance.choice(DATA["said"]), [who])
        self.text.add("\n\n")

    def _sentence(self, template: str, people: list[Someone]) -> None:
        they, their = ("he", "his") if people[0].gender == "m" else ("she", "her")
        pieces = template.replace("{they}", they).replace("{their}", their).split("{}")
        for at, piece in enumerate(pieces):
            self.text.add(piece)
            if at < len(pieces) - 1:
                self._mention(people[at])
        self.text.add(" ")

    def _mention(self, who: Someone) -> None:
        title, name = self._form(who)
        self.text.add(f"{title} " if title else "")
        self.text.name(name, str(who.number))
        self.named[who.number] = who
        self.introduced.add(who.number)
        self.last[fold(who.family)] = who.number

    def _form(self, who: Someone) -> tuple[str, str]:
        """A title (outside the mention) and a name."""
        chance = self.chance
        family = who.other_family if who.other_family and chance.random() < 0.3 else who.family
        middle = f" {who.middle}." if who.middle and chance.random() < 0.6 else ""
        turned = who.family_first and chance.random() < 0.5
        full = f"{family} {who.given}" if turned else f"{who.given}{middle} {family}"
        recent = self.last.get(fold(who.family), who.number) == who.number
        if who.main and who.number in self.introduced and recent and chance.random() < 0.7:
            return (who.title if chance.random() < 0.5 else ""), self._damaged(family)
        if who.number not in self.named:
            title = who.title if chance.random() < 0.4 else ""
            forms = full, full.upper(), f"{family.upper()}, {who.given}"
            return title, self._damaged(chance.choices(forms, (18, 1, 1))[0])
        others = [other for other in self.named.values() if other is not who]
        relatives = [other for other in others if fold(other.family) == fold(who.family)]
        plain = ("Mr", "Ms")
        opposite = all(other.gender != who.gender and other.title in plain for other in relatives)
        (kind,) = chance.choices(KINDS, (9, 4, 3, 2, 1, 1))
        if kind == "nickname" and who.nickname:
            short = chance.random() < 0.4 and self._only_given(who)
            return "", who.nickname if short else f"{who.nickname} {family}"
        if kind == "given" and self._only_given(who):
            return "", who.given
        if kind == "initial":
            return "", self._damaged(f"{who.given[0]}. {family}")
        if self.main.get(fold(who.family), who) is not who:
            return "", self._damaged(full)
        clear = not relatives or self.last.get(fold(who.family)) == who.number
        if kind == "titled" and (clear or (opposite and who.title in plain)):
            return who.title, self._damaged(family)
        if kind == "bare" and clear:
            return "", self._damaged(family)
        return "", self._damaged(full)

    def _only_given(self, who: Someone) -> bool:
        return sum(other.given == who.given for other in self.named.values()) == 1

    def _damaged(self, name: str) -> str:
        """One name in fifty as a bad scan or an old typewriter leaves it."""
        draw = self.chance.random()
        if draw < 0.01:
            return "".join(fold(char).upper() if char.isupper() else fold(char) for char in name)
        if draw < 0.02:
            places = [at for at, char in enumerate(name) if char in DATA["scanned"] and at > 1]
            if places:
                at = self.chance.choice(places)
                return name[:at] + DATA["scanned"][name[at]] + name[at + 1 :]
        return name


def write(path: Path, made: Iterable[Gold]) -> None:
    path.write_text("".join(json.dumps(asdict(each), ensure_ascii=False) + "\n" for each in made), "utf8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="the file of JSON lines to write")
    write(parser.parse_args().out, documents())


if __name__ == "__main__":
    main()
