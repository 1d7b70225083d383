"""Accounts: logging in and out, users, and API tokens, as the API offers them.

Whether a name exists, a password was wrong or an account is locked, the message is the same. Managing
accounts needs a session: an API token that got lost cannot make others.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field, SecretStr, StringConstraints

from lexveil import __version__, formats
from lexveil.languages import codes
from lexveil.model import CATEGORIES
from lexveil.review.roles import FITTING
from lexveil.service import audit, callers, gate, guard, policies, users
from lexveil.service.callers import ADMINISTRATOR, ROLES, SINGLE, Caller
from lexveil.service.chosen import detector_kinds
from lexveil.service.problems import Problem
from lexveil.service.schemas import fields
from lexveil.store.desk import Desk, User

router = APIRouter(tags=["accounts"])

WRONG = "service.wrong-login"  # whether a name exists, a password was wrong or an account is locked
Role = Literal[ROLES]  # type: ignore[valid-type]
Id = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Password = Annotated[SecretStr, Field(max_length=users.LONGEST_PASSWORD)]


class In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Login(In):
    name: Name
    password: Password


class NewPassword(In):
    old: Password
    new: Password


class NewUser(In):
    name: Name
    password: Password
    role: Role


class UserChange(In):
    """What is left out stays."""

    role: Role | None = None
    active: bool | None = None
    password: Password | None = None
    unlock: bool = False  # forgive failed logins


class NewToken(In):
    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]


class Me(BaseModel):
    id: str
    name: str
    role: str


class UploadLimits(BaseModel):
    upload_bytes: int


class PolicyName(BaseModel):
    name: str
    description: str
    approval: bool  # it exports only what was approved
    own: bool  # of the house, no preset


class Session(BaseModel):
    user: Me | None
    csrf: str
    mode: Literal["single", "accounts"]
    version: str
    limits: UploadLimits
    formats: list[str]
    policies: list[PolicyName]
    categories: list[str]
    roles: dict[str, list[str]]  # what can be given, by category, in the order of the keys of the page
    languages: list[str]
    detectors: list[str]  # that a project can choose from
    single_sign_on: bool  # whether one can log in at the provider of the house


class UserOut(BaseModel):
    id: str
    name: str
    role: str
    active: bool
    locked: bool
    single_sign_on: bool  # role and password are the provider's
    created: str


class Users(BaseModel):
    users: list[UserOut]


class TokenOut(BaseModel):
    id: str
    name: str
    created: str
    used: str


class Tokens(BaseModel):
    tokens: list[TokenOut]


class MadeToken(BaseModel):
    id: str
    token: str  # shown this once


@router.get("/session")
def show_session(request: Request, response: Response) -> Session:
    """Who is logged in, and what the page needs to know. In single mode this begins the session."""
    state, caller = request.app.state, request.scope.get(gate.KEY)
    if caller is None and state.mode == SINGLE and "authorization" not in request.headers:
        return _begin(request, response, users.local_user(state.desk))
    return _session(request, caller)


@router.post("/session")
def log_in(request: Request, response: Response, body: Login) -> Session:
    state = request.app.state
    if state.mode == SINGLE:
        raise Problem("bad-request", "service.single-no-login")
    user = _checked(request, body.name, body.password.get_secret_value())
    audit.record(state.desk, user.id, "login")
    return _begin(request, response, user)


def _begin(request: Request, response: Response, user: User) -> Session:
    return _session(request, start(request, response, user))


def start(request: Request, response: Response, user: User) -> Caller:
    """A session of its own for this login, whatever the client brought; the one it had ends."""
    state, old = request.app.state, request.scope.get(gate.KEY)
    if old is not None and old.secret:
        state.desk.end_session(callers.digest(old.secret))
    secret = callers.start_session(state.desk, user, state.settings)
    callers.set_cookie(response, secret, state.settings, _port(request))
    by: Literal["single", "cookie"] = "single" if state.mode == SINGLE else "cookie"
    return Caller(user.id, user.name, user.role, by, state.desk, secret)


@router.delete("/session", status_code=204)
def log_out(request: Request, response: Response, caller: guard.Current) -> None:
    if caller.secret:
        caller.desk.end_session(callers.digest(caller.secret))
        audit.write(caller, "logout")
        end_streams(request)
    callers.set_cookie(response, "", request.app.state.settings, _port(request))


@router.post("/session/password")
def change_password(
    request: Request, response: Response, body: NewPassword, caller: guard.Current
) -> Session:
    """Ends every session of the user; this browser gets a new one."""
    _in_person(caller)
    if request.app.state.mode == SINGLE:
        raise Problem("bad-request", "service.single-no-password")
    if users.by_sign_on(caller.desk.user(caller.user_id)):
        raise Problem("conflict", "service.sign-on-account")
    user = _checked(request, caller.name, body.old.get_secret_value())
    new = body.new.get_secret_value()
    users.check_password(new, user.name)
    entry = audit.entry(caller, "password changed")
    caller.desk.change_user(user.id, password_hash=users.password_hash(new), audit=entry)
    caller.desk.end_sessions(user.id)
    end_streams(request)
    return _begin(request, response, user)


def _checked(request: Request, name: str, password: str) -> User:
    """The user whose name and password these are."""
    state, address = request.app.state, request.client.host if request.client else ""
    desk: Desk = state.desk
    if not hasattr(state, "throttle"):
        state.throttle = users.Throttle(desk)
    throttle: users.Throttle = state.throttle
    with throttle.lock:
        found = desk.user_named(name) if users.possible(name) else None
        has_password = found is not None and not found.password_hash.startswith(users.NO_PASSWORD)
        user = found if found and found.active and has_password else None
        wait = throttle.wait(user, name, address)
        if wait:
            raise Problem("too-many", WRONG, headers={"Retry-After": str(wait)})
        if not users.password_fits(user.password_hash if user else None, password) or user is None:
            throttle.failed(user, name, address)
            audit.record(desk, user.id if user else audit.NOBODY, "login failed")
            raise Problem("unauthenticated", WRONG)
        throttle.passed(user)
        if users.hash_outdated(user.password_hash):
            desk.change_user(user.id, password_hash=users.password_hash(password))
        return user


def _session(request: Request, caller: Caller | None) -> Session:
    """Policies of the house are told to nobody who is not logged in."""
    state = request.app.state
    own, offered = state.policies.own, state.policies.offered if caller else policies.presets()
    told = {name: fields(each, "description approval") for name, each in offered.items()}
    return Session(
        user=Me(id=caller.user_id, name=caller.name, role=caller.role) if caller else None,
        csrf=caller.csrf if caller else "",
        mode=state.mode,
        version=__version__,
        limits=UploadLimits(upload_bytes=state.settings.upload_bytes),
        formats=list(formats.suffixes()),
        policies=[PolicyName(name=name, own=name in own, **each) for name, each in told.items()],
        categories=list(CATEGORIES),
        roles={category: list(roles) for category, roles in FITTING.items()},
        languages=list(codes()),
        detectors=list(detector_kinds(state.context.analysis)),
        single_sign_on=getattr(state, "sign_on", None) is not None,
    )


def _port(request: Request) -> str:
    return gate.split(request.headers["host"])[1]


def _in_person(caller: Caller) -> None:
    if caller.by == "token":
        raise Problem("forbidden", "service.in-person")


@router.get("/users")
def list_users(caller: guard.Current) -> Users:
    guard.require(caller, ADMINISTRATOR)
    return Users(users=[_user_out(caller.desk, user) for user in users.people(caller.desk)])


@router.post("/users", status_code=201)
def add_user(body: NewUser, caller: guard.Current) -> UserOut:
    _in_person(caller)
    guard.require(caller, ADMINISTRATOR)
    entry = audit.entry(caller, "user created", role=body.role)
    user = users.add(caller.desk, body.name, body.password.get_secret_value(), body.role, audit=entry)
    return _user_out(caller.desk, user)


@router.patch("/users/{user}")
def change_user(request: Request, user: Id, body: UserChange, caller: guard.Current) -> UserOut:
    """A user whose role, password or access changes is logged out everywhere."""
    _in_person(caller)
    guard.require(caller, ADMINISTRATOR)
    found = _user(caller, user)
    if users.by_sign_on(found) and (body.role or body.password):
        raise Problem("conflict", "service.sign-on-account")
    less = body.role not in (None, ADMINISTRATOR) or body.active is False
    if less and users.last_administrator(caller.desk, found):
        raise Problem("conflict", "service.last-administrator")
    changes: dict[str, Any] = body.model_dump(include={"role", "active"}, exclude_none=True)
    details = {name: value if isinstance(value, str) else int(value) for name, value in changes.items()}
    details |= {"user": found.id, "password": int(body.password is not None), "unlock": int(body.unlock)}
    if body.password is not None:
        users.check_password(body.password.get_secret_value(), found.name)
        changes["password_hash"] = users.password_hash(body.password.get_secret_value())
    forgiven: dict[str, Any] = {"failed": 0, "locked_until": ""} if body.unlock else {}
    entry = audit.entry(caller, "user changed", **details)
    changed = caller.desk.change_user(found.id, **changes, **forgiven, audit=entry)
    if changes:
        caller.desk.end_sessions(found.id)
        end_streams(request)
    return _user_out(caller.desk, changed)


@router.delete("/users/{user}", status_code=204)
def remove_user(request: Request, user: Id, caller: guard.Current) -> None:
    """Their projects stay, for administrators to see; to keep the name in the log, make them inactive."""
    _in_person(caller)
    guard.require(caller, ADMINISTRATOR)
    found = _user(caller, user)
    if users.last_administrator(caller.desk, found):
        raise Problem("conflict", "service.last-administrator")
    caller.desk.remove_user(found.id, audit=audit.entry(caller, "user removed", user=user))
    end_streams(request)


def _user(caller: Caller, user: str) -> User:
    found = caller.desk.user(user)
    if found is None or found not in users.people(caller.desk):
        raise Problem("not-found", "service.no-user")
    return found


def _user_out(desk: Desk, user: User) -> UserOut:
    locked = bool(user.locked_until) and datetime.fromisoformat(user.locked_until) > desk.clock()
    by = users.by_sign_on(user)
    return UserOut(**fields(user, "id name role active created"), locked=locked, single_sign_on=by)


@router.get("/tokens")
def list_tokens(caller: guard.Current) -> Tokens:
    found = caller.desk.tokens(caller.user_id)
    return Tokens(tokens=[TokenOut(**fields(token, "id name created used")) for token in found])


@router.post("/tokens", status_code=201)
def add_token(body: NewToken, caller: guard.Current) -> MadeToken:
    _in_person(caller)
    entry = audit.entry(caller, "token created")
    made, token = callers.add_token(caller.desk, caller.user_id, body.name, audit=entry)
    return MadeToken(id=made.id, token=token)


@router.delete("/tokens/{token}", status_code=204)
def remove_token(request: Request, token: Id, caller: guard.Current) -> None:
    _in_person(caller)
    entry = audit.entry(caller, "token removed", token=token)
    if not caller.desk.remove_token(token, user_id=caller.user_id, audit=entry):
        raise Problem("not-found", "service.no-token")
    end_streams(request)


def end_streams(request: Request) -> None:
    """Whoever may not listen any more hears nothing further: every event stream looks whether it goes on."""
    request.app.state.context.hub.look_again()
