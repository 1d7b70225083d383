import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.text import readings as other
from lexveil.text.readings import REACH


def readings(text, *, spelled=True):
    return [found.text for found in other.readings(text, spelled=spelled)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("by Jürß", "by Juerss"),
        ("by Ju\u0308rg", "by Juerg"),
        ("/T%6Frv%C3%BCnd/", "/Torvünd/"),
        ("/T%6Frv%FCnd/", "/Torvünd/"),
        ("T&ouml;rv&#252;nd &#x54;", "Törvünd T"),
        (r"T\u006frv\xfcnd", "Torvünd"),
        (r"p{content:'\54 orvund'}", "p{content:'Torvund'}"),
        ("T=6Frv=\nund", "Torvund"),
        ("at xn--trvund-wxa.example", "at törvund.example"),
        ("T\u00c3\u00b8rvund", "Tørvund"),
        ("\u202ednuvroT\u202c said", "Torvund\u202c said"),
        ("by T o r v u n d.", "by Torvund."),
        ("A N N   T O R V U N D", "ANN TORVUND"),
        ("T.o.r.v.u.n.d", "Torvund"),
        ("Tor- vund", "Torvund"),
        ("**Tor**vund", "**Torvund"),
        ("Toooorvund", "Torvund"),
        ("Annnnna", "Anna"),
        ("by TToorrvvuunndd.", "by Torvund."),
    ],
)
def test_a_text_is_read_otherwise(text, wanted):
    assert wanted in readings(text)


def test_plain_text_has_one_reading():
    assert readings("Ann Torvund came on 3 May, by 50 %, with 2 = 2 & more.") == []


def test_letters_are_spelled_out_only_if_asked():
    assert readings("Jürg", spelled=False) == []


def test_what_is_far_from_a_change_is_left_out():
    far = "word " * REACH
    (found,) = readings(f"{far}T%6Frvund {far}T%6Frvund")
    assert found.count("Torvund") == 2
    assert len(found) < 5 * REACH


def test_no_word_is_cut():
    for long in ("Torvund" * 20, "Torvund" * REACH):
        (after,) = readings(f"&amp;{long} ")
        (before,) = readings(f"{long}&amp;")
        assert after.count("Torvund") in (0, long.count("Torvund"))
        assert before.count("Torvund") in (0, long.count("Torvund"))


PIECES = st.sampled_from(
    ["ü", "Å", "%C3%BC", "&uuml;", "&", "=", "=\n", "\\u00fc", "\\", "xn--mhl-hoa", "T o r v",
     "- ", "**", " ",
     "\u202eabc", "Torvund", "x" * 70, "\n\n", "A B C", "a-b", "\ufb03", "%", "\u00c3\u00bc", "ooo",
     "aabbccdd", "Aaaa"]
)  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=5)).map("".join), st.booleans())
def test_the_way_back_holds(text, spelled):
    for found in other.readings(text, spelled=spelled):
        last = 0
        for at, char in enumerate(found.text):
            start, end = found.start_of(at), found.end_of(at)
            assert last <= start
            if found.text[at : at + 2] == "\n\n" or found.text[at - 1 : at + 1] == "\n\n":
                continue  # between two places that are far apart
            assert start < end <= len(text)
            if end - start == 1 and text[start] == char:
                last = start
