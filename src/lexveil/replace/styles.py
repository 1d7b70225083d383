"""Pseudonyms that say nothing: labels that count, initials, a blank, a black bar, random signs.

Labels and initials follow the first appearance. One that the document already uses, or the case, is passed
over, so that nobody is taken for someone else. A blank and a bar have one width for all, for a length tells;
so they do not tell two people apart either. Random signs do; how many there are tells nothing of the name.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count, islice
from typing import Any

from lexveil.jurisdictions.legalforms import is_legal_form
from lexveil.languages import DEFAULT, Language, all_words, find, load, own
from lexveil.languages.people import particles, suffixes, titles
from lexveil.languages.words import word
from lexveil.model import Decision, Entity
from lexveil.replace.keyed_random import stream
from lexveil.text.fold import fold

DEFAULT_LABEL = "[{word} {n}]"  # for what a style cannot write


def labels(
    text: str,
    entities: Iterable[Entity],
    decisions: Mapping[str, Decision],
    *,
    language: str = "en",
    taken: Collection[str] = (),
) -> dict[str, str]:
    """Entity id → pseudonym, in the order of appearance. `taken` are pseudonyms that others have."""
    used = {name.lower() for name in taken}
    numbers: dict[str, Iterator[str]] = {}
    given: dict[str, str] = {}
    for entity in entities:
        pattern = decisions[entity.id].label or DEFAULT_LABEL
        label = worded(pattern, language, category=entity.category, role=entity.role)
        if label not in numbers:
            numbers[label] = unused(text, label)
        given[entity.id] = next(name for name in numbers[label] if name.lower() not in used)
        used.add(given[entity.id].lower())
    return given


def unused(text: str, label: str) -> Iterator[str]:
    """The pseudonyms of a label in order, without those that the text has already."""
    pattern = re.escape(label).replace(r"\{n\}", r"\d+").replace(r"\{A\}", "[A-Z]+")
    edged = rf"(?<![^\W_]){pattern}(?![^\W_])"
    seen = {found.lower() for found in re.findall(edged, text, re.IGNORECASE)}
    return (name for name in (fill(label, number) for number in count(1)) if name.lower() not in seen)


def fill(label: str, number: int) -> str:
    return label.replace("{n}", str(number)).replace("{A}", letters(number))


def letters(number: int) -> str:
    """1 → A, 26 → Z, 27 → AA."""
    found = ""
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(ord("A") + rest) + found
    return found


_WORD_PLACE = re.compile(r"\{([wW])ord(?::([a-z_]+))?\}|\{([rR])ole\}")


def worded(label: str, language: str, *, category: str, role: str) -> str:
    """The label with its words; what counts in it stays open.

    >>> worded("{word} {A}", "fi", category="PERSON", role="WITNESS")
    'henkilö {A}'
    >>> worded("{Role} {n}, [{word:birth} {n}]", "da", category="PERSON", role="WITNESS")
    'Vidne {n}, [fødselsdato {n}]'
    """

    def fill(place: re.Match[str]) -> str:
        kind, key, of_role = place.groups()
        found = word(role if of_role else key.upper() if key else category, language)
        return found[0].upper() + found[1:] if (kind or of_role).isupper() else found

    return _WORD_PLACE.sub(fill, label)


BLANK = "________"
BAR = "████████"
SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789"
LETTERS = 26  # of them, first
FEWEST_SIGNS, MOST_SIGNS = 6, 12
NOBODY = "N.N."  # nomen nescio: a name without letters

_WORD = re.compile(r"[^\W\d_][^\W\d_'’.]*\.?")
_INITIALS = re.compile(r"(?<![\w.-])(?:[^\W\d_]\.-?)+(?!\w)")
_OWN = re.compile(r"['’]s?$")


def bracketed(kind: str, language: str) -> str:
    """What stands for a value that no other can be made of: [päivämäärä]."""
    return str(load(language).replace["brackets"][kind])


def own_words(language: str, section: str) -> Mapping[str, Any]:
    """Of `replace.toml` what the language itself has: no phrase is built with another's words."""
    found: Mapping[str, Any] = own(find(language), "replace").get(section, {})
    return found


