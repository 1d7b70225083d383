"""Single sign-on: a login at the provider of the house becomes a session here.

The provider says who somebody is and, in a claim, what they may do; both count anew at each login. An account
that was made so has no password, and belongs to the issuer and subject of its first login: a name alone opens
nobody's account.
"""

import logging
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

from lexveil.config import Service
from lexveil.errors import LexveilError
from lexveil.formats import disk
from lexveil.service import accounts, audit, callers, gate, users
from lexveil.service.callers import REVIEWER, ROLES
from lexveil.service.openid import Attempt, Client, Provider, SignOnError
from lexveil.service.problems import Problem
from lexveil.store.desk import Desk, Taken, User

router = APIRouter(include_in_schema=False)
logger = logging.getLogger("lexveil.service")

BEGIN, BACK = gate.SIGN_ON.removeprefix(gate.API), gate.SIGN_ON_BACK.removeprefix(gate.API)
ATTEMPT_SECONDS = 600  # from the click to the way back
LONGEST_SECRET = 4096  # bytes
PLACE = re.compile(r"#/[\w/?=&.-]{0,200}")  # of this page
LOGIN_PAGE = "/#/login"
EVERYBODY = "*"
BY = "single sign-on"


class SignOn:
    def __init__(self, provider: Provider, *, name_claim: str, role_claim: str, roles: Mapping[str, str]):
        self.provider, self.name_claim, self.role_claim, self.roles = provider, name_claim, role_claim, roles

    def user(self, desk: Desk, claims: Mapping[str, Any]) -> User:
        """Whose login it is: with the role of today, and an account if there was none."""
        role = role_of(claims, self.role_claim, self.roles)
        credential = users.signed_on(claims["iss"], claims["sub"])
        found = _with(desk, credential)
        if not role:
            if found is not None:  # the provider has just said that they may not be here
                desk.end_sessions(found.id)
            raise SignOnError("service.sign-on-no-role")
        if found is None:
            return self._added(desk, claims, credential, role)
        if not found.active:
            raise SignOnError("service.sign-on-inactive")
        if found.role != role:
            entry = audit.entry(None, "user changed", user=found.id, role=role, by=BY)
            found = desk.change_user(found.id, role=role, audit=entry)
            desk.end_sessions(found.id)
        return found

    def _added(self, desk: Desk, claims: Mapping[str, Any], credential: str, role: str) -> User:
        name = "-".join(str(claims.get(self.name_claim, "")).split())
        if not users.possible(name):
            raise SignOnError("service.sign-on-name", claim=self.name_claim)
        try:
            bare = users.possible_new(desk, name, role)
            entry = audit.entry(None, "user created", role=role, by=BY)
            return desk.add_user(bare, credential, role, audit=entry)
        except Taken:  # perhaps by the same person, in another window
            found = _with(desk, credential)
            if found is None:
                raise SignOnError("service.sign-on-taken") from None
            return found
        except users.UserError:
            raise SignOnError("service.sign-on-name", claim=self.name_claim) from None


def _with(desk: Desk, credential: str) -> User | None:
    return next((user for user in users.people(desk) if user.password_hash == credential), None)


def role_of(claims: Mapping[str, Any], path: str, roles: Mapping[str, str]) -> str:
    """The highest role that one of the claim's values stands for; "" if none does.

    >>> role_of({"realm": {"roles": ["a", "b"]}}, "realm.roles", {"a": "reviewer", "b": "administrator"})
    'administrator'
    >>> role_of({"groups": "guests"}, "groups", {"desk": "reviewer"})
    ''
    """
    value: Any = claims.get(path)  # a name may hold dots: https://desk.example/roles
    if value is None:
        value = claims
        for step in path.split("."):
            value = value.get(step) if isinstance(value, Mapping) else None
    held = value if isinstance(value, list) else [value]
    given = {roles.get(each, "") for each in held if isinstance(each, str)} | {roles.get(EVERYBODY, "")}
    return max(given - {""}, key=ROLES.index, default="")


