"""How a written form and a person in the making compare: one row of numbers, each with a name.

`veto` says what no score can overrule. Names alone decide the first columns of `FEATURES`, what stands around
the mentions the last.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence
from math import log1p

import numpy as np
from rapidfuzz.distance import JaroWinkler

from lexveil.languages.people import titles_that_tell
from lexveil.model import Reason, because
from lexveil.names import given
from lexveil.names.agreement import (
    FAMILY,
    INITIAL,
    NICKNAME,
    SAME,
    agree,
    clash,
    hyphened_elsewhere,
    similar,
    sound,
)
from lexveil.names.parse import Name, is_title
from lexveil.resolve.people import NameForm, Person

FEATURES = (
    "same words", "same words and title", "words of the form", "words of the person", "agreement",
    "disagreement", "as family name", "as given name", "as middle name", "as bare name", "initials",
    "nickname", "spelling", "sounds alike", "other order", "same title", "other title",
    "married and unmarried", "title gender", "likely gender", "pronoun gender", "mentions of the form",
    "mentions of the person", "rivals", "share among rivals", "rank among rivals", "person named first",
    "distance", "distance of first", "same sentence", "coordinated", "introduced as alias",
    "listed given name", "listed family name", "suffix differs", "only a title", "called by given name",
    "titled", "person titled", "given name unlisted gender",
    "rivals with given name", "person has full name", "length", "used before the person", "relative",
    "person is a relative", "bare among titled women",
)  # fmt: skip
EXCLUSIVE = ("PARTY", "JUDGE", "LAWYER", "EXPERT", "OFFICIAL", "CLERK")
OF_COURT = ("JUDGE", "LAWYER", "CLERK")  # all of them published, or none
GENERATIONS = ("jr", "sr")
OPPOSED = (  # sides of a case that nobody is on both of
    (
        frozenset(["CLAIMANT", "PLAINTIFF", "PETITIONER", "APPLICANT"]),
        frozenset(["DEFENDANT", "RESPONDENT", "ACCUSED"]),
    ),
    (frozenset(["APPELLANT"]), frozenset(["RESPONDENT"])),
)
FAR = 1 << 20  # characters: further makes no difference
CLEAR = 3  # pronouns of one gender more than of the other
MANY = 24  # mentions of a form looked at for distances: enough to be near if they ever are

_SENTENCE_END = re.compile(r"[.!?]['\"”’)]*\s+(?=[\"“‘'(]*[^\W\d_a-z])|\n\s*\n")


# What no score overrules -------------------------------------------------------------------------


def veto(form: NameForm, person: Person) -> bool:
    """What two forms of one person never have: two genders, two given names, Jr and Sr, a plural."""
    name, others = form.name, person.names()
    if _spoken_of_otherwise(form, person) or _half_of_another(name, others) or _kin_of(form, others):
        return True
    married = name.title in titles_that_tell("married")
    if (
        _other_side(form, person)
        or _own_title(form, person)
        or _other_role(form, person)
        or (married and person.minor)
    ):
        return True
    if _other_generation(form, person):
        return True
    if name.letters != all(other.letters for other in others) and not name.abbreviated:
        return True
    if any(_swapped(name, other) for other in others):
        return True
    fits = any(name.gender and name.gender == other.likely_gender for other in others)
    if any(name.several != other.several or _opposed(name, other, by_name=not fits) for other in others):
        return True
    full = [] if name.bare or name.abbreviated else [other for other in others if not other.bare]
    called = {word for other in others for word in other.nicknames}  # Paul "Tiny" Roe, once Tiny Roe
    unlike = [other for other in full if other.tokens[0] not in called and not agree(name, other)]
    another_given = any(name.family == other.family for other in unlike)
    # One name that is unlike may be a form that a scanner damaged; all of them are another person's.
    return another_given or (bool(unlike) and len(unlike) == len(full))


def _swapped(name: Name, other: Name) -> bool:
    """Ann Mary Roe is not Mary Ann Roe, her mother."""
    one, two = name.tokens, other.tokens
    return len(one) > 2 and one[-1] == two[-1] and one != two and sorted(one) == sorted(two)


def otherwise(form: NameForm, person: Person) -> bool:
    """Of another gender, or somebody else in the case, whatever the names."""
    by_name = not any(form.name.gender == other.likely_gender for other in person.names())
    opposed = any(
        form.name.several != other.several or _opposed(form.name, other, by_name=by_name)
        for other in person.names()
    )
    return opposed or _spoken_of_otherwise(form, person) or _other_role(form, person)


def _other_side(form: NameForm, person: Person) -> bool:
    """Of Roe v Roe, husband and wife, the one is not the other; nor is Jo Roe the Al Jo Roe who is sued."""
    if not form.side:
        alike = any(form.name.tokens == other.tokens for other in person.names())
        sues = form.sides and person.sides and not form.sides & person.sides
        return bool(sues) and not alike and _oppose(form.sides, person.sides)
    opposed = bool(person.sides) and form.side not in person.sides
    return opposed or {"m": 1, "f": -1}.get(form.kin_gender, 0) * gender(person) < 0


def _oppose(sides: Collection[str], others: Collection[str]) -> bool:
    return any(
        not bringing.isdisjoint(one) and not facing.isdisjoint(other)
        for bringing, facing in OPPOSED
        for one, other in ((sides, others), (others, sides))
    )


def _own_title(form: NameForm, person: Person) -> bool:
    """Lady Roe is not Dame Verity Roe."""
    own = titles_that_tell("own")
    theirs = own.intersection(person.full_titles)
    return form.name.bare and form.name.title in own and bool(theirs) and form.name.title not in theirs


def _other_role(form: NameForm, person: Person) -> bool:
    """Ms Roe, counsel, is not PC Roe: whose family name or initials alone agree and who is surely somebody
    else in the case. A full name may have two roles: a lawyer who sues."""
    mine, theirs = office_of(form.roles), office_of(person.roles)
    full = [other for other in person.names() if len(other.tokens[0]) > 1 and not other.bare]
    colleagues = mine in OF_COURT and theirs in OF_COURT  # who signs A. Roe is Ann Roe of the bench
    initial = len(form.name.tokens[0]) == 1 and not colleagues
    slight = form.name.bare or initial or not full
    everyday = titles_that_tell("everyday")
    if form.name.title in person.full_titles.keys() - (everyday - titles_that_tell("learned")):
        return False  # DI Roe, who is sued; Dr Roe, whatever Dr Ann Roe does in the case
    plain = not mine and form.name.bare and form.name.title in everyday
    if theirs == "JUDGE" and plain and person.full_titles and everyday.isdisjoint(person.titles):
        return True  # Lord Justice Bo Roe is no Mr Roe, a party
    if mine == "JUDGE" and not theirs and form.name.bare:
        return bool(full)  # who sits is introduced as a judge
    if mine == "LAWYER" and not theirs and len(form.name.tokens[0]) == 1:
        return not titles_that_tell("learned").isdisjoint(
            person.full_titles
        )  # L Bright, Professor Leo Bright
    return slight and bool(mine and theirs) and mine != theirs


def _other_generation(form: NameForm, person: Person) -> bool:
    """Ann Roe, whom the document keeps naming so, is not the Ann Roe jr. who comes up later."""
    if form.name.bare and any(not name.bare for name in person.names()):
        return False
    if form.kin and not form.name.suffix and GENERATIONS[0] in person.generations():
        return True  # your father is also Al Roe? asks counsel of Al Roe junior
    suffix, theirs = form.name.suffix, person.generations()
    told_apart = suffix not in theirs and not {suffix, *theirs}.isdisjoint(GENERATIONS)
    if told_apart and any(map(person.stands_at, form.joined)):  # Ann Roe and Ann Roe junior
        return True
    same = [other for other in person.forms if other.name.tokens == form.name.tokens]
    if not same or any(other.name.suffix == form.name.suffix for other in same):
        return False
    plain = [each for each in (form, *same) if not each.name.suffix]
    marked = [each for each in (form, *same) if each.name.suffix in GENERATIONS]
    if not plain or not marked:
        return False
    first = min(each.first for each in marked)
    if any(each.kin for each in marked) and min(each.first for each in plain) < first:
        return True  # Tom Roe, and his son, Tom Roe junior
    often = sum(len(each.starts) for each in plain) > 1 or form.name.bare
    return min(each.first for each in plain) < first and often


def office_of(roles: Counter[str]) -> str:
    """The one role of those that exclude each other."""
    exclusive = [role for role in roles if role in EXCLUSIVE]
    return exclusive[0] if len(exclusive) == 1 else ""


def _kin_of(form: NameForm, others: Sequence[Name]) -> bool:
    """His father Keith is not Warren Keith Roe: of a relative a middle name is no name."""
    full = [other for other in others if not other.bare]
    given_names = form.name.tokens[:1]
    by_family = form.name.bare and any(other.family == form.name.family for other in full)
    if not form.kin or not full or by_family or len(given_names[0]) == 1:
        return False
    return not any(_is_given_name_of(given_names[0], other) for other in full)


def _is_given_name_of(word: str, name: Name) -> bool:
    first = name.tokens[0]
    return (
        similar(word, first) > 0
        or given.is_short(word, first)
        or word in given.short_forms_of_any(name.tokens[:-1])
    )


def _half_of_another(name: Name, others: Sequence[Name]) -> bool:
    """Whitmore-Hale is no Heale: half of a double name must be spelt as it is."""
    halves = [other for other in others if name.bare or other.bare]
    if any(hyphened_elsewhere(name, other) for other in others):
        return False
    uneven = any(("-" in name.family) != ("-" in other.family) for other in halves)
    if name.bare and any(_given_alone(name.family, other) for other in others):
        return False
    if name.bare and "-" in name.family and uneven and not any("-" in other.family for other in others):
        return True  # nobody is introduced as Grant Hale and then called Mr Whitmore-Hale
    return uneven and not any(agree(name, other) for other in others)


def _given_alone(word: str, name: Name) -> bool:
    first = name.tokens[0]
    return not name.bare and (word == first or given.is_short(word, first))


def _spoken_of_otherwise(form: NameForm, person: Person) -> bool:
    """Mrs Roe is nobody whom the document keeps calling "he", under this name or another."""
    told = {form.kin_gender} if form.kin_gender else person.kin_genders
    if len(told | {form.name.gender} - {""}) > 1 and form.name.gender:
        return True  # Mr Roe is not his wife, Mele Roe
    mine, theirs = _title_gender(form.name), person.male - person.female
    woman = sum(map(_likely, person.names())) < 0  # Ann Roe, after whom "he" speaks
    wife = form.name.title in titles_that_tell("married") and not woman
    married = wife and not person.female and not person.titles
    if mine * theirs <= -(1 if married else CLEAR) and abs(theirs) >= 0.7 * (person.male + person.female):
        return True
    titled = sum(map(_title_gender, person.names()))
    spoken = form.male - form.female
    return titled * spoken < 0 and abs(spoken) >= 2 and min(form.male, form.female) == 0


def _by_husband(name: Name) -> bool:
    """Mrs John Roe is John Roe's wife."""
    wife = name.title in titles_that_tell("by_husband")
    return wife and not name.bare and given.gender(name.tokens[0]) == "m"


