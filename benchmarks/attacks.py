"""Does a name leak, however it is written and wherever it is hidden?

Takes what the example documents say of somebody who is replaced in them, hides the name once more, in every
place of every format and in every way to write it, pseudonymizes the whole and looks for the name in all that
the written file shows. Each combination of document, person, place and writing ends replaced, stopped
(nothing is written) or listed for review; what ends otherwise is a silent leak, and the exit code is 1.
Writings that share a place are tried together, and in halves, down to the single one, where one of them stops
or is left.

    python benchmarks/attacks.py [--people N] [--part I/N] [--only PLACE]
"""

import argparse
import base64
import html
import io
import json
import re
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import lexveil
from lexveil.errors import CoverageError, LeakError
from lexveil.text.search import plain

ROOT = Path(__file__).parent.parent
EXAMPLES = ("judgment.txt", "award.html")
PARAGRAPHS = 4  # of the example that name the person
LEAST = 6  # letters of a family name that is looked for among all letters of a file

Writing = Callable[[str, str], str]  # given name, family name → text
WRITINGS: Mapping[str, Writing] = {
    "in full": lambda given, family: f"{given} {family}",
    "small letters": lambda given, family: f"{given} {family}".lower(),
    "capitals": lambda given, family: f"{given} {family}".upper(),
    "swapped case": lambda given, family: f"{given} {family}".swapcase(),
    "family name": lambda given, family: family,
    "family name, small": lambda given, family: family.lower(),
    "greeting": lambda given, family: f"hi {family.lower()} did you sign",
    "signature": lambda given, family: f"/s/ {family.lower()}",
    "turned": lambda given, family: f"{family}, {given}",
    "turned, small": lambda given, family: f"{family.lower()} {given.lower()}",
    "initial": lambda given, family: f"{given[0]}. {family}",
    "initial after": lambda given, family: f"{family} {given[0]}.",
    "glued": lambda given, family: f"{given}{family}".lower(),
    "camel case": lambda given, family: f"the{given}{family}File",
    "with digits": lambda given, family: f"{family}85",
    "underscores": lambda given, family: f"{given}_{family}".lower(),
    "dots": lambda given, family: f"{given}.{family}".lower(),
    "passport": lambda given, family: f"{family}<<{given}".upper(),
    "mail": lambda given, family: f"{plain(given)}.{plain(family)}@example.org",
    "double name": lambda given, family: f"Ms {family}-Bergstad",
    "second half": lambda given, family: f"Ms Bergstad-{family}",
    "possessive": lambda given, family: f"{family}'s house",
    "trust": lambda given, family: f"the {family} Trust",
    "company": lambda given, family: f"{family} & Sons Ltd",
    "five times": lambda given, family: " ".join([family] * 5),
    "spaced": lambda given, family: " ".join(family),
    "spaced capitals": lambda given, family: " ".join(family.upper()),
    "tabs": lambda given, family: "\t".join(family),
    "hyphens": lambda given, family: "-".join(family),
    "full stops": lambda given, family: ".".join(family),
    "lines": lambda given, family: "\n".join(family),
    "mirrored": lambda given, family: family[::-1],
    "soft hyphen": lambda given, family: f"{family[:3]}\u00ad{family[3:]}",
    "hyphen, new line": lambda given, family: f"{family[:3]}-\n{family[3:]}",
    "dash, new line": lambda given, family: f"{family[:3]}\u2014\n{family[3:]}",
    "two paragraphs": lambda given, family: f"{family[:3]}\n\n{family[3:]}",
    "double name, small": lambda given, family: f"{family.lower()}-bergstads car",
    "drawn out": lambda given, family: f"{family[0]}{family[1] * 4}{family[2:]}!",
    "in signs": lambda given, family: "(" + ")(".join(family) + ")",
    "zero width": lambda given, family: "\u200b".join(family),
    "no accents": lambda given, family: plain(f"{given} {family}").title(),
    "look-alikes": lambda given, family: family.translate(str.maketrans("aeo", "\u0430\u0435\u043e")),
    "wide": lambda given, family: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in family),
    "base64": lambda given, family: base64.b64encode(f"{given} {family}".encode()).decode(),
}  # fmt: skip

