"""Which mentions are one organisation, one place, one number.

A short form ("the District Court") stands for a longer name before it that ends so; where two end so, the
last named is meant and the certainty is low.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from lexveil.jurisdictions import legalforms
from lexveil.jurisdictions.identity import identity
from lexveil.jurisdictions.legalforms import is_head, is_legal_form, is_mark
from lexveil.languages import DEFAULT, Language, load, people
from lexveil.languages.spoken import figures
from lexveil.model import HIGH, Document, Link, Reason, Span, because
from lexveil.names import given
from lexveil.names.base_forms import base_form, is_listed, place_form
from lexveil.names.ordinary import is_ordinary
from lexveil.names.parse import Name
from lexveil.resolve.mention_names import name_of
from lexveil.text.fold import fold, squeeze
from lexveil.text.patterns import one_of

BODIES = ("ORG", "COURT")

_POSSESSIVE = re.compile(r"['’]s?$")
_CASE = re.compile(r":[a-zäö]{1,9}$")  # Oy:n, AB:s
# What stands in brackets after a name, and the names in quotation marks in it.
_BRACKET = re.compile(r"\s*[(\[]([^()\[\]\n]{2,90})[)\]]")
_REPORTED = re.compile(r",?\s*[(\[]\d{4}[)\]][^()\[\]\n“”\"]{2,30}(?:\([^\W\d_]{1,9}\))?(?=\s*[(\[])")
_QUOTED = re.compile(r"[\"“‘']([^\W\d_a-z][^\"“”‘’'()\n]{1,40})[\"”’']")
_OWN = re.compile(r"['’]s\b")
_CALLED = re.compile(r"\((?:\w+ )?[\"“]([^\W\d_a-z][\w&-]{2,})[\"”]\)")
# "UK Limited", ", LLC", "a.s" after what was taken for a person.
_FORM_AFTER = re.compile(
    rf"(?:,?[^\S\n]+|[^\S\n]+(?:\(?[^\W\d_a-z][\w&.]*\)?[^\S\n]+){{1,2}})"
    rf"(?:{legalforms.pattern('forms')})(?![\w-])"
)
_INITIALLED = re.compile(r"(?:[^\W\d_a-z]\.? ?){1,3}[^\W\d_a-z][^\W\d_]+")
LISTED = "gazetteer:given-family"  # the source of a name that the lists know whole
_NO_COLUMN = r"(?:[^\S\n]{1,2}|[^\S\n]*\n\s*)"  # between words of a sentence
_PARTNERS = re.compile(r"(?:,? (?:& )?[^\W\d_a-z][\w'’-]+)* & [^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)?")
NEAR = 40  # characters before a name that may call it a firm
TRADE = 4  # letters of a word that says what a company does
SLIPS = 8  # letters of a name in which one may be wrong
_GUESSES = ("PERSON", "LOC", "MISC")


class Group(NamedTuple):
    spans: tuple[Span, ...]
    category: str
    certainty: int
    links: tuple[Link, ...] = ()


def things(document: Document, spans: Sequence[Span]) -> list[Group]:
    bodies = [span for span in spans if span.category in BODIES]
    others: dict[tuple[str, str], list[Span]] = {}
    places = {squeeze(document.text[s.start : s.end]).text for s in spans if s.category == "LOC"}
    for span in spans:
        if span.category not in BODIES:
            key = written(document.text[span.start : span.end], span.category)
            if span.category == "LOC":
                key = place_form(key, document.language_at(span.start), places).name
            others.setdefault((span.category, key), []).append(span)
    return [*_bodies(document, bodies), *(_group(found, ()) for found in others.values())]


def written(surface: str, category: str) -> str:
    """What is compared of anything that is no person and no organisation; of numbers not their separators."""
    if category == "NATIONAL_ID":
        return identity(surface)
    if category in ("PHONE", "CODE") and (said := figures(surface)):
        return said
    folded = squeeze(surface).text
    return folded if category in ("LOC", "MISC", "DATE") else re.sub(r"[^\w@]", "", folded)


# Organisations -----------------------------------------------------------------------------------


class _Longer(NamedTuple):
    """The longer names that a short one may stand for, how surely, and why."""

    names: list[str]
    score: float
    why: Reason


def _bodies(document: Document, spans: Sequence[Span]) -> list[Group]:
    names = _in_base_form(document, spans)
    groups = {name: [*found] for name, found in names.items()}
    links: dict[str, list[Link]] = {name: [] for name in names}
    unclear: set[str] = set()
    short = _short_for(document, spans, names)
    for name, longer in short.items():
        starts = {each: [span.start for span in names[each]] for each in longer.names}
        for span in groups.pop(name):
            owner = min(longer.names, key=lambda each: _distance(starts[each], span.start))
            owner = _root(owner, short)
            groups[owner].append(span)
            links[owner].append(Link(span, names[owner][0], longer.score, longer.why))
            if len(longer.names) > 1:
                unclear.add(owner)
    least = {name: 3 if name in unclear else 1 for name in groups}
    return [_group(found, tuple(links[name]), least=least[name]) for name, found in groups.items()]


def _in_base_form(document: Document, spans: Sequence[Span]) -> dict[str, list[Span]]:
    """The core of a name → its mentions; a form of a name that is written too is that name: Bilkas, Oy:n."""
    found: dict[str, list[Span]] = {}
    for span in spans:
        surface = _POSSESSIVE.sub("", _CASE.sub("", document.text[span.start : span.end]))
        found.setdefault(core(surface, language=document.language_at(span.start)), []).append(span)
    names: dict[str, list[Span]] = {}
    for name, mentions in found.items():
        first, space, last = name.rpartition(" ")
        others = {other.rpartition(" ")[2] for other in found if other.rpartition(" ")[0] == first}
        language = document.language_at(mentions[0].start)
        base = base_form(last, others - {last}, language).name if language != DEFAULT else last
        names.setdefault(f"{first}{space}{base}" if base in others else name, []).extend(mentions)
    return names


def _short_for(
    document: Document, spans: Sequence[Span], names: Mapping[str, Sequence[Span]]
) -> dict[str, _Longer]:
    """Short name → the longer names it may stand for."""
    found: dict[str, _Longer] = {}
    for short, full in introduced(document, spans).items():
        if short in names and full in names and short != full:
            found[short] = _Longer([full], 0.99, because("brackets"))
    ends, begins, initials = _parts_of(document, names)
    for name, mentions in names.items():
        if name in found:
            continue
        first = mentions[0]
        ending = (each for each in ends.get(name, ()) if names[each][0].start < first.start)
        longer = [each for each in ending if each not in found]
        acronym = name.replace(".", "")
        whole = [each for each in initials.get(acronym, ()) if each not in found and each != name]
        if longer:
            found[name] = _Longer(longer, 0.9 if len(longer) == 1 else 0.5, because("end"))
        elif len(whole) == 1 and document.text[first.start : first.end].isupper():
            found[name] = _Longer(whole, 0.9, because("initials-of"))
        elif begun := [each for each in begins.get(name, ()) if each not in found]:
            found[name] = _Longer(begun, 0.9 if len(begun) == 1 else 0.5, because("beginning"))
    often = sorted(names.keys() - found.keys(), key=lambda name: (-len(names[name]), names[name][0]))
    for name, other in _misspelt(often):
        if other not in found:
            found.setdefault(name, _Longer([other], 0.8, because("alike")))
    return found


def _misspelt(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Of long names, the most frequent first, those that differ from an earlier one in one letter: a slip."""
    filed: dict[str, str] = {}
    for name in names:
        if len(name) < SLIPS or any(char.isdigit() for char in name):
            continue
        keys = [name, *(name[:at] + name[at + 1 :] for at in range(len(name)))]
        other = next((filed[key] for key in keys if key in filed), "")
        if other:
            yield name, other
        for key in keys:
            filed.setdefault(key, other or name)


