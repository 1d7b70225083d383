"""Where a person's name begins and ends, whatever the detectors took along; and an address, and a date.

A name does not reach over the gap between two columns, holds no label of the next field, no number of a list
and no word for a party before it; it ends with its suffix, and with the rest of a word that was hyphenated at
the end of a line. That of an organisation ends with the ending of its case: Oy:n.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from lexveil.detect.merge import NAMES, by_model
from lexveil.detect.turns import after_turns
from lexveil.jurisdictions.legalforms import is_head
from lexveil.languages import DEFAULT, Language, inflection, load, owner, people
from lexveil.languages.common import is_also_name, is_function, is_plain
from lexveil.model import HIGH, Document, Span
from lexveil.names.callings import after_calling
from lexveil.names.given import is_family, is_given
from lexveil.names.heads import without_letters
from lexveil.names.page_words import page
from lexveil.names.paragraphs import REPORTED, after_letter
from lexveil.names.parse import formerly
from lexveil.names.places import is_place
from lexveil.text.fold import fold
from lexveil.text.patterns import LOWER, UPPER, any_of, one_of

JUDGE = "JUDGE"
SPEAKS = "chats:speaker"
IN_FORM = "forms:row"  # the source of a name in a row of a form
NEAR = 40  # characters before a name in which counsel's client is told
LONGEST = 400  # characters of a name
LINE = 200  # characters before a name in its line
FAMILIES = 2  # names of a family that somebody has, at most
GUESSES = ("ORG", "LOC", "MISC")  # what a model takes a family name for

_GAP = re.compile(r"\t+| {3,}| {2,}(?=[^ ]*\d)|(?<=\d) {2,}|[^\S\n]+/[^\S\n]*|(?<=[^\W\d_]{3})/[^\S\n]+")
_NUMBERED = re.compile(r"(?:\S*\d\S*[^\S\n]+)+(?=[^\W\d_])")  # W1, 13, 4. before a name
_ANSWER = re.compile(r"[A-Z]\.")  # of a transcript, in a column of its own
_ANSWERED = re.compile(r"[A-Z]\.[^\S\n]{2,}")
_LETTER_BEFORE = re.compile(r"[\"“„«‘(]([A-Z]) \Z")  # "W Roe"
_NEXT_NUMBER = re.compile(r"\s+\d{1,3}\.?\Z")  # of the next paragraph
_ABBREVIATION = re.compile(r"[A-Z]{3,6}")
_LABEL = re.compile(r"(?:\(s\))?[^\S\n]*:")  # after a word that names a field
_TRADE = re.compile(r"([^\W\d_]+),[^\S\n]+(?=\S*\d)")  # Pflegerin, 2410 Beispieldorf
_TWO = re.compile(r"(?<=\b[A-Z]{2})\.\s+(?=[A-Z]{2,3}\b)")  # "… is ST. SB is …": two people
_STOPPED = re.compile(r"[A-Z]{2,3}\.")
# Ann Roe-Poe. Ben left: after two words the stop is that of a sentence, and no abbreviation's.
_FULL_STOP = re.compile(
    rf"[{UPPER}][\w'’-]+[^\S\n]+[{UPPER}][\w'’-]*[{LOWER}]{{3}}(\.\s+)(?=[{UPPER}][{LOWER}]{{2}})"
)
_NEXT_SENTENCE = re.compile(r"[^\W\d_]\.\s+([^\W\d_])")
_LAST_IN_LINE = re.compile(rf"[^\S\n]([{UPPER}]{{3,}})[^\S\n]*(?=\n|\Z)")
_LABELLED = re.compile(r"[^\W\d_]: ")  # Abogado: JUAN ROE y ANA POE
_GOES_ON = re.compile(rf" [{LOWER}]{{2,}}")
_NAME_WORD = re.compile(r"[^\s,]+")
GENITIVE = "s"
LINKS = frozenset("eyi")  # and, in languages that have it between two family names too
_INITIAL_BEFORE = re.compile(r"(?<!\w)[^\W\d_a-z][a-z]?\.-\Z")  # M.-A. Roe
_CELL = re.compile(r"(?:\n|\t| {2}|[:.);|] )\Z")  # before the first thing in a line or in a column
_CELL_ENDS = re.compile(r"[^\S\n]*(?:\n|\Z)|\t| {3}| ?[|;]| \(|,? \S{0,8} ?\d")
_FIRST = re.compile(r"([^\W\d_]+)[^\S\n]+(?=[^\W\d_])")
_DIVISION = re.compile(r"[^\W\d_]\.\s+(?=[^\W\d_])")  # of a court, after the page of a report
_WRITES = re.compile(r"[^\S\n]?:")
_SAID_AS_LETTERS = re.compile(r"([A-Z]{3,5})\.\s+(?=[^\W\d_a-z][^\W\d_A-Z])")  # … by AVL. Roe was guarded
_GOES_BEFORE = re.compile(rf"[{LOWER}] \Z")
# "… as Uncle Jim. Jim Roe lived there": the first name after a full stop
_LISTED = re.compile(r"([^\W\d_a-z][^\W\d_A-Z]+), ([^\W\d_a-z][^\W\d_A-Z]+)")
_LISTED_BEFORE = re.compile(rf"[{LOWER}:,] \Z")
_NEXT_NAME = re.compile(r"([^\W\d_a-z][^\W\d_A-Z]{2,})\.\s+(?=([^\W\d_a-z][\w'’-]+)[^\S\n][^\W\d_a-z])")
_CASE = re.compile(r":[a-zäö]{1,9}(?![\w:])")
_APOSTROPHE = re.compile(r"['’](?!s\b)[a-zäö]{1,5}(?!\w)")  # Dumas'n
SHORTEST = 3  # letters: shorter ones are particles
_BEFORE_DAY = re.compile(r"[^\W\d_]{2,3} (?=\d{1,2}[. ])")  # le 3 mai, den 3. Mai, il 3 maggio
_BROKEN = re.compile(rf"-?[^\S\n]*\n?[^\S\n]*(?<=[-\s])[{LOWER}]+")


class Words(NamedTuple):
    suffix: re.Pattern[str]
    relation: re.Pattern[str]  # after a comma, the word of a suffix that goes on: Roe, fils d'un marin
    title: re.Pattern[str]
    titled: re.Pattern[str]  # a title of one person, right before a name
    grade: re.Pattern[str]  # between a rank and a name: Mar. Ca. Rossi
    article: re.Pattern[str]  # la Rossi, der Meier
    preposition: re.Pattern[str]  # a particle before a given name: von Anna Meier
    office: re.Pattern[str]  # before a name: Mr Justice, Senior Master, UT Judge
    second: re.Pattern[str]  # the office of a second person, between two names
    next_title: re.Pattern[str]  # the title of a second person: AB Ms Roe
    letters: re.Pattern[str]  # of a judge, after the name
    joint: re.Pattern[str]  # between two people: and the


@cache
def _words(language: Language) -> Words:
    courtesy = {title for title, told in people.courtesy(language).items() if told}
    gendered = any_of(courtesy)
    plain_titles = courtesy - frozenset(language.people["names"]["also_names"])  # not Graf von Roe
    plain = any_of(plain_titles)
    everyday = (title.capitalize() for title in people.titles_that_tell("everyday") if len(title) > 1)
    judges = [word for word, role in people.role_before(language).items() if role == JUDGE and len(word) > 3]
    office = rf"(?:{gendered}\.?\s+)?(?:{any_of(people.ranks(language))}\s+){{0,2}}{any_of(judges)}"
    names = language.people["names"]
    after = {word.upper() for word, role in people.role_after(language).items() if role == JUDGE}
    listed = (*names.get("office_letters", ()), *names.get("degrees", ()))
    short = frozenset(names.get("office_letters", ()))
    after |= {word.upper() for word in listed if len(word) >= SHORTEST or (word in short and len(word) > 1)}
    stopped = one_of(r"\.\s?".join(word) for word in names.get("office_stopped", ()))  # L.J.
    # Roe, Senior, and no Senior Prosecutor
    generations = any_of(people.generations(language))
    of = one_of(owner(language, "roles", "descriptions").roles["descriptions"]["of"])  # Juan Roe, hijo de Ada
    suffix = (
        rf"[^\S\n]+(?:{generations}\b(?:\.|(?![^\S\n](?-i:[^\W\d_a-z][a-z])))(?![\w-]|\s+{of}(?!\w))"
        rf"|\({generations}\.?\))"
    )
    return Words(
        re.compile(rf",?{suffix}", re.IGNORECASE),
        re.compile(rf",(?i:{suffix})[^\S\n]+[^\W\d_A-Z]"),
        re.compile(rf"({plain})(?:\.[^\S\n]*|[^\S\n]+)(?=[^\W\d_])", re.IGNORECASE),
        re.compile(
            rf"(?<!\w){any_of(courtesy - frozenset(language.people['titles']['several']))}\.?[^\S\n]+\Z",
            re.IGNORECASE,
        ),
        re.compile(rf"{any_of(language.people['names'].get('grades', ()))}\.[^\S\n]+(?=[^\W\d_])"),
        re.compile(rf"({any_of(language.people['names'].get('articles', ()))})[^\S\n]+(?=[^\W\d_a-z])"),
        re.compile(rf"{any_of(people.particles(language))}[^\S\n]+([^\W\d_a-z][^\W\d_]+)[^\S\n]"),
        re.compile(rf"(?:(?-i:[A-Z]{{2,4}})\s+)?{office}\s+(?=[^\W\d_])", re.IGNORECASE),
        re.compile(rf",?\s+{gendered}\.?\s+{any_of(judges)}\s+(?=[^\W\d_])", re.IGNORECASE),
        re.compile(rf"[^\S\n]+{any_of(everyday)}\.?[^\S\n]+(?=[^\W\d_a-z])"),
        re.compile(rf"([^\W\d_]{{2,}})(,?\s+(?:{any_of(after)}|{stopped})\.?)"),
        re.compile(
            rf"\s+{any_of(language.labels['lists']['joining'])}\s+{any_of(language.people['beside']['determiners'])}\s+"
        ),
    )


@cache
def _epithet(language: Language) -> re.Pattern[str]:
    """Big Mick, Wee Jean."""
    words = language.people["names"].get("epithets", ())
    if not words:
        return re.compile(r"(?!)")
    return re.compile(rf"(?<=[a-z,\"“] ){any_of(words)} \Z|(?<=[\"“]){any_of(words)} \Z")


def bounded(spans: Iterable[Span], document: Document) -> Iterator[Span]:
    """The sorted spans, people's with the bounds of their names; none overlaps another."""
    before: Span | None = None
    for span in _cut_out(after_turns(document, _short(spans, document.text)), document):
        if before and _is_one(before, span, document):
            span = replace(
                before, end=span.end, sources=tuple(dict.fromkeys((*before.sources, *span.sources)))
            )
        elif before:
            yield before
        before = span
    if before:
        yield before


