"""English: the possessive and the plural. A mention never holds its possessive, which stays after it."""

from lexveil.languages import Base

SIBILANTS = ("s", "x", "z", "sh", "ch")


def bases(word: str) -> tuple[Base, ...]:
    return (Base(word[:-2], "possessive", True),) if word.endswith("'s") else ()


def inflect(pseudonym: str, form: str) -> str:
    """
    >>> inflect("WITNESS_1", "possessive"), inflect("Lang", "plural"), inflect("Fox", "plural")
    ("WITNESS_1's", 'Langs', 'Foxes')
    """
    if form == "possessive":
        return f"{pseudonym}'s"
    if form == "plural":
        word = pseudonym.lower().endswith(SIBILANTS) and pseudonym[-2:-1].islower()
        return pseudonym + ("es" if word else "s")
    return pseudonym
