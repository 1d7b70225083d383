"""The example that the page offers is the example of the project."""

from pathlib import Path

import pytest

import lexveil.review

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["award.html", "award.metadata.json"])
def test_the_page_offers_the_example_of_the_project(name):
    shipped = Path(lexveil.review.__path__[0]) / "static" / "example" / name
    assert shipped.read_bytes() == (EXAMPLES / name).read_bytes()
