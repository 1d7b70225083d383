"""What detectors took for a person and is a word, a heading, a numeral or the letters of an office.

What the whole document says counts: who is once called Mr Gold, is Gold where a person may stand.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import pairwise

from lexveil.jurisdictions import table
from lexveil.jurisdictions.legalforms import is_legal_form, is_mark
from lexveil.languages import Language, all_words, load, people
from lexveil.languages import each as each_language
from lexveil.languages.common import is_function, is_plain
from lexveil.model import Document, Span
from lexveil.names import given, places
from lexveil.names.base_forms import base_form
from lexveil.names.ordinary import is_frequent, is_respelt, ranks
from lexveil.names.parse import formerly
from lexveil.resolve.name_or_word import (
    NEAR,
    WORD_AFTER,
    begins_sentence,
    beside,
    does_what_people_do,
    in_shouted_line,
    is_paired,
    is_word,
    last_word,
    lower_case_pairs,
    lower_case_words,
    named_small,
    supported,
    tells_apart,
)
from lexveil.resolve.opening_words import opens_as_word
from lexveil.resolve.place_or_person import in_country, is_known_place
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of, one_of

GUESSING = ("ner:", "hf", "gliner", "spacy", "gazetteer:", "initials:", "citations:", "titles:", "captions:")
STRONG = ("titles:", "metadata", "captions:")  # sources that surely mean people
UNTITLED = frozenset(
    ["titles:witness", "titles:party", "titles:context", "titles:expert"]
)  # by what stands around
CITY = "locations:city"
SPEAKER = "chats:speaker"
INITIALS_ONLY = "captions:initials"
CERTAIN = 0.9
OFTEN = 10_000  # words, the most frequent of the list
NOUN = 0.5  # from which score on a noun is a name that somebody bears
ADVERB = 4  # letters of a word, at least, with the ending of an adverb
FIRM = 100  # characters before a name in which a firm is introduced
PREFIX, SUFFIX = 3, 5  # letters of the two parts of a compound, at least
INITIALS = 4  # letters; fewer capitals may be somebody's
SURE, LIKELY = 0.8, 0.6  # scores from which on a name of several words, a given name is one
_LETTERS = re.compile(r"[^\W\d_]+")
_INITIAL_FIRST = re.compile(r"([^\W\d_a-z])\.\s+(\S+(?: \S+){0,2})")
_ENDS_CELL = re.compile(r"[^\S\n]*(?:\n|\Z)|[^\S\n]{2,}")
_CELL = re.compile(r"\t| {3,}")  # between the columns of a line
_ROMAN = re.compile(r"(?=[IVX]{2})(?:X{0,3})(?:IX|IV|V?I{0,3})")
_INITIALS_BEFORE = re.compile(r"(?<!\w)[A-Z]{1,4} ?\(\Z")
_AFTER_NAME = re.compile(r"([^\W\d_])[^\W\d_]*[^\W\d_][.)’']?,? *\Z")
_STATE = re.compile(r", (?:[A-Z]\.[A-Z]\.|[A-Z]{2}\b)")  # Roeville, B.C.
_VOWEL = re.compile(r"[AEIOUY]")
_ENDS = re.compile(r"[.?!](?:\s|\Z)")
_CLOSES = re.compile(r"[.,]?[\"”’']")
_SPACED = re.compile(r"(?<!\S)(?:[^\W\d_] ){4,}[^\W\d_](?!\S)")
_HEADS = re.compile(r"\n[A-Z]\. (?=[^\W\d_a-z]\w)")  # E. The prize
# C.C. 34.900.118, D.N.I.: 34
_LETTERS_BEFORE_NUMBER = re.compile(
    r"(?:[^\W\d_a-z]\.[^\S\n]?){2,5}(?::[^\S\n]*|[^\S\n]*)(?=\d{2})"
)  # C.C. 34.900
_COUNTED = re.compile(r"[A-Z]\d{1,2}")  # T1, V2: the first accused, the second witness
_TERMS = re.compile(r"[^\s,;()]+")
_FORM_AFTER = re.compile(r",?[^\S\n]+([^\s,;()]{2,12})")
_ENUMERATOR = re.compile(r"\s*(?:(?:[A-Z]|[IVX]{1,5}|\d{1,3})[.)]\s*)?")
_HALF = re.compile(r"[^\W\d_]{3,}-\s(\w{1,4})")


def only_people(document: Document, spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans less those of persons that are none."""
    spans = tuple(spans)
    text = document.text
    titles = frozenset().union(*(people.titles(language) for _, _, language in each_language(document)))
    borne = _borne(text, spans, titles)
    firms = _firms(document, spans) - borne
    spaced = [found.span() for found in _SPACED.finditer(text)]
    small = lower_case_words(text)
    placed = {
        fold(text[span.start : span.end])
        for span in spans
        if CITY in span.sources and (_STATE.match(text, span.end) or in_country(text, span.end))
    } - borne
    placed |= _mostly_places(text, spans) - borne
    kept = []
    for span in spans:
        language = load(document.language_at(span.start))
        surface = text[span.start : span.end]
        if span.category == "PERSON" and (
            _is_particles(surface, language)
            or _is_mark(fold(surface.strip(" .")), span)
            or (_is_guess(span) and (_is_label(text, span, language) or _is_case(surface, language)))
            or _is_half(surface, language)
            or _is_no_speaker(text, span, language)
            or (by_model(span) and surface in language.people["titles"].get("ranked", ()))  # PHK Roe
            or (_is_guess(span) and _is_adverb(span, surface, language))
            or _is_ticked(text, span, surface, language)
            or (len(surface.strip(" .")) == 1 and _begins_statute(language).match(text, span.start))
            or (not _is_courteous(span) and fold(surface) in language.labels["noise"].get("things", ()))
        ):
            continue
        if span.category == "PERSON" and (
            _is_body(text, span, surface, language) or _is_firms(span, surface, firms)
        ):
            span = replace(span, category="ORG")
        if span.category != "PERSON" or not (_is_guess(span) or _is_plain_word(text, span, language)):
            kept.append(span)
        elif (
            (by_model(span) and fold(text[span.start : span.end]) in placed)
            or (
                (by_model(span) or in_country(text, span.end))
                and _is_known_place(text, span, borne, language)
            )
            or _is_state(surface)
        ):
            kept.append(replace(span, category="LOC"))
        elif _is_person(text, span, borne, spaced, small, language) or _abbreviates(text, span, spans):
            kept.append(span)
    return tuple(kept)


