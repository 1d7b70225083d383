"""A name spelled out, letter by letter: M-A-R-K, that's B R E K K E, M as in Mike, Bravo Romeo Echo."""

import re
from collections.abc import Iterator
from functools import cache

from lexveil.languages import Language, load
from lexveil.languages.common import is_common
from lexveil.text.fold import fold
from lexveil.text.patterns import UPPER, any_of, one_of, plain_groups
from lexveil.text.quick import Quick

CUE = 48  # characters before a name in which it is said to be spelled
SURE = 3  # letters with their words that are nothing else
_RUN = Quick(rf"(?<![\w'’.-])[{UPPER}](?P<sign>-| - |\. ?| |, )(?:[{UPPER}](?P=sign))+[{UPPER}](?![\w'’-])")
_SMALL_RUN = re.compile(r"(?<![\w'’.-])[^\W\d_](?P<sign>-| )(?:[^\W\d_](?P=sign))+[^\W\d_](?![\w'’-])")


class _Patterns:
    def __init__(self, language: Language) -> None:
        words = language.people["spelling"]
        self.cue = re.compile(rf"(?i)\b{one_of(words['cues'])}[^.;\n]{{0,16}}\Z")
        gap = r"(?:[,;.]? (?:[^\W\d_]{2,4} )?)"
        self.one = re.compile(rf"([^\W\d_]),? \(?(?i:{one_of(words['as_in'])}) ([^\W\d_]+)\)?")
        single = rf"[^\W\d_],? \(?(?i:{one_of(words['as_in'])}) [^\W\d_]+\)?"
        self.as_in = re.compile(rf"(?<![\w'’-]){single}(?:{gap}{single})*")
        self.sure = re.compile(rf"(?i) {plain_groups(words['as_in'][0])} ")
        alphabet = any_of(words["alphabet"])
        self.alphabet = Quick(rf"(?i)(?<!\w){alphabet}(?:[ ,-]{{1,2}}{alphabet}){{2,}}(?!\w)")


_patterns = cache(_Patterns)


def spellings(text: str, first: int, last: int, language: Language) -> Iterator[tuple[int, int]]:
    """Where names are spelled out between two offsets."""
    patterns = _patterns(language)
    for found in patterns.as_in.finditer(text, first, last):
        pairs = patterns.one.findall(found[0])
        sure = len(pairs) >= SURE or patterns.sure.search(found[0]) or _is_told(text, found, patterns)
        if sure and all(fold(letter) == fold(word)[0] for letter, word in pairs):
            yield found.span()
    for found in _RUN.finditer(text, first, last):
        if found["sign"] == "-" or _is_told(text, found, patterns) or _is_written(text, found, language):
            yield found.span()
    for pattern in (_SMALL_RUN, patterns.alphabet):
        for found in pattern.finditer(text, first, last):
            if _is_told(text, found, patterns):
                yield found.span()


def unspelled(surface: str, language: str) -> str:
    """The name that is spelled, or nothing where it is written.

    >>> unspelled("M-A-R-K", "en"), unspelled("B as in Bravo, O as in Oscar", "en"), unspelled("Mark", "en")
    ('Mark', 'Bo', '')
    """
    patterns = _patterns(load(language))
    if patterns.as_in.fullmatch(surface):
        letters = [letter for letter, _ in patterns.one.findall(surface)]
    elif _RUN.fullmatch(surface) or _SMALL_RUN.fullmatch(surface):
        letters = re.findall(r"[^\W\d_]", surface)
    elif patterns.alphabet.fullmatch(surface):
        letters = [word[0] for word in re.findall(r"[^\W\d_]+", surface)]
    else:
        return ""
    return "".join(letters).capitalize()


def respelled(surface: str, name: str) -> str:
    """Another name, spelled as the surface is; letters with their words lose these.

    >>> respelled("M A R K", "Bo"), respelled("m-a-r-k", "Bo"), respelled("M as in Mike, A as in Alpha", "Bo")
    ('B O', 'b-o', 'B-O')
    """
    run = _RUN.fullmatch(surface) or _SMALL_RUN.fullmatch(surface)
    spelled = (run["sign"] if run else "-").join(filter(str.isalpha, name.upper()))
    return spelled.lower() if surface.islower() else spelled


def _is_told(text: str, found: re.Match[str], patterns: _Patterns) -> bool:
    return patterns.cue.search(text, max(0, found.start() - CUE), found.start()) is not None


def _is_written(text: str, found: re.Match[str], language: Language) -> bool:
    """Whether the name stands elsewhere, written: B R E K K E beside Brekke; no heading, which has its line
    for itself."""
    line = text[text.rfind("\n", 0, found.start()) + 1 :].partition("\n")[0]
    if line.strip() == found[0]:
        return False
    name = "".join(re.findall(r"[^\W\d_]", found[0])).capitalize()
    return not is_common(name, language) and re.search(rf"\b{name}\b", text) is not None
