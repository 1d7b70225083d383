"""Swedish: the genitive; a colon after a letter or figure (Svenska skrivregler), nothing after a sibilant."""

from lexveil.languages.genitive import GENITIVE, ends_in_sibilant, ends_in_sign, form_of

__all__ = ["form_of", "inflect"]


def inflect(pseudonym: str, form: str) -> str:
    if form != GENITIVE:
        return pseudonym
    if ends_in_sign(pseudonym):
        return f"{pseudonym}:s"
    return pseudonym if ends_in_sibilant(pseudonym) else f"{pseudonym}s"
