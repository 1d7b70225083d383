"""Nynorsk: as Bokmål."""

from lexveil.languages.nb.inflect import form_of, inflect

__all__ = ["form_of", "inflect"]
