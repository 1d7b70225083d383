"""People by initials: J.R. Doe, Doe J.R., and people who are letters only, A.B. or X.

Letters that may be either (M.P., a lone X) are decided once for all, by what stands around all of them.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from lexveil.detect import capitals, captions
from lexveil.detect.capitals import Words, name_end, name_span, opens_line, stretches
from lexveil.detect.labels import either
from lexveil.jurisdictions.legalforms import is_legal_form, keys
from lexveil.languages import Language, people
from lexveil.model import Document, Span
from lexveil.names.captions import places
from lexveil.names.given import is_family, is_given
from lexveil.names.places import is_country, is_place
from lexveil.text.fold import fold
from lexveil.text.patterns import LOWER, UPPER
from lexveil.text.quick import Quick

NAMED, LETTERS, LETTER = 0.85, 0.65, 0.5
_BEFORE = 40  # characters before letters that tell of them
_LETTER_AND_NUMBER = re.compile(r"(?<![\w/.§-])[A-Z]{1,2}\d{1,3}(?![\w/-]|\.\d)")
_BLANK = re.compile(r"(?<![\w.])[A-Z][a-z]?\d{0,2}\.?_{3,}")  # M.________, M2.________
_DOTTED = re.compile(r"(?<![\w.])[A-Z](?:\.{3}|\u2026)(?![\w.])")  # M. X..., Mme Y...
_WORD_AFTER = re.compile(r"[^\S\n]+([^\W\d_][\w.]*)")
_NOUN = re.compile(r" [^\W\d_]")  # after an article
_INSIDE = re.compile(r"[a-z,;(] ?[(\"“]?$")  # a capital A inside a sentence is no article
MOST = 5  # letters that stand for somebody
_SPEAKS = re.compile(r":\s+[\"“”«»'‘A-ZÅÄÖÆØ]")
_ASKS = re.compile(r"\.?:\s")
_STANDS_FOR = re.compile(rf"\s?=\s?[{UPPER}][{LOWER}]")  # K = Kent Roe
_VOTES = 2  # occurrences that must look like a person before doubtful letters are one


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["initials"]
        self.never = frozenset((*words["never"], *words.get("parts", ())))
        self.doubtful = frozenset(words["doubtful"])
        self.letters = people.role_after(language).keys()
        self.pronoun: str = words["pronoun"]
        self.article: str = words["article"]
        self.joining = frozenset(language.labels["lists"]["and"])
        self.words = frozenset(word for word in language.labels["lists"]["joining"] if len(word) == 1)
        self.questions = frozenset(language.people["addressed"]["questions"])
        adverbs = words["adverbs"]
        genitive = words.get("genitive", "(?!)")
        self.ending = re.compile(rf"(?<=\.){genitive}(?!\w)")  # T.s mother
        self.owner = re.compile(rf"(?<![\w.])([{UPPER}]){genitive}(?!\w)")  # Hs søster
        self.owns = re.compile(rf"[:’]{genitive}(?!\w)")
        self.after = re.compile(
            rf"\.?(?:'s?(?!\w)|[:’]?{genitive}(?!\w)|,? {adverbs}{either(words['acts'])}\b"
            rf"|,? {words['one_of']}\b)"
        )
        self.before = Quick(rf"(?i:\b{either(words['before'])})(?:,|:)? [\"“]?$")
        self.elided = re.compile(rf"(?<!\w){words.get('elided', '(?!)')}$")  # l'E.
        in_brackets = words.get("in_brackets", "(?!)")
        self.described = re.compile(rf"\.?(?:, {words['described']}| ?\((?i:{in_brackets}))\b")
        self.coded = re.compile(rf"(?i)\b{either(words.get('coded', ['(?!)']))} \Z")
        self.near = re.compile(rf"\b{either(words['near'])},? $")
        self.reference = re.compile(
            rf"(?i)(?:[\d/°]|(?:§|\b{words['numbers']}|\b{either(words['references'])}) ?)$"
        )
        self.numbered = re.compile(rf"\.?[^\S\n]*{words['numbered']}")
        self.speaks = re.compile(rf"(?:'s {words['has']}|,? {adverbs}{either(words['speaks'])}\b)")


_patterns = cache(Patterns)


class Letters(NamedTuple):
    first: int
    last: int
    name: str  # the letters alone: `mp`
    sure: bool
    votes: int  # how much this occurrence looks like a person


def find(document: Document) -> Iterator[Span]:
    for start, end, language, listed in stretches(document):
        known = frozenset(_parties(document, end, language) if start == 0 else ())
        yield from _find(_patterns(language), document.text, listed, known, (start, end))
        yield from _numbered(_patterns(language), document.text, start, end, known)
        yield from _blanked(document.text, start, end)


def _parties(document: Document, end: int, language: Language) -> Iterator[str]:
    """Parties whom the first page calls by letters."""
    for place in places(document.text[:end], language):
        if place.role == "PARTY":
            for span in captions.by_initials(document.text, place, language):
                letters = document.text[span.start : span.end].replace(".", "")
                yield from {letters, letters.replace(" ", "")}


_SPACED = re.compile(rf"[{UPPER}](?: [{UPPER}]){{1,3}}")


def _numbered(patterns: Patterns, text: str, first: int, last: int, known: frozenset[str]) -> Iterator[Span]:
    """F1 and F2, Officer W80: people who are a letter and a number."""
    found = [*_LETTER_AND_NUMBER.finditer(text, first, last)]
    called = (
        each for each in found if patterns.coded.search(text, max(0, each.start() - _BEFORE), each.start())
    )
    known |= {each[0] for each in called}
    for each in found:
        at_reference = patterns.reference.search(text, max(0, each.start() - 16), each.start())
        if each[0] in known and not at_reference:
            yield Span(*each.span(), "PERSON", LETTERS, ("initials:alone",))


def _blanked(text: str, first: int, last: int) -> Iterator[Span]:
    """M.________: a letter and a blank for somebody; before a legal form, for a company. Dots are a blank
    where a text has them more than once."""
    dotted = list(_DOTTED.finditer(text, first, last))
    for found in (*_BLANK.finditer(text, first, last), *(dotted if len(dotted) >= _VOTES else [])):
        following = _WORD_AFTER.match(text, found.end())
        if following and is_legal_form(fold(following[1])):
            yield Span(found.start(), following.end(), "ORG", NAMED, ("initials:company",))
        else:
            yield Span(*found.span(), "PERSON", LETTERS, ("initials:alone",))


def _find(
    patterns: Patterns, text: str, listed: Words, known: frozenset[str], within: tuple[int, int]
) -> Iterator[Span]:
    spaced = any(_SPACED.fullmatch(each) for each in known)
    small = capitals.small_words(text)
    alone: list[Letters] = []
    index = 0
    while index < len(listed):
        if not listed[index].initial:
            alone += _pair(patterns, text, listed, index)
            index += 1
            continue
        letters = _letters_end(listed, index, spaced=spaced)
        last = name_end(listed, index)
        if last > letters and _is_named(patterns, text, listed, index, letters, last, small):
            first = index - _is_given_before(listed, index)
            yield Span(*name_span(listed, first, last), "PERSON", NAMED, ("initials:named",))
            index = last
            continue
        if _is_after_name(patterns, listed, index, letters):
            start, end = listed[index - 1].start, name_span(listed, index, letters)[1]
            yield Span(start, end, "PERSON", 0.7, ("initials:after",))
        else:
            alone += _alone(patterns, text, listed, index, letters)
        index = letters
    elected = set()
    for span in _elected(listed, _joined(patterns, listed, alone), {*known, *map(str.lower, known)}):
        elected.add(text[span.start : span.end].strip("."))
        ending = patterns.ending.match(text, span.end)
        yield replace(span, end=ending.end()) if ending else span
    yield from _owners(patterns, text, within, {letter for each in {*known, *elected} for letter in each})


def _owners(
    patterns: Patterns, text: str, within: tuple[int, int], letters: Collection[str]
) -> Iterator[Span]:
    """Hs søster: the genitive of somebody's letter, without a full stop."""
    for found in patterns.owner.finditer(text, *within):
        if found[1] in letters:
            yield Span(*found.span(), "PERSON", LETTER, ("initials:alone",))


