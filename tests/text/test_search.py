import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.text.fold import squeeze
from lexveil.text.search import Form, Search, plain

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


UMLAUT = (
    Form("sigrid muhlbrandt", "name", "e1"),
    Form("muhlbrandt", "part", "e1"),
    Form("muehlbrandt", "part", "e1"),
)


@pytest.mark.parametrize(
    "text",
    [
        "Muehlbrandt", "MUEHLBRANDT", "Mühlbrandt", "M%C3%BChlbrandt", "M&uuml;hlbrandt", "M&#xfc;hlbrandt",
        "M=C3=BChlbrandt", r"M\u00fchlbrandt", "xn--mhlbrandt-q9a.example", "Müh\u200elbrandt",
        "Müh\ufe0flbrandt",
        "Mühlbr\u0430ndt", "\u1d0d\u1d1c\u029c\u029f\u0299\u0280\u1d00\u0274\u1d05\u1d1b", "Mu\u0308hlbrandt",
        "M ü h l b r a n d t", "M U H L B R A N D T", "Müh- lbrandt", "Mühl-brandt", "**Mühl**brandt",
        "Mühlbrandt85", "2019Muehlbrandt", "MühlbrandtLetter.pdf", "sigridMuehlbrandt",
        "Mühlbrandt¹", "M\u00c3\u00bchlbrandt",
        "\U0001d40c\U0001d42e\U0001d421\U0001d425\U0001d41b\U0001d42b\U0001d41a\U0001d427\U0001d41d\U0001d42d",
        "\u202etdnarblhüM\u202c", "Müüühlbrandt", "muhlbrandttt", "MMüühhllbbrraannddtt", "⠍⠥⠓⠇⠃⠗⠁⠝⠙⠞",
    ],
)  # fmt: skip
def test_a_name_is_found_however_it_is_disguised(text):
    around = f"Then {text} came."
    found = list(Search(UMLAUT).find(around))
    assert found
    # All of its letters are covered.
    start, end = min(each.start for each in found), max(each.end for each in found)
    left = around[:start] + around[end:]
    assert "brandt" not in squeeze(left).text
    assert left.startswith("Then ")


def test_a_ligature_is_its_letters():
    search = Search([Form("griffiths", "part", "e1")])
    text = "by Gri\ufb03ths, not Gri\ufb03thson"
    assert [text[each.start : each.end] for each in search.find(text)] == ["Gri\ufb03ths"]


@pytest.mark.parametrize(
    "text",
    [
        "Baur came", "Bäur came", "McBauer came", "MacBauer", "VanBauer", "bauern", "Bauern", "Ackerbauer",
        "BAUERN", "bAuErX", "9bauern",
    ],
)  # fmt: skip
def test_another_word_is_not_found(text):
    assert list(Search([Form("bauer", "part", "e1")]).find(text)) == []


@pytest.mark.parametrize("text", ["3FABBE12", "x9abed3"])
def test_hexadecimal_digits_are_no_name(text):
    assert list(Search([Form("fabbe", "part", "e1"), Form("abed", "part", "e2")]).find(text)) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a roe deer", 0),
        ("A roe deer", 0),
        ("by A Roe", 1),
        ("a.roe@example.org", 1),
        ("saw Roe a week ago", 0),
    ],
)
def test_an_article_is_no_initial(text, wanted):
    search = Search([Form("a roe", "name", "e1"), Form("roe a", "name", "e1")])
    assert len(list(search.find(text))) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Torvund v. the State", 0),
        ("Torvund V.", 1),
        ("v.torvund and V.torvund", 2),
        ("in torvund V. began", 0),
        ("Torvund v\u2019a dit", 0),
        ("by V. Torvund", 1),
    ],
)
def test_an_initial_has_the_case_of_the_name(text, wanted):
    search = Search(Form(form, "name", "e1") for form in ("v torvund", "v. torvund", "torvund v"))
    assert len(list(search.find(text))) == wanted


def test_an_accented_word_of_one_letter_is_no_initial():
    search = Search([Form("a roe", "name", "e1"), Form("roe a", "name", "e1")])
    assert list(search.find("il a dit \u00e0 Roe, et Roe \u00e0 Doe, \u00e5 roe")) == []


def test_a_number_of_a_hundred_thousand_digits_is_searched_for_like_any_other():
    number = "1234567890" * 10_000
    text = f"No. {number} and {number[:-1]}"
    assert [each[:2] for each in Search([Form(number, "identifier", "e1")]).find(text)] == [(4, 100_004)]
