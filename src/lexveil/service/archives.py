"""A case as one archive: the files of exports that were made one by one, each past its own leak check, and a
report of what is in it and what is not.

What an export refused is not in the archive. Nothing in it is called after a document: names of documents
may name people, so the report numbers those that are missing.
"""

import html
import io
import json
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field

from lexveil import __version__, messages
from lexveil.service import audit, guard, schemas
from lexveil.service.callers import Caller
from lexveil.service.context import TheCase, TheContext
from lexveil.service.guard import Current
from lexveil.service.problems import Problem
from lexveil.store.desk import Case, StoredDocument

router = APIRouter(tags=["exports"])

Data = dict[str, Any]
NAME = "case.zip"
WITH_NAMES = (".lexveil.json", ".gold.jsonl")  # what the exports of real names are called
FIXED = (1980, 1, 1, 0, 0, 0)  # the time of a member: the same files give the same archive


class ArchiveIn(schemas.In):
    exports: Annotated[list[schemas.Id], Field(min_length=1, max_length=5000)]
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")] = messages.DEFAULT  # of the report


@router.post("/projects/{case}/archive", status_code=201)
def make_archive(case: TheCase, asked: ArchiveIn, caller: Current, context: TheContext) -> Data:
    """One file of the exports of documents of this project, to be fetched like an export."""
    stored = context.desk.documents(case.id)
    found = _exports(caller, asked.exports, {each.id: each for each in stored})
    members, rows = _members(caller, found, stored)
    report = _report(case, rows)
    members.append(("report.json", json.dumps(report, indent=1).encode()))
    members.append(("report.html", _page(report, asked.language).encode()))
    data = _packed(members)
    expires = datetime.now(UTC) + timedelta(minutes=context.settings.export_minutes)
    entry = audit.entry(caller, "archive made", files=len(members), documents=len(found))
    identity = context.desk.add_export(found[0][1].id, {NAME: data}, expires, audit=entry)
    files = [{"name": NAME, "size": len(data), "kind": "archive"}]
    return {"export": identity, "files": files, "report": report}


def _exports(
    caller: Caller, ids: Sequence[str], here: dict[str, StoredDocument]
) -> list[tuple[str, StoredDocument]]:
    """Each with its document, in the order of the case, one for each document."""
    of: dict[str, str] = {}
    for each in ids:
        found = guard.export(caller, each)
        if found.document not in here:
            raise Problem("not-found", "service.export-expired")
        of[found.document] = each
    return [(of[document], stored) for document, stored in here.items() if document in of]


def _members(
    caller: Caller, found: Sequence[tuple[str, StoredDocument]], stored: Sequence[StoredDocument]
) -> tuple[list[tuple[str, bytes]], list[Data]]:
    """The files, in a folder for each document where it has several; and a row of the report for each."""
    there = {document.id: export for export, document in found}
    members: list[tuple[str, bytes]] = []
    rows: list[Data] = []
    for number, document in enumerate(stored, 1):
        if document.id not in there:
            rows.append({"number": number, "files": [], "state": document.state})
            continue
        folder, names = f"{number:03}", guard.export(caller, there[document.id]).names
        if any(name.endswith(WITH_NAMES) for name in names):
            raise Problem("invalid", "service.archive-names")
        read = caller.desk.export_file
        made = [(f"{folder}/{name}", read(there[document.id], name) or b"") for name in names]
        members += made
        rows.append({"number": number, "files": [name for name, _ in made], "state": document.state})
    return members, rows


def _report(case: Case, rows: list[Data]) -> Data:
    return {
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "lexveil": __version__,
        "policy": case.policy,
        "documents": rows,
        "exported": sum(bool(each["files"]) for each in rows),
        "missing": sum(not each["files"] for each in rows),
    }


def _page(report: Data, language: str) -> str:
    """For people."""

    def say(code: str, **values: object) -> str:
        return html.escape(messages.render(f"report.archive.{code}", values, language))

    rows = "".join(
        f"<tr><td>{each['number']}</td>"
        f"<td>{html.escape(', '.join(each['files'])) or say('missing')}</td></tr>"
        for each in report["documents"]
    )
    counts = say("counts", exported=report["exported"], missing=report["missing"])
    return (
        f'<!DOCTYPE html><html lang="{html.escape(language)}"><head><meta charset="utf-8">'
        f"<title>{say('title')}</title></head><body><h1>{say('title')}</h1><p>{counts}</p>"
        f"<p>{html.escape(report['policy'])} · Lexveil {report['lexveil']} · {report['made']}</p>"
        f'<table border="1"><tr><th>{say("document")}</th><th>{say("files")}</th></tr>{rows}</table>'
        "</body></html>\n"
    )


def _packed(members: Sequence[tuple[str, bytes]]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name, FIXED), data, zipfile.ZIP_DEFLATED)
    return whole.getvalue()