def _parts_of(document: Document, names: Mapping[str, Sequence[Span]]) -> tuple[dict[str, list[str]], ...]:
    """The names by their ends, by their beginnings before words that say what a body is or does, and by
    their initials. "Court of the Chamber" does not end in "Chamber"."""
    ends: dict[str, list[str]] = {}
    begins: dict[str, list[str]] = {}
    initials: dict[str, list[str]] = {}
    for name, mentions in names.items():
        small = _words(load(document.language_at(mentions[0].start))).small
        words = name.split()
        for at in range(1, len(words)):
            if words[at] not in small and words[at - 1] not in small:
                ends.setdefault(" ".join(words[at:]), []).append(name)
        for at in range(len(words) - 1, 0, -1):
            if not is_head(words[at]):
                break
            begins.setdefault(" ".join(words[:at]), []).append(name)
        letters = "".join(word[0] for word in words if word not in small)
        if len(letters) > 1:
            initials.setdefault(letters, []).append(name)
    return ends, begins, initials


def _root(name: str, short: Mapping[str, _Longer]) -> str:
    """The longest name behind a short one; a chain ends where a name stands for itself."""
    seen = set()
    while name in short and name not in seen:
        seen.add(name)
        name = short[name].names[0]
    return name


def _distance(starts: list[int], at: int) -> tuple[int, int]:
    """Named before counts as nearer than named after."""
    place = bisect_left(starts, at)
    return (0, at - starts[place - 1]) if place else (1, starts[0] - at)


