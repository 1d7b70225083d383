"""From a name as it is written to its base form: Virtaselle is of Virtanen, Sjöbergs of Sjöberg.

The language says which base forms a word may have; which it has, the other names of the document tell, then
the lists of names and the words of the language that are names (Ilta, Joki). Of a double name the last half
is inflected: Mäkelä-Virtaselle.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache

from rapidfuzz.distance import Prefix

from lexveil.languages import Base, inflection, load
from lexveil.names import given
from lexveil.names.ordinary import ranks
from lexveil.names.places import is_place
from lexveil.text.fold import fold

LONG = 5  # letters
SHORTEST = 3  # of a name that one letter is put to
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
    options = bases(word, language)
    if not options or word in given_names:
        return itself
    options = [each for each in options if _may_be(each, {*others, *given_names})]
    written = [each for each in options if each.name in others or each.name in given_names]
    if written:
        best = min(written, key=lambda each: (each.name not in given_names, options.index(each)))
        doubtful = best.form == "partitive" and is_listed(word)  # Maria is hardly a form of Mari
        return itself if doubtful else best
    first, dash, last = word.rpartition("-")
    if dash:
        half = base_form(last, (), language)
        return half._replace(name=f"{first}-{half.name}") if half.form else itself
    standing = _standing(word, options, others, language)
    sure = [each for each in options if each.sure]
    own = given.of_locales(load(language).locales) | load(language).words["names"]
    if word in own:
        return itself
    listed = [each for each in options if each.name in own]  # names of the country first
    if not listed and is_listed(word):
        return itself
    listed = listed or [each for each in sure if each.name in ranks(language)]
    listed = listed or [each for each in options if is_listed(each.name)]
    return max(listed or sure, key=standing, default=itself)


def likeliest(word: str, language: str) -> Base:
    """The same of a word that somebody says is a name, by its end where nothing else tells.

    >>> likeliest("kaisun", "fi")[:2], likeliest("holgersson", "fi")[:2]
    (('kaisu', 'genitive'), ('holgersson', ''))
    """
    found = base_form(word, (), language)
    names_in_n = tuple(load(language).replace.get("stems", {}).get("names_in_n", ()))
    if found.form or is_listed(word) or word.endswith(names_in_n):
        return found
    options = [each for each in bases(word, language) if "+" not in each.form]
    return next((each for each in options if each.name in ranks(language)), next(iter(options), found))


def place_form(word: str, language: str, others: Collection[str] = ()) -> Base:
    """The same of a place: Turussa, Turku; of one that is listed as it is written, itself. `others` are the
    other places that are named: what most of them may be forms of is one.

    >>> place_form("turussa", "fi")[:2], place_form("ita-helsingissa", "fi")[:2]
    (('turku', 'inessive'), ('ita-helsinki', 'inessive'))
    >>> place_form("lieksaan", "fi", ["lieksassa", "lieksasta"])[:2]
    ('lieksa', 'illative')
    """
    first, dash, last = word.rpartition("-")
    options = [] if is_place(word) or is_listed(word) else list(bases(last, language))
    known = [each for each in options if is_place(each.name) or each.name in others]
    if not known and not dash:
        known = [each for each in options if "+" not in each.form and _shared(each, word, others, language)]
    standing = _standing(word, options, others, language)
    found = max(known, key=standing, default=Base(last, "", True))
    return found._replace(name=f"{first}{dash}{found.name}")


def _standing(
    word: str, options: Sequence[Base], others: Collection[str], language: str
) -> Callable[[Base], tuple[int, int]]:
    return lambda base: (_shared(base, word, others, language), -options.index(base))


def _may_be(base: Base, written: Collection[str]) -> bool:
    """What is appended is short and ends many names: only of a name that is written, or long and listed."""
    listed = len(base.name) >= LONG and is_listed(base.name)
    if len(base.name) < SHORTEST and base.form == "partitive" and base.name not in written:
        return False  # Hoa is no form of Ho
    return "+" not in base.form or base.sure or listed or base.name in written


def is_listed(word: str) -> bool:
    return given.is_given(word) or given.is_family(word)


def _shared(base: Base, word: str, others: Iterable[str], language: str) -> int:
    """How many of the other words may be forms of the same name."""
    return sum(
        any(base.name == each.name for each in bases(other, language)) for other in others if other != word
    )


@lru_cache(maxsize=65536)
def bases(word: str, language: str) -> Sequence[Base]:
    """All that the word may be a form of, by the rules of the language alone."""
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