def _mostly_places(text: str, spans: Iterable[Span]) -> set[str]:
    """Listed places that are seen as such, by a model too, at least as often as it takes them for people."""
    seen: Counter[str] = Counter()
    for span in spans:
        if CITY in span.sources and _is_seen(span):
            seen[fold(text[span.start : span.end])] += 1
        elif span.category == "PERSON":
            seen[fold(text[span.start : span.end])] -= 1
    return {name for name, times in seen.items() if times >= 0}


def _is_state(surface: str) -> bool:
    """Iraq, whatever stands before it; not Georgia."""
    name = fold(surface)
    return places.is_country(name) and not places.is_ambiguous(name) and not surface.isupper()


def _is_no_speaker(text: str, span: Span, language: Language) -> bool:
    """What a transcript or a note calls somebody by their part in the case: BF, ADR, Sp:"""
    surface = text[span.start : span.end]
    guessed = by_model(span) or SPEAKER in span.sources
    short = len(surface) <= INITIALS and (surface.isupper() or text[span.end : span.end + 1] == ":")
    return guessed and short and surface.lower() in language.labels["initials"].get("parts", ())


@cache
def _begins_statute(language: Language) -> re.Pattern[str]:
    """L. n. 69 del 2009, D. Lgs.: the letter of a law, also where the line ends within it."""
    return re.compile(one_of(language.labels["noise"].get("statutes", ["(?!)"])))


def _is_ticked(text: str, span: Span, surface: str, language: Language) -> bool:
    """A box of a form, `Referred: Y`, and what letters count, `unit A`: a model's letter, and nobody's."""
    if len(surface.strip(".")) > 1 or not by_model(span):
        return False
    words = language.labels["initials"]
    if surface.lower() in words.get("ticks", ()) and _ENDS_CELL.match(text, span.end):
        return text[max(0, span.start - 2) : span.start] == ": "
    return (
        "." not in surface
        and _counted(language).search(text, max(0, span.start - FIRM), span.start) is not None
    )


