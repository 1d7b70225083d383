"""German: the genitive; an apostrophe alone after a sibilant (Duden: Marx’ Werke)."""

from lexveil.languages.genitive import GENITIVE, ends_in_sibilant, form_of

__all__ = ["form_of", "inflect"]


def inflect(pseudonym: str, form: str) -> str:
    if form != GENITIVE:
        return pseudonym
    return f"{pseudonym}’" if ends_in_sibilant(pseudonym) else f"{pseudonym}s"
