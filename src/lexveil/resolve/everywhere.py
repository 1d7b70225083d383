"""Each name found once is found in the whole document: surname alone, initials and surname, upper case,
accent-less, broken over a line, one wrong letter in a longer name.

The cost is one pass of an Aho-Corasick automaton over the folded text. No name is added that no detector saw.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from lexveil.jurisdictions import table
from lexveil.languages import Language, load, people
from lexveil.languages.common import is_common
from lexveil.languages.people import particles
from lexveil.model import HIGH, MEDIUM, Document, Span, Zone
from lexveil.names import given
from lexveil.names.parse import Name, is_title, parse
from lexveil.names.places import is_place
from lexveil.resolve.inflected import INFLECTED, inflected
from lexveil.resolve.name_or_word import (
    by_model,
    given_name_before,
    is_word,
    lower_case_words,
    named_small,
    stands_alone,
    supported,
)
from lexveil.text.fold import INVISIBLE, fold, squeeze, whole_word
from lexveil.text.patterns import any_of
from lexveil.text.search import Automaton

RESOLVED = ("PERSON", "ORG", "COURT", "LOC", "MISC")
GUESSES = ("ORG", "LOC", "MISC")
LOOSE = ("MISC", "DEM")  # phrases that describe: a name in one is not its own
LONGEST_ARTICLE = 8  # letters, with the space after it
LINE = 80  # characters before and after a name that are looked at for others
LONGEST_NOTE = 600  # characters of a note that is quoted
OCR_LENGTH = 6  # names at least this long may have one wrong letter
SHORTEST = 3  # letters of a short form
MOST_LETTERS = 4  # of somebody's initials
LOOKALIKE_LENGTH = 4  # or this long, if it looks like the right one
IN_ANY_CASE = (
    "same",
    "surname",
    "given",
    "hyphen",
    "small",
)  # rules of names that chats write in small letters
LONGEST = (
    200  # characters of what is looked for elsewhere: nothing longer is a name, and the cost stays linear
)

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_BROKEN = re.compile(rf"[-‐{INVISIBLE}](?:\r?\n[ \t]*)?(?=[^\W\d_A-Z])")
_REST = re.compile(r"[^\W_](?:[\s\S]*[^\W_])?")
_LOOKALIKES = str.maketrans("oeubvyjlqf0158", "acnhrriigtaish")  # as a scanner mixes them up
_CAPITALISED = re.compile(rf"(?<![^\W_])[^\W\d_a-zß-ÿ][^\W_]{{{LOOKALIKE_LENGTH - 1},}}")
_QUOTES = '"“‘«„'
_CLOSES = re.compile(r"\.?[\"”’»]")
_POSSESSIVE = re.compile(r"['’]s\b")
_JOINTS = str.maketrans("-_.+/%", "      ")


class Variant(NamedTuple):
    """One way to write a name."""

    text: str  # folded
    category: str
    rule: str
    score: float
    weak: bool  # also an ordinary word: needs support from its context


def everywhere(document: Document, spans: Iterable[Span]) -> tuple[Span, ...]:
    found = tuple(sorted(spans))
    variants = _variants(document, found)
    if not variants:
        return found
    lower_words = lower_case_words(document.text)
    found = _add(document.text, found, list(_occurrences(document, variants, lower_words)))
    found = _add(document.text, found, list(inflected(document, found, lower_words)))
    return _add(document.text, found, list(_misspelt(document, found, variants, lower_words)))


# Variants of a name ------------------------------------------------------------------------------


def _variants(document: Document, spans: tuple[Span, ...]) -> dict[str, Variant]:
    found: dict[str, Variant] = {}
    for span in spans:
        surface, language = document.text[span.start : span.end], load(document.language_at(span.start))
        ways = _person_variants if span.category == "PERSON" else _plain_variants
        for variant in ways(surface, span, language):
            kept = found.get(variant.text)
            if not 2 <= len(variant.text) <= LONGEST:  # of a name that is a mere sign, such as a dash
                continue
            if kept is None or _rank(kept) < _rank(variant):
                found[variant.text] = variant
    people = {text for text, variant in found.items() if variant.category == "PERSON"}
    return {
        text: variant
        for text, variant in found.items()
        if variant.category not in GUESSES or text.rstrip("0123456789 ") not in people  # Roe 1, his statement
    }


def _rank(variant: Variant) -> tuple[bool, bool, str, float]:
    return variant.rule == "home", variant.rule != "quoted", variant.category, variant.score


def _plain_variants(surface: str, span: Span, language: Language) -> Iterator[Variant]:
    folded = squeeze(surface).text.strip()
    fleeting = span.category in ("DATE", "TIME", "AGE", "MONEY", "QUANTITY", "DEM") or span.score < MEDIUM
    if not fleeting and len(folded) >= 3:
        yield Variant(folded, span.category, "same", span.score, weak=is_common(folded, language))
    if span.category == "ADDRESS" and not fleeting:
        for street in _streets().finditer(surface):
            short = " ".join(street[0].split()[-2:])
            for way in {street[0], short}:
                yield Variant(squeeze(way).text, "ADDRESS", "home", span.score * 0.8, weak=False)
        for found in _BEFORE_NUMBER.finditer(surface):
            way = squeeze(found["street"]).text
            if not is_place(way) and not is_word(way, language):
                yield Variant(way, "ADDRESS", "home", span.score * 0.8, weak=False)


# Neckarhalde 8/1, 73732 Esslingen; 8020 Graz, Idlhofgasse 70
_BEFORE_NUMBER = re.compile(
    r"(?:^|(?<=, ))(?P<street>[^\W\d_][^\d,;\n]{5,40}?) \d{1,4}(?: ?[A-Za-z])?(?=[,/\n]|$)"
)


@cache
def _streets() -> re.Pattern[str]:
    """The street in an address: it tells the home when it is named again."""
    kinds = any_of(table("addresses")["english"]["streets"])
    return re.compile(rf"(?:[^\W\d_][\w'’-]+ ){{1,3}}{kinds}\b")


def _person_variants(surface: str, span: Span, language: Language) -> Iterator[Variant]:
    folded = squeeze(surface).text.strip(" .,'")
    name = parse(surface, language=language.code)
    if len(folded) > 1:
        yield _person(folded, "same", span.score, weak=name.bare and is_common(folded, language))
        joined = folded.replace("-", "")
        if "-" in folded and len(joined) > 2:  # "-e" is no name
            yield _person(joined, "hyphen", span.score * 0.9)
    if name.bare or not name.tokens:
        return
    family = _family(surface, name, language)
    yield from _surnames(name, family, span.score, language)
    yield from _initials(name, family, span.score)
    yield from _shortened(name, min(span.score, 0.6), language)
    first = name.tokens[0]
    if given.is_family(first) and not given.is_given(first):  # family name first: Chen Xiaoling
        yield _person(first, "surname", span.score * 0.8, weak=is_common(first, language))
    elif len(first) > 2 and given.is_given(first):
        yield _person(first, "given", min(span.score, 0.6), weak=is_common(first, language))
    for token in name.tokens:
        if len(token) > 1 and token not in particles(language):
            yield _person(token, "small", min(span.score, 0.5))


def _person(text: str, rule: str, score: float, *, weak: bool = False) -> Variant:
    return Variant(text, "PERSON", rule, score, weak=weak)


def _surnames(name: Name, family: str, score: float, language: Language) -> Iterator[Variant]:
    plural = language.people["described"]["plural"]
    titles = people.titles(language) - frozenset(language.people["names"]["also_names"])
    for surname in {family, name.family, *name.family.split("-")} - titles:
        if len(surname) > 1:
            yield _person(surname, "surname", score * 0.9, weak=is_common(surname, language))
            sibilant = "e" if plural and surname.endswith(("s", "x", "z", "ch", "sh")) else ""
            yield _person(f"{surname}{sibilant}{plural}", "plural", score * 0.6)
    if "-" in name.family:
        yield _person(name.family.replace("-", ""), "hyphen", score * 0.8)
    for inner in name.tokens[1:-1]:  # the first of two surnames: Mariano Puerta García
        if len(inner) > 2 and given.is_family(inner) and not given.is_given(inner):
            yield _person(inner, "surname", score * 0.7, weak=is_common(inner, language))


def _initials(name: Name, family: str, score: float) -> Iterator[Variant]:
    """J.R. Roe, J. R. Roe, JR Roe, J R Roe, and with the first letter alone."""
    letters = tuple(token[0] for token in name.tokens[:-1])
    for chosen in {letters, letters[:1]}:
        dotted = [f"{letter}." for letter in chosen]
        for initials in {"".join(dotted), " ".join(dotted), "".join(chosen), " ".join(chosen)}:
            yield _person(f"{initials} {family}", "initials", score * 0.9)


def _shortened(name: Name, score: float, language: Language) -> Iterator[Variant]:
    """Vik for Vikram, Barty for Bartholomew, AR for Ann Roe: only where they are quoted, see `_fits`."""
    for end in range(SHORTEST, len(name.tokens[0])):
        stem = name.tokens[0][:end]
        for ending in ("", *language.people["names"].get("short_endings", ())):
            yield _person(stem + ending, "quoted", score)
    if 1 < len(name.tokens) <= MOST_LETTERS:
        yield _person("".join(token[0] for token in name.tokens), "letters", score)
    halves = [half[0] for half in name.tokens[0].split("-") if half]
    if len(halves) == 2:  # K-A for Kari-Anne
        yield from (_person(way, "letters", score) for way in ("".join(halves), "-".join(halves)))


def _family(surface: str, name: Name, language: Language) -> str:
    """The family name with its particles, as written: `de la Cruz`."""
    words = squeeze(surface).text.replace(",", " ").split()
    if name.family not in words:
        return name.family
    at = words.index(name.family)
    start = at
    while start > 1 and words[start - 1] in particles(language):
        start -= 1
    return " ".join(words[start : at + 1])


# Occurrences -------------------------------------------------------------------------------------


def _occurrences(document: Document, variants: dict[str, Variant], lower_words: set[str]) -> Iterator[Span]:
    text, squeezed = document.text, squeeze(document.text)
    code = [zone for zone in document.zones if zone.kind == "code"]
    for variant, start, end in Automaton(variants).find(squeezed.text):
        if not whole_word(squeezed.text, start, end):
            continue
        begin, stop = squeezed.original(start), squeezed.original(end - 1) + 1
        language = load(document.language_at(begin))
        zone = bisect_right(code, begin, key=lambda zone: zone.start) - 1
        in_code = zone >= 0 and begin < code[zone].end
        if in_code or not _fits(text, begin, stop, variant, lower_words, language):
            continue
        if variant.category == "PERSON" and variant.rule in ("same", "surname") and " " not in variant.text:
            begin = given_name_before(text, begin, lower_words, language)
        yield Span(begin, stop, variant.category, variant.score, (f"everywhere:{variant.rule}",))
    yield from _in_code(text, code, variants)


def _fits(
    text: str, start: int, end: int, variant: Variant, lower_words: set[str], language: Language
) -> bool:
    if text[start:end].islower() and variant.rule in IN_ANY_CASE and variant.category == "PERSON":
        return named_small(text, start, end, language)
    if variant.rule == "small" or not _cased(text, start, end, variant, language):
        return False
    if variant.rule == "given":
        word = is_word(variant.text, language) and not supported(text, start, end, language)
        return stands_alone(text, start, end, language) and not word
    if variant.rule in ("quoted", "letters"):
        if variant.rule == "letters" and not text[start:end].isupper():
            return False
        if variant.rule == "letters" and _speaks_or_signs(text, start, end):
            return True
        closes = variant.rule == "letters" and (_CLOSES.match(text, end) or _in_quotation(text, start))
        opens = text[start - 1 : start] in _QUOTES and start > 0
        return (
            bool(closes or opens) and not is_word(variant.text, language) and variant.text not in lower_words
        )
    if variant.rule == "plural":  # the Torvunds
        before = text[max(0, start - LONGEST_ARTICLE) : start].lower()
        return before.endswith(tuple(f"{the} " for the in language.people["described"]["before_plural"]))
    single = " " not in variant.text and variant.category == "PERSON"
    if (
        single
        and variant.rule == "surname"
        and text[start:end].isupper()
        and _alone_in_line(text, start, end)
    ):
        return True  # who speaks, in a transcript
    weak = variant.weak or (single and (variant.text in lower_words or is_word(variant.text, language)))
    return not weak or supported(text, start, end, language)


def _alone_in_line(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - LINE) : start], text[end : end + LINE]
    return not before.rpartition("\n")[2].strip() and not after.partition("\n")[0].strip(" :\t")


def _speaks_or_signs(text: str, start: int, end: int) -> bool:
    """`BK:` at the head of a line of a transcript; `RS` alone at the end of a message."""
    before = text[max(0, start - LINE) : start].rpartition("\n")[2].strip()
    after = text[end : end + LINE].partition("\n")[0].strip(' \t"”’»')
    return (not before and after[:1] == ":") or (not after and before[-1:] in ("", ".", "!", "?"))


def _in_quotation(text: str, start: int) -> bool:
    """Inside a note that is quoted in its paragraph: "LB will not look behind it"."""
    near = max(0, start - LONGEST_NOTE)
    before = text[max(near, text.rfind("\n", near, start) + 1) : start]
    return before.count("“") > before.count("”") or before.count('"') % 2 == 1


def _in_code(text: str, code: list[Zone], variants: dict[str, Variant]) -> Iterator[Span]:
    """Names in scripts and links: any case, joined by any sign, and never an ordinary word."""
    patterns = {
        variant.text.translate(_JOINTS): variant
        for variant in variants.values()
        if not variant.weak and len(variant.text) > 3
    }
    automaton = Automaton(patterns)
    for zone in code:
        folded = fold(text[zone.start : zone.end]).translate(_JOINTS)
        for variant, start, end in automaton.find(folded):
            if whole_word(folded, start, end):
                place = zone.start + start, zone.start + end
                yield Span(*place, variant.category, variant.score, ("everywhere:code",))


def _cased(text: str, start: int, end: int, variant: Variant, language: Language) -> bool:
    """Names are capitalised: `may` is no Ms May. Scripts without case always pass, identifiers too."""
    if variant.category not in RESOLVED:
        return True
    surface = _BROKEN.sub("", text[start:end])
    words = [word for word in _WORD.findall(surface) if fold(word) not in particles(language)]
    return not words or (not words[0][0].islower() and not words[-1][0].islower())


# One wrong letter --------------------------------------------------------------------------------


def _misspelt(
    document: Document, spans: tuple[Span, ...], variants: dict[str, Variant], lower_words: set[str]
) -> Iterator[Span]:
    """Capitalised words one letter away from a longer name, or one letter that looks like it from any."""
    names = {
        each.text
        for each in variants.values()
        if each.category == "PERSON" and each.rule in ("same", "surname", "given") and not each.weak
        if len(each.text) >= LOOKALIKE_LENGTH and each.text.isalpha()
    }
    if not names:
        return
    near: dict[str, set[str]] = {}
    for name in names:
        near.setdefault(name.translate(_LOOKALIKES), set()).add(name)
        for key in _keys(name) if len(name) >= OCR_LENGTH else ():
            near.setdefault(key, set()).add(name)
    text = document.text
    starts = [span.start for span in spans]
    for found in _CAPITALISED.finditer(text):
        word = fold(found[0])
        language = load(document.language_at(found.start()))
        if word in names or word in lower_words or is_common(word, language) or not _near(word, near):
            continue
        at = bisect_right(starts, found.start()) - 1
        if at < 0 or spans[at].end <= found.start() or _guessed(spans[at]):
            start = given_name_before(text, found.start(), lower_words, language)
            yield Span(start, found.end(), "PERSON", MEDIUM * 0.9, ("everywhere:misspelt",))


def _keys(word: str) -> set[str]:
    """Itself and itself less one letter: two words one edit apart share a key."""
    return {word} | {word[:at] + word[at + 1 :] for at in range(len(word))}


def _near(word: str, near: dict[str, set[str]]) -> bool:
    """One look-alike; or swapped neighbours or one edit, where a changed ending alone is another name."""
    alike = near.get(word.translate(_LOOKALIKES), ())
    if any(
        sum(a != b for a, b in zip(word, name, strict=True)) == 1 for name in alike if len(name) == len(word)
    ):
        return True
    names = (name for key in _keys(word) for name in near.get(key, ()) if len(name) >= OCR_LENGTH)
    return any(word[:-1] != name and name[:-1] != word and word[0] == name[0] for name in names)


# Joining -----------------------------------------------------------------------------------------


def _add(text: str, kept: tuple[Span, ...], more: list[Span]) -> tuple[Span, ...]:
    """Add what is new. A longer name takes in the shorter; a person's name is cut out of a loose phrase; a
    detector's own boundaries win otherwise."""
    starts = [span.start for span in kept]
    taken: set[int] = set()
    cuts: dict[int, list[Span]] = {}
    added: list[Span] = []
    places = {(span.start, span.end, span.category) for span in kept}
    for span in _longest([span for span in more if (span.start, span.end, span.category) not in places]):
        low = bisect_left(starts, span.start)
        low -= bool(low and kept[low - 1].end > span.start)
        rivals = dict(enumerate(kept[low : bisect_left(starts, span.end)], low))
        within = {at: rival for at, rival in rivals.items() if _gives_way(text, rival, span)}
        around = {at: rival for at, rival in rivals.items() if at not in within}
        if all(_loose(text, rival, span) for rival in around.values()):
            taken.update(within)
            for at in around:
                cuts.setdefault(at, []).append(span)
            sources = dict.fromkeys(source for each in (*within.values(), span) for source in each.sources)
            score = max(each.score for each in (span, *within.values()))
            added.append(replace(span, score=score, sources=tuple(sources)))
    rests = (rest for at, names in cuts.items() for rest in _rests(text, kept[at], names))
    left = (span for at, span in enumerate(kept) if at not in taken and at not in cuts)
    return tuple(sorted([*left, *added, *rests]))