def _letters_end(listed: Words, first: int, *, spaced: bool = False) -> int:
    """The index after the last of a row of initials; `spaced`: this document writes M H."""
    last = first + 1
    while last < len(listed) and listed[last].initial:
        link = listed[last - 1].link
        gap = listed[last - 1].gap
        apart = link == "space" and (gap[:1] == "." or (spaced and gap == " "))
        if link not in (".", ".-", "-") and not apart:
            break
        if gap[:1] == "." and "  " in gap:  # A.  I saw him
            break
        last += 1
    return last


def _is_named(
    patterns: Patterns,
    text: str,
    listed: Words,
    first: int,
    letters: int,
    last: int,
    small: frozenset[str],
) -> bool:
    """Initials and a family name; a letter at the head of a line may number a heading."""
    family = next((word for word in reversed(listed[letters:last]) if not word.initial), None)
    if family is None or letters - first > 4 or capitals.is_body(listed, last):
        return False
    if family.title and family.gap[:1] == "." and last - letters == 1:  # M. I. Sr. Roe
        return False
    lone, start = letters - first == 1, listed[first].start
    if lone and listed[first].title:  # D. Juan
        return False
    if (not lone and _row(listed, first, letters) in patterns.never) or is_place(family.key):
        return False
    if lone and (listed[first].gap[:1] != "." or patterns.reference.search(text, max(0, start - 16), start)):
        return False
    known = is_family(family.key) or is_given(family.key)
    heads_line = lone and opens_line(text, start)
    if family.common or family.key in small:
        return known and not heads_line and family.also_name
    return known or not heads_line


