"""German: the genitive; an apostrophe alone after a sibilant (Duden: Marx’ Werke)."""

from lexveil.languages.genitive import bases, inflector

__all__ = ["bases", "inflect"]

inflect = inflector(after_sibilant="’")