def _opposed(name: Name, other: Name, *, by_name: bool) -> bool:
    """`by_name`: what a given name suggests counts as well. Ms Roe may be Bernadette "Bernie" Roe, though
    Bernie is a man's name."""
    if name.suffix and other.suffix and name.suffix != other.suffix:
        return True
    first = name.bare and not other.bare and other.tokens[0] == name.family  # Mrs Bui is Bui Thi Hoa
    if (name.gender or other.gender) and clash(name, other) and ((by_name and not first) or other.gender):
        return True
    if _by_husband(name) != _by_husband(other) and not name.bare and not other.bare:
        return True
    return {name.title, other.title} == titles_that_tell("opposed") and name.bare and other.bare


# A form and a person -----------------------------------------------------------------------------


class _Rivals:
    """The people who could all bear the form."""

    def __init__(self, people: Sequence[Person]) -> None:
        self.count = len(people)
        self.total = sum(len(person.starts) for person in people) or 1
        ranked = sorted(people, key=lambda person: (-len(person.starts), person.first))
        self.rank = {id(person): at for at, person in enumerate(ranked)}
        self.with_given = sum(
            any(not name.bare and len(name.tokens[0]) > 1 for name in person.names()) for person in people
        )


def matrix(form: NameForm, people: Sequence[Person], text: str) -> np.ndarray:
    """A row a person; the columns are `FEATURES`."""
    rivals = _Rivals(people)
    rows = [
        _names_row(form, each) + _context_row(form, each, rivals, text) + _person_row(form, each, rivals)
        for each in people
    ]
    return np.array(rows, dtype=np.float32)


