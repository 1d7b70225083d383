"""The pseudonyms given in a document, as plain data.

What comes in: nothing. What goes out: `Pseudonyms`, which the styles and the surrogates fill and
`replace.render` reads. It never holds the real names beyond the surfaces a replacement depends on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """What stands for each entity: its full pseudonym, and per surface where the writing matters.

    `names` is entity id to the full pseudonym. `forms` is entity id to surface text exactly as
    written in the document to its replacement; a surface that is not there takes the full pseudonym.
    `mentions` is start offset to replacement, for single mentions; it comes before `forms`.
    """

    names: Mapping[str, str]
    forms: Mapping[str, Mapping[str, str]]
    mentions: Mapping[int, str] = field(default_factory=dict)
