"""From decisions to replacements: the pseudonym of each entity, fitted to each place where it goes."""

from lexveil.replace.hidden import hidden_forms
from lexveil.replace.leftovers import whole_words, word_boundaries
from lexveil.replace.pseudonyms import pseudonyms, settled
from lexveil.replace.render import also, form_of, inflect, render
from lexveil.replace.shared import Remainder, examine
from lexveil.replace.surrogates import Pseudonyms

__all__ = [
    "Pseudonyms",
    "Remainder",
    "also",
    "examine",
    "form_of",
    "hidden_forms",
    "inflect",
    "pseudonyms",
    "render",
    "settled",
    "whole_words",
    "word_boundaries",
]