def _loose(text: str, rival: Span, span: Span) -> bool:
    """A phrase that is nobody's name, or hardly, with a person's name in it: `Roe mail received`; or a guess
    that is a title and a name. Whoever keeps the phrase would keep the name."""
    guess = rival.category in (*GUESSES, "QUANTITY") and rival.score < MEDIUM
    rest = (text[rival.start : span.start] + text[span.end : rival.end]).strip()
    guess = guess or (rival.category in GUESSES and rest.isdigit())  # Roe 1, the first statement of Roe
    # Who is called May has a birthday, the month has none.
    guess = guess or (rival.category == "DATE" and not rest and bool(_POSSESSIVE.match(text, span.end)))
    guess = guess or (rival.category in GUESSES and "everywhere:plural" in span.sources)  # the Roes' insurer
    # Whom the hospital saw stands before its name: no public body is called after somebody in the case.
    guess = guess or (rival.category == "COURT" and INFLECTED in span.sources and span.start == rival.start)
    title = fold(text[rival.start : span.start]).strip(" .") if _guessed(rival) else ""
    return span.category == "PERSON" and (rival.category in LOOSE or guess or is_title(title))


def _rests(text: str, rival: Span, names: list[Span]) -> Iterator[Span]:
    """What is left of a phrase around the names in it."""
    start = rival.start
    for name in [*names, Span(rival.end, rival.end + 1, "PERSON")]:
        found = _REST.search(text, start, name.start) if start < name.start else None
        if found:
            yield replace(rival, start=found.start(), end=found.end())
        start = max(start, name.end)


def _gives_way(text: str, rival: Span, span: Span) -> bool:
    """A part of a longer name, or a guess at a place or firm that is a known person's name."""
    inside = span.start <= rival.start and rival.end <= span.end
    if span.category == "ADDRESS":
        return inside and rival.category in GUESSES
    if rival.category == span.category:
        return inside and (rival.start, rival.end) != (span.start, span.end)
    owner = rival.category in GUESSES and bool(_POSSESSIVE.match(text, span.end))  # in Ngaire's car
    family = owner or (
        span.sources == ("everywhere:plural",) and rival.category in GUESSES
    )  # the Torvunds, no place
    sure = INFLECTED in span.sources or "everywhere:letters" in span.sources
    form = sure and rival.category in GUESSES and by_model(rival)
    return inside and span.category == "PERSON" and (family or form or _guessed(rival))


def _guessed(span: Span) -> bool:
    return span.category in GUESSES and span.score < HIGH


def _longest(spans: list[Span]) -> Iterator[Span]:
    last = 0
    for span in sorted(spans, key=lambda span: (span.start, -span.end, -span.score)):
        if span.start >= last:
            yield span
            last = span.end
