"""The forms of what had to go that nobody may read in the result.

`leftovers` looks for them in the text, `check` in the written file: full names, identifiers and details, each
distinctive part of a name, and the ways in which clerks, mail systems and passports write a name (`Roe, Ann`,
`roe_ann`, `ROE<<ANN`, `a.roe`, `annroe`), all in every customary spelling. A form that is kept elsewhere,
under another entity, is none, and neither is what is made of ordinary words alone.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache
from typing import NamedTuple

from lexveil.languages import DEFAULT, Language, common, load
from lexveil.languages.people import around_names, beside_names, particles
from lexveil.model import CATEGORIES, Decision, Entity, Span, broader
from lexveil.text.fold import fold, squeeze, unbroken
from lexveil.text.patterns import LOWER
from lexveil.text.search import Form, Found, Search, plain
from lexveil.text.spelling import spellings

MIN_LENGTH = 5  # shorter forms occur by chance
MIN_SIGNS = 4  # letters and digits in a form that is no person's
MIN_PART = 4  # letters of a name part that tells of somebody
NO_WORD = 8  # letters of a name without a space that no ordinary word has by chance
LEAST_FAMILY = 3  # letters of a family name that an initial is put before
LEAST_GLUED = 6  # letters of a name without a space
MOST_WORDS = 6  # a longer "name" is none
BODIES = ("ORG", "COURT", "LOC")
PROPER = (*BODIES, "ADDRESS")  # whose names may be a single telling word
NAMING = ("PERSON", "ORG", "LOC", "MISC", "DEM")  # kinds of entities that are called by names
PHRASES = ("MISC", "DEM")  # what a detector may cut out of a sentence
NOT_NUMBERS = ("EMAIL", "URL", "PROVISION")  # codes that are written in one way only

_WORD = re.compile(r"[^\W\d_]+")
_NAME_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# What a name neither begins nor ends with, even if a detector took it along.
_NO_START, _NO_END = " .,;:!?)]}”»-–—/&*", " ,;:([{“«-–—/&*"
_EDGES = " .,;:!?'\"()[]“”‘’«»-–—/&*"
_BLANK = "__"  # after the letter that a court wrote for somebody: A stands anywhere, and is nobody
_INITIAL = re.compile(r"[^\W\d_] (\S+)|(\S+) [^\W\d_]")
# A word beside one in lower case, as in a sentence; a list of keywords or an address is none.
_AFTER_WORD = re.compile(rf"(?<![\w@./'’-])[{LOWER}]+\s(?=([^\W\d_]{{4,}})(?![\w@/-]|\.\w))")
_BEFORE_WORD = re.compile(rf"(?<![\w@./'’-])[^\W\d_]{{4,}}(?=\s[{LOWER}])")
# An account, a path, a name of a file, whatever a detector took it for; no `Torvund A/S`.
_ADDRESSED = re.compile(r"@|[^\W\d_]{2}[._/\\<>=]+[^\W_]{2}|[^\W\d_]\d|[^\W_]_[^\W_]")

_NOBODY: Set[str] = frozenset()

Mention = tuple[Entity, Span]
Law = Callable[[int, int], bool]


class Shown(NamedTuple):
    """What the result shows anyway, so that no form of it hides anything."""

    mentions: Set[str]  # those that stay, plain
    inside: str  # their words one after another: what stands in a name that stays is shown by it
    words: Set[str]  # of these mentions, by which something else may be called, and of labels
    lower: Set[str]  # that the text writes in lower case in its sentences: there they are words, not names
    written: Set[str]  # those together with the capitalised ones: there they are no accounts


def hidden_forms(
    text: str,
    entities: Iterable[Entity],
    decisions: Mapping[str, Decision],
    *,
    language: str = DEFAULT,
    law: Law = lambda start, end: False,
) -> tuple[Form, ...]:
    """`language` is the main one of the text, `law` tells what of it is cited and stays."""
    spoken = load(language)
    goes, stays = mentions(entities, decisions)
    shown = _shown(text, goes, stays, decisions, spoken)
    goes = _each_once(text, goes)
    cited = {each.form.text for each in name_words(text, goes, spoken) if law(each.start, each.end)}
    shown = shown._replace(words={*shown.words, *cited})
    found: dict[str, Form] = {}
    for forms in (_in_full, _parts_of_names, _other_writings):
        for form in forms(text, goes, shown, spoken):
            found.setdefault(form.text, form)
    return tuple(found.values())


def mentions(
    entities: Iterable[Entity], decisions: Mapping[str, Decision]
) -> tuple[list[Mention], list[Mention]]:
    """Those that go and those that stay."""
    goes: list[Mention] = []
    stays: list[Mention] = []
    for entity in entities:
        decision = decisions[entity.id]
        kept = set(decision.kept)
        for span in entity.spans:
            (goes if decision.action == "replace" and span not in kept else stays).append((entity, span))
    return goes, stays


def _each_once(text: str, mentions: Iterable[Mention]) -> list[Mention]:
    """Of the mentions of an entity that are written alike the first: the others look the same."""
    found: dict[tuple[str, str], Mention] = {}
    for entity, span in mentions:
        found.setdefault((entity.id, text[span.start : span.end]), (entity, span))
    return list(found.values())


def name_words(text: str, goes: Iterable[Mention], spoken: Language) -> Iterator[Found]:
    """Where the words of the names that go stand, in a mention or not."""
    forms: dict[str, Form] = {}
    for surface, entity in {text[span.start : span.end]: entity for entity, span in goes}.items():
        for word in _parts(surface, entity.category, spoken) if entity.category == "PERSON" else ():
            forms.setdefault(word, Form(word, "part", entity.id))
    return Search(forms.values()).find(text)


def _shown(
    text: str,
    goes: Sequence[Mention],
    stays: Iterable[Mention],
    decisions: Mapping[str, Decision],
    spoken: Language,
) -> Shown:
    bearers = _bearers(text, _each_once(text, goes))
    people = {text[span.start : span.end] for entity, span in goes if entity.category == "PERSON"}
    accounts = {way for name in people for way in writings(name, language=spoken) if way.isalpha()}
    kept = [mention for mention in _each_once(text, stays) if not _mistaken(text, mention, bearers, accounts)]
    words = {word for mention in kept for word in _names_kept(text, mention, bearers)}
    words.update(word for each in decisions.values() for word in _WORD.findall(fold(each.label)))
    lower, written = _words(_without(text, sorted(span for _, span in goes))) if goes else (set(), set())
    mentions = {plain(way) for _, span in kept for way in spellings(text[span.start : span.end])}
    names = {plain(text[span.start : span.end]) for entity, span in kept if entity.broad in BODIES}
    addresses = (text[span.start : span.end] for entity, span in kept if entity.category == "ADDRESS")
    mentions.update(filter(None, map(_town, addresses)))
    return Shown(mentions, f" {' | '.join(sorted(names))} ", words, lower, written)


def _town(address: str) -> str:
    """What stands after the street and its number, and so is nobody's home by itself.

    >>> _town("Nordgata 15, 5020 Lillevik"), _town("the Torvund farm, Nordgata 15")
    ('5020 lillevik', '')
    """
    street, _, town = address.rpartition(",")
    return plain(town.strip()) if any(map(str.isdigit, street)) else ""


def _bearers(text: str, goes: Iterable[Mention]) -> dict[str, set[str]]:
    """Of each word of a name that goes, and of its initial: who is called so."""
    found: dict[str, set[str]] = {}
    for entity, span in goes:
        if entity.category == "PERSON":
            for way in spellings(text[span.start : span.end]):
                for word in _WORD.findall(plain(way)):
                    found.setdefault(word, set()).add(entity.id)
                    found.setdefault(word[0], set()).add(entity.id)
    return found


def _mistaken(text: str, mention: Mention, bearers: Mapping[str, set[str]], accounts: Set[str]) -> bool:
    """`ROE Ann` and `annroesen`, taken for an organisation that stays, are people who go."""
    entity, span = mention
    words = set(_WORD.findall(plain(text[span.start : span.end])))
    if entity.category == "PERSON" or len(words) < 2:
        name = next(iter(words), "")
        return entity.category != "PERSON" and len(name) >= NO_WORD and name in accounts
    return bool(set.intersection(*(bearers.get(word, set()) for word in words)))


def _names_kept(text: str, mention: Mention, bearers: Mapping[str, set[str]]) -> set[str]:
    """The words of a mention that stays; not those of a date or of an address, nor of a whole name that goes
    inside it: "Ann Roe Foundation"."""
    entity, span = mention
    surface = text[span.start : span.end]
    addressed = entity.category != "PERSON" and _ADDRESSED.search(surface)
    if CATEGORIES[entity.category] not in NAMING or addressed:
        return set()
    others = bearers if entity.category != "PERSON" else {}  # a namesake who stays is called so
    return {word for way in spellings(surface) for word in _outside_names(_WORD.findall(plain(way)), others)}


def _outside_names(words: Sequence[str], bearers: Mapping[str, set[str]]) -> Iterator[str]:
    """The words of which no neighbour names the same person.

    >>> bearers = {"ann": {"e1"}, "roe": {"e1"}, "poe": {"e2"}}
    >>> list(_outside_names(["the", "ann", "roe", "and", "poe", "trust"], bearers))
    ['the', 'and', 'poe', 'trust']
    """
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        if not any(bearers.get(word, _NOBODY) & bearers.get(each, _NOBODY) for each in (before, after)):
            yield word


def _words(text: str) -> tuple[set[str], set[str]]:
    """The words in lower case, in every spelling, and those together with the capitalised ones."""
    words = {*_AFTER_WORD.findall(text), *_BEFORE_WORD.findall(text)}
    lower = {way for word in words if word.islower() for way in spellings(word)}
    return lower, lower.union(fold(word) for word in words if word.istitle())


def _without(text: str, spans: Iterable[Span]) -> str:
    parts: list[str] = []
    last = 0
    for span in spans:
        parts.append(text[last : span.start])
        last = max(last, span.end)
    return " ".join([*parts, text[last:]])


def _in_full(text: str, goes: Iterable[Mention], shown: Shown, spoken: Language) -> Iterator[Form]:
    for entity, span in goes:
        surface = text[span.start : span.end]
        form = _trimmed(squeeze(surface).text)
        within = entity.broad in BODIES and f" {plain(surface)} " in shown.inside
        if (
            plain(surface) not in shown.mentions
            and not within
            and _telling(form, surface, entity, shown, spoken)
        ):
            for way in _spelt(form, surface, entity.category):
                yield Form(way, _kind(entity.category), entity.id)


def _trimmed(form: str) -> str:
    return form.lstrip(_NO_START).rstrip(_NO_END)


def _kind(category: str) -> str:
    if category == "PERSON":
        return "name"
    return "identifier" if CATEGORIES[category] == "CODE" and category not in NOT_NUMBERS else "detail"


def _spelt(form: str, surface: str, category: str) -> list[str]:
    """The form in the spellings of its letters; a number has one."""
    if _kind(category) == "identifier" or surface.isascii():
        return [form]
    return list(dict.fromkeys([form, *map(_trimmed, spellings(surface))]))


def _telling(form: str, surface: str, entity: Entity, shown: Shown, spoken: Language) -> bool:
    """A full name, an identifier, a detail; no single word, and no phrase of ordinary words."""
    if len(form) < MIN_LENGTH or form.strip(_EDGES).isalpha() or _BLANK in form:
        return False
    if entity.category == "PERSON":
        return True
    if sum(map(str.isalnum, form)) < MIN_SIGNS:
        return False
    lower = shown.lower if entity.broad in PHRASES else frozenset()
    return not _ordinary_phrase(form, surface, lower, spoken)


def _ordinary_phrase(form: str, surface: str, lower: Set[str], spoken: Language) -> bool:
    """`the Court`, `of the`, `police officer`: hidden where a detector said so, and a phrase elsewhere.

    `lower` are words that the document writes in lower case: a capital at the start is that of a sentence.
    """
    if any(map(str.isdigit, form)):
        return False
    words = _WORD.findall(surface)
    content = [word for word in _WORD.findall(form) if not common.is_function(word, spoken)]
    sentence = not any(word[0].isupper() for word in words[1:]) and set(content) <= lower
    capitals = (word for word in words if word[0].isupper())
    if sentence or all(common.is_function(fold(word), spoken) for word in capitals):
        return "@" not in form
    return len(content) == 1 and common.is_common(content[0], spoken)


def _parts_of_names(text: str, goes: Iterable[Mention], shown: Shown, spoken: Language) -> Iterator[Form]:
    for entity, span in goes:
        for word in _parts(text[span.start : span.end], entity.category, spoken):
            if word not in shown.words and word not in shown.lower:
                yield Form(word, "part", entity.id)


def _parts(surface: str, category: str, spoken: Language) -> list[str]:
    """The words of a person's name; of other names only one that is a single word."""
    if category == "PERSON":
        words = _WORD.findall(unbroken(surface))
        capitals = [word for word in words if word[0].isupper()]
        return [way for word in capitals or words for way in _distinctive_ways(spellings(word), spoken)]
    if broader(category) not in PROPER or not surface[0].isupper():
        return []
    ways = dict.fromkeys([_trimmed(squeeze(surface).text), *spellings(surface)])
    return _distinctive_ways([way.strip(_EDGES) for way in ways], spoken)


