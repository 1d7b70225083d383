"""Names of files, from outside and on the way out."""

import pytest

from lexveil.service import uploads


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("award.docx", "award.docx"),
        ("../../x.html", "x.html"),
        ("/etc/passwd", "passwd"),
        ("..\\..\\x.html", "x.html"),
        ("C:\\Windows\\x.html", "x.html"),
        ("C:x.html", "C_x.html"),
        ("x.html\0.exe", "x.html.exe"),
        ("a/../../..", "document"),
        ("..", "document"),
        (".", "document"),
        ("", "document"),
        ("   ", "document"),
        ("x.html. . ", "x.html"),
        (".htaccess", "htaccess"),
        ("CON", "_CON"),
        ("con.html", "_con.html"),
        ("LPT1.tar.gz", "_LPT1.tar.gz"),
        ("console.html", "console.html"),
        ("a\r\nSet-Cookie: x=1.html", "aSet-Cookie_ x=1.html"),
        ('a"; filename="b.exe', "a__ filename=_b.exe"),
        ("<img src=x onerror=alert(1)>.html", "_img src=x onerror=alert(1)_.html"),
        ("gpj\u202elmth.html", "gpjlmth.html"),
        ("x\u2044y\u2215z.html", "x\u2044y\u2215z.html"),  # look like a slash, and are none
        ("\uff0e\uff0e\uff0fx.html", "\uff0e\uff0e\uff0fx.html"),  # wide forms stay what they are
        ("\ud800x.html", "x.html"),
        ("pa\u0308a\u0308to\u0308s.docx", "p\u00e4\u00e4t\u00f6s.docx"),
        ("%2e%2e%2fx.html", "_2e_2e_2fx.html"),
    ],
)
def test_a_file_name_is_one_name_on_every_system(name: str, safe: str) -> None:
    assert uploads.safe_name(name) == safe
    assert uploads.safe_name(safe) == safe


@pytest.mark.parametrize(
    "name", ["x" * 5000 + ".html", "ä" * 5000 + ".html", "𝔵" * 5000 + ".html", "." * 5000, "a." + "b" * 5000]
)
def test_a_long_name_is_cut_and_keeps_its_suffix(name: str) -> None:
    safe = uploads.safe_name(name)
    assert len(safe) <= 150
    assert len(safe.encode()) <= 240
    assert safe.endswith(".html") == name.endswith(".html")


def test_a_download_is_saved_and_never_shown() -> None:
    sent = uploads.attachment('../p\u00e4\u00e4t\u00f6s\r\nX: "y".html')
    assert sent["Content-Disposition"].startswith('attachment; filename="')
    assert sent["Content-Disposition"].isascii()
    assert sent["Content-Disposition"].isprintable()
    assert sent["Content-Disposition"].count('"') == 2
    assert sent["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert sent["X-Content-Type-Options"] == "nosniff"
