"""What a name is by itself, and where it stands in a text: for names that a user adds by hand.

Nothing is stored, so the service without a database has these addresses as well.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query
from rapidfuzz.distance import Prefix

from lexveil import config, detect
from lexveil.detect import DETECTORS
from lexveil.languages import Base, codes, load
from lexveil.languages.identify import AUTO
from lexveil.model import Document
from lexveil.names import given
from lexveil.names.base_forms import PLURAL, as_written, is_listed, likeliest, place_form
from lexveil.names.parse import Name, parse
from lexveil.names.places import is_place
from lexveil.pipeline.language import with_language
from lexveil.review import Editor, State, search
from lexveil.service import anoppi_schemas, schemas, tasks
from lexveil.service.problems import Problem
from lexveil.text.fold import fold

router = APIRouter(tags=["ANOPPI"])

Data = dict[str, Any]
NO_KEY = bytes(32)  # nothing is drawn where names are only looked for
PLAIN_ENDING = 3  # letters of an ending that tells its language although no list knows the name


@router.get("/text/analyze", response_model=anoppi_schemas.Form)
def analyze_text(
    text: Annotated[str, Query(min_length=1, max_length=200)],
    language: schemas.Language | None = None,
) -> Data:
    """The base form and case of a name as it is written somewhere, its category and parts; without a
    language, in the one that knows its form; `doubtful` where that cannot be told."""
    if not text.strip():
        raise Problem("invalid", "service.text-empty")
    code, doubtful = language_of(text) if language in (None, AUTO) else (str(language), False)
    return {**analyze(text, code), "doubtful": doubtful}


@router.post("/text/tag-entity-occurrences", response_model=schemas.Occurrences)
def tag_text(asked: anoppi_schemas.TagTextIn) -> Data:
    """Every place where a name stands in a text, in whichever form."""
    return tagged(asked)


def tagged(asked: anoppi_schemas.TagIn | anoppi_schemas.TagTextIn) -> Data:
    text = with_language(Document("", asked.text or ""), asked.language or AUTO)
    editor = Editor(text, config.policy(config.DEFAULT_POLICY), key=NO_KEY)
    places = search.occurrences(editor, State(0, {}, {}), asked.name, asked.category)
    return {"occurrences": [schemas.fields(each, tasks.OCCURRENCE) for each in places]}


def language_of(text: str) -> tuple[str, bool]:
    """The language whose inflection knows the last word as a form of a listed name or place, or of a name
    that no list has by its ending; else the one whose lists have the name, and that the text looks like. And
    whether that is doubtful.

    >>> language_of("Matti Virtaselle"), language_of("Turun"), language_of("Ann Roe")[0]
    (('fi', False), ('fi', False), 'en')
    """
    word = fold(text.split()[-1])
    looks = with_language(Document("", text), AUTO).language
    bases = {code: base for code in codes() if (base := _base(word, code)).form}
    listed = [code for code, base in bases.items() if is_listed(base.name) or is_place(base.name)]
    own = [code for code in listed if bases[code].name in given.of_locales(load(code).locales)]
    for known in (own, listed):
        if known:
            return _likely(known, looks), len(known) > 1 or is_listed(word)
    if bases and not is_listed(word):
        longest = max(len(word) - _same(word, base.name) for base in bases.values())
        known = [code for code, base in bases.items() if len(word) - _same(word, base.name) == longest]
        return _likely(known, looks), len(known) > 1 or longest < PLAIN_ENDING
    known = [code for code in codes() if word in given.of_locales(load(code).locales)]
    return _likely(known or [looks], looks), len(known) != 1


def _likely(known: Sequence[str], looks: str) -> str:
    return looks if looks in known else known[0]


def _same(word: str, name: str) -> int:
    return Prefix.similarity(word, name)


RULES = tuple(name for name in DETECTORS if name != "ner")  # what finds a category without a model
POSSESSIVE = ("'s", "’s")
POSSESSIVE_SUFFIXES = ("nsa", "ni", "si", "mme", "nne", "an", "en")  # as a form names them


def analyze(text: str, language: str, *, category: str = "") -> dict[str, Any]:
    """`category`: where it is known.

    >>> found = analyze("Matti Virtaselle", "fi")
    >>> found["lemma"], found["case"], found["given"], found["family"]
    ('Matti Virtanen', 'allative', ['Matti'], 'Virtanen')
    >>> analyze("Jensens", "da")["lemma"], analyze("Ann Roe's", "en")["case"]
    ('Jensen', 'possessive')
    """
    surface = " ".join(text.split())
    before, space, word = surface.rpartition(" ")
    base = _base(word, language)
    lemma = f"{before}{space}{as_written(word, base, language)}"
    lemma = lemma[:-2] if lemma.endswith(POSSESSIVE) else lemma
    name = parse(lemma)
    category = category or _category(lemma, name, language)
    case, _, tail = base.form.partition("+")
    several = name.several or case.startswith(PLURAL)
    found: Data = {
        "text": surface,
        "language": language,
        "lemma": lemma,
        "case": case.removeprefix(PLURAL).strip() or "nominative",
        "number": PLURAL if several else "singular",
        "possessive": surface.endswith(POSSESSIVE) or tail.partition("+")[0] in POSSESSIVE_SUFFIXES,
        "category": category,
    }
    if category != "PERSON":
        return {**found, "given": [], "family": "", "gender": "", "title": ""}
    gender = name.likely_gender if name.tokens else ""
    return {**found, **_parts(name, lemma), "gender": gender, "title": name.title}


def _parts(name: Name, lemma: str) -> Data:
    """Given and family names in the letters in which they are written; one that stands alone is a given name
    if people are called so."""
    letters = {fold(word): word for word in lemma.replace(",", " ").split()}
    written = [letters.get(token, token) for token in name.tokens]
    alone = name.bare and given.is_given(name.family)
    if alone and (given.gender(name.family) or not given.is_family(name.family)):
        return {"given": written, "family": ""}
    return {"given": written[:-1], "family": written[-1] if written else ""}


def _base(word: str, language: str) -> Base:
    """The base form, a place's or a person's."""
    folded = fold(word)
    place = place_form(folded, language)
    return place if place.form else likeliest(folded, language)


def _known(word: str) -> bool:
    folded = fold(word)
    return given.is_family(folded) or given.is_given(folded)


def _category(lemma: str, name: Name, language: str) -> str:
    """What the detectors without a model say of it by itself; else a person, if a list knows the name."""
    found = detect.find(Document("", lemma, language), RULES)
    whole = [span for span in found if span.end - span.start >= len(lemma) // 2]
    if whole:
        return max(whole, key=lambda span: (span.end - span.start, span.score)).category
    return "PERSON" if any(map(_known, name.tokens)) else "MISC"