@cache
def _counted(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?i)(?<![\w-]){one_of(language.labels['initials'].get('counted', ()))} \Z")


def _is_mark(key: str, span: Span) -> bool:
    """Inc, of which the document speaks as of somebody."""
    form = (
        len(key) > 2
        and key.isalpha()
        and is_legal_form(key)
        and not _is_courteous(span)
        and not given.is_family(key)
    )
    return (is_mark(key) or form) and not given.is_given(key)


def _is_adverb(span: Span, surface: str, language: Language) -> bool:
    """Unsurprisingly; not Kelly."""
    endings = tuple(language.people["beside"].get("adverbs", ()))
    key = fold(surface)
    bare = next((key.removesuffix(each) for each in endings if key.endswith(each)), "")
    ends = len(bare) >= ADVERB and surface.isalpha() and bare in ranks(language.code)
    return ends and not (given.is_given(key) or given.is_family(key) or _is_courteous(span))


def _is_body(text: str, span: Span, surface: str, language: Language) -> bool:
    """A firm after what introduces one, "(instructed by Roe Doe)"; a body that everybody knows: Ofcom."""
    if _is_courteous(span) and "captions:judge" not in span.sources:
        return False
    if fold(surface) in named_bodies(language):
        return True
    before = text[max(0, span.start - FIRM) : span.start]
    introduced = _firm_before(language).search(before) is not None
    return introduced and not _of_a_firm(language).match(text, span.end)


def _firms(document: Document, spans: Iterable[Span]) -> set[str]:
    """What companies of the document, told by their legal form, are called in one word: the only one, or the
    first where it is neither a word nor anybody's name as far as is known."""
    found: set[str] = set()
    for span in spans:
        words = _company_words(document, span)
        first = words[0] if words else ""
        if len(first) < INITIALS or given.is_given(first):
            continue
        telling = not (given.is_family(first) or is_word(first, load(document.language_at(span.start))))
        if len(words) == 1 or telling:
            found.add(first)
    return found


def _company_words(document: Document, span: Span) -> list[str]:
    """The words of a name before the legal form of a company, folded."""
    if span.category not in ("PERSON", "ORG"):
        return []
    text, language = document.text, load(document.language_at(span.start))
    words = _TERMS.findall(text, span.start, span.end)
    forms = [_is_form(word, language) for word in words]
    if span.category == "ORG" and any(forms[1:]):
        words = words[: forms.index(True, 1)]
    elif not (after := _FORM_AFTER.match(text, span.end)) or not _is_form(after[1], language):
        return []
    return [fold(word).strip(".") for word in words]


def _is_form(word: str, language: Language) -> bool:
    """Ltd, A/S; not the word as, whatever its case."""
    key = fold(word).strip(".")
    written = word[0].isupper() or not word.isalpha()
    return written and is_legal_form(key) and not is_function(key, language)


def _is_firms(span: Span, surface: str, firms: set[str]) -> bool:
    """Bilka denied it, beside Bilka A/S: no person, as long as nobody has that name."""
    return not _is_titled(span) and not firms.isdisjoint({fold(surface), fold(surface).removesuffix("s")})


@cache
def named_bodies(language: Language) -> frozenset[str]:
    return frozenset(language.labels["organizations"].get("named", ()))


@cache
def _firm_before(language: Language) -> re.Pattern[str]:
    listed = (
        language.roles["organizations"].get("firm_before", ()) if "organizations" in language.roles else ()
    )
    return re.compile(rf"(?i)\((?:[\w ]+, )?{one_of(listed)}\s+[^()\n]*\Z" if listed else "(?!)")


@cache
def _of_a_firm(language: Language) -> re.Pattern[str]:
    """After somebody who works there: of Roe & Doe."""
    of = any_of(language.people["described"]["of"])
    return re.compile(rf",? {of} [^\W\d_a-z]")


def _is_particles(surface: str, language: Language) -> bool:
    """What links names is none: die Frau in der Kirche, la viuda de la."""
    words = surface.split()
    linking = surface.islower() and set(words) <= people.particles(language)
    return linking and (len(words) > 1 or is_function(surface, language))  # ben said


