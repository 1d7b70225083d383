"""Surrogates of numbers and codes: the same format, another number, and none that could be real.

Letters stand for letters, digits for digits, separators stay. Check digits are wrong on purpose
(python-stdnum must refuse them) or the number lies in a range that is reserved for examples and fiction. Two
ways of writing one number give two ways of writing its surrogate.

Telephone numbers ring nowhere: where the country keeps a range for fiction they are of it, else
`phonenumbers` must refuse them. Sources of the ranges: NANPA (555-0100 to 555-0199), Ofcom (numbers for drama
use), ARCEP (numbers for audiovisual works), Bundesnetzagentur (numbers for media productions), PTS (numbers
for fiction), ACMA (numbers for use in creative works).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from itertools import count
from string import ascii_lowercase, ascii_uppercase

import phonenumbers

from lexveil.jurisdictions.identity import identity, months
from lexveil.languages import DEFAULT, calendar, load
from lexveil.languages.spoken import figures, in_words
from lexveil.model import Document, Entity
from lexveil.replace.keyed_random import candidates, stream
from lexveil.replace.surrogates import dates
from lexveil.replace.surrogates.assignments import Assignments, Surrogate, surfaces
from lexveil.text.fold import fold

_YEAR = re.compile(r"(?<=/)(?:\d\d|(?:19|20)\d\d)(?!\d)|(?<!\d)(?:19|20)\d\d(?=[/-]\d)")
TRIES = 400
AREA_TRIES = 50  # numbers drawn with the same beginning
# Mobile numbers of a region, where all that begin as it does are real: what others of them begin with.
_MOBILE = {("NO", "9"): "4"}


def assign(
    document: Document, entities: Sequence[Entity], assigned: Assignments, known: Mapping[str, str]
) -> Iterator[Surrogate]:
    for entity in entities:
        plain = {each: _in_digits(each)[0] for each in surfaces(document, entity)}
        ordered = sorted(plain, key=lambda each: (-len(_signs(plain[each])), each))
        yield _cast(assigned, entity.category, ordered, known.get(entity.id, ""))


def _cast(assigned: Assignments, category: str, surfaces: Sequence[str], known: str) -> Surrogate:
    longest = _plainest(surfaces) if category == "NATIONAL_ID" else figures(surfaces[0]) or surfaces[0]
    checks = _checks_of(category, longest)
    for turn in count():
        full = known or _drawn(assigned, category, longest, str(turn or ""))
        if known or (_refused(assigned, category, full, checks) and assigned.claim(full)) or turn > TRIES:
            real, fake = _signs(longest), _signs(full)
            return full, {each: _laid(assigned, category, each, real, fake, turn) for each in surfaces}
    raise AssertionError  # counting never ends


def _laid(assigned: Assignments, category: str, surface: str, real: str, fake: str, turn: int) -> str:
    """Another way to write the number, or a piece of it: the same signs between the same separators."""
    surface, letters = _in_digits(surface)
    places = _places(_signs(surface).lower(), real.lower()) if len(real) == len(fake) else None
    if places is None:
        return _drawn(assigned, category, surface, str(turn or ""))
    place = iter(places)
    laid = ""
    for char in surface:
        at = next(place) if char.isalnum() else None
        like = str.upper if char.isupper() else str.lower
        laid += char if at is None else like(fake[at])
    return letters(laid)


def _plainest(surfaces: Sequence[str]) -> str:
    """The writing of an identity number in which nothing stands but the number."""
    plain = (each for each in surfaces if fold(_signs(each)) == identity(each))
    return next(plain, identity(surfaces[0]).upper())


def _places(signs: str, real: str) -> list[int | None] | None:
    """Where each sign stands in the number; None for a sign that stays: of a word before it, of a century."""
    at = real.find(signs)
    if at >= 0:  # a piece of it, or all
        return list(range(at, at + len(signs)))
    if (at := signs.find(real)) >= 0:
        return [None] * at + list(range(len(real))) + [None] * (len(signs) - at - len(real))
    for at in (0, 4):
        if signs[:at] + signs[at + 2 :] == real:
            return [*range(at), None, None, *range(at, len(real))]
    return None


def _in_digits(surface: str) -> tuple[str, Callable[[str], str]]:
    """A number that is said, or has the month of birth in letters, as it is written in digits, and the way
    back."""
    if said := figures(surface):
        return said, lambda laid: in_words(laid, surface)
    found = re.fullmatch(rf"(?i)(\d{{1,2}}\.?[ -]?)({months()})([ -]?\d.*)", surface)
    month = calendar.month(found[2].rstrip("."), language=DEFAULT) if found else None
    if not found or not month:
        return surface, str
    start, stop = len(found[1]), len(found[2]) - len(found[2].rstrip("."))

    def letters(laid: str) -> str:
        name = month.names[int(laid[start : start + 2]) % 12]
        name = name.upper() if found[2].isupper() else name.lower() if found[2].islower() else name
        return f"{laid[:start]}{name}{'.' * stop}{laid[start + 2 :]}"

    return f"{found[1]}{month.number:02}{found[3]}", letters


def _signs(surface: str) -> str:
    return "".join(filter(str.isalnum, surface))


_LAND_WORDS = re.compile(r"(?<![^\W_])[^\W\d_A-Z]{1,6}(?=\.|\s?\d)")  # gnr. 118 bnr. 2: they tell nothing


def _drawn(assigned: Assignments, category: str, surface: str, turn: str) -> str:
    if category == "PHONE":
        return _drawn_phone(assigned, surface, turn)
    keep = 2 if category == "IBAN" else 0
    if category not in ("CASE_NUMBER", "PROVISION"):
        found = surface[:keep] + scrambled(assigned, surface[keep:], category, fold(surface), turn)
        words = _LAND_WORDS.finditer(surface) if category == "PROPERTY_ID" else ()
        for word in words:
            found = found[: word.start()] + word[0] + found[word.end() :]
        return found
    found = scrambled(assigned, surface, category, fold(surface), turn, letters=False)
    year = _YEAR.search(surface) if int(turn or 0) < TRIES // 4 else None
    if year:  # moves as all years do
        moved = int(year[0]) + round(dates.shift(assigned.key) / dates.YEAR) + 100
        new = str(moved % 100).zfill(2) if len(year[0]) == 2 else str(moved - 100)
        found = found[: year.start()] + new + found[year.end() :]
    return found


def scrambled(assigned: Assignments, surface: str, *parts: str, letters: bool = True) -> str:
    """Sign for sign: a digit for a digit, a letter for a letter; no zero at the start where there was none.

    `letters` off keeps them: those of a case number name the register, not the case.
    """
    drawn = stream(assigned.key, "code", *parts)
    found = ""
    for before, char in zip(" " + surface, surface, strict=False):
        if char.isdigit():
            first = not before.isalnum() and char != "0"
            found += str(next(drawn) % 9 + 1 if first else next(drawn) % 10)
        elif char.isalpha() and letters:
            found += (ascii_lowercase if char.islower() else ascii_uppercase)[next(drawn) % 26]
        else:
            found += char
    return found


def _refused(assigned: Assignments, category: str, fake: str, checks: Sequence[str]) -> bool:
    """Nobody's number: no check holds, or it lies where there are none."""
    if category == "PHONE":
        return _unreal_phone(fake, assigned.language)
    return not any(_valid(check, fake) for check in checks)


