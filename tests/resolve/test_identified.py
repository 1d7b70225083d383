from lexveil.model import Span, because
from lexveil.resolve.identified import from_identity
from lexveil.resolve.phrases import Evidence

TEXT = (
    "ROSSI Ada, nata a Exopoli il 3.5.1970, figlia di Bo Verdi e di Cia Neri, C.F. XX123, residente altrove."
)


def span(words: str, category: str = "PERSON", source: str = "") -> Span:
    start = TEXT.index(words)
    return Span(start, start + len(words), category, 0.9, (source,))


ADA, BORN = span("ROSSI Ada"), span("3.5.1970", "DATE", "dates:birth")
FATHER, MOTHER, NUMBER = span("Bo Verdi"), span("Cia Neri"), span("XX123", "NATIONAL_ID", "national:it")
KIN = Evidence("RELATIVE", 2, because("described", role="RELATIVE"))


def roles(found, spans, year=2024):
    from_identity(TEXT, spans, found, year)
    return {TEXT[each.start : each.end]: said.role for each, said in found.items()}


def test_who_is_named_with_a_date_of_birth_is_a_party():
    assert roles({}, [ADA, BORN]) == {"ROSSI Ada": "PARTY"}


def test_a_child_is_none():
    assert roles({}, [ADA, BORN], year=1980) == {}


def test_who_has_an_office_keeps_it():
    lawyer = Evidence("LAWYER", 2, because("title", title="avv", role="LAWYER"))
    assert roles({ADA: lawyer}, [ADA, BORN]) == {"ROSSI Ada": "LAWYER"}


def test_the_number_is_not_that_of_the_parents_named_before_it():
    found = roles({FATHER: KIN}, [ADA, BORN, FATHER, MOTHER, NUMBER])
    assert found == {"ROSSI Ada": "PARTY", "Bo Verdi": "RELATIVE"}
