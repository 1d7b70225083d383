"""The red team of a case: a form with its texts as they are published, and what the attackers send back."""

import json
from pathlib import PurePath
from typing import Annotated, Any

from fastapi import APIRouter, File, Query, UploadFile
from fastapi.responses import Response

from lexveil.errors import LexveilError
from lexveil.evaluate import red_team, red_team_form
from lexveil.service import audit, guard, review, uploads
from lexveil.service.context import Context, TheCase, TheContext
from lexveil.service.guard import Current
from lexveil.service.open_documents import OpenDocument
from lexveil.service.problems import Problem, problem_of

router = APIRouter(tags=["projects"])

Data = dict[str, Any]
PAGE: dict[int | str, Data] = {200: {"content": {"text/html": {}}}}
SHEETS = 20  # that are read together


@router.get("/projects/{case}/red-team", response_class=Response, responses=PAGE)
def make_form(
    case: TheCase,
    caller: Current,
    context: TheContext,
    number: Annotated[int, Query(ge=1, le=1000, description="texts")] = 200,
    language: Annotated[str, Query(pattern=r"^[a-z]{2}$", description="of the form")] = "en",
) -> Response:
    """A page with the texts of approved and exported documents as they are published, and nothing else of
    them, for those who try to find somebody."""
    done = [
        each for each in context.desk.documents(case.id) if each.analysis and not guard.may_edit(each.state)
    ]
    if not done:
        raise Problem("conflict", "service.red-team-none")
    texts = [
        {"id": str(at), "text": _published(context, context.open_documents.get(each))}
        for at, each in enumerate(done, 1)
    ]
    audit.write(caller, "red team form made", case=case.id, documents=len(done))
    made = red_team_form.form(texts, number=number, language=language)
    return uploads.download("red-team.html", made.encode(), "text/html")


@router.post("/projects/{case}/red-team")
def read_answers(
    case: TheCase, files: Annotated[list[UploadFile], File()], caller: Current, context: TheContext
) -> Data:
    """The shares of texts with something missed and with somebody found, for each sheet and together, with
    intervals. Nothing of it is kept."""
    if len(files) > SHEETS:
        raise Problem("invalid", "service.red-team-many", most=SHEETS)
    sheets: dict[str, red_team.Answers] = {}
    for at, file in enumerate(files, 1):
        data = file.file.read(context.settings.upload_bytes + 1)
        if len(data) > context.settings.upload_bytes:
            raise Problem(
                "too-large", "service.file-large", size=f"{context.settings.upload_bytes / 2**20:g}"
            )
        name = PurePath(file.filename or "").stem or str(at)
        try:
            sheets[name if name not in sheets else f"{name} ({at})"] = red_team.read(
                data.decode("utf-8-sig", "replace")
            )
        except LexveilError as error:
            raise problem_of("invalid", error) from None
    return red_team.evaluate(sheets)


def _published(context: Context, opened: OpenDocument) -> str:
    replacements: list[list[Any]] = json.loads(review.rendered(context, opened).replacements)
    text, last = opened.document.text, 0
    parts: list[str] = []
    for start, end, new, _ in replacements:
        parts += (text[last:start], new)
        last = end
    return "".join([*parts, text[last:]])