def _checks_of(category: str, surface: str) -> tuple[str, ...]:
    """The checks that the surrogate must fail: those that the real number passes, or all that tell much."""
    if category in ("IBAN", "CARD"):
        return ("iban",) if category == "IBAN" else ("luhn",)
    if category not in ("NATIONAL_ID", "PASSPORT", "CODE"):
        return ()
    every = _checks().get(str(len(_signs(surface))), ())
    passed = tuple(check for check in every if _valid(check, surface))
    return passed or tuple(check for check in every if check not in _checks()["weak"])


@cache
def _checks() -> dict[str, tuple[str, ...]]:
    """The rows of `data/checks.txt`: by the size of a number, and the weak ones."""
    found: dict[str, tuple[str, ...]] = {}
    path = files("lexveil.replace.surrogates") / "data" / "checks.txt"
    for row in path.read_text("utf8").splitlines():
        if not row.startswith("#"):
            size, *modules = row.split()
            found[size] = (*found.get(size, ()), *modules)
    return found


def _valid(module: str, number: str) -> bool:
    # The sign in the middle of a Finnish number is part of it: it tells the century.
    bare = number if module == "fi.hetu" else _signs(number)
    return bool(import_module(f"stdnum.{module}").is_valid(bare))


# Country code to the beginnings of national numbers that are kept for fiction, and how many digits follow.
_FICTION = {
    "1": (("55501", 2),),  # after the area code
    "44": (("2079460", 3), ("7700900", 3), ("1632960", 3), ("1314960", 3), ("1614960", 3)),
    "33": (("19900", 4), ("63998", 4), ("26191", 4), ("35301", 4)),
    "49": (("3023125", 3), ("6990009", 3), ("8999998", 3), ("17139200", 2)),
    "46": (("3139006", 2), ("8465004", 2), ("70174066", 1)),
    "61": (("25550", 4), ("37010", 4)),
}  # fmt: skip
OTHERWISE = "44"  # for a country that keeps no numbers for fiction
_AMERICAN = re.compile(r"\(?([2-9]\d\d)\)?[ .-]\d{3}[.-]\d{4}")
_RANGES = (rf"{start}\d{{{follow}}}" for ranges in _FICTION.values() for start, follow in ranges)
_KEPT = re.compile(f"(?:{'|'.join(_RANGES)})$")


