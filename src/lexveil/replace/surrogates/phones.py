"""Telephone numbers that ring nowhere.

Comes in: a number as written. Goes out: one in the same format: in a range that the country keeps for fiction
where it has one, else digits that its numbering plan does not assign (`phonenumbers` must refuse them).

Sources of the ranges: NANPA (555-0100 to 555-0199), Ofcom (numbers for drama use), ARCEP (numbers for
audiovisual works), Bundesnetzagentur (numbers for media productions), PTS (numbers for fiction), ACMA
(numbers for use in creative works).
"""

import re

import phonenumbers

from lexveil.replace.draw import candidates, stream
from lexveil.replace.surrogates.ledger import Ledger
from lexveil.text.fold import fold

# Country code to the beginnings of national numbers that are kept for fiction, and how many digits follow.
_FICTION = {
    "1": (("55501", 2),),  # after the area code
    "44": (("2079460", 3), ("7700900", 3), ("1632960", 3), ("1314960", 3), ("1614960", 3)),
    "33": (("19900", 4), ("63998", 4), ("26191", 4), ("35301", 4)),
    "49": (("3023125", 3), ("6990009", 3), ("8999998", 3), ("17139200", 2)),
    "46": (("3139006", 2), ("8465004", 2), ("70174066", 1)),
    "61": (("25550", 4), ("37010", 4)),
}  # fmt: skip
_OF_LANGUAGE = {"fr": "33", "de": "49", "sv": "46"}
_AMERICAN = re.compile(r"\(?([2-9]\d\d)\)?[ .-]\d{3}[.-]\d{4}")
_REGION = {
    "fi": "FI", "da": "DK", "nb": "NO", "sv": "SE", "de": "DE", "fr": "FR", "it": "IT", "es": "ES",
    "ca": "ES",
}  # fmt: skip
_KEPT = re.compile(
    "(?:"
    + "|".join(rf"{start}\d{{{follow}}}" for ranges in _FICTION.values() for start, follow in ranges)
    + ")$"
)


def drawn(ledger: Ledger, surface: str, turn: str) -> str:
    digits = re.sub(r"\D", "", surface)
    code, national = _split(ledger, surface, digits)
    new = _fiction(ledger, code, national, digits, turn)
    if not new:
        signs = stream(ledger.key, "phone", digits, turn)
        new = "".join(str(next(signs) % 10) for _ in national)
        if turn and int(turn) > 3:  # nearly all numbers of the country are assigned, but none begins so
            new = str(int(turn) % 2) + new[1:]
    spelt = iter(digits[: len(digits) - len(national)] + new)
    return "".join(next(spelt) if char.isdecimal() else char for char in surface)


def _split(ledger: Ledger, surface: str, digits: str) -> tuple[str, str]:
    """The country code, and the national number without its leading zero."""
    if _international(surface, digits):
        bare = digits.removeprefix("00")
        code = next((bare[:size] for size in (1, 2, 3) if int(bare[:size] or 0) in _codes()), "")
        national = bare[len(code) :]
    else:
        code = "1" if _AMERICAN.fullmatch(surface) else _OF_LANGUAGE.get(ledger.language, "44")
        national = digits
    return code, national[1:] if national.startswith("0") else national


def _international(surface: str, digits: str) -> bool:
    return surface.lstrip(" (").startswith("+") or digits.startswith("00")


def _codes() -> dict[int, tuple[str, ...]]:
    return phonenumbers.COUNTRY_CODE_TO_REGION_CODE


def _fiction(ledger: Ledger, code: str, national: str, digits: str, turn: str) -> str:
    """A number of the reserved range that is as long."""
    bytes_ = stream(ledger.key, "fiction", fold(digits), turn)
    if code == "1" and len(national) == 10:
        area = "".join(str(next(bytes_) % 8 + 2) for _ in range(3))
        return f"{area}55501{next(bytes_) % 10}{next(bytes_) % 10}"
    fitting = [each for each in _FICTION.get(code, ()) if len(each[0]) + each[1] == len(national)]
    alike = [each for each in fitting if each[0][0] == national[:1]]  # a mobile number for a mobile one
    for start, follow in candidates(ledger.key, alike or fitting, "range", digits, turn):
        return start + "".join(str(next(bytes_) % 10) for _ in range(follow))
    return ""


def unreal(number: str, language: str) -> bool:
    """In a range kept for fiction, or valid in no plan it could be of."""
    digits = re.sub(r"\D", "", number)
    if _KEPT.search(digits):
        return True
    international = _international(number, digits)
    written = "+" + digits.removeprefix("00") if international else number
    return not _valid(written, None if international else _REGION.get(language, "GB"))


def _valid(number: str, region: str | None) -> bool:
    try:
        parsed = phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return False
    return bool(phonenumbers.is_valid_number(parsed))
