"""Files that wait to be fetched."""

import pytest

from lexveil.store.desk import Missing

FILES = {"twin.docx": b"\0twin", "report.json": b"{}", "empty.txt": b""}


def test_files_are_fetched_until_their_time_is_over(desk, document, clock):
    made = desk.add_export(document, FILES, "2031-05-04T12:00:00Z")
    assert desk.export(made).names == tuple(FILES)
    assert {name: desk.export_file(made, name) for name in FILES} == FILES
    assert desk.export_file(made, "../twin.docx") is None
    assert desk.export(made).document == document
    assert desk.document(document).exported
    clock.pass_(hours=3)
    assert desk.export(made) is None
    assert desk.export_file(made, "twin.docx") is None
    assert desk.tidy() == (0, 1)
    with desk.database.read() as transaction:
        assert transaction.all("SELECT 1 FROM export_files") == []


def test_an_export_needs_a_document(desk):
    with pytest.raises(Missing):
        desk.add_export("nothing", FILES, "2031-05-04T12:00:00Z")
    assert desk.export_file("nothing", "twin.docx") is None


def test_names_of_files_do_not_show(desk, document):
    made = desk.export(desk.add_export(document, {"Torvund.docx": b""}, "2031-05-04T12:00:00Z"))
    assert "Torvund" not in repr(made)
