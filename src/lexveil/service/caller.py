"""The caller of a request: found by the session cookie or by an API token.

Comes in: the headers of a request and the desk. Goes out: a `Caller`, or nothing. Never tells why there is
none, and its repr shows no secret.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Literal

from starlette.datastructures import State

from lexveil.service import sessions, tokens
from lexveil.store.desk import Desk, User

ADMINISTRATOR, REVIEWER, SECOND_READER = "administrator", "reviewer", "second reader"
ROLES = (REVIEWER, SECOND_READER, ADMINISTRATOR)
LOCAL = "local"  # the name of the one user of single mode, who has no password
SINGLE, ACCOUNTS = "single", "accounts"


@dataclass(frozen=True, slots=True)
class Caller:
    user_id: str
    name: str = field(repr=False)
    role: str
    by: Literal["cookie", "token", "single"]
    desk: Desk = field(repr=False, compare=False)
    secret: str = field(
        default="", repr=False, compare=False
    )  # the token of the session; for an API token ""

    @property
    def administrator(self) -> bool:
        return self.role == ADMINISTRATOR

    @property
    def csrf(self) -> str:
        return sessions.csrf(self.secret) if self.secret else ""


def of(state: State, headers: Mapping[str, str], *, port: str = "") -> Caller | None:
    """Who sent a request with these headers. An API token goes before a cookie; a bad one is nobody."""
    desk: Desk = state.desk
    if "authorization" in headers:
        user = tokens.owner(desk, headers["authorization"])
        return _caller(user, "token", state) if user else None
    secret = cookie(headers, sessions.cookie_name(state.settings, port))
    found = sessions.owner(desk, secret, state.settings) if secret else None
    by: Literal["cookie", "single"] = "single" if state.mode == SINGLE else "cookie"
    return _caller(found, by, state, secret) if found else None


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