def blanks(entities: Iterable[Entity], style: str) -> dict[str, str]:
    """One blank, or one bar, for everybody."""
    return {entity.id: BAR if style == "redact" else BLANK for entity in entities}


def random_signs(
    text: str, entities: Iterable[Entity], *, key: bytes, taken: Collection[str] = ()
) -> dict[str, str]:
    """Entity id → small letters and digits, drawn for how it is first written: from the same key the same."""
    used = {name.lower() for name in taken}
    seen, given = text.lower(), {}
    for entity in entities:
        first = entity.spans[0]
        surface = text[first.start : first.end]
        drawn = (_signs(stream(key, "random", surface, str(number))) for number in count())
        given[entity.id] = next(name for name in drawn if name not in used and name not in seen)
        used.add(given[entity.id])
    return given


def _signs(numbers: Iterator[int]) -> str:
    """A letter first, so that it stands in a sentence as a word does."""
    length = FEWEST_SIGNS + next(numbers) % (MOST_SIGNS - FEWEST_SIGNS + 1)
    rest = "".join(SIGNS[number % len(SIGNS)] for number in islice(numbers, length - 1))
    return SIGNS[next(numbers) % LETTERS] + rest


def initials(
    text: str, entities: Iterable[Entity], *, language: str = DEFAULT, taken: Collection[str] = ()
) -> dict[str, str]:
    """Entity id → initials of the fullest form of the name."""
    used = {name.lower() for name in taken}
    entities = tuple(entities)
    written: dict[str, set[int]] = {}  # the initials that stand in the text, and where
    for place in _INITIALS.finditer(text) if entities else ():
        written.setdefault(place[0], set()).add(place.start())
    numbers: dict[str, Iterator[str]] = {}
    given: dict[str, str] = {}
    for entity in entities:
        forms = {text[span.start : span.end] for span in entity.spans}
        fullest = max(sorted(forms), key=lambda form: (len(form.split()), len(form)))
        own = initials_of(fullest, language=language, body=entity.category != "PERSON")
        if not written.get(own, set()) <= {span.start for span in entity.spans}:
            used.add(own.lower())  # they stand in the text for somebody else
        numbered = numbers.setdefault(own, _numbered(own))
        given[entity.id] = next(name for name in numbered if name.lower() not in used)
        used.add(given[entity.id].lower())
    return given


def _numbered(own: str) -> Iterator[str]:
    return (own if number == 1 else f"{own}{number}" for number in count(1))


def initials_of(name: str, *, language: str = DEFAULT, body: bool = False) -> str:
    """
    >>> initials_of("Michael S. Blatter"), initials_of("Jean-Luc van der Aalsvoort"), initials_of("Roe")
    ('M.S.B.', 'J.-L.A.', 'R.')
    >>> initials_of("Halcyon Marine Events Ltd.", body=True)
    'H.M.E.'
    """
    found = ""
    for part in _OWN.sub("", name.strip()).split():
        signs = []
        for half in part.split("-"):
            words = (word for word in _WORD.findall(half) if not _left_out(word, load(language), body=body))
            signs.append("".join(f"{word[0].upper()}." for word in words))
        found += "-".join(filter(None, signs))
    return found or (initials_of(name, language=language) if body else NOBODY)


def _left_out(word: str, spoken: Language, *, body: bool) -> bool:
    key = fold(word).rstrip(".")
    if body:
        return key in all_words("replace", "organizations", "no_initial") or is_legal_form(key)
    around = key in titles(spoken) or key in suffixes(spoken)
    return len(key) > 1 and (around or (key in particles(spoken) and word[0].islower()))