def _is_half(surface: str, language: Language) -> bool:
    """The first of two words that share their end: "Sosial- og helseavdelinga"."""
    half = _HALF.fullmatch(surface)
    return half is not None and is_function(fold(half[1]), language)


def _is_case(surface: str, language: Language) -> bool:
    """Re E: the name of a case."""
    first, _, letters = surface.partition(" ")
    matter = fold(first) in language.labels["citations"].get("in_the_matter_of", ())
    return matter and letters.isupper() and len(letters.strip(".")) < PREFIX


def _is_label(text: str, span: Span, language: Language) -> bool:
    """Of a number, of an annex, or of somebody in the order of the case; Officer W80 is somebody."""
    if _is_titled(span):
        return False
    letter = len(text[span.start : span.end].strip(".")) == 1
    if letter and by_model(span) and span.score < LIKELY:  # Annex V
        return _lettered(language).search(text, max(0, span.start - NEAR), span.start) is not None
    letters = _LETTERS_BEFORE_NUMBER.match(text, span.start)
    return bool(_COUNTED.fullmatch(text, span.start, span.end)) or (
        letters is not None and letters.end() - span.end in range(3)
    )


@cache
def _lettered(language: Language) -> re.Pattern[str]:
    """What is told apart by letters."""
    things = [word for word in language.labels["initials"]["references"] if len(word) > PREFIX]
    return re.compile(rf"(?i)(?<![^\W_]){one_of(things)} \Z")


def _is_plain_word(text: str, span: Span, language: Language) -> bool:
    """THE of `THE KING`, ORS. of `ROE & ORS.`, where initials of a party may stand."""
    key = fold(text[span.start : span.end]).strip(" .")
    small = len(key) > 1 and is_function(key, language) and not text[span.start : span.end].isupper()
    return INITIALS_ONLY in span.sources and (small or (len(key) > 2 and is_plain(key, language)))


def _is_seen(span: Span) -> bool:
    """By a model."""
    return any(each.startswith("ner:") for each in span.sources)


def _is_courteous(span: Span) -> bool:
    """After a title that is nothing else, on the bench of the first page, or known from the case's data."""
    return any(
        each in ("titles:courtesy", "captions:judge") or each.startswith("metadata") for each in span.sources
    )


@cache
def _makes() -> re.Pattern[str]:
    """Makes of cars."""
    return re.compile("|".join(table("plates")["makes"]))


def _is_guess(span: Span) -> bool:
    """Found by a model or a rule that goes by looks, not marked by hand nor a party by initials."""
    looks = bool(span.sources) and all(source.startswith(GUESSING) for source in span.sources)
    return looks and "captions:initials" not in span.sources


def _is_known_place(text: str, span: Span, borne: set[str], language: Language) -> bool:
    """Exampleton, 3 May 2004; AB (Jamaica), as those are called who ask for asylum."""
    name = fold(text[span.start : span.end])
    if places.is_country(name) and _INITIALS_BEFORE.search(text, max(0, span.start - 8), span.start):
        return True
    return is_known_place(text, span, borne, language)


def by_model(span: Span) -> bool:
    return bool(span.sources) and all(source.startswith("ner:") for source in span.sources)


def _borne(text: str, spans: Iterable[Span], titles: frozenset[str]) -> set[str]:
    """The words, folded, that are surely names of people in the document; a title only where it ends the name
    of somebody: Chance Bishop."""
    found: set[str] = set()
    for span in spans:
        if span.category == "PERSON":
            words = list(map(fold, _LETTERS.findall(text, span.start, span.end)))
            elided = text.startswith(_elided(), span.start)
            if _is_titled(span) or (span.score >= SURE and len(words) > 1 + elided):
                family = words[-1:] if len(words) > 1 and words[0] not in titles else []
                found.update(word for word in words if word not in titles)
                found.update(family)
    return found


def _is_titled(span: Span) -> bool:
    return any(each.startswith(STRONG) and each not in UNTITLED for each in span.sources)


