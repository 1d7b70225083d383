"""When are two names of organisations one: the core of a name, and short names introduced in brackets."""

import re
from collections.abc import Sequence
from itertools import pairwise

from lexveil.lexicon.fold import fold, squeeze
from lexveil.lexicon.legalforms import is_legal_form
from lexveil.model import Span

# "(PSMo)", "(the “IRF” or the “First Respondent”)", "(hereinafter: the Club)"
_INTRODUCED = re.compile(r"\s*\((?:herein\w*|\"|“|'|‘|the |or |,|:|\s)*$", re.IGNORECASE)


def core(surface: str) -> str:
    """The name without article, bracketed parts, legal form and signs.

    >>> core("Company (Country) Ltd.") == core("the Company Ltd") == core("Company")
    True
    """
    text = re.sub(r"\([^()]*\)", " ", squeeze(surface).text)
    words = re.findall(r"[\w&/.'-]+", text)
    words = words[1:] if len(words) > 1 and words[0] == "the" else words
    while len(words) > 1 and is_legal_form(words[-1].strip(".,").replace(".", "")):
        words.pop()
    return " ".join(word.strip(".,'-") for word in words) or fold(surface)


def introduced(text: str, spans: Sequence[Span]) -> dict[str, str]:
    """Short name → full name, where a name is given again in brackets: `Public Service of Mordor (PSMo)`."""
    short: dict[str, str] = {}
    for one, other in pairwise(spans):
        between = text[one.end : other.start]
        named = re.search(r"herein|[\"“'‘]", between) or " " not in text[other.start : other.end].strip()
        if named and _INTRODUCED.fullmatch(between):
            full = core(text[one.start : one.end])
            short.setdefault(core(text[other.start : other.end]), short.get(full, full))
    return short
