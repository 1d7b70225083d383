"""A damaged text as careful typing would have it; every offset stays.

Chats, e-mails, transcripts and old captions without capitals, or in capitals only, name people too, but what
reads names looks for capitals. So such stretches are recased, in languages that list their lower-case words
(`lower.txt`); in doubt a word is a name. Where nouns have capitals, they get them too. Digits that a scanner
read inside a word are letters again.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase

from lexveil.languages import Language, load
from lexveil.languages.common import is_function, is_plain
from lexveil.model import Document, Stretch
from lexveil.names import given
from lexveil.names.one_case import retyped
from lexveil.names.ordinary import ranks, spelled
from lexveil.text.fold import fold, without_line_numbers

WHOLE = 40  # letters that make a document in one case worth recasing
STRAY = 0.01  # of its letters may be in the other case
MESSAGE = 300  # letters at most of one that somebody typed without care
CARELESS = 0.06  # of its letters may be capitals
WORDS = 3  # at least, in a message
SENTENCES = 2  # in one case, in a document that has both
MOST_SMALL = 3  # words of a name in small letters
PASSAGE, KNOWN = 4, 0.6  # so many words in a row, of which fewer are known, are of another language
ABBREVIATED = 3  # letters that make a word, at least

_NEW_SENTENCE = re.compile(r"[^\W\d_]{4}[.?!][\"'”’)]*\s+[^\W\d_]{2}")
_SENTENCE = re.compile(r"(?:\A|[.?!]\s|\n)\s*([^\W\d_]{2})")
_CAPITAL = re.compile(r"[^\W\d_a-z](?=[^\W\d_A-Z]).")
# What somebody is quoted to have typed, and a line of a chat.
_QUOTED = re.compile(
    r"[«“„\"»](?P<said>[^«»“”„\"\n]{12,400})[»”“\"«]|"
    r"^(?:[ \t]*(?:\[[^\]\n]{4,25}\]|[\d/.,:h –-]{4,20})?[ \t]*)"
    r"(?P<chat>[^\W\d_A-Z][\w .]{1,20}:[ \t][^\n]{4,300})$",
    re.MULTILINE,
)

# Words in small letters with nothing but a space between, and what stands around a cell.
_SMALL = re.compile(r"[^\W\d_A-Z]+(?:['’-][^\W\d_A-Z]+)*+")
_SMALL_WORDS = re.compile(rf"(?<![\w@./'’·-]){_SMALL.pattern}(?: {_SMALL.pattern})*+(?![\w@/'’·-]|\.\w)")
_CELL_BEGINS, _CELL_ENDS = re.compile(r"[|\t] ?\Z"), re.compile(r" ?(?:[|\t\n]|\Z)")
_BEGINS, _ENDS = re.compile(r"(?:[:,;(|\t\n>] ?|\A|[-–•*.] )\Z"), re.compile(r" ?(?:[,;()|\t\n.]|\Z)")

_LETTERS = str.maketrans("01589", "olsbg")
_DIGITS_IN_WORD = re.compile(
    r"(?<![\w@./])"
    r"(?:[01589](?=[^\W\d_A-Z]{4})|(?<=[^\W\d_]-)[58](?=[^\W\d_A-Z]{3})"  # 5erge, Roe-8oyd
    r"|[^\W\d_]+[01589](?=[^\W\d_A-Z]{2}|[d-z]\b))"  # McAna1ly, Go1d
    r"(?:[01589]?[^\W\d_A-Z]+)+(?![\w@/]|\.\w)"
)

_DIGIT_AFTER_WORD = re.compile(r"(?<![\w@./])[^\W\d_]{3,}[01589](?![\w@/]|\.\w)")


def legible(document: Document) -> Document:
    return replace(document, text=_read(document.text, document.language, document.stretches))


@lru_cache(maxsize=4)  # detecting, resolving and the warnings read the same text
def _read(text: str, language: str, stretches: tuple[Stretch, ...]) -> str:
    document = Document("", without_line_numbers(text), language, stretches=stretches)
    text = _DIGITS_IN_WORD.sub(_letters, document.text)
    text = _DIGIT_AFTER_WORD.sub(
        lambda found: _word(found[0], ranks(document.language_at(found.start()))), text
    )
    return with_small_names(recased(replace(document, text=text))).text


def _letters(word: re.Match[str]) -> str:
    """
    >>> _DIGITS_IN_WORD.sub(_letters, "5erge McMi1ler-8oyd, Go1d, Apt5b, Annex1, 1st, 5pm")
    'Serge McMiller-Boyd, Gold, Apt5b, Annex1, 1st, 5pm'
    """
    letters = word[0].translate(_LETTERS)
    return letters[0].upper() + letters[1:] if word[0][0].isdigit() else letters


def _word(read: str, listed: Mapping[str, int]) -> str:
    """
    >>> [_word(read, {"counsel": 1, "note": 2}) for read in ("Counse1", "note1")]
    ['Counsel', 'note1']
    """
    letters = read.translate(_LETTERS)
    return letters if fold(letters) in listed and fold(read[:-1]) not in listed else read


def recased(document: Document) -> Document:
    """
    >>> chat = "hi kai, grant poole and pc j field saw mrs o'roe in march. did he get the grant?"
    >>> recased(Document("chat", chat, "en")).text
    "Hi Kai, Grant Poole and PC J Field saw Mrs O'Roe in March. Did he get the grant?"
    """
    text = document.text
    stretches = list(_stretches(text))
    if not stretches:
        return document
    parts: list[str] = []
    last = 0
    for start, end, message in stretches:
        for a, b, language in _by_language(document, start, end):
            whole = (start, end) == (0, len(text))
            parts += (text[last:a], retyped(text[a:b], language, message=message, quoted=not whole))
            last = b
    return replace(document, text="".join([*parts, text[last:]]))


def with_small_names(document: Document) -> Document:
    """People whose names stand in small letters in a text that has capitals: words beside each other that no
    list of words has, with a given name or apart from the sentence; or all that stands in a cell.

    >>> text = "Yes, ingrid haakonsvik said. He, torgrim haakonsvik, left. 1 | haakonsvik | Oslo"
    >>> with_small_names(Document("d", text, "en")).text
    'Yes, Ingrid Haakonsvik said. He, Torgrim Haakonsvik, left. 1 | Haakonsvik | Oslo'
    """
    text, chars = document.text, list(document.text)
    for start, end, language in _by_language(document, 0, len(text)):
        for words in _SMALL_WORDS.finditer(text, start, end):
            for first, last in () if _is_foreign(words[0], language) else _unknown(words, language):
                name = text[first:last].split(" ")
                if len(name) <= MOST_SMALL and (
                    any(given.is_given(fold(word)) for word in name if len(name) > 1)
                    or _stands_alone(name, text[max(0, first - 2) : first], text[last : last + 2])
                ):
                    chars[first:last] = " ".join(word[0].upper() + word[1:] for word in name)
    return replace(document, text="".join(chars))


def _stands_alone(name: list[str], before: str, after: str) -> bool:
    if _CELL_BEGINS.search(before) and _CELL_ENDS.match(after):
        return True
    apart = _BEGINS.search(before) and _ENDS.match(after)
    return len(name) > 1 and bool(apart) and all(map(str.isalpha, name))


def _is_foreign(words: str, language: Language) -> bool:
    """Most of many words are none of the language: a passage in another, where nobody is to be guessed."""
    listed = [_has_meaning(word, language.code) for word in words.split(" ")]
    return len(listed) >= PASSAGE and sum(listed) < KNOWN * len(listed)


def _unknown(words: re.Match[str], language: Language) -> Iterator[tuple[int, int]]:
    """Stretches of words that no list has."""
    first = last = -1
    for word in _SMALL.finditer(words.string, *words.span()):
        if not word[0].islower() or _has_meaning(word[0], language.code):
            if first >= 0:
                yield first, last
            first = -1
            continue
        first, last = (first if first >= 0 else word.start()), word.end()
    if first >= 0:
        yield first, last


@lru_cache(maxsize=1 << 16)
def _has_meaning(word: str, code: str) -> bool:
    bare, language = fold(word), load(code)
    known, typed = ranks(language.code), spelled(language.code)
    listed = bare in known or word in typed or is_plain(bare, language) or is_function(bare, language)
    return listed or len(bare) < ABBREVIATED


def _by_language(document: Document, start: int, end: int) -> Iterator[tuple[int, int, Language]]:
    for part in document.by_language():
        a, b = max(part.start, start), min(part.end, end)
        language = load(part.language)
        if a < b and ranks(language.code):
            yield a, b, language


# Which stretches -----------------------------------------------------------------------------------


def _stretches(text: str) -> Iterator[tuple[int, int, bool]]:
    """The whole text where it is in one case, or a message; else runs of lines in one case with sentences."""
    upper, lower = (sum(map(text.count, letters)) for letters in (ascii_uppercase, ascii_lowercase))
    one_case = min(upper, lower) <= STRAY * (upper + lower)
    if upper + lower >= WHOLE and one_case and not _begins_sentences(text):
        yield 0, len(text), False
        return
    if _is_message(text, upper, lower):
        yield 0, len(text), True
        return
    runs = [run for run in _runs(text) if len(_NEW_SENTENCE.findall(text, *run)) >= SENTENCES]
    quoted = [found.span(found.lastgroup or 0) for found in _QUOTED.finditer(text)]
    messages = [(*each, True) for each in quoted if _is_quoted_message(text[slice(*each)])]
    last = 0
    for start, end, message in sorted([*((*run, False) for run in runs), *messages]):
        if start >= last:
            yield start, end, message
            last = end


def _begins_sentences(text: str) -> bool:
    """Whether most sentences begin with a capital and go on small: prose in which hardly anybody is named."""
    begun = [_CAPITAL.fullmatch(found[1]) is not None for found in _SENTENCE.finditer(text)]
    return 2 * sum(begun) > len(begun)


def _is_quoted_message(text: str) -> bool:
    upper, lower = (sum(map(text.count, letters)) for letters in (ascii_uppercase, ascii_lowercase))
    return len(text.split()) > WORDS and _is_message(text, upper, lower)


def _is_message(text: str, upper: int, lower: int) -> bool:
    """A short text that begins small and has hardly a capital: `soc en biel, visc a Olot`."""
    begins = text.lstrip()[:1].islower()
    return begins and len(text.split()) >= WORDS and lower <= MESSAGE and upper <= CARELESS * (upper + lower)


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Lines in the same case, with those between them that have no letters."""
    start = at = 0
    case = ""
    for line in text.splitlines(keepends=True):
        mine = "lower" if line.islower() else "upper" if line.isupper() else "both" if line.strip() else case
        if mine != case:
            if case in ("lower", "upper"):
                yield start, at
            start, case = at, mine
        at += len(line)
    if case in ("lower", "upper"):
        yield start, at
