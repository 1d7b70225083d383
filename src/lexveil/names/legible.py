"""A damaged text as careful typing would have it; every offset stays.

Chats, e-mails, transcripts and old captions without capitals, or in capitals only, name people too, but what
reads names looks for capitals. So such stretches are recased, in languages that list their lower-case words
(`lower.txt`); in doubt a word is a name. Where nouns have capitals, they get them too. Digits that a scanner
read inside a word are letters again.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase

from lexveil.languages import Language, load, people
from lexveil.languages.common import is_also_name, is_function, is_plain
from lexveil.model import Document, Stretch
from lexveil.names import given
from lexveil.names.base_forms import base_form
from lexveil.names.ordinary import ranks, spelled
from lexveil.text.fold import flow, fold, without_line_numbers

WHOLE = 40  # letters that make a document in one case worth recasing
STRAY = 0.01  # of its letters may be in the other case
MESSAGE = 300  # letters at most of one that somebody typed without care
CARELESS = 0.06  # of its letters may be capitals
WORDS = 3  # at least, in a message
SENTENCES = 2  # in one case, in a document that has both
FREQUENT = 1500  # a word so frequent is a name only beside a title or another name
RARE = 6000  # a given name that is a word only past this rank is a name by itself
VOWELS = frozenset("aeiouy")
DIGITS = 2  # groups of digits in a number that ends in a letter, at least
MOST_SMALL = 3  # words of a name in small letters
PASSAGE, KNOWN = 4, 0.6  # so many words in a row, of which fewer are known, are of another language
ABBREVIATED = 3  # letters without a vowel: initials

_WORD = re.compile(r"(?<![^\W_])[^\W\d_]+(?:['’][^\W\d_]+|-\r?\n[ \t]*[^\W\d_]+)*")
_NEW_SENTENCE = re.compile(r"[^\W\d_]{4}[.?!][\"'”’)]*\s+[^\W\d_]{2}")
_SENTENCE = re.compile(r"(?:\A|[.?!]\s|\n)\s*([^\W\d_]{2})")
_CAPITAL = re.compile(r"[^\W\d_a-z](?=[^\W\d_A-Z]).")
_SENTENCE_START = re.compile(r"[.?!:][\"'”’)]*\s[\s\W]*|\W*\n\W*|\W*[\"“]")  # between two words
_AFTER_NUMBER = re.compile(r"[^\W_]+(?=\W*\Z)")
_WITHIN_NAME = re.compile(r"\.?[ \t]{1,3}|\.|-")  # between two words
# What somebody is quoted to have typed, and a line of a chat.
_QUOTED = re.compile(
    r"[«“„\"»](?P<said>[^«»“”„\"\n]{12,400})[»”“\"«]|"
    r"^(?:[ \t]*(?:\[[^\]\n]{4,25}\]|[\d/.,:h –-]{4,20})?[ \t]*)"
    r"(?P<chat>[^\W\d_A-Z][\w .]{1,20}:[ \t][^\n]{4,300})$",
    re.MULTILINE,
)

_WRITER = re.compile(r"[^\W\d_]+ [^\W\d_](?=\.? ?:[ \t])")  # ann r: hello

# A short group of letters, of digits or of both; a number and its unit or ending.
_TOKEN = re.compile(r"(?<![\w.'’/@-])(?:[a-z]{1,4}\d{0,4}[a-z]{0,3}|\d{1,4}[a-z]{0,3})(?![\w'’/@-]|\.\w)")
_MEASURED = re.compile(r"\d+(?:st|nd|rd|th|[ap]m|k?[gm]|[cm][ml]|mg|ft|h|hrs|k|p|s)|[a-z]")
_ADDRESS = re.compile(r"(?<!\S)\S*@\S*|(?<![\w.-])[a-z0-9-]{3,}(?:\.[a-z0-9-]{2,})+(?!\w)")  # of the internet

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
            parts += (text[last:a], _recased(text[a:b], language, message=message, quoted=not whole))
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


# Which words ---------------------------------------------------------------------------------------


class _Words:
    """The words of a stretch in one case, and which of them are names."""

    def __init__(self, text: str, language: Language, *, message: bool, quoted: bool = False) -> None:
        """A message has words that no list knows: one is a name only where it is listed or has company."""
        self.language, self.message, self.quoted = language, message, quoted
        self.places = [_unelided(match, language) for match in _WORD.finditer(text)]
        self.ranks = {**ranks(language.code), **spelled(language.code)}
        self.words = [self._key(text[start:end]) for start, end in self.places]
        starts = [*(start for start, _ in self.places[1:]), len(text)][: len(self.places)]
        spaces = [text[end:start] for (_, end), start in zip(self.places, starts, strict=True)]
        self.last = {at for at, space in enumerate(spaces) if "\n" in space or at + 1 == len(spaces)}
        flowed = flow(text)
        ends = [0, *(end for _, end in self.places)]
        self.gaps = [flowed[end:start] for end, (start, _) in zip(ends, self.places, strict=False)]
        self.determiners = frozenset(language.people["beside"]["determiners"])
        self.kin = frozenset(language.people["kinship"]["relatives"])
        self.titles = people.titles(language) - frozenset(language.people["described"]["before"])
        self.courtesy = frozenset(language.people["titles"]["pure"])
        self.stopped = (
            self.titles
            | people.suffixes(language)
            | frozenset(language.replace["sentences"]["abbreviations"])
        )
        self.proper = (language.words["calendar"] | language.words["demonym"]) - language.words[
            "names"
        ]  # July, Danish
        self.small = self.courtesy | people.suffixes(language)  # Mr, Jr
        self.letters = people.role_after(language)
        self.versus = frozenset(language.replace["case_names"]["versus"])
        self.particles = people.particles(language)
        fields = language.people["name_fields"]
        self.fields = {fold(label).split()[-1] for label in (*fields["family"], *fields["given"])}
        self.conjunctions = frozenset(map(fold, language.labels["lists"]["and"]))
        self.names: set[int] = set()
        for at in range(len(self.words)):
            if self._is_name(at):
                self.names.add(at)
        may_end = () if quoted else (at for at in range(len(self.words)) if self._may_end(at))
        guessed = {at for at in may_end if at not in self.names}
        self.names |= self._spread(self.names) | guessed

    def _key(self, surface: str) -> str:
        """Folded, but with its accents where without them it is another word (säga, saga; lê, le)."""
        bare, typed = _bare(surface), surface.lower()
        if typed == bare or "'" in bare or "’" in typed:
            return bare
        known = spelled(self.language.code)
        another = (
            bare in known and not is_function(bare, self.language) if typed in known else bare in self.ranks
        )
        return typed if another else bare

    def opens_code(self, token: str) -> bool:
        """Letters and digits, or letters that are no word, no title and no name."""
        letters = token.strip("0123456789")
        mixed = letters != token and letters.isalpha() and not _MEASURED.fullmatch(token)
        return mixed or (
            len(letters) > 1
            and letters == token
            and not (self._ordinary(token) or self._listed(token) or token in self.titles)
        )

    def previous(self, at: int) -> str:
        """The word before, where both can be of one name."""
        return self.words[at - 1] if at and _WITHIN_NAME.fullmatch(self.gaps[at]) else ""

    def following(self, at: int) -> str:
        return self.words[at + 1] if at + 1 < len(self.words) and self.previous(at + 1) else ""

    def begins_sentence(self, at: int) -> bool:
        gap = _AFTER_NUMBER.split(self.gaps[at])[-1]  # "on the 3rd. She"
        abbreviated = (
            at
            and gap == self.gaps[at]
            and gap[0] == "."
            and (len(before := self.words[at - 1]) == 1 or before in self.stopped)
        )
        return not at or (not abbreviated and _SENTENCE_START.fullmatch(gap) is not None)

    def cased(self, at: int, surface: str) -> str:
        word = self.words[at]
        named = at in self.names
        title = word in self.titles and self._leads(at)
        letters = word in self.letters and at - 1 in self.names and self.previous(at)
        shortened = len(word) <= ABBREVIATED and VOWELS.isdisjoint(fold(word)) and word not in self.small
        if letters or ((named or title) and shortened):
            return surface[: len(word)].upper() + surface[len(word) :]
        if named and surface[1:2] in ("'", "’"):  # O'Roe
            return surface[:2].upper() + surface[2:3].upper() + surface[3:]
        begins = not self.quoted and word not in self.versus and self.begins_sentence(at)
        capital = named or title or word in self.proper or begins or self._is_noun(word)
        return surface[0].upper() + surface[1:] if capital else surface

    def _leads(self, at: int) -> bool:
        """A name follows, maybe after small words of it."""
        after = at + 1
        while self.following(after - 1) in self.particles and after not in self.names:
            after += 1
        return after in self.names and bool(self.previous(after))

    def _is_noun(self, word: str) -> bool:
        """One that has a capital."""
        nouns = self.language.capitals == "nouns" and len(word) > 1
        return nouns and word not in self.ranks and not is_function(word, self.language)

    def _ordinary(self, word: str) -> bool:
        return word in self.ranks or is_plain(word, self.language) or is_function(word, self.language)

    def _listed(self, word: str) -> bool:
        return is_also_name(word, self.language) or given.is_given(word) or given.is_family(word)

    def _after_determiner(self, at: int) -> bool:
        return at > 0 and self.words[at - 1] in self.determiners

    def _is_name(self, at: int) -> bool:
        """By its own look or by its company."""
        word, previous, following = self.words[at], self.previous(at), self.following(at)
        if following and self.gaps[at + 1] == "-" and given.is_given(f"{word}-{following}"):  # Vår-Helen
            return True
        if len(word) == 1 or is_function(word, self.language):
            return self._is_initial(at)
        if not self._ordinary(word) and (not self.message or self._listed(word) or self._introduced(at)):
            return True
        if previous in self.courtesy and word not in self.titles:
            return True
        if self.quoted and self.ranks.get(word, RARE) < RARE:
            return False
        if len(previous) == 1 and self.previous(at - 1) in self.titles:  # Mr J Field
            return True
        if self.gaps[at] == "-" and not self._ordinary(previous):  # Roe-Field
            return True
        if not self._listed(word):
            return False
        if (at - 1 in self.names and previous) or self._within(at) or self._joined(at) or self._in_form(at):
            return True
        if previous in self.titles or previous in self.kin or len(previous) == 1:
            return True
        if previous and (given.is_given(previous) or not self._ordinary(previous)):
            return True
        if self._after_determiner(at):
            return False
        if not at and given.is_given(word) and following and given.is_family(following):  # Rosa Sala
            return True
        rare = given.is_given(word) and self.ranks.get(word, 0) >= RARE
        return rare or (len(following) > 1 and not self._ordinary(following))

    def _introduced(self, at: int) -> bool:
        """After a name, a title or a relative: el meu fill Guiu."""
        previous = self.previous(at)
        return bool(previous) and (at - 1 in self.names or previous in self.titles or previous in self.kin)

    def _within(self, at: int) -> bool:
        """After small words of a name (María del Mar, M. Le Meunier)."""
        first = at
        while first and self.words[first - 1] in self.particles and self.previous(first):
            first -= 1
        return (
            first < at
            and bool(self.previous(first))
            and (first - 1 in self.names or self.words[first - 1] in self.courtesy)
        )

    def _in_form(self, at: int) -> bool:
        """`Surname: Rose`, and what ends the line after a comma: `Roe, Rose`."""
        gap = self.gaps[at].strip()
        if gap == ":":
            return at > 0 and self.words[at - 1] in self.fields
        return gap == "," and at in self.last and at - 1 in self.names and given.is_given(self.words[at])

    def _joined(self, at: int) -> bool:
        """A given name, `and`, a word that is nothing but a name."""
        if not given.is_given(self.words[at]) or self._after_determiner(at):
            return False
        if self.following(at) not in self.conjunctions or not self.following(at + 1):
            return False
        return not self._ordinary(self.words[at + 2])

    def _may_end(self, at: int) -> bool:
        """The last word of a phrase, after a name: Inger Bly."""
        word, previous = self.words[at], self.previous(at)
        if at - 1 not in self.names or not previous or len(word) < ABBREVIATED or self._goes_on(at):
            return False
        least = FREQUENT if given.is_given(previous) else RARE
        return self.ranks.get(word, 0) >= least and not is_function(word, self.language)

    def _goes_on(self, at: int) -> bool:
        return bool(self.following(at)) and "." not in self.gaps[at + 1]

    def _is_initial(self, at: int) -> bool:
        word, previous, following = self.words[at], self.previous(at), self.following(at)
        if len(word) > 1 or "'" in self.gaps[at]:
            return False
        if previous in self.titles or (len(previous) == 1 and at - 1 in self.names):
            return True
        named = len(previous) > 1 and (given.is_given(previous) or not self._ordinary(previous))
        if word in self.versus and not is_function(previous, self.language):  # Roe v. Doe, but Ann V. Roe
            return named and (not following or (given.is_given(previous) and "." in self.gaps[at + 1]))
        if not following:
            return named
        if is_function(word, self.language):
            return self.gaps[at + 1] == "." or ("." in self.gaps[at + 1] and not self._ordinary(following))
        return len(following) == 1 or not self._ordinary(following) or self._listed(following)

    def _spread(self, names: set[int]) -> set[int]:
        """The same words and their forms elsewhere; a frequent one only beside a name or an initial."""
        borne = {self.words[at] for at in names}
        return {
            at
            for at, word in enumerate(self.words)
            if len(word) > 1 and self._is_form(word, borne) and not self._after_determiner(at)
            if self.ranks.get(word, FREQUENT) >= FREQUENT
            or (self.previous(at) and (at - 1 in names or len(self.words[at - 1]) == 1))
            or self._ends_list(at, names)
        }

    def _is_form(self, word: str, borne: Collection[str]) -> bool:
        return word in borne or base_form(word, borne, self.language.code).name in borne

    def _ends_list(self, at: int, names: set[int]) -> bool:
        """`neither Roe nor Day`: a name, a small word, and nothing after it."""
        small = at > 1 and is_function(self.words[at - 1], self.language)
        return small and at - 2 in names and not self.following(at)


def _recased(text: str, language: Language, *, message: bool, quoted: bool = False) -> str:
    """`quoted`: within a text that has capitals; what begins there is told by the marks."""
    lower = "".join(small if len(small := char.lower()) == 1 else char for char in text)
    words = _Words(lower, language, message=message, quoted=message and quoted)
    chars = list(lower)
    for at, (start, end) in enumerate(words.places):
        chars[start:end] = words.cased(at, lower[start:end])
    for start, end in _codes(lower, words):
        chars[start:end] = lower[start:end].upper()
    if writer := _WRITER.match(lower):
        chars[: writer.end()] = writer[0].title()
    for address in _ADDRESS.finditer(lower):
        chars[address.start() : address.end()] = address[0]
    if sum(map(str.isupper, text)) > len(text) / 4:
        return "".join(chars)
    return "".join(typed if typed.isupper() else char for char, typed in zip(chars, text, strict=True))


def _codes(text: str, words: _Words) -> Iterator[tuple[int, int]]:
    """Letters in numbers and beside them, as in plates, postcodes and accounts: AB12 CDE, SW1A 1AA."""
    row: list[tuple[int, int]] = []
    for token in (*_TOKEN.finditer(text), None):
        joined = row and token and text[row[-1][1] : token.start()] == " "
        goes_on = joined and token and (token[0][0].isdigit() or words.opens_code(token[0]))
        if joined and token and len(token[0]) == 1 and len(row) > DIGITS:  # AB 12 34 56 C
            goes_on = True
        if row and not goes_on:
            yield from row if any(map(str.isdigit, text[row[0][0] : row[-1][1]])) else ()
            row = []
        if token and (goes_on or words.opens_code(token[0])):
            row.append(token.span())


def _unelided(word: re.Match[str], language: Language) -> tuple[int, int]:
    """Where the word stands without its article: `anna` of `l'anna`, but `o'roe`."""
    elides = any(len(article) == 1 for article in language.people["beside"].get("article", ()))
    mark = word[0].replace("’", "'").find("'") if elides else -1
    article = mark > 0 and is_function(fold(word[0][:mark]), language)
    return (word.start() + mark + 1, word.end()) if article else word.span()


def _bare(word: str) -> str:
    """Folded, without the end of a possessive or a contraction (`roe's`, `they'll`, but `o'roe`, `don't`)."""
    folded = re.sub(r"-\s+", "", fold(word))
    bare, _, tail = folded.partition("'")
    return bare if len(tail) <= 2 and tail != "t" and len(bare) > 1 else folded
