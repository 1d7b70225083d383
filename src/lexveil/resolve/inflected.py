"""Names in the forms that a language gives them: in their base form to compare, and found in every other."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from lexveil.languages import DEFAULT, Language, inflection, load, people
from lexveil.languages.common import is_also_name, is_plain
from lexveil.model import MEDIUM, Document, Span
from lexveil.names import given
from lexveil.names.base_forms import PLURAL, base_form, is_listed
from lexveil.names.ordinary import is_compound, is_frequent
from lexveil.names.parse import Name, parse
from lexveil.resolve.name_or_word import (
    begins_sentence,
    given_name_before,
    is_thing,
    is_word,
    named_small,
    supported,
)
from lexveil.resolve.opening_words import opens_as_word
from lexveil.text.fold import fold, squeeze
from lexveil.text.patterns import UPPER

INFLECTED = "everywhere:inflected"  # the source of a mention that was found so
TRADE = 5  # letters of a word for a trade: Porari
OFTEN = 4  # times that somebody is called so, until the word is a name wherever it has a capital
HEAD = 4  # letters at the most that a name and its forms have in common at the start
SHORTEST = 3  # letters of a name that is looked for in other forms

# Cases whose endings no name has by itself.
LONG = ("inessive", "elative", "adessive", "ablative", "allative", "translative")

_CAPITALISED = re.compile(
    r"(?<![\w@/.-])(?![a-zß-öø-ÿ])[^\W\d_](?:[^\W_]{2,}|[^\W_]+(?=-\n))(?:-[^\W\d_]{3,})*"
    r"(?:-\n[ \t]*[a-zß-öø-ÿ]+|[:'’][a-zäö]{1,5})?(?![\w@])"
)

_INITIALS = re.compile(rf"[{UPPER}]{{2,4}}")  # AMS is no genitive
_SMALL = re.compile(r"(?<![\w@/.-])[^\W\d_A-Z]{4,}(?![\w@-])")


def in_base_form(document: Document, spans: Sequence[Span], names: Sequence[Name]) -> list[Name]:
    """The names as they are in the nominative; whoever is named in the plural is a family."""
    given_names = {token for name in names for token in name.tokens[:-1]}
    last = {name.family for name in names}
    found = []
    for span, name in zip(spans, names, strict=True):
        language = document.language_at(span.start)
        if _INITIALS.fullmatch(document.text, span.start, span.end):
            found.append(name)
            continue
        base = base_form(name.family, last, language, given_names=given_names)
        several = name.several or base.form.startswith(PLURAL)
        tokens = (*name.tokens[:-1], base.name) if name.tokens else ()
        found.append(name._replace(tokens=tokens, several=several))
    return found


def without_kin(name: Name, language: Language) -> Name:
    """What a child calls somebody is a name and no more: Seppo-ukki and Seppo setä are Seppo."""
    kin = _kin(language)
    tokens = tuple(_named_part(token, kin, language) for token in name.tokens)
    if len(tokens) == 2 and _is_kin(tokens[0], kin, language) and not given.is_family(tokens[1]):
        tokens = tokens[1:] if given.is_given(tokens[1]) else tokens  # Veli Veikko, his brother
    if len(tokens) > 1 and not given.is_given(tokens[-1]) and _is_kin(tokens[-1], kin, language):
        tokens = tokens[:-1] if not given.is_family(tokens[-1]) else tokens
    return name._replace(tokens=tokens) if tokens != name.tokens else name


def _named_part(token: str, kin: frozenset[str], language: Language) -> str:
    first, dash, last = token.partition("-")
    if not dash or "-" in last or len(first) < SHORTEST:
        return token
    return first if _is_kin(last, kin, language) else last if _is_kin(first, kin, language) else token


def _is_kin(word: str, kin: frozenset[str], language: Language) -> bool:
    known = inflection(language.code)
    return word in kin or bool(known and any(fold(base.name) in kin for base in known.bases(word)))


@cache
def _kin(language: Language) -> frozenset[str]:
    words = language.people["kinship"]
    return frozenset(fold(word) for key in ("m", "f") for word in words[key] if len(word) >= SHORTEST)


def inflected(document: Document, spans: Sequence[Span], lower_words: set[str]) -> Iterator[Span]:
    """Capitalised words that are a form of a name: Virtaselle, Sjöbergs."""
    persons = [span for span in spans if span.category == "PERSON" and span.score >= MEDIUM]
    if not _is_spoken(document, persons):
        return
    names = in_base_form(document, persons, _parsed(document, persons))
    full = [name for name in names if not name.bare]
    given_names = {token for name in full for token in name.tokens[:-1] if given.is_given(token)}
    known = {name.family for name in names} | given_names | {name.tokens[0] for name in full if name.tokens}
    known = {name for name in known if len(name) >= SHORTEST}
    borne = Counter(name.family for name in names)
    inside = [(span.start, span.end) for span in persons]
    for found in _CAPITALISED.finditer(document.text):
        at = bisect_right(inside, (found.start(), len(document.text))) - 1
        if at >= 0 and inside[at][1] > found.start():
            continue
        word, language = squeeze(found[0]).text, load(document.language_at(found.start()))
        base = base_form(word, known, language.code).name
        if base not in known:
            continue
        small = word in lower_words or base in lower_words
        weak = small or is_word(word, language) or is_word(base, language)
        weak = weak and (small or borne[base] < OFTEN)
        place = found.span()
        if opens_as_word(document.text, *place, language) or is_thing(document.text, *place, language):
            continue
        if not weak or supported(document.text, found.start(), found.end(), language):
            start = given_name_before(document.text, found.start(), lower_words, language)
            yield Span(start, found.end(), "PERSON", MEDIUM, (INFLECTED,))
    yield from _in_small_letters(document, known, inside)


def _in_small_letters(
    document: Document, known: set[str], inside: Sequence[tuple[int, int]]
) -> Iterator[Span]:
    """The same typed without capitals, where it is nothing else: kysy virtaselta."""
    heads = {name[: max(2, min(HEAD, len(name) - HEAD))] for name in known}
    for found in _SMALL.finditer(document.text):
        word = squeeze(found[0]).text
        if not any(word[:size] in heads for size in range(2, HEAD + 1)):
            continue
        at = bisect_right(inside, (found.start(), len(document.text))) - 1
        language = load(document.language_at(found.start()))
        base = base_form(word, known, language.code).name
        elsewhere = at < 0 or inside[at][1] <= found.start()
        if elsewhere and base in known and named_small(document.text, *found.span(), language):
            yield Span(found.start(), found.end(), "PERSON", MEDIUM, (INFLECTED,))


def whole(document: Document, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Given and family name that were found one by one, where the document has them as one person's."""
    persons = [span for span in spans if span.category == "PERSON"]
    if not _is_spoken(document, persons):
        return tuple(spans)
    names = in_base_form(document, persons, _parsed(document, persons))
    pairs = {(name.tokens[0], name.family) for name in names if name.tokens and not name.bare}
    kept: list[Span] = []
    for span in spans:
        before = kept[-1] if kept else None
        if before and _are_one(document, before, span, pairs):
            score = max(before.score, span.score)
            kept[-1] = replace(before, end=span.end, score=score, sources=(*before.sources, *span.sources))
        else:
            kept.append(span)
    return tuple(kept)


