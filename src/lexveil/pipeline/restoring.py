"""The names in a text whose pseudonyms stand for one person of the case only.

A pseudonym counts as proof if in this case it stood for one entity only, tells entities apart, and is no word
that may be there by chance. Nothing is guessed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ahocorasick_rs import AhoCorasick, MatchKind

from lexveil.languages import common
from lexveil.model import Replacement
from lexveil.store import Known
from lexveil.store.case import distinct
from lexveil.text.fold import fold, whole_word

SHORTEST = 4  # characters of a pseudonym that nobody writes by chance


@dataclass(frozen=True, slots=True)
class Proven:
    replacements: tuple[Replacement, ...] = field(repr=False)
    people: int  # entities that are named again
    unclear: int  # places where a pseudonym stands that could mean several, or be an ordinary word
    absent: int  # entities of the case that the text does not name


def proven(text: str, known: Iterable[Known]) -> Proven:
    """
    >>> roe = Known("v1", "PERSON", "WITNESS", ("Ann Roe", "Roe"), "WITNESS_1")
    >>> found = proven("WITNESS_1 left; WITNESS_12 stayed.", [roe])
    >>> [(each.start, each.end, each.text) for each in found.replacements]
    [(0, 9, 'Ann Roe')]
    """
    known = tuple(known)
    readings = _readings(known)
    shown = list(readings)
    replacements: list[Replacement] = []
    unclear = 0
    search = AhoCorasick(shown, matchkind=MatchKind.LeftmostLongest)
    for number, start, end in search.find_matches_as_indexes(text) if shown else ():
        if not whole_word(text, start, end):
            continue
        stood = readings[shown[number]]
        if len(stood) == 1 and _telling(shown[number], text[max(0, start - 1) : end + 1]):
            [(entity, name)] = stood.items()
            replacements.append(Replacement(start, end, name, entity))
        else:
            unclear += 1
    met = {each.entity for each in replacements}
    everybody = {entry.entity for entry in known if distinct(entry)}
    return Proven(tuple(replacements), len(met), unclear, len(everybody - met))


def _readings(known: Iterable[Known]) -> dict[str, dict[str, str]]:
    """What stands in the text → entity → its name."""
    found: dict[str, dict[str, str]] = {}
    for entry in known:
        full = entry.forms[0] if entry.forms else ""
        stood: dict[str, set[str]] = {entry.pseudonym: set()}
        for shown, before in entry.written:
            same = shown.lower() == entry.pseudonym.lower()  # a capital at the start of a sentence
            stood.setdefault(entry.pseudonym if same else shown, set()).add(before)
        for shown, forms in stood.items():
            name = min(forms) if len(forms) == 1 else full
            # As `replace.render` writes it: in capitals, at the start of a sentence, as it is.
            cased = {shown.upper(): name.upper(), shown[:1].upper() + shown[1:]: name, shown: name}
            for text, restored in cased.items():
                if text and restored:
                    owners = found.setdefault(text, {})
                    owners.setdefault(entry.entity, restored)
                    if not distinct(entry) or entry.style == "initials":  # others have the same initials
                        owners[""] = ""  # a second owner: never proven
    return found


def _telling(shown: str, around: str) -> bool:
    """Nothing that is there by chance; `around` has the characters beside it, for "[A]ny" is no "[A]"."""
    if shown.isalpha() and common.is_common(fold(shown)):
        return False
    alone = not any(char.isalnum() for char in around.replace(shown, "", 1))
    return len(shown) >= SHORTEST or (shown[0] == "[" and shown[-1] == "]" and alone)
