"""Whether people are found alike, wherever their names come from.

The recall of person mentions in copies of the same documents whose people carry names of another group, and
the largest gap between two groups (equality of opportunity: the same sentence, another name). The names are
Faker's. Titles, initials, particles and suffixes stay, for they have no origin.
"""

import random
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from lexveil.evaluate.detection import ALL, Prediction, masked_mention_recall, pair
from lexveil.evaluate.gold import Gold, Mention
from lexveil.languages import DEFAULT, load, people
from lexveil.text.fold import fold

# Faker's locales by where the names come from; those whose names are written in Latin letters.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "african": ("yo_NG", "zu_ZA", "tw_GH", "sw"),
    "arabic": ("fr_DZ", "en_PK"),
    "british-irish": ("en_GB", "en_IE"),
    "east-asian": ("ja_JP", "zh_TW", "vi_VN"),
    "nordic": ("da_DK", "fi_FI", "no_NO"),
    "slavic": ("pl_PL", "cs_CZ", "hr_HR"),
    "south-asian": ("en_IN",),
    "southern-european": ("es_ES", "it_IT", "pt_PT"),
    "turkic": ("tr_TR", "az_AZ", "uz_UZ"),
    "western-european": ("de_DE", "fr_FR", "nl_NL"),
}
PERSON = "PERSON"
GENDERS = {"m": "male", "f": "female"}

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’-](?=[^\W\d_]{2})|\.(?=[^\W\d_]))*\.?")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?|[^\W\d_]{1,2}")  # J. | J.P. | JP
_ENGLISH = load(DEFAULT)
_KEPT = {
    fold(word)
    for words in (people.titles, people.role_after, people.suffixes, people.particles)
    for word in words(_ENGLISH)
}

Predict = Callable[[Gold], Mapping[str, Prediction]]


class Word(NamedTuple):
    start: int
    end: int
    key: str  # folded, by which the same name is known in the whole document
    family: bool


class NameList(NamedTuple):
    """Names of somebody's own choice, in the place of a locale."""

    male: tuple[str, ...]
    female: tuple[str, ...]
    family: tuple[str, ...]

    def names(self, *, family: bool, gender: str) -> tuple[str, ...]:
        given = self.male if gender == "m" else self.female
        return self.family if family else given or (*self.male, *self.female)


Source = str | NameList  # a locale of Faker, or a list
Groups = Mapping[str, Sequence[Source]]


class Change(NamedTuple):
    start: int
    end: int
    text: str


def measure(
    documents: Sequence[Gold],
    predict: Predict,
    *,
    groups: Groups = GROUPS,
    seed: int = 0,
    step: Callable[[], object] = lambda: None,
) -> dict[str, dict[str, Any]]:
    """For each row that `predict` gives: recall and number of mentions per group, and the largest gap."""
    rows: dict[str, dict[str, Any]] = {}
    for group, locales in groups.items():
        judged: dict[str, list[Any]] = {}
        for gold in documents:
            swapped = swap(gold, locales, seed=seed)
            for row, prediction in predict(swapped).items():
                judged.setdefault(row, []).append(pair(swapped, prediction))
            step()
        for row, pairs in judged.items():
            mentions = sum(mention.masked for judged in pairs for mention in judged.gold.mentions)
            recall = masked_mention_recall(pairs)[ALL]
            rows.setdefault(row, {"groups": {}})["groups"][group] = {"recall": recall, "mentions": mentions}
    return {
        row: {**found, **gap(found["groups"]), "opportunity": opportunity(found["groups"])}
        for row, found in rows.items()
    }


