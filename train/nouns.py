"""Which capitalised words of a language that capitalises nouns are nouns: raw text in, `nouns.txt` out.

    python train/nouns.py de de.txt.xz > src/lexveil/languages/de/nouns.txt

A word that stands after an article or another determiner, with or without an adjective, in a good part of
its places inside sentences is a noun; names of people hardly ever do. So is what does so more seldom (in
Bezug auf), where no list has a name and longer words are made of it. Nouns that are also listed as family
names go under `names`, as in `words.txt`; a given name is none unless it is seen so often.
"""

import lzma
import re
import sys
import textwrap
from collections import Counter

from lexveil.languages import load
from lexveil.names.given import is_family, is_given
from lexveil.names.places import is_place
from lexveil.text.fold import fold

MOST = 25_000  # words
SEEN = 3  # times after a determiner, at least
SHARE = 0.35  # of its places inside sentences that are such
SELDOM, SELDOM_SHARE = 6, 0.06  # the same of a word that longer words end in or begin with
PART = 4  # letters of it, at least, and of what is put before or after it
OFTEN = 60  # times, of a listed given name
EVERYDAY = 120  # times: a noun so frequent is hardly anybody's name
ADJECTIVE = 3  # letters, at least, before its ending
HEAD = "# Nouns, the most frequent first (train/nouns.py)."

language = load(sys.argv[1])
determiners = "|".join(sorted(language.people["beside"]["determiners"]))
noun = r"([^\W\d_a-zß-ÿ][^\W\d_A-ZÀ-Þ]+)\b"
after = re.compile(rf"\b(?:{determiners})(?: [a-zß-ÿ]{{{ADJECTIVE},}}e[mnrs]?)? {noun}")
inside = re.compile(rf"(?<=[^\W\d_A-Z] ){noun}|(?<=, ){noun}")
determined: Counter[str] = Counter()
places: Counter[str] = Counter()
with lzma.open(sys.argv[2], "rt", encoding="utf8") as lines:
    for line in lines:
        determined.update(after.findall(line))
        places.update("".join(found) for found in inside.findall(line))


def is_listed(key: str) -> bool:
    return is_given(key) or is_family(key) or is_place(key)


parts = {fold(word)[at:] for word in places for at in range(PART, len(word) - PART + 1)}
parts |= {fold(word)[:at] for word in places for at in range(PART, len(word) - PART + 1)}
kept: dict[str, str] = {}
for word, times in determined.most_common(MOST):
    seldom = times >= SELDOM and times >= SELDOM_SHARE * places[word]
    if seldom and fold(word) in parts and not is_listed(fold(word)):
        kept.setdefault(fold(word), word)
    if times >= SHARE * places[word] and times >= (OFTEN if is_given(fold(word)) else SEEN):
        kept.setdefault(fold(word), word)
listed = load(sys.argv[1]).words["names"]
names = [
    word
    for word, noun in kept.items()
    if word not in listed and (is_family(word) or is_given(word)) and determined[noun] < EVERYDAY
]
ordinary = [word for word in kept if word not in {*names, *listed}]
print(HEAD)
for section, words in (("ordinary", ordinary), ("names", names)):
    print(f"[{section}]", *textwrap.wrap(" ".join(words), 118), sep="\n")
