"""Tracked changes: kept and read in every state, accepted, rejected."""

import io
import zipfile

import pytest

from formats.pages import replacing, zones
from golden.odt_build import p, region, small
from lexveil.errors import InputError
from lexveil.formats import Options, odt
from lexveil.model import Document

MARK = '<text:change text:change-id="ct{}"/>'
START, END = '<text:change-start text:change-id="ct{}"/>', '<text:change-end text:change-id="ct{}"/>'


def tracked(body: str, *regions: str) -> bytes:
    return small(f"<text:tracked-changes>{''.join(regions)}</text:tracked-changes>{body}")


def read(data: bytes, how: str = "keep") -> Document:
    return odt.read(data, Options(tracked=how))


def body(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        source = archive.read("content.xml").decode()
    return source.partition("<office:text>")[2].partition("</office:text>")[0]


def settled(how: str, data: bytes) -> str:
    return body(odt.write(read(data, how), ()))


def deletion(number: int, *paragraphs: str) -> str:
    return region(number, "deletion", content="".join(map(p, paragraphs)))


HALF = tracked(p(f"Ann Tor{MARK.format(1)} left."), deletion(1, "vund"))
AMID = tracked(p(f"Ann Tor{START.format(1)}x y{END.format(1)}vund left."), region(1, "insertion"))


def test_a_name_half_deleted_is_read_in_both_states():
    document = read(HALF)
    assert document.text == "Ann Tor left.\n\nAnn Torvund left."
    assert zones(document, "hidden") == ["Ann Torvund left."]


def test_a_name_with_an_insertion_in_it_is_read_in_both_states():
    assert read(AMID).text == "Ann Torx yvund left.\n\nAnn Torvund left."


def test_both_halves_are_replaced_and_the_pseudonym_stands_once():
    document = read(HALF)
    output = odt.write(document, replacing(document, {"Ann Torvund": "A"}))
    assert body(output).endswith(p(f"A{MARK.format(1)} left."))
    assert "vund" not in body(output)
    assert read(output).text == "A left."


def test_what_both_states_replace_is_replaced_once():
    document = read(HALF)
    output = odt.write(
        document, replacing(document, {"Ann Tor left": "A left", "Ann Torvund left": "A left"})
    )
    assert read(output).text == "A left."


def test_paragraphs_without_changes_are_read_once():
    assert (
        read(tracked(p("One") + p(f"Two{MARK.format(1)}"), deletion(1, " three"))).text
        == "One\n\nTwo\n\nTwo three"
    )


def test_deletions_that_nothing_refers_to_are_read():
    assert read(tracked(p("One"), deletion(1, "Torvund"))).text == "Torvund\n\nOne"


def test_what_was_inserted_and_then_deleted_is_read_with_what_is_left_of_it():
    data = tracked(
        p(f"See {START.format(1)}Ann Tor{END.format(1)}{MARK.format(2)}."),
        region(1, "insertion"),
        region(2, "deletion", "insertion", content=p("vund")),
    )
    assert "See Ann Torvund." in read(data).text
    assert settled("reject", data) == p("See .")
    assert settled("accept", data) == p("See Ann Tor.")


def test_authors_and_dates_are_neutral():
    output = body(odt.write(read(HALF), ()))
    assert "<dc:creator>Author 1</dc:creator><dc:date>1970-01-01T00:00:00</dc:date>" in output


def test_accepting_takes_deletions_and_marks_away():
    assert settled("accept", HALF) == p("Ann Tor left.")
    assert settled("accept", AMID) == p("Ann Torx yvund left.")


def test_rejecting_puts_deletions_back_and_takes_insertions_away():
    assert settled("reject", HALF) == p("Ann Torvund left.")
    assert settled("reject", AMID) == p("Ann Torvund left.")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (p(f"a{MARK.format(1)}d"), p("ab") + p("cd")),
        (
            p(f"a<text:span>{MARK.format(1)}d</text:span>"),
            p("a<text:span>b</text:span>") + p("<text:span>cd</text:span>"),
        ),
        (
            f'<text:p xml:id="i1" text:style-name="P1">a{MARK.format(1)}d</text:p>',
            '<text:p xml:id="i1" text:style-name="P1">ab</text:p>' + p("cd"),
        ),
        (f"<text:h>a{MARK.format(1)}d</text:h>", "<text:h>ab</text:h>" + p("c") + "<text:h>d</text:h>"),
        (MARK.format(1) + p("a"), p("b") + p("c") + p("a")),
    ],
)
def test_a_deletion_of_two_paragraphs_splits_the_one_it_is_in(source, expected):
    assert settled("reject", tracked(source, deletion(1, "b", "c"))) == expected


