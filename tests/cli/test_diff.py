"""`lexveil diff`: what was replaced, in any format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from lexveil.cli import app
from lexveil.cli.diff import changes

PAGE = "<p>Mr <b>Ivo</b> Lundgren testified.</p><p>Nobody asked.</p>"


def call(*words):
    return CliRunner().invoke(app, [str(each) for each in words])


def test_the_twin_of_a_page_differs_where_something_was_replaced(tmp_path):
    (tmp_path / "a.html").write_text(PAGE, "utf8")
    call("run", tmp_path / "a.html", "--policy", "arbitration", "--out", tmp_path / "out")
    result = call("diff", tmp_path / "a.html", tmp_path / "out" / "a.html")
    assert result.exit_code == 0
    assert "[-Mr Ivo Lundgren-]{+WITNESS_1+} testified." in result.output
    assert "places that differ: 1" in result.output
    assert "Nobody" not in result.output


def test_what_is_the_same_says_so(tmp_path):
    (tmp_path / "a.html").write_text(PAGE, "utf8")
    assert call("diff", tmp_path / "a.html", tmp_path / "a.html").output == "places that differ: 0\n"


@pytest.mark.parametrize("other", ["nothing.html", "a.xyz", "."])
def test_bad_input_is_one_line(tmp_path, other):
    (tmp_path / "a.html").write_text(PAGE, "utf8")
    (tmp_path / "a.xyz").write_text(PAGE, "utf8")
    result = call("diff", tmp_path / "a.html", tmp_path / other)
    assert result.exit_code == 1
    assert result.output.count("\n") == 1


TEXTS = st.text(alphabet="ab \n[", max_size=40)


@given(TEXTS, TEXTS)
def test_every_line_that_differs_is_told_whole(one, other):
    told = list(changes(one, other))
    assert bool(told) == (one.splitlines() != other.splitlines())
    for number, pieces in told:
        line = "".join(piece.before for piece in pieces)
        assert line in ("", *one.splitlines()[number - 1 : number])