def _names_row(form: NameForm, person: Person) -> list[float]:
    name, others = form.name, person.names()
    full = [other for other in others if not other.bare]
    # One bare surname says nothing of whose another is, once full names are known.
    compared = full if name.bare and full else others
    disagreeing = sum(not agree(name, other) for other in others if not (name.bare and other.bare))
    return [
        float(any(name.tokens == other.tokens for other in compared)),
        float(any(name.tokens == other.tokens and name.title == other.title for other in compared)),
        float(min(sum(len(token) > 1 for token in name.tokens), 3)),
        float(max(min(sum(len(token) > 1 for token in other.tokens), 4) for other in others)),
        closeness(name, person),
        disagreeing / len(others),
        *_as_part(name, full, others),
        *_kinds(name, others),
        float(bool(name.title) and name.title in person.titles),
        float(_other_title(name, person)),
        _marital(name, person),
        _sign(_title_gender(name), sum(_title_gender(other) for other in others)),
        _sign(_likely(name), sum(map(_likely, others))),
    ]


def _context_row(form: NameForm, person: Person, rivals: _Rivals, text: str) -> list[float]:
    nearest = min(min(person.distance(start)) for start in form.starts[:MANY])
    return [
        pronouns(form, person),
        log1p(len(form.starts)),
        log1p(len(person.starts)),
        float(min(rivals.count, 6)),
        len(person.starts) / rivals.total,
        float(min(rivals.rank[id(person)], 5)),
        float(person.first < form.first),
        log1p(min(nearest, FAR)),
        log1p(min(person.distance(form.first)[0], FAR)),
        float(_same_sentence(form, person, text)),
        float(any(map(person.stands_at, form.joined))),
        float(any(map(person.stands_at, form.aliases))),
    ]


