"""Everything that the description of the API allows, and much that it does not: never a 5xx, and every answer
is as described.

Schemathesis draws the requests, the same ones every time; HYPOTHESIS_PROFILE=explore draws others. Half of
them name a document that is there, so that they get past the door.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings, strategies
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from lexveil.service import callers
from lexveil.service.app import create_app
from lexveil.store.desk import Desk, open_desk
from service.protection import protected
from service.protection.protected import KEY, add, quick_passwords, served
from service.protection.whole import LIGHT, PAGE

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
DRAWN, DRAWN_HEAVY = 15, 3  # of each operation, and of one that analyses or writes a document
HEAVY = ("/analysis", "/export", "/pseudonymize", "/project", "/documents", "/session/password", "/check")
STREAMS = "/events"  # they never end


class Reviewed:
    """A service in which there is always a session, and a document that was analysed."""

    def __init__(self, desk: Desk, app: Any, port: int) -> None:
        self.desk, self.app, self.port = desk, app, port
        self.address = f"http://127.0.0.1:{port}"
        user = desk.user_named("ada")
        assert user is not None
        self.user, self.secret, self.case, self.document = user, "", "", ""

    def ready(self) -> dict[str, str]:
        """Headers of a session. What the last request has ended or removed is made again."""
        if not self.secret or self.desk.session(callers.digest(self.secret)) is None:
            self.secret = callers.start_session(self.desk, self.user, self.app.state.settings)
        if not self.case or self.desk.case(self.case) is None:
            self.case = self.desk.add_case("Quellmark v. Torvund", "arbitration", self.user.id).id
        return {
            "Cookie": f"{callers.cookie_name(self.app.state.settings, str(self.port))}={self.secret}",
            "X-CSRF-Token": callers.csrf(self.secret),
        }

    def known_document(self) -> str:
        """Bytes that were analysed before are ready at once."""
        found = self.desk.document(self.document) if self.document else None
        if found is None or found.status in ("failed", "cancelled"):
            sent = {"file": ("award.html", PAGE.encode())}
            path = f"{self.address}/api/v1/projects/{self.case}/documents"
            self.document = httpx.post(path, headers=self.ready(), files=sent).json()["documents"][0]["id"]
        until = time.monotonic() + 60
        while (now := self.desk.document(self.document)) and now.status in ("waiting", "running"):
            assert time.monotonic() < until
            time.sleep(0.05)
        return self.document

    def aim(self, case: Case) -> None:
        """At what is there."""
        for name, value in (("project", self.case), ("document", self.known_document())):
            if name in (case.path_parameters or {}):
                case.path_parameters[name] = value
            if isinstance(case.body, dict) and name in case.body:
                case.body[name] = value
        command = case.body.get("command") if isinstance(case.body, dict) else None
        if isinstance(command, dict) and "entity" in command:
            command["entity"] = "e1"


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reviewed]:
    folder: Path = tmp_path_factory.mktemp("schema")
    with quick_passwords(), open_desk(folder / "desk.db", KEY) as desk:
        add(desk, "ada", "administrator")
        app = create_app(desk, protected.settings(), mode="accounts", analysis=LIGHT)
        with served(app) as port:
            yield Reviewed(desk, app, port)


def tried(reviewed: Reviewed, operation: Any, mode: GenerationMode) -> None:
    heavy = operation.path.endswith(HEAVY)

    @given(case=operation.as_strategy(generation_mode=mode), aimed=strategies.booleans())
    @settings(
        max_examples=DRAWN_HEAVY if heavy else DRAWN,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    def one(case: Case, aimed: bool) -> None:
        sent = reviewed.ready()
        if aimed:
            reviewed.aim(case)
        answer = case.call(base_url=reviewed.address, headers=sent)
        case.validate_response(answer, checks=CHECKS)

    one()


def test_whatever_is_asked_no_answer_is_a_server_error_and_all_are_as_described(reviewed: Reviewed) -> None:
    schema = schemathesis.openapi.from_dict(reviewed.app.openapi())
    done, wrong = 0, []
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path.endswith(STREAMS):
            continue
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try:
                tried(reviewed, operation, mode)
                done += 1
            except FailureGroup as failures:
                wrong += [f"{operation.label}: {failure}" for failure in failures.exceptions]
            except Unsatisfiable:
                assert mode is GenerationMode.NEGATIVE  # nothing about it can be wrong
    assert not wrong, "\n\n".join(wrong)
    assert done > 60