def _is_given_before(listed: Words, first: int) -> bool:
    """John R. Doe: the initials are the second name."""
    if first == 0 or listed[first - 1].gap != " ":
        return False
    given = listed[first - 1]
    return is_given(given.key) and capitals.may_be_name(given) and not (given.title or is_place(given.key))


def _is_after_name(patterns: Patterns, listed: Words, first: int, letters: int) -> bool:
    """Doe J.R. or Doe J.: a listed family name and its initials after it."""
    if first == 0 or listed[first - 1].link != "space" or listed[first].gap[:1] != ".":
        return False
    family = listed[first - 1]
    if family.initial or family.common or is_place(family.key):
        return False
    return is_family(family.key) and _row(listed, first, letters) not in patterns.never | patterns.doubtful


def _alone(patterns: Patterns, text: str, listed: Words, first: int, letters: int) -> Iterator[Letters]:
    """Letters without a name, unless they are a reference or a plain abbreviation."""
    start, end = listed[first].start, listed[letters - 1].end
    row = listed[first:letters]
    name = _row(listed, first, letters)
    spaced = len(row) == 2 and row[0].gap[:2] == ". " and patterns.described.match(text, end)
    spaced = spaced or (len(row) > 1 and patterns.owns.match(text, end))  # K.L:n
    lettered = name in patterns.letters and first and listed[first - 1].link in ("space", ",")
    if (
        (name in patterns.never and not spaced)
        or (lettered and len(name) > 1)
        or len(row) > (MOST if _is_spaced(row) else 3)
    ):
        return
    if patterns.reference.search(text, max(0, start - 16), start) or name == patterns.pronoun:
        return
    if _BLANK.match(text, row[-1].start):  # A. A.________ : the letter of a section, and somebody
        return
    lone = len(row) == 1
    if lone and name in patterns.words and row[0].gap[:1] != ".":  # Apellidos Y nombre
        return
    if lone and name in patterns.questions and _ASKS.match(text, end):  # D: Who paid? R: My mother.
        return
    if lone and row[0].title and row[0].link in (".", ".particle") and letters < len(listed):
        return  # D. Juan
    if any(len(word.text) > 1 for word in row) or (not lone and row[0].gap[:1] not in (".", " ")):
        return
    if patterns.numbered.match(text, end) or text[end : end + 1] in ("/", "&"):
        return
    after = bool(patterns.after.match(text, end) or patterns.described.match(text, end))
    after |= _STANDS_FOR.match(text, end) is not None
    speaks = lone and _SPEAKS.match(text, end) is not None
    if lone and not after and not speaks and opens_line(text, start):  # the number of a heading
        return
    if speaks and opens_line(text, start):  # counts where the letter is somebody elsewhere
        yield Letters(first, letters, name, sure=False, votes=0)
        return
    if name == patterns.article and lone and not after:
        inside = _INSIDE.search(text, max(0, start - 8), start)
        if not inside or (text[start - 1] == "(" and _NOUN.match(text, end)):  # Re S (A Child)
            return
    before = bool(patterns.before.search(text, max(0, start - _BEFORE), start))
    before |= bool(patterns.elided.search(text, max(0, start - 3), start))
    near = bool(patterns.near.search(text, max(0, start - 12), start))
    described = bool(patterns.described.match(text, end) or _STANDS_FOR.match(text, end))
    votes = _VOTES * (before or described) + after + (near and row[-1].gap[:1] == ".")
    sure = (
        not lone and name not in patterns.doubtful and (len(row) == 2 or _is_spaced(row) or votes >= _VOTES)
    )
    yield Letters(first, letters, name, sure, votes)


