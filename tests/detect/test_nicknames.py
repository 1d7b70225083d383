import pytest

from lexveil.detect import nicknames
from lexveil.model import Document


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('a man known as "Cinders", whose real name', ["Cinders"]),
        ('an older man everyone called "Chief", and', ["Chief"]),
        ("I knew him as Darek. He had", ["Darek"]),
        ("At work they call me Sparky.", ["Sparky"]),
        ("she is known to all at work as Voula, and", ["Voula"]),
        ("who calls himself Ghost", ["Ghost"]),
        ("a place called Springfield", []),
        ("the scheme known as Help to Buy", []),
        ("the company called Acme Ltd", []),
        ("he called the police Officer", []),
        ("Favell. F-A-V-E-L-L, sir", ["F-A-V-E-L-L"]),
        ("a T-shirt, an X-ray, the A-B line", []),
    ],
)
def test_what_somebody_is_called(text, found):
    assert [text[span.start : span.end] for span in nicknames.find(Document(id="x", text=text))] == found
