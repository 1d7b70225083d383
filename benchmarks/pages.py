"""A long Word file and a long PDF: how do time and memory grow with the pages?

Makes a DOCX of 30 and of 300 pages and a PDF of 50 and of 500 pages (the example judgment over and over,
with new names every time), pseudonymizes each in a process of its own and prints how the time grows and the
peak of resident memory. Linear means ten times the time for ten times the pages; read the ratios, not the
seconds.

    python benchmarks/pages.py [--small]    (--small: a tenth of the pages, for a trial)
"""

import argparse
import re
import resource
import subprocess
import sys
import tempfile
import textwrap
import time
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, Dictionary, Name

import lexveil
from linear import document

LINES, WIDTH = 54, 92  # of a page
PAGES = {".docx": (30, 300), ".pdf": (50, 500)}
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--one", type=Path, help="pseudonymize this file only, and print time and memory")
    given = parser.parse_args()
    if given.one:
        return one(given.one)
    with tempfile.TemporaryDirectory() as room:
        for suffix, counts in PAGES.items():
            before = 0.0
            for pages in counts:
                pages = max(1, pages // 10) if given.small else pages
                path = Path(room) / f"{pages}{suffix}"
                make(path, pages)
                took, memory = run(path)
                growth = f"{took / before:5.1f} × the time" if before else ""
                print(f"{suffix} {pages:>4} pages {took:7.2f} s, peak {memory:>5.0f} MB {growth}", flush=True)
                before = took
    return None


def one(path: Path) -> None:
    began = time.perf_counter()
    result = lexveil.pseudonymize(path, policy="court-eu", out=path.parent / "out")
    took = time.perf_counter() - began
    assert result.replacements
    print(took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def run(path: Path) -> tuple[float, float]:
    command = [sys.executable, __file__, "--one", str(path)]
    took, memory = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(took), float(memory)


def make(path: Path, pages: int) -> None:
    paragraphs = [re.sub(r"\s+", " ", part) for part in document(pages * 3600, ".txt").split("\n\n")]
    lines = [line for part in paragraphs for line in [*textwrap.wrap(part, WIDTH), ""]][: pages * LINES]
    if path.suffix == ".docx":
        word(path, " \n".join(lines).split(" \n \n"))
    else:
        portable(path, [lines[at : at + LINES] for at in range(0, len(lines), LINES)])


def word(path: Path, paragraphs: list[str]) -> None:
    body = "".join(
        f"<w:p><w:r><w:t>{escape(' '.join(part.split()))}</w:t></w:r></w:p>" for part in paragraphs
    )
    members = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{MAIN}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{OFFICE}" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def portable(path: Path, pages: list[list[str]]) -> None:
    pdf = pikepdf.new()
    font = pdf.make_indirect(
        Dictionary(
            Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/Times-Roman"), Encoding=Name.WinAnsiEncoding
        )
    )
    for lines in pages:
        shown = b"".join(b"(" + _literal(line) + b") Tj T*\n" for line in lines)
        page = pdf.add_blank_page(page_size=(595, 842))
        page.Resources = Dictionary(Font=Dictionary(F1=font))
        page.Contents = pdf.make_stream(b"BT /F1 11 Tf 14 TL 50 790 Td\n" + shown + b"ET")
        page.MediaBox = Array([0, 0, 595, 842])
    pdf.save(path)


def _literal(line: str) -> bytes:
    return re.sub(rb"([\\()])", rb"\\\1", line.encode("cp1252", "replace"))


if __name__ == "__main__":
    main()
