"""A document in, its twin out, and nothing kept: for programs that need no review."""

import dataclasses
import secrets
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from lexveil.replace.keyed_random import KEY_BYTES
from lexveil.service import audit, bodies, guard, schemas, tasks
from lexveil.service.guard import Current
from lexveil.service.problems import Problem
from lexveil.service.records import suffix
from lexveil.service.works import Here
from lexveil.service.written import Written

router = APIRouter(tags=["stateless"])


@router.post(
    "/pseudonymize",
    openapi_extra=bodies.OPENAPI,
    responses={200: {"model": schemas.Pseudonymized, "content": {"application/octet-stream": {}}}},
)
def pseudonymize(given: bodies.Document, caller: Current, works: Here) -> Any:
    """A file in a form comes back as a file; a text in JSON as JSON with what was replaced."""
    policy = works.policies.named(given.policy)
    if policy.approval:  # nobody would have read it
        raise Problem(
            "conflict",
            "the policy asks for an approval: make a case with it and have the document approved",
        )
    settings = works.analysis
    if given.language:
        settings = dataclasses.replace(settings, language=given.language)
    order = tasks.Analysis(
        tasks.Source(given.content, suffix(given.name), given.metadata),
        policy,
        secrets.token_bytes(KEY_BYTES),  # forgotten at once
        settings=settings,
        stem=given.name.rpartition(".")[0],
    )
    made: Written = works.worker.run("pseudonymize", order, seconds=works.settings.export_seconds)
    audit.write(caller, "pseudonymized", bytes=len(given.content))
    if not given.file:
        return {"text": made.text, "replacements": [list(each) for each in made.replacements]}
    file = made.files[0]
    return Response(file.data, media_type="application/octet-stream", headers=guard.attachment(file.name))