def test_a_deleted_table_comes_back_between_two_paragraphs():
    table = "<table:table><table:table-row><table:table-cell/></table:table-row></table:table>"
    data = tracked(p(f"a{MARK.format(1)}b"), region(1, "deletion", content=table))
    assert settled("reject", data) == p("a") + table + p("b")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (p(f"a{START.format(1)}x") + p(f"y{END.format(1)}b"), p("ab")),
        (p(f"a{START.format(1)}x") + p("new") + p(f"y{END.format(1)}b"), p("ab")),
        (p(f"{START.format(1)}new") + f'<text:p text:style-name="P2">{END.format(1)}b</text:p>',
         '<text:p text:style-name="P2">b</text:p>'),
        (p(f"a<text:span>b{START.format(1)}x</text:span>y{END.format(1)}c"), p("a<text:span>b</text:span>c")),
        (p(f"a{START.format(1)}x") + f"<text:list>{p(f'y{END.format(1)}b')}</text:list>",
         p("a") + f"<text:list>{p('b')}</text:list>"),
        (f"<text:h>a{START.format(1)}x</text:h>" + p(f"y{END.format(1)}b"), "<text:h>a</text:h>" + p("b")),
        (p(f"a{START.format(1)}x<draw:frame><draw:text-box/></draw:frame>{END.format(1)}b"), p("ab")),
    ],
)  # fmt: skip
def test_an_insertion_goes_and_no_element_is_left_open(source, expected):
    assert settled("reject", tracked(source, region(1, "insertion"))) == expected


def test_changes_of_format_only_lose_their_marks():
    data = tracked(p(f"{START.format(1)}bold{END.format(1)}"), region(1, "format-change"))
    assert settled("reject", data) == settled("accept", data) == p("bold")


def test_changes_in_headers_count_too():
    header = f"<text:tracked-changes>{deletion(1, 'vund')}</text:tracked-changes>{p(f'Tor{MARK.format(1)}')}"
    data = small(p("x y"), styles=f'<a xmlns:text="t" xmlns:office="o" xmlns:dc="d">{header}</a>')
    assert "Torvund" in read(data).text


def test_an_insertion_without_end_is_refused():
    with pytest.raises(InputError, match="no end"):
        read(tracked(p(f"a{START.format(1)}b"), region(1, "insertion")))


def test_a_deletion_within_an_insertion_cannot_be_undone_but_is_read():
    data = tracked(
        p(f"a{START.format(1)}b{MARK.format(2)}c{END.format(1)}d"),
        region(1, "insertion"),
        deletion(2, "Torvund"),
    )
    assert "Torvund" in read(data).text
    with pytest.raises(InputError, match="lie in each other"):
        read(data, "reject")


def test_many_marks_for_one_deletion_put_it_back_once():
    data = tracked(p(MARK.format(1) * 50 + "end"), deletion(1, "Torvund"))
    assert read(data).text.count("Torvund") == 1


def test_an_unknown_way_to_treat_changes_is_refused():
    with pytest.raises(InputError, match="keep, accept, reject"):
        read(HALF, "maybe")
