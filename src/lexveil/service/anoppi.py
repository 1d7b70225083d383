"""The endpoints of ANOPPI (Oksanen et al. 2022, section 3.1), so that its clients find what they know.

A project is there a document to be pseudonymized: it is uploaded, comes back tagged, is previewed with the
entities that were chosen, and exported. `tag-entity-occurrences` and `text/analyze` serve a name that a user
adds by hand. The same documents can be reviewed on the page.
"""

import html
import json
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from lexveil import __version__, detect
from lexveil.detect import DETECTORS
from lexveil.errors import LexveilError
from lexveil.languages import Base, codes
from lexveil.languages.identify import AUTO
from lexveil.model import Document, Entity
from lexveil.names import given
from lexveil.names.base_forms import PLURAL, as_written, likeliest, place_form
from lexveil.names.parse import Name, parse
from lexveil.pipeline import rendered
from lexveil.pipeline.language import with_language
from lexveil.review import Editor, State, search
from lexveil.service import cases, documents, exports, guard, review, schemas, tasks, uploads
from lexveil.service.chosen import decisions
from lexveil.service.context import Context, TheContext
from lexveil.service.guard import Current
from lexveil.service.open_documents import OpenDocument
from lexveil.service.problems import Problem, problem_of, restored
from lexveil.text.fold import fold

router = APIRouter(tags=["ANOPPI"])

Data = dict[str, Any]
NO_KEY = bytes(32)  # nothing is drawn where names are only looked for


@router.post("/project", openapi_extra=uploads.OPENAPI, response_model=schemas.Tagged)
def new_case(upload: uploads.Document, caller: Current, context: TheContext) -> Data:
    """Upload a document, or a text as JSON; it comes back with its entities, once it is analysed."""
    asked = schemas.CaseIn(
        name=f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
        policy=upload.policy,
        language=upload.language,
        **upload.on_top,
    )
    case = cases.added(asked, caller, context)
    stored = documents.store(context, caller, case, upload.name, upload.content, upload.metadata)
    context.jobs.wait(stored.id, context.settings.export_seconds)
    found = context.desk.document(stored.id)
    if found is None or found.status != "done":
        error = restored(found.error) if found and found.error else LexveilError("service.not-analysed")
        raise problem_of("invalid", error)
    opened = context.open_documents.get(found)
    ids = {"project": case.id, "document": found.id}
    found_ = {"text": opened.document.text, "tagged": tagged(opened), "entities": entities(opened)}
    return {**ids, **found_, "run": run(opened)}


def run(opened: OpenDocument) -> Data:
    """When and with what the document was analysed, and that it went well."""
    document = opened.document
    return {
        "timestamp": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "status": "done",
        "language": document.language,
        "policy": opened.policy.name,
        "characters": len(document.text),
        "entities": len(opened.state.entities),
        "notes": list(map(str, document.notes)),
        "version": __version__,
    }


def entities(opened: OpenDocument) -> list[Data]:
    state, text = opened.state, opened.document.text
    return [
        {
            **schemas.fields(entity, "id category role certainty role_certainty side"),
            **_morphology(opened.document, entity),
            "features": _features(entity),
            "name": " ".join(text[entity.spans[0].start : entity.spans[0].end].split()),
            "replaced": state.decisions[entity.id].action == "replace",
            "pseudonym": state.decisions[entity.id].pseudonym,
            "occurrences": [[span.start, span.end] for span in entity.spans],
        }
        for entity in state.entities.values()
    ]


def _morphology(document: Document, entity: Entity) -> Data:
    """Base form and case of the first mention, in the language of its paragraph."""
    first = entity.spans[0]
    language = document.language_at(first.start)
    found = analyze(document.text[first.start : first.end], language, category=entity.category)
    return {key: found[key] for key in ("lemma", "case", "number")}


def _features(entity: Entity) -> Data:
    """Which detectors and rules found it, how sure each mention is, and why it has its role."""
    return {
        "sources": sorted({source for span in entity.spans for source in span.sources}),
        "scores": [round(span.score, 3) for span in entity.spans],
        "certainties": [span.certainty for span in entity.spans],
        "why": [each.code for each in entity.why],
    }


def tagged(opened: OpenDocument) -> str:
    """The text with a span element around each mention."""
    text, parts, last = opened.document.text, [], 0
    found = opened.state.entities.values()
    for start, end, entity in sorted((span.start, span.end, each) for each in found for span in each.spans):
        inner = html.escape(text[start:end])
        element = f'<span class="{entity.category}" data-entity="{entity.id}">{inner}</span>'
        parts += [html.escape(text[last:start]), element]
        last = end
    return "".join([*parts, html.escape(text[last:])])


