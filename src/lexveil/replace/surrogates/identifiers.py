"""Surrogates of numbers and codes: the same format, another number, and none that could be real.

Comes in: entities whose category is a code. Goes out: for each surface one of the same shape: letters for
letters, digits for digits, separators kept. Check digits are wrong on purpose (python-stdnum must refuse
them) or the number lies in a range that is reserved for examples and fiction. Two ways of writing one
number give two ways of writing its surrogate.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import count
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from lexveil.model import Document, Entity
from lexveil.replace.draw import stream
from lexveil.replace.surrogates import dates, phones
from lexveil.replace.surrogates.ledger import Ledger
from lexveil.text.fold import fold

# Modules of python-stdnum by how many letters and digits their numbers have.
_CHECKS = """
8 es.nif es.dni cl.rut ie.pps ie.vat fi.ytunnus dk.cvr pt.nif us.ssn at.uid
9 us.ssn us.itin us.ein es.dni es.nie es.cif es.nif nl.bsn pt.nif il.idnr ca.sin au.tfn fr.siren no.orgnr
9 pl.regon
9 ie.pps cl.rut gb.vat lt.pvm cz.rc sk.rc
10 dk.cpr is_.kennitala se.personnummer se.orgnr gb.nhs at.vnr bg.egn ec.ci ua.rntrc in_.pan in_.epic fi.hetu
10 be.vat pl.nip cz.rc sk.rc bg.vat
11 no.fodselsnummer de.idnr be.nn pl.pesel ee.ik lt.asmens tr.tckimlik br.cpf gr.amka hr.oib ar.cuit lv.pvn
11 it.iva
11 au.abn fi.hetu de.vat
12 se.personnummer in_.aadhaar ru.inn my.nric jp.in_ pt.cc ch.uid mx.rfc
13 ch.ssn ro.cnp si.emso za.idnr th.pin pk.cnic kr.rrn mx.rfc
14 fr.siret br.cnpj
15 fr.nir in_.gstin ch.vat
16 it.codicefiscale id.nik
18 mx.curp cn.ric
20 lei
"""
_YEAR = re.compile(r"(?<=/)(?:\d\d|(?:19|20)\d\d)(?!\d)|(?<!\d)(?:19|20)\d\d(?=[/-]\d)")
# Without a check digit: nearly every number of their length passes.
_WEAK = frozenset("us.ssn us.itin us.ein in_.pan in_.epic id.nik my.nric".split())
TRIES = 400


def assign(
    document: Document, entities: Sequence[Entity], ledger: Ledger, known: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    names: dict[str, str] = {}
    forms: dict[str, dict[str, str]] = {}
    for entity in entities:
        surfaces = {document.text[span.start : span.end] for span in entity.spans}
        ordered = sorted(surfaces, key=lambda surface: (-sum(map(str.isalnum, surface)), surface))
        names[entity.id], forms[entity.id] = _cast(ledger, entity.category, ordered, known.get(entity.id, ""))
    return names, forms


def _cast(ledger: Ledger, category: str, surfaces: Sequence[str], known: str) -> tuple[str, dict[str, str]]:
    longest = surfaces[0]
    checks = _checks_of(category, longest)
    for turn in count():
        full = known or _drawn(ledger, category, longest, str(turn or ""))
        if known or (_refused(ledger, category, full, checks) and ledger.claim(full)) or turn > TRIES:
            real, fake = _signs(longest), _signs(full)
            return full, {surface: _laid(ledger, category, surface, real, fake, turn) for surface in surfaces}
    raise AssertionError  # counting never ends


def _laid(ledger: Ledger, category: str, surface: str, real: str, fake: str, turn: int) -> str:
    """Another way to write the number, or a piece of it: the same signs between the same separators."""
    signs = _signs(surface)
    at = real.lower().find(signs.lower()) if len(real) == len(fake) else -1
    if at < 0:
        return _drawn(ledger, category, surface, str(turn or ""))
    drawn = iter(fake[at : at + len(signs)])
    return "".join(_like(next(drawn), char) if char.isalnum() else char for char in surface)


def _like(drawn: str, char: str) -> str:
    return drawn.upper() if char.isupper() else drawn.lower()


def _signs(surface: str) -> str:
    return "".join(filter(str.isalnum, surface))


def _drawn(ledger: Ledger, category: str, surface: str, turn: str) -> str:
    if category == "PHONE":
        return phones.drawn(ledger, surface, turn)
    keep = 2 if category == "IBAN" else 0
    if category not in ("CASE_NUMBER", "PROVISION"):
        return surface[:keep] + scrambled(ledger, surface[keep:], category, fold(surface), turn)
    found = scrambled(ledger, surface, category, fold(surface), turn, letters=False)
    year = _YEAR.search(surface) if int(turn or 0) < TRIES // 4 else None
    if year:  # moves as all years do
        moved = int(year[0]) + round(dates.shift(ledger.key) / dates.YEAR) + 100
        new = str(moved % 100).zfill(2) if len(year[0]) == 2 else str(moved - 100)
        found = found[: year.start()] + new + found[year.end() :]
    return found


def scrambled(ledger: Ledger, surface: str, *parts: str, letters: bool = True) -> str:
    """Sign for sign: a digit for a digit, a letter for a letter; no zero at the start where there was none.

    `letters` off keeps them: those of a case number name the register, not the case.
    """
    drawn = stream(ledger.key, "code", *parts)
    return "".join(_signs_for(surface, drawn, letters=letters))


def _signs_for(surface: str, drawn: Iterator[int], *, letters: bool) -> Iterator[str]:
    before = ""
    for char in surface:
        if char.isdigit():
            first = not before.isalnum()
            yield str(next(drawn) % 9 + 1 if first and char != "0" else next(drawn) % 10)
        elif char.isalpha() and letters:
            yield (ascii_lowercase if char.islower() else ascii_uppercase)[next(drawn) % 26]
        else:
            yield char
        before = char


def _refused(ledger: Ledger, category: str, fake: str, checks: Sequence[str]) -> bool:
    """Nobody's number: no check holds, or it lies where there are none."""
    if category == "PHONE":
        return phones.unreal(fake, ledger.language)
    signs = _signs(fake)
    # The sign in the middle of a Finnish number is part of it: it tells the century.
    return not any(_valid(check, fake if check == "fi.hetu" else signs) for check in checks)


def _checks_of(category: str, surface: str) -> tuple[str, ...]:
    """The checks that the surrogate must fail: those that the real number passes, or all that tell much."""
    if category in ("IBAN", "CARD"):
        return ("iban",) if category == "IBAN" else ("luhn",)
    if category not in ("NATIONAL_ID", "PASSPORT", "CODE"):
        return ()
    signs = _signs(surface)
    every = _checks().get(len(signs), ())
    passed = tuple(check for check in every if _valid(check, surface if check == "fi.hetu" else signs))
    return passed or tuple(check for check in every if check not in _WEAK)


@cache
def _checks() -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for row in _CHECKS.strip().splitlines():
        size, *modules = row.split()
        found[int(size)] = (*found.get(int(size), ()), *modules)
    return found


@cache
def _module(name: str) -> Any:
    return import_module(f"stdnum.{name}")


def _valid(module: str, number: str) -> bool:
    return bool(_module(module).is_valid(number))
