"""The text of a page: what a reader sees, in order, and what else is in the source."""

import base64
import io

import pytest
from PIL import Image

from formats.pages import page, text_of, zones
from lexveil.errors import InputError
from lexveil.formats.html.elements import MAX_DEPTH
from lexveil.formats.images import ImageText
from lexveil.model import Part


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>Jo<b>hn</b> Smith</p>", "John Smith"),
        ("<p>John\n    Smith </p> <p> said</p>", "John Smith\n\nsaid"),
        ("John <b> Smith</b> said", "John Smith said"),
        ("<td>a<td>b<tr><td>c", "a\n\nb\n\nc"),
        ("<ul><li>a<li>b</ul><dl><dt>c<dd>d</dl>", "a\n\nb\n\nc\n\nd"),
        ("<h1>a</h1>b<hr>c<blockquote>d</blockquote>", "a\n\nb\n\nc\n\nd"),
        ("<select><optgroup label=x><option>a<option>b</select>", "x\n\na\n\nb"),
        ("<table><caption>a</caption><th>b</table><fieldset><legend>c</legend>d", "a\n\nb\n\nc\n\nd"),
        ("a<br>b <br/> c<br><br>d<br>", "a\nb\nc\n\nd"),
        ("<p><br>a</p>", "a"),
        ("a</br>b", "a\nb"),
        ("<title>a &amp; b</title>c", "a & b\n\nc"),
        ("<pre>\n a  b\n\tc</pre>d", " a  b\n\tc\n\nd"),
        ("<pre>\r\na</pre>", "a"),
        ("<textarea>\n a <b> &lt;</textarea>", " a <b> <"),
        ("<xmp>&lt;<b></xmp>", "&lt;<b>"),
        ("<plaintext>&lt;<b>", "&lt;<b>"),
        ("a<noscript>b</noscript>", "a\n\nb"),
        ("<p>a<b>b<i>c</b>d</i>e", "abcde"),
        ("<p>a<p>b<div>c</p>d", "a\n\nb\n\nc\n\nd"),
        ("a &lt; b < c &amp;lt;", "a < b < c &lt;"),
        ("<svg><text>a</text><text>b<tspan>c</tspan></text></svg>", "a\n\nbc"),
        ("a<script>b</script>c", "ac\n\nb"),
        ("<p>&nbsp;</p><p>a</p>", "a"),
        ("a</p>b</div>c", "a\n\nbc"),
    ],
)
def test_visible_text(source, text):
    assert text_of(source) == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("M&uuml;ller", "Müller"), ("M&uumlller", "Müller"), ("&#233;&#xE9;&#XE9;", "ééé"), ("&#233x", "éx"),
        ("5&nbsp;May", "5\u00a0May"), ("&notit;", "¬it;"), ("&notin;", "∉"), ("&nosuch; &", "&nosuch; &"),
        ("&ampamp;", "&amp;"), ("&copy=1", "©=1"), ("&#128;&#x92;", "€’"),
        ("&#0;&#xD800;&#x110000;&#1;", "\ufffd" * 4),
        ("&#" + "9" * 5000 + ";", "\ufffd"), ("&#0000000000000000000065;", "A"), ("a&#10;&#32;b", "a b"),
        ("&;&#;&#x;&1", "&;&#;&#x;&1"), ("&fjlig;ord", "fjord"), ("&AMP&LT", "&<"),
        ("&" + "a" * 40, "&" + "a" * 40), ("&CounterClockwiseContourIntegral;", "∳"),
    ],
)  # fmt: skip
def test_references_in_text(source, text):
    assert text_of(f"<p>x{source}</p>") == f"x{text}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a&copy=1", "a&copy=1"),
        ("a&copyb", "a&copyb"),
        ("a&copy;b", "a©b"),
        ("a&copy", "a©"),
        ("a&copy b", "a© b"),
    ],
)
def test_references_in_attributes_leave_addresses_alone(value, text):
    assert text_of(f"<img alt='{value}'>") == text
    assert text_of(f"<p>x<a href='{value}'>") == f"x\n\n{text}"