def _is_spaced(row: Words) -> bool:
    """R. D. A. G.: a space after each letter but the last; abbreviations have none."""
    return len(row) > 3 and all(word.gap[:2] == ". " for word in row[:-1]) and row[-1].gap[:1] == "."


def _pair(patterns: Patterns, text: str, listed: Words, index: int) -> Iterator[Letters]:
    """GL or DM: two capitals without full stops; many other things are written so."""
    word = listed[index]
    doubtful = word.key in patterns.doubtful and not _is_doubled(word.text)
    if len(word.text) not in (2, 3) or not word.text.isupper() or doubtful or word.key in patterns.never:
        return
    sections = ("forms", "clubs", "acronyms", "public")
    if is_country(word.key) or word.function or any(word.key in keys(section) for section in sections):
        return
    reference = patterns.reference.search(text, max(0, word.start - 16), word.start)
    if reference or patterns.numbered.match(text, word.end):
        return
    after = bool(patterns.speaks.match(text, word.end) or patterns.owns.match(text, word.end))
    before = bool(patterns.before.search(text, max(0, word.start - _BEFORE), word.start))
    if len(word.text) == 3 and not before:
        return
    yield Letters(index, index + 1, word.text, sure=False, votes=_VOTES * before + after)


def _is_doubled(letters: str) -> bool:
    """AA and BB, as courts call people who have no name."""
    return len(letters) == 2 and letters[0] == letters[1] and letters.isupper()


def _joined(patterns: Patterns, listed: Words, alone: Sequence[Letters]) -> list[Letters]:
    """In "the children A and B" one is as much a person as the other."""
    found = list(alone)
    for at in range(1, len(found)):
        one, other = found[at - 1], found[at]
        beside = one.last == other.first and listed[one.last - 1].gap.strip(" .") in patterns.joining
        if beside and one.name != other.name:
            votes = max(one.votes, other.votes)
            found[at - 1], found[at] = one._replace(votes=votes), other._replace(votes=votes)
    return found


def _elected(listed: Words, alone: Sequence[Letters], known: Collection[str]) -> Iterator[Span]:
    votes = Counter(dict.fromkeys(known, _VOTES))
    votes.update({letters.name[0] for letters in alone if letters.sure})  # E., of E.T.
    doubled = {each for each in (*known, *(letters.name for letters in alone)) if _is_doubled(each)}
    votes.update(doubled if len(doubled) > 1 else ())
    bare = set()  # written without a full stop somewhere: a full stop elsewhere ends the sentence
    for letters in alone:
        votes[letters.name] += letters.votes
        if letters.last - letters.first == 1 and listed[letters.first].gap[:1] != ".":
            bare.add(letters.name)
    for letters in alone:
        if letters.sure or votes[letters.name] >= _VOTES:
            score = LETTERS if len(letters.name) > 1 else LETTER
            start, end = name_span(listed, letters.first, letters.last)
            if letters.name in bare:
                end = listed[letters.last - 1].end
            yield Span(start, end, "PERSON", score, ("initials:alone",))


def _row(listed: Words, first: int, letters: int) -> str:
    return "".join(word.key for word in listed[first:letters])
