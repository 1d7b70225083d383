"""Metadata, members and their names: what goes, what is renamed, what stays."""

import io
import zipfile

import pytest

from formats.pages import replacing, zones
from golden.odt_build import body_of, p, packed, png, root, small
from lexveil.formats import Options, odt
from lexveil.formats.odt.identifiers import _MACHINE


def members(data: bytes, **options: object) -> dict[str, str]:
    """The members of what is written when nothing is replaced."""
    with zipfile.ZipFile(io.BytesIO(odt.write(odt.read(data, Options(**options)), ()))) as archive:
        return {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}


def parts(data: bytes) -> dict[str, str]:
    return {part.name: part.state for part in odt.read(data).parts}


def test_of_the_properties_only_harmless_ones_stay():
    kept = "<meta:generator>G</meta:generator><meta:document-statistic meta:page-count='2'/>"
    gone = (
        "<dc:title>T</dc:title><dc:rights>R</dc:rights><meta:user-defined meta:name='a'>U</meta:user-defined>"
    )
    meta = root("document-meta", f"<office:meta>{gone}{kept}</office:meta>")
    assert f"<office:meta>{kept}</office:meta>" in members(small(p("x y"), meta=meta))["meta.xml"]
    assert members(small(p("x y"), meta=meta), keep_metadata=True)["meta.xml"] == meta


def test_printers_and_data_sources_are_emptied():
    item = '<config:config-item config:name="{}" config:type="{}">{}</config:config-item>'
    settings = root(
        "document-settings",
        item.format("PrinterName", "string", "Torvund")
        + item.format("Anything", "base64Binary", "VG9ydnVuZA==")
        + item.format("Rsid", "int", "123")
        + item.format("Zoom", "short", "100"),
    )
    output = members(small(p("x y"), settings=settings))["settings.xml"]
    assert "Torvund" not in output
    assert "VG9ydnVuZA" not in output
    assert item.format("Rsid", "int", "0") + item.format("Zoom", "short", "100") in output
    assert "VG9ydnVuZA" not in members(small(p("x y"), settings=settings), keep_metadata=True)["settings.xml"]


def test_authors_of_comments_are_told_apart():
    comment = (
        "<office:annotation><dc:creator>{}</dc:creator><dc:date>2020-01-01</dc:date></office:annotation>"
    )
    source = p("x y" + "".join(comment.format(name) for name in ("Ann", "Berit", "Ann")))
    output = members(small(source))["content.xml"]
    assert [f"Author {number}" in output for number in (1, 2, 3)] == [True, True, False]
    assert output.count("<dc:creator>Author 1</dc:creator><dc:date>1970-01-01T00:00:00</dc:date>") == 2


def test_cleaning_what_is_clean_changes_nothing():
    once = odt.write(
        odt.read(small(p("x<office:annotation><dc:creator>A</dc:creator></office:annotation>"))), ()
    )
    assert odt.write(odt.read(once), ()) == once


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("<text:title>T</text:title>", '<text:title text:fixed="true">T</text:title>'),
        ('<text:title text:fixed="false">T</text:title>', '<text:title text:fixed="true">T</text:title>'),
        (
            '<text:creator text:fixed="true">T</text:creator>',
            '<text:creator text:fixed="true">T</text:creator>',
        ),
        ("<text:subject/>", '<text:subject text:fixed="true"/>'),
    ],
)
def test_fields_that_show_a_property_keep_what_they_show(field, expected):
    assert p(f"x y{expected}") in members(small(p(f"x y{field}")))["content.xml"]
    assert p(f"x y{field}") in members(small(p(f"x y{field}")), keep_metadata=True)["content.xml"]


def test_marks_of_editing_sessions_go():
    source = (
        '<text:p officeooo:rsid="00ab" text:style-name="P1" officeooo:paragraph-rsid=\'00cd\'>x y</text:p>'
    )
    assert '<text:p text:style-name="P1">x y</text:p>' in members(small(source))["content.xml"]


def test_files_that_somebody_named_get_neutral_names_and_are_still_found():
    image = '<draw:frame><draw:image xlink:href="{}Pictures/{}"/></draw:frame>'
    source = p("x y") + image.format("./", "Ann%20Torvund.png") + image.format("", "B&amp;T.PNG")
    data = packed(
        {"content.xml": body_of(source), "Pictures/Ann Torvund.png": png(), "Pictures/B&T.PNG": png()}
    )
    output = members(_escaped(data))
    assert list(output)[:4] == ["mimetype", "content.xml", "Pictures/member1.png", "Pictures/member2.png"]
    assert image.format("./", "member1.png") + image.format("", "member2.png") in output["content.xml"]
    assert 'full-path="Pictures/member2.png"' in output["META-INF/manifest.xml"]
    assert "Torvund" not in "".join(output.values())


