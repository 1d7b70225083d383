"""The surrogate of a family name, with the gender that some languages write into it.

Comes in: a family name, its origin, and the gender of who bears it. Goes out: the name that everybody with
that family name gets: Ivanov and Ivanova, Novák and Nováková stay one family, and so do the halves of a
double name.
"""

from lexveil.languages.titles import PARTICLES
from lexveil.replace.surrogates import origins
from lexveil.replace.surrogates.ledger import Ledger
from lexveil.text.fold import fold

# Feminine and masculine ends of family names, folded, as they are written.
_ENDS = (
    ("owska", "owski"), ("ewska", "ewski"), ("ska", "ski"), ("cka", "cki"), ("skaya", "sky"), ("ova", "ov"),
    ("eva", "ev"), ("ина", "ин"), ("ова", "ов"), ("ева", "ев"), ("ская", "ский"),
)  # fmt: skip


def surrogate(ledger: Ledger, word: str, *, origin: str, gender: str, script: str) -> str:
    """`word` as written. A double name is one of two; each half is a family of its own."""
    halves = word.split("-")
    if len(halves) > 1:
        return "-".join(
            surrogate(ledger, half, origin=origin, gender=gender, script=script) for half in halves
        )
    folded = fold(word)
    if folded in PARTICLES:
        return word  # Al-Masri
    if folded.endswith("dottir") or (origin == "is_IS" and folded.endswith("son")):
        return _patronymic(ledger, word, folded)
    if gender != "m" and _is_czech(ledger, word, folded, origin):
        return _czech(_drawn(ledger, folded[:-3], origin, "m", script))
    for feminine, masculine in _ENDS:
        if folded.endswith(feminine) and gender != "m" and len(folded) > len(feminine) + 1:
            root = folded[: -len(feminine)] + masculine
            name = _drawn(ledger, root, origin, "m", script, end=masculine)
            return name[: -len(masculine)] + feminine if fold(name).endswith(masculine) else name
        if folded.endswith(masculine) and len(folded) > len(masculine) + 1:
            return _drawn(ledger, folded, origin, "m", script, end=masculine)
    return _drawn(ledger, folded, origin, gender, script)


def _is_czech(ledger: Ledger, word: str, folded: str, origin: str) -> bool:
    """Nováková, not Petrova."""
    if not folded.endswith("ova") or origin[:2] not in ("cs", "sk"):
        return False
    russian = ("family", folded[:-1]) in ledger.words or origins.listed(folded[:-1])
    return word.lower().endswith("ová") or not russian


def feminine(folded: str) -> bool:
    """A family name that only women bear."""
    return len(folded) > 5 and folded.endswith(("ska", "cka", "ova", "dottir", "skaya", "ская", "ова", "ева"))


def _drawn(ledger: Ledger, folded: str, origin: str, gender: str, script: str, *, end: str = "") -> str:
    listed = origins.names(origin, script)
    pool = {"m": listed.family_male, "f": listed.family_female}.get(gender, listed.family)
    pool = pool or origins.names(origins.DEFAULT.get(ledger.language, "en_GB"), script).family
    if end:
        pool = tuple(name for name in pool if fold(name).endswith(end)) or _slavic(end) or pool
    return ledger.family(folded, pool)


def _slavic(end: str) -> tuple[str, ...]:
    return tuple(name for name in origins.names("ru_RU").family if fold(name).endswith(end))


def _czech(name: str) -> str:
    """
    >>> _czech("Dvořák"), _czech("Svoboda"), _czech("Čermý"), _czech("Hájek")
    ('Dvořáková', 'Svobodová', 'Čermá', 'Hájková')
    """
    if name.endswith("ý"):
        return name[:-1] + "á"
    if name.endswith("ek"):
        return name[:-2] + "ková"
    return (name[:-1] if name[-1] in "aáoe" else name) + "ová"


def _patronymic(ledger: Ledger, word: str, folded: str) -> str:
    """Jónsdóttir and Jónsson have one father: his name is drawn, the end stays."""
    size = 6 if folded.endswith("dottir") else 3
    father = ledger.family(folded[:-size], origins.names("is_IS").male)
    return father + ("" if father.endswith("s") else "s") + word[-size:].lower()
