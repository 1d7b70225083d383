"""The example of docs/service.md that goes from a text to the published file runs as it is written."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service.running import Running

PAGE = (Path(__file__).parents[2] / "docs" / "service.md").read_text("utf8")
EXAMPLES = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
ADDRESS = "http://127.0.0.1:8765"


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not here")
def test_the_example_runs_from_a_text_to_the_file(service: Running, tmp_path: Path) -> None:
    script = "set -e\n" + "\n".join(EXAMPLES)
    assert ADDRESS in script
    script = script.replace(ADDRESS, service.address)
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    preview = json.loads((tmp_path / "preview.json").read_text("utf8"))
    assert "the neighbour" in preview["text"].lower()
    assert "Roe" not in preview["text"]
    assert "Ivo Lundgren" in preview["text"], "nobody else was selected"
    assert (tmp_path / "published.txt").read_text("utf8").strip() == preview["text"].strip()
