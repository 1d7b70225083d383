"""E-mail: what is read from its fields and bodies, and that a change stays where it belongs."""

import base64
import email
import email.policy
import quopri
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from formats.pages import applied, replacing, zones
from formats.test_formats_golden import ONE_NAME, compare, marked, replacements
from formats.test_formats_laws import changes
from lexveil import formats
from lexveil.errors import InputError
from lexveil.formats import Options
from lexveil.formats.mail import read, write
from lexveil.model import Part

GOLDEN = sorted((Path(__file__).parent.parent / "golden" / "mail").glob("*.eml"))
PLAIN = "From: Ann Torvund <ann@example.org>\nSubject: Hearing\n\nAnn Torvund came.\n"


def mail(*lines: str, end: str = "\n") -> bytes:
    return (end.join(lines) + end).encode("latin-1")


def written(data: bytes, words: dict[str, str]) -> bytes:
    document = read(data)
    return write(document, replacing(document, words))


def bodies(data: bytes) -> list[str]:
    """The text parts, as the standard library reads them."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    return [part.get_content() for part in message.walk() if part.get_content_maintype() == "text"]


def states(data: bytes) -> dict[str, str]:
    return {part.name: part.state for part in read(data).parts}


# Golden ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_golden_mails_are_read_and_written_as_recorded(path):
    document = formats.read_file(path)
    compare(path.with_name(path.name + ".read"), marked(document).encode())
    compare(path.with_name(path.name + ".written"), formats.write(document, replacements(document)))
    assert formats.write(document, ()) == path.read_bytes()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_another_reader_finds_no_name_in_what_is_written(path):
    document = formats.read_file(path)
    message = email.message_from_bytes(
        formats.write(document, replacements(document)), policy=email.policy.default
    )
    found = []
    for part in message.walk():
        found += [str(value) for _, value in part.items()] + [part.get_filename() or ""]
        if not part.is_multipart():
            found.append(part.get_payload(decode=True).decode("utf-8", "replace"))
    assert len(found) > 3
    assert not [text for text in found if re.search(ONE_NAME, text, re.IGNORECASE)]


# Fields ------------------------------------------------------------------------------------------


def test_a_field_shows_its_name_but_keeps_it():
    data = PLAIN.encode()
    document = read(data)
    assert document.text.startswith("From: Ann Torvund <ann@example.org>\n\nSubject: Hearing\n\n")
    new = write(document, replacing(document, {"From: Ann Torvund": "W1", "Subject": "X"}))
    assert new.startswith(b"From: W1 <ann@example.org>\nSubject: Hearing\n")


@pytest.mark.parametrize(
    ("field", "text", "new"),
    [
        ("Subject: =?utf-8?Q?Case_of_T=C3=B6rvund?=", "Case of Törvund", "=?utf-8?Q?Case_of_W1?="),
        ("Subject: =?iso-8859-1?B?VPZydnVuZA==?=", "Törvund", "=?iso-8859-1?B?VzE=?="),
        ("Subject: =?utf-8?Q?T=C3?=\n =?utf-8?Q?=B6rvund?= left", "Törvund left", "=?utf-8?Q?W1?= left"),
        ("Subject: Re:\n\tT\xc3\xb6rvund left", "Re: Törvund left", "Re:\n\tW1 left"),
        ("Subject: T\xf6rvund left", "Törvund left", "W1 left"),
        ('X-Note: "T\xc3\xb6rvund"', '"Törvund"', '"W1"'),
        ("Subject: =?utf-8*de?q?T=C3=B6rvund?=", "Törvund", "=?utf-8?q?W1?="),
    ],
)
def test_a_field_is_decoded_and_written_in_its_own_spelling(field, text, new):
    data = mail("From: x", field, "", "Text.")
    name = field.split(":")[0]
    assert f"{name}: {text}" in read(data).text or name == "X-Note"
    assert text in read(data).text
    assert f"{name}: {new}\n".encode() in written(data, {"Törvund": "W1"})


def test_pseudonyms_that_are_not_ascii_become_encoded_words():
    data = mail("From: Ann Torvund <ann@example.org>", "Subject: Of Ann Torvund, today", "", "Text.")
    new = written(data, {"Ann Torvund": "henkilö A"})
    assert new.isascii()
    message = email.message_from_bytes(new, policy=email.policy.default)
    assert message["from"].addresses[0].display_name == "henkilö A"
    assert message["subject"] == "Of henkilö A, today"


def test_a_pseudonym_with_a_comma_does_not_split_an_address():
    data = mail('To: Ann Torvund <a@example.org>, "Quellmark, Bo" <b@example.org>', "", "Text.")
    new = written(data, {"Ann Torvund": "A, B", "Quellmark": 'C "D"'})
    names = email.message_from_bytes(new, policy=email.policy.default)["to"].addresses
    assert [name.display_name for name in names] == ["A, B", 'C "D", Bo']


def test_a_pseudonym_never_adds_a_field():
    data = mail("From: Ann Torvund <ann@example.org>", "Subject: Torvund", "", "Text.")
    new = written(data, {"Torvund": "W\r\nBcc: eve@example.org"})
    assert "bcc" not in email.message_from_bytes(new)


@pytest.mark.parametrize(
    "parameter",
    [
        'filename="T\xc3\xb6rvund.pdf"',
        "filename=T\xf6rvund.pdf",
        "filename*=utf-8''T%C3%B6rvund.pdf",
        "filename*0*=iso-8859-1'de'T%F6r;\n filename*1=vund.pdf",
        'filename="=?utf-8?Q?T=C3=B6rvund=2Epdf?="',
    ],
)
def test_the_name_of_a_file_is_hidden_text(parameter):
    data = mail(
        "Subject: x",
        "Content-Type: application/pdf",
        f"Content-Disposition: attachment; {parameter}; size=3",
        "",
        "%PDF",
    )
    assert zones(read(data), "hidden") == ["Törvund.pdf"]
    for new in ("W1", "Zoë"):
        message = email.message_from_bytes(written(data, {"Törvund": new}))
        assert message.get_filename() == f"{new}.pdf"
        assert message.get_param("size", header="content-disposition") == "3"


def test_a_file_inside_a_page_is_a_part():
    page = "<p>Torvund<a href='data:text/html;base64,PHA+Um9lPC9wPg=='>x</a>"
    data = mail("From: a@b.example", "Content-Type: text/html", "", page)
    assert states(data)["part 1 (text/html), embedded file 1"] == "uncovered"


def test_signatures_go_when_anything_changes():
    signed = ["DKIM-Signature: v=1; i=ann@example.org;", " b=AAAA", "ARC-Seal: i=1; b=BBBB"]
    data = mail("From: Ann Torvund <ann@example.org>", *signed, "Subject: x", "", "Text.")
    assert "AAAA" not in read(data).text
    assert states(data)["header, signatures"] == "cleaned"
    assert write(read(data), ()) == data
    assert written(data, {"Torvund": "W1"}) == mail(
        "From: Ann W1 <ann@example.org>", "Subject: x", "", "Text."
    )
    kept = read(data, Options(keep_metadata=True))
    assert "AAAA" in kept.text


@pytest.mark.parametrize(
    "field",
    [
        "Subject: =?x-unknown?Q?Torvund?=",
        "Subject: =?utf-8?B?VG9ydnVuZA=",
        "Subject: =?utf-8?B?V?=",
        'To: "=?utf-8?B?V?=" <x>',
        'Content-Disposition: attachment; filename="=?utf-8?B?V?="',
        "Content-Disposition: attachment; filename*=x-unknown''Torvund",
    ],
)
def test_encoded_words_that_cannot_be_decoded_are_uncovered(field):
    data = mail("From: x", field, "", "Text.")
    assert states(data)["header, field 2"] == "uncovered"
    assert write(read(data), ()) == data


def test_encoded_words_in_quotes_are_decoded():
    data = mail(
        'Subject: "=?utf-8?Q?T=C3=B6rvund?="', 'To: "=?utf-8?Q?T=C3=B6rvund?=" <x@example.org>', "", "Text."
    )
    assert read(data).text.startswith('Subject: "Törvund"\n\nTo: Törvund <x@example.org>')
    new = written(data, {"Törvund": "Zoë"})
    message = email.message_from_bytes(new, policy=email.policy.default)
    assert message["to"].addresses[0].display_name == "Zoë"
    assert "Zoë" in message["subject"]


def test_a_name_in_the_name_of_a_field_goes_too():
    data = mail("From: x", "X-Torvund-Id: 7", "", "Text.")
    assert written(data, {"Torvund": "Zoë & Co"}) == mail("From: x", "X-Zo--&-Co-Id: 7", "", "Text.")


# Bodies ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "windows-1252", "iso-2022-jp", "koi8-r"])
@pytest.mark.parametrize("transfer", ["8bit", "quoted-printable", "base64"])
def test_a_body_is_read_and_written_through_its_encodings(charset, transfer):
    name = {"iso-2022-jp": "山田", "koi8-r": "Иванова"}.get(charset, "Törvund")
    text = f"{name} came = she said\n" + "and stayed for a long time " * 5 + f"\n\n{name}\n"
    data = text.encode(charset)
    if transfer == "quoted-printable":
        data = quopri.encodestring(data)
    elif transfer == "base64":
        data = base64.encodebytes(data)
    head = mail(
        "Subject: x",
        f"Content-Type: text/plain; charset={charset}",
        f"Content-Transfer-Encoding: {transfer}",
        "",
    )
    assert read(head + data).text == f"Subject: x\n\n{text}"
    assert bodies(written(head + data, {name: "WITNESS_1"})) == [text.replace(name, "WITNESS_1")]


def test_lines_of_quoted_printable_that_do_not_change_keep_their_spelling():
    lines = ["Torvund =", "came.", "=41 stays =c3=b6 ", "", "last"]
    head = [
        "Subject: x",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: quoted-printable",
        "",
    ]
    assert written(mail(*head, *lines), {"Torvund": "W1"}) == mail(*head, "W1 came.", *lines[2:])


@pytest.mark.parametrize(
    "declared",
    [
        [],
        ["Content-Type: text/plain; charset=us-ascii", "Content-Transfer-Encoding: 7bit"],
        ["Content-Type: text/plain;", ' charset="iso-8859-1"; format=flowed'],
        ["Content-Type: text/plain; charset=utf-8"],
        ["Content-Transfer-Encoding: 8bit"],
        ["Content-Type: text/plain; charset=iso-8859-1", "Content-Transfer-Encoding: base64"],
    ],
)
def test_letters_that_a_body_cannot_hold_change_its_declaration(declared):
    text = "Ann Torvund came.\n"
    body = base64.b64encode(text.encode()).decode() if "base64" in str(declared) else text.rstrip("\n")
    new = written(mail("Subject: x", *declared, "", body), {"Torvund": "Żółw"})
    assert bodies(new)[0].rstrip("\n") == "Ann Żółw came."
    assert read(new).text.rstrip("\n") == "Subject: x\n\nAnn Żółw came."


def test_html_bodies_are_read_as_pages():
    page = "<p>Ann <b>Tor</b>vund</p><!-- Torvund --><a href='https://example.org/Torvund'>x</a>"
    data = mail("Subject: x", "Content-Type: text/html; charset=utf-8", "", page)
    document = read(data)
    assert document.text == "Subject: x\n\nAnn Torvund\n\nx\n\nTorvund\n\nhttps://example.org/Torvund"
    assert zones(document, "code") == ["Subject: ", "https://example.org/Torvund"]
    new = written(data, {"Torvund": "Zoë"})
    assert new.isascii()
    assert "<p>Ann <b>Zo&#235;</b></p><!-- Zo&#235; -->" in new.decode()


def test_a_name_runs_on_over_quoted_lines():
    data = mail("Subject: x", "", "> > Ann", "> > Torvund", "> came", end="\r\n")
    assert read(data).text == "Subject: x\n\n> > Ann\nTorvund\n> came\n"
    assert written(data, {"Ann\nTorvund": "W1"}).endswith(b"\r\n\r\n> > W1\r\n> came\r\n")


def test_calendars_and_cards_are_read_apart_from_their_keywords():
    card = [
        "BEGIN:VCARD",
        "FN:Ann Tor",
        " vund",
        "NOTE:Dear\\nBo\\, dear Quell",
        "\tmark",
        'ATTENDEE;CN="Bo Quellmark";ROLE=X:mailto:bo@example.org',
        "ORGANIZER;CN=Ann Torvund;X-TORVUND=1:x",
        "DTSTART:20190306",
        "END:VCARD",
    ]
    data = mail("Subject: x", "Content-Type: text/vcard", "", *card, end="\r\n")
    document = read(data)
    for text in ("Ann Torvund", "Dear\nBo, dear Quellmark", "mailto:bo@example.org"):
        assert f"\n\n{text}\n\n" in document.text
    assert zones(document, "hidden") == ["Bo Quellmark", "Ann Torvund"]
    assert {"VCARD", "20190306"} < set(zones(document, "code"))
    new = (
        written(data, {"Torvund": "W, 1", "TORVUND": "W", "Quellmark": 'Q "2"'}).decode().split("\r\n\r\n")[1]
    )
    assert new.split("\r\n")[1:-3] == [
        "FN:Ann W\\, 1",
        'NOTE:Dear\\nBo\\, dear Q "2"',
        "ATTENDEE;CN=\"Bo Q '2'\";ROLE=X:mailto:bo@example.org",
        'ORGANIZER;CN=Ann "W, 1";X-W=1:x',
    ]


def test_mails_in_mails_and_what_stands_between_parts_are_read():
    inner = [
        "--b",
        "Content-Type: message/rfc822",
        "",
        "From: Bo Quellmark <bo@example.org>",
        "",
        "Quellmark wrote.",
    ]
    data = mail(
        "Subject: x",
        'Content-Type: multipart/mixed; boundary="b"',
        "",
        "Before Torvund",
        *inner,
        "--b--",
        "After Torvund",
    )
    document = read(data)
    assert "From: Bo Quellmark <bo@example.org>\n\nQuellmark wrote." in document.text
    assert zones(document, "hidden") == ["Before Torvund", "After Torvund"]
    new = written(data, {"Quellmark": "Q", "Torvund": "Zoë"})
    assert new.decode() == data.decode().replace("Quellmark", "Q").replace("Torvund", "Zoë")


@pytest.mark.parametrize(
    ("kind", "lines", "why"),
    [
        ("application/pdf", ["%PDF"], "not read"),
        ("image/png", ["x"], "not read"),
        ("text/rtf", ["{\\rtf"], "not read"),
        ("text/plain; charset=utf-8", ["T\xf6rvund \xc3\xb6 \xc3\xa4"], "not valid utf-8"),
        ("text/html", ["<p>x<!-- "], ""),
        ("text/plain", ["begin 644 a.txt", "#0V%T", "end"], "does not declare"),
        ("text/plain", ["--b", "Content-Transfer-Encoding: base64", "", "VG9y"], "does not declare"),
        ("text/vcard", ["PHOTO;ENCODING=b:AAAA"], "picture"),
        ("multipart/mixed; boundary=b", ["no boundary"], "boundary"),
        ("multipart/mixed", ["no boundary"], "boundary"),
        ("message/rfc822\nContent-Transfer-Encoding: base64", ["AAAA"], "encoded"),
        ("text/plain\nContent-Transfer-Encoding: base64", ["Torvund!"], "base64"),
        ("text/plain\nContent-Transfer-Encoding: x-uue", ["Torvund!"], "transfer encoding"),
        ("text/plain\nContent-Type: text/html", ["Torvund"], "twice"),
    ],
)
def test_what_cannot_be_read_is_an_uncovered_part(kind, lines, why):
    data = mail("Subject: Torvund", f"Content-Type: {kind}", "", *lines)
    document = read(data)
    (part,) = [part for part in document.parts if part.state == "uncovered"]
    assert part.name.startswith("part 1 (")
    assert why in part.explain()
    assert "Torvund" not in part.explain()
    new = write(document, replacing(document, {"Torvund": "W1"}))
    assert new == data.replace(b"Subject: Torvund", b"Subject: W1")


def test_attachments_are_numbered_as_mail_programs_do():
    part = ["Content-Type: image/png", "", "x"]
    inner = ["Content-Type: multipart/related; boundary=i", "", "--i", *part, "--i", *part, "--i--"]
    data = mail(
        "Subject: x", "Content-Type: multipart/mixed; boundary=o", "", "--o", *part, "--o", *inner, "--o--"
    )
    assert list(states(data)) == [
        "header",
        "part 1 (image/png)",
        "part 2.1 (image/png)",
        "part 2.2 (image/png)",
    ]


# Bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"Ann Torvund came.\n", "not an e-mail"),
        (b"%PDF-1.4\n", "not an e-mail"),
        (b"\0\1\2", "not an e-mail"),
        (b"Subject:\n\n", "no text"),
        (b"Content-Type: message/rfc822\n\n" * 30 + b"Subject: x\n\nx", "nested"),
        (b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 2000, "parts"),
    ],
)
def test_what_is_no_mail_is_an_input_error(data, message):
    with pytest.raises(InputError, match=message) as caught:
        read(data)
    assert "Torvund" not in str(caught.value)


def test_odd_headers_are_read_all_the_same():
    data = mail(
        "\xef\xbb\xbfFrom ann@example.org Mon",
        "Subject:Torvund",
        "no field Torvund",
        "To: \0 x",
        ": y",
        "",
        "x",
    )
    document = read(data)
    assert "Subject: Torvund" in document.text
    assert (
        zones(document, "hidden") == ["From ann@example.org Mon", "no field Torvund", ": y"] or document.text
    )
    assert b"no field W1\n" in written(data, {"Torvund": "W1"})


# Laws --------------------------------------------------------------------------------------------

NAMES = ("Ann", "Torvund", "Törvund", "Quellmark", "R&D", "O'Hara", "12", "-")
names = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map(" ".join)
WORDS = (
    "Ann Torvund",
    "=?utf-8?Q?T=C3=B6rvund?=",
    "=?UTF-8?B?VMO2cnZ1bmQ=?=",
    "=?iso-8859-1?q?T=F6rvund_Ann?=",
    "=?utf-8?Q?T=C3=B6r?= =?utf-8?Q?vund?=",
    "Quellmark",
    "\n Bo",
)
values = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
people = st.one_of(values, names.map(lambda name: f'"{name.encode("utf-8").decode("latin-1")}, x"')).map(
    lambda name: f"{name} <ann.torvund@example.org>"
)
fields = st.one_of(
    st.tuples(st.sampled_from(("Subject", "X-Note", "Comments")), values).map(": ".join),
    st.tuples(
        st.sampled_from(("From", "To", "Return-Path")),
        st.lists(people, min_size=1, max_size=2).map(", ".join),
    ).map(": ".join),
)
heads = st.lists(fields, min_size=1, max_size=3).map(lambda lines: ["Date: today", *lines])


def leaf(kind: str, charset: str, transfer: str, texts: list[str], quote: str) -> list[str]:
    text = "\n".join(quote + line for line in texts)
    if kind == "html":
        text = f"<p>{text}</p><p title='{texts[0].replace(chr(39), '')}'>x</p>"
    data = text.encode(charset, "replace")
    if transfer == "quoted-printable":
        data = quopri.encodestring(data)
    elif transfer == "base64":
        data = base64.encodebytes(data)
    body = data.decode("latin-1").rstrip("\n")
    return [
        f"Content-Type: text/{kind}; charset={charset}",
        f"Content-Transfer-Encoding: {transfer}",
        "",
        body,
    ]


leaves = st.builds(
    leaf,
    st.sampled_from(("plain", "html", "calendar")),
    st.sampled_from(("us-ascii", "utf-8", "iso-8859-1")),
    st.sampled_from(("7bit", "8bit", "quoted-printable", "base64")),
    st.lists(names, min_size=1, max_size=3),
    st.sampled_from(("", "> ")),
)


def several(kind: str, boundary: str, parts: list[list[str]]) -> list[str]:
    lines = [f"Content-Type: multipart/{kind}; boundary={boundary}", ""]
    for part in parts:
        lines += [f"--{boundary}", *part]
    return [*lines, f"--{boundary}--"]


trees = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(
            several,
            st.sampled_from(("mixed", "alternative")),
            st.uuids().map(str),
            st.lists(inner, min_size=1, max_size=3),
        ),
        st.builds(lambda head, part: ["Content-Type: message/rfc822", "", *head, *part], heads, inner),
    ),
    max_leaves=4,
)
mails = st.builds(
    lambda head, tree, end: end.join("\n".join([*head, *tree, ""]).split("\n")).encode("latin-1"),
    heads, trees, st.sampled_from(("\n", "\r\n")),
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(data=mails)
def test_a_mail_without_replacements_is_the_same_bytes(data):
    document = read(data)
    assert write(document, ()) == data
    kinds = [
        part.get_content_type() for part in email.message_from_bytes(data).walk() if not part.is_multipart()
    ]
    assert [part.name.split("(")[1] for part in document.parts[1:]] == [f"{kind})" for kind in kinds]


def of_text(document, replacement) -> bool:
    """Whether it replaces text, and not a mark of quoted lines or the name of a header field."""
    named = any(
        zone.kind == "code" and zone.start < replacement.end and replacement.start < zone.end
        for zone in document.zones
    )
    return not named and ">" not in document.text[replacement.start : replacement.end]


@settings(max_examples=600, deadline=None)
@given(source=mails, data=st.data())
def test_a_written_mail_reads_as_the_text_with_the_replacements(source, data):
    document = read(source)
    replacements = tuple(each for each in data.draw(changes(document)) if of_text(document, each))
    again = read(write(document, replacements))
    # Spaces apart: an encoded word must have one before an address.
    assert "".join(again.text.split()) == "".join(applied(document.text, replacements).split())
    assert [part.name for part in again.parts] == [part.name for part in document.parts]


@settings(max_examples=300, deadline=None)
@given(
    data=st.binary(max_size=300) | mails,
    cut=st.integers(0, 400),
    noise=st.binary(max_size=3),
    at=st.integers(0, 400),
)
@example(data=b"From: x\n\n", cut=400, noise=b"", at=0)
@example(data=b"Content-Type: text/plain; charset*=x'y\n\nx", cut=400, noise=b"", at=0)
@example(data=b"Content-Type: multipart/mixed; boundary*0*=\xff\n\nx", cut=400, noise=b"", at=0)
@example(data=b'To: "\nSubject: =?utf-8?b?=?=', cut=400, noise=b"", at=0)
def test_any_bytes_give_a_mail_or_an_input_error(data, cut, noise, at):
    data = data[:at] + noise + data[at:cut]
    message = ""
    try:
        document = read(data)
    except InputError as error:
        message = str(error)
    assert "\n" not in message
    assert message or write(document, ()) == data


def test_no_text_shows_in_a_repr():
    document = read(PLAIN.encode())
    assert "Torvund" not in repr(document)
    assert document.parts == (Part("header", "read"), Part("part 1 (text/plain)", "read"))