def _is_person(
    text: str, span: Span, borne: set[str], spaced: list[tuple[int, int]], small: set[str], language: Language
) -> bool:
    surface = text[span.start : span.end]
    words = _LETTERS.findall(surface)
    if words and _is_former(text, span, language):
        return True
    if not words or _ROMAN.fullmatch(surface.strip(".")):
        return False
    if any(start <= span.start and span.end <= end for start, end in spaced):
        return False
    if by_model(span) and _HEADS.match(text, max(0, span.start - 1)) and span.end - span.start < 3:
        return False
    if _is_office(text, span, "".join(words), language):
        return False
    if not tells_apart(language):
        return True
    keys = [fold(word) for word in words]
    if _only_function(words, keys, language) and not (surface.isupper() or _is_courteous(span)):
        return False
    if _is_plain_word(text, span, language) or _is_elided(surface, span, borne, language):
        return False
    if len(keys) == 1 and _is_only_word(text, span, keys[0], borne, language):
        return False
    if len(keys) == 1 and opens_as_word(text, span.start, span.end, language):
        return False
    plain = len(keys) == 1 and len(keys[0]) >= INITIALS and _is_plain(keys[0], language)
    plain = plain and keys[0] not in borne
    judge = plain and _judges(language).match(text, span.end)
    if plain and not judge and not _is_courteous(span) and (span.score < CERTAIN or not _is_seen(span)):
        return False
    if not _is_titled(span) and borne.isdisjoint(keys) and any(map(_makes().fullmatch, words)):
        return False
    ordinary = [
        is_word(key, language) or key in small or _is_abbreviated(word)
        for key, word in zip(keys, words, strict=True)
    ]
    if _heads_line(text, span, keys, language):
        return False
    if not any(ordinary):
        doubtful = _only_listed(span) and _is_thing(text, span, language)
        return not (doubtful or _only_opens(text, span, keys, borne))
    said = {key for key in keys if len(key) > 1}
    if len(keys) > 1:
        nobody = all(ordinary) and borne.isdisjoint(said) and not _is_titled(span)
        if nobody and (surface.islower() or lower_case_pairs(text).issuperset(pairwise(keys))):
            return False
        return not (all(ordinary) and _is_phrase(text, span, keys, language))
    if by_model(span) and span.score >= CERTAIN and words[0].istitle() and not _is_known(keys[0], language):
        return True
    return _is_name(text, span, keys[0], borne, language)


def _abbreviates(text: str, span: Span, spans: Iterable[Span]) -> bool:
    """T. Vives Server, where Tonina Vives Server is somebody."""
    cut = _INITIAL_FIRST.fullmatch(text, span.start, span.end)
    if not cut or cut[2].isupper():
        return False
    return any(
        each.category == "PERSON"
        and each.end - each.start > span.end - span.start
        and text[each.start] == cut[1]
        and text[each.start : each.end].endswith(f" {cut[2]}")
        for each in spans
    )


def _is_former(text: str, span: Span, language: Language) -> bool:
    """A name that somebody had before, in brackets: Ann Roe (née Cash)."""
    known = formerly(language)
    before = text[max(0, span.start - NEAR) : span.start].rpartition("(")[2]
    return any(known.match(f" {beside}") for beside in (text[span.start : span.end], before) if beside)


def _is_only_word(text: str, span: Span, key: str, borne: set[str], language: Language) -> bool:
    """A frequent word that is nobody's name as far as is known, and that no model is certain of: Notice to
    Quit, Statement of Agreed Facts, Secretary of State for Justice Intervening."""
    if language.capitals != "names" or _is_courteous(span) or key in borne or len(key) < INITIALS:
        return False
    if given.is_given(key) or given.is_family(key) or ranks(language.code).get(key, OFTEN) >= OFTEN:
        return False
    named = _bears_letters(text, span.end, language) or (_is_titled(span) and _is_seen(span))
    return span.score < CERTAIN and not named


def _is_known(key: str, language: Language) -> bool:
    """A frequent word, or surely the form of one: a model that is certain must yield to it."""
    return is_frequent(key, language) or is_frequent(base_form(key, (), language.code).name, language)


@cache
def _elided() -> tuple[str, ...]:
    """Articles that are written together with the next word, of any language."""
    letters = [word for word in all_words("people", "beside", "article") if len(word) == 1]
    return tuple(letter + mark for letter in letters for mark in "'’")


