"""A document that comes in a request: its name made safe, its bytes, and the metadata that came with it.

It comes as a file in a form, or as a text in JSON. Nothing is written to the disk.
"""

import json
import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends, Request, Response
from pydantic import ValidationError
from starlette.datastructures import UploadFile

from lexveil import formats
from lexveil.formats.tables import TABLES
from lexveil.policy.rules import KINDS
from lexveil.service import schemas
from lexveil.service.chosen import KEYS
from lexveil.service.export_files import Written
from lexveil.service.problems import Problem, malformed
from lexveil.service.records import suffix

LONGEST = 150  # characters; and in UTF-8 no more than LONGEST_BYTES, for file systems count those
LONGEST_BYTES = 240
NAMELESS = "document"
_FOLDERS = re.compile(r"[/\\]")
_FORBIDDEN = re.compile(r'[<>:"|?*%;]')
_DEVICES = re.compile(r"(?i:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)")


def safe_name(name: str) -> str:
    r"""
    >>> safe_name("../../etc/x.html"), safe_name("C:\\temp\\x.docx"), safe_name("..")
    ('x.html', 'x.docx', 'document')
    >>> safe_name("<b>x</b>.html"), safe_name("nul.txt"), safe_name("a\u202etxt.exe")
    ('b_.html', '_nul.txt', 'atxt.exe')
    """
    # Without what cannot be seen or turns the direction (Cc, Cf, lone surrogates, private use).
    letters = [(unicodedata.category(letter)[0], letter) for letter in unicodedata.normalize("NFC", name)]
    visible = "".join(" " if kind == "Z" else letter for kind, letter in letters if kind != "C")
    bare = _FOLDERS.split(visible)[-1]
    bare = _FORBIDDEN.sub("_", bare).strip(" .")
    bare = bare if any(letter.isalnum() for letter in bare) else NAMELESS
    return _short("_" + bare if _DEVICES.match(bare) else bare)


def _short(name: str) -> str:
    """Cut in the middle, for the suffix says what kind of file it is."""
    path = PurePosixPath(name)
    suffix = path.suffix if len(path.suffix) <= 20 else ""
    stem = name.removesuffix(suffix)[: LONGEST - len(suffix)]
    while stem and len((stem + suffix).encode()) > LONGEST_BYTES:
        stem = stem[:-1]
    return stem.rstrip(" .") + suffix or NAMELESS


def attachment(name: str) -> dict[str, str]:
    """The headers of a file that is saved, never shown: should a browser show it all the same, it is alone
    in a sandbox without scripts (RFC 6266 for the name).

    >>> attachment('päätös".html')["Content-Disposition"]
    'attachment; filename="p__t_s_.html"; filename*=UTF-8\\'\\'p%C3%A4%C3%A4t%C3%B6s_.html'
    """
    safe = safe_name(name)
    plain = re.sub(r"[^A-Za-z0-9._ -]", "_", safe)
    return {
        "Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(safe, safe='')}",
        "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
    }


def download(name: str, data: bytes, kind: str = "application/octet-stream") -> Response:
    return Response(data, media_type=kind, headers=attachment(name))


def pseudonymized(made: Written, *, as_file: bool) -> Response | dict[str, Any]:
    """What was made of a document at once: its file, or its text with what was replaced."""
    if not as_file:
        replacements = [list(each) for each in made.replacements]
        return {"text": made.text, "replacements": replacements, "notes": made.report["notes"]}
    response = download(made.files[0].name, made.files[0].data)
    response.headers[NOTES] = quote("; ".join(made.report["notes"]))
    return response


FILE: dict[int | str, dict[str, Any]] = {200: {"content": {"application/octet-stream": {}}}}  # an answer
NOTES = "Lexveil-Notes"  # what a reader of a file should know, percent-encoded
METADATA = "metadata"  # among the settings of a project
LONGEST_METADATA = 200_000  # characters
TEXT = "text.txt"
# Both kinds of bodies, for the description of the API.
_FIELDS = {"type": "object", "required": ["file"], "properties": {
    "file": {"type": "string", "format": "binary"},
    **{name: {"type": "string"} for name in ("policy", "language", "metadata", "only", "keep", "stays")},
}}  # fmt: skip


