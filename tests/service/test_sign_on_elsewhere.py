"""Single sign-on at a provider that others wrote (oidc-provider-mock, on Authlib), in `make test-plugins`."""

import dataclasses
import importlib.util
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from lexveil.config import Service
from lexveil.service import gate, sign_on
from lexveil.service.app import create_app
from lexveil.store.desk import open_desk
from page.running import free_port
from service.protection.protected import served
from service.running import KEY

ABSENT = importlib.util.find_spec("oidc_provider_mock") is None
pytestmark = pytest.mark.skipif(ABSENT, reason="oidc-provider-mock is installed by `make test-plugins`")


@pytest.fixture
def issuer() -> Iterator[str]:
    address = f"http://127.0.0.1:{free_port()}"
    claims = '{"sub": "4711", "preferred_username": "Vera Lund", "realm_access": {"roles": ["desk"]}}'
    strict = ["--require-nonce", "1", "--require-registration", "1", "--port", address.rpartition(":")[2]]
    command = [sys.executable, "-m", "oidc_provider_mock", *strict, "--user-claims", claims]
    provider = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                httpx.get(f"{address}/jwks")
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield address
    finally:
        provider.terminate()
        provider.wait(10)


def test_the_whole_way_there_and_back(issuer: str, tmp_path: Path) -> None:
    with open_desk(tmp_path / "desk.sqlite", KEY) as desk:
        app = create_app(desk, mode="accounts", allowed_hosts=("127.0.0.1",))
        app.router.lifespan_context = _nothing  # no workers: nothing is analysed
        with served(app) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}") as browser:
            app.state.sign_on = sign_on.of_settings(registered(issuer, port, tmp_path / "secret"))
            begun = browser.get("/api/v1/session/single-sign-on")
            assert begun.status_code == 303
            form = httpx.post(begun.headers["location"], data={"sub": "4711"})
            assert form.status_code == 302, form.text
            there = browser.get(form.headers["location"], headers={"Sec-Fetch-Site": "cross-site"})
            assert (there.status_code, there.headers["location"]) == (303, "/")
            user = browser.get("/api/v1/session").json()["user"]
            assert (user["name"], user["role"]) == ("Vera-Lund", "second reader")


def registered(issuer: str, port: int, secret: Path) -> Service:
    """A client of the provider, which knows its secret and its address."""
    redirect = f"http://127.0.0.1:{port}{gate.SIGN_ON_BACK}"
    client = httpx.post(f"{issuer}/oauth2/clients", json={"redirect_uris": [redirect]}).json()
    secret.write_text(client["client_secret"])
    return dataclasses.replace(
        Service(), oidc_issuer=issuer, oidc_client=client["client_id"], oidc_secret_file=str(secret),
        oidc_role_claim="realm_access.roles", oidc_roles=("desk=second reader",),
    )  # fmt: skip


def _nothing(_: object) -> "Nothing":
    return Nothing()


class Nothing:
    async def __aenter__(self) -> None: ...
    async def __aexit__(self, *_: object) -> None: ...
