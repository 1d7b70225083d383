"""Danish: the genitive; an apostrophe before the ending of a letter or figure (Retskrivningsordbogen)."""

from lexveil.languages.genitive import GENITIVE, ends_in_sibilant, ends_in_sign, form_of

__all__ = ["form_of", "inflect"]


def inflect(pseudonym: str, form: str) -> str:
    if form != GENITIVE:
        return pseudonym
    if ends_in_sign(pseudonym):
        return f"{pseudonym}'s"
    return f"{pseudonym}'" if ends_in_sibilant(pseudonym) else f"{pseudonym}s"