def _short(spans: Iterable[Span], text: str) -> Iterator[Span]:
    """What is longer than any name is several, cut between words."""
    for span in spans:
        while span.end - span.start > LONGEST and span.category in NAMES:
            cut = text.rfind(" ", span.start + 1, span.start + LONGEST)
            cut = cut if cut > 0 else span.start + LONGEST
            yield replace(span, end=cut)
            span = replace(span, start=cut + (text[cut] == " "))
        yield span


def _is_one(one: Span, other: Span, document: Document) -> bool:
    if other.end - one.start > LONGEST:
        return False
    if one.category == "PERSON" and other.category in GUESSES:
        return _is_rest(one, other, document.text)
    if one.category != "PERSON" or other.category != "PERSON":
        return False
    language = load(document.language_at(one.start))
    return (
        _is_family_first(one, other, document.text)
        or _goes_on(one, other, document.text, language)
        or _is_second_family(one, other, document.text, language)
        or _is_other_name(one, other, document.text, language)
    )


def _is_family_first(family: Span, given: Span, text: str) -> bool:
    """ROE, Ann Mary: one name, found as two; so is Roe, Ann Mary, where nothing else stands in its cell."""
    if text[family.end : given.start] != ", ":
        return False
    names, first = text[family.start : family.end], text[given.start : given.end]
    capitals = names.isupper() and len(names) > SHORTEST and not first.isupper()
    begins = _CELL.search(text, max(0, family.start - 4), family.start) or not family.start
    word = len(names) >= SHORTEST and names.replace("-", "").isalpha()  # no T1 of a list
    alone = word and begins and _CELL_ENDS.match(text, given.end)
    words = fold(first).split()
    if capitals and (begins or not is_given(fold(names).split()[0])):
        return any(map(is_given, words[:1]))
    called = is_given(words[0]) or (len(words) > 1 and is_given(words[-1]))
    return bool(alone and called and (is_family(fold(names)) or not is_given(fold(names))))


