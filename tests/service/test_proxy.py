"""The nginx of docs/how-to/proxy.md before the service: log-in over TLS, streams, other names."""

import datetime
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from page.running import ROOT, free_port
from service.protection import protected

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
NAME = "desk.example"
pytestmark = pytest.mark.skipif(not NGINX, reason="nginx is not here: make test-service installs it")


def certificate(folder: Path) -> Path:
    """A certificate for the name, signed by itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    today = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    (folder / "key").write_bytes(key.private_bytes(serialization.Encoding.PEM, form, plain))
    (folder / "certificate").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return folder / "certificate"


def configuration(folder: Path, *, outside: int, inside: int) -> str:
    """What the page says, with the ports and files of this test."""
    page = (ROOT / "docs" / "how-to" / "proxy.md").read_text("utf8")
    server = re.search(r"```nginx \S+\n(.*?)```", page, re.DOTALL)
    assert server
    text = server[1]
    for said, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{outside} ssl"),
        ("/etc/ssl/desk.example.pem", f"{folder}/certificate"),
        ("/etc/ssl/desk.example.key", f"{folder}/key"),
        ("127.0.0.1:8765", f"127.0.0.1:{inside}"),
    ):
        assert text.count(said) == 1
        text = text.replace(said, here)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    inner = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    return (
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\n"
        f"http {{ access_log off;\n{inner}{text}}}\n"
    )


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[httpx.Client]:
    """A browser's way to the service: through nginx, over TLS, by name."""
    assert NGINX
    trusted = ssl.create_default_context(cafile=str(certificate(tmp_path)))
    desk = protected.make_desk(tmp_path, lambda: datetime.datetime.now(datetime.UTC))
    with protected.quick_passwords():
        protected.add(desk, "ada")
        app = protected.make_app(desk, hosts=[NAME], https=True)
        with protected.served(app) as port:
            entry = free_port()
            (tmp_path / "nginx.conf").write_text(configuration(tmp_path, outside=entry, inside=port))
            command = [NGINX, "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "log")]
            nginx = subprocess.Popen(command)
            named = {"Host": NAME, "Origin": f"https://{NAME}"}
            address = f"https://127.0.0.1:{entry}"
            try:
                with httpx.Client(base_url=address, headers=named, verify=trusted) as client:
                    client.event_hooks["request"] = [_by_name]
                    _awaited(client)
                    yield client
            finally:
                nginx.terminate()
                nginx.wait(20)
    desk.close()


def _by_name(request: httpx.Request) -> None:
    request.extensions["sni_hostname"] = NAME


def _awaited(client: httpx.Client) -> None:
    for _ in range(200):
        try:
            client.get("/")
        except httpx.ConnectError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("nginx does not answer")


def log_in(client: httpx.Client) -> httpx.Response:
    return client.post("/api/v1/session", json={"name": "ada", "password": protected.PASSWORD})


def test_a_log_in_over_tls_gives_a_cookie_for_tls_alone(outside: httpx.Client) -> None:
    answer = log_in(outside)
    assert answer.status_code == 200, answer.text
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-lexveil=")
    assert "Secure" in cookie
    kept = cookie.partition(";")[0]
    assert outside.get("/api/v1/session", headers={"Cookie": kept}).json()["user"]["name"] == "ada"


def test_what_happens_shows_at_once(outside: httpx.Client) -> None:
    kept = log_in(outside).headers["set-cookie"].partition(";")[0]
    with outside.stream("GET", "/api/v1/stream", headers={"Cookie": kept}) as answer:
        lines = answer.iter_lines()
        assert next(lines) == "one"
        began = time.monotonic()
        assert next(lines) == "two"
        assert time.monotonic() - began > 0.4  # the service waits 1.2 seconds before it


def test_another_name_and_the_counters_are_refused(outside: httpx.Client) -> None:
    assert outside.get("/", headers={"Host": "other.example"}).status_code in (400, 403, 421)
    assert outside.get("/metrics").status_code == 403
