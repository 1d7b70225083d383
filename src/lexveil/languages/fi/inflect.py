"""Finnish: case endings after a colon on letters and figures: A:n, B:lle, henkilö A:ta, todistaja 3:een.

An ending follows the letter's name (B is "bee": B:tä, B:hen), after a figure the numeral's last word. Which
case a mention is in is read off its ending; names change inside too (Virtanen, Virtasen), so only the
beginning must agree. Pseudonyms that do not end in a letter or figure stay as they are.
"""

import re
from collections.abc import Collection

# Endings after a back vowel; a front vowel turns a into ä. The longest that fits is the case.
CASES = {
    "inessive": "ssa", "elative": "sta", "adessive": "lla", "ablative": "lta", "allative": "lle",
    "translative": "ksi", "abessive": "tta", "essive": "na", "genitive": "n",
}  # fmt: skip
SAME_BEGINNING = 2  # letters at least
CHANGED = 4  # letters at the end of the base form that may change: Virtanen, Virtasen

_FRONT = frozenset("BCDEFGIJLMNPRSTVWXYÄÖ145790")  # 7 seitsemän, 9 yhdeksän; 0 as in kymmenen
_ILLATIVE = {
    **dict.fromkeys("BCDEGPTVW", "hen"), **dict.fromkeys("HKOÅ", "hon"), **dict.fromkeys("IJ", "hin"),
    **dict.fromkeys("QU", "hun"), **dict.fromkeys("FLMNRSX", "ään"), **dict.fromkeys("123560", "een"),
    **dict.fromkeys("479", "ään"), "A": "han", "Y": "hyn", "Ä": "hän", "Ö": "hön", "Z": "aan", "8": "aan",
}  # fmt: skip
_PARTITIVE = {
    **dict.fromkeys("FLMNRSX", "ää"), **dict.fromkeys("479", "ää"), "Z": "aa", "8": "aa", "3": "a",
    **dict.fromkeys("150", "tä"),
}  # fmt: skip
_LONG = re.compile(r"(aa|ee|ii|oo|uu|yy)n$|h([aeiouy])n$|seen$|siin$")


def inflect(pseudonym: str, form: str) -> str:
    """
    >>> [inflect(name, "partitive") for name in ("A", "henkilö B", "L", "todistaja 3", "M.S.B.")]
    ['A:ta', 'henkilö B:tä', 'L:ää', 'todistaja 3:a', 'M.S.B:tä']
    >>> inflect("H", "illative"), inflect("Organisaatio A", "inessive"), inflect("________", "genitive")
    ('H:hon', 'Organisaatio A:ssa', '________')
    """
    signs = [sign for sign in pseudonym if sign.isalnum()]
    if not signs or not form or not _ends_in_sign(pseudonym):
        return pseudonym
    last = signs[-1].upper()
    if form == "illative":
        ending = _ILLATIVE.get(last, "hen")
    elif form == "partitive":
        ending = _PARTITIVE.get(last, "tä" if last in _FRONT else "ta")
    else:
        ending = CASES[form].replace("a", "ä") if last in _FRONT else CASES[form]
    return f"{pseudonym.removesuffix('.')}:{ending}"


def _ends_in_sign(pseudonym: str) -> bool:
    """A letter by itself, letters that count (AB), initials, a figure; not a name."""
    last = pseudonym.split()[-1].rstrip("])}_")
    return (
        last[-1:].isdigit() or re.fullmatch(r"[\[({]?(?:[^\W\d_]{1,2}|(?:[^\W\d_]\.-?)+)", last) is not None
    )


def form_of(word: str, words: Collection[str]) -> str:
    """
    >>> names = ["virtanen", "virtasen", "virtasta", "virtasesta", "virtaseen", "virtasella"]
    >>> [form_of(name, names) for name in names]
    ['', 'genitive', 'partitive', 'elative', 'illative', 'adessive']
    >>> [form_of(name, ["laine"]) for name in ("laineen", "laineeseen", "laineelle", "laine")]
    ['genitive', 'illative', 'allative', '']
    """
    if ":" in word:  # `B:lle`, where the document has letters already
        return next((case for case, each in CASES.items() if word.rpartition(":")[2] == each), "")
    begins = word[:SAME_BEGINNING]
    alike = [each for each in {word, *words} if each[:SAME_BEGINNING] == begins and ":" not in each]
    base = min(alike, key=lambda each: (not each.endswith("nen"), len(each), each))  # -nen, else the shortest
    if word == base:
        return ""
    stem = base[: max(SAME_BEGINNING, len(base) - CHANGED)]
    if not word.startswith(stem):
        return ""
    if base.endswith("nen") and word == f"{base[:-3]}sta":
        return "partitive"
    if word in (f"{base}n", f"{base}en", f"{base}in"):  # Laineen: the long vowel is the name's own
        return "genitive"
    if _LONG.search(word):
        return "illative"
    for case, ending in CASES.items():
        if word.endswith(ending) and len(word) > len(ending) + SAME_BEGINNING:
            return case
    return "partitive" if word.endswith(("ta", "a")) and len(word) > len(base) - 1 else ""