def _goes_on(one: Span, other: Span, text: str, language: Language) -> bool:
    """Joana Pereira da Silva: one name, found as two with a small word between them; or with a title that is
    part of it: Ada Freifrau von Roe."""
    between = text[one.end : other.start]
    small = people.particles(language) - frozenset(language.labels["lists"]["joining"]) - LINKS
    peers, words = language.people["titles"]["peers"], between.split()
    if between == " " and text[one.start : one.end].split()[-1].lower() in peers:
        return text[other.start : other.end].split()[0] in small
    if not words or between != f" {' '.join(words)} ":
        return False
    peer = words[0].lower() in peers and text[other.start].islower()
    return all(word in small for word in words[peer:])


def _is_rest(one: Span, other: Span, text: str) -> bool:
    """Ann Roe Poe, of whom a model took the family names for a place: given names and nothing else before
    them, at most a line's end between."""
    if text[one.end : other.start] not in (" ", "\n") or not by_model(other) or other.score >= HIGH:
        return False
    words = [fold(word).strip(".") for word in text[one.start : one.end].split()]
    rest = [fold(word) for word in text[other.start : other.end].split()]
    first, capitals = rest[0], text[other.start : other.end].istitle()
    family = is_family(first) and not is_given(first) and not is_place(" ".join(rest))
    return capitals and family and len(rest) <= FAMILIES and all(map(is_given, words))


