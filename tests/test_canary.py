"""No personal text reaches a log, an error or a repr."""

import logging

import pytest
from typer.testing import CliRunner

import lexveil
from lexveil import config, pipeline
from lexveil.cli import app
from lexveil.errors import LexveilError
from lexveil.text.search import Form

CANARIES = ("Xylander", "Quibbleton", "Zephyrine", "zq.canary@example.org", "010203-4567")
TEXT = (
    "Mr Zephyrine Xylander met Ms Quibbleton on 3 May 2019. CPR no. 010203-4567, zq.canary@example.org.\n"
    "Mr Xylander testified. Zephyrine Xylander QC left."
)


def shown(text):
    return [canary for canary in CANARIES if canary.lower() in text.lower()]


def test_nothing_personal_in_logs_or_reprs(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    path = tmp_path / "file.txt"
    path.write_text(TEXT, "utf8")
    metadata = {"counsel": ["Zephyrine Xylander"]}
    result = lexveil.pseudonymize(path, policy="court-eu", metadata=metadata, out=tmp_path / "out")
    assert len(result.replacements) > 4
    assert caplog.records
    assert shown(caplog.text) == []
    for each in (result, result.document, *result.entities, *result.decisions, *result.replacements):
        assert shown(repr(each)) == []
        assert shown(str(each)) == []


def test_nothing_personal_in_errors(tmp_path):
    bad = {
        "broken.html": f"<p>{TEXT}</p><!-- {TEXT}".encode(),
        "attribute.html": f'<p title="{TEXT}>'.encode(),
        "binary.txt": TEXT.encode() + b"\0\1\2",
        "mixed.txt": TEXT.encode() + "é".encode() * 9 + b"\xff\xfe\xff",
        "deep.html": b"<div>" * 5000 + TEXT.encode(),
    }
    for name, data in bad.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(LexveilError) as caught:
            lexveil.pseudonymize(tmp_path / name, out=tmp_path / "out")
        assert shown(str(caught.value)) == []
        assert shown(repr(caught.value)) == []


@pytest.mark.parametrize(
    "metadata",
    [
        '{"judges": {"Xylander": 3}}',
        '{"judges": [{"name": "Xylander", "type": "Xylander"}]}',
        '["Xylander"]',
        '{"judges": "Xylander"',
    ],
)
def test_nothing_personal_in_errors_about_metadata(tmp_path, metadata):
    (tmp_path / "file.txt").write_text(TEXT, "utf8")
    (tmp_path / "case.json").write_text(metadata, "utf8")
    with pytest.raises(LexveilError) as caught:
        lexveil.pseudonymize(tmp_path / "file.txt", metadata=tmp_path / "case.json")
    assert shown(str(caught.value)) == []


def test_nothing_personal_on_the_terminal_of_a_run(tmp_path):
    path = tmp_path / "file.txt"
    path.write_text(TEXT, "utf8")
    shown_by = CliRunner().invoke(
        app, ["run", str(path), "--policy", "court-eu", "--out", str(tmp_path / "o")]
    )
    assert shown_by.exit_code == 0
    assert shown(shown_by.output) == []


def test_a_leak_error_does_not_quote_the_leak(tmp_path, monkeypatch):
    path = tmp_path / "file.txt"
    path.write_text(TEXT, "utf8")
    document = pipeline.read(path)
    result = pipeline.analyze(document, policy=config.policy("court-eu"))
    monkeypatch.setattr("lexveil.formats.write", lambda document, replacements: TEXT.encode())
    with pytest.raises(LexveilError) as caught:
        pipeline.export(result, path, tmp_path / "out")
    assert "readable" in str(caught.value)
    assert shown(str(caught.value)) == []
    assert not (tmp_path / "out").exists()


def test_nothing_personal_in_the_report(tmp_path):
    path = tmp_path / "xylander-statement.txt"
    path.write_text(TEXT, "utf8")
    policy = tmp_path / "quibbleton.toml"
    policy.write_text('format = 1\ndescription = "For Xylander"\n[[rule]]\nlabel = "[hidden {n}]"\n', "utf8")
    document = pipeline.read(path)
    (result,) = pipeline.analyze_case(
        [document], policy=config.policy(str(policy)), case="Zephyrine Xylander"
    )
    places = pipeline.export(result, path, tmp_path / "out")
    for report in (places.page, places.report):
        assert shown(report.read_text("utf8")) == []
    assert shown(places.dictionary.read_text("utf8")) != []


def test_nothing_personal_on_the_terminal_of_a_check(tmp_path):
    path = tmp_path / "file.txt"
    path.write_text(TEXT, "utf8")
    call = CliRunner().invoke
    call(app, ["run", str(path), "--policy", "court-eu", "--out", str(tmp_path / "o")])
    told = call(
        app, ["check", str(path), "--dictionary", str(tmp_path / "o-dictionary" / "file.lexveil.json")]
    )
    assert told.exit_code == 3
    assert shown(told.output) == []


def test_nothing_personal_in_what_the_search_carries():
    form = Form("xylander", "part", "e1")
    assert shown(repr(form)) == []