def _person_row(form: NameForm, person: Person, rivals: _Rivals) -> list[float]:
    name = form.name
    word = name.family
    full = [other for other in person.names() if not other.bare]
    return [
        float(given.is_given(word)),
        float(given.is_family(word)),
        float(any(name.suffix != other.suffix for other in full)),
        float(name.bare and is_title(word)),
        person.given_only / len(person.starts),
        float(bool(name.title)),
        sum(person.titles.values()) / len(person.starts),
        float(not given.gender(name.tokens[0])),
        float(min(rivals.with_given, 6)),
        float(bool(full)),
        float(min(len(word), 12)),
        bisect_left(form.starts, person.first) / len(form.starts),
        float(form.kin),
        float(person.kin),
        as_a_woman(person) if name.bare and not name.title else 0.0,
    ]


def closeness(name: Name, person: Person) -> float:
    """How well the name agrees with the person's: with the full names, if there are any."""
    full = [other for other in person.names() if not other.bare]
    if not name.bare:
        return max(agree(name, other) for other in person.names())
    # A single word is no closer to another single word than to the family name of a full one.
    return max((agree(name, other) for other in full), default=0.0) or FAMILY * max(
        agree(name, other) for other in person.names()
    )


def _as_part(name: Name, full: Sequence[Name], others: Sequence[Name]) -> tuple[float, float, float, float]:
    """A single word against the parts of full names, or, where there are none, against other single words."""
    if not name.bare:
        return 0.0, 0.0, 0.0, 0.0
    word = name.tokens[0]
    family = max((similar(word, other.tokens[-1]) for other in full), default=0.0)
    first = max((similar(word, other.tokens[0]) for other in full if len(other.tokens[0]) > 1), default=0.0)
    middle = max((similar(word, token) for other in full for token in other.tokens[1:-1]), default=0.0)
    bare = max((similar(word, other.tokens[0]) for other in others if other.bare and not full), default=0.0)
    return family, first, middle, bare


