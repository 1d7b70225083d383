"""Numbers that a state gives to a person or a company, by shape and check digit.

Comes in: the view of a document. Goes out: NATIONAL_ID spans, and CODE for companies. The checks are
those of python-stdnum. A shape that only such a number has stands alone when its check holds; a plain run
of digits also needs a telling word before it. After an explicit label (`CPR no. …`) a number counts even
when its check fails: Danish numbers since 2007 have none that holds, and a misprint still names somebody.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from string import ascii_uppercase, digits
from typing import Any

from lexveil.detect.labelled import apart, labelled, labels, lowered, one_of
from lexveil.model import Document, Span

# stdnum module | shapes that stand alone | shapes that need a word before them. 9 is a digit, A a capital,
# _ a space.
_PERSONS = """
fi.hetu | 999999-999A 999999-9999 999999+999A 999999+9999 999999A999A 999999A9999 |
dk.cpr | 999999-9999 | 9999999999 999999_9999
is_.kennitala | 999999-9999 | 9999999999
se.personnummer | 999999-9999 999999+9999 99999999-9999 | 9999999999 999999999999
no.fodselsnummer | 999999_99999 99999999999 |
ch.ssn | 999.9999.9999.99 9999999999999 |
es.dni | 99999999A 99999999-A 99999999_A 99.999.999-A 99.999.999A |
es.nie | A9999999A A-9999999-A A9999999-A A-9999999A |
it.codicefiscale | AAAAAA99A99A999A AAA_AAA_99A99_A999A |
de.idnr | 99_999_999_999 | 99999999999
gb.nhs | | 999_999_9999 9999999999 999-999-9999
us.ssn | 999-99-9999 | 999999999 999_99_9999
us.itin | 999-99-9999 | 999999999
fr.nir | 9_99_99_99_999_999_99 9_99_99_9A_999_999_99 999999999999999 9999999999999_99 |
be.nn | 99.99.99-999.99 99.99.99_999.99 99.99.99-999-99 99999999999 |
nl.bsn | | 999999999 9999.99.999
pl.pesel | 99999999999 |
pt.nif | | 999999999 999_999_999
pt.cc | 99999999_9_AA9 999999999AA9 |
at.vnr | 9999_999999 | 9999999999
ie.pps | 9999999A 9999999AA |
ee.ik | 99999999999 |
lt.asmens | 99999999999 |
lv.pvn | 999999-99999 |
tr.tckimlik | 99999999999 |
br.cpf | 999.999.999-99 | 99999999999
in_.aadhaar | 9999_9999_9999 9999-9999-9999 | 999999999999
in_.pan | AAAAA9999A |
in_.epic | | AAA9999999
ro.cnp | 9999999999999 |
si.emso | 9999999999999 |
za.idnr | 9999999999999 |
cz.rc | 999999/9999 999999/999 | 9999999999
bg.egn | | 9999999999
gr.amka | 99999999999 |
hr.oib | | 99999999999
cl.rut | 99.999.999-9 99.999.999-A 9.999.999-9 9.999.999-A 99999999-9 99999999-A |
mx.curp | AAAA999999AAAAAA99 AAAA999999AAAAAAA9 |
mx.rfc | | AAAA999999AAA AAAA999999AA9 AAAA999999A99 AAAA9999999A9 AAAA999999999
ar.cuit | 99-99999999-9 | 99999999999
ar.dni | | 99.999.999
ec.ci | | 9999999999
kr.rrn | 999999-9999999 |
cn.ric | 999999999999999999 99999999999999999A |
jp.in_ | | 999999999999 9999_9999_9999
my.nric | 999999-99-9999 |
th.pin | 9-9999-99999-99-9 | 9999999999999
id.nik | 9999999999999999 |
il.idnr | | 999999999
ua.rntrc | | 9999999999
ru.inn | | 999999999999
pk.cnic | 99999-9999999-9 |
ca.sin | | 999_999_999 999-999-999 999999999
au.tfn | | 999_999_999 999999999
"""
_COMPANIES = """
fi.ytunnus | 9999999-9 |
se.orgnr | 999999-9999 |
dk.cvr | | 99999999 99_99_99_99
no.orgnr | | 999999999 999_999_999
ch.uid | AAA-999.999.999 AAA999999999 |
fr.siren | | 999999999 999_999_999
fr.siret | | 99999999999999 999_999_999_99999
es.cif | A99999999 A-99999999 A9999999A |
it.iva | | 99999999999
be.vat | 9999.999.999 | 9999999999
pl.nip | 999-999-99-99 | 9999999999
pl.regon | | 999999999
br.cnpj | 99.999.999/9999-99 |
in_.gstin | 99AAAAA9999A9A9 |
us.ein | | 99-9999999
au.abn | | 99_999_999_999
eu.vat | AA99999999 AA999999999 AA9999999999 AA99999999999 AA999999999999 AAA99999999 AA999999999A99 |
eu.vat | AA99999999A AAA9999999A AA9999999A |
gb.vat | AA999999999 AA999_9999_99 |
"""
# Digits only and with one check digit at most: such a number alone is less sure.
_WEAK = frozenset(
    "99999999999 9999999999999 999999999999999 9999999999999999 9999999A 99999999-9 9999_9999_9999".split()
)


def _by_shape() -> dict[str, list[tuple[str, str, bool]]]:
    """From shape to the numbers that have it: module, category, whether it stands alone."""
    table: dict[str, list[tuple[str, str, bool]]] = {}
    for rows, category in ((_PERSONS, "NATIONAL_ID"), (_COMPANIES, "CODE")):
        for row in rows.strip().splitlines():
            module, alone, worded = (cell.strip() for cell in row.split("|"))
            for shapes, stands in ((alone, True), (worded, False)):
                for shape in shapes.split():
                    table.setdefault(shape, []).append((module, category, stands))
    return table


_SHAPES = _by_shape()
_SHAPE_OF = str.maketrans(digits + ascii_uppercase + " ", "9" * 10 + "A" * 26 + "_")
_CHUNK = r"(?:[A-Z]{0,6}[0-9][0-9A-Z]{0,20})"
_TOKEN = re.compile(
    rf"\b(?:[A-Z]{{1,3}}[ -]|[A-Z]{{3}} [A-Z]{{3}} )?{_CHUNK}(?:[ .+/-](?:{_CHUNK}"
    rf"|[A-Z]{{1,2}}(?![A-Za-z]))){{0,7}}(?![a-z])"
)
_NINO = re.compile(
    r"(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D](?!\w)"
)
_PERSON_WORDS = (
    "id identity identification identifier personal national social security insurance tax taxpayer fiscal"
    " ssn bsn cpr nin tin nhs pesel oib egn cnp jmbg inn sin cpf cuit dni nif nie curp rfc rut aadhaar pan"
    " idnr personnummer steuer-id kennitala isikukood burgerservicenummer birth".split()
)
_COMPANY_WORDS = (
    "vat cnpj nipc cuit organisation organization org orgnr company cvr siren siret registration registered"
    " registry business ein abn krs nip regon iva uid tax".split()
)
_CONTEXT = {
    "NATIONAL_ID": re.compile(rf"\b{one_of(_PERSON_WORDS)}(?!\w)"),
    "CODE": re.compile(rf"\b{one_of(_COMPANY_WORDS)}(?!\w)"),
}
_LABELS = labels(
    {
        "person": "personal identity code|personal identity number|personal identification number"
        "|personal id|personal identification code|personal number|personal code|identity number"
        "|identification number|birth number|national identity number|national identification number"
        "|national id|national insurance number|national insurance|social security number|social security"
        "|social insurance number|social insurance|insurance number|ssn|nino|cpr|cpr number|hetu"
        "|henkilötunnus|henkilötunnusta|personnummer|fødselsnummer|kennitala|ahv|avs|ahv-nr|bsn"
        "|burgerservicenummer|pesel|cnp|egn|emso|jmbg|oib|amka|afm|pps|ppsn|nhs|nhs number|codice fiscale"
        "|nif|nie|dni|tin|tax identification number|tax id|tax number|tax identification"
        "|taxpayer identification number|taxpayer identification|steuer-id|steueridentifikationsnummer"
        "|idnr|aadhaar|aadhaar number|aadhar|pan|cpf|rut|curp|cuit|inn|snils|sin|id no|id number|id"
        "|t.c. identity number|civil registration number|unique identification number|rijksregisternummer"
        "|national register number|insee|nir|utr",
        "company": "company registration number|company number|company registration|company no"
        "|organisation number|organization number|org. nr|org.nr|org nr|organisationsnummer|orgnr|cvr"
        "|cvr number|business id|business identity|business identity code|business registration number"
        "|y-tunnus|siren|siret|rcs|kvk|kvk-nummer|hrb|hra|commercial register|trade register"
        "|commercial register number|trade registry|krs|nip|regon|vat|vat number|vat registration number"
        "|vat id|vat identification number|vat registration|ein|abn|acn|cin|employer identification number"
        "|uid|che|lei|gstin|ust-idnr|crn|company registration no|register of companies",
    }
)


def find(document: Document) -> Iterator[Span]:
    yield from apart(_all(document.text))


def _all(text: str) -> Iterator[Span]:
    for token in _TOKEN.finditer(text):
        if len(token[0]) > 7 and not _glued(text, token.start()):
            yield from _shaped(text, token)
    for found in labelled(text, _LABELS, digits=5):
        category = "NATIONAL_ID" if found.rule == "person" else "CODE"
        yield Span(
            found.start, found.end, category, 0.75 if found.sure else 0.55, (f"national:{found.rule}",)
        )


def _glued(text: str, start: int) -> bool:
    before = text[start - 1 : start]
    return before.isalnum() or before in ("_", "+", "/", ".", "-")


def _shaped(text: str, token: re.Match[str]) -> Iterator[Span]:
    """The numbers in a token: the whole, or a stretch of it between spaces."""
    edges = [0, *(i + 1 for i, char in enumerate(token[0]) if char == " "), len(token[0]) + 1]
    first = 0
    while first < len(edges) - 1:
        for last in range(len(edges) - 1, first, -1):
            number = token[0][edges[first] : edges[last] - 1]
            start = token.start() + edges[first]
            span = _known(text, start, number)
            if span:
                yield span
                first = last - 1
                break
        first += 1


def _known(text: str, start: int, number: str) -> Span | None:
    shape = number.translate(_SHAPE_OF)
    numbers = _SHAPES.get(shape, ())
    if not numbers and not (len(number) > 8 and _NINO.fullmatch(number)):
        return None
    before = lowered(text[max(0, start - 60) : start])
    worded = {category: bool(words.search(before)) for category, words in _CONTEXT.items()}
    if not numbers:
        score = 0.95 if worded["NATIONAL_ID"] else 0.85
        return Span(start, start + len(number), "NATIONAL_ID", score, ("national:gb.nino",))
    for module, category, alone in numbers:
        if (alone or worded[category]) and _valid(module, number):
            score = 0.97 if worded[category] else 0.6 if shape in _WEAK else 0.9
            return Span(start, start + len(number), category, score, (f"national:{module}",))
    return None


@cache
def _module(name: str) -> Any:
    return import_module(f"stdnum.{name}")


def _valid(module: str, number: str) -> bool:
    return bool(_module(module).is_valid(number))