def _are_one(document: Document, one: Span, other: Span, pairs: set[tuple[str, str]]) -> bool:
    text = document.text
    if {one.category, other.category} != {"PERSON"} or text[one.end : other.start] != " ":
        return False
    first, family = fold(text[one.start : one.end]), fold(text[other.start : other.end])
    known = {last for begin, last in pairs if begin == first}
    return bool(known) and (
        family in known or base_form(family, known, document.language_at(one.start)).name in known
    )


def parted(document: Document, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Two people taken for one: in "Virtaselle Salo oli" the first name ends where it is inflected."""
    persons = [span for span in spans if span.category == "PERSON"]
    if not _is_spoken(document, persons):
        return tuple(spans)
    names = in_base_form(document, persons, _parsed(document, persons))
    last = {name.family for name in _parsed(document, persons)}
    tokens = Counter(token for name in names for token in name.tokens)
    often = {token for token, count in tokens.items() if count > 1}
    return tuple(part for span in spans for part in _parts(document, span, last, often))


def _parts(document: Document, span: Span, last: set[str], often: set[str]) -> Iterator[Span]:
    """`often`: words that stand in several names."""
    words = [*re.finditer(r"[^\s,]+", document.text[span.start : span.end])]
    if span.category != "PERSON" or len(words) < 2:
        yield span
        return
    language = document.language_at(span.start)
    words = _after_greeting(words, language)
    begin = span.start + words[0].start()
    again = base_form(fold(words[-1][0]), last, language).name in often  # is named elsewhere too
    for word, following in pairwise(words):
        key = fold(word[0])
        base = base_form(key, last - {key}, language)
        named = base.name in last or (base.form in LONG and is_listed(base.name))
        ends = base.form and named and not is_listed(key)
        ends = ends or _is_second(words, word, last, language)
        heads = span.start + word.start() == begin and key not in often
        named = again or given.is_given(fold(following[0]))
        opens = heads and named and _is_opening(document, begin, key)
        if ends:
            yield replace(span, start=begin, end=span.start + word.end())
        if ends or opens:
            begin = span.start + following.start()
    alone = begin > span.start and begin == span.start + words[-1].start()
    if not alone or not is_plain(fold(words[-1][0]), load(language)):  # Vogels Haus
        yield replace(span, start=begin)


def _after_greeting(words: list[re.Match[str]], language: str) -> list[re.Match[str]]:
    """Hej Rogge, Helsing T.R.: the name alone. Kåre is a name, and kære a greeting."""
    addressed = load(language).people.get("addressed", {})
    greetings = {word for key in ("greetings", "closings") for word in addressed.get(key, ())}
    last = max((at for at, word in enumerate(words[:-1]) if word[0].lower() in greetings), default=-1)
    return words[last + 1 :]


def _is_opening(document: Document, start: int, word: str) -> bool:
    """An ordinary word at the head of a sentence, before a name: "Toissijaisesti Virtanen"."""
    language = load(document.language_at(start))
    if not begins_sentence(document.text, start) or _is_name(word, language):
        return False
    base = base_form(word, (), language.code)
    trade = word.endswith(tuple(language.people["titles"].get("trades", ()))) and len(word) >= TRADE
    inflected = base.sure and base.form in LONG and not is_listed(base.name)
    return is_frequent(word, language) or inflected or trade or is_compound(word, language)


def _is_name(word: str, language: Language) -> bool:
    """Per is a name in Sweden, whatever it is elsewhere; Von Quellmark begins with a particle."""
    own = given.of_locales(language.locales)
    return (
        is_listed(word) or word in own or word in people.particles(language) or is_also_name(word, language)
    )


def _is_second(words: Sequence[re.Match[str]], word: re.Match[str], last: set[str], language: str) -> bool:
    """Whether somebody else begins after the word: "Kaisa Vuori Jukka Tammelta"."""
    at = words.index(word)
    if at < 1 or at + 2 >= len(words):
        return False
    key, following = fold(word[0]), fold(words[at + 1][0])
    form = base_form(fold(words[-1][0]), last, language).form
    return bool(form) and given.is_given(following) and given.is_family(key) and not given.is_given(key)


def _is_spoken(document: Document, spans: Sequence[Span]) -> bool:
    """Whether names are inflected in the language of any of them; English leaves its mark outside."""
    return any(
        inflection(each) and each != DEFAULT for each in {document.language_at(s.start) for s in spans}
    )


def _parsed(document: Document, spans: Sequence[Span]) -> list[Name]:
    return [
        parse(document.text[span.start : span.end], language=document.language_at(span.start))
        for span in spans
    ]
