"""Users: who there is, and the rules for their names and roles.

Comes in: a name, a password and a role. Goes out: a user of the desk. There is always an administrator who
can log in, once there has been one. Never keeps or tells a password.
"""

import re
import unicodedata

from lexveil.errors import LexveilError
from lexveil.service import passwords
from lexveil.service.caller import ADMINISTRATOR, LOCAL, ROLES
from lexveil.store.desk import Audit, Desk, Taken, User

_NAME = re.compile(r"\w[\w.@+-]{0,63}")


class UserError(LexveilError):
    """A user who cannot be added or changed so."""


def local_user(desk: Desk) -> User:
    """The one user of single mode, who cannot log in with a password."""
    found = desk.user_named(LOCAL)
    return found or desk.add_user(LOCAL, passwords.NONE, ADMINISTRATOR)


def people(desk: Desk) -> list[User]:
    return [user for user in desk.users() if user.name != LOCAL]


def possible(name: str) -> bool:
    """Whether somebody could have this name; what nobody can have is asked of no database."""
    return bool(_NAME.fullmatch(unicodedata.normalize("NFKC", name).strip()))


def clean_name(name: str) -> str:
    bare = unicodedata.normalize("NFKC", name).strip()
    if not possible(bare):
        raise UserError(
            "a user name has 1 to 64 letters, digits or . _ @ + -, and begins with a letter or digit"
        )
    if bare.casefold() == LOCAL:
        raise UserError(f"the name '{LOCAL}' is that of the user without accounts: choose another")
    return bare


def possible_new(desk: Desk, name: str, role: str) -> str:
    """The name as it will stand, if it is free and there is such a role."""
    bare = clean_name(name)
    if role not in ROLES:
        raise UserError(f"there is no such role: choose one of {', '.join(ROLES)}")
    if desk.user_named(bare) is not None:
        raise Taken("there is a user of that name already: choose another")
    return bare


def add(desk: Desk, name: str, password: str, role: str, *, audit: Audit) -> User:
    bare = possible_new(desk, name, role)
    passwords.check(password, bare)
    return desk.add_user(bare, passwords.hashed(password), role, audit=audit)


def last_administrator(desk: Desk, user: User) -> bool:
    others = (each for each in people(desk) if each.id != user.id)
    return user.role == ADMINISTRATOR and not any(
        each.role == ADMINISTRATOR and each.active for each in others
    )