def _is_elided(surface: str, span: Span, borne: set[str], language: Language) -> bool:
    """l'ACQUEREUR, l'OFFICE: an article and what is no name, to a model alone."""
    if not surface.startswith(_elided()) or not by_model(span):
        return False
    keys = list(map(fold, _LETTERS.findall(surface)[1:]))
    word = surface[2:].isupper() or all(is_word(key, language) for key in keys)
    return word and borne.isdisjoint(keys)


def _only_function(words: list[str], keys: list[str], language: Language) -> bool:
    pairs = zip(words, keys, strict=True)
    return all(is_function(key, language) and not is_respelt(word, language) for word, key in pairs)


def _is_plain(key: str, language: Language) -> bool:
    """A word and no name; where nouns have capitals, also what ends in one: Zivilklägerin."""
    if is_plain(key, language) or language.capitals != "nouns":
        return is_plain(key, language)
    ends = (key[at:] for at in range(PREFIX, len(key) - SUFFIX + 1))
    return not given.is_family(key) and any(is_plain(end, language) for end in ends)


def _is_abbreviated(word: str) -> bool:
    """A letter, or capitals that nobody can speak: HTML."""
    return len(word) == 1 or (word.isupper() and len(word) < 6 and not _VOWEL.search(word))


def _heads_line(text: str, span: Span, keys: list[str], language: Language) -> bool:
    """`F. Postscript` alone in a line: the letter counts the headings."""
    if len(keys) < 2 or len(keys[0]) > 1 or given.is_given(keys[-1]) or given.is_family(keys[-1]):
        return False
    if not is_word(keys[-1], language):
        return False
    line = text[text.rfind("\n", 0, span.start) + 1 : (text.find("\n", span.end) + 1 or len(text) + 1) - 1]
    return (
        line.strip() == text[span.start : span.end].strip() and text[span.start + 1 : span.start + 2] == "."
    )


def _is_office(text: str, span: Span, letters: str, language: Language) -> bool:
    """`C.J.` of `ROE, C.J.`, `J` of `Roe J`, `Ph.D.`: no part of a name."""
    known = language.people["names"]
    listed = letters.lower() in known.get("office_letters", ()) or letters.lower() in known["degrees"]
    if not listed or not letters[:1].isupper() or len(text[span.start : span.end]) > len(letters) * 2 + 1:
        return False
    before = text[max(0, span.start - NEAR) : span.start]
    name = _AFTER_NAME.search(before)
    several = len(letters) > 1  # King LJ, David Lord QC: also after a name that is a title elsewhere
    return name is not None and name[1].isupper() and (several or not beside(language).title.search(before))


def _bears_letters(text: str, end: int, language: Language) -> bool:
    """`J.` after `GOLD,`"""
    found = WORD_AFTER.match(text[end : end + NEAR])
    return bool(found and found[2] and fold(found[3] or "") in beside(language).letters)


@cache
def _judges(language: Language) -> re.Pattern[str]:
    """After a name that may be any word: Laws LJ."""
    letters = (word.upper() for word, role in people.role_after(language).items() if role == "JUDGE")
    return re.compile(rf",? {any_of(word for word in letters if len(word) > 1)}(?![\w-])")


def _only_listed(span: Span) -> bool:
    """Found by a list of given names and nothing else."""
    return span.sources == ("gazetteer:given",)


def _only_opens(text: str, span: Span, keys: list[str], borne: set[str]) -> bool:
    """A single unknown word that opens a sentence, which the model hardly takes for a name: Telineen."""
    if len(keys) > 1 or span.score >= NOUN or not by_model(span) or keys[0] in borne:
        return False
    unknown = not (given.is_given(keys[0]) or given.is_family(keys[0]))
    goes_on = text[span.end : span.end + 1] == " " and text[span.end + 1 : span.end + 2].islower()
    return unknown and goes_on and begins_sentence(text, span.start)


def _is_thing(text: str, span: Span, language: Language) -> bool:
    """A number or a stroke after it, or `the` before it: Tab 4, the Trent."""
    before = last_word(text[max(0, span.start - NEAR) : span.start])
    family = span.score >= CERTAIN and given.is_family(fold(text[span.start : span.end]))  # evite a los Roe
    article = fold(before) in beside(language).articles and not (family and language.capitals == "names")
    return _numbered(language).match(text, span.end) is not None or article


