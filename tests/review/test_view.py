"""What the page is sent."""

import json

import pytest

from lexveil import pipeline
from lexveil.errors import InputError
from lexveil.formats import read_file
from lexveil.model import Document, Part, Zone, because
from lexveil.review import Command, saved, view
from lexveil.review.view import blocks
from review.worlds import KEY, world

PLACE = world("arbitration")


def test_an_entity_as_the_page_sees_it():
    first = PLACE.at("Ann Torvund")
    state = PLACE.do(
        Command("accept", entity="e1", mentions=(first,)),
        Command("keep", entity="e1", mentions=(PLACE.at("Torvund", 2),)),
    )
    assert view.entity(state.entities["e1"], state.decisions["e1"], shared=2, base="Ann Torvund") == {
        "id": "e1",
        "category": "PERSON",
        "base": "Ann Torvund",
        "role": "WITNESS",
        "side": "",
        "role_certainty": 1,
        "certainty": 1,
        "action": "replace",
        "pseudonym": "WITNESS_1",
        "given": False,
        "rule": "arbitration: rule 1",
        "why": [],
        "reasons": {"rule": {"code": "rule", "values": {"policy": "arbitration", "rule": 1}}, "why": []},
        "state": "partly",
        "shared": 2,
        "mentions": [[*first, 1, 1], [*PLACE.at("Torvund", 1), 1, 0], [*PLACE.at("Torvund", 2), 1, 2]],
    }


def test_the_state_of_an_entity():
    states = {
        kind: view.review(PLACE.do(Command(kind, entity="e1")), PLACE.document)[0]["state"]
        for kind in ("accept", "reject", "keep")
    }
    assert states == {"accept": "accepted", "reject": "rejected", "keep": "proposed"}
    assert view.review(PLACE.base, PLACE.document)[0]["state"] == "proposed"


def test_who_is_not_replaced_shows_no_pseudonym():
    state = PLACE.do(Command("rename", entity="e1", pseudonym="Person Q"), Command("keep", entity="e1"))
    shown = view.entity(state.entities["e1"], state.decisions["e1"])
    assert (shown["pseudonym"], shown["given"]) == ("", False)


def test_what_edits_changed_and_removed():
    state, edits = PLACE.run(Command("merge", entities=("e1", "e9")))
    found = view.changed(state, PLACE.document, edits)
    assert [each["id"] for each in found["changed"]] == ["e1"]
    assert found["removed"] == ["e9"]


def test_the_text_has_everything_but_what_only_the_format_reads():
    document = Document(
        "d", "Head\n\nBody", "fi", zones=(Zone(0, 4, "hidden"),), parts=(Part("a.xml", "read"),),
        notes=(because("text", text="n"), because("note.language-unclear")), shape=(Zone(0, 4, "heading 1"),),
        regions=(Zone(6, 10, "footer"),),
    )  # fmt: skip
    assert view.text(document) == {
        "text": "Head\n\nBody",
        "language": "fi",
        "blocks": [[0, 4, "heading 1"], [6, 10, "p"]],
        "notes": ["n", str(because("note.language-unclear"))],
        "language_notes": [{"code": "note.language-unclear", "values": {}}],
        "parts": [{"name": "a.xml", "state": "read", "why": "", "reason": None}],
        "hidden": [[0, 4, "hidden"]],
        "regions": [[6, 10, "footer"]],
    }


def test_blank_lines_part_paragraphs_and_a_line_break_does_not():
    assert blocks("One\ntwo\n \n\n Three \n", ()) == [(0, 7, "p"), (12, 17, "p")]


def test_cells_know_their_table_row_and_column():
    text = "a\n\nb\n\nc\n\nbetween\n\nd"
    shape = [
        Zone(0, 4, "row"), Zone(0, 1, "cell"), Zone(3, 4, "cell"),
        Zone(6, 7, "row"), Zone(6, 7, "cell"),
        Zone(18, 19, "row"), Zone(18, 19, "cell"),
    ]  # fmt: skip
    assert blocks(text, shape) == [
        (0, 1, "cell", (0, 0, 0)),
        (3, 4, "cell", (0, 0, 1)),
        (6, 7, "cell", (0, 1, 0)),
        (9, 16, "p"),
        (18, 19, "cell", (1, 0, 0)),
    ]


