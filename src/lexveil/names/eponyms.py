"""Is this name the name of a thing? Alzheimer's disease, a Miranda warning, the Aarhus Convention.

Comes in: a mention and what stands around it. Goes out: yes or no. The names stand in `data/eponyms.txt`,
written for Lexveil. A name alone proves nothing ("Dr. Sjögren suspects Sjögren's syndrome"): the word after
it decides, and a title before it makes it a person's. A possessive of a name that is not listed is a person's
own: "Torvund's disease" is what Torvund has.
"""

import re
from functools import cache
from importlib.resources import files

from lexveil.languages.titles import COURTESY, ROLE_BEFORE
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of

SECTIONS = ("medical", "medical heads", "bare", "phrases", "treaties", "places", "place heads")
# Heads that a name stands before only as an eponym, listed or not: the Quellmark syndrome.
ALWAYS = frozenset(["syndrome", "phenomenon", "sarcoma", "lymphoma", "syndrom"])
PLACED = ("LOC", "ORG", "COURT", "MISC")  # what the name of a place may be taken for

_AFTER = re.compile(r"(?P<own>['’]s?(?=\s)|s(?=\s))?(?:\s+|-)(?P<head>[^\W\d_]+)")
_OWN = re.compile(r"['’]s?$")
_OWN_AFTER = re.compile(r"['’]s?(?!\w)")
_TITLED = re.compile(rf"(?<![\w-]){any_of(COURTESY | ROLE_BEFORE)}\.?\s+$", re.IGNORECASE)
# After `Parkinson's`: an illness; any other word may be something that a person has.
_AFTER_ILLNESS = frozenset(
    "and or in at with for since from had has was is when which who but as that patients patient treatment "
    "medication diagnosis symptoms".split()
)


def is_eponym(mention: str, *, before: str = "", after: str = "", category: str = "PERSON") -> bool:
    """
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
    if _TITLED.search(before):
        return False
    own = (follows["own"] or "") if follows else ""
    first, _, last = name.rpartition(" ")
    if first and _is_thing(first, last):  # the mention holds the head: `Alzheimer's disease`
        return True
    if head and _is_thing(name + fold(own), fold(head)):
        return True
    return _is_illness(name, after) or (not own and not _OWN.search(name) and fold(head) in ALWAYS)


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
    return word is None or fold(word[1]) in _AFTER_ILLNESS


def _is_treaty(name: str, head: str) -> bool:
    lists = _read()
    place = name.removeprefix("the ")
    return head in lists["treaties"] or (place in lists["places"] and head in lists["place heads"])


@cache
def _read() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {section: set() for section in SECTIONS}
    current: set[str] = set()
    for line in (files("lexveil.names") / "data" / "eponyms.txt").read_text("utf8").splitlines():
        if line.startswith("["):
            current = found[line.strip("[]")]
        elif line and not line.startswith("#"):
            current.update(line.split("|"))
    return {section: frozenset(listed) for section, listed in found.items()}