@pytest.mark.parametrize(
    "mark", ["&shy;", "\u00ad", "<wbr>", "<wbr/>", "&#8203;", "\u200b", "\u2060", "&zwnj;", "\ufeff"]
)
def test_what_shows_nothing_is_not_in_the_text(mark):
    assert text_of(f"<p>Smi{mark}th {mark}said{mark}</p>") == "Smith said"
    assert text_of(f"<img alt='Smi{mark}th'>") == ("Smith" if "<" not in mark else f"Smi{mark}th")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("Smith<sup>1</sup> said", "Smith said\n\n1"),
        ("Smith<sup><a href='#n1'>[1]</a></sup>, who", "Smith, who\n\n[1]"),
        ("Smith <sup>*</sup> said", "Smith said\n\n*"),
        ("Smith<sup>&dagger;</sup>", "Smith\n\n†"),
        ("Smith<sup>a,b</sup> and Roe<sup>c</sup>", "Smith and Roe\n\na,b\n\nc"),
        (
            "1<sup>st</sup> May, M<sup>me</sup> Roe, n<sup>o</sup> 5, M<sup>e</sup> Doe",
            "1st May, Mme Roe, no 5, Me Doe",
        ),
        ("2<sup>&egrave;me</sup>", "2ème"),
        ("H<sub>2</sub>O", "H2O"),
        ("<p>a<sup></sup>b<sup>1 c</p><p>d", "ab\n\n1 c\n\nd"),
    ],
)
def test_footnote_marks_follow_the_block_and_ordinals_stay_in_the_word(source, text):
    assert text_of(source) == text


def test_attributes_that_show_text_follow_their_block_as_hidden_text():
    document = page("<p title='A tip'>See <img alt='Photo of  Ms Roe' src=x> here</p><p>Next</p>")
    assert document.text == "See here\n\nA tip\n\nPhoto of Ms Roe\n\nNext"
    assert zones(document, "hidden") == ["A tip", "Photo of Ms Roe"]


@pytest.mark.parametrize(
    "tag",
    [
        "<i title='Ms Roe'>", "<img alt='Ms Roe'>", "<i aria-label='Ms Roe'>",
        "<i aria-description='Ms Roe'>",
        "<input placeholder='Ms Roe'>", "<track label='Ms Roe'>", "<table summary='Ms Roe'>",
        "<input value='Ms Roe'>", "<button value='Ms Roe'>", "<meta name=description content='Ms Roe'>",
        "<meta name=Author content='Ms Roe'>", "<meta name=keywords content='Ms Roe'>",
        "<meta property='og:title' content='Ms Roe'>", "<meta name='twitter:title' content='Ms Roe'>",
        "<meta name=DC.creator content='Ms Roe'>", "<meta content='Ms Roe' name=citation_author>",
        "<i content='Ms Roe'>", "<i TITLE=Ms&#32;Roe>", "</i title='Ms Roe'>", "<a href='mailto:Ms%20Roe'>",
        "<a href=' TEL:Ms Roe'>", "<!-- Ms Roe -->", "<!-- Ms\n Roe --!>", "<!Ms Roe>", "</ Ms Roe>",
        "<iframe>Ms Roe</iframe>", "<noframes>Ms Roe</noframes>", "<i title=x title='Ms Roe'>",
        "<i data-x='Ms Roe'>", "<script type=application/ld+json>{'a': 0, \"name\": \"Ms Roe\"}</script>",
    ],
)  # fmt: skip
def test_hidden_text(tag):
    assert "Ms Roe" in zones(page(f"x{tag}y"), "hidden")


@pytest.mark.parametrize(
    "tag",
    [
        "<a href='Ms Roe'>", "<a href=Ms%20Roe>", "<i id='Ms Roe'>", "<a name='Ms Roe'>",
        "<option value='Ms Roe'>", "<i onclick='Ms Roe'>", "<script>Ms Roe</script>", "<style>Ms Roe</style>",
        "<meta name=viewport content='Ms Roe'>", "<meta http-equiv=refresh content='Ms Roe'>", "<?Ms Roe>",
        "<a href='mailto:x@y.z?Ms Roe'>",
    ],
)  # fmt: skip
def test_code_comes_after_all_text(tag):
    document = page(f"x{tag}y<p>z")
    assert zones(document, "code") == ["Ms Roe"]
    assert document.text.endswith("z\n\nMs Roe")


