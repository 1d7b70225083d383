"""Danish, Swedish, Norwegian and German: names change in the genitive alone, by an -s.

A mention is in the genitive when the document also writes it without the -s. What a language puts after a
letter or a number differs: Danish writes A's (Retskrivningsordbogen: an apostrophe before endings of single
letters and figures), Swedish A:s (Svenska skrivregler: a colon), Norwegian and German As. After a sibilant
Norwegian and German have an apostrophe alone (Duden: Marx’ Werke), Swedish nothing.
"""

from collections.abc import Collection

from lexveil.text.fold import fold

GENITIVE = "genitive"
SIBILANTS = ("s", "x", "z", "ß")


def form_of(surface: str, forms: Collection[str]) -> str:
    """
    >>> form_of("Peter Jensens", ["Jensen", "Peter Jensens"]), form_of("Jens", ["Jens", "Jens Holm"])
    ('genitive', '')
    """
    last = _last(surface)
    others = {_last(form) for form in forms} - {last}
    if last.endswith(("'", "'s")):
        return GENITIVE if last.rstrip("s").rstrip("'") in others else ""
    return GENITIVE if last.endswith("s") and last[:-1] in others else ""


def danish(pseudonym: str, form: str) -> str:
    """
    >>> danish("person A", "genitive"), danish("[virksomhed1]", "genitive"), danish("Lars", "genitive")
    ("person A's", '[virksomhed1]s', "Lars'")
    """
    if form != GENITIVE:
        return pseudonym
    if _signed(pseudonym):
        return f"{pseudonym}'s"
    return f"{pseudonym}'" if _hisses(pseudonym) else f"{pseudonym}s"


def swedish(pseudonym: str, form: str) -> str:
    """
    >>> swedish("person A", "genitive"), swedish("Lind", "genitive"), swedish("Lars", "genitive")
    ('person A:s', 'Linds', 'Lars')
    """
    if form != GENITIVE:
        return pseudonym
    if _signed(pseudonym):
        return f"{pseudonym}:s"
    return pseudonym if _hisses(pseudonym) else f"{pseudonym}s"


def norwegian(pseudonym: str, form: str) -> str:
    """
    >>> norwegian("A", "genitive"), norwegian("Lars", "genitive")
    ('As', "Lars'")
    """
    if form != GENITIVE:
        return pseudonym
    return f"{pseudonym}'" if _hisses(pseudonym) else f"{pseudonym}s"


def german(pseudonym: str, form: str) -> str:
    """
    >>> german("A", "genitive"), german("A.________", "genitive"), german("Person X", "genitive")
    ('As', 'A.________s', 'Person X’')
    """
    if form != GENITIVE:
        return pseudonym
    return f"{pseudonym}’" if _hisses(pseudonym) else f"{pseudonym}s"


def _last(surface: str) -> str:
    words = fold(surface).split()
    return words[-1] if words else ""


def _signed(pseudonym: str) -> bool:
    """Whether a letter or a figure by itself ends it."""
    last = pseudonym.split()[-1]
    return last[-1].isdigit() or (last[-1].isalpha() and last.isupper() and len(last) <= 2)


def _hisses(pseudonym: str) -> bool:
    return pseudonym.lower().endswith(SIBILANTS)