def _group(spans: list[Span], links: tuple[Link, ...], *, least: int = 1) -> Group:
    certainty = max(least, min(span.certainty for span in spans))
    counts = Counter(span.category for span in spans)
    category = max(sorted(counts), key=lambda category: counts[category])
    return Group(tuple(sorted(spans)), category, certainty, links)


# Names of organisations --------------------------------------------------------------------------


class _Words(NamedTuple):
    the: frozenset[str]
    small: frozenset[str]  # words that say nothing: of, the, and
    introduced: re.Pattern[str]  # "(hereinafter: the"
    introducing: re.Pattern[str]
    firm_before: re.Pattern[str]  # "instructed by"
    firm_after: re.Pattern[str]  # ", solicitors"
    saint: re.Pattern[str]  # "St Oswin's", of a school


@cache
def _words(language: Language) -> _Words:
    words = language.roles["organizations"]
    return _Words(
        frozenset(words["the"]),
        frozenset(words["small"]),
        re.compile(rf"\s*[(\[](?:{one_of(words['introduced'])}|\"|“|'|‘|,|:|\s)*$", re.IGNORECASE),
        re.compile(rf"{words['introducing']}|[\"“'‘]"),
        re.compile(rf"\b{one_of(words['firm_before'])}{_NO_COLUMN}$", re.IGNORECASE),
        re.compile(rf",?\s+{one_of(words['firm_after'])}\b", re.IGNORECASE),
        re.compile(rf"({one_of(words.get('saints', ['(?!)']))}\.? [\w-]+)['’]s ", re.IGNORECASE),
    )


def core(surface: str, *, language: str = DEFAULT) -> str:
    """The name without article, bracketed parts, legal form and signs.

    >>> core("Company (Country) Ltd.") == core("the Company Ltd") == core("Company")
    True
    """
    text = re.sub(r"\([^()]*\)", " ", squeeze(surface).text)
    words = re.findall(r"[\w&/.'-]+", text)
    words = words[1:] if len(words) > 1 and words[0] in _words(load(language)).the else words
    while len(words) > 1 and is_legal_form(words[-1].strip(".,").replace(".", "")):
        words.pop()
    return " ".join(word.strip(".,'-") for word in words) or fold(surface)


def introduced(document: Document, spans: Sequence[Span]) -> dict[str, str]:
    """Short name → full name, where a name is given again in brackets: `Public Service of Mordor (PSMo)`."""
    text = document.text
    short: dict[str, str] = {}
    for one, other in pairwise(spans):
        language = document.language_at(one.start)
        words = _words(load(language))
        between = text[one.end : other.start]
        named = words.introducing.search(between) or " " not in text[other.start : other.end].strip()
        if named and words.introduced.fullmatch(between):
            full = core(text[one.start : one.end], language=language)
            short.setdefault(core(text[other.start : other.end], language=language), short.get(full, full))
    return short


