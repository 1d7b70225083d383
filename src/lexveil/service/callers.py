"""Who calls: found by the session cookie of a browser or by the API token of a program.

The desk holds only the SHA-256 of a session's or program's token, so a copy of it opens nothing. A token that
a client brings is looked up and never adopted. Nobody is told why there is no caller.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from http.cookies import CookieError, SimpleCookie
from typing import Any, Literal

from starlette.datastructures import State
from starlette.responses import Response

from lexveil.config import Service
from lexveil.store.desk import Audit, Desk, Token, User

TOKEN_BYTES = 32
TOUCH = timedelta(minutes=1)  # the last use is written down no more often: each time is a write to the disk


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf8", "surrogatepass")).hexdigest()


def csrf(token: str) -> str:
    """The second secret of a session, which the page sends in a header: drawn from the first, so that it need
    not be stored, and the first cannot be told from it."""
    return hmac.new(token.encode("utf8", "surrogatepass"), b"lexveil csrf", hashlib.sha256).hexdigest()


def start_session(desk: Desk, user: User, settings: Service) -> str:
    """The token of a new session."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    expires = desk.clock() + timedelta(hours=settings.session_hours)
    desk.add_session(user.id, digest(token), "", expires)
    return token


def session_owner(desk: Desk, token: str, settings: Service) -> User | None:
    """Whose session it is; nobody's once it has expired or has not been used for too long."""
    here = desk.logged_in(digest(token))
    if here is None:
        return None
    found, user = here
    unused = desk.clock() - datetime.fromisoformat(found.seen)
    if unused >= timedelta(minutes=settings.session_idle_minutes):
        desk.end_session(digest(token))
        return None
    if unused >= TOUCH:
        desk.touch_session(digest(token))
    return user


def cookie_name(settings: Service, port: str) -> str:
    """Over https a browser takes a cookie named __Host-… only from this host itself, and only with Secure.

    Browsers share cookies among the ports of a host: so that two services on one machine do not end each
    other's sessions, the port is part of the name.
    """
    name = f"lexveil-{port}" if port.isdecimal() else "lexveil"
    return f"__Host-{name}" if settings.https else name


def set_cookie(response: Response, token: str, settings: Service, port: str) -> None:
    """Without a token the browser is told to forget the cookie."""
    name = cookie_name(settings, port)
    until: Any = {"max_age": settings.session_hours * 3600} if token else {"max_age": 0, "expires": 0}
    response.set_cookie(
        name, token, **until, path="/", secure=settings.https, httponly=True, samesite="strict"
    )


PREFIX = "lexveil_"  # so that scanners for secrets, and people, see what it is


def add_token(desk: Desk, user_id: str, name: str, *, audit: Audit) -> tuple[Token, str]:
    """The stored row, and the token itself, which nobody can read again."""
    token = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    return desk.add_token(user_id, digest(token), name, audit=audit), token


def token_owner(desk: Desk, authorization: str) -> User | None:
    """
    >>> token_owner(None, "Basic bG9jYWw6")  # only Bearer is a token
    """
    token = _bearer(authorization)
    if not token.startswith(PREFIX):
        return None
    found = desk.token(digest(token))
    if found is None:
        return None
    if not found.used or desk.clock() - datetime.fromisoformat(found.used) >= TOUCH:
        desk.touch_token(found.id)
    return desk.user(found.user_id)


def _bearer(authorization: str) -> str:
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


ADMINISTRATOR, REVIEWER, SECOND_READER = "administrator", "reviewer", "second reader"
ROLES = (REVIEWER, SECOND_READER, ADMINISTRATOR)
LOCAL = "local"  # the name of the one user of single mode, who has no password
SINGLE = "single"  # the mode


@dataclass(frozen=True, slots=True)
class Caller:
    user_id: str
    name: str = field(repr=False)
    role: str
    by: Literal["cookie", "token", "single"]
    desk: Desk = field(repr=False, compare=False)
    secret: str = field(default="", repr=False, compare=False)  # of the session; for an API token ""
    token: str = field(default="", repr=False, compare=False)  # the digest of an API token

    @property
    def administrator(self) -> bool:
        return self.role == ADMINISTRATOR

    @property
    def csrf(self) -> str:
        return csrf(self.secret) if self.secret else ""


def caller_of(state: State, headers: Mapping[str, str], *, port: str = "") -> Caller | None:
    """Who sent a request with these headers. An API token goes before a cookie; a bad one is nobody."""
    desk: Desk = state.desk
    if "authorization" in headers:
        user = token_owner(desk, headers["authorization"])
        found = _caller(user, "token", state) if user else None
        return replace(found, token=digest(_bearer(headers["authorization"]))) if found else None
    secret = cookie(headers, cookie_name(state.settings, port))
    owner = session_owner(desk, secret, state.settings) if secret else None
    by: Literal["cookie", "single"] = "single" if state.mode == SINGLE else "cookie"
    return _caller(owner, by, state, secret) if owner else None


def _caller(
    user: User, by: Literal["cookie", "token", "single"], state: State, secret: str = ""
) -> Caller | None:
    """The local user is nobody where there are accounts, and in single mode there is nobody else."""
    if not user.active or (user.name == LOCAL) != (state.mode == SINGLE):
        return None
    return Caller(user.id, user.name, user.role, by, state.desk, secret)


def cookie(headers: Mapping[str, str], name: str) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    return found[name].value if name in found else ""