@cache
def _numbered(language: Language) -> re.Pattern[str]:
    number = one_of(language.labels["numbered"]["number"])
    return re.compile(rf"\.? (?:{number}|\d)|/", re.IGNORECASE)


def _is_phrase(text: str, span: Span, keys: list[str], language: Language) -> bool:
    """Words of the language in a heading or after an article: FACTUAL BACKGROUND, the Prohibited List."""
    if given.is_given(keys[0]) and (given.is_family(keys[-1]) or len(keys) == 2):
        return False
    titles = people.titles(language)
    borne = [key for key in keys if key not in titles]
    office = all(ranks(language.code).get(key, OFTEN) < OFTEN for key in borne)  # Prime Minister
    if _is_titled(span) or (len(borne) < len(keys) and not office):
        return False
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    line = text[start : len(text) if end < 0 else end]
    heading = line[_ENUMERATOR.match(line).end() :].strip()  # type: ignore[union-attr]
    alone = (
        heading == text[span.start : span.end].strip() or heading == text[span.start : span.end][3:].strip()
    )
    others = [fold(word) for word in _LETTERS.findall(heading)]
    shouted = heading.isupper() and any(is_function(word, language) for word in others)
    before = fold(last_word(text[max(0, span.start - NEAR) : span.start]))
    return alone or shouted or before in beside(language).determiners


def _stands_apart(text: str, span: Span, language: Language) -> bool:
    """Alone in its line or column but for a title, as names stand under a decision."""
    before = _CELL.split(text[text.rfind("\n", 0, span.start) + 1 : span.start])[-1]
    after = _CELL.split(text[span.end : span.end + NEAR].partition("\n")[0])[0]
    words = [fold(word) for word in _LETTERS.findall(before)]
    return not after.strip(" .,;") and all(word in people.titles(language) for word in words)


def _is_shouted(text: str, span: Span, key: str, borne: set[str]) -> bool:
    """In capitals where the line is not, and borne by somebody: Case: GOLD / POE."""
    shouted = text[span.start : span.end].isupper() and len(key) >= INITIALS
    return shouted and key in borne and not in_shouted_line(text, span.start, span.end)


def _is_name(text: str, span: Span, key: str, borne: set[str], language: Language) -> bool:
    """A single word that is also one of the language."""
    initials = text[span.start : span.end].isupper() and len(key) < INITIALS
    if _is_titled(span) or initials or _bears_letters(text, span.end, language):
        return True
    if beside(language).title.search(text, max(0, span.start - NEAR), span.start):  # dott. Marchi
        return True
    if key in people.titles(language) and key not in borne:
        return False
    if _is_thing(text, span, language):
        return False
    if text[span.start].islower() and (key not in borne or span.score < SURE):
        return named_small(text, span.start, span.end, language)
    listed = given.is_given(key) or given.is_family(key)
    if language.capitals == "nouns":  # the capital tells nothing
        listed = listed and span.score >= SURE
    base = base_form(key, borne, language.code).name
    sure = language.capitals == "names" or span.score >= NOUN
    known = listed or (sure and (key in borne or base in borne))
    if known and (_stands_apart(text, span, language) or _is_shouted(text, span, key, borne)):
        return True
    if not begins_sentence(text, span.start) or _CLOSES.match(
        text, span.end
    ):  # "Pat": a name in quotation marks
        guess = language.capitals == "names" and not is_plain(key, language)
        return known or span.score >= CERTAIN or guess
    if known and _ENDS.match(text, span.end):  # "Which one?" – "Bishop."
        return True
    if is_paired(text, span.end, language):
        return False
    if given.is_given(key) and span.score >= CERTAIN and key not in ranks(language.code):
        return True
    if given.is_given(key) and span.score >= LIKELY:
        follows = WORD_AFTER.match(text[span.end : span.end + NEAR])
        return not follows or fold(follows[3] or "") not in beside(language).no_name_after
    if _only_listed(span) and not _is_followed_up(text, span, language):  # Olen asunut
        return False
    return known and supported(text, span.start, span.end, language)


def _is_followed_up(text: str, span: Span, language: Language) -> bool:
    """Whether somebody does something after the word, or is described."""
    found = WORD_AFTER.match(text[span.end : span.end + NEAR])
    return bool(found and does_what_people_do(fold(found[3] or ""), found[2], beside(language)))
