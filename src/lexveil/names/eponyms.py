"""Is this name the name of a thing? Alzheimer's disease, a Miranda warning, the Aarhus Convention.

The names stand in `data/eponyms.txt`. A name alone proves nothing ("Dr. Sjögren suspects Sjögren's
syndrome"): the word after it decides, and a title before it makes it a person's. A possessive of a name that
is not listed is a person's own: "Torvund's disease" is what Torvund has.
"""

import re
from functools import cache
from importlib.resources import files

from lexveil.languages import DEFAULT, Language, load, people
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of

PLACED = ("LOC", "ORG", "COURT", "MISC")  # what the name of a place may be taken for

_AFTER = re.compile(r"(?P<own>['’]s?(?=\s)|s(?=\s))?(?:\s+|-)(?P<head>[^\W\d_]+)")
_OWN = re.compile(r"['’]s?$")
_OWN_AFTER = re.compile(r"['’]s?(?!\w)")


def is_eponym(
    mention: str,
    *,
    before: str = "",
    after: str = "",
    category: str = "PERSON",
    language: Language | None = None,
) -> bool:
    """`language` is that of the words around, English unless told.

    >>> [is_eponym("Sjögren", after=after) for after in ("'s syndrome", " suspects", "'s car")]
    [True, False, False]
    >>> [is_eponym("Aarhus", after=after, category="LOC") for after in (" Convention", " police")]
    [True, False]
    """
    name = " ".join(fold(mention).split())
    follows = _AFTER.match(after)
    head = follows["head"] if follows else ""
    if category in PLACED and _is_treaty(name, head):
        return True
    if _titled(language or load(DEFAULT)).search(before):
        return False
    own = (follows["own"] or "") if follows else ""
    first, _, last = name.rpartition(" ")
    if first and _is_thing(first, last):  # the mention holds the head: `Alzheimer's disease`
        return True
    if head and _is_thing(name + fold(own), fold(head)):
        return True
    return _is_illness(name, after) or (not own and not _OWN.search(name) and fold(head) in _read()["always"])


@cache
def _titled(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){any_of(people.titles(language))}\.?\s+$", re.IGNORECASE)


def _is_thing(name: str, head: str) -> bool:
    lists = _read()
    heads = {head, head.removesuffix("s")}
    if any(f"{name} {each}" in lists["phrases"] for each in heads):
        return True
    return _bare(name) in lists["medical"] and not heads.isdisjoint(lists["medical heads"])


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
    return word is None or fold(word[1]) in _read()["after illness"]


def _is_treaty(name: str, head: str) -> bool:
    lists = _read()
    place = name.removeprefix("the ")
    return head in lists["treaties"] or (place in lists["places"] and head in lists["place heads"])


@cache
def _read() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    current: set[str] = set()
    for line in (files("lexveil.names") / "data" / "eponyms.txt").read_text("utf8").splitlines():
        if line.startswith("["):
            current = found.setdefault(line.strip("[]"), set())
        elif line and not line.startswith("#"):
            current.update(line.split("|"))
    return {section: frozenset(listed) for section, listed in found.items()}