@pytest.mark.parametrize(
    "tag",
    ["<i class='Ms Roe'>", "<i style='Ms Roe'>", "<i lang=fi>", "<i data-on=true>", "<i data-n=12>",
     "<i id=a>", "<p align=left>", "<meta name='Ms Roe'>",
     "<img src='data:image/png;base64,MsRoe'>", "<!DOCTYPE html>"],
)  # fmt: skip
def test_values_that_can_hold_no_name_are_left_out(tag):
    assert text_of(f"x {tag}y") in ("x y", "x\n\ny")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("/people/M%C3%BCller", "/people/Müller"), ("/a%20b%2Fc", "/a b/c"), ("/100%", "/100%"),
        ("/%zz%4", "/%zz%4"), ("/ab%FC%E4%BD", "/ab%FC%E4%BD"), ("/ab%00%0A", "/ab%00%0A"),
        ("https://x.y/%C3%BC?a&amp;b", "https://x.y/ü?a&b"),
    ],
)  # fmt: skip
def test_addresses_are_read_with_their_escapes(value, text):
    assert text_of(f"<p>x<a href='{value}'>") == f"x\n\n{text}"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (r'"M\u00fcller"', '"Müller"'), (r"M\xfcller", "Müller"), (r"\nSmith", "\nSmith"), (r"\"A\"", '"A"'),
        (r"\\u00fc", r"\u00fc"), (r"\ud83d\ude00a", "😀a"), (r"\ud83da", r"\ud83da"),
        (r"\u0000a", r"\u0000a"),
        (r"a\q\u12", r"a\q\u12"), ("a\\", "a\\"),
    ],
)  # fmt: skip
def test_scripts_are_read_with_their_escapes(code, text):
    assert text_of(f"<p>x<script>{code}</script>") == f"x\n\n{text}"


@pytest.mark.parametrize(
    ("source", "cited"),
    [
        ("see <span class=citation>A v B</span>.", ["A v B"]),
        ("<i class='x CITATION y'>A v <span>B</span> and C</i> D", ["A v B and C"]),
        ("<i class=citation>A <i class=citation>B</i> C</i> D", ["A B C"]),
        ("<div class=citation><p>A<p>B</div>C", ["A", "B"]),
        ("<p class=citation>A<p>B", ["A"]),
        ("<li class=citation>A<li>B", ["A"]),
        ("<p><span class=citation>A</p>B", ["A"]),
        ("<p><b class=citation>A<p>B</b>C", ["A"]),
        ("<b class=citation><p>A</b>B</p>C", ["A"]),
        ("<div><table><td class=citation>A</div>B<td>C", ["AB"]),
        ("<i class=citation>A<sup>1</sup> B</i> C", ["A B", "1"]),
        ("<i class=citations>A</i>", []),
        ("<img class=citation>A", []),
        ("<i class=citation></i>A", []),
    ],
)
def test_citations(source, cited):
    assert zones(page(source), "citation") == cited


def test_every_character_but_the_breaks_has_a_place():
    document = page(
        "<title>T</title><p>a &amp; b<br>c<td>d<!-- e --><a href=f%20g>h</a><script>\\u00fci</script>"
    )
    covered = set()
    for piece in document.pieces:
        covered.update(range(piece.start, piece.end))
    bare = "".join(char for at, char in enumerate(document.text) if at not in covered)
    assert set(bare) == {"\n"}
    assert len(bare) == 2 * document.text.count("\n\n")


def test_pieces_are_segments_not_characters():
    assert len(page("<p>one two three four five").pieces) == 1


def test_notes_count_what_is_not_seen_without_saying_it():
    source = "<p>x</p><!-- Roe --><!-- Doe --><!----><script>y</script><script src=z></script>"
    assert tuple(map(str, page(source).notes)) == ("2 comments and 1 script were read as hidden text",)
    assert tuple(map(str, page("<p title=Roe>x").notes)) == ("1 attribute was read as hidden text",)
    assert tuple(map(str, page("<p>x").notes)) == ()