def _kinds(name: Name, others: Sequence[Name]) -> tuple[float, float, float, float, float]:
    """Which kinds of likeness hold the names together: initials, nickname, spelling, sound, other order."""
    initials = nickname = order = heard = 0.0
    spelling = 1.0
    for other in others:
        for token in name.tokens:
            best = max((similar(token, each) for each in other.tokens), default=0.0)
            initials = max(initials, float(best == INITIAL))
            nickname = max(nickname, float(best == NICKNAME))
            if 0 < best < INITIAL:
                spelling = min(spelling, max(JaroWinkler.similarity(token, each) for each in other.tokens))
            if best < SAME and len(token) > 3:
                heard = max(heard, float(any(sound(token) == sound(each) for each in other.tokens)))
        order = max(order, float(name.tokens != other.tokens and sorted(name.tokens) == sorted(other.tokens)))
    return initials, nickname, spelling, heard, order


def as_a_woman(person: Person) -> float:
    """How often the person is Mrs or Miss: who is, is seldom called by the family name alone."""
    return sum(person.titles[title] for title in titles_that_tell("women")) / len(person.starts)


def _other_title(name: Name, person: Person) -> bool:
    """Captain and Doctor, Mrs and Lady; but whoever has a rank is Mr as well."""
    if not name.title or not person.titles or name.title in person.titles:
        return False
    men = titles_that_tell("men")
    return name.title not in men and men.isdisjoint(person.titles)


def _marital(name: Name, person: Person) -> float:
    married, unmarried = titles_that_tell("married"), titles_that_tell("unmarried")
    if name.title in married:
        return float(not unmarried.isdisjoint(person.titles))
    return float(name.title in unmarried and not married.isdisjoint(person.titles))


def _title_gender(name: Name) -> int:
    return {"m": 1, "f": -1}.get(name.gender, 0)


def _likely(name: Name) -> int:
    """By title, else by the given name; of a single word, unless it is a family name and nothing else."""
    if name.gender:
        return _title_gender(name)
    if not name.bare:
        return {"m": 1, "f": -1}.get(name.likely_gender, 0)
    word = name.tokens[0]
    if name.bare and given.is_family(word) and not given.is_given(word):
        return 0
    return {"m": 1, "f": -1}.get(given.gender(word), 0)


def _sign(one: int, other: int) -> float:
    return float((one * other > 0) - (one * other < 0))


def pronouns(form: NameForm, person: Person) -> float:
    """Do "he" and "she" follow both alike? What names and titles suggest counts too."""
    mine = form.male - form.female + 2 * _likely(form.name)
    theirs = person.male - person.female + 2 * sum(map(_likely, person.names()))
    return min(abs(mine), abs(theirs), 4) / 4 * _sign(mine, theirs)


def gender(person: Person) -> int:
    """1 for a man, -1 for a woman, 0 where nothing tells: titles, then kinship, given names, pronouns."""
    kin = ("m" in person.kin_genders) - ("f" in person.kin_genders)
    for told in (sum(map(_title_gender, person.names())), kin, sum(map(_likely, person.names()))):
        if told:
            return 1 if told > 0 else -1
    spoken = person.male - person.female
    return (spoken > 1) - (spoken < -1)


def _same_sentence(form: NameForm, person: Person, text: str) -> bool:
    for start in form.starts[:MANY]:
        before, _ = person.distance(start)
        if before < 200 and not _SENTENCE_END.search(text, start - before, start):
            return True
    return False


# In words ----------------------------------------------------------------------------------------


def why(form: NameForm, person: Person) -> tuple[NameForm, Reason]:
    """The form of the person that the name is most like, and in what."""
    name = form.name
    alike = [(agree(name, other.name), len(other.name.tokens), -other.first) for other in person.forms]
    best = person.forms[alike.index(max(alike))]
    alias = any(map(person.stands_at, form.aliases))
    return best, because("alias") if alias else _likeness(name, best.name)


def _likeness(name: Name, other: Name) -> Reason:
    if name.tokens == other.tokens:
        return because("same-words")
    if sorted(name.tokens) == sorted(other.tokens):
        return because("other-order")
    if name.bare or other.bare:
        word, whole = (name.tokens[0], other.tokens) if name.bare else (other.tokens[0], name.tokens)
        if word in (whole[-1], whole[0]):
            return because("family" if word == whole[-1] else "given")
        return because("part" if word in whole else "short")
    if any(len(token) == 1 for token in (*name.tokens, *other.tokens)):
        return because("initials")
    return because("more" if set(name.tokens) & set(other.tokens) else "alike")