def of_settings(settings: Service) -> SignOn | None:
    """None where no provider is set; what is set wrongly stops the start."""
    if not settings.oidc_issuer:
        return None
    roles = _roles(settings.oidc_roles)
    if roles.keys() - {EVERYBODY} and not settings.oidc_role_claim:
        raise LexveilError("serve.sign-on-claim")
    scopes = tuple(dict.fromkeys(("openid", *settings.oidc_scopes)))
    client = Client(settings.oidc_issuer, settings.oidc_client, _secret_of(settings.oidc_secret_file), scopes)
    named = {"name_claim": settings.oidc_name_claim, "role_claim": settings.oidc_role_claim}
    return SignOn(Provider(client), roles=roles, **named)


def _roles(given: tuple[str, ...]) -> Mapping[str, str]:
    """Nobody comes in by an omission: who gets which role is said, if only `*=reviewer`."""
    found = {value.strip(): role.strip() for value, _, role in (each.rpartition("=") for each in given)}
    if not found or not found.keys() - {""} or set(found.values()) - set(ROLES):
        raise LexveilError("serve.sign-on-roles", choices=", ".join(ROLES), example=f"{EVERYBODY}={REVIEWER}")
    return found


def _secret_of(path: str) -> str:
    if not path:
        return ""
    found = disk.load(Path(path), max_bytes=LONGEST_SECRET).decode("utf8", "replace").strip()
    if not found:
        raise LexveilError("serve.sign-on-secret").within(path)
    return found


@router.get(BEGIN)
def begin(request: Request, then: str = "") -> RedirectResponse:
    """To the provider. `then`: the place of the page to come back to."""
    sign_on = _sign_on(request)
    secret = secrets.token_urlsafe(callers.TOKEN_BYTES)
    try:
        address = sign_on.provider.door(Attempt(secret), _redirect(request))
    except LexveilError as error:
        return _turned_away(request, error)
    response = RedirectResponse(address, 303)
    place = then if PLACE.fullmatch(then) else ""
    _keep(response, request, f"{secret}.{quote(place, safe='')}")
    return response


@router.get(BACK)
def back(request: Request) -> RedirectResponse:
    """From the provider, with a code or a refusal."""
    state, sign_on = request.app.state, _sign_on(request)
    kept = callers.cookie(request.headers, _cookie_name(request))
    secret, _, place = kept.partition(".")
    try:
        if not secret:
            raise SignOnError("service.sign-on-again")
        claims = sign_on.provider.claims(dict(request.query_params), Attempt(secret), _redirect(request))
        user = sign_on.user(state.desk, claims)
    except LexveilError as error:
        return _turned_away(request, error)
    finally:
        accounts.end_streams(request)  # of whoever has another role now, or none
    audit.record(state.desk, user.id, "login", by=BY)
    place = unquote(place)
    response = RedirectResponse(f"/{place if PLACE.fullmatch(place) else ''}", 303)
    _keep(response, request, "")
    accounts.start(request, response, user)
    return response


def _sign_on(request: Request) -> SignOn:
    found: SignOn | None = getattr(request.app.state, "sign_on", None)
    if found is None:
        raise Problem("not-found", "service.nothing-here")
    return found


def _turned_away(request: Request, error: LexveilError) -> RedirectResponse:
    """Back to the page, which says why in the user's language. The log says more to whoever runs the service,
    though nothing of who it was."""
    more = ", ".join(str(value) for value in error.values.values())
    logger.warning("single sign-on: %s%s", error, f" ({more})" if more else "")
    audit.record(request.app.state.desk, audit.NOBODY, "login failed", by=BY)
    query = urlencode({"failed": error.code})
    response = RedirectResponse(f"{LOGIN_PAGE}?{query}", 303)
    _keep(response, request, "")
    return response


def _redirect(request: Request) -> str:
    """The gate lets no host through but those that the service is asked for under."""
    scheme = "https" if request.app.state.settings.https else "http"
    return f"{scheme}://{request.headers['host']}{gate.API}{BACK}"


def _cookie_name(request: Request) -> str:
    port = gate.split(request.headers["host"])[1]
    return f"{callers.cookie_name(request.app.state.settings, port)}-sign-on"


def _keep(response: RedirectResponse, request: Request, value: str) -> None:
    """Lax: the way back begins on a page of the provider, and a strict cookie would not come along."""
    response.set_cookie(
        _cookie_name(request), value, max_age=ATTEMPT_SECONDS if value else 0, path="/",
        secure=request.app.state.settings.https, httponly=True, samesite="lax",
    )  # fmt: skip