def packed(image):
    file = io.BytesIO()
    image.save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode()


@pytest.mark.parametrize(
    ("source", "state"),
    [
        ("<img src='data:image/png;base64,AAAA'>", "uncovered"),
        ("<img src='data:image/png;base64,%%%'>", "uncovered"),
        ("<a href='DATA:text/html;charset=utf-8;base64,PHA+Um9lPC9wPg=='>y</a>", "uncovered"),
        ("<img src=' data:image/svg+xml;base64,PHN2Zy8+'>", "uncovered"),
        ("<style>p { background: url(data:application/pdf;base64,JVBERg==) }</style>", "uncovered"),
        ("<a href='data:font/x data:text/html;base64,AAAA'>y</a>", "uncovered"),
        ("<style>@font-face { src: url(data:font/woff2;base64,d09GMg==) }</style>", "kept"),
        (f"<img src='data:image/png;base64,{packed(Image.new('RGB', (8, 8)))}'>", "kept"),
    ],
)
def test_files_inside_a_page_are_parts(source, state):
    found = page(f"<p>x</p>{source}")
    assert [(part.name, part.state) for part in found.parts] == [("embedded file 1", state)]


def test_a_picture_inside_a_page_that_shows_text_is_not_covered(monkeypatch):
    seen = ImageText(Part("embedded file 1", "read", "text in a picture"), [])
    monkeypatch.setattr("lexveil.formats.images.read_image", lambda *_, **__: seen)
    (part,) = page("<p>x<img src='data:image/png;base64,AAAA'>").parts
    assert (part.state, part.explain()) == ("uncovered", "a picture inside the page that shows text")


def test_a_page_without_files_has_no_parts():
    assert page("<p>metadata:image/png;base64,AAAA data:image/png,x").parts == ()


def test_xhtml_closes_elements_with_a_slash():
    head = (
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/>'
    )
    assert (
        text_of(head + "</head><body><p>a<br></br>b<p/>c</p></body></html>", xml=True) == "a\nb\n\nc\n\na.js"
    )


def test_xhtml_scripts_are_code_and_cdata_is_text():
    document = page("<p>a <![CDATA[b &amp;  c]]></p><script><![CDATA[ d<e ]]>&lt;</script>", xml=True)
    assert document.text == "a b &amp; c\n\n d<e <"
    assert zones(document, "code") == [" d<e <"]


def test_xhtml_with_prefixes():
    assert text_of("<h:p>a</h:p><h:p>b<h:i>c</h:i></h:p>", xml=True) == "a\n\nbc"


@pytest.mark.parametrize(
    ("start", "end"),
    [("<div>", "</div>"), ("<b>", ""), ("<ul><li>", ""), ("<table><tr><td>", ""), ("<x>", "</x>")],
)
def test_nesting_beyond_the_limit_is_an_error(start, end):
    assert text_of(start * MAX_DEPTH + "x" + end * MAX_DEPTH) == "x"
    with pytest.raises(InputError, match="nested deeper than 1000 in line 1"):
        page(start * (MAX_DEPTH + 1) + "x" + end * (MAX_DEPTH + 1))


@pytest.mark.parametrize(
    "part",
    ["<p>x", "<li>x", "<td>x", "<tr><td>x", "<dt>x<dd>x", "<option>x", "<br>x", "<img>x", "<a>x", "<b>x</b>",
     "<b><p>x</b>", "<p><b>x</p>", "<wbr>x", "</b>x", "x&", "x&shy;", "x<wbr>", "x<sup>1</sup>",
     "<i title=x>x</i>"],
)  # fmt: skip
def test_many_elements_are_no_deep_nesting_and_cost_little(part):
    assert text_of(part * 10_000).count("x") >= 10_000


def test_a_hundred_thousand_nested_elements_fail_fast():
    with pytest.raises(InputError, match="nested deeper"):
        page("<div>" * 100_000)


def test_errors_never_quote_the_page():
    with pytest.raises(InputError) as caught:
        page("<p title='Lindqvist>")
    assert "Lindqvist" not in str(caught.value)
