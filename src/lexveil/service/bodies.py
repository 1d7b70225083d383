"""A document that comes in the body of a request: a file in a form, or a text in JSON.

Comes in: the request. Goes out: a name, bytes, and the policy and metadata that came with them. Never writes
anything to the disk.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, Request
from pydantic import ValidationError
from starlette.datastructures import UploadFile

from lexveil.service import schemas
from lexveil.service.documents import LONGEST_METADATA, case_metadata, readable
from lexveil.service.problems import Problem

TEXT = "text.txt"
FIELD = 1000  # characters of a field of a form that is no metadata
# Both kinds of bodies, for the description of the API.
OPENAPI: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/TextIn"}},
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        "policy": {"type": "string"},
                        "language": {"type": "string"},
                        "metadata": {"type": "string"},
                    },
                }
            },
        },
    }
}


@dataclass(frozen=True, slots=True)
class Given:
    name: str = field(repr=False)
    content: bytes = field(repr=False)
    policy: str
    language: str | None
    metadata: dict[str, Any] = field(default_factory=dict, repr=False)
    file: bool = True  # or a text in JSON


async def given(request: Request) -> Given:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return await _form(request)
    if kind not in ("application/json", ""):
        raise Problem("invalid", "send a form with a file, or JSON with a text")
    try:
        asked = schemas.TextIn.model_validate_json(await request.body())
        content = asked.text.encode()
    except (ValidationError, UnicodeEncodeError):
        raise Problem("invalid", 'send JSON such as {"text": "…", "policy": "court-eu"}') from None
    if not asked.text.strip():
        raise Problem("invalid", "text: it is empty")
    return Given(TEXT, content, asked.policy, asked.language, file=False)


async def _form(request: Request) -> Given:
    limit = request.app.state.settings.upload_bytes
    async with request.form(max_files=1, max_fields=10) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise Problem("invalid", "file: the form has none")
        name, content = readable(file.filename or ""), await file.read(limit + 1)
        fields = {
            key: value
            for key in ("policy", "language", "metadata")
            if isinstance(value := form.get(key), str)
        }
    if len(content) > limit:
        raise Problem("too-large", f"the file is larger than the limit of {limit / 2**20:g} MiB: split it")
    if not content.strip():
        raise Problem("invalid", "the file is empty: choose another")
    if len(fields.get("metadata", "")) > LONGEST_METADATA:
        raise Problem("too-large", "metadata: too long")
    try:
        asked = schemas.Wanted(
            policy=fields.get("policy") or "arbitration", language=fields.get("language") or None
        )
    except ValidationError:
        raise Problem("invalid", "policy or language: unknown") from None
    return Given(name, content, asked.policy, asked.language, case_metadata(fields.get("metadata", "")))


Document = Annotated[Given, Depends(given)]
