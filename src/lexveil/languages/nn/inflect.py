"""Nynorsk: as Bokmål."""

from lexveil.languages.nb.inflect import bases, inflect

__all__ = ["bases", "inflect"]
