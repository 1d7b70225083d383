"""Pictures that nothing could read: shown, and allowed in a case by their marks."""

import base64
import io
from collections.abc import Callable, Mapping

import docx
import pytest
from PIL import Image

from formats.pictures import drawing
from service.running import Browser
from service.test_exports import PAGE, word_file

# Two pictures in one are never read, whether or not there is a program that reads pictures.
FRAMES = io.BytesIO()
drawing("P").save(FRAMES, "GIF", save_all=True, append_images=[Image.new("P", (200, 60))])
CREST = FRAMES.getvalue()


def page(picture: bytes) -> bytes:
    packed = base64.b64encode(picture).decode()
    return PAGE.replace("</body>", f'<img src="data:image/gif;base64,{packed}"></body>').encode()


def with_picture(picture: bytes) -> bytes:
    made = docx.Document(io.BytesIO(word_file()))
    made.part.get_or_add_image(io.BytesIO(picture))
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()


FILES: Mapping[str, Callable[[bytes], bytes]] = {"award.docx": with_picture, "award.html": page}


def unread(browser: Browser, document: str) -> list[str]:
    """The marks of pictures that stop the export."""
    told = browser.get(f"/documents/{document}/check").json()
    return [each["picture"] for each in told["parts"] if each["name"] in told["uncovered"]]


def goes_out(browser: Browser, document: str) -> bool:
    return browser.post(f"/documents/{document}/export", {"formats": ["own"]}).status_code == 200


@pytest.mark.parametrize("name", FILES)
def test_a_picture_is_shown_and_allowed_in_the_whole_case(browser: Browser, name: str) -> None:
    case = browser.case()
    first = browser.upload(case, name, FILES[name](CREST))
    (mark,) = unread(browser, first)
    shown = browser.get(f"/documents/{first}/pictures/{mark}")
    assert shown.headers["content-type"] == "image/png"
    with Image.open(io.BytesIO(shown.content)) as seen:
        assert seen.size == (200, 60)
    assert not goes_out(browser, first)
    assert browser.http.put(f"/projects/{case}/pictures/{mark}").status_code == 204
    assert unread(browser, first) == []
    assert goes_out(browser, first)
    second = browser.upload(case, f"second-{name}", FILES[name](CREST))
    assert unread(browser, second) == []
    assert goes_out(browser, second)
    elsewhere = browser.upload(browser.case(), name, FILES[name](CREST))
    assert unread(browser, elsewhere) == [mark]
    assert browser.http.delete(f"/projects/{case}/pictures/{mark}").status_code == 204
    assert unread(browser, first) == unread(browser, second) == [mark]
    assert not goes_out(browser, second)


def test_a_picture_with_text_stops_every_document_of_the_case(browser: Browser) -> None:
    """Whatever parts an export allows, until it is taken back."""
    case = browser.case()
    first = browser.upload(case, "award.docx", FILES["award.docx"](CREST))
    (mark,) = unread(browser, first)
    place = f"/projects/{case}/pictures/{mark}"
    assert browser.http.put(place).status_code == 204
    assert browser.http.put(place, params={"text": True}).status_code == 204
    second = browser.upload(case, "second.docx", FILES["award.docx"](CREST))
    for document in (first, second):
        told = browser.get(f"/documents/{document}/check").json()
        assert [each["picture_text"] for each in told["parts"] if each["picture"]] == [True]
        asked = {"formats": ["own"], "allow_uncovered": told["uncovered"]}
        assert browser.post(f"/documents/{document}/export", asked).status_code == 409
    assert browser.http.delete(place).status_code == 204
    told = browser.get(f"/documents/{second}/check").json()
    asked = {"formats": ["own"], "allow_uncovered": told["uncovered"]}
    assert browser.post(f"/documents/{second}/export", asked).status_code == 200


def test_only_pictures_of_the_document_that_were_not_read_are_shown(browser: Browser, award: str) -> None:
    assert browser.get(f"/documents/{award}/pictures/{'0' * 16}").status_code == 404
    assert browser.get(f"/documents/{award}/pictures/x").status_code == 422
    case = browser.case()
    assert browser.http.delete(f"/projects/{case}/pictures/{'0' * 16}").status_code == 404
