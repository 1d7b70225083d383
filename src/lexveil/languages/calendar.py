"""Month names of the languages that documents are written in.

Goes out: the twelve names in order, and for a word of a text which month it is, in which language and form.
Finnish months keep their ending: `toukokuuta` is May with `ta`. Nothing here looks at a document.
"""

from functools import cache
from typing import NamedTuple

_LONG = {
    "en": "January February March April May June July August September October November December",
    "fi": "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu "
    "joulukuu",
    "da": "januar februar marts april maj juni juli august september oktober november december",
    "nb": "januar februar mars april mai juni juli august september oktober november desember",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "ca": "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
}  # fmt: skip
_SHORT = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
    "da": "jan feb mar apr maj jun jul aug sep okt nov dec",
    "nb": "jan feb mar apr mai jun jul aug sep okt nov des",
    "sv": "jan feb mar apr maj jun jul aug sep okt nov dec",
    "de": "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
    "fr": "janv févr mars avr mai juin juil août sept oct nov déc",
    "it": "gen feb mar apr mag giu lug ago set ott nov dic",
    "es": "ene feb mar abr may jun jul ago sep oct nov dic",
}  # fmt: skip


class Month(NamedTuple):
    number: int  # 1 to 12
    names: tuple[str, ...]  # the twelve of the same language and form


def month(word: str, *, language: str) -> Month | None:
    """Which month a word is, case aside: first in the language, then in English, then in any other.

    >>> month("Mai", language="de").number, month("toukokuussa", language="fi").number
    (5, 5)
    """
    small = word.lower()
    small = small[: small.index("kuu") + 3] if "kuu" in small else small
    return _table(language).get(small)


@cache
def words() -> tuple[str, ...]:
    """Every month name, lower case, longest first, for a pattern."""
    every = {name.lower() for table in (_LONG, _SHORT) for names in table.values() for name in names.split()}
    return tuple(sorted({*every, "sep"}, key=lambda name: (-len(name), name)))


@cache
def _table(language: str) -> dict[str, Month]:
    found: dict[str, Month] = {}
    for known in dict.fromkeys([language, "en", *_LONG]):
        for table in (_LONG, _SHORT):
            names = tuple(table.get(known, "").split())
            for number, name in enumerate(names, 1):
                found.setdefault(name.lower(), Month(number, names))
    found.setdefault("sep", found["sept"])
    return found
