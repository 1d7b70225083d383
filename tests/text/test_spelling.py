import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.text.fold import squeeze
from lexveil.text.spelling import MOST_LETTERS, spellings


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Quellmärk", {"quellmark", "quellmaerk"}),
        ("Åse", {"ase", "aase"}),
        ("Bjørn", {"bjorn", "bjoern"}),
        ("Þór", {"tor", "thor"}),
        ("Đurić", {"duric", "djuric"}),
        ("Łęski", {"leski"}),
        ("Peña", {"pena"}),
        ("Işık", {"isik"}),
        ("Weiß", {"weis", "weiss"}),
        ("Mu\u0308hl", {"muhl", "muehl"}),
        ("Bauer", {"bauer"}),
        ("Michael", {"michael"}),
    ],
)
def test_a_name_is_spelled_as_is_customary(name, wanted):
    assert set(spellings(name)) == wanted
    assert set(spellings(name.upper().replace("SS", "ẞ") if "ß" in name else name.upper())) == wanted


def test_a_letter_is_spelled_the_same_throughout_a_name():
    assert set(spellings("Jürg Grün")) == {"jurg grun", "juerg gruen"}


@given(st.text(st.sampled_from("aäÖüßåøæœþđx -"), max_size=30))
def test_the_first_spelling_is_the_name_itself(name):
    found = spellings(name)
    assert found[0] == squeeze(name).text
    assert 1 <= len(found) <= 2**MOST_LETTERS


@given(st.text(max_size=30))
def test_any_text_can_be_spelled(name):
    assert spellings(name)
