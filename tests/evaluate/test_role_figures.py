import json

import pytest
from typer.testing import CliRunner

from builders import doc
from lexveil.cli import app
from lexveil.errors import InputError
from lexveil.evaluate import roles
from lexveil.evaluate.gold import Gold, Mention

MARKED, SPANS, NAMED = doc(
    "[Ann Roe](PERSON:petitioner)\n... Petitioner\n\nVersus\n\n[Bo Poe](PERSON:respondent)\n... Respondent"
    "\n\nFor the Petitioner: Mr. [Cy Loe](PERSON:lawyer), Advocate"
    "\n\nHon'ble Mr. Justice [Di Foe](PERSON:judge)"
)
GOLD = Gold(
    "one",
    MARKED.text,
    tuple(Mention(span.start, span.end, role) for span, role in zip(SPANS, NAMED, strict=True)),
)


def test_three_rows_and_a_mean():
    report = roles.evaluate([GOLD])
    assert report["macro_f1"] == report["model"]["macro_f1"] == 1
    assert set(report["model"]["roles"]) == {"PARTY", "LAWYER", "JUDGE"}
    assert report["rules"]["roles"]["JUDGE"]["recall"] == 1
    assert report["together"]["accuracy"] >= report["rules"]["accuracy"]


def test_gold_without_roles_is_refused():
    with pytest.raises(InputError, match="role"):
        roles.evaluate([Gold("one", "Roe", (Mention(0, 3, "ORG"),))])


def test_the_command_shows_every_role(tmp_path):
    file = tmp_path / "gold.jsonl"
    mentions = [{"start": m.start, "end": m.end, "type": m.type} for m in GOLD.mentions]
    file.write_text(json.dumps({"id": "one", "text": GOLD.text, "mentions": mentions}), "utf8")
    done = CliRunner().invoke(app, ["evaluate", "roles", "--gold", str(file)])
    assert done.exit_code == 0, done.output
    assert "JUDGE" in done.output
    assert "macro F1" in done.output