def _drawn_phone(assigned: Assignments, surface: str, turn: str) -> str:
    digits = re.sub(r"\D", "", surface)
    code, national = _split_phone(assigned, surface, digits)
    new = _fiction(assigned, code, national, digits, turn) or _in_its_area(assigned, surface, national, turn)
    if not new:
        signs = stream(assigned.key, "phone", digits, turn)
        new = "".join(str(next(signs) % 10) for _ in national)
        if turn and int(turn) > 3:  # nearly all numbers of the country are assigned, but none begins so
            new = str(int(turn) % 2) + new[1:]
    return _spelt(surface, digits[: len(digits) - len(national)] + new)


def _spelt(surface: str, digits: str) -> str:
    spelt = iter(digits)
    return "".join(next(spelt) if char.isdecimal() else char for char in surface)


def _in_its_area(assigned: Assignments, surface: str, national: str, turn: str) -> str:
    """A number that begins as those of the area do, or mobile ones, if one rings nowhere."""
    digits = re.sub(r"\D", "", surface)
    head = digits[: len(digits) - len(national)]
    signs = stream(assigned.key, "phone", "begin", digits, turn)
    mobile = _MOBILE.get((_region(assigned.language), national[:1]), "")
    for start in filter(None, (national[:2], national[:1], mobile)):
        for _ in range(AREA_TRIES):
            new = start + "".join(str(next(signs) % 10) for _ in national[len(start) :])
            if new != national and _unreal_phone(_spelt(surface, head + new), assigned.language):
                return new
    return ""


def _split_phone(assigned: Assignments, surface: str, digits: str) -> tuple[str, str]:
    """The country code, and the national number without its leading zero."""
    if _international(surface, digits):
        bare = digits.removeprefix("00")
        known = phonenumbers.COUNTRY_CODE_TO_REGION_CODE
        code = next((bare[:size] for size in (1, 2, 3) if int(bare[:size] or 0) in known), "")
        national = bare[len(code) :]
    else:
        own = str(phonenumbers.country_code_for_region(_region(assigned.language)))
        code = "1" if _AMERICAN.fullmatch(surface) else own if own in _FICTION else OTHERWISE
        national = digits
    return code, national[1:] if national.startswith("0") else national


def _region(language: str) -> str:
    return str(load(language).replace["phones"]["region"])


def _international(surface: str, digits: str) -> bool:
    return surface.lstrip(" (").startswith("+") or digits.startswith("00")


def _fiction(assigned: Assignments, code: str, national: str, digits: str, turn: str) -> str:
    """A number of the reserved range that is as long."""
    bytes_ = stream(assigned.key, "fiction", fold(digits), turn)
    if code == "1" and len(national) == 10:
        area = "".join(str(next(bytes_) % 8 + 2) for _ in range(3))
        return f"{area}55501{next(bytes_) % 10}{next(bytes_) % 10}"
    fitting = [each for each in _FICTION.get(code, ()) if len(each[0]) + each[1] == len(national)]
    alike = [each for each in fitting if each[0][0] == national[:1]]  # a mobile number for a mobile one
    for start, follow in candidates(assigned.key, alike or fitting, "range", digits, turn):
        return start + "".join(str(next(bytes_) % 10) for _ in range(follow))
    return ""


def _unreal_phone(number: str, language: str) -> bool:
    """In a range kept for fiction, or valid in no plan it could be of."""
    digits = re.sub(r"\D", "", number)
    if _KEPT.search(digits):
        return True
    international = _international(number, digits)
    written = "+" + digits.removeprefix("00") if international else number
    try:
        parsed = phonenumbers.parse(written, None if international else _region(language))
    except phonenumbers.NumberParseException:
        return True
    return not phonenumbers.is_valid_number(parsed)
