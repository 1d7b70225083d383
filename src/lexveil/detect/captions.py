"""People whom only their place on the first page shows: `MARCUS P. ROE, JR.,` left of a column of `)`.

PERSON spans; the source ends in the role of the place (`captions:party`).
"""

import re
from collections.abc import Iterator
from functools import cache

from lexveil.detect.capitals import Word, Words, at, is_body_word, name_end, name_span, name_words, stretches
from lexveil.detect.titles import looks_like_person
from lexveil.jurisdictions.legalforms import is_head, is_legal_form
from lexveil.languages import Language, people
from lexveil.model import Document, Span
from lexveil.names.captions import places
from lexveil.names.given import is_family, is_given
from lexveil.names.page_lines import Place
from lexveil.names.page_words import page
from lexveil.names.places import is_place
from lexveil.text.fold import fold
from lexveil.text.patterns import LOWER, UPPER, any_of

SURE, LIKELY = 0.9, 0.7
GIVEN = 2  # so many given names make a name of "Peter Robert House"
LONGEST = 6  # words of a party's name

_INITIALS = re.compile(
    r"(?:[^\W\d_a-z]\.)+(?:O['’]|Ma?c)[^\W\d_a-z]\.?"  # M.O'S.
    r"|[^\W\d_a-z](?: [^\W\d_a-z]){1,3}|[^\W\d_a-z]{1,4}\d?(?:\.?[^\W\d_a-z]\.)*"
)
_CHUNK = re.compile(r"(?:(?<=\s)|^)[^\Wa-z][^a-z]*(?![^\W\d_])")  # between words in small letters
_GOES_ON = re.compile(rf"(?:\(\w{{1,3}}\))?\s*(:|\d|[{LOWER}][\w'’]*)")
_PIECE = re.compile(r"[^,;&\n)]+")


def find(document: Document) -> Iterator[Span]:
    for stretch in stretches(document):
        if stretch.start == 0:
            for place in places(document.text[: stretch.end], stretch.language):
                if place.role == "LAWYER":
                    yield from _counsel(document.text, stretch.words, place)
                elif place.role == "BENCH" and (
                    judges := page(stretch.language).judges.search(_text(document, place))
                ):
                    names = place._replace(end=place.start + judges.start())
                    yield from _bench(document.text, stretch.words, names)
                elif place.role == "BENCH":
                    yield from _initialled_bench(document.text, stretch.language, place)
                elif place.role == "PARTY":
                    yield from _parties(document.text, stretch.words, place)
                    yield from by_initials(document.text, place, stretch.language)


def _text(document: Document, place: Place) -> str:
    return document.text[place.start : place.end]


def _bench(text: str, listed: Words, place: Place) -> Iterator[Span]:
    """ROE, C.J., and DOE, FRIEND and POE, JJ.: each word is somebody, but for the letters."""
    for word in listed[at(listed, place.start) : at(listed, place.end)]:
        letters = len(word.text) < 3 or word.key in name_words(word.language).letters
        if not letters and not word.title and not word.function:
            yield Span(word.start, word.end, "PERSON", LIKELY, ("captions:judge",))


def _initialled_bench(text: str, language: Language, place: Place) -> Iterator[Span]:
    """A Roe SC, Senior Member: an initial, though it is a word as well, and a surname."""
    for found in _initialled(language).finditer(text[place.start : place.end]):
        if not is_head(fold(found[2])):
            start, end = found.span(1)
            yield Span(place.start + start, place.start + end, "PERSON", SURE, ("captions:judge",))


@cache
def _initialled(language: Language) -> re.Pattern[str]:
    letters = any_of(word.upper() for word in people.role_after(language))
    title = rf"(?:(?i:{any_of(people.titles(language))})\.?[^\S\n]+)*"
    ends = rf"(?=[^\S\n]+{letters}(?!\w)|[^\S\n]*(?:[,;(\n]|\Z))"
    initials = r"(?:[A-Z]\.?[^\S\n]?){1,3}(?<=[ .])"
    return re.compile(
        rf"(?:^|(?<=[\n:,;&]))[^\S\n]*{title}({initials}([{UPPER}][\w'’-]*[{LOWER}]))(?![\w'’-]){ends}"
    )


