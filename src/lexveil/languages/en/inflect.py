"""English: the possessive and the plural. A mention never holds its possessive, which stays after it."""

from lexveil.languages import Base

SIBILANTS = ("s", "x", "z", "sh", "ch")


def bases(word: str) -> tuple[Base, ...]:
    return (Base(word[:-2], "possessive", True),) if word.endswith("'s") else ()


def inflect(pseudonym: str, form: str) -> str:
    """
    >>> inflect("WITNESS_1", "possessive"), inflect("Lang", "plural"), inflect("Fox", "plural")
    ("WITNESS_1's", 'Langs', 'Foxes')
    >>> inflect("person A", "plural"), inflect("WITNESS_1", "plural"), inflect("Fa. A.", "plural")
    ('persons A', 'WITNESS_1', 'Fa. A.')
    """
    if form == "possessive":
        return f"{pseudonym}'s"
    if form == "plural":
        if not pseudonym[-1:].islower():  # a label: the word before its letter, or nothing
            word, space, sign = pseudonym.rpartition(" ")
            return f"{word}s{space}{sign}" if word.isalpha() and sign.isalnum() else pseudonym
        hissing = pseudonym.lower().endswith(SIBILANTS) and pseudonym[-2:-1].islower()
        return pseudonym + ("es" if hissing else "s")
    return pseudonym
