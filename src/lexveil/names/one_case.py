"""A text in one case as careful typing would have it: which of its words are names, and which letters codes.

A word that no list has is a name; one that is listed as a word and as a name is what its company tells; in
doubt it is a name.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator

from lexveil.languages import Language, people
from lexveil.languages.common import is_also_name, is_function, is_plain
from lexveil.names import given
from lexveil.names.base_forms import base_form, bases
from lexveil.names.ordinary import ranks, spelled
from lexveil.text.fold import flow, fold

FREQUENT = 1500  # a word so frequent is a name only beside a title or another name
RARE = 6000  # a given name that is a word only past this rank is a name by itself
SELDOM = 100  # one that fills a line after a given name may be almost any word
UNLISTED = 1_000_000  # the rank of a word that no list has
VOWELS = frozenset("aeiouy")
DIGITS = 2  # groups of digits in a number that ends in a letter, at least
ABBREVIATED = 3  # letters without a vowel: initials

_WORD = re.compile(r"(?<![^\W_])[^\W\d_]+(?:['’][^\W\d_]+|-\r?\n[ \t]*[^\W\d_]+)*")
_SENTENCE_START = re.compile(r"[.?!:][\"'”’)]*\s[\s\W]*|\W*\n\W*|\W*[\"“]")  # between two words
_APART = re.compile(r"\A[\W]*[\n\t,;:()|]|[\n\t,;:()|]\W*\Z")
_AFTER_NUMBER = re.compile(r"[^\W_]+(?=\W*\Z)")
_WITHIN_NAME = re.compile(r"\.?[ \t]{1,3}|\.|-")  # between two words
_WRITER = re.compile(r"[^\W\d_]+ [^\W\d_](?=\.? ?:[ \t])")  # ann r: hello

# A short group of letters, of digits or of both; a number and its unit or ending.
_TOKEN = re.compile(r"(?<![\w.'’/@-])(?:[a-z]{1,4}\d{0,4}[a-z]{0,3}|\d{1,4}[a-z]{0,3})(?![\w'’/@-]|\.\w)")
_MEASURED = re.compile(r"\d+(?:st|nd|rd|th|[ap]m|k?[gm]|[cm][ml]|mg|ft|h|hrs|k|p|s)|[a-z]")
_ADDRESS = re.compile(r"(?<!\S)\S*@\S*|(?<![\w.-])[a-z0-9-]{3,}(?:\.[a-z0-9-]{2,})+(?!\w)")  # of the internet


class Words:
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
        self.own = given.of_locales(language.locales)
        self.pairs = Counter(
            (self.words[at - 1], form)
            for at, word in enumerate(self.words)
            if given.is_given(self.previous(at))
            for form in self._forms(word)
        )
        self.names: set[int] = set()
        for at in range(len(self.words)):
            if self._is_name(at):
                self.names.add(at)
        may_end = () if quoted else (at for at in range(len(self.words)) if self._may_end(at))
        guessed = {at for at in may_end if at not in self.names}
        self.names |= self._spread(self.names) | guessed
        self.names |= {at for at in range(len(self.words)) if self._belongs_to_name(at)}

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
            return self._is_initial(at) or self._is_given_all_the_same(at) or self._is_known_surname(at)
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
        if self._is_known_surname(at) or self._is_surname_by_place(at):
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
        if following and self._begins_name(at):
            return True
        if not at and given.is_given(word) and following and given.is_family(following):  # Rosa Sala
            return True
        rare = given.is_given(word) and self.ranks.get(word, 0) >= RARE
        return rare or (len(following) > 1 and not self._ordinary(following))

    def _is_known_surname(self, at: int) -> bool:
        """A form of a word that is a surname as well, after a given name that is no word: Pentti Kuusen."""
        if not self._is_after_given(at):
            return False
        return any(is_also_name(form, self.language) for form in self._forms(self.words[at]))

    def _is_after_given(self, at: int) -> bool:
        previous = self.previous(at)
        return at - 1 in self.names and given.is_given(previous) and not self._ordinary(previous)

    def _is_surname_by_place(self, at: int) -> bool:
        """After a given name, each time or where nothing else stands: Egil Bekken, twice."""
        word, previous, rank = self.words[at], self.previous(at), self._rank(at)
        if not self._is_after_given(at) or word in self.particles:
            return False
        repeated = max(self.pairs[previous, form] for form in self._forms(word)) > 1
        titled = self.previous(at - 1) in self.titles | self.kin
        least = SELDOM if self._is_apart(at - 1, at) else FREQUENT if repeated else RARE
        return rank >= least and (repeated or titled or least == SELDOM)

    def _is_given_all_the_same(self, at: int) -> bool:
        """A small word that is a given name of the country, which begins a name or goes on: Inga Eira."""
        word, following = self.words[at], self.following(at)
        if word not in self.own or self.gaps[at + 1 : at + 2] != [" "]:
            return False
        begins = not at or self.previous(at) in self.titles or _APART.search(self.gaps[at])
        if not (begins or at - 1 in self.names) or self._ordinary(following):
            return False
        return given.is_family(following) or given.is_given(following)

    def _begins_name(self, at: int) -> bool:
        """A word that is a given name as well, before a surname: Arvo Lumi; or each time: Even Dokken."""
        word, following = self.words[at], self.following(at)
        if not given.is_given(word) or is_function(following, self.language) or self.gaps[at + 1] != " ":
            return False
        if word in self.own and given.is_family(following):
            return True
        repeated = max(self.pairs[word, form] for form in self._forms(following)) > 1
        return repeated and self._rank(at + 1) >= RARE and self._is_apart(at, at + 1)

    def _belongs_to_name(self, at: int) -> bool:
        """An initial before or after a name that is known by now, and the first half of a double one."""
        word, previous, following = self.words[at], self.previous(at), self.following(at)
        if at in self.names or is_function(word, self.language) or not (previous or following):
            return False
        dotted = at + 1 < len(self.gaps) and self.gaps[at + 1].startswith(".")
        if len(word) > 1:
            double = bool(following) and self.gaps[at + 1] == "-" and at + 1 in self.names
            return double and (given.is_given(following) or at - 1 in self.names)
        before = bool(following) and at + 1 in self.names and self.gaps[at][-1:] not in ("'", "-")
        after = at - 1 in self.names and self.gaps[at] == " " and given.is_given(previous)
        return dotted and (before or (after and not self._ordinary(previous)))

    def _is_apart(self, first: int, last: int) -> bool:
        """Nothing else between two marks, or two line ends."""
        after = self.gaps[last + 1] if last + 1 < len(self.gaps) else "\n"
        return bool(_APART.search(self.gaps[first]) or not first) and _APART.match(after) is not None

    def _rank(self, at: int) -> int:
        return self.ranks.get(self.words[at], UNLISTED)

    def _forms(self, word: str) -> set[str]:
        """The word and what it may be a form of: Kuusen, Kuusi."""
        return {word, *(each.name for each in bases(word, self.language.code))}

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


def retyped(text: str, language: Language, *, message: bool, quoted: bool = False) -> str:
    """`quoted`: within a text that has capitals; what begins there is told by the marks."""
    lower = "".join(small if len(small := char.lower()) == 1 else char for char in text)
    words = Words(lower, language, message=message, quoted=message and quoted)
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


def _codes(text: str, words: Words) -> Iterator[tuple[int, int]]:
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