CODED = ("base64",)  # that nothing can be put in the place of: it stops
READABLE = tuple(name for name in WRITINGS if name not in CODED)

Place = Callable[[str, Sequence[str]], bytes]  # the text of the example, what is hidden in it → a file


def in_text(shape: str) -> Place:
    def made(text: str, hidden: Sequence[str]) -> bytes:
        return (text + "\n\n" + "\n\n".join(shape.format(each) for each in hidden) + "\n").encode()

    return made


def in_mail(shape: str) -> Place:
    def made(text: str, hidden: Sequence[str]) -> bytes:
        body = "\n\n".join([text, *(shape.format(each) for each in hidden)])
        return f"{MAIL}\n{body}\n".encode()

    return made


MAIL = """From: registry@example.org
To: desk@example.org
Subject: Text
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit
"""


def in_json(*, called: bool = False) -> Place:
    def made(text: str, hidden: Sequence[str]) -> bytes:
        more = [{each: "x"} if called else {"note": each} for each in hidden]
        return json.dumps({"text": text, "more": more}, ensure_ascii=False).encode()

    return made


def in_page(shape: str, *, head: bool = False) -> Place:
    def made(text: str, hidden: Sequence[str]) -> bytes:
        body = "".join(f"<p>{html.escape(line)}</p>\n" for line in text.split("\n\n"))
        more = "\n".join(shape.format(html.escape(each), raw=each) for each in hidden)
        top, bottom = (more, "") if head else ("", more)
        page = f"<html><head><title>Text</title>{top}</head><body>{body}{bottom}</body></html>"
        return f"<!DOCTYPE html>{page}".encode()

    return made


def in_xml(shape: str) -> Place:
    def made(text: str, hidden: Sequence[str]) -> bytes:
        body = "".join(f"<p>{html.escape(line)}</p>\n" for line in text.split("\n\n"))
        more = "\n".join(shape.format(html.escape(each), raw=each) for each in hidden)
        return f'<?xml version="1.0" encoding="utf-8"?>\n<text>{body}{more}</text>'.encode()

    return made


WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
PARTS = {"header": "header1", "footer": "footer1", "footnotes": "footnotes", "comments": "comments"}


def in_word(where: str, shape: str = "<w:p><w:r><w:t xml:space='preserve'>{}</w:t></w:r></w:p>") -> Place:
    def made(text: str, hidden: Sequence[str]) -> bytes:
        line = "<w:p><w:r><w:t xml:space='preserve'>{}</w:t></w:r></w:p>"
        body = "".join(line.format(html.escape(each)) for each in text.split("\n\n"))
        more = "".join(shape.format(html.escape(each)) for each in hidden)
        parts = {"document": f"<w:body>{body}{more if where == 'body' else ''}</w:body>"}
        if where in PARTS:
            inside = {"footnotes": ("<w:footnote w:id='2'>", "</w:footnote>"), "comments": COMMENT}
            before, after = inside.get(where, ("", ""))
            parts[PARTS[where]] = before + more + after
        return word_file(parts, where)

    return made


COMMENT = ("<w:comment w:id='1' w:author='A' w:initials='A'>", "</w:comment>")
ROOTS = {
    "document": "document",
    "header1": "hdr",
    "footer1": "ftr",
    "footnotes": "footnotes",
    "comments": "comments",
}


