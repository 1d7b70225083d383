"""Is this name the name of a thing? Alzheimer's disease, a Miranda warning, the Aarhus Convention.

The word beside a name decides, and a title before it makes it a person's. A possessive of a name that is not
listed is a person's own: "Torvund's disease" is what Torvund has. In notes, which have few words (Diagnoses:
Crohn, Raynaud. Apgar 9), a name is a thing's unless the document knows somebody called so.
"""

import re
from functools import cache
from importlib.resources import files

from lexveil.languages import DEFAULT, all_words, load, sections
from lexveil.languages.people import titles
from lexveil.names import given
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of, one_of
from lexveil.text.quick import Quick

PLACED = ("LOC", "ORG", "COURT", "MISC")  # what the name of a place may be taken for

_AFTER = re.compile(r"(?P<own>['’]s?(?=\s)|s(?=\s))?(?:\s+|-)(?P<head>[^\W\d_]+)")
_OWN = re.compile(r"['’]s?$")
_OWN_AFTER = re.compile(r"['’]s?(?!\w)")
_LISTED_BEFORE = re.compile(r"([^\W\d_][\w’'-]*)(?:, (?:[a-z]{1,3} )?|/| [a-z&]{1,3} )$")
_LISTED_AFTER = re.compile(r"(?:, (?:[a-z]{1,3} )?|/| [a-z&]{1,3} )([^\W\d_][\w’'-]*)")
_SCORE = re.compile(r"(?: ?[:=])? ?\d")
_ENDS = re.compile(r"\s*(?:[.,;:/(\n]|$)")


@cache
def _titled() -> Quick:
    return Quick(rf"(?<![\w-]){any_of(titles(load(DEFAULT)))}\.?\s+$", re.IGNORECASE)


@cache
def _words(key: str) -> frozenset[str]:
    """Words around an eponym, of all languages."""
    return frozenset(all_words("replace", "eponyms", key))


@cache
def _articles() -> frozenset[str]:
    return frozenset(all_words("people", "beside", "article"))


@cache
def _heads_before() -> re.Pattern[str]:
    return re.compile(rf"\b{one_of(all_words('replace', 'eponyms', 'heads_before'))} ?$")


@cache
def _noted() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){one_of(all_words('replace', 'eponyms', 'before_in_notes'))} ?$")


@cache
def _family() -> Quick:
    return Quick(
        rf"(?<![\w-]){one_of(all_words('roles', 'organizations', 'family_firms'))}(?![\w-])", re.IGNORECASE
    )


@cache
def _saints() -> frozenset[str]:
    return frozenset(all_words("roles", "organizations", "saints"))


def is_family_firm(name: str) -> bool:
    """Whether a company is called after its people, so that a word of it is their family name.

    >>> is_family_firm("Roe & Sons Ltd"), is_family_firm("Green Energy Ltd")
    (True, False)
    """
    return _family().search(name) is not None


def is_saint(name: str, at: int) -> bool:
    """Whether the word there is what a saint is called: the church, the town or the day of St Mary.

    >>> is_saint("St. Mary's Church", 4), is_saint("Mary's Church", 0)
    (True, False)
    """
    return (fold(name[:at]).replace(".", " ").split() or [""])[-1] in _saints()


def is_eponym(mention: str, *, before: str = "", after: str = "", category: str = "PERSON") -> bool:
    name = " ".join(fold(mention).split())
    follows = _AFTER.match(after)
    head = follows["head"] if follows else ""
    article, _, rest = name.partition(" ")
    place = (rest if article in _articles() else name) in _read()["places"]
    if category in PLACED and (head in _words("treaties") or (place and head in _words("place_words"))):
        return True  # a treaty
    if _titled().search(before):
        return False
    words = mention.rpartition(" ")  # the mention may hold the head: Signe de Babinski
    if _in_medicine(fold(words[2])) and _heads_before().search(f"{before}{words[0]}{words[1]}"):
        return True
    own = (follows["own"] or "") if follows else ""
    first, _, last = name.rpartition(" ")
    held = first and _is_thing(first, last)  # the mention holds the head: `Alzheimer's disease`
    if held or (head and _is_thing(name + fold(own), fold(head))):
        return True
    if not own and fold(head) in _words("in_notes") and _in_medicine(name):
        return True  # of a note: Babinski negative
    return _is_illness(name, after) or (not own and not _OWN.search(name) and fold(head) in _words("always"))


def is_noted(mention: str, *, before: str = "", after: str = "") -> bool:
    """As a note has it, where nobody in the document is called so: Apgar 9. Diagnoses: Crohn, Raynaud."""
    opening, _, last = fold(mention).rpartition(" ")
    name = _bare(last)
    if (opening and opening not in _words("opening_notes")) or _titled().search(before):
        return False
    if name in _read()["scores"] and _SCORE.match(after):
        return True
    if not _in_medicine(name):
        return False
    rare = not (given.is_given(name) or given.is_family(name))
    if rare and name in _read()["signs"] and _SCORE.match(after):
        return True
    before, after = _around(before, after)
    if _noted().search(before) or fold((_AFTER.match(after) or {"head": ""})["head"]) in _words("in_notes"):
        return True
    word = before.split()[-1:] if not opening else [opening]
    opened = bool(word) and fold(word[0]) in _words("opening_notes")
    return (rare or bool(opening)) and opened and bool(_ENDS.match(after))


def _around(before: str, after: str) -> tuple[str, str]:
    """What stands around a list of names that are all of medicine: Weber and Rinne normal."""
    while (other := _LISTED_BEFORE.search(before)) and _in_medicine(_bare(fold(other[1]))):
        before = before[: other.start()]
    while (other := _LISTED_AFTER.match(after)) and _in_medicine(_bare(fold(other[1]))):
        after = after[other.end() :]
    return before, after


def _in_medicine(name: str) -> bool:
    return name in _read()["signs"] or name in _read()["medical"]


def is_known_eponym(mention: str) -> bool:
    """Whether things are called by it the world over."""
    name = _bare(fold(mention))
    return any(name in names for names in _read().values())


def medical_names() -> frozenset[str]:
    """Names of diseases that few have."""
    return _read()["medical"] - _read()["common"]


def _is_thing(name: str, head: str) -> bool:
    heads = {head, head.removesuffix("s")}
    if any(f"{name} {each}" in _words("phrases") for each in heads):
        return True
    return _bare(name) in _read()["medical"] and not heads.isdisjoint(_words("illnesses"))


def _bare(name: str) -> str:
    """Without a possessive, in English or with the bare -s of its neighbours."""
    bare = _OWN.sub("", name)
    return bare[:-1] if bare.endswith("s") and bare not in _read()["medical"] else bare


def _is_illness(name: str, after: str) -> bool:
    """`Parkinson's` by itself."""
    apart = _OWN_AFTER.match(after)
    if _OWN.sub("", name) not in _read()["bare"] or not (apart or _OWN.search(name)):
        return False
    word = re.match(r"\s+([^\W\d_]+)", after[apart.end() if apart else 0 :])
    return word is None or fold(word[1]) in _words("after_illness")


@cache
def _read() -> dict[str, frozenset[str]]:
    listed = sections(files("lexveil.names") / "data" / "eponyms.txt")
    return {section: frozenset(names) for section, names in listed.items()}
