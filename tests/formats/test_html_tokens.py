import contextlib
import time

import pytest

from lexveil.errors import InputError
from lexveil.formats.html.tokens import tokens


def cut(source, **options):
    """Tokens as (kind, what they span), tags as (kind, name, {attribute: value})."""
    found = []
    for token in tokens(source, **options):
        if token.kind in ("start", "end"):
            values = {part.name: source[part.start : part.end] for part in token.attributes}
            found.append((token.kind, token.name, values) if values else (token.kind, token.name))
        else:
            found.append((token.kind, source[token.start : token.end]))
    return found


def test_tags_and_text():
    assert cut("a<P>b</p >c") == [("text", "a"), ("start", "p"), ("text", "b"), ("end", "p"), ("text", "c")]


@pytest.mark.parametrize(
    ("tag", "values"),
    [
        ("<a href=x title='y z' alt=\"1>2\">", {"href": "x", "title": "y z", "alt": "1>2"}),
        ("<a\n HREF = x\n>", {"href": "x"}),
        ("<a href=x/>", {"href": "x/"}),
        ("<a href=a\"b'c>", {"href": "a\"b'c"}),
        ("<a title='x'alt='y'>", {"title": "x", "alt": "y"}),
        ("<a title= alt=y>", {"title": "alt=y"}),
        ("<a/title=x/ >", {"title": "x/"}),
        ("<a =title=x>", {"=title": "x"}),
        ("<a b <c d=e>", {"d": "e"}),
    ],
)
def test_attributes_as_browsers_read_them(tag, values):
    assert cut(tag) == [("start", "a", values)]


def test_tags_without_values_have_no_attributes():
    assert cut("<a disabled href title=''>") == [("start", "a")]
    assert cut("<a href=>") == [("start", "a")]


@pytest.mark.parametrize(
    ("source", "empty"),
    [
        ("<br>", False),
        ("<br/>", True),
        ("<br />", True),
        ("<br / >", False),
        ("<a b=c/>", False),
        ("<a b='c'/>", True),
    ],
)
def test_a_slash_at_the_end_of_a_tag(source, empty):
    assert [token.empty for token in tokens(source)] == [empty]


@pytest.mark.parametrize("source", ["a < b", "1 <2", "<", "a<", "<<<", "</", "x <é y", "& < >"])
def test_a_bracket_that_begins_nothing_is_text(source):
    assert cut(source) == [("text", source)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<!-- a -->", [("comment", " a ")]),
        ("<!-- a --!>b", [("comment", " a "), ("text", "b")]),
        ("<!-->b", [("text", "b")]),
        ("<!--->b", [("text", "b")]),
        ("<!---->b", [("comment", ""), ("text", "b")]),
        ("<!--a--b-->", [("comment", "a--b")]),
        ("<!-- <p> -- > -->", [("comment", " <p> -- > ")]),
        ("<!a b>c", [("comment", "a b"), ("text", "c")]),
        ("</ a>c", [("comment", " a"), ("text", "c")]),
        ("</é>c", [("comment", "é"), ("text", "c")]),
        ("</>c", [("text", "c")]),
        ("<?php a ?>c", [("instruction", "php a ?"), ("text", "c")]),
        ("<!DOCTYPE html>c", [("text", "c")]),
        ("<?xml version='1.0'?>c", [("text", "c")]),
        ("<![CDATA[a]]>c", [("comment", "[CDATA[a]]"), ("text", "c")]),
    ],
)
def test_comments_and_what_is_taken_for_them(source, found):
    assert cut(source) == found


def test_cdata_counts_inside_svg_and_in_xml():
    assert ("cdata", "a>b") in cut("<svg><![CDATA[a>b]]></svg>")
    assert ("comment", "[CDATA[a") in cut("<svg></svg><![CDATA[a>b]]>")
    assert ("comment", "[CDATA[a") in cut("<svg><p><![CDATA[a>b]]>")
    assert cut("<![CDATA[a>b]]>", xml=True) == [("cdata", "a>b")]


def test_an_instruction_of_xml_ends_with_a_question_mark():
    assert cut("<?a b>c?>d", xml=True) == [("instruction", "a b>c"), ("text", "d")]


@pytest.mark.parametrize(
    "name", ["script", "style", "xmp", "iframe", "noembed", "noframes", "title", "textarea"]
)
def test_elements_that_hold_no_markup(name):
    inner = f"a<b>&lt;</p></{name}x>"
    assert cut(f"<{name}>{inner}</{name.upper()} >") == [("start", name), ("raw", inner), ("end", name)]


def test_a_script_inside_a_comment_in_a_script():
    inner = "<!--<script>a</script>b-->c"
    assert cut(f"<script>{inner}</script>") == [("start", "script"), ("raw", inner), ("end", "script")]
    inner = "<!--a"
    assert cut(f"<script>{inner}</script>b-->")[1] == ("raw", inner)
    inner = "<!-->a<script>b"
    assert cut(f"<script>{inner}</script>")[1] == ("raw", inner)


def test_plaintext_takes_the_rest():
    assert cut("<plaintext>a<b>") == [("start", "plaintext"), ("raw", "a<b>")]


def test_xml_has_markup_in_every_element():
    assert cut("<title>a<b/></title><script/>c", xml=True)[1:3] == [("text", "a"), ("start", "b")]


@pytest.mark.parametrize(
    ("source", "what", "where"),
    [
        ("a\n<p", "tag", r"line 2 \(character 2\)"),
        ("<p class", "tag", "character 0"),
        ("<p class=", "tag", "character 0"),
        ("<p class=x", "tag", "character 0"),
        ("<p class='x>y", "attribute in quotes", "character 9"),
        ("</p", "tag", "character 0"),
        ("a<!-- b", "comment", "character 1"),
        ("a<!-- b --", "comment", "character 1"),
        ("<!x", "comment", "character 0"),
        ("</ x", "comment", "character 0"),
        ("<!doctype html", "document type", "character 0"),
        ("<?x", "processing instruction", "character 0"),
        ("<svg><![CDATA[x", "CDATA section", "character 5"),
        ("<script>x", "element script", "character 0"),
        ("<title>x</titl>", "element title", "character 0"),
        ("<script><!--<script></script>", "element script", "character 0"),
    ],
)
def test_what_is_open_at_the_end_is_an_error_that_says_where(source, what, where):
    with pytest.raises(InputError, match=f"the {what} that begins in line .* never ends") as caught:
        cut(source)
    caught.match(where)


def test_entities_of_its_own_are_refused():
    with pytest.raises(InputError, match="entities of its own"):
        cut("<!DOCTYPE html [<!ENTITY n 'x'>]><p>&n;</p>", xml=True)


@pytest.mark.parametrize(
    "part",
    ["<", "<a", "<a ", "<a b='", "<!", "<!-", "<!--", "</", "</ ", "<?", "<![CDATA[", "<script>", "<title>",
     "<p>", "</p>", "<!-->", "<svg>", "<a b=c>", "=", "a=", "'", "<script><!--<script>", "-->",
     "<a b= ", "<//"],
)  # fmt: skip
def test_the_cost_is_linear_on_nasty_input(part):
    source = part * (500_000 // len(part))
    before = time.perf_counter()
    with contextlib.suppress(InputError):
        assert sum(1 for _ in tokens(source)) <= len(source)
    assert time.perf_counter() - before < 5
