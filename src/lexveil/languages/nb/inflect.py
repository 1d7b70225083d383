"""Norwegian: the genitive; an apostrophe alone after a sibilant."""

from lexveil.languages.genitive import bases, inflector

__all__ = ["bases", "inflect"]

inflect = inflector(after_sibilant="'")
