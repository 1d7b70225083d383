"""German: the genitive; an apostrophe alone after a sibilant (Duden: Marx’ Werke)."""

from lexveil.languages.genitive import form_of, inflector

__all__ = ["form_of", "inflect"]

inflect = inflector(after_sibilant="’")
