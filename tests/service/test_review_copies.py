"""Review copies are made of a document as it stands, and come back into it alone."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from review.test_word_copy import COMMENTS, changed
from service.running import TEXT, Browser, Running, files, running
from service.test_corrections import RULES


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(Path(tmp_path_factory.mktemp("desk")), analysis=RULES) as made:
        yield made


def copy_of(browser: Browser, document: str) -> bytes:
    answer = browser.get(f"/documents/{document}/review-copy?language=fi")
    assert answer.status_code == 200
    assert 'filename="award.review-copy.docx"' in answer.headers["content-disposition"]
    return answer.content


def sent(browser: Browser, document: str, data: bytes) -> httpx.Response:
    return browser.post(f"/documents/{document}/review-copy", files=files("award.review-copy.docx", data))


def without(data: bytes, pseudonym: str) -> bytes:
    """Nobody is called so: no comment says it any more."""

    def comments(text: str) -> str:
        head, *rest = text.split("<w:comment ")
        kept = [each for each in rest if f">{pseudonym}</w:t>" not in each]
        ended = "".join(f"<w:comment {each}" for each in kept)
        return head + ended.removesuffix("</w:comments>") + "</w:comments>"

    return changed(data, COMMENTS, comments)


def test_decisions_come_back_as_edits(browser: Browser) -> None:
    document = browser.upload(browser.case(), "award.txt", TEXT)
    holt, brekke = (browser.named(document, name) for name in ("Pia Holt", "Jonas Brekke"))
    data = copy_of(browser, document)
    assert sent(browser, document, data).json() == {"edits": 0}
    data = without(data, holt["pseudonym"])
    data = changed(data, COMMENTS, lambda text: text.replace(brekke["pseudonym"], "Mr B", 1))
    assert sent(browser, document, data).json() == {"edits": 2}
    assert browser.named(document, "Jonas Brekke")["pseudonym"] == "Mr B"
    assert browser.named(document, "Pia Holt")["action"] == "reject"
    browser.post(f"/documents/{document}/undo", {"base": 2})
    kinds = [each["kind"] for each in browser.get("/audit").json()["rows"]]
    assert {"review copy made", "review copy read"} <= set(kinds)


def test_it_comes_back_into_its_own_document_and_revision(browser: Browser) -> None:
    case = browser.case()
    document, other = (browser.upload(case, name, f"{TEXT}\n{name}\n") for name in ("award.txt", "b.txt"))
    data = copy_of(browser, document)
    told = sent(browser, other, data)
    assert (told.status_code, told.json()["error"]["code"]) == (422, "review-copy.other-document")
    holt = browser.named(document, "Pia Holt")
    browser.edit(document, 0, kind="accept", entity=holt["id"])
    told = sent(browser, document, data)
    assert told.json()["error"]["code"] == "review-copy.other-revision"
    forged = changed(
        copy_of(browser, document),
        "docProps/custom.xml",
        lambda text: text.replace("&quot;number&quot;: 1", "&quot;number&quot;: 0").replace(
            '"number": 1', '"number": 0'
        ),
    )
    assert sent(browser, document, forged).json()["error"]["code"] == "review-copy.other-document"
    assert sent(browser, document, b"no copy").json()["error"]["code"] == "review-copy.none"


def test_it_is_no_document_of_a_case(browser: Browser) -> None:
    case = browser.case()
    document = browser.upload(case, "award.txt", TEXT)
    data = copy_of(browser, document)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert "Ivo" in archive.read("word/document.xml").decode()
    refused = browser.done(browser.sent(case, "award.docx", data))
    assert (refused["status"], refused["failure"]["code"]) == ("failed", "file.review-copy")
    assert browser.post(f"/documents/{refused['id']}/state", {"to": "approved"}).status_code in (200, 409)
    assert browser.post(f"/documents/{refused['id']}/export", {"formats": ["own"]}).status_code == 409
    at_once = browser.post("/pseudonymize", files=files("award.docx", data))
    assert at_once.json()["error"]["code"] == "file.review-copy"


def test_the_original_with_tags_comes_back_too(browser: Browser) -> None:
    case = browser.case()
    page = "".join(f"<p>{each}</p>" for each in TEXT.split("\n\n"))
    document = browser.upload(case, "award.html", f"<html><body>{page}</body></html>")
    answer = browser.get(f"/documents/{document}/review-copy?kind=tagged")
    assert 'filename="award.review-copy.html"' in answer.headers["content-disposition"]
    data = answer.content.decode()
    assert sent(browser, document, data.encode()).json() == {"edits": 0}
    brekke = browser.named(document, "Jonas Brekke")["pseudonym"]
    data = data.replace(f'data-pseudonym="{brekke}"', 'data-pseudonym="Mr B"')
    assert sent(browser, document, data.encode()).json() == {"edits": 1}
    assert browser.named(document, "Jonas Brekke")["pseudonym"] == "Mr B"
    assert sent(browser, document, data.encode()).json()["error"]["code"] == "review-copy.other-revision"
    refused = browser.done(browser.sent(case, "again.html", data.encode()))
    assert refused["failure"]["code"] == "file.review-copy"
    text = browser.upload(case, "award.txt", TEXT)
    told = browser.get(f"/documents/{text}/review-copy?kind=tagged")
    assert told.json()["error"]["code"] == "review-copy.no-tags"
