"""Numbers as people say them, figure by figure: five five five one two, oh seven double-oh nine."""

import re
from functools import cache

from lexveil.languages import Language, codes, load

_HUNDRED = "00"


class _Words:
    def __init__(self, language: Language) -> None:
        spoken, cardinals = language.labels["spoken"], language.numbers["cardinals"]
        self.figures = {word: str(figure) for figure, words in enumerate(spoken["digits"]) for word in words}
        small = enumerate(cardinals["small"][10:], 10)
        tens = ((number * 10, word) for number, word in enumerate(cardinals.get("tens", ()), 2))
        self.more = {word: str(number) for number, word in (*small, *tens)}
        self.more[cardinals["hundred"]] = _HUNDRED
        self.repeated: dict[str, int] = dict(spoken["repeated"])
        every = "|".join(sorted({**self.figures, **self.more}, key=len, reverse=True))
        again = "|".join(sorted(self.repeated, key=len, reverse=True)) or "(?!)"
        one = rf"(?:(?:{again})[ -])?(?:{every})(?!\w)"
        self.run = re.compile(rf"(?i)(?<![\w-]){one}(?:(?:, ?| |-|\.{{3}} ?| - ){one}){{3,}}")
        self.word = re.compile(rf"(?i)(?<!\w)(?:{again}|{every})(?!\w)")


_words = cache(_Words)


def pattern(language: Language) -> re.Pattern[str]:
    """Four words or more that make one number."""
    return _words(language).run


def in_figures(text: str, language: Language) -> str:
    """
    >>> in_figures("oh seven double-two nine hundred fifty-one", load("en"))
    '072290051'
    """
    words, found, times = _words(language), "", 1
    for match in words.word.finditer(text):
        word = match[0].lower()
        if word in words.repeated:
            times = words.repeated[word]
        elif word in words.figures:
            tens = found[-1:] == "0" and times == 1 and text[match.start() - 1 : match.start()] == "-"
            joined = tens and text[: match.start() - 1].lower().endswith(tuple(words.more))
            found = (found[:-1] if joined else found) + words.figures[word] * times
            times = 1
        else:
            found += words.more[word]
    return found


def figures(text: str) -> str:
    """The same in whatever language it is said; nothing where it is no such number."""
    if any(map(str.isdigit, text)):
        return ""
    known = (load(code) for code in codes())
    return next((in_figures(text, each) for each in known if pattern(each).fullmatch(text)), "")


def in_words(digits: str, like: str) -> str:
    """The figures as words of the language that the other number was said in."""
    known = (load(code) for code in codes())
    language = next(each for each in known if pattern(each).fullmatch(like))
    words = [language.labels["spoken"]["digits"][int(figure)][0] for figure in digits]
    said = " ".join(words)
    return said.capitalize() if like[:1].isupper() else said
