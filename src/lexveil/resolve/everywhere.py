"""Each name found once is found in the whole document: surname alone, initials and surname, upper case,
accent-less, broken over a line, one wrong letter in a longer name.

The cost is one pass of an Aho-Corasick automaton over the folded text. No name is added that no detector saw.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from lexveil.jurisdictions.legalforms import keys
from lexveil.languages import Language, load
from lexveil.languages.common import is_function
from lexveil.languages.people import particles
from lexveil.model import MEDIUM, Document, Span, Zone, in_order
from lexveil.names.ordinary import is_ordinary, is_respelt, knows_words
from lexveil.names.parse import is_title
from lexveil.names.places import is_place
from lexveil.resolve.inflected import INFLECTED, inflected
from lexveil.resolve.misspelt import misspelt
from lexveil.resolve.name_or_word import (
    given_name_before,
    in_shouted_line,
    is_weekday,
    is_word,
    lower_case_words,
    named_small,
    stands_alone,
    supported,
)
from lexveil.resolve.only_people import by_model
from lexveil.resolve.opening_words import opens_as_word
from lexveil.resolve.variants import GUESSES, Variant, guessed, ways_to_write
from lexveil.text.fold import INVISIBLE, fold, squeeze, whole_word
from lexveil.text.patterns import UPPER, any_of, one_of
from lexveil.text.search import Automaton

RESOLVED = ("PERSON", "ORG", "COURT", "LOC", "MISC")
LOOSE = ("MISC", "DEM")  # phrases that describe: a name in one is not its own
LONGEST_ARTICLE = 8  # letters, with the space after it
MOST_LETTERS = 4  # of somebody's initials
LINE = 80  # characters before and after a name that are looked at for others
LONGEST_NOTE = 600  # characters of a note that is quoted
IN_ANY_CASE = ("same", "surname", "given", "hyphen", "small")  # rules: chats write names in small letters

FAINT = 0.3  # the score of what a model hardly sees

# A part of somebody's name that a model took for a place: one that no list has, or that does what people do.
PARTS = frozenset(["everywhere:given", "everywhere:surname"])
SPEAKS = "everywhere:speaks"
SHORT = ("quoted", "letters")  # rules: ways that count where somebody is quoted

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_BROKEN = re.compile(rf"[-‐{INVISIBLE}](?:\r?\n[ \t]*)?(?=[^\W\d_A-Z])")
_REST = re.compile(r"[^\W_](?:[\s\S]*[^\W_])?")
_EXHIBIT = re.compile(r"-?\d{1,3}(?![\w-])")  # ANR1, ANR-1: what Ann N. Roe brought in
_DICTATED = re.compile(r"(?<![\w/])[A-Z][A-Za-z]{1,3}/\Z")
_TYPED = re.compile(r"/[a-z]{2,3}(?![\w])")
LONGEST_DICTATION = 6
_VOWEL = re.compile(r"[AEIOUYÄÖÅÆØ]")
TELLING = 3  # letters
_QUOTES = '"“‘«„'
_OPENING = "“«„»"
_MARKS = frozenset(_OPENING + "”")
_CLOSES = re.compile(r"\.?\s?[\"”’»]")
_POSSESSIVE = re.compile(r"['’]s\b")
_JOINTS = str.maketrans("-_.+/%", "      ")


def everywhere(document: Document, spans: Iterable[Span]) -> tuple[Span, ...]:
    found = tuple(sorted(spans, key=in_order))
    variants = ways_to_write(document, found)
    if not variants:
        return found
    lower_words = lower_case_words(document.text)
    found = _add(document.text, found, list(_occurrences(document, variants, lower_words)))
    found = _add(document.text, found, list(inflected(document, found, lower_words)))
    return _add(document.text, found, list(misspelt(document, found, variants, lower_words)))


# Occurrences -------------------------------------------------------------------------------------


def _occurrences(document: Document, variants: dict[str, Variant], lower_words: set[str]) -> Iterator[Span]:
    text, squeezed = document.text, squeeze(document.text)
    code = [zone for zone in document.zones if zone.kind == "code"]
    for variant, start, end in Automaton(variants).find(squeezed.text):
        exhibit = variant.rule == "letters" and _EXHIBIT.match(squeezed.text, end)
        if not whole_word(squeezed.text, start, exhibit.end() if exhibit else end):
            continue
        begin, stop = squeezed.original(start), squeezed.original(end - 1) + 1
        language = load(document.language_at(begin))
        zone = bisect_right(code, begin, key=lambda zone: zone.start) - 1
        in_code = zone >= 0 and begin < code[zone].end
        if in_code or not _fits(text, begin, stop, variant, lower_words, language):
            continue
        if variant.category == "PERSON" and variant.rule in ("same", "surname") and " " not in variant.text:
            begin = given_name_before(text, begin, lower_words, language)
        source = f"everywhere:{variant.rule}"
        speaks = source in PARTS and _speaks(language).match(text, stop)
        yield Span(begin, stop, variant.category, variant.score, (source, SPEAKS) if speaks else (source,))
    yield from _in_code(text, code, variants)


def _fits(
    text: str, start: int, end: int, variant: Variant, lower_words: set[str], language: Language
) -> bool:
    small = text[start:end].islower() and variant.category == "PERSON"
    if variant.category == "PERSON" and opens_as_word(text, start, end, language):
        return False
    if small and variant.rule == "letters" and _is_dictation(text, start, end):
        return True
    if small and (variant.rule in IN_ANY_CASE or (variant.rule in SHORT and _in_quotation(text, start))):
        return named_small(text, start, end, language)
    if variant.rule == "small" or not _cased(text, start, end, variant, language):
        return False
    if variant.rule == "given":
        doubtful = is_word(variant.text, language) or is_weekday(text, start, end, language)
        word = doubtful and not supported(text, start, end, language)
        return stands_alone(text, start, end, language) and not word
    if variant.rule == "signed":
        return _signs_note(text, start, end)
    if variant.rule in SHORT:
        if variant.rule == "letters" and not text[start:end].isupper():
            return False
        if variant.rule == "letters" and (
            _speaks_or_signs(text, start, end)
            or _telling(text, start, end, language)
            or _is_dictation(text, start, end)
        ):
            return True
        if variant.rule == "quoted" and text[start - 1 : start] + text[end : end + 1] == "()":  # Edith (Edi)
            return True
        closes = variant.rule == "letters" and _CLOSES.match(text, end)
        known = is_word(variant.text, language) or variant.text in lower_words
        return not known and bool(closes or _opens(text, start) or _in_quotation(text, start))
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
    function = single and not text[start:end].isupper() and is_function(variant.text, language)
    if function and not is_respelt(text[start:end], language):
        return False  # Je, where somebody is called Jé
    weak = variant.weak or (single and (variant.text in lower_words or is_word(variant.text, language)))
    return not weak or supported(text, start, end, language)


@cache
def _speaks(language: Language) -> re.Pattern[str]:
    """After the name of somebody: Paris said nothing."""
    return re.compile(rf"\s+{one_of(language.labels['initials']['speaks'])}(?!\w)")


def _alone_in_line(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - LINE) : start], text[end : end + LINE]
    return not before.rpartition("\n")[2].strip() and not after.partition("\n")[0].strip(" :\t")


def _speaks_or_signs(text: str, start: int, end: int) -> bool:
    """`BK:` at the head of a line of a transcript; `RS` alone at the end of a message."""
    before = text[max(0, start - LINE) : start].rpartition("\n")[2].strip()
    after = text[end : end + LINE].partition("\n")[0].strip(' \t"”’»')
    return (not before and after[:1] == ":") or (not after and before[-1:] in ("", ".", "!", "?"))


def _telling(text: str, start: int, end: int, language: Language) -> bool:
    """As many letters as few names share, which no speaker says as a word: GRF; of an exhibit, ANR1."""
    letters = text[start:end]
    if end - start < TELLING:
        return _beside_others(text, start, end, language)
    exhibit = _EXHIBIT.match(text, end) or (_exhibited(language).search(text, max(0, start - LINE), start))
    word = bool(_VOWEL.search(letters)) and (
        is_ordinary(fold(letters), language)
        or not knows_words(language)
        or in_shouted_line(text, start, end)
        or fold(letters) in keys("acronyms")
    )
    return bool(exhibit) or not word


def _beside_others(text: str, start: int, end: int, language: Language) -> bool:
    """Two letters that are nothing else, joined with those of another: between MLT and PZ."""
    words, letters = language.labels["initials"], fold(text[start:end])
    if letters in {*words["never"], *words["doubtful"], *words.get("parts", ())} or not knows_words(language):
        return False
    acronym = any(letters in keys(section) for section in ("forms", "clubs", "acronyms", "public"))
    if acronym or is_ordinary(letters, language) or in_shouted_line(text, start, end):
        return False
    before, after = _joined_letters(language)
    near = before.search(text, max(0, start - LINE), start) or after.match(text, end)
    return near is not None


@cache
def _joined_letters(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    joining = any_of(language.labels["lists"]["and"])
    letters = rf"[{UPPER}]{{2,{MOST_LETTERS}}}"
    return re.compile(rf"(?<!\w){letters} {joining} \Z"), re.compile(rf" {joining} {letters}(?!\w)")


@cache
def _exhibited(language: Language) -> re.Pattern[str]:
    """Before what somebody brought in: Exhibit ANR 1."""
    return re.compile(rf"(?i)(?<!\w){one_of(language.labels['noise']['exhibits'])} \Z")


def _is_dictation(text: str, start: int, end: int) -> bool:
    """Who dictated a letter and who typed it: AR/kb."""
    if text[end : end + 1] == "/" and text[start:end].isupper():
        return _TYPED.match(text, end) is not None
    return _DICTATED.search(text, max(0, start - LONGEST_DICTATION), start) is not None


def _opens(text: str, start: int) -> bool:
    """Right after a quotation mark; the French put a space between."""
    before = text[max(0, start - 2) : start]
    return before[-1:] in tuple(_QUOTES) or (before[:1] == "«" and before[1:].isspace())


def _signs_note(text: str, start: int, end: int) -> bool:
    """`… be there at ten. T.”`"""
    before = text[max(0, start - 3) : start]
    ended = before[-1:].isspace() and before.rstrip()[-1:] in (".", "!", "?")
    return ended and text[start:end].isupper() and bool(_CLOSES.match(text, end))


def _in_quotation(text: str, start: int) -> bool:
    """Inside a note that is quoted in its paragraph: "LB will not look behind it"."""
    near = max(0, start - LONGEST_NOTE)
    before = text[max(near, text.rfind("\n", near, start) + 1) : start]
    if before.count('"') % 2 == 1:
        return True
    marks = [mark for mark in before if mark in _MARKS]
    if not marks:
        return False
    opening = marks[0]  # whatever the country uses to open: «…», »…«, „…“, “…”
    return opening in _OPENING and marks[-1] == opening


def _in_code(text: str, code: list[Zone], variants: dict[str, Variant]) -> Iterator[Span]:
    """Names in scripts and links: any case, joined by any sign, and never an ordinary word."""
    if not code:
        return
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
    if variant.rule == "surname" and len(words) > 1:  # v. Roe
        words = [word for word in words if len(word) > 1 or not word.islower()]
    return not words or (not words[0][0].islower() and not words[-1][0].islower())


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
    return tuple(sorted([*left, *added, *rests], key=in_order))


def _loose(text: str, rival: Span, span: Span) -> bool:
    """A phrase that is nobody's name, or hardly, with a person's name in it: `Roe mail received`; or a guess
    that is a title and a name. Whoever keeps the phrase would keep the name."""
    guess = rival.category in (*GUESSES, "QUANTITY") and rival.score < MEDIUM
    rest = (text[rival.start : span.start] + text[span.end : rival.end]).strip()
    guess = guess or (rival.category in GUESSES and rest.isdigit())  # Roe 1, the first statement of Roe
    # Who is called May has a birthday, the month has none.
    owner = bool(_POSSESSIVE.match(text, span.end))
    called = owner or by_model(rival) or "everywhere:given" in span.sources  # Sunday was attacked
    guess = guess or (rival.category == "DATE" and not rest and called)
    guess = guess or (rival.category in GUESSES and "everywhere:plural" in span.sources)  # the Roes' insurer
    # Whom the hospital saw stands before its name: no public body is called after somebody in the case.
    guess = guess or (rival.category == "COURT" and INFLECTED in span.sources and span.start == rival.start)
    # A reference that begins with who dictated it, AR/kb/40127, and whatever else is hardly one.
    told = by_model(rival) and span.end - span.start <= MOST_LETTERS
    faint = "everywhere:letters" in span.sources and rival.score < FAINT
    letters = told and (faint or _is_dictation(text, span.start, span.end))
    guess = guess or letters
    title = fold(text[rival.start : span.start]).strip(" .") if guessed(rival) else ""
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
    same = (rival.start, rival.end) == (span.start, span.end) and rival.category == "LOC"
    part = same and bool(PARTS.intersection(span.sources))
    unlisted = by_model(rival) and not is_place(fold(text[span.start : span.end]))
    called = part and (SPEAKS in span.sources or unlisted)
    return inside and span.category == "PERSON" and (family or form or called or guessed(rival))


def _longest(spans: list[Span]) -> Iterator[Span]:
    last = 0
    for span in sorted(spans, key=lambda span: (span.start, -span.end, -span.score)):
        if span.start >= last:
            yield span
            last = span.end