def short_names(document: Document, spans: Sequence[Span]) -> list[Span]:
    """The spans with the short names of companies: after `Quellmark Hydraulics GmbH ("Quellmark")` Quellmark
    is no person, whatever a detector took it for, unless somebody in the document is called so."""
    text = document.text
    found: list[Span] = []
    defined: dict[str, Span] = {}
    implied_names: set[str] = set()
    saints: set[str] = set()
    for span in _firms(document, spans):
        if span.category not in BODIES:
            found.append(span)
            continue
        inside = _BRACKET.search(text, span.start + 1, span.end)
        whole = replace(span, end=inside.start()) if inside else span
        named = dict(_defined(document, whole))
        found.append(whole if named else span)
        for name, start in named.items():
            defined.setdefault(name, replace(span, start=start, end=start + len(name)))
        implied_names |= implied(text[span.start : span.end])
        saint = _words(load(document.language_at(span.start))).saint.match(text, span.start, span.end)
        saints |= {fold(saint[1])} if saint else set()
    for called in _called(text, found):
        defined.setdefault(text[called.start : called.end], called)
    firms = {fold(name) for name in implied_names if is_firm(name, load(document.language))}
    own = _by_first_words(firms)
    peoples = _peoples_words(document, [span for span in found if not _is_short(document, span, own)])
    for name in peoples & defined.keys():
        del defined[name]
    borne = set(map(fold, peoples))
    short = _by_first_words({fold(name) for name in implied_names} - borne | set(map(fold, defined)))
    turned = []
    for span in found:
        name = fold(text[span.start : span.end])
        alike = span.category in _GUESSES and (
            _is_short(document, span, short) or (name in saints and bool(_OWN.match(text, span.end)))
        )
        turned.append(replace(span, category="ORG") if alike and not name_of(document, span).title else span)
    return sorted([*turned, *_between(turned, sorted(defined.values()))])


def _by_first_words(names: Iterable[str]) -> dict[str, set[str]]:
    """What all but the last word of a name is → the last words that follow it."""
    found: dict[str, set[str]] = {}
    for name in names:
        first, _, last = name.rpartition(" ")
        found.setdefault(first, set()).add(last)
    return found


def _is_short(document: Document, span: Span, names: Mapping[str, Collection[str]]) -> bool:
    """Whether a mention is one of these names of companies, or a form of one: Norddams, Norddam Shippings."""
    first, _, last = fold(document.text[span.start : span.end]).rpartition(" ")
    ends = names.get(first, ())
    if not ends or last in ends:
        return bool(ends)
    return base_form(last, ends, document.language_at(span.start)).name in ends


