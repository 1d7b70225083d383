"""The description of the API holds together: every reference leads somewhere, and every body is described."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from lexveil.config import Service
from lexveil.service.stateless import create_stateless
from service.running import Running


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from (value for key, value in part.items() if key == "$ref")
        part = list(part.values())
    for each in part if isinstance(part, list) else ():
        yield from references(each)


def descriptions(service: Running) -> dict[str, dict[str, Any]]:
    return {"whole": service.app.openapi(), "stateless": create_stateless(Service()).openapi()}


@pytest.mark.parametrize("which", ["whole", "stateless"])
def test_every_reference_leads_somewhere(service: Running, which: str) -> None:
    described = descriptions(service)[which]
    found = set(references(described))
    assert found
    for reference in found:
        at: Any = described
        for name in reference.removeprefix("#/").split("/"):
            at = at.get(name)
            assert at, reference


@pytest.mark.parametrize("which", ["whole", "stateless"])
def test_a_document_that_is_sent_is_described_key_by_key(service: Running, which: str) -> None:
    body = descriptions(service)[which]["paths"]["/api/v1/pseudonymize"]["post"]["requestBody"]["content"]
    text, form = (body[kind]["schema"] for kind in ("application/json", "multipart/form-data"))
    assert set(text["properties"]) == {"text", "policy", "language", "only", "keep", "stays"}
    assert set(text["properties"]["stays"]["items"]["properties"]) == {"name", "before", "after"}
    assert "file" in form["properties"]


def test_the_page_shows_the_keys_of_a_document_that_is_sent(service: Running) -> None:
    page = httpx.get(f"{service.address}/docs").text
    operation = page.partition("<code>/api/v1/project</code>")[2].partition("</details>")[0]
    for key in ("text", "policy", "only", "keep", "stays", "file"):
        assert f"<code>{key}</code>" in operation
