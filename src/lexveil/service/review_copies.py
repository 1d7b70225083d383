"""Review copies, for Word or in the document's own format with tags: made with the real names of a document
as it stands, and read back into that document alone, while nobody has edited it since.
"""

import hmac
from pathlib import PurePath
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Query, UploadFile
from fastapi.responses import Response

from lexveil.errors import LexveilError
from lexveil.review import Command, CommandError, Conflict, State, tagged_copy, word_answers, word_copy
from lexveil.service import audit, case_entities, tasks, uploads
from lexveil.service.case_entities import Others
from lexveil.service.context import Context, TheContext, TheDocument, TheOpenDocument
from lexveil.service.edits import TheEditing, expect_free
from lexveil.service.guard import Current
from lexveil.service.open_documents import Make, OpenDocument, command_edit
from lexveil.service.page_pictures import settings_of, source_of
from lexveil.service.problems import Problem, problem_of
from lexveil.service.review import stem
from lexveil.store.desk import StoredDocument

router = APIRouter(tags=["exports"])

Data = dict[str, Any]
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
FILE: dict[int | str, Data] = {200: {"content": {WORD: {}, "application/octet-stream": {}}}}
ENDING = ".review-copy"
ZIP = b"PK"  # how a Word file begins
Language = Annotated[str, Query(pattern=r"^[a-z]{2}$", description="of what is said in it")]


@router.get("/documents/{document}/review-copy", response_class=Response, responses=FILE)
def make_copy(
    document: TheDocument,
    opened: TheOpenDocument,
    caller: Current,
    context: TheContext,
    language: Language = "en",
    kind: Literal["word", "tagged"] = "word",
) -> Response:
    """The document with a comment on each proposal, or as it is with a tag around each (HTML, XML), and with
    its real names: never to be published."""
    suffix = PurePath(document.name).suffix.lower()
    if kind == "tagged" and suffix not in tagged_copy.SUFFIXES:
        raise Problem("invalid", "review-copy.no-tags", formats=", ".join(tagged_copy.SUFFIXES))
    with opened.lock:
        state = opened.state
    audit.write(caller, "review copy made", case=document.case, document=document.id)
    origin = word_copy.Origin(opened.id, opened.analysis, state.number)
    origin = word_copy.sealed(origin, opened.document.text, opened.key)
    if kind == "tagged":
        made = _tagged(context, document, opened, state, origin, language=language)
        return uploads.download(f"{stem(document)}{ENDING}{suffix}", made, "application/octet-stream")
    made = word_copy.write(opened.document, state, origin, language=language)
    return uploads.download(f"{stem(document)}{ENDING}.docx", made, WORD)


@router.post("/documents/{document}/review-copy")
def read_copy(
    document: TheDocument,
    file: Annotated[UploadFile, File()],
    caller: Current,
    context: TheContext,
    editing: TheEditing,
) -> Data:
    """Its decisions become edits of the caller. `edits`: how many."""
    data = file.file.read(context.settings.upload_bytes + 1)
    if len(data) > context.settings.upload_bytes:
        raise Problem("too-large", "service.file-large", size=f"{context.settings.upload_bytes / 2**20:g}")
    opened = context.open_documents.get(document)
    try:
        found = _decisions(context, document, opened, data)
    except LexveilError as error:
        raise problem_of("invalid", error) from None
    audit.write(caller, "review copy read", case=document.case, document=document.id, edits=len(found))
    done = 0
    for command in found:
        try:
            editing.carry_out(document, opened.state.number, _make(command, editing), command)
        except (CommandError, Conflict, Problem) as error:
            raise problem_of("conflict", error, more={"edits": done}) from None
        document = context.desk.document(document.id) or document
        done += 1
    return {"edits": done}


def _tagged(
    context: Context,
    document: StoredDocument,
    opened: OpenDocument,
    state: State,
    origin: word_copy.Origin,
    *,
    language: str = "",
    data: bytes | None = None,
) -> Any:
    """The copy; or, where there are bytes of one, what it says."""
    order = tasks.TaggedCopy(
        source_of(context, document, opened),
        opened.document.text,
        state,
        origin,
        language,
        data,
        settings_of(context, document, opened),
    )
    return context.worker.run("tags", order, seconds=context.settings.export_seconds)


def _decisions(
    context: Context, document: StoredDocument, opened: OpenDocument, data: bytes
) -> list[Command]:
    """Only of this document, as it stands now."""
    tagged = not data.startswith(ZIP)
    origin = tagged_copy.origin_of(data) if tagged else word_answers.origin_of(data)
    expected = word_copy.sealed(
        word_copy.Origin(opened.id, origin.analysis, origin.number), opened.document.text, opened.key
    )
    if origin.document != opened.id or not hmac.compare_digest(origin.seal, expected.seal):
        raise Problem("invalid", "review-copy.other-document")
    with opened.lock:
        state = opened.state
    if (origin.analysis, origin.number) != (opened.analysis, state.number):
        raise Problem("conflict", "review-copy.other-revision")
    if tagged:
        said = _tagged(context, document, opened, state, origin, data=data)
        return word_answers.commands(state, said)
    return word_answers.commands(state, word_answers.read(data, opened.document))


def _make(command: Command, editing: TheEditing) -> Any:
    def make(opened: OpenDocument, others: Others) -> Make:
        expect_free(command, opened, case_entities.names(others))
        taken = case_entities.spent(others)
        base = opened.state.number
        return command_edit(command, author=editing.caller.user_id, base=base, taken=taken)

    return make
