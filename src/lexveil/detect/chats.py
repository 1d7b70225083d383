"""Who writes in a chat, and who is written about in small letters.

A line of a chat or of an interview is a speaker and what they say, with or without a time: `[12/02/2020,
19:04] zak: on my way`, `boab 22:58: u up`, `Rook, Simon  09:12  morning`, `RD: Naw.` Who speaks twice in turn
with somebody else, or at a time, is a person, unless the word is one of the language (`Address:`, `Caller:`).
What is said there names people without capitals: `tell hils`, `churchy covered`.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from lexveil.languages import Language, load, people
from lexveil.languages.common import is_function
from lexveil.model import Document, Span
from lexveil.names import given
from lexveil.names.callings import is_calling
from lexveil.names.ordinary import is_ordinary, knows_words
from lexveil.text.fold import fold
from lexveil.text.patterns import LOWER, any_of

SPEAKER, NAMED = 0.85, 0.55  # scores
TURNS = 3  # lines of a conversation without times, at least
MOST = 300  # lines that are looked at together
APART = 400  # characters from one line of it to the next
LETTERS = 3  # of somebody who is letters only, at most
PET = 2  # letters at the end of what whoever writes is called: hopey
SHORTEST = 3  # letters of a name in small letters
PARTICLE = 5  # letters of a small word inside a name, at most

_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?)?"
_DATE = r"\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{0,4})?"
_NAME = r"[^\W\d_][\w'’.-]{0,24}(?:,? [^\W\d_][\w'’.-]{0,24}){0,2}?"
_PICTURE = "[\u2190-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]+"  # beside a name: hope 🌸
_LINE = re.compile(
    rf"^[ \t]*[\"“«„]?"
    rf"(?:(?P<before>\[(?:{_DATE},?[ \t]+)?{_TIME}\]|(?:{_DATE},?[ \t]+)?{_TIME}),?[ \t]*[-–]?[ \t]*)?"
    rf"@?(?P<name>{_NAME})(?:[ \t]*{_PICTURE})?"
    rf"(?:(?P<after>[ \t]+[\[(]?{_TIME}[\])]?)(?::[ \t]|[ \t]{{2,}})|[ \t]?:[ \t]+)(?P<message>\S[^\n]*)",
    re.MULTILINE,
)
_QUOTED = re.compile(rf"[\"“«„](?P<name>{_NAME}): (?=[{LOWER}])(?P<message>[^\"”»“\n]+)")
_WORD = re.compile(r"(?<![\w@.'’/#-])[^\W\d_]{2,}(?:-[^\W\d_]+)?(?![\w/@-]|\.\w)")
_PART = re.compile(r"[^\W\d_]+\d{0,4}")
_NEXT = re.compile(rf"['’]?s?[ \t]+([{LOWER}]+)(?:[ \t]+([{LOWER}]+))?")


class Line(NamedTuple):
    start: int  # of the name
    end: int
    words: tuple[str, ...]  # of the name, folded
    stamped: bool
    message: tuple[int, int]


def find(document: Document) -> Iterator[Span]:
    text = document.text
    yield from _quoted(document)
    for group in _conversations(text):
        language = load(document.language_at(group[0].start))
        turns = Counter(line.words for line in group)
        speaking = {each for each in turns if _may_be_name(each, language, text, group)}
        again = any(turns[each] > 1 for each in speaking)
        several = len(group) >= TURNS and len(turns) > 1 and again
        if several or sum(line.stamped for line in group) > 1:  # whoever else writes there is somebody too
            speaking |= {each for each in turns if _may_write(each, language, text, group)}
        if speaking:
            speaking |= {
                each for each in turns if turns[each] > 1 and _is_nickname(each, language, text, group)
            }
        for line in group:
            timed = line.stamped or several
            if timed and line.words in speaking:
                yield Span(line.start, line.end, "PERSON", SPEAKER, ("chats:speaker",))
            if timed and (line.stamped or speaking):
                writers = {word for words in speaking for word in words if len(word) > SHORTEST}
                yield from _named(text, *line.message, language, writers)


def _quoted(document: Document) -> Iterator[Span]:
    """A message that is quoted with whoever wrote it: "dots: tell lee"."""
    text = document.text
    for found in _QUOTED.finditer(text):
        language = load(document.language_at(found.start()))
        words = tuple(fold(part) for part in _PART.findall(found["name"]))
        bare = [word for word in words if len(word) > LETTERS]
        if knows_words(language) and bare and not any(is_ordinary(word, language) for word in words):
            yield Span(*found.span("name"), "PERSON", SPEAKER, ("chats:speaker",))
        yield from _named(text, *found.span("message"), language)


def _conversations(text: str) -> Iterator[list[Line]]:
    group: list[Line] = []
    for found in _LINE.finditer(text):
        name = found["name"]
        first, *others = name.split()
        if first[0].isupper() and any(len(word) > PARTICLE and word.islower() for word in others):
            continue  # Kent accepts the fine: No.
        words = tuple(fold(part) for part in _PART.findall(name))
        line = Line(
            *found.span("name"), words, bool(found["before"] or found["after"]), found.span("message")
        )
        if group and (line.start - group[-1].message[1] > APART or len(group) == MOST):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _may_be_name(words: tuple[str, ...], language: Language, text: str, group: Sequence[Line]) -> bool:
    """No label, no office and no number of a list."""
    if not words or any(is_function(word, language) for word in words if len(word) > 1):
        return False
    titled = people.titles(language) | people.ranks(language)
    bare = [word for word in words if word not in titled]
    if not bare or any(_is_number(word) for word in bare):
        return False
    if all(len(word) <= LETTERS and _is_letters(word, text, group) for word in bare):
        return len(bare) < len(words) or _are_letters(bare, group, language)
    stamped = any(line.stamped for line in group)
    if not knows_words(language) or (language.capitals == "nouns" and not stamped):
        return any(map(_is_listed, bare))
    strange = [len(word) > LETTERS and not is_ordinary(word, language) for word in bare]
    if stamped:
        return any(strange) or any(map(_is_listed, bare))
    return any(strange) and all(odd or _is_listed(word) for odd, word in zip(strange, bare, strict=True))


def _may_write(words: tuple[str, ...], language: Language, text: str, group: Sequence[Line]) -> bool:
    """Somebody among others who write: a given name that is a word too, letters that are none, a nickname."""
    bare = [word for word in words if len(word) > 1]
    if not bare or not knows_words(language) or any(is_function(word, language) for word in bare):
        return False
    if any(_is_number(word) for word in bare) or _is_shouted(words, text, group):
        return False
    known = people.titles(language) | people.ranks(language)
    return any(given.is_given(word) or not (is_ordinary(word, language) or word in known) for word in bare)


def _is_nickname(words: tuple[str, ...], language: Language, text: str, group: Sequence[Line]) -> bool:
    """A word of the language by which somebody writes again and again: always in small letters, and no word
    for what people are: bear: on my way."""
    small = all(text[line.start : line.end].islower() for line in group if line.words == words)
    if not small or len(words) > 1 or len(words[0]) <= LETTERS or is_function(words[0], language):
        return False
    known = people.titles(language) | people.ranks(language)
    return words[0].isalpha() and words[0] not in known and not is_calling(words[0], language)


def _is_shouted(words: tuple[str, ...], text: str, group: Sequence[Line]) -> bool:
    """In capitals: what somebody is called in a transcript, THE CLERK."""
    return all(text[line.start : line.end].isupper() for line in group if line.words == words)


def _is_listed(word: str) -> bool:
    return given.is_given(word) or given.is_family(word)


def _is_number(word: str) -> bool:
    """PW1, K1187; not xiaobai88."""
    return not word.isalpha() and len(word.rstrip("0123456789")) <= LETTERS


def _is_letters(word: str, text: str, group: Sequence[Line]) -> bool:
    """Written in capitals each time: RD, K; not Ann."""
    written = (text[line.start : line.end] for line in group if word in line.words)
    return all(word.upper() in each for each in written) and word.isalpha()


def _are_letters(bare: Sequence[str], group: Sequence[Line], language: Language) -> bool:
    """Of somebody; not Q and A, nor a, b, c of a list, nor an abbreviation that stands once."""
    letters = {"".join(line.words) for line in group if all(len(word) == 1 for word in line.words)}
    listed = letters >= {"a", "b"} or letters >= {"i", "ii"}
    said = "".join(bare)
    often = sum("".join(line.words).endswith(said) for line in group) > 1 or any(
        line.stamped for line in group
    )
    if said in language.labels["initials"].get("parts", ()):  # VR: of the judge who presides
        return False
    questions = frozenset(language.people["addressed"]["questions"])
    return often and not listed and not (said in questions and letters <= questions)


# Who is written about -------------------------------------------------------------------------------


def _named(
    text: str, start: int, end: int, language: Language, writers: Collection[str] = ()
) -> Iterator[Span]:
    if not knows_words(language):
        return
    nouns = language.capitals == "nouns"  # written small in a chat: a given name alone is sure to be one
    words = list(_WORD.finditer(text, start, end))
    for at, word in enumerate(words):
        bare = fold(word[0])
        if len(bare) < SHORTEST or is_ordinary(bare, language) or not set(bare) & _vowels():
            continue
        if word[0].isupper() or text[max(0, word.start() - 2) : word.start()][:1].isdigit():  # OPG; 3 min
            continue
        listed = given.is_given(bare) or (given.is_family(bare) and not nouns)
        listed = listed or any(bare.startswith(each) and len(bare) - len(each) <= PET for each in writers)
        if listed or _is_somebody(text, words, at, start, language):
            yield Span(*word.span(), "PERSON", NAMED, ("chats:named",))


def _is_somebody(text: str, words: Sequence[re.Match[str]], at: int, start: int, language: Language) -> bool:
    """By what stands around a word that no list knows: `ask hils`, `churchy covered`."""
    word = words[at]
    before = text[start : word.start()]
    if _cue(language).search(before):
        return True
    follows = _NEXT.match(text, word.end())
    if not follows:
        return False
    around = language.people["beside"]
    determined = at and fold(words[at - 1][0]) in around["determiners"] and before.endswith(" ")
    acts = follows[1] in _deeds(language) or follows[1].endswith(tuple(around.get("past", ())))
    return not determined and acts


@cache
def _cue(language: Language) -> re.Pattern[str]:
    greetings = language.people["addressed"]["greetings"]
    return re.compile(rf"(?:(?<![\w-]){any_of(greetings)}[ \t]+|(?<!\w)@)\Z", re.IGNORECASE)


@cache
def _deeds(language: Language) -> frozenset[str]:
    """What is said of people in the past or the third person, and hardly after a mistyped word."""
    return frozenset(language.people["addressed"].get("in_messages", ()))


@cache
def _vowels() -> frozenset[str]:
    return frozenset("aeiouy")
