"""The page of the review, its files, and the description of the API: everything from the package itself.

No host outside is ever asked for anything, and no path leads out of the folder.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from lexveil import languages, messages
from lexveil.service.problems import Problem

router = APIRouter(include_in_schema=False)

TEXTS = {".html": "html", ".js": "javascript", ".css": "css", ".txt": "plain"}
TYPES = {suffix: f"text/{kind}; charset=utf-8" for suffix, kind in TEXTS.items()} | {
    ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}  # fmt: skip
VERSIONED = re.compile(r"v-[0-9a-f]{16}/")
ROOT = Path(str(files("lexveil.review"))) / "static"
METHODS = ("get", "post", "put", "patch", "delete")


@router.get("/")
def index(request: Request) -> Response:
    """Every file is asked for under the version of them all, so that a browser keeps it for good; and all
    modules at once, for each names only the next."""
    version = _version()
    text = (ROOT / "index.html").read_text("utf8").replace('"/static/', f'"/static/{version}/')
    modules = sorted(str(path.relative_to(ROOT)) for path in ROOT.rglob("*.js"))
    preload = "".join(f'<link rel="modulepreload" href="/static/{version}/{path}">' for path in modules)
    return _answer(text.replace("</head>", f"{preload}</head>").encode(), ".html", request)


def _version() -> str:
    words = Path(str(languages.FOLDER)).glob("*/messages.json")
    paths = [*(path for path in ROOT.rglob("*") if path.is_file()), *words]
    found = sorted((str(path), path.stat().st_mtime_ns) for path in paths)
    return "v-" + hashlib.sha256(repr(found).encode()).hexdigest()[:16]


@router.get("/favicon.ico")
def icon(request: Request) -> Response:
    return _file(ROOT / "icon.svg", request)


@router.get("/static/messages/{name}.json")
@router.get("/static/{version}/messages/{name}.json")
def catalogue(name: str, request: Request, version: str = "") -> Response:
    """Every message of a language."""
    found = messages.catalogue(name) if name in languages.codes() else {}
    if not found:
        raise Problem("not-found", "service.no-file")
    data = json.dumps(found, ensure_ascii=False, sort_keys=True).encode()
    return _answer(data, ".json", request, lasting=VERSIONED.fullmatch(f"{version}/") is not None)


@router.get("/static/{path:path}")
def static(path: str, request: Request) -> Response:
    version = VERSIONED.match(path)
    found = Path(ROOT, path[version.end() :] if version else path)
    if "\0" in path or not found.resolve().is_relative_to(ROOT.resolve()):
        raise Problem("not-found", "service.no-file")
    return _file(found, request, lasting=version is not None)


def _file(path: Path, request: Request, *, lasting: bool = False) -> Response:
    if path.suffix not in TYPES or not path.is_file():
        raise Problem("not-found", "service.no-file")
    return _answer(path.read_bytes(), path.suffix, request, lasting=lasting)


def _answer(data: bytes, suffix: str, request: Request, *, lasting: bool = False) -> Response:
    kept = "public, max-age=31536000, immutable" if lasting else "no-cache"
    headers = {"ETag": f'"{hashlib.sha256(data).hexdigest()[:32]}"', "Cache-Control": kept}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=TYPES[suffix], headers=headers)


# The description of the API ------------------------------------------------------------------------


@router.get("/docs/style.css")
def style(request: Request) -> Response:
    return _file(Path(str(files("lexveil.service"))) / "docs.css", request)


@router.get("/docs")
def docs(request: Request) -> HTMLResponse:
    return HTMLResponse(_page(request.app.openapi()), headers={"Cache-Control": "no-cache"})


def _page(schema: Mapping[str, Any]) -> str:
    groups: dict[str, list[str]] = {}
    for path, operations in schema["paths"].items():
        for method in METHODS:
            if method in operations:
                tag = (operations[method].get("tags") or ["other"])[0]
                groups.setdefault(tag, []).append(_operation(method, path, operations[method]))
    menu = "".join(f'<a href="#{escape(tag)}">{escape(tag)}</a>' for tag in groups)
    named = ((escape(tag), "".join(found)) for tag, found in groups.items())
    sections = "".join(f'<section id="{tag}"><h2>{tag}</h2>{found}</section>' for tag, found in named)
    shapes = "".join(
        f'<details id="shape-{escape(name)}"><summary><code>{escape(name)}</code></summary>'
        f"{_fields(shape)}</details>"
        for name, shape in sorted(schema.get("components", {}).get("schemas", {}).items())
    )
    title, version, about = (escape(schema["info"][name]) for name in ("title", "version", "description"))
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lexveil API</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/docs/style.css"></head><body>'
        f"<header><h1>{title} <small>{version}</small></h1><p>{about}</p><nav>{menu}"
        '<a href="#shapes">shapes</a><a href="/api/v1/openapi.json">openapi.json</a></nav></header>'
        f'<main>{sections}<section id="shapes"><h2>shapes</h2>{shapes}</section></main></body></html>'
    )


def _operation(method: str, path: str, found: Mapping[str, Any]) -> str:
    parts = [f"<p>{escape(found.get('description') or '')}</p>"]
    if taken := found.get("parameters"):
        cells = [(each["name"], escape(each["in"]), _type(each.get("schema", {}))) for each in taken]
        parts.append(_table(cells))
    for kind, content in found.get("requestBody", {}).get("content", {}).items():
        taken = content.get("schema", {})
        if "properties" in taken:
            parts.append(f"<p>takes {escape(kind)}:</p>{_fields(taken)}")
        else:
            parts.append(f"<p>takes {escape(kind)}: {_type(taken)}</p>")
    for status, answer in found.get("responses", {}).items():
        shapes = [_type(content.get("schema", {})) for content in answer.get("content", {}).values()]
        about = escape(answer.get("description", ""))
        parts.append(f"<p>{escape(status)} {about} {''.join(shapes)}</p>")
    return (
        f'<details><summary><b class="{method}">{method.upper()}</b> <code>{escape(path)}</code> '
        f"{escape(found.get('summary', ''))}</summary>{''.join(parts)}</details>"
    )


def _fields(shape: Mapping[str, Any]) -> str:
    needed, properties = shape.get("required", ()), shape.get("properties", {})
    cells = [(name, _type(field), "needed" if name in needed else "") for name, field in properties.items()]
    return f"<p>{escape(shape.get('description', ''))}</p>{_table(cells)}"


def _table(rows: list[tuple[str, str, str]]) -> str:
    told = (f"<td><code>{escape(name)}</code></td><td>{one}</td><td>{two}</td>" for name, one, two in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in told)}</table>"


def _type(schema: Mapping[str, Any]) -> str:
    return " or ".join(_types(schema)) or "anything"


def _types(schema: Mapping[str, Any]) -> Iterator[str]:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        yield f'<a href="#shape-{name}">{name}</a>'
    elif "anyOf" in schema:
        for each in schema["anyOf"]:
            yield from _types(each)
    elif "enum" in schema:
        yield ", ".join(f"<code>{escape(str(each))}</code>" for each in schema["enum"])
    elif schema.get("type") == "array":
        yield f"list of {_type(schema.get('items', {}))}"
    elif "properties" in schema:
        yield f"object of {', '.join(map(escape, schema['properties']))}"
    elif "type" in schema:
        bounds = [f"{word} {schema[key]}" for key, word in _BOUNDS.items() if key in schema]
        yield " ".join([str(schema["type"]), *([f"({', '.join(bounds)})"] if bounds else [])])


_BOUNDS = {"minimum": "from", "maximum": "to", "minLength": "at least", "maxLength": "at most"}