def _is_second_family(one: Span, other: Span, text: str, language: Language) -> bool:
    """Joan Mas i Casals, Sr. Mas i Casals: one name, found as two; two people would both have a given name or
    none."""
    between = text[one.end : other.start].strip()
    links = language.people["names"].get("between_families", ())
    if between not in links or text[one.end : other.start] != f" {between} ":
        return False
    first, second = text[one.start : one.end].split(), text[other.start : other.end].split()
    full = len(first) > 1 and is_given(fold(first[0])) and not is_given(fold(first[-1]))
    titled = len(first) == 1 and _words(language).titled.search(text, max(0, one.start - 12), one.start)
    return bool(len(second) == 1 and not is_given(fold(second[0])) and (full or titled))


def _is_other_name(one: Span, other: Span, text: str, language: Language) -> bool:
    """Ann Roe née Doe; not Tom Roe, veuf de Mary Doe."""
    names = text[other.start : other.end].split()
    either = text[one.end : other.start].strip() in page(language).other_name  # ANN ROE or DOE
    if either and len(names) == 1 and text[one.start : one.end].isupper() and names[0].isupper():
        return " " in text[one.start : one.end]
    if not formerly(language).fullmatch(text, one.end, other.start):
        return False
    return len(names) == 1 or not is_given(fold(names[0]))


