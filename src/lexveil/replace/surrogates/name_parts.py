"""A person's name as it is written: which word is what, and how it is written.

Joined, the parts are the surface again. `fit` writes a word as another was written. Who bears the name is not
known here.
"""

import re
from functools import cache
from typing import NamedTuple

from lexveil.languages import DEFAULT, Language, load, people
from lexveil.names import given
from lexveil.replace.surrogates import name_lists
from lexveil.text.fold import fold, unbroken

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_OWNED = re.compile(r"(?<=\w)['’]s?$")
_PATRONYMIC = re.compile(r".{3,}(?:[eoy]v[iy]ch|[eoy]vna|ichna|ivna|[ео]вич|[ео]вна|ична|івна)$")
CONTENT = frozenset({"given", "family", "initial", "patronymic"})


class Part(NamedTuple):
    text: str
    kind: str  # title given initial particle family patronymic suffix, or "" for what stands between

    @property
    def key(self) -> str:
        return fold(self.text)


@cache
def _titles(language: Language) -> frozenset[str]:
    return people.titles(language) | frozenset(language.replace["names"]["titles"])


def parts(surface: str, *, language: str = DEFAULT) -> tuple[Part, ...]:
    """The words of a name in order, each with its kind, and what stands between them.

    >>> [part.kind for part in parts("BLATTER, Michael S.") if part.kind]
    ['family', 'given', 'initial']
    >>> [part.kind for part in parts("Mr Jan van der Torvund Jr.") if part.kind]
    ['title', 'given', 'particle', 'particle', 'family', 'suffix']
    """
    pieces = _pieces(flat(surface))
    spoken = load(language)
    kinds = [_alone(text, at, pieces, spoken) for at, text in enumerate(pieces)]
    words = [at for at, kind in enumerate(kinds) if kind in ("word", "initial")]
    families = _families(pieces, kinds, words)
    for at in words:
        if at in families:
            kinds[at] = "family" if kinds[at] == "word" else "initial"
        elif kinds[at] == "word":
            kinds[at] = "patronymic" if _PATRONYMIC.fullmatch(fold(pieces[at])) else "given"
    return tuple(Part(text, kind) for text, kind in zip(pieces, kinds, strict=True))


def flat(surface: str) -> str:
    """On one line, with single spaces, and without a hyphen at the end of a line."""
    return " ".join(unbroken(surface).split())


def _pieces(surface: str) -> list[str]:
    """Words and what stands between them, in turn; a possessive stands between, initials one by one."""
    found: list[str] = []
    last = 0
    for match in _WORD.finditer(surface):
        owned = _OWNED.search(match[0])
        end = match.start() + owned.start() if owned else match.end()
        found.append(surface[last : match.start()])
        found.append(surface[match.start() : end])
        last = end
    found.append(surface[last:])
    return [piece for piece in found if piece]


def _alone(text: str, at: int, pieces: list[str], spoken: Language) -> str:
    """What a piece is by itself; a name is just a `word` until its neighbours are seen."""
    if not text[0].isalpha():
        return ""
    key = fold(text)
    before = any(piece[0].isalpha() for piece in pieces[:at])
    after = any(piece[0].isalpha() for piece in pieces[at + 1 :])
    if len(text) == 1:
        return "particle" if text.islower() and before and after else "initial"
    first = all(fold(piece) in _titles(spoken) for piece in pieces[:at] if piece[0].isalpha())
    if after and first and key in _titles(spoken):
        return "title"
    if before and key in people.tails(spoken):
        return "suffix"
    name = key in people.also_given(spoken) or text.isupper()
    if key in people.particles(spoken) and after and (before or not name):
        return "particle"
    return "word"


def _families(pieces: list[str], kinds: list[str], words: list[int]) -> set[int]:
    """Which of the words are the family name."""
    if len(words) < 2:
        single = words and kinds[words[0]] == "word"
        known = single and given.is_given(fold(pieces[words[0]])) and "title" not in kinds
        return set() if known or not single else {words[0]}
    comma = next((at for at, piece in enumerate(pieces) if piece.startswith(",")), 0)
    if comma and any(at < comma for at in words) and any(at > comma for at in words):
        return {at for at in words if at < comma}
    if _family_first(pieces, kinds, words):
        return {words[0]}
    return _last_words(pieces, kinds, words)


def _family_first(pieces: list[str], kinds: list[str], words: list[int]) -> bool:
    """BLATTER Michael; Petrov Ivan Sergeyevich; Nagy László."""
    first, *rest = (pieces[at] for at in words)
    shouted = len(first) > 1 and first.isupper() and not any(word.isupper() for word in rest if len(word) > 1)
    if shouted and any(len(word) > 1 for word in rest):
        return True
    if len(words) > 2 and _PATRONYMIC.fullmatch(fold(rest[-1])):
        return True
    one, other = fold(first), fold(rest[-1])
    turned = len(words) == 2 and kinds[words[0]] == "word" == kinds[words[1]]
    family, first_name = ((name_lists.listed(word), given.is_given(word)) for word in (one, other))
    return turned and family == (True, False) and first_name == (False, True)


def _last_words(pieces: list[str], kinds: list[str], words: list[int]) -> set[int]:
    """From the first particle on; else the last word, and the one before where two family names are usual."""
    particle = next((at for at, kind in enumerate(kinds) if kind == "particle" and at > words[0]), 0)
    if particle:
        return {at for at in words if at > particle} or {words[-1]}
    found = {words[-1]}
    for at in reversed(words[1:-1]):
        key = fold(pieces[at])
        family = kinds[at] == "word" and name_lists.listed(key) and not _PATRONYMIC.fullmatch(key)
        if not family or (given.is_given(key) and not _iberian(key)):
            break
        found.add(at)
        if len(found) == 2:
            break
    return found


def _iberian(word: str) -> bool:
    """A family name of Spain or Portugal that is more that than a given name."""
    iberian = any(locale[:2] in name_lists.IBERIAN for locale in name_lists.families(word))
    return iberian and word.endswith(("ez", "o", "a", "os", "as", "es")) and not given.gender(word)


def fit(word: str, like: str) -> str:
    """The word in the case of another."""
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word.lower() if like.islower() else word