def test_empty_and_wide_cells_keep_the_columns():
    text = "a\n\nb\n\nc\n\nd"
    shape = [
        Zone(0, 4, "row"), Zone(0, 1, "cell 2"), Zone(3, 4, "cell"),
        Zone(6, 10, "row"), Zone(6, 7, "cell 1-2"), Zone(9, 10, "cell"),
    ]  # fmt: skip
    assert blocks(text, shape) == [
        (0, 1, "cell", (0, 0, 1)),
        (3, 4, "cell", (0, 0, 2)),
        (6, 7, "cell", (0, 1, 0, 2)),
        (9, 10, "cell", (0, 1, 2)),
    ]


def test_a_table_in_a_cell_is_a_table_of_its_own():
    text = "a\n\nb\n\nc"
    shape = [Zone(0, 7, "row"), Zone(0, 7, "cell"), Zone(3, 4, "row"), Zone(3, 4, "cell")]
    assert blocks(text, shape) == [
        (0, 1, "cell", (0, 0, 0)), (3, 4, "cell", (1, 0, 0)), (6, 7, "cell", (0, 0, 0)),
    ]  # fmt: skip


def test_what_stands_in_a_cell_is_a_cell_and_pages_say_where_they_begin():
    text = "a\n\nb"
    shape = [
        Zone(0, 1, "page"),
        Zone(0, 1, "row"),
        Zone(0, 1, "cell"),
        Zone(0, 1, "item"),
        Zone(3, 4, "page"),
    ]
    assert blocks(text, shape) == [(0, 0, "page"), (0, 1, "cell", (0, 0, 0)), (3, 3, "page"), (3, 4, "p")]


def test_blocks_of_the_example_leave_out_nothing(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(
        "<h1>Head</h1><p>One <b>two</b></p><ul><li>item</li></ul>"
        "<table><tr><td>a</td><td><p>b</p><p>c</p></td></tr></table><p>end",
        "utf8",
    )
    document = read_file(path)
    found = blocks(document.text, document.shape)
    assert "".join(document.text[block[0] : block[1]] for block in found) == document.text.replace("\n", "")
    assert found == sorted(found)


# Saved -------------------------------------------------------------------------------------------


def test_a_document_is_saved_with_its_seams_and_without_its_source(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("<h1>Head</h1><p><em>Torvund</em>wrote &amp; left", "utf8")
    document = read_file(path, metadata={"arbitrators": ["Ada Quell"]})
    data = json.loads(json.dumps(saved.document_data(document)))
    found, parted = saved.document_from(data)
    assert (found.text, found.shape, found.zones, found.metadata) == (
        document.text, document.shape, document.zones, document.metadata,
    )  # fmt: skip
    assert parted == (document.text.index("wrote"),)
    assert saved.document_data(found, parted=parted) == data


def test_another_version_is_refused():
    data = saved.state_data(PLACE.base) | {"version": 99}
    with pytest.raises(InputError, match="another version"):
        saved.state_from(data)


def test_a_reviewed_state_renders():
    state = PLACE.do(
        Command("rename", entity="e1", pseudonym="the Sister"),
        Command("reject", entity="e3"),
        Command("role", entity="e8", role="WITNESS"),
        Command("keep", entity="e10"),
    )
    result = pipeline.rendered(
        PLACE.document,
        tuple(state.entities.values()),
        tuple(state.decisions.values()),
        PLACE.editor.policy,
        key=KEY,
    )
    assert "The Sister of Quellmark Ltd met Bo Lindqvae" in result.text
    assert "Torvund" not in result.text
    assert "WITNESS_6 heard Lindqvae" in result.text
    assert "Dag Osterholm" in result.text
