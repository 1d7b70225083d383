"""Names that nobody bears, put together from syllables: for companies, streets and whatever has no list.

Comes in: a number that a key drew. Goes out: a word of the flavour of a language, `Tarnfeld`, `Lavarenne`.
The syllables were written for Lexveil. Nothing here looks at a document.
"""

from functools import cache

_NORTH = (
    "Arn Bal Bark Bern Bir Bolt Bram Brin Brod Dal Dorn Drem Ek Elm Eng Fal Fen Fjel Frost Gar Gras Grim "
    "Hag Hal Ham Has Hav Hel Hol Horn Ing Kal Karl Kest Kolb Kron Lan Lend Lin Lun Mal Mar Mel Mor Nor Old "
    "Orm Os Ran Rav Ren Ris Ros Rud Sal Sel Skar Sol Stav Sten Stor Sund Tarn Tel Thor Tor Ulv Val Var Vel "
    "Ves Vin Vold Wal Wen Wil Wolm Yst",
    "feld mark berg vik ton ström hus gaard lund dal by stad holm rup borg sted ner rath mund hagen horst "
    "bek moor wick ley ham ford stein thal brink sen kamp trup mont lev nes strand sand bach well gate "
    "stow",
)
_SOUTH = (
    "Al Amar Ar Bel Bor Bran Cal Can Car Cor Cos Del Dor Fal Fer Flor Gal Gar Gren Lan Lav Lor Mal Mar Mer "
    "Mon Mor Nav Ol Or Pal Per Pol Por Ral Rav Riv Ros Sal San Sel Ser Sol Tar Ter Tor Val Var Vel Ver Vil",
    "anza arenne avera bello cadie calto cerra dano dorna ella emar enta era ermo essa eville fiore gasse "
    "ienne illon ingue ira isse lanza lierre mare mira mont nardo nella nova onde ora osa otte radal ranne "
    "rosa sano tella tero vento verde villa",
)
_FINNIC = (
    "Aar Ala Har Hau Hei Hie Hil Jal Joe Kai Kal Kar Kau Kiv Kor Kos Kuk Lah Lau Lem Lou Mar Met Mus Nie "
    "Nur Oja Pel Poh Pur Rai Ran Ris Ruu Saa Sal Sii Suo Tai Tam Tuo Uus Vai Val Ves Vil",
    "harju järvi kallio kari kangas koski kulma la lahti lampi lehto linna luoma maa mäki nen niemi niitty "
    "oja puro ranta saari salmi salo suo tie vaara vesi virta",
)
_FLAVOURS = {
    "fr": _SOUTH,
    "it": _SOUTH,
    "es": _SOUTH,
    "pt": _SOUTH,
    "ca": _SOUTH,
    "ro": _SOUTH,
    "fi": _FINNIC,
    "et": _FINNIC,
}
_MIDDLE = ("", "a", "e", "el", "en", "er", "i", "in", "o", "on", "or", "al", "an", "ar", "il", "ol")


@cache
def _syllables(language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    first, last = _FLAVOURS.get(language, _NORTH)
    return tuple(first.split()), tuple(last.split())


def coined(number: int, *, language: str, long: bool = False) -> str:
    """The word of a number; `long` ones have a third syllable, so that there are enough of them.

    >>> coined(7, language="en") == coined(7, language="en"), coined(7, language="en").istitle()
    (True, True)
    """
    first, last = _syllables(language)
    number, head = divmod(number, len(first))
    number, tail = divmod(number, len(last))
    middle = _MIDDLE[number % len(_MIDDLE)] if long else ""
    return first[head] + middle + last[tail]
