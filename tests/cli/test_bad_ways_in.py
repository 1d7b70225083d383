"""Bad input at each way in: one clear line that quotes nothing, and no file is made or lost."""

import json
import shlex
import sys

import pytest

from lexveil.cli import main

NAME = "Torvund"
FILES = {
    "broken.json": f"{NAME} {{",
    "broken.jsonl": f"{NAME}\n",
    "other.jsonl": f"{NAME}\n",
    "broken.docx": f"PK {NAME}",
    "note.txt": f"Mr {NAME} came.\n",
    "away.json": json.dumps([{"data": {"text": NAME}, "annotations": [{"result": [
        {"type": "labels", "value": {"start": 5, "end": 99, "labels": ["PERSON"]}}]}]}]),
}  # fmt: skip
# What is typed, and what the line says.
CASES = {
    "annotations convert broken.json --from labelstudio --to gold --out made.jsonl": "broken.json",
    "annotations convert broken.jsonl --from doccano --to gold --out made.jsonl": "broken.jsonl",
    "annotations convert away.json --from labelstudio --to gold --out made.jsonl": "away.json",
    "annotations convert missing.ann --to gold --out made.jsonl": "no such file",
    "annotations convert note.txt --to nonsense --out made.jsonl": "nonsense",
    "annotations propose broken.docx --to gold --out made.jsonl": "broken.docx",
    "attack broken.docx": "broken.docx",
    "attack note.txt --knowledge broken.jsonl": "line 1",
    "batch missing.jsonl --out made": "missing.jsonl",
    "check note.txt -d broken.json": "broken.json",
    "diff note.txt missing.txt": "missing.txt",
    "diff broken.docx note.txt": "broken.docx",
    "evaluate agreement --gold broken.jsonl --gold other.jsonl": "broken.jsonl",
    "evaluate align --original broken.docx --published note.txt --out made.jsonl": "broken.docx",
    "evaluate authenticity --original broken.jsonl --made other.jsonl": "broken.jsonl",
    "evaluate book --data missing --out made": "missing",
    "evaluate book --data . --out made": "gold",
    "evaluate risk --marks broken.jsonl": "broken.jsonl",
    "parts broken.docx": "broken.docx",
    "entities missing.txt": "missing.txt",
    "policies check broken.json": "broken.json",
    "publish broken.docx --base https://x.example --out made": "broken.docx",
    "publish note.txt --base nonsense --out made": "--base",
    "restore note.txt --vault missing.vault": "missing.vault",
    "run note.txt --apply broken.json --out made": "broken.json",
    "run note.txt --metadata broken.json --out made": "broken.json",
    "run note.txt --policy nonsense --out made": "nonsense",
    "run note.txt --language xx --out made": "xx",
    "serve --stateless --host 0.0.0.0": "--token-file",
}


@pytest.mark.parametrize("typed", CASES)
def test_bad_input_is_one_clear_line_and_nothing_is_made(typed, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf8")
    monkeypatch.setattr(sys, "argv", ["lexveil", *shlex.split(typed)])
    with pytest.raises(SystemExit) as ended:
        main()
    said = "".join(capsys.readouterr())
    lines = said.strip().splitlines()
    assert (ended.value.code, len(lines)) == (1, 1), said
    assert lines[0].startswith("lexveil: ")
    assert CASES[typed] in lines[0]
    assert NAME not in said
    assert {each.name: each.read_text("utf8") for each in tmp_path.iterdir()} == FILES
