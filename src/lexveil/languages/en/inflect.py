"""English: the possessive and the plural.

A mention never holds its possessive: the apostrophe stands after it and stays there. Only a name in -s has a
bare one ("Hughes’ bag"), which a pseudonym needs in full; `render` sees that.
"""

from collections.abc import Collection

SIBILANTS = ("s", "x", "z", "sh", "ch")


def form_of(word: str, words: Collection[str]) -> str:
    """
    >>> form_of("roe's", ["roe"]), form_of("roe", ["roe"])
    ('possessive', '')
    """
    return "possessive" if word.endswith("'s") else ""


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