def _organization(document: Document, span: Span) -> tuple[int, int]:
    """With what its language puts after a colon, as a case of the abbreviation before it."""
    text, language = document.text, load(document.language_at(span.start))
    start, ending = _after_party(text, span.start, span.end, language), _CASE.match(text, span.end)
    known = inflection(language.code) if ending else None
    inflected = ending and known and known.bases(f"oy{ending[0]}")
    return start, ending.end() if ending and inflected else span.end


def _after_party(text: str, start: int, end: int, language: Language) -> int:
    """Where a name begins that a word for its party was taken along with: Käranden Björkdalens Bygg AB."""
    stops = language.labels["bodies"]["stops"] if language.code != DEFAULT else ()
    first = _FIRST.match(text, start, end)
    return first.end() if first and first[1].lower() in stops else start


def _cut_out(spans: Iterable[Span], document: Document) -> Iterator[Span]:
    last = 0
    for span in spans:
        for start, end in _pieces(span, document):
            initial = _INITIAL_BEFORE.search(document.text, max(0, start - 4), start)
            start = max(initial.start() if initial and span.category == "PERSON" else start, last)
            start, end = _without_bracket(document.text, start, end)
            if start < end:
                same = start == span.start and end == span.end
                yield span if same else replace(span, start=start, end=end)
                last = end


def _without_bracket(text: str, start: int, end: int) -> tuple[int, int]:
    """Less a bracket that stands only at one end: (MRN 00412)."""
    surface = text[start:end]
    if surface.endswith(")") and "(" not in surface:
        return start, end - 1
    return (start + 1, end) if surface.startswith("(") and ")" not in surface else (start, end)


def _pieces(span: Span, document: Document) -> Iterator[tuple[int, int]]:
    if span.category == "PERSON" and SPEAKS in span.sources and _WRITES.match(document.text, span.end):
        yield span.start, span.end  # Joy PR: on my way
        return
    if IN_FORM in span.sources:
        yield span.start, span.end  # HASKETT, J.
    elif span.category == "PERSON":
        yield from _names(span, document)
    elif span.category == "ORG":
        yield _organization(document, span)
    elif span.category == "ADDRESS":
        answer = _ANSWERED.match(document.text, span.start, span.end)
        start = answer.end() if answer else span.start
        yield _address(document.text, start, span.end, load(document.language_at(start)))
    elif span.category == "DATE" and (answer := _ANSWERED.match(document.text, span.start, span.end)):
        yield answer.end(), span.end
    elif span.category == "DATE" and (small := _BEFORE_DAY.match(document.text, span.start, span.end)):
        yield small.end(), span.end
    else:
        yield span.start, span.end


def _address(text: str, start: int, end: int, language: Language) -> tuple[int, int]:
    """Less a court or what somebody does for a living before it, and the label of a telephone number."""
    body, _, town = text[start:end].partition(" ")
    seat = town.partition(" ")[0]
    if is_head(fold(body)) and is_place(fold(seat)) and any(map(str.isalpha, town[len(seat) + 1 :])):
        start += len(body) + len(seat) + 2
    last = text[start:end].rpartition(" ")[2]
    if fold(last).strip(".") in {fold(label) for label in language.labels["phones"]["labels"]["number"]}:
        end -= len(last) + 1
    verbs = language.people["beside"]["verbs"]
    while (word := _NAME_WORD.match(text, start, end)) and word.end() < end and fold(word[0]) in verbs:
        start = word.end() + 1  # viu al carrer …
        small = _NAME_WORD.match(text, start, end)
        start = small.end() + 1 if small and is_function(fold(small[0]), language) else start
    trade = _TRADE.match(text, start, end)
    return trade.end() if trade and _is_noun(text, start, trade.end(1), language) else start, end