def _called(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """`the First Defendant ("Norddam")`, after a Norddam Bunkering Ltd or Norddam Foundation."""
    surfaces = (fold(text[span.start : span.end]).split() for span in spans if span.category == "ORG")
    first = {words[0] for words in surfaces if len(words) > 1 and _says_body(words[-1].strip(".,"))}
    for called in _CALLED.finditer(text):
        if fold(called[1]) in first:
            yield Span(*called.span(1), "ORG", HIGH, ("organizations:called",))


def _says_body(word: str) -> bool:
    return is_legal_form(word) or is_head(word)


def _firms(document: Document, spans: Sequence[Span]) -> Iterator[Span]:
    """The spans, with those as organisations that a legal form follows, or that instruct counsel."""
    text, last = document.text, 0
    for at, span in enumerate(spans):
        if span.start < last:
            continue
        name = name_of(document, span) if span.category == "PERSON" else None
        if name and not name.title:
            following = spans[at + 1] if at + 1 < len(spans) else None
            end = _with_form(text, span, following) or _as_firm(document, span, name)
            end = end or (span.end if at and _whose_firm(document, spans[at - 1], span, name) else 0)
            span = replace(span, category="ORG", end=end) if end else span
        yield span
        last = span.end


def _whose_firm(document: Document, lawyer: Span, span: Span, name: Name) -> bool:
    """Ann Roe of Carle Bastow: nobody is somebody's, unless called so."""
    language = load(document.language_at(span.start))
    of = language.people["titles"].get("of", "")
    between = document.text[lawyer.end : span.start].split()
    if lawyer.category != "PERSON" or not of or between != [of] or of in people.particles(language):
        return False
    return not given.is_given(name.tokens[0])


def _with_form(text: str, span: Span, following: Span | None) -> int:
    """Where the legal form after a name ends; 0 where it may be a word as well: ANN ROE, AS GUARDIAN."""
    form = _FORM_AFTER.match(text, span.end)
    # A. Roe, A/S: letters that say what somebody is.
    if form and form[0].startswith(",") and _INITIALLED.fullmatch(text, span.start, span.end):
        letters = form[0].strip(" ,.").lower().replace(".", "")
        form = None if "/" in letters or letters in legalforms.keys("initials") else form
    if not form or not is_mark(fold(form[0]).split()[-1].replace(".", "")):
        return 0
    if form[0].count("(") > form[0].count(")"):  # Ann Roe (Calder Doe LLP)
        return 0
    beside = following and following.category == "PERSON" and following.start < form.end()
    return 0 if beside else form.end()


def _as_firm(document: Document, span: Span, name: Name) -> int:
    """Where the name of a firm that instructs counsel ends; 0 where it may be a solicitor's own."""
    text, words = document.text, _words(load(document.language_at(span.start)))
    before = text[max(0, span.start - NEAR) : span.start]
    if not words.firm_before.search(before) and not words.firm_after.match(text, span.end):
        return 0
    partners = _PARTNERS.match(text, span.end)
    whole = given.is_given(name.tokens[0]) and (given.is_family(name.family) or LISTED in span.sources)
    own = not name.bare and whole and "&" not in text[span.start : span.end]
    return partners.end() if partners else 0 if own else span.end


def implied(surface: str) -> set[str]:
    """What a company is called without its legal form and the words that say what it does: of `Norddam
    Shipping Ltd` Norddam Shipping and Norddam; no name that people have: whom it means alone is not for the
    company to say."""
    words = surface.replace(",", " ").split()
    cut = len(words)
    while cut > 1 and is_legal_form(fold(words[cut - 1]).strip(".,")):
        cut -= 1
    names = {" ".join(words[:cut])} if cut < len(words) else set()
    while cut > 1 and cut < len(words) and words[cut - 1].startswith("("):  # Norddam (UK) Ltd
        cut -= 1
        names.add(" ".join(words[:cut]))
    while cut > 1 and is_head(fold(words[cut - 1]).strip(".,")):
        cut -= 1
        names.add(" ".join(words[:cut]))
    return {name for name in names if len(name) > 2 and not is_head(fold(name)) and not is_listed(fold(name))}


def is_firm(name: str, language: Language) -> bool:
    """Whether a name of several words is hardly a person's: a word in it says what the company does."""
    words = fold(name).split()
    trade = any(is_head(word) or (len(word) >= TRADE and is_ordinary(word, language)) for word in words)
    listed = trade and any(map(is_listed, words))
    surnames = not any(map(given.is_given, words))  # Carle Bastow, of Carle Bastow LLP
    return len(words) > 1 and (surnames or trade) and not listed


def _between(spans: Sequence[Span], new: Sequence[Span]) -> list[Span]:
    """Those of the new spans that lie where no other is."""
    starts = [span.start for span in spans]
    found = []
    for span in new:
        at = bisect_left(starts, span.end)
        if at == 0 or spans[at - 1].end <= span.start:
            found.append(span)
    return found


def _defined(document: Document, whole: Span) -> Iterator[tuple[str, int]]:
    text = document.text
    cited = _REPORTED.match(text, whole.end)  # Re Norddam Ltd [2017] EWHC 537 (Ch) ("Norddam")
    bracket = _BRACKET.match(text, cited.end() if cited else whole.end)
    if not bracket:
        return
    words = core(text[whole.start : whole.end], language=document.language_at(whole.start)).split()
    for quoted in _QUOTED.finditer(text, bracket.start(1), bracket.end(1)):
        short = squeeze(quoted[1]).text
        initials = "".join(word[0] for word in words)
        if all(word in words for word in short.split()) or short.replace(".", "") == initials:
            yield quoted[1], quoted.start(1)


def _peoples_words(document: Document, spans: Sequence[Span]) -> set[str]:
    """The words of full names and of names with a title."""
    words: set[str] = set()
    for span in spans:
        surface = document.text[span.start : span.end]
        if span.category == "PERSON" and (" " in surface or name_of(document, span).title):
            words.update([surface, *surface.split()])
    return words
