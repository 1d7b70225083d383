"""Finnish: pseudonyms in the cases. A word is declined (henkilön A, Virtasen), a letter or figure by itself
takes its ending after a colon (A:n, B:lle, 3:een), and so does an abbreviation (Oy:n).

After a colon the ending follows the letter's name (B is "bee": B:tä, B:hen), after a figure the numeral's
last word. A possessive and a clitic of the name stay: Virtaselleenkin is A:lleenkin.
"""

import re

from rapidfuzz.distance import Prefix

from lexveil.languages.fi.forms import PLURAL, POSSESSIVE, WEAK, bases, forms

__all__ = ["bases", "inflect"]

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
_OF_SIGNS = {"": "t", "genitive": "iden", "partitive": "itA", "illative": "ihin", "essive": "inA"}
_SIGN = re.compile(r"[\[({]?(?:\d+|[^\W\d_]{1,2}|(?:[^\W\d_]\.-?)+)")
_WORD = re.compile(r"[^\W\d_]+$")


def inflect(pseudonym: str, form: str) -> str:
    """
    >>> [inflect(name, "partitive") for name in ("A", "henkilö B", "L", "3", "M.S.B.", "Matti Virtanen")]
    ['A:ta', 'henkilöä B', 'L:ää', '3:a', 'M.S.B:tä', 'Matti Virtasta']
    >>> inflect("H", "illative"), inflect("Yhtiö A", "inessive"), inflect("________", "genitive")
    ('H:hon', 'Yhtiössä A', '________')
    >>> inflect("[person1]", "genitive")
    '[person1]:n'
    """
    signs = [sign for sign in pseudonym if sign.isalnum()]
    if not signs or not form:
        return pseudonym
    case, _, tail = form.partition("+")
    tagged = " " not in pseudonym and signs[-1].isdigit()  # WITNESS_1
    if not _is_sign(pseudonym.split()[-1]) and not tagged:
        return _with_last(pseudonym, case, tail)
    label, space, sign = pseudonym.rpartition(" ")
    counted = sign.isupper() or sign.isdigit()  # no company's name before its Oy
    if counted and label[:1] not in ("", *"[({") and _WORD.search(label) and not _is_sign(label.split()[-1]):
        return _with_last(label, case, tail) + space + sign
    return _after_colon(pseudonym, signs[-1].upper(), case, tail)


def _is_sign(word: str) -> bool:
    """A letter by itself, letters that count (AB), initials, a figure; not a name."""
    return _SIGN.fullmatch(word.rstrip("])}_")) is not None


def _after_colon(pseudonym: str, last: str, case: str, tail: str) -> str:
    name = case.removeprefix(PLURAL).strip()
    if case.startswith(PLURAL):
        ending = _OF_SIGNS.get(name) or f"i{WEAK.get(name, 'neen')}"
    elif case == "illative":
        ending = _ILLATIVE.get(last, "hen")
    elif case == "partitive":
        ending = _PARTITIVE.get(last, "tA")
    else:
        ending = {"essive": "nA", "comitative": "ineen", "": ""}.get(case) or WEAK.get(case, "")
    front = last in _FRONT
    written = _joined(ending, tail).replace("A", "ä" if front else "a")
    return f"{pseudonym.removesuffix('.')}:{written}" if written else pseudonym


def _with_last(name: str, case: str, tail: str) -> str:
    """The name with its last word declined; as it is where no rule can."""
    found = _WORD.search(name)
    if not found or (found[0].isupper() and len(found[0]) > 1):
        return name
    word = found[0]
    declined = forms(word.lower()).get(case, ("",))[0] if case else word.lower()
    if not case and tail.partition("+")[0] in POSSESSIVE:  # Virtasensa, of the stem
        declined = forms(word.lower()).get("essive", (f"{word}na",))[0][:-2]
    if not declined:
        return name
    same = Prefix.similarity(word.lower(), declined)
    front = next((letter for letter in reversed(word.lower()) if letter in "aouåäöy"), "e") not in "aouå"
    ending = _joined(declined[same:], tail)
    return name[: found.start()] + word[:same] + (ending.replace("A", "ä" if front else "a"))


def _joined(ending: str, tail: str) -> str:
    """An ending and what is appended to it: the illative and the genitive lose their n to a possessive."""
    for each in tail.split("+"):
        if each in POSSESSIVE and ending.endswith("n"):
            ending = ending[:-1]
        if ending.endswith("ksi") and each and each[0] != "k":
            ending = f"{ending[:-1]}e"
        ending += each.replace("a", "A")
    return ending