def _names(span: Span, document: Document) -> Iterator[tuple[int, int]]:
    text = document.text
    known = _words(load(document.language_at(span.start)))
    if _is_degree(text, span, load(document.language_at(span.start))):
        return
    answered = _ANSWERED.match(text, span.start, span.end)  # A.  Ann did
    pieces = [
        part
        for each in _cut(text, answered.end() if answered else span.start, span.end, _GAP)
        for part in _cut(text, *each, known.joint)
    ]
    if len(pieces) > 1 and _ANSWER.fullmatch(text, *pieces[0]):
        pieces = pieces[1:]
    if len(pieces) > 1:
        titles = people.titles(load(document.language_at(span.start)))
        pieces = [
            each for each in pieces if _is_name(text, *each) and fold(text[each[0] : each[1]]) not in titles
        ] or pieces[:1]
    for start, end in pieces:
        language = load(document.language_at(span.start))
        for one, other in _cut(text, start, end, _words(language).second):
            for first, stop in _sentences(text, one, other):
                yield from (_fitted(text, *each, language) for each in _titled(text, first, stop, language))


def _is_degree(text: str, span: Span, language: Language) -> bool:
    """Ann Roe, M.D.: nobody by itself."""
    letters = fold(text[span.start : span.end]).replace(".", "")
    degrees = people.suffixes(language) - frozenset(people.generations(language))
    return letters in degrees and text[max(0, span.start - 2) : span.start] == ", "


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The pieces of what was taken for one name although a sentence ends in it."""
    pieces = (part for each in _cut(text, start, end, _TWO) for part in _of_sentences(text, *each))
    for first, stop in pieces:
        listed = _LISTED.fullmatch(text, first, stop)
        before = _LISTED_BEFORE.search(text, max(0, first - 2), first)
        if listed and before and is_given(fold(listed[1])) and is_given(fold(listed[2])):
            yield listed.span(1)  # her children: Ann, Bo
            first = listed.start(2)
        for found in _NEXT_NAME.finditer(text, first, stop):
            if _is_listed(found[1]) and is_given(fold(found[2])):
                yield first, found.end(1)
                first = found.start(2)
        yield first, stop


def _of_sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Less the full stop after a whole name, and what follows it by itself."""
    for stop in _FULL_STOP.finditer(text, start, end):
        yield start, stop.start(1)
        start = stop.end(1)
    yield start, end


def _titled(text: str, start: int, end: int, language: Language) -> list[tuple[int, int]]:
    """The people of whom the second has a title; letters that are no name are none of them: IOPC Ms Roe."""
    pieces = list(_cut(text, start, end, _words(language).next_title))
    return (
        [each for each in pieces if not _ABBREVIATION.fullmatch(text, *each)] if len(pieces) > 1 else pieces
    )


def _is_name(text: str, start: int, end: int) -> bool:
    """Neither a number nor the label of the next field; a name before a colon speaks."""
    listed = any(is_given(word) or is_family(word) for word in fold(text[start:end]).split())
    return not any(map(str.isdigit, text[start:end])) and (listed or not _LABEL.match(text, end))