def word_file(parts: Mapping[str, str], where: str) -> bytes:
    made = io.BytesIO()
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    names = {part: "document.main" if part == "document" else where for part in parts}
    types = "".join(
        f'<Override PartName="/word/{p}.xml" ContentType="{kind}.{names[p]}+xml"/>' for p in parts
    )
    others = [part for part in parts if part != "document"]
    links = "".join(
        f'<Relationship Id="r{n}" Type="{OFFICE}/{where}" Target="{p}.xml"/>' for n, p in enumerate(others)
    )
    main = f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="word/document.xml"/>'
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml",
            f'{head}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
            f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>{types}</Types>',
        )
        archive.writestr(
            "_rels/.rels", f'{head}<Relationships xmlns="{PACKAGE}/relationships">{main}</Relationships>'
        )
        archive.writestr(
            "word/_rels/document.xml.rels",
            f'{head}<Relationships xmlns="{PACKAGE}/relationships">{links}</Relationships>',
        )
        for part, inner in parts.items():
            root = ROOTS[part]
            archive.writestr(f"word/{part}.xml", f'{head}<w:{root} xmlns:w="{WORD}">{inner}</w:{root}>')
    return made.getvalue()


RUNS = "<w:p><w:r><w:t>{}</w:t></w:r></w:p>"
DELETED = "<w:p><w:del w:id='9'><w:r><w:delText>{}</w:delText></w:r></w:del></w:p>"
LINKED_DATA = '<script type="application/ld+json">{{"name": "{raw}"}}</script>'
PLACES: Mapping[str, tuple[str, Place]] = {
    "text: paragraph": (".txt", in_text("{}")),
    "text: in a sentence": (".txt", in_text("The letter was from {} and came late.")),
    "text: quoted mail": (".txt", in_text("> {}")),
    "text: list": (".txt", in_text("- {}")),
    "text: brackets": (".txt", in_text("It was signed ({}).")),
    "text: quotation": (".txt", in_text("It read \u201c{}\u201d.")),
    "text: field": (".txt", in_text("Name: {}")),
    "text: columns": (".txt", in_text("1\t{}\tpaid")),
    "page: paragraph": (".html", in_page("<p>{}</p>")),
    "page: heading": (".html", in_page("<h2>{}</h2>")),
    "page: cell": (".html", in_page("<table><tr><td>1</td><td>{}</td></tr></table>")),
    "page: list": (".html", in_page("<ul><li>{}</li></ul>")),
    "page: hidden": (".html", in_page('<div style="display:none">{}</div>')),
    "page: emphasis": (".html", in_page("<p>It was <em>{}</em>, they said.</p>")),
    "page: title": (".html", in_page('<p title="{}">x</p>')),
    "page: alternative text": (".html", in_page('<img src="a.png" alt="{}">')),
    "page: data": (".html", in_page('<p data-who="{}">x</p>')),
    "page: value": (".html", in_page('<input value="{}">')),
    "page: link": (".html", in_page('<a href="/who?name={}">x</a>')),
    "page: comment": (".html", in_page("<!-- {raw} -->")),
    "page: script": (".html", in_page("<script>var who = '{raw}';</script>")),
    "page: style": (".html", in_page("<style>p::after {{ content: '{raw}' }}</style>", head=True)),
    "page: meta": (".html", in_page('<meta name="description" content="{}">', head=True)),
    "page: linked data": (".html", in_page(LINKED_DATA)),
    "page: class": (".html", in_page('<p class="{}">x</p>')),
    "xml: element": (".xml", in_xml("<p>{}</p>")),
    "xml: attribute": (".xml", in_xml('<p note="{}">x</p>')),
    "xml: comment": (".xml", in_xml("<!-- {raw} -->")),
    "xml: character data": (".xml", in_xml("<p><![CDATA[{raw}]]></p>")),
    "xml: instruction": (".xml", in_xml("<?note {raw}?>")),
    "mail: paragraph": (".eml", in_mail("{}")),
    "mail: quoted": (".eml", in_mail("> {}")),
    "json: value": (".json", in_json()),
    "json: name of a value": (".json", in_json(called=True)),
    "word: paragraph": (".docx", in_word("body")),
    "word: runs": (".docx", in_word("body", "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>{}</w:t></w:r></w:p>")),
    "word: cell": (".docx", in_word("body", f"<w:tbl><w:tr><w:tc>{RUNS}</w:tc></w:tr></w:tbl>")),
    "word: deleted": (".docx", in_word("body", DELETED)),
    "word: header": (".docx", in_word("header")),
    "word: footer": (".docx", in_word("footer")),
    "word: footnotes": (".docx", in_word("footnotes")),
    "word: comments": (".docx", in_word("comments")),
}  # fmt: skip


