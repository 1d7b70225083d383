"""What a caller is told when something does not go: `{"error": {"kind", "message", "code", "values"}}`.

The kind is for programs, the message for people; from code and values the page makes a message in its own
language. Our own errors never quote a document, so they are told as they are; of anything else not a word
goes out, for its text could hold one: the log gets the type and the line of code. What the database lacks is
for whoever runs it: the log says it, and callers are told that it does.
"""

import json
import logging
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lexveil import messages
from lexveil.errors import AREA, CoverageError, LeakError, LexveilError, VaultError, place
from lexveil.review.commands import CommandError, Conflict
from lexveil.store.desk.database import Away, DeskError, Missing, Taken

logger = logging.getLogger("lexveil.service")

STATUS: Mapping[str, int] = {
    "bad-request": 400, "unauthenticated": 401, "forbidden": 403, "not-found": 404, "not-allowed": 405,
    "too-slow": 408, "conflict": 409, "leak": 409, "uncovered": 409, "too-large": 413, "invalid": 422,
    "too-many": 429, "internal": 500, "busy": 503,
}  # fmt: skip
KINDS = {status: kind for kind, status in reversed(list(STATUS.items()))}
# The first that fits; what is none of them is input that cannot be used.
_KIND_OF: Sequence[tuple[type[LexveilError], str]] = (
    (CommandError, "invalid"), (Conflict, "conflict"), (Taken, "conflict"), (Missing, "not-found"),
    (Away, "busy"),  # the page holds back what waits to be saved, and tries again
    (DeskError, "internal"), (CoverageError, "uncovered"), (LeakError, "leak"), (VaultError, "internal"),
    (LexveilError, "invalid"),
)  # fmt: skip
OUR_KEY = re.compile(r"[a-z_]{1,30}")  # how the keys of a request are written
TOLD_FIELDS = 5  # of those that are wrong in a request
Headers = Mapping[str, str] | None
More = Mapping[str, Any] | None


class Problem(LexveilError):  # noqa: N818 - an answer, not only a mistake
    """An answer other than the one that was asked for; `more` goes beside the error, `key` is the one of the
    request that is wrong and stands before the sentence."""

    def __init__(
        self,
        kind: str,
        code: str,
        /,
        *,
        headers: Headers = None,
        more: More = None,
        key: str = "",
        **values: object,
    ) -> None:
        super().__init__(code, **values)
        self.kind, self.headers, self.more, self.key = kind, headers, more, key


def problem_of(kind: str, error: LexveilError, *, more: More = None, key: str = "") -> Problem:
    values: dict[str, Any] = error.values
    return Problem(kind, error.code, more=more, key=key, **values)


def kind_of(error: LexveilError) -> str:
    if isinstance(error, Problem):
        return error.kind
    return next(kind for type_, kind in _KIND_OF if isinstance(error, type_))


def answer(
    kind: str, error: LexveilError | str, *, headers: Headers = None, message: str = "", more: More = None
) -> JSONResponse:
    """`error`: or only its code; `message`: another sentence than that of the code."""
    error = LexveilError(error) if isinstance(error, str) else error
    body = {"error": {"kind": kind, "message": message or str(error), **_coded(error)}, **(more or {})}
    return JSONResponse(body, STATUS[kind], headers=dict(headers or {}))


def install(app: FastAPI) -> None:
    app.exception_handler(LexveilError)(_explained)
    app.exception_handler(RequestValidationError)(_malformed)
    app.exception_handler(HTTPException)(_refused)


async def _explained(_: Request, error: LexveilError) -> JSONResponse:
    if isinstance(error, Problem):
        message = f"{error.key}: {error}" if error.key else ""
        return answer(error.kind, error, headers=error.headers, message=message, more=error.more)
    if isinstance(error, DeskError) and not isinstance(error, Missing):
        return _desk_fails(error)
    return answer(kind_of(error), error)


def _coded(error: LexveilError) -> dict[str, Any]:
    """Nothing for an error whose sentence no catalogue has."""
    if not messages.known(AREA + error.code):
        return {}
    values = {name: value if isinstance(value, int) else str(value) for name, value in error.values.items()}
    return {"code": error.code, "values": values}


def stored(error: LexveilError) -> str:
    """An error as the database keeps it."""
    return json.dumps(_coded(error) or {"code": error.code, "values": {}})


def restored(text: str) -> LexveilError:
    """The error that was stored; once they were kept as sentences."""
    try:
        found = json.loads(text)
    except ValueError:
        return LexveilError(text)
    return LexveilError(found["code"], **found["values"])


def failure(text: str) -> dict[str, Any]:
    """What a document says of the error that ended its analysis, if any."""
    error = restored(text) if text else None
    return {"error": str(error or ""), "failure": (_coded(error) or None) if error else None}


def _desk_fails(error: DeskError) -> JSONResponse:
    logger.error("%s", error)  # it names the database and what to do, and nothing of what it holds
    if error.code == "desk.audit-head":  # nothing is done of which the log could not tell
        return answer("conflict", error)
    return answer(kind_of(error), "service.database")


async def _malformed(_: Request, error: RequestValidationError) -> JSONResponse:
    """Which fields are wrong and why; not what stood in them."""
    wrong = [(_where(each), each) for each in error.errors()[:TOLD_FIELDS]]
    if not wrong:
        return answer("invalid", "service.unreadable")
    message = "; ".join(f"{where}: {_reason(each)}" for where, each in wrong)
    fields = ", ".join(dict.fromkeys(where for where, _ in wrong))
    return answer("invalid", LexveilError("request.fields", fields=fields), message=message)


def malformed(error: ValidationError) -> RequestValidationError:
    """The same of a body that a handler reads by itself."""
    return RequestValidationError([{**each, "loc": ("body", *each["loc"])} for each in error.errors()])


def _where(found: Mapping[str, Any]) -> str:
    """The key; one that could be a name is not said again."""
    part, *names = found["loc"]
    told = [str(each) if isinstance(each, int) or OUR_KEY.fullmatch(each) else "?" for each in names]
    return ".".join(told) if found["type"] != "json_invalid" and told else str(part)


def _reason(found: Mapping[str, Any]) -> str:
    """A choice of ours may be told; the message of a check could quote what came in."""
    return str(found["msg"]) if found["type"] not in ("value_error", "json_invalid") else "cannot be read"


async def _refused(_: Request, error: HTTPException) -> JSONResponse:
    kind = KINDS.get(error.status_code, "bad-request" if error.status_code < 500 else "internal")
    codes = {"not-found": "service.nothing-here", "not-allowed": "service.no-method"}
    return answer(kind, codes.get(kind, "service.unreadable"))


class Log:
    """The outermost layer: a line for each request, without its address, and no exception goes further."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sent)
        except Exception as error:  # what no handler was there for: the layers around ask the desk who calls
            if isinstance(error, DeskError):
                refusal = _desk_fails(error)
            else:
                logger.error("%s in %s", *place(error))  # noqa: TRY400 - no text of an error
                refusal = answer("internal", "service.unexpected")
            if not status:
                await refusal(scope, receive, sent)
        finally:
            route = getattr(scope.get("route"), "path", "-")
            spent = 1000 * (time.perf_counter() - began)
            logger.info("%s %s %d %.0f ms", scope["method"], route, status, spent)