def _escaped(data: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            new.writestr(
                info,
                content.replace(b"B&T", b"B&amp;T") if info.filename.endswith("manifest.xml") else content,
            )
    return made.getvalue()


def test_a_picture_within_an_object_is_found_from_there():
    image = '<draw:frame><draw:image xlink:href="Pictures/Torvund.png"/></draw:frame>'
    data = packed(
        {
            "content.xml": body_of(p("x y") + '<draw:object xlink:href="./Torvund"/>'),
            "Torvund/content.xml": body_of(image),
            "Torvund/Pictures/Torvund.png": png(),
        },
        objects={"Torvund": "application/vnd.oasis.opendocument.text"},
    )
    output = members(data)
    assert "Object 1/Pictures/member2.png" in output
    assert 'xlink:href="Pictures/member2.png"' in output["Object 1/content.xml"]
    assert 'xlink:href="./Object 1"' in output["content.xml"]
    assert 'full-path="Object 1/"' in output["META-INF/manifest.xml"]


def test_entries_of_the_manifest_without_a_member_tell_nothing_either():
    data = packed({"content.xml": body_of(p("x y"))}, objects={"Pictures/Ann Torvund.png": ""})
    assert "Torvund" not in members(data)["META-INF/manifest.xml"]


def test_previews_of_objects_go_with_the_frames_that_show_them():
    frame = '<draw:frame><draw:object xlink:href="./Object 1"/>{}</draw:frame>'
    image = '<draw:image xlink:href="./ObjectReplacements/Object 1"/>'
    data = packed(
        {
            "content.xml": body_of(p("x y") + frame.format(image)),
            "Object 1/content.xml": body_of(p("inside")),
            "ObjectReplacements/Object 1": png(),
        }
    )
    output = members(data)
    assert "ObjectReplacements/Object 1" not in output
    assert frame.format("") in output["content.xml"]
    assert "ObjectReplacements" not in output["META-INF/manifest.xml"]


def test_the_preview_of_an_object_that_is_not_read_stays_uncovered():
    ole = bytes.fromhex("d0cf11e0a1b11ae1")
    data = packed(
        {"content.xml": body_of(p("x y")), "Object 1": ole, "ObjectReplacements/Object 1": b"VCLMTF"}
    )
    found = parts(data)
    assert found["Object 1"] == found["ObjectReplacements/Object 1"] == "uncovered"


@pytest.mark.parametrize(
    ("name", "data", "state"),
    [
        ("Fonts/Font1.ttf", b"\x00\x01\x00\x00 font", "kept"),
        ("Pictures/12.wmf", b"\xd7\xcd\xc6\x9a", "uncovered"),
        ("Pictures/12.svg", b"<svg>no end", "uncovered"),
        ("Pictures/12.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "read"),
        ("Configurations2/menubar/1.xml", b"", "kept"),
        ("Media/12.mp4", b"....ftyp", "uncovered"),
        ("Scripts/a.py", b"pass", "uncovered"),
        ("layout-cache", b"1", "cleaned"),
    ],
)
def test_what_becomes_of_a_member(name, data, state):
    found = parts(packed({"content.xml": body_of(p("x y")), name: data}))
    shown = "Scripts" if name.startswith("Scripts") else name
    assert found[shown] == state


def test_pictures_inside_xml_are_uncovered():
    source = p(
        "x<draw:frame><draw:image><office:binary-data>iVBORw0KGgo=</office:binary-data></draw:image></draw:frame>"
    )
    assert parts(small(source))["content.xml, embedded file 1"] == "uncovered"
    assert "iVBOR" not in odt.read(small(source)).text


def scripted(script):
    data = root(
        "document",
        f"<office:scripts><office:script>{script}</office:script></office:scripts>"
        f"<office:body><office:text>{p('x')}</office:text></office:body>",
        f' office:mimetype="{odt.TEXTS[0]}"',
    )
    return [part.name for part in odt.read_flat(data.encode()).parts if part.state == "uncovered"]


@pytest.mark.parametrize(
    "script",
    [
        "Sub A",
        "<ooo:libraries><ooo:library-embedded><ooo:module/></ooo:library-embedded></ooo:libraries>",
        "<ooo:libraries><ooo:library-linked ooo:name='A'/></ooo:libraries>",
        "<ooo:libraries>Sub A</ooo:libraries>",
        "<b:libraries/>",
    ],
)
def test_macros_inside_xml_are_uncovered(script):
    assert scripted(script.replace("<ooo:libraries", "<ooo:libraries xmlns:ooo='o'", 1)) == [
        "document, macros"
    ]


def test_script_without_libraries_is_no_macro():
    assert scripted("\n <ooo:libraries xmlns:ooo='http://openoffice.org/2004/office'/>\n ") == []


def test_mimetype_is_put_first_and_unpacked():
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", body_of(p("x y")))
        archive.writestr("mimetype", odt.TEXTS[1])
    output = odt.write(odt.read(made.getvalue()), ())
    assert output[30:].startswith(b"mimetype" + odt.TEXTS[1].encode())


def test_names_in_objects_are_replaced_there():
    data = packed({"content.xml": body_of(p("x y")), "Object 1/content.xml": body_of(p("Torvund"))})
    document = odt.read(data)
    with zipfile.ZipFile(io.BytesIO(odt.write(document, replacing(document, {"Torvund": "A"})))) as archive:
        assert p("A").encode() in archive.read("Object 1/content.xml")


def test_other_xml_is_read_as_hidden_text():
    data = packed(
        {"content.xml": body_of(p("x y")), "manifest.rdf": "<a b='Ann Torvund'><c>Quellmark</c></a>"}
    )
    assert zones(odt.read(data), "hidden") == ["Quellmark", "Ann Torvund"]


@pytest.mark.parametrize(
    "name", ["P1", "Table1.A2", "ct94876232240912", "list100", "_Toc12", "__Annotation__1_2", "12"]
)
def test_numbers_with_a_word_that_means_nothing_are_no_names(name):
    assert _MACHINE.fullmatch(name)


@pytest.mark.parametrize("name", ["Torvund", "Torvund1", "P1 Torvund", "Ann.Torvund", "1" * 50000 + "xyz"])
def test_all_else_is_a_name(name):
    assert not _MACHINE.fullmatch(name)