@router.post("/project/preview", response_model=schemas.Pseudonymized)
def preview_case(asked: schemas.PreviewIn, caller: Current, context: TheContext) -> Data:
    """The pseudonymized text; with `entities`, these are replaced, whatever the policy says, and no others;
    `pseudonyms` are what is written for them."""
    document = guard.document(caller, asked.document)
    opened = context.open_documents.get(document)
    replacements = _replacements(asked, opened, context)
    text, last = opened.document.text, 0
    parts: list[str] = []
    for start, end, new, _ in replacements:
        parts += (text[last:start], new)
        last = end
    return {"text": "".join([*parts, text[last:]]), "replacements": replacements}


def _replacements(asked: schemas.ChosenIn, opened: OpenDocument, context: Context) -> list[list[Any]]:
    """As the review has it, or as the client chose."""
    if asked.entities is None and not asked.pseudonyms:
        found: list[list[Any]] = json.loads(review.rendered(context, opened).replacements)
        return found
    state, policy = opened.state, opened.policy
    decided = decisions(state, policy, asked.entities, asked.pseudonyms)
    result = rendered(opened.document, tuple(state.entities.values()), decided, policy, key=opened.key)
    return [[each.start, each.end, each.text, each.entity] for each in result.replacements]


@router.post("/project/export", response_class=Response, responses=uploads.FILE)
def export_case(asked: schemas.DocumentExportIn, caller: Current, context: TheContext) -> Response:
    """The finished document as a file: exactly what a preview with the same choice shows."""
    document = guard.document(caller, asked.document)
    decided = None
    if asked.entities is not None or asked.pseudonyms:
        opened = context.open_documents.get(document)
        decided = decisions(opened.state, opened.policy, asked.entities, asked.pseudonyms)
    made = exports.exported(context, caller, document, [asked.format], [], decided)
    exports.keep(context, caller, document, made, [asked.format])
    return uploads.download(made.files[0].name, made.files[0].data)


@router.post("/project/tag-entity-occurrences", response_model=schemas.Occurrences)
def tag_occurrences(asked: schemas.TagIn, caller: Current, context: TheContext) -> Data:
    """Every place where a name stands in a document or a text, in whichever form."""
    if (asked.document is None) == (asked.text is None):
        raise Problem("invalid", "service.document-or-text")
    if asked.document is not None:
        opened = context.open_documents.get(guard.document(caller, asked.document))
        found = context.questions.ask(opened, "occurrences", selected=asked.name, category=asked.category)
        return {"occurrences": found}
    text = with_language(Document("", asked.text or ""), asked.language or AUTO)
    editor = Editor(text, context.policies.named("court-eu"), key=NO_KEY)
    places = search.occurrences(editor, State(0, {}, {}), asked.name, asked.category)
    return {"occurrences": [schemas.fields(each, tasks.OCCURRENCE) for each in places]}


@router.get("/text/analyze", response_model=schemas.Form)
def analyze_text(
    text: Annotated[str, Query(min_length=1, max_length=200)],
    language: Annotated[str | None, Query(pattern=r"^[a-z]{2}$")] = None,
) -> Data:
    """The base form and case of a name as it is written somewhere, its category and parts; without a
    language, in the one that knows its form."""
    if not text.strip():
        raise Problem("invalid", "service.text-empty")
    if language and language not in codes():
        raise Problem("invalid", "service.language", choices=", ".join(codes()))
    return analyze(text, language or language_of(text))


def language_of(text: str) -> str:
    """The language in which the last word is a form of a listed name; else the one the text looks like.

    >>> language_of("Matti Virtaselle"), language_of("Ann Roe")
    ('fi', 'en')
    """
    word = text.split()[-1]
    for code in codes():
        base = likeliest(fold(word), code)
        if base.form and (given.is_family(base.name) or given.is_given(base.name)) and not _known(word):
            return code
    return with_language(Document("", text), AUTO).language


RULES = tuple(name for name in DETECTORS if name != "ner")  # what finds a category without a model
POSSESSIVE = ("'s", "’s")
POSSESSIVE_SUFFIXES = ("nsa", "ni", "si", "mme", "nne", "an", "en")  # as a form names them


def analyze(text: str, language: str, *, category: str = "") -> dict[str, Any]:
    """`category`: where it is known.

    >>> found = analyze("Matti Virtaselle", "fi")
    >>> found["lemma"], found["case"], found["given"], found["family"]
    ('Matti Virtanen', 'allative', ['matti'], 'virtanen')
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
    parts = schemas.fields(name, "family title")
    return {**found, **parts, "given": list(name.tokens[:-1]), "gender": gender}


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
