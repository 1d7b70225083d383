"""Zip containers from anybody: what is unpacked, what is refused, what is packed again."""

import io
import struct
import zipfile

import pytest

from lexveil.errors import InputError
from lexveil.formats.package import Member, pack, unpack

LIMIT = 2**20


def zipped(members: dict[str, bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return made.getvalue()


def refused(data: bytes, *, max_bytes: int = LIMIT) -> str:
    with pytest.raises(InputError) as caught:
        unpack(data, max_bytes=max_bytes)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_members_come_in_order_without_folders():
    data = zipped({"b/": b"", "b/two.xml": b"2", "a.xml": b"1"})
    assert [(member.name, member.data) for member in unpack(data, max_bytes=LIMIT)] == [
        ("b/two.xml", b"2"),
        ("a.xml", b"1"),
    ]


def test_what_was_stored_is_stored_again_and_all_else_deflated():
    stored = zipped({"mimetype": b"x" * 100}, method=zipfile.ZIP_STORED)
    members = (*unpack(stored, max_bytes=LIMIT), Member("a.xml", b"y" * 100, True))
    with zipfile.ZipFile(io.BytesIO(pack(members, changed={}))) as archive:
        assert [info.compress_type for info in archive.infolist()] == [
            zipfile.ZIP_STORED,
            zipfile.ZIP_DEFLATED,
        ]


def test_packing_changes_removes_and_renames():
    members = tuple(Member(name, name.encode(), True) for name in ("a", "b", "c"))
    data = pack(members, changed={"a": b"new"}, removed={"b"}, renamed={"c": "d"})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {"a": b"new", "d": b"c"}


def test_nothing_of_the_old_container_goes_out():
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.comment = b"Ylva Torvund"
        info = zipfile.ZipInfo("a.xml", (2024, 3, 5, 10, 0, 0))
        info.comment = b"Ylva Torvund"
        info.extra = struct.pack("<HH", 0x7654, 12) + b"Ylva Torvund"
        archive.writestr(info, b"text")
    data = pack(unpack(b"Ylva Torvund" + made.getvalue(), max_bytes=LIMIT), changed={})
    assert b"Torvund" not in data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.infolist()[0].date_time == (1980, 1, 1, 0, 0, 0)


def test_the_same_members_give_the_same_bytes():
    members = unpack(zipped({"a": b"1" * 500, "b": b"2"}), max_bytes=LIMIT)
    assert pack(members, changed={}) == pack(members, changed={})


def test_a_bomb_is_refused_before_it_is_unpacked():
    assert "200 times" in refused(zipped({"a": bytes(50 * 2**20)}), max_bytes=100 * 2**20)


def test_many_members_that_are_too_much_together_are_refused():
    data = zipped({f"{number}": b"0123456789" * 1000 for number in range(30)})
    assert "200 times" in refused(data, max_bytes=10_000)


def test_one_member_above_the_limit_is_refused():
    assert "LEXVEIL_MAX_BYTES" in refused(zipped({"a": b"0123456789" * 1000}), max_bytes=5000)


def test_too_many_members_are_refused():
    assert "members" in refused(zipped({f"{number}": b"" for number in range(10_001)}))


@pytest.mark.parametrize("name", ["../a", "a/../../b", "/etc/passwd", "C:/a", "a\\b", "a//b"])
def test_a_name_that_leads_out_is_refused(name):
    assert "name" in refused(zipped({name: b"1"}))


def test_two_members_of_one_name_are_refused():
    assert "two members" in refused(zipped({"word/a.xml": b"1", "Word/A.xml": b"2"}))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_to_pack_are_refused(method):
    assert "packed in a way" in refused(zipped({"a": b"1" * 100}, method=method))


def test_an_encrypted_member_is_refused():
    data = bytearray(zipped({"a": b"1"}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    assert "password" in refused(bytes(data))


@pytest.mark.parametrize("cut", [0, 10, 30, 60, 120])
def test_a_container_that_is_cut_off_is_refused(cut):
    data = zipped({"a.xml": b"some text that is long enough", "b.xml": b"2"})
    assert refused(data[: min(cut, len(data) - 1)])


def test_a_wrong_checksum_is_refused():
    data = bytearray(zipped({"a": b"some text"}, method=zipfile.ZIP_STORED))
    data[data.index(b"some")] ^= 1
    assert "damaged" in refused(bytes(data))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"<!DOCTYPE html><html><p>x</p></html>", "web page"),
        (b"\xef\xbb\xbf <html><body>x", "web page"),
        (b"<?xml version='1.0'?><pkg:package/>", "XML file"),
        (b"{\\rtf1 x}", "RTF"),
        (b"%PDF-1.7", "PDF"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600), "old binary"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + "EncryptedPackage".encode("utf-16-le"), "password"),
        (bytes(10_000), "damaged"),
        (b"Dummy data.", "damaged"),
    ],
)  # fmt: skip
def test_another_kind_of_file_is_named(data, told):
    assert told in refused(data)
