"""The vault of a batch. Each case is worked on as the vault knew it when the work began; what is new is kept
beside the parts, sealed, and goes into the vault when all parts are there, before any result is in its place:
so nobody waits for the vault, and a crash never leaves half of a case in it."""

import pickle
from pathlib import Path

from lexveil.batch import results
from lexveil.batch.worker import Asked
from lexveil.errors import VaultError
from lexveil.store import Known, Vault

CPU = ""  # what computes where nothing else is said


def sealed_past(vault: Vault | None, asked: Asked, engine: str, case: str) -> bytes:
    """What the vault knows of a case, for the process that will work on it."""
    if vault is None:
        return b""
    past = vault.past(case)
    if past.engine is not None and past.engine != engine:
        raise VaultError("batch.other-engine")
    return asked.crypt.seal(pickle.dumps(past), "past")


def save(vault: Vault, asked: Asked, engine: str, folder: Path) -> None:
    """Everything into the vault; what is there already was saved before a crash."""
    for name, known, ways in results.kept(folder, asked.crypt):
        with vault.case(name) as case:
            _expect_same(case.known(), known)
            case.save(known)
            for way in ways:
                case.keep(way)
            if case.engine != engine:
                case.computed_by(engine)


def _expect_same(there: tuple[Known, ...], known: tuple[Known, ...]) -> None:
    """Nobody else gave pseudonyms in the case meanwhile: who is in it is who we knew, or who we bring."""
    ours = {(each.entity, each.style, each.pseudonym) for each in known}
    if any((each.entity, each.style, each.pseudonym) not in ours for each in there):
        raise VaultError("batch.case-changed")
