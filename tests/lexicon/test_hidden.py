import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.lexicon.fold import squeeze
from lexveil.lexicon.hidden import Form, Search, plain

FORMS = (
    Form("jorgen torvund", "name", "e1"),
    Form("torvund", "part", "e1"),
    Form("010203-4567", "identifier", "e2"),
    Form("dk50 0040 0440 1162 43", "identifier", "e3"),
    Form("ab cd 1234", "identifier", "e4"),
)


def found(text):
    return [(text[each.start : each.end], each.form.kind) for each in Search(FORMS).find(text)]


TRICKY = st.text(
    st.sampled_from("aZé -\u2010\u00ad\u200b\u0301\n\r\t._/%()+:9١ИßİK\u3000\x1c"), max_size=40
) | st.text(max_size=40)


@given(TRICKY)
def test_the_quick_look_sees_what_squeezing_sees(text):
    joints = str.maketrans("-_.+/%", "      ")
    assert plain(text.replace("\x00", "")) == squeeze(text.replace("\x00", "")).text.translate(joints)


@given(st.lists(TRICKY | st.sampled_from(["Torvund", "JØRGEN  TORVUND", "010203 4567", "0102034567"])))
def test_what_is_found_is_there(pieces):
    text = " ".join(pieces)
    for each in Search(FORMS).find(text):
        assert 0 <= each.start < each.end <= len(text)
        letters = [char for char in squeeze(text[each.start : each.end]).text if char.isalnum()]
        assert letters == [char for char in each.form.text if char.isalnum()]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("JØRGEN  TORVUND", [("JØRGEN  TORVUND", "name"), ("TORVUND", "part")]),
        ("jorgen_torvund", [("jorgen_torvund", "name"), ("torvund", "part")]),
        ("Tor-\n  vund", [("Tor-\n  vund", "part")]),
        ("Torvund’s", [("Torvund", "part")]),
        ("Torvunden", []),
        ("Jørgen\n\nTorvund", [("Torvund", "part")]),
        ("no 0102034567.", [("0102034567", "identifier")]),
        ("no 010203/4567", [("010203/4567", "identifier")]),
        ("CPR010203-4567", [("010203-4567", "identifier")]),
        ("99010203-4567", []),
        ("XABCD1234", []),
        ("0102 03 45 67", [("0102 03 45 67", "identifier")]),
        ("010203, 4567", []),
        ("DK5000400440116243", [("DK5000400440116243", "identifier")]),
        ("ABCD1234", [("ABCD1234", "identifier")]),
        ("ABCD12345", []),
        ("AB/CD-1234", [("AB/CD-1234", "identifier")]),
    ],
)
def test_forms_are_found_however_they_are_written(text, wanted):
    assert sorted(found(text)) == sorted(wanted)


def test_a_form_does_not_show_in_a_repr():
    assert "torvund" not in repr(FORMS)


def test_nothing_is_found_for_nothing():
    assert list(Search([]).find("anything 12345678")) == []


def test_a_joint_at_the_edge_of_a_form_is_no_part_of_it():
    search = Search([Form("torvund-hald-", "name", "e1")])
    assert [each[:2] for each in search.find("of (Torvund-Hald), and Torvund-Hald-Ltd")] == [
        (4, 16),
        (23, 35),
    ]
