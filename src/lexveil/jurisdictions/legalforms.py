"""Words that make a name the name of a body: legal forms, marks of law firms, head words, acronyms."""

import re
from functools import cache
from importlib.resources import files

from lexveil import languages
from lexveil.text.fold import fold


def sections() -> tuple[str, ...]:
    return tuple(_read())


@cache
def entries(section: str) -> tuple[str, ...]:
    """The entries of a section as written, longest first, so that an alternation takes the whole form."""
    return tuple(sorted(_read()[section], key=lambda entry: (-len(entry), entry)))


@cache
def keys(section: str) -> frozenset[str]:
    """The entries of a section folded and without full stops, as single words of a text are looked up."""
    return frozenset(fold(entry).replace(".", "") for entry in _read()[section])


@cache
def pattern(*sections: str) -> str:
    """The entries of sections as one alternation; without full stops and in capitals too."""
    forms = {entry for section in sections for entry in entries(section)}
    for entry in tuple(forms):
        bare = entry.replace(".", "")
        if not bare.islower() and entry not in ("e.V.", "e.G."):  # `as` is no a.s.
            forms |= {bare, entry.rstrip("."), entry.replace(". ", ".")}
            forms |= {entry.upper(), bare.upper()} if len(bare) > 2 else set()
    longest = sorted(forms, key=lambda form: (-len(form), form))
    return "|".join(re.escape(form).replace(r"\ ", " ") for form in longest)


def is_legal_form(word: str) -> bool:
    """A legal form of one word, folded: `ltd`, `gmbh`."""
    return word.replace(".", "") in keys("forms")


def is_head(word: str) -> bool:
    """The head word of an organisation, a court or a public body, folded."""
    return word in keys("heads") or word in keys("courts") or word in keys("bodies")


def is_mark(word: str) -> bool:
    """A legal form or a mark of law firms that no person's name has: `gmbh`, `avocats`; not `as` or `co`."""
    return len(word) > 2 and (word in keys("forms") or word in keys("firms"))


@cache
def _read() -> dict[str, frozenset[str]]:
    listed = languages.sections(files("lexveil.jurisdictions") / "data" / "legalforms.txt")
    return {section: frozenset(entries) for section, entries in listed.items()}
