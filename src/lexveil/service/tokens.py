"""API tokens: what a program shows to say for whom it works.

Comes in: a user and a name for the token, or the Authorization header of a request. Goes out: the token,
once, or the user whose token it is. The desk holds only its SHA-256.
"""

import secrets
from datetime import datetime

from lexveil.service.sessions import TOKEN_BYTES, TOUCH, digest
from lexveil.store.desk import Audit, Desk, Token, User

PREFIX = "lexveil_"  # so that scanners for secrets, and people, see what it is


def add(desk: Desk, user_id: str, name: str, *, audit: Audit) -> tuple[Token, str]:
    """The stored row, and the token itself, which nobody can read again."""
    token = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    return desk.add_token(user_id, digest(token), name, audit=audit), token


def owner(desk: Desk, authorization: str) -> User | None:
    """
    >>> owner(None, "Basic bG9jYWw6")  # only Bearer is a token
    """
    scheme, _, token = authorization.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token.startswith(PREFIX):
        return None
    found = desk.token(digest(token))
    if found is None:
        return None
    if not found.used or desk.clock() - datetime.fromisoformat(found.used) >= TOUCH:
        desk.touch_token(found.id)
    return desk.user(found.user_id)
