"""The app: routers, protection and pages put together. Whoever opened the desk closes it."""

import dataclasses
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.formparsers import MultiPartParser

from lexveil import __version__, config, messages
from lexveil.config import Service, Settings
from lexveil.service import (
    accounts,
    anoppi,
    archives,
    audit,
    case_table,
    cases,
    context,
    documents,
    edits,
    exports,
    gate,
    limits,
    name_analysis,
    notes,
    page_pictures,
    pages,
    pictures,
    problems,
    readers,
    red_team,
    review,
    review_copies,
    schemas,
    sign_on,
    work,
)
from lexveil.service.jobs import Sweeper
from lexveil.service.monitored import Monitored
from lexveil.store.desk import Desk

API = "/api/v1"
ABOUT = messages.render("service.about")
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": schemas.Refusal, "description": kind.replace("-", " ")}
    for status, kind in problems.KINDS.items()
    if status in (400, 401, 403, 404, 408, 409, 413, 422, 429, 503)
}


def create_app(
    desk: Desk,
    settings: Service | None = None,
    *,
    mode: str = "single",
    allowed_hosts: Collection[str] = (),
    analysis: Settings | None = None,
    warm: bool = False,
) -> FastAPI:
    """`mode`: "single" for one person at their own machine, "accounts" for several who log in. `warm`: be
    ready for the first document before it comes."""
    settings = settings or Service()
    # What is reviewed has one pseudonym a person: none that change from mention to mention.
    analysis = dataclasses.replace(analysis or config.settings(), hips="")
    made = context.Context(desk, settings, analysis)
    door = sign_on.of_settings(settings) if mode == "accounts" else None
    sweeper = Sweeper(desk, settings.retention_days)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = context.THREADS
        await run_in_threadpool(made.start, warm=warm)
        sweeper.start()
        try:
            yield
        finally:
            sweeper.stop()
            await run_in_threadpool(made.stop)

    app = FastAPI(
        title="Lexveil",
        version=__version__,
        description=ABOUT,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
        redirect_slashes=False,
        generate_unique_id_function=_name,
        separate_input_output_schemas=False,
    )
    app.state.desk, app.state.settings, app.state.mode = desk, settings, mode
    app.state.context, app.state.analysis, app.state.policies = made, analysis, made.policies
    app.state.sign_on = door
    MultiPartParser.spool_max_size = settings.request_bytes  # an upload is never spooled to the disk
    problems.install(app)
    app.add_middleware(gate.Gate, state_of=app, allowed_hosts=allowed_hosts)
    limits.install(app, settings)
    app.add_middleware(problems.Log)
    app.add_middleware(gate.Carried, https=settings.https)
    app.add_middleware(Monitored)
    for router in (
        accounts.router, sign_on.router, cases.router, case_table.router,
        documents.router, review.router, edits.router, exports.router,
        pictures.router, work.router, notes.router, readers.router, archives.router,
        review_copies.router, red_team.router, page_pictures.router,
        documents.event_router, exports.stateless_router, anoppi.router, name_analysis.router,
        audit.router,
    ):  # fmt: skip
        app.include_router(router, prefix=API, responses=REFUSALS)
    app.include_router(pages.router)
    return app


def _name(route: APIRoute) -> str:
    return f"{'_'.join(sorted(route.methods or ())).lower()}_{route.name}"