class Person(NamedTuple):
    given: str
    family: str


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--people", type=int, default=2, help="of each document")
    parser.add_argument("--part", default="1/1", metavar="I/N", help="the I-th of N parts, for N processes")
    parser.add_argument("--only", default="", metavar="PLACE", help="places whose name begins so")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    began, outcomes, leaked = time.perf_counter(), Counter[str](), []
    orders = [
        (about(text, person), person, place)
        for text, people in map(example, EXAMPLES)
        for person in people[: options.people]
        for place in PLACES
        if place.startswith(options.only)
    ]
    for text, person, place in orders[part - 1 :: parts]:
        for names in (READABLE, CODED):
            for writing, outcome in tried(text, person, place, names):
                outcomes[outcome] += 1
                leaked += [(place, writing)] if outcome == "leaked" else []
    total = sum(outcomes.values())
    print(f"{total:,} combinations in {time.perf_counter() - began:.0f} s: {dict(outcomes)}")
    for place, writing in leaked:
        print(f"silent leak: {place}, {writing}")
    return 1 if leaked else 0


def example(name: str) -> tuple[str, list[Person]]:
    """The text of an example, and whom it hides by a name that no other text holds by chance."""
    result = lexveil.pseudonymize(ROOT / "examples" / name, policy="court-eu")
    gone = {each.entity for each in result.replacements}
    people: dict[str, Person] = {}
    for entity in result.entities:
        for span in entity.spans if entity.category == "PERSON" and entity.id in gone else ():
            words = result.document.text[span.start : span.end].split()
            if len(words) == 2 and all(map(str.istitle, words)) and len(words[1]) >= LEAST:
                people.setdefault(words[1], Person(*words))
    return result.document.text, list(people.values())


def about(text: str, person: Person) -> str:
    """The first paragraphs that name somebody, with the one that does it in full."""
    named = [each for each in text.split("\n\n") if person.family in each]
    full = [each for each in named if f"{person.given} {person.family}" in each]
    return "\n\n".join(dict.fromkeys([*full[:1], *named[:PARAGRAPHS]]))


def tried(text: str, person: Person, place: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The outcome of each writing; of several at once where that tells it."""
    outcome = attempt(text, person, place, [WRITINGS[name](*person) for name in names])
    if outcome == "replaced" or len(names) == 1:
        yield from ((name, outcome) for name in names)
        return
    half = len(names) // 2
    yield from tried(text, person, place, names[:half])
    yield from tried(text, person, place, names[half:])


def attempt(text: str, person: Person, place: str, hidden: Sequence[str]) -> str:
    suffix, made = PLACES[place]
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / f"file{suffix}", Path(folder) / "out"
        path.write_bytes(made(text, hidden))
        try:
            result = lexveil.pseudonymize(path, policy="court-eu", out=out)
        except (LeakError, CoverageError):
            return "stopped"
        if not shows((out / path.name).read_bytes(), person.family):
            return "replaced"
        return "listed" if result.needs_review else "leaked"


def shows(data: bytes, name: str) -> bool:
    """Whether the letters of a file, in the order in which it shows them or back, spell the name."""
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return any(shows(archive.read(member), name) for member in archive.namelist())
    text = data.decode("utf-8")
    packed = (each[: len(each) // 4 * 4] for each in re.findall(r"[A-Za-z0-9+/]{12,}", text))
    text += " ".join(base64.b64decode(each).decode("utf-8", "ignore") for each in packed)
    readings = (text, unquote(html.unescape(text)), html.unescape(re.sub(r"<[^>]*>", "", text)))
    for reading in readings:
        letters = "".join(filter(str.isalnum, plain(reading)))
        if plain(name) in letters or plain(name)[::-1] in letters:
            return True
    return False


if __name__ == "__main__":
    sys.exit(main())
