"""The programs of others that look at what we write: LibreOffice, Poppler, qpdf, MuPDF."""

import subprocess
from pathlib import Path


def run(*command: str | Path) -> str:
    """What a program prints; one that fails fails the test, with what it said."""
    done = subprocess.run([str(each) for each in command], capture_output=True, timeout=300)
    said = done.stdout.decode("utf8", "replace")
    assert done.returncode == 0, said + done.stderr.decode("utf8", "replace")
    return said


def convert(path: Path, kind: str, room: Path) -> Path:
    """The file as LibreOffice converts it, into the folder `room`, with a user of its own."""
    user = room / "user"
    said = run(
        "soffice",
        f"-env:UserInstallation=file://{user}",
        "--headless",
        "--convert-to",
        kind,
        "--outdir",
        room,
        path,
    )
    made = room / f"{path.stem}.{kind.split(':')[0]}"
    assert made.is_file(), said
    return made


def pages(pdf: Path) -> int:
    return int(next(line.split()[1] for line in run("pdfinfo", pdf).splitlines() if line.startswith("Pages")))


def raw(pdf: Path, room: Path) -> bytes:
    """All of a PDF with its streams unpacked, by qpdf and again by MuPDF."""
    by_qpdf, by_mupdf = room / "qpdf.pdf", room / "mupdf.pdf"
    run("qpdf", "--qdf", "--object-streams=disable", "--stream-data=uncompress", pdf, by_qpdf)
    run("mutool", "clean", "-d", "-a", pdf, by_mupdf)
    return by_qpdf.read_bytes() + by_mupdf.read_bytes()
