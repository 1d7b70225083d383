"""Names that came into Latin letters by different roads, and names that change with the bearer's gender.

A key never decides alone: the rest of the name must agree.
"""

import re
from functools import lru_cache

from lexveil.names.given import spellings

# In this order: how one sound of Russian, Arabic, German or a Nordic language is written. Other vowels stay:
# Alana is no Elena.
_SPELLINGS = tuple(
    (re.compile(pattern), by)
    for pattern, by in (
        (r"(?<=[eo])ff$|(?<=o)w$", "v"), (r"(?<=sk)(?:yi|iy|ii|ij|yj|y)$", "i"),
        (r"^(?:tch|tsch|tsj)", "ch"), (r"dzh|dj", "j"), (r"ph", "f"), (r"q", "k"), (r"x", "ks"),
        (r"^ye(?=[^aeou])", "e"), (r"^i(?=[au])", "y"), (r"(?<=[^aeouiy])[ij](?=[aou])", "y"),
        (r"(?<=[^aeou])ae|aa", "a"), (r"(?<=[^aeou])oe(?!v)", "o"), (r"(?<=[^aeouq])ue(?=[^aeou])", "u"),
        (r"ou|oo", "u"), (r"(?:ii|iy|ij|yi|yj|y)$", "i"), (r"ay", "ai"), (r"ey", "ei"),
        (r"(.)\1+", r"\1"),
    )
)  # fmt: skip
# Endings of family names: a man's, a woman's.
_ENDINGS = (
    ("ov", "ova"), ("ev", "eva"), ("in", "ina"), ("ski", "ska"), ("cki", "cka"), ("dzki", "dzka"),
    ("sky", "ska"), ("sky", "skaya"), ("skiy", "skaya"), ("skii", "skaia"), ("skij", "skaja"),
    ("os", "ou"), ("akis", "aki"), ("idis", "idou"), ("iadis", "iadou"), ("idis", "idi"),
    ("as", "iene"), ("as", "aite"), ("is", "iene"), ("is", "yte"), ("us", "iene"), ("us", "ute"),
)  # fmt: skip
_SERVANT = frozenset("abd abdul abdel abdal abdur abdar abdu".split())
_ARTICLE = frozenset("al el ul ur ar as es ad".split())
_ARTICLE_BEFORE = re.compile(r"^(?:al|el|ul|ur|ar|as|es|ad)-")
_IN_ONE = re.compile(r"^abd[eau][lr]-?(?=\w{4})")
SHORTEST = 4  # letters of a key: Han is no Khan
_WORDS_LEFT = 2  # of a name besides Abd, or Abd itself is the given name


@lru_cache(maxsize=65536)
def romanized(word: str) -> str:
    """
    >>> romanized("medvinskiy") == romanized("medvinsky"), romanized("hassan") == romanized("hussein")
    (True, False)
    """
    for pattern, by in _SPELLINGS:
        word = pattern.sub(by, word)
    return word


def same_romanized(a: str, b: str) -> bool:
    groups = spellings()
    if a in groups and b in groups:
        return groups[a] == groups[b]
    one = romanized(a)
    return len(one) >= SHORTEST and one == romanized(b)


@lru_cache(maxsize=1 << 14)
def two_genders(a: str, b: str) -> bool:
    """A man's and a woman's form of one family name."""
    return any(
        one.endswith(man) and other == one[: len(one) - len(man)] + woman
        for man, woman in _ENDINGS
        for one, other in ((a, b), (b, a))
    )


def servants_joined(words: list[str]) -> list[str]:
    """Abd al-Rahman, Abdel Rahman and Abdulrahman are one word, where another name follows."""
    found: list[str] = []
    at = 0
    while at < len(words):
        follows = at + 1
        if words[at] in _SERVANT and len(words) - at > _WORDS_LEFT:
            if words[follows] in _ARTICLE and len(words) - at > _WORDS_LEFT + 1:
                follows += 1
            name = _ARTICLE_BEFORE.sub("", words[follows])
            found.append(f"abdul{name}")
            follows += 1
        else:
            found.append(_IN_ONE.sub("abdul", words[at]))
        at = follows
    return found
