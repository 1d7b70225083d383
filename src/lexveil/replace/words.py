"""Labels in the language of the document: `{word} {A}` becomes henkilö A.

Comes in: the label of a rule and what it is for. Goes out: the label with its words, which `labels` numbers.
`{word}` is the category's, `{role}` the role's, `{word:birth}` or `{word:lawyer}` another; a capital in the
place (`{Word}`) gives the word one.
"""

import re

from lexveil.languages.words import word

_PLACE = re.compile(r"\{([wW])ord(?::([a-z_]+))?\}|\{([rR])ole\}")


def worded(label: str, language: str, *, category: str, role: str) -> str:
    """The label with its words; what counts in it stays open.

    >>> worded("{word} {A}", "fi", category="PERSON", role="WITNESS")
    'henkilö {A}'
    >>> worded("{Role} {n}, [{word:birth} {n}]", "da", category="PERSON", role="WITNESS")
    'Vidne {n}, [fødselsdato {n}]'
    """

    def fill(place: re.Match[str]) -> str:
        kind, key, of_role = place.groups()
        found = word(role if of_role else key.upper() if key else category, language)
        return found[0].upper() + found[1:] if (kind or of_role).isupper() else found

    return _PLACE.sub(fill, label)
