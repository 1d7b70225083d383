"""Policy files of the house in the service: offered, held, and never another one in their place."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from lexveil.config import presets
from service.protection.whole import LIGHT
from service.running import TEXT, Browser, Running, files, running

RULE = '[[rule]]\ncategory = "PERSON"\nlabel = "deponent {n}"\n'
HOUSE = 'format = 1\ndescription = "As the house does it"\n' + RULE
SIGNED = "approval = true\n" + HOUSE.replace("deponent", "signed")


def said(answer: httpx.Response) -> tuple[int, str, str]:
    error = answer.json()["error"]
    return answer.status_code, error["kind"], error["message"]


def put(folder: Path, **policies: str) -> Path:
    """A folder with these policy files and no others."""
    house = folder / "house"
    house.mkdir(exist_ok=True)
    for old in house.iterdir():
        old.unlink()
    for name, text in policies.items():
        (house / f"{name}.toml").write_text(text, "utf8")
    return house


@contextmanager
def browsing(folder: Path, **policies: str) -> Iterator[Browser]:
    """A service on the desk in this folder, started with these policies."""
    own = {"policies": str(put(folder, **policies))} if policies else {}
    with running(folder, analysis=LIGHT, **own) as made, made.browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = Path(tmp_path_factory.mktemp("house"))
    own = str(put(folder, house=HOUSE, signed=SIGNED))
    with running(folder, analysis=LIGHT, policies=own) as made:
        yield made


@pytest.fixture
def desk(house: Running) -> Iterator[Browser]:
    with house.browser() as made:
        yield made


def approve(browser: Browser, document: str) -> None:
    for state in ("second reading", "approved"):
        assert browser.post(f"/documents/{document}/state", {"to": state}).status_code == 200


def export(browser: Browser, document: str) -> httpx.Response:
    return browser.post(f"/documents/{document}/export", {"formats": ["own"]})


def text_of(browser: Browser, exported: httpx.Response) -> str:
    assert exported.status_code == 200, exported.text
    told = exported.json()
    return browser.get(f"/exports/{told['export']}/{told['files'][0]['name']}").text


def change(browser: Browser, case: str, **given: Any) -> httpx.Response:
    return browser.http.patch(f"/projects/{case}", json=given)


def test_they_are_offered_beside_the_presets(desk: Browser) -> None:
    offered = {each["name"]: each for each in desk.here["policies"]}
    assert len(offered) == len(presets()) + 2
    assert offered["house"] == {
        "name": "house", "description": "As the house does it", "approval": False, "own": True,
    }  # fmt: skip
    assert (offered["signed"]["approval"], offered["strict"]["own"]) == (True, False)


def test_a_case_is_analysed_and_written_by_one(desk: Browser) -> None:
    document = desk.upload(desk.case("house"))
    assert desk.named(document, "Ivo Lundgren")["pseudonym"].startswith("deponent ")
    published = text_of(desk, export(desk, document))
    assert "deponent 1" in published
    assert "Lundgren" not in published


def test_a_case_changes_over_to_one(desk: Browser) -> None:
    case = desk.case("arbitration")
    assert change(desk, case, policy="house").json()["policy"] == "house"
    assert desk.named(desk.upload(case), "Pia Holt")["pseudonym"].startswith("deponent ")


def test_a_text_is_pseudonymized_by_one_at_once(desk: Browser) -> None:
    told = desk.post("/pseudonymize", {"text": TEXT, "policy": "house"}).json()
    assert "deponent 1" in told["text"]


def test_the_addresses_of_anoppi_take_one(desk: Browser) -> None:
    told = desk.post("/project", {"text": TEXT, "policy": "signed"}).json()
    assert any(each["pseudonym"].startswith("signed ") for each in told["entities"])
    asked = {"document": told["document"]}
    assert said(desk.post("/project/export", asked))[:2] == (409, "conflict")
    approve(desk, told["document"])
    assert "signed 1" in desk.post("/project/export", asked).text


@pytest.mark.parametrize(
    "name", ["house.toml", "../house/house", "/etc/house", "late", "HOUSE", "house\n", ""]
)
def test_a_name_from_the_network_is_no_path(house: Running, desk: Browser, name: str) -> None:
    (house.folder / "house" / "late.toml").write_text(HOUSE, "utf8")  # after the start
    assert desk.post("/projects", {"name": "Case", "policy": name}).status_code == 422
    assert change(desk, desk.case(), policy=name).status_code == 422
    assert desk.post("/pseudonymize", {"text": TEXT, "policy": name}).status_code == 422


def test_a_policy_that_asks_for_approval_gets_it(desk: Browser) -> None:
    case = desk.case("signed")
    shown = desk.get(f"/projects/{case}").json()
    assert (shown["approval"], shown["approval_by_policy"]) == (True, True)
    document = desk.upload(case)
    check = desk.get(f"/documents/{document}/check").json()
    assert (check["approval"], check["approved"]) == (True, False)
    assert said(export(desk, document))[:2] == (409, "conflict")
    assert said(change(desk, case, approval=False))[1] == "conflict"
    approve(desk, document)
    assert "signed 1" in text_of(desk, export(desk, document))
    assert export(desk, document).status_code == 200  # once more, as it was approved


def test_nothing_is_pseudonymized_at_once_that_nobody_would_approve(desk: Browser) -> None:
    assert said(desk.post("/pseudonymize", {"text": TEXT, "policy": "signed"}))[:2] == (409, "conflict")
    sent = desk.post("/pseudonymize", files=files("a.txt", TEXT), data={"policy": "signed"})
    assert said(sent)[:2] == (409, "conflict")


def test_what_was_approved_is_read_again_under_another_policy(desk: Browser) -> None:
    case = desk.case("signed")
    approved, exported = (desk.upload(case, name) for name in ("a.txt", "b.txt"))
    for document in (approved, exported):
        approve(desk, document)
    assert export(desk, exported).status_code == 200
    change(desk, case, policy="house", approval=True)
    assert desk.get(f"/documents/{approved}").json()["state"] == "in review"
    assert desk.get(f"/documents/{exported}").json()["state"] == "exported"
    for document in (approved, exported):
        assert said(export(desk, document))[:2] == (409, "conflict")


def test_what_went_out_without_approval_does_not_go_out_again_once_it_is_asked_for(desk: Browser) -> None:
    case = desk.case("house")
    document = desk.upload(case)
    assert export(desk, document).status_code == 200
    change(desk, case, approval=True)
    assert desk.get(f"/documents/{document}/check").json()["approved"] is False
    assert said(export(desk, document))[:2] == (409, "conflict")
    desk.post(f"/documents/{document}/state", {"to": "in review"})
    approve(desk, document)
    assert export(desk, document).status_code == 200


# At a later start ------------------------------------------------------------------------------


@pytest.fixture
def reviewed(tmp_path: Path) -> tuple[Path, str, str]:
    """A desk with a case under the policy `house`, its project and its document."""
    with browsing(tmp_path, house=HOUSE) as browser:
        case = browser.case("house")
        return tmp_path, case, browser.upload(case)


def test_a_case_whose_policy_is_gone_says_so(reviewed: tuple[Path, str, str]) -> None:
    folder, case, document = reviewed
    with browsing(folder) as browser:
        shown = browser.get(f"/projects/{case}").json()
        assert (shown["policy"], shown["policy_state"], len(shown["documents"])) == ("house", "missing", 1)
        assert [each["policy_state"] for each in browser.get("/projects").json()["projects"]] == ["missing"]
        for path in ("review", "text", "preview", "check"):
            status, kind, message = said(browser.get(f"/documents/{document}/{path}"))
            assert (status, kind) == (409, "conflict")
            assert "'house'" in message
            assert "put its file back" in message
        assert said(export(browser, document))[:2] == (409, "conflict")
        sent = browser.post(f"/projects/{case}/documents", files=files("b.txt", TEXT))
        assert said(sent)[:2] == (409, "conflict")
        assert said(browser.post(f"/documents/{document}/analysis"))[:2] == (409, "conflict")
        assert len(browser.get(f"/projects/{case}").json()["documents"]) == 1
        assert change(browser, case, accept=True).json()["policy_state"] == "missing"
        assert change(browser, case, policy="court-eu").json()["policy_state"] == "ok"
        assert browser.review(document)["entities"]


def test_a_policy_that_is_back_is_as_if_it_had_never_gone(reviewed: tuple[Path, str, str]) -> None:
    folder, case, document = reviewed
    with browsing(folder, other=HOUSE) as browser:
        assert browser.get(f"/documents/{document}/review").status_code == 409
    with browsing(folder, house="# of the house\n" + HOUSE.replace("As the", "What the")) as browser:
        assert browser.get(f"/projects/{case}").json()["policy_state"] == "ok"
        assert browser.named(document, "Pia Holt")["pseudonym"].startswith("deponent ")


def test_a_policy_that_has_changed_is_accepted_first(reviewed: tuple[Path, str, str]) -> None:
    folder, case, document = reviewed
    with browsing(folder, house=HOUSE.replace("deponent", "declarant")) as browser:
        status, kind, message = said(browser.get(f"/documents/{document}/review"))
        assert (status, kind) == (409, "conflict")
        assert "'house' has changed" in message
        assert change(browser, case, name="Renamed", policy="house").json()["policy_state"] == "changed"
        assert change(browser, case, accept=True).json()["policy_state"] == "ok"
        assert browser.named(document, "Pia Holt")["pseudonym"].startswith("deponent ")
        later = browser.upload(browser.case("house"), "later.txt")
        assert browser.named(later, "Pia Holt")["pseudonym"].startswith("declarant ")


def test_an_analysis_by_an_earlier_policy_is_not_taken_for_one_by_this(tmp_path: Path) -> None:
    with browsing(tmp_path, house=HOUSE) as browser:
        browser.upload(browser.case("house"))
    with browsing(tmp_path, house=HOUSE + '[replace]\nnames = ["vessel"]\n') as browser:
        document = browser.upload(browser.case("house"))
        assert browser.named(document, "vessel")["action"] == "replace"