def _inlined(model: type[schemas.In]) -> dict[str, Any]:
    """Its JSON schema with every shape in its place: no handler has it as a parameter, so the description of
    the API would not list it."""
    found = model.model_json_schema()
    shapes = found.pop("$defs", {})

    def put(part: Any) -> Any:
        if isinstance(part, list):
            return [put(each) for each in part]
        if not isinstance(part, dict):
            return part
        name = str(part.get("$ref", "")).removeprefix("#/$defs/")
        return put(shapes[name]) if name in shapes else {key: put(each) for key, each in part.items()}

    described: dict[str, Any] = put(found)
    return described


_BODIES = {"application/json": _inlined(schemas.TextIn), "multipart/form-data": _FIELDS}
OPENAPI: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {kind: {"schema": schema} for kind, schema in _BODIES.items()},
    }
}


def readable(name: str) -> str:
    """A safe name of a format that can be reviewed."""
    safe = safe_name(name)
    if suffix(safe) in TABLES:
        raise Problem("invalid", "service.upload-table")
    if suffix(safe) not in formats.suffixes():
        raise Problem("invalid", "service.upload-format", formats=", ".join(formats.suffixes()))
    return safe


def case_metadata(text: str) -> dict[str, Any]:
    if not text.strip():
        return {}
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Problem("invalid", "service.metadata")
    return found


@dataclass(frozen=True, slots=True)
class Upload:
    name: str = field(repr=False)
    content: bytes = field(repr=False)
    policy: str
    language: str | None
    metadata: dict[str, Any] = field(default_factory=dict, repr=False)
    file: bool = True  # or a text in JSON
    on_top: dict[str, Any] = field(default_factory=dict, repr=False)  # of the policy: only, keep, stays


async def received(request: Request) -> Upload:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return await _form(request)
    if kind not in ("application/json", ""):
        raise Problem("invalid", "service.send-form")
    try:
        asked = schemas.TextIn.model_validate(json.loads(await request.body()))
        content = asked.text.encode()
    except ValidationError as error:
        raise malformed(error) from None
    except (ValueError, RecursionError):  # no JSON, or a text that is none
        raise Problem("invalid", "service.send-json") from None
    if not asked.text.strip():
        raise Problem("invalid", "service.text-empty")
    return Upload(TEXT, content, asked.policy, asked.language, file=False, on_top=_on_top(asked))


async def _form(request: Request) -> Upload:
    limit = request.app.state.settings.upload_bytes
    async with request.form(max_files=1, max_fields=10) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise Problem("invalid", "service.form-no-file")
        name, content = readable(file.filename or ""), await file.read(limit + 1)
        named = {key: form.get(key) for key in ("policy", "language", "metadata", *KEYS)}
        fields = {key: value for key, value in named.items() if isinstance(value, str)}
    if len(content) > limit:
        raise Problem("too-large", "service.file-large", size=f"{limit / 2**20:g}")
    if not content.strip():
        raise Problem("invalid", "service.file-empty")
    if len(fields.get("metadata", "")) > LONGEST_METADATA:
        raise Problem("too-large", "service.metadata-long")
    told = {key: fields[key] for key in ("policy", "language") if fields.get(key)}
    try:
        asked = schemas.Wanted.model_validate(
            told | {key: _listed(key, fields[key]) for key in KEYS if fields.get(key)}
        )
    except ValidationError as error:
        raise malformed(error) from None
    metadata = case_metadata(fields.get("metadata", ""))
    return Upload(name, content, asked.policy, asked.language, metadata, on_top=_on_top(asked))


def _listed(key: str, value: str) -> Any:
    """`person,org`, or JSON."""
    plain = value.strip()
    if not plain.startswith(("[", "{")):
        return [each.strip() for each in plain.split(",")]
    try:
        return json.loads(plain)
    except (ValueError, RecursionError):
        raise Problem("invalid", "service.on-top", choices=", ".join(KINDS), key=key) from None


def _on_top(asked: schemas.OnTop) -> dict[str, Any]:
    found = {"only": asked.only, "keep": asked.keep, "stays": [each.model_dump() for each in asked.stays]}
    return {key: value for key, value in found.items() if value}


Document = Annotated[Upload, Depends(received)]