def _distinctive_ways(ways: list[str], spoken: Language) -> list[str]:
    """None if the word itself is an ordinary or a short one: `Bø` is not made longer by its spelling."""
    return [way for way in ways if _distinctive(way, spoken)] if _distinctive(ways[0], spoken) else []


def _distinctive(word: str, spoken: Language) -> bool:
    """No word of the language and no title."""
    if len(word) < MIN_PART or not word.isalpha():
        return False
    return not common.is_common(word, spoken) and word not in _no_names(spoken)


@cache
def _no_names(language: Language) -> frozenset[str]:
    return around_names(language).union(language.replace["names"]["no_names"])


def _other_writings(text: str, goes: Iterable[Mention], shown: Shown, spoken: Language) -> Iterator[Form]:
    bare = {_letters(each) for each in shown.mentions}
    bearer: dict[str, str] = {}
    for entity, span in goes:
        if entity.category == "PERSON":
            bearer.setdefault(text[span.start : span.end], entity.id)
    for surface, entity_id in bearer.items():
        for way in writings(surface, language=spoken):
            if len(way) < MIN_PART or _letters(way) in bare or way in shown.words:
                continue
            initial = _INITIAL.fullmatch(way)  # or the letter of a label, before a word: person C Bell
            word = (initial[1] or initial[2]) if initial else ""
            if word in shown.words or word in shown.lower:
                continue
            if way not in shown.written or len(way) >= NO_WORD:
                yield Form(way, "name", entity_id)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def writings(surface: str, *, language: Language | None = None) -> Iterator[str]:
    """How else a full name is written, squeezed; nothing for one word.

    >>> sorted(writings("Mr Jan Roe"))[:5]
    ['j roe', 'j. roe', 'jan roe', 'janroe', 'jroe']
    """
    yield from _writings(surface, language or load(DEFAULT))


