"""Drawn tests draw the same examples every time: a red run is then somebody's change, not chance.

`HYPOTHESIS_PROFILE=explore make test` looks for new ones.
"""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from hypothesis import settings

from lexveil.detect import models

LONG = 60  # bytes: what is no more spelt out in the name of a test

ROOT = Path(__file__).parent.parent

# No deadline: how long an example takes says how busy the machine is.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.fixture
def english_model(monkeypatch):
    """As if only the model for English were there."""
    monkeypatch.setattr(models, "names", lambda: (models.DEFAULT,))
    models.readers.cache_clear()
    yield
    models.readers.cache_clear()


def forget_models():
    for known in (models.names, models.readers, models.languages_of):
        known.cache_clear()


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The environment of a shell in which the wheel is installed, with its code from nowhere else."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    options = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([python, "-m", "pip", "install", *options, str(wheel)], check=True, capture_output=True)
    packages = next((folder / "venv" / "lib").glob("python*")) / "site-packages"
    others = packages / "others"
    others.mkdir()
    for path in Path(sysconfig.get_paths()["purelib"]).iterdir():
        if "lexveil" not in path.name:
            (others / path.name).symlink_to(path)
    (packages / "others.pth").write_text(str(others) + "\n")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LEXVEIL"))}
    return {**kept, "PATH": f"{python.parent}:{os.environ['PATH']}", "HOME": str(folder)}


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A file as a parameter is no name of a test: archives hold the second in which they were made, and all
    processes must call a test the same."""
    return argname if isinstance(val, bytes) and len(val) > LONG else None
