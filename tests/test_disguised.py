"""A whole run on documents that hide a name in odd places: it is replaced, or nothing is written."""

import base64
import re

import pytest

import lexveil
from lexveil.errors import LeakError

SAID = "The witness Ms Zephyrine Torvünd testified on the valve. Ms Torvünd then left."
PAGE = "<!DOCTYPE html><html><head><title>Award</title>{}</head><body><p>" + SAID + "</p>{}</body></html>"
LETTERS = re.compile(r"(?i)torvu|orv.?nd|zephyr|t\s?o\s?r\s?v")

REPLACED = {
    "spelled out": ("", "<p>See Torvuend, TORVUEND and TORVUEND&lt;&lt;ZEPHYRINE.</p>"),
    "mail": ("", '<a href="mailto:z.torvuend85@example.org">write</a>'),
    "file": ("", '<a href="/files/TorvündStatement2.pdf">f</a><a href="/files/zephyrinetorvuend.pdf">g</a>'),
    "address": ("", '<a href="/?q=Zephyrine+Torv%C3%BCnd">x</a>'),
    "alphabets": ("", "<p>T\u043ervünd said.</p>"),
    "letters apart": ("", "<h1>T O R V Ü N D</h1>"),
    "cut": ("", "<p>Tor- vünd and Tor&shy;vünd and Tor&#8206;vünd</p>"),
    "footnote": ("", "<p>Torvünd12 said.</p>"),
    "style sheet": ("<style>p::after { content: '\\54 orv\\fc nd' }</style>", ""),
}


@pytest.mark.parametrize("name", REPLACED)
@pytest.mark.parametrize("policy", ["arbitration", "strict"])
def test_a_disguised_name_is_replaced(name, policy, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE.format(*REPLACED[name]), "utf8")
    lexveil.pseudonymize(path, policy=policy, out=tmp_path / "out")
    assert not LETTERS.search((tmp_path / "out" / "page.html").read_text("utf8"))


REFUSED = {
    "base64": f'<a href="/u?id={base64.b64encode("Zephyrine Torvünd".encode()).decode()}">x</a>',
    "name of an attribute": '<p data-torvuend="1">x</p>',
    "class": '<p class="torvuend">x</p>',
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_cannot_be_replaced_stops_the_export(name, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE.format("", REFUSED[name]), "utf8")
    with pytest.raises(LeakError, match="nothing was written"):
        lexveil.pseudonymize(path, policy="arbitration", out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