@lru_cache(maxsize=1 << 12)
def _writings(surface: str, spoken: Language) -> tuple[str, ...]:
    return tuple(_ways(surface, spoken))


def _ways(surface: str, spoken: Language) -> Iterator[str]:
    words = full_name(surface, spoken)
    if not 2 <= len(words) <= MOST_WORDS:
        return
    for spelled in spellings(" ".join(words)):
        *given, family = spelled.split(" ")
        if not given or all(_ordinary(word, spoken) for word in (*given, family)):
            continue
        yield from _both_names(given, family, spoken)
        if len(family) >= LEAST_FAMILY and not _ordinary(family, spoken):
            yield from _with_initial(given, family, spoken)


def full_name(surface: str, spoken: Language) -> list[str]:
    """The words of the name, the family name last, less titles and what is no name."""
    before, comma, after = unbroken(surface).partition(",")
    turned = comma and len(_NAME_WORD.findall(before)) == 1 and after.strip()
    words = _NAME_WORD.findall(unbroken(f"{after} {before}" if turned else surface))
    words = [word for word in words if fold(word).rstrip(".") not in beside_names(spoken)]
    if any(word.islower() and fold(word) not in particles(spoken) for word in words):
        return []
    return words


def _both_names(given: list[str], family: str, spoken: Language) -> Iterator[str]:
    for names in dict.fromkeys((tuple(given), tuple(given[:1]))):  # no set: its order varies
        first = " ".join(names)
        if len(first) == 1:
            continue
        yield f"{first} {family}"
        if not _ordinary(names[0], spoken):  # "Torvund will testify" is no Will Torvund
            yield from (f"{family}{gap}{first}" for gap in (" ", ", ", ",", "; ", ";"))
        yield f"{family}<<{'<'.join(names)}"
        for glued in ("".join([*names, family]), "".join([family, *names])):
            together = glued.replace("-", "")
            if len(together) >= LEAST_GLUED and not common.is_common(together, spoken):
                yield together


def _with_initial(given: list[str], family: str, spoken: Language) -> Iterator[str]:
    letter = given[0][0]
    yield from (f"{letter} {family}", f"{letter}. {family}", f"{family} {letter}", f"{family}, {letter}")
    if not common.is_common(letter + family, spoken):
        yield letter + family


def _ordinary(word: str, spoken: Language) -> bool:
    return len(word) == 1 or common.is_common(word, spoken) or word in particles(spoken)
