"""Which of the code pages for Latin letters a file is in.

Comes in: bytes that are known to be such text. Goes out: the name of the code page in which most letters
beyond a to z belong to the alphabet of one language. General detectors are weak here, for every byte is a
letter in all of these pages; and a wrong choice turns Käräjä into K‰r‰j‰, a name nobody finds. Never looks
at more than a sample.
"""

import re
from itertools import islice

# In order of preference: the first wins when nothing speaks against it.
PAGES = {
    "cp1252": ("western", "french", "german", "nordic", "spanish", "portuguese", "italian", "icelandic"),
    "iso8859_15": ("western", "french", "german", "nordic", "spanish", "portuguese", "italian", "icelandic"),
    "mac_roman": ("western", "french", "german", "nordic", "spanish", "portuguese", "italian"),
    "cp1250": ("polish", "czech", "slovak", "hungarian", "croatian", "romanian", "slovene"),
    "cp1254": ("turkish",),
    "cp1257": ("lithuanian", "latvian", "estonian"),
}
# The letters beyond a to z of each alphabet; `western` is English text with names from many places.
ALPHABETS = {
    "western": "àáâãäåæçèéêëìíîïñòóôõöøœßùúûü",
    "french": "àâæçèéêëîïôœùûüÿ",
    "german": "äöüßé",
    "nordic": "åäöæøéü",
    "spanish": "áéíóúüñ",
    "portuguese": "àáâãçéêíóôõú",
    "italian": "àèéìíòóùú",
    "icelandic": "áðéíóúýþæö",
    "polish": "ąćęłńóśźż",
    "czech": "áčďéěíňóřšťúůýž",
    "slovak": "áäčďéíĺľňóôŕšťúýž",
    "hungarian": "áéíóöőúüű",
    "croatian": "čćđšž",
    "slovene": "čšž",
    "romanian": "ăâîşţ",
    "turkish": "çğıiöşüâîû",
    "lithuanian": "ąčęėįšųūž",
    "latvian": "āčēģīķļņšūž",
    "estonian": "äõöüšž",
}
MIXED = 0.95  # what a mixture of alphabets is worth beside a single one
LEAST = 0.6  # the share of letters that an alphabet must explain
SAMPLE = 5_000  # words

_WORD = re.compile(rb"\S{1,80}")
_BEYOND = re.compile(r"[^\x00-\x7f]")
_LOW_BYTES = bytes(range(0x80))
_PUNCTUATION = frozenset("‘’‚“”„«»‹›–—…·•§°€£©®™ªº¡¿\u00a0")
_IN_WORDS = frozenset("’‘\u00a0–—·…")  # may stand between two letters


def page(data: bytes) -> str:
    """The code page of text in Latin letters; "" when it is text in others.

    >>> page("Käräjäoikeus".encode("mac_roman")), page("Dvořák".encode("cp1250"))
    ('mac_roman', 'cp1250')
    >>> page("Иванов".encode("koi8_r"))
    ''
    """
    beyond = (found[0] for found in _WORD.finditer(data) if not found[0].isascii())
    words = list(islice(beyond, SAMPLE))
    if sum(map(_is_dense, words)) * 3 > len(words):
        return ""
    fits = {name: _fit(b" ".join(words), name) for name in PAGES}
    best = max(fits, key=lambda name: fits[name])
    return best if fits[best] >= LEAST else ""


def _is_dense(word: bytes) -> bool:
    """Whether most of a word is beyond a to z, as in Cyrillic, Greek or Chinese text."""
    high = len(word.translate(None, _LOW_BYTES))
    return len(word) > 2 and high * 5 > len(word) * 3


def _fit(sample: bytes, name: str) -> float:
    """The share of characters beyond ASCII that one alphabet of the page, and punctuation, explain."""
    try:
        text = sample.decode(name)
    except UnicodeDecodeError:
        return -1.0
    total = 0
    fine: list[str] = []
    for found in _BEYOND.finditer(text):
        total += 1
        if not _is_odd(text, found.start()):
            fine.append(found[0])
    letters = [char for char in fine if char.isalpha()]
    shares = []
    for language in PAGES[name]:
        alphabet = set(ALPHABETS[language] + ALPHABETS[language].upper() + "İ" * (language == "turkish"))
        known = sum(map(alphabet.__contains__, letters)) * (MIXED if language == "western" else 1)
        shares.append((known + len(fine) - len(letters)) / max(total, 1))
    return max(shares)


def _is_odd(text: str, at: int) -> bool:
    """A sign inside or beside a word where no language has it, or a capital after a small letter."""
    char, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if char.isalpha():
        return char.isupper() and before.islower()
    if char in _PUNCTUATION:
        return char not in _IN_WORDS and before.isalpha() and after.isalpha()
    return before.isalpha() or after.isalpha() or not char.isprintable()