def _counsel(text: str, listed: Words, place: Place) -> Iterator[Span]:
    """The names at the start of a place and after what joins names; a firm's address names nobody."""
    index, last = at(listed, place.start), at(listed, place.end)
    joined = index < last and not any(map(str.isdecimal, text[place.start : listed[index].start]))
    while index < last:
        end = min(name_end(listed, index), last)
        piece = _piece(listed, index, last) if joined else index
        whole = end - index > 1 or index == at(listed, place.start)
        if joined and not listed[index].title and _score(listed[index:piece]) == SURE:
            yield Span(*name_span(listed, index, piece), "PERSON", SURE, ("captions:lawyer",))
            end = piece
        elif end > index and joined and whole and looks_like_person(listed, index, end):
            yield Span(*name_span(listed, index, end), "PERSON", LIKELY, ("captions:lawyer",))
        joined = end == index or listed[end - 1].gap.strip(" .,") not in ("", "-")
        index = max(end, index + 1)


def _parties(text: str, listed: Words, place: Place) -> Iterator[Span]:
    """Each piece between commas that can be somebody's whole name; none of a body's."""
    first, last = at(listed, place.start), at(listed, place.end)
    while first < last:
        end = max(_piece(listed, first, last), first + 1)
        if inverted := _inverted_end(listed, first, end, last):
            yield Span(*name_span(listed, first, inverted), "PERSON", SURE, ("captions:party",))
            first = inverted
            continue
        body = _body_end(listed, first, end, last)
        start = next((index for index in range(first, end) if not listed[index].title), end)
        score = _score(listed[start:end]) if start < end and not body else 0.0
        if end - start == 1 and _leads_on(text[listed[start].end : place.end], listed[start].language):
            score = 0.0
        if score:
            end = _with_suffix(listed, end, last)
            yield Span(*name_span(listed, start, end), "PERSON", score, ("captions:party",))
        elif not body:
            yield from _joined(listed[start:end])
        first = max(end, body)


def _inverted_end(listed: Words, first: int, end: int, last: int) -> int:
    """The index after `Roe, Ann Mary`, a family name and two or more given names; 0 for none."""
    if end - first > 1 or end >= last or listed[first].gap != ", " or listed[first].title:
        return 0
    until = _piece(listed, end, last)
    given_names = all(is_given(word.key) for word in listed[end:until])
    family = is_family(listed[first].key) or not is_given(listed[first].key)
    return until if until - end > 1 and given_names and family else 0


def _joined(words: Words) -> Iterator[Span]:
    """The whole names around a joining word in capitals: ANN ROE AND BO DOE, but not ROE AND DOE LIMITED."""
    names: list[list[Word]] = [[]]
    for word in words:
        if word.key in word.language.people["titles"]["joining"]:
            names.append([])
        else:
            names[-1].append(word)
    if len(names) > 1 and all(len(name) > 1 and _score(name) for name in names):
        for name in names:
            yield Span(*name_span(name, 0, len(name)), "PERSON", _score(name), ("captions:party",))


def _leads_on(after: str, language: Language) -> bool:
    """Whether a word is no name alone but a label or the start of a phrase: `Occupation: baker`."""
    found = _GOES_ON.match(after)
    return found is not None and found[1] not in page(language).small


def _body_end(listed: Words, first: int, end: int, last: int) -> int:
    """The index after a body that goes on over `&`, `of` or a comma before its legal form; 0 for none."""
    while end < last and (_joins_body(listed[end - 1]) or _is_form(listed, end)):
        end = max(_piece(listed, end, last), end + 1)
    of = any(word.link not in ("", "space", "particle", ".", "&", ",") for word in listed[first : end - 1])
    return end if of or any(_is_form(listed, index) for index in range(first, end)) else 0