def _cut(text: str, start: int, end: int, between: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for gap in between.finditer(text, start, end):
        if start < gap.start():
            yield start, gap.start()
        start = gap.end()
    if start < end:
        yield start, end


def _without_nouns(text: str, start: int, end: int, language: Language) -> tuple[int, int]:
    """Less nouns beside the name: Firma Karl Meier, Anna Vogels Haus."""
    words = [(start + found.start(), start + found.end()) for found in _NAME_WORD.finditer(text[start:end])]
    while len(words) > 1 and _is_noun(text, *words[-1], language):
        first = text[slice(*words[0])]
        if len(words) == 2 and (first[-1] != GENITIVE or is_given(fold(first))):  # Anna Feder, Thomas Feder
            break
        if text[slice(*words[-2])] in people.particles(language):  # Joost van der Weide
            break
        words.pop()
    while len(words) > 1 and _is_noun(text, *words[0], language):
        words.pop(0)
    if not words or (words[0][0] == start and words[-1][1] == end):
        return start, end
    return words[0][0], words[-1][1]


def _is_noun(text: str, start: int, end: int, language: Language) -> bool:
    key = fold(text[start:end])
    listed = is_given(key) or is_family(key) or text[start:end].isupper()
    return len(key) > SHORTEST and is_plain(key, language) and not listed


def _is_shouted_family(text: str, start: int, end: int) -> bool:
    """A word for an office in capitals, after a title and before a given name: avv. JUDGES ANN."""
    words = text[start:end].split()
    titled = _ABBREVIATED_TITLE.search(text, max(0, start - 12), start)
    return len(words) > 1 and text[start:end].isupper() and bool(titled) and is_given(fold(words[1]))


def _fitted(text: str, start: int, end: int, language: Language) -> tuple[int, int]:
    words = _words(language)
    division = _DIVISION.match(text, start, end)  # U 2019.2187 V. Roe said
    if division and REPORTED.search(text, max(0, start - 20), start):
        start = division.end()
    while start < end - 1 and text[start] in "./|–•*":
        start += 1
    letters = _SAID_AS_LETTERS.match(text, start, end)
    if letters and _GOES_BEFORE.search(text, max(0, start - 2), start) and not _is_listed(letters[1]):
        start = letters.end()
    numbered = _NUMBERED.match(text, start, end)
    client = _client(language).match(text, start, end)
    if client and _for(language).search(text, max(0, start - NEAR), start):
        start = client.end()
    start = numbered.end() if numbered else start
    if _is_shouted_family(text, start, end):
        return start, end
    start = _first_word(text, start, end, words)
    while start and text[start - 1].isalpha() and text[start].isalpha():  # a model's piece of a word
        start -= 1
    if language.capitals == "nouns":
        start, end = _without_nouns(text, start, end, language)
    start = _after_party(text, start, end, language)
    start = after_calling(text, start, end, language)
    office = words.office.match(text, start, end)
    start = office.end() if office and office.end() < end else start
    end = _without_next_word(text, start, _last_word(text, start, end, words), language)
    end = without_letters(text, start, end, language)
    letters = next((found for found in words.letters.finditer(text, start, end) if found.end() == end), None)
    # Scott J may be a name and its initial; Scott LJ is none.
    if letters and (len(letters[2].strip(" ,.")) > 1 or not is_given(fold(letters[1]))):
        return start, letters.end(1)
    letter = _LETTER_BEFORE.search(text, max(0, start - 4), start)
    start = letter.start(1) if letter and _is_family(text[start:end]) else start
    called = _epithet(language).search(text, max(0, start - 12), start)
    start = called.start() if called and " " not in text[start:end] else start
    if _STOPPED.fullmatch(text, start, end):
        end -= 1
    end -= end - start > 1 and text[end - 1] == ":"  # M.A:lle
    following = _NEXT_SENTENCE.fullmatch(text, start, end)  # "… of M. I was there": one letter, and a word
    if following and _opens_sentence(text, end, following[1], language):
        end = text.index(".", start)
    if text[end - 1] == "-" or text[end : end + 1] == "-":
        broken = _BROKEN.match(text, end)
        end = broken.end() if broken and text[end - 1 : broken.end()].count("-") == 1 else end
    ending = _APOSTROPHE.match(text, end)
    if ending and (known := inflection(language.code)) and known.bases(f"oy{ending[0]}"):
        end = ending.end()
    suffix = None if words.relation.match(text, end) else words.suffix.match(text, end)
    return start, suffix.end() if suffix else _line_end(text, start, end, language)


def _line_end(text: str, start: int, end: int, language: Language) -> int:
    """In a caption, after a label, the last of the names in capitals is one too although it is a word."""
    rest = _LAST_IN_LINE.match(text, end)
    if not rest or not text[start:end].isupper() or text[start:end].count(" ") < 1:
        return end
    key = fold(rest[1])
    spoken = is_function(key, language) or key in people.titles(language) or page(language).side(rest[1])
    labelled = _LABELLED.search(text, max(text.rfind("\n", 0, start), start - LINE, 0), start)
    return rest.end(1) if labelled and not spoken else end


@cache
def _client(language: Language) -> re.Pattern[str]:
    """Whom counsel appear for, run into the name of the next: for the Respondent Father Ann Roe."""
    clients = language.roles.get("page", {}).get("clients", ())
    return re.compile(
        rf"(?:{any_of(word.capitalize() for word in clients)}\s+)(?=[^\W\d_a-z])" if clients else "(?!)"
    )


@cache
def _for(language: Language) -> re.Pattern[str]:
    words = language.roles.get("page", {})
    the = words.get("the", "")
    return re.compile(
        rf"(?i)(?<!\w){any_of(words.get('for', ()))} {the}(?: \w+){{0,2}} \Z" if the else "(?!)"
    )


def _is_listed(name: str) -> bool:
    return is_given(fold(name)) or is_family(fold(name))


def _without_next_word(text: str, start: int, end: int, language: Language) -> int:
    """Where a name ends that the next word of a message was taken along with: ask Conno hes out."""
    first, _, last = text[start:end].rpartition(" ")
    if last.strip(".") in language.roles.get("introductions", {}).get("papers", ()) and first:
        return start + len(first)  # Roe Dep. 41:6
    if first.endswith(",") and last.islower() and is_function(last, language):
        return start + len(first) - 1  # A.M., a minor
    small = last.isalpha() and last.islower() and first[-1:].isalpha() and not first.islower()
    return (
        end - len(last) - 1
        if small and is_function(last, language) and not is_also_name(last, language)
        else end
    )


def _is_family(name: str) -> bool:
    """A single word with a capital that is no given name and no acronym."""
    return name.isalpha() and name[:1].isupper() and not name.isupper() and not is_given(fold(name))


def _opens_sentence(text: str, end: int, letter: str, language: Language) -> bool:
    words = language.labels["initials"]
    return letter.lower() in (words["pronoun"], words["article"]) and _GOES_ON.match(text, end) is not None


def _last_word(text: str, start: int, end: int, words: Words) -> int:
    """Where the name ends, before the number of the next paragraph and half the office of the next judge:
    PETER ROE LORD | JUSTICE DOE."""
    number = _NEXT_NUMBER.search(text, start, end)
    end = number.start() if number else end
    last = text.rfind(" ", start, end)
    office = words.office.match(text, last + 1) if last > 0 else None
    return last if office and office.end() > end else end


_ABBREVIATED_TITLE = re.compile(rf"(?<![^\W\d_])[{LOWER}]{{2,9}}\. \Z")  # before JUDGES ANN: avv.


def _first_word(text: str, start: int, end: int, words: Words) -> int:
    """Where the name begins, after the letter of its paragraph, a title, an article or a preposition."""
    lettered = after_letter(text, start)
    start = max(start, lettered) if len(text[lettered:end].strip(" .")) > 1 else start  # B. A., a child
    grade = words.grade.match(text, start, end)
    start = grade.end() if grade else start
    title = words.title.match(text, start, end)
    if title and not is_given(fold(title[1])):
        start = title.end()
    article = words.article.match(text, start, end)
    preposition = words.preposition.match(text, start, end)
    if article and not title:
        return article.end()
    return preposition.start(1) if preposition and not title and is_given(fold(preposition[1])) else start
