"""From a name as it is written to its base form: Virtaselle is of Virtanen, Sjöbergs of Sjöberg.

The language says which base forms a word may have; which it has, the other names of the document tell, then
the lists of names.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache

from rapidfuzz.distance import Prefix

from lexveil.languages import Base, inflection, load
from lexveil.names import given
from lexveil.text.fold import fold

LONG = 5  # letters
PLURAL = "plural"  # what the form of several people begins with


def base_form(
    word: str, others: Collection[str], language: str, *, given_names: Collection[str] = ()
) -> Base:
    """`word` is the last of a name, `others` are last words of names in the document, `given_names` those
    that stand before a last word, where nothing is inflected. All folded.

    >>> base_form("virtaselle", ["virtanen", "virtaselle"], "fi")[:2], base_form("jens", ["holm"], "da")[:2]
    (('virtanen', 'allative'), ('jens', ''))
    """
    itself = Base(word, "", True)
    options = _bases(word, language)
    if not options or word in given_names:
        return itself
    options = [each for each in options if _may_be(each, {*others, *given_names})]
    written = [each for each in options if each.name in others or each.name in given_names]
    if written:
        best = min(written, key=lambda each: (each.name not in given_names, options.index(each)))
        doubtful = best.form == "partitive" and is_listed(word)  # Maria is hardly a form of Mari
        return itself if doubtful else best
    own = given.of_locales(load(language).locales)
    for known in (own.__contains__, is_listed):  # names of the country first
        listed = [] if known(word) else [each for each in options if known(each.name)]
        if listed or known(word):
            return max(listed, key=_standing(word, options, others, language), default=itself)
    sure = [each for each in options if each.sure]
    return max(sure, key=_standing(word, options, others, language), default=itself)


def _standing(
    word: str, options: Sequence[Base], others: Collection[str], language: str
) -> Callable[[Base], tuple[int, int]]:
    return lambda base: (_shared(base, word, others, language), -options.index(base))


def _may_be(base: Base, written: Collection[str]) -> bool:
    """What is appended is short and ends many names: only of a name that is written, or long and listed."""
    return "+" not in base.form or base.name in written or (len(base.name) >= LONG and is_listed(base.name))


def is_listed(word: str) -> bool:
    return given.is_given(word) or given.is_family(word)


def _shared(base: Base, word: str, others: Iterable[str], language: str) -> int:
    """How many of the other words may be forms of the same name."""
    return sum(
        any(base.name == each.name for each in _bases(other, language)) for other in others if other != word
    )


@lru_cache(maxsize=65536)
def _bases(word: str, language: str) -> Sequence[Base]:
    known = inflection(language)
    return tuple(each._replace(name=fold(each.name)) for each in known.bases(word)) if known else ()


def as_written(word: str, base: Base, language: str) -> str:
    """The base form in the letters of the word, which is not folded: Mäelle, Mäki."""
    known = inflection(language)
    letters = (
        (each.name for each in known.bases(word.lower()) if fold(each.name) == base.name) if known else ()
    )
    name = next(iter(letters), "")
    if not base.form or not name:
        return word
    same = Prefix.similarity(word.lower(), name)
    ending = name[same:]
    return word[:same] + (ending.upper() if word.isupper() else ending)