def _joins_body(word: Word) -> bool:
    return word.link == "&" or word.link in word.language.labels["bodies"]["after"]


def _is_form(listed: Words, index: int) -> bool:
    """LIMITED, S.A."""
    letters = ""
    for word in listed[index:]:
        letters += word.key
        if not word.initial or word.gap != ".":
            break
    return len(letters) > 1 and is_legal_form(letters)


def _piece(listed: Words, first: int, last: int) -> int:
    """The index after the words that are joined by spaces alone, less letters such as KC."""
    end = first + 1
    while end < last and _goes_on(listed, end):
        end += 1
    letters = name_words(listed[first].language).letters
    while end > first and listed[end - 1].key in letters and listed[end - 1].text.isupper():
        end -= 1
    return end


def _goes_on(listed: Words, index: int) -> bool:
    word = listed[index - 1]
    return word.link in ("space", "particle", ".particle") or (word.link == "." and word.initial)


def _score(words: Words) -> float:
    """How likely all these words are one person's name; 0 for a body, a place, a common word."""
    other = next((at for at, word in enumerate(words) if word.key in page(word.language).other_name), 0)
    if 0 < other < len(words) - 1:  # ANN ROE OR DOE: the name before marriage and the one since
        return min(_score(words[:other]), _score([*words[:other], *words[other + 1 :]]))
    named = [word for word in words if not word.initial]
    if len(words) > LONGEST or any(word.function or is_legal_form(word.key) for word in named):
        return 0.0
    given = sum(is_given(word.key) for word in named[:-1])
    if not named or (any(map(is_body_word, named)) and given < GIVEN):
        return 0.0
    whole = " ".join(word.key for word in named)
    if is_place(whole):
        return 0.0
    nouns = words[0].language.capitals == "nouns"
    if nouns and not given and not all(word.text.isupper() for word in named):
        return 0.0  # every noun has a capital
    if len(words) == 1:
        only = named[0]
        return 0.0 if only.common or only.demonym or len(only.text) < 5 else LIKELY
    if given or len(named) < len(words):
        surely = any(not word.common or is_family(word.key) for word in named)
        return SURE if surely else LIKELY if given else 0.0
    return (
        LIKELY
        if any(is_family(word.key) for word in named) or not any(word.common for word in named)
        else 0.0
    )


def _with_suffix(listed: Words, end: int, last: int) -> int:
    """ROE, JR."""
    suffix = end < last and listed[end - 1].gap == ", " and listed[end].key
    return end + 1 if suffix and suffix in name_words(listed[end].language).suffixes else end


def by_initials(text: str, place: Place, language: Language) -> Iterator[Span]:
    """JH, M, F1, "T and J": parties whom the court does not name."""
    never = page(language).crown | name_words(language).suffixes | name_words(language).titles
    if any(is_legal_form(fold(word).replace(".", "")) for word in _text_words(text, place)):
        return
    for piece in _PIECE.finditer(text, place.start, place.end):
        for part in _CHUNK.finditer(piece[0]):
            name = part[0].strip()
            if language.capitals == "nouns" and "." not in name:
                continue
            if len(name) > 3 and is_place(fold(name)):
                continue
            if _INITIALS.fullmatch(name) and never.isdisjoint((name, name.replace(".", "").lower())):
                start = piece.start() + part.start() + part[0].index(name)
                if _numbers(language).match(text, start + len(name)):  # O.S. No. 12
                    continue
                yield Span(start, start + len(name), "PERSON", SURE, ("captions:initials",))


@cache
def _numbers(language: Language) -> re.Pattern[str]:
    return re.compile(rf"[^\S\n]*(?i:{'|'.join(language.labels['numbered']['number'])})[^\S\n]*\d")


def _text_words(text: str, place: Place) -> list[str]:
    return text[place.start : place.end].replace(",", " ").split()