def gap(groups: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The two groups that lie furthest apart, and by how much."""
    recalls = {group: found["recall"] for group, found in groups.items() if found["recall"] is not None}
    if not recalls:
        return {"gap": None, "lowest": None, "highest": None}
    lowest, highest = min(recalls, key=recalls.__getitem__), max(recalls, key=recalls.__getitem__)
    return {"gap": recalls[highest] - recalls[lowest], "lowest": lowest, "highest": highest}


def opportunity(groups: Mapping[str, Mapping[str, Any]]) -> dict[str, float | None]:
    """Equality of opportunity of each group, RC_A - RC_¬A: its recall less that of all the others together
    (Hardt et al. 2016); below 0 its people are found less well.

    >>> opportunity({"a": {"recall": 0.5, "mentions": 4}, "b": {"recall": 1.0, "mentions": 4}})
    {'a': -0.5, 'b': 0.5}
    """
    found: dict[str, float | None] = {}
    for group, own in groups.items():
        rest = [each for name, each in groups.items() if name != group and each["recall"] is not None]
        number = sum(each["mentions"] for each in rest)
        known = own["recall"] is not None and number
        others = sum(each["recall"] * each["mentions"] for each in rest) / number if number else 0
        found[group] = own["recall"] - others if known else None
    return found


def swap(gold: Gold, locales: Sequence[Source], *, seed: int = 0) -> Gold:
    """The document with other names, offsets made right.

    One name is one new name throughout, so relatives stay relatives. `masked` stays on the persons who got a
    new name and is taken off everything else: the recall of this document is the recall of those names.
    """
    people = [mention for mention in gold.mentions if mention.type == PERSON]
    genders = {_who(mention): gender for mention in people if (gender := _gender(gold.text, mention))}
    changes = _changes(gold.text, people, genders, _Chooser(locales, f"{seed} {gold.id}"))
    swapped = [change.start for change in changes]
    move = _mover(changes)
    mentions = []
    for mention in gold.mentions:
        start, end = move(mention.start), move(mention.end)
        if start is None or end is None:
            continue  # begins or ends in the middle of a name: no longer a place in this text
        first = bisect_right(swapped, mention.start - 1)
        counted = mention.type == PERSON and first < len(swapped) and swapped[first] < mention.end
        mentions.append(replace(mention, start=start, end=end, masked=mention.masked and counted))
    return replace(gold, text=_changed(gold.text, changes), mentions=tuple(mentions), annotators={})


def _changed(text: str, changes: Iterable[Change]) -> str:
    parts: list[str] = []
    last = 0
    for change in changes:
        parts += (text[last : change.start], change.text)
        last = change.end
    return "".join((*parts, text[last:]))


def _who(mention: Mention) -> object:
    return mention.cluster or (mention.start, mention.end)


def _gender(text: str, mention: Mention) -> str:
    first = _WORD.match(text, mention.start, mention.end)
    return people.courtesy(_ENGLISH).get(fold(first[0]).rstrip("."), "") if first else ""


def words(text: str, mention: Mention) -> Iterator[Word]:
    """The parts of the mention that are names: not titles, initials, particles, suffixes, small words."""
    found = [
        part
        for part in _WORD.finditer(text, mention.start, mention.end)
        if part[0][0].isupper() and fold(part[0]).rstrip(".") not in _KEPT
    ]
    for number, part in enumerate(found, 1):
        if not (part[0].isupper() and _INITIALS.fullmatch(part[0])):
            yield Word(part.start(), part.end(), fold(part[0]), number == len(found))


def _changes(
    text: str, people: Iterable[Mention], genders: Mapping[object, str], chooser: "_Chooser"
) -> list[Change]:
    """New words for old, longest mentions first: they tell the given names from the family name."""
    parsed = sorted(
        ((list(words(text, mention)), _who(mention)) for mention in people), key=lambda item: -len(item[0])
    )
    changes: dict[tuple[int, int], Change] = {}
    for found, who in parsed:
        for word in found:
            name = chooser.name(word, genders.get(who, ""))
            shown = name.upper() if text[word.start : word.end].isupper() else name
            changes.setdefault((word.start, word.end), Change(word.start, word.end, shown))
    return sorted(changes.values())


def _mover(changes: Sequence[Change]) -> Callable[[int], int | None]:
    """From an offset in the old text to the new; None inside a word that is no longer there."""
    ends = [change.end for change in changes]
    shifts = [0]
    for change in changes:
        shifts.append(shifts[-1] + len(change.text) - (change.end - change.start))

    def move(offset: int) -> int | None:
        at = bisect_right(ends, offset)
        if at < len(changes) and changes[at].start < offset:
            return None
        return offset + shifts[at]

    return move


class _Chooser:
    """Draws a new name for each old one, once a document."""

    def __init__(self, locales: Sequence[Source], seed: str) -> None:
        self._random = random.Random(seed)  # noqa: S311 (names of a test copy, nothing secret)
        self._locales = locales
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()

    def name(self, word: Word, gender: str) -> str:
        if word.key not in self._names:
            locale = self._random.choice(self._locales)
            asked: Any = {"family": word.family, "gender": gender or self._random.choice("mf")}
            pool = locale.names(**asked) if isinstance(locale, NameList) else names(locale, **asked)
            draws = self._random.sample(pool, min(len(pool), 8))
            self._names[word.key] = next((name for name in draws if name not in self._taken), draws[0])
            self._taken.add(self._names[word.key])
        return self._names[word.key]


@cache
def names(locale: str, *, family: bool, gender: str) -> tuple[str, ...]:
    """Faker's names of a locale that are one word in Latin letters."""
    provider = import_module(f"faker.providers.person.{locale}").Provider
    kind, sex = ("last" if family else "first"), GENDERS[gender]
    places = (
        f"{kind}_romanized_names_{sex}", f"{kind}_romanized_names", f"unisex_{kind}_names",
        f"{kind}_names_{sex}", f"{kind}_names",
    )  # fmt: skip
    found = next(getattr(provider, place) for place in places if hasattr(provider, place))
    return tuple(dict.fromkeys(_capitalized(name) for name in found if _is_word(name)))


def _capitalized(name: str) -> str:
    return "-".join(part.capitalize() for part in name.split("-")) if name.isupper() else name


def _is_word(name: object) -> bool:
    return (
        isinstance(name, str)
        and len(name) > 1
        and name[0].isupper()
        and all(char in "'’-" or unicodedata.name(char, "").startswith("LATIN") for char in name)
    )
