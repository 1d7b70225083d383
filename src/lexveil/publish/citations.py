"""What a published text cites: decisions by ECLI or report, statutes by ELI, by abbreviation or by title.

Read from the published text alone, so that nothing that was replaced can come in.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache

from lexveil.jurisdictions import reporters
from lexveil.languages import Language, load
from lexveil.model import Document
from lexveil.publish.iris import ecli_iri, slug
from lexveil.text.patterns import UPPER, one_of

_ECLI = re.compile(r"\bECLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{0,24}[A-Z0-9]")
_ELI = re.compile(r"https?://[^\s<>\"'()]+/eli/[^\s<>\"'(),;]*[^\s<>\"'(),;.]")
_YEAR_OR_NUMBER = r"(?:,? ?\(?(?:[^\W\d_]{1,3}[.°º]* ?)?\d[\d/:.-]*\d\b\)?)"
_FIRST = re.compile(r"([^\W\d_]+),? ")
LEAST = 7  # letters of a word that is the whole title of a statute: Strafgesetz, rikoslaki


@dataclass(frozen=True, slots=True)
class Cited:
    """A work, and where the text cites it. `iri` is its own where it has one on the web."""

    label: str
    iri: str
    places: tuple[tuple[int, int], ...]

    @property
    def key(self) -> str:
        return slug(self.label)


def ecli_in(text: str) -> str:
    found = _ECLI.search(text)
    return found[0] if found else ""


def cited_decisions(document: Document) -> tuple[Cited, ...]:
    """
    >>> text = "See ECLI:EU:C:2010:512 and [2003] 1 AC 32."
    >>> [(each.label, each.iri) for each in cited_decisions(Document("d", text))][0]
    ('ECLI:EU:C:2010:512', 'https://e-justice.europa.eu/ecli/ECLI:EU:C:2010:512')
    """
    text = document.text
    found = [(each.start(), each.end(), ecli_iri(each[0])) for each in _ECLI.finditer(text)]
    taken = {at for start, end, _ in found for at in range(start, end)}
    found += [(*span, "") for span in reporters.cited_cases(text) if taken.isdisjoint(range(*span))]
    return _grouped(text, found)


def cited_statutes(document: Document) -> tuple[Cited, ...]:
    """
    >>> text = "Under section 3 of the Sale of Boats Act 1979, and art. 394 LEC"
    >>> [each.label for each in cited_statutes(Document("d", text))]
    ['Sale of Boats Act 1979']
    """
    text, language = document.text, load(document.language)
    found = [(each.start(), each.end(), each[0]) for each in _ELI.finditer(text)]
    taken = {at for start, end, _ in found for at in range(start, end)}
    for pattern in _patterns(language):
        for each in pattern.finditer(text):
            span = _without_function_words(text, *each.span("title"), language)
            if taken.isdisjoint(range(*span)) and _is_title(text[slice(*span)], each["word"]):
                found.append((*span, ""))
                taken.update(range(*span))
    return _grouped(text, found)


@cache
def _patterns(language: Language) -> tuple[re.Pattern[str], ...]:
    """An abbreviation after a provision; a title that ends in a word for statutes, or begins with one."""
    section = language.labels["provisions"]["section"]
    words = one_of(language.labels["statutes"]["words"])
    capitals = rf"[{UPPER}][^\W\d_]*[{UPPER}][A-Za-z]{{0,3}}\b"
    dotted = r"[Cc]\.(?: ?[A-Za-z]{1,2}\.){1,2}(?![^\W\d_])"  # codes: art. 2043 c.c., 91 e 92 c.p.c.
    short = rf"(?P<title>(?P<word>{capitals}|{dotted}))"
    numbers = r"[^\S\n]?\d[\w.-]*,?(?:[^\S\n](?:[^\W\d_]{1,6}\.?|§{0,2}[^\S\n]?\d[\w.-]*),?){0,8}?[^\S\n]"
    capital = rf"(?<![\w/-])[{UPPER}](?:[^\W\d]|['’&-])*,?"
    before = (
        rf"(?:{capital} (?:(?:[^\W\d_]{{1,3}} )?{capital} |[^\W\d_]{{1,3}} (?={capital} )){{0,7}}|(?<!\w))"
    )
    return (
        re.compile(rf"{section}{numbers}{short}"),
        re.compile(rf"(?P<title>{before}(?P<word>{words})(?:(?!\w){_YEAR_OR_NUMBER})?)(?:e?s)?(?!\w)"),
    )


def _without_function_words(text: str, start: int, end: int, language: Language) -> tuple[int, int]:
    """The Act → Act."""
    while (found := _FIRST.match(text, start, end)) and found[1].lower() in language.words["function"]:
        start = found.end()
    return start, end


def _is_title(title: str, word: str) -> bool:
    """Not a word for statutes alone: "the Act", "lain"."""
    several = sum(map(str.isupper, word)) > 1 or word.count(".") > 1  # letters of an abbreviation
    return title.strip() != word or len(word) >= LEAST or several


def _grouped(text: str, found: list[tuple[int, int, str]]) -> tuple[Cited, ...]:
    """One for each work, in the order of first mention."""
    places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    labels: dict[str, tuple[str, str]] = {}
    for start, end, iri in sorted(found):
        label = " ".join(text[start:end].split()).strip(" ,")
        key = slug(label)
        if key:
            labels.setdefault(key, (label, iri))
            places[key].append((start, end))
    return tuple(Cited(*labels[key], tuple(places[key])) for key in labels)
