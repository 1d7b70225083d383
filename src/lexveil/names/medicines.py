"""Is this word a medicine? Sertraline by its international name, Zoloft by its brand.

International names end by what they do (-prazole, -oxetine), in most languages alike but for the last vowel.
"""

import re
from functools import cache
from importlib.resources import files

from lexveil.languages import sections
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of

_ENDING = "(?:e|a|o|i|um|en)?"  # of an international name, by language
_DOSE = re.compile(r"[ -]\d{1,4}(?:[.,]\d{1,3})? ?(?:mg|mcg|µg|μg|ml|IU|IE|UI)\b")


def is_medicine(name: str) -> bool:
    """
    >>> is_medicine("Sertralina"), is_medicine("Zoloft"), is_medicine("Omeprazole"), is_medicine("Avril")
    (True, True, True, False)
    """
    word = fold(name)
    return word in _listed()["brands"] or _international().fullmatch(word) is not None


def is_dosed(after: str) -> bool:
    """Whether what follows a word is a dose: Naproxen 500 mg."""
    return _DOSE.match(after) is not None


@cache
def _listed() -> dict[str, frozenset[str]]:
    listed = sections(files("lexveil.names") / "data" / "medicines.txt")
    return {section: frozenset(names) for section, names in listed.items()}


@cache
def _international() -> re.Pattern[str]:
    stems, names = (any_of(_listed()[key]) for key in ("stems", "names"))
    return re.compile(rf"(?:\w{{3,}}{stems}|{names}){_ENDING}")
