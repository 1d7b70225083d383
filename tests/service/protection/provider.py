"""A small OpenID provider that really runs: discovery, the login, the token for a code, the keys.

Everybody who comes is whoever `claims` says. It checks what a provider must: the address to come back to, the
client's secret, the proof of RFC 7636, and that a code is used once. A test makes it lie by `lies`.
"""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

CLIENT, SECRET = "lexveil", "a secret of two houses"
LIFE = 300


class Provider:
    def __init__(self, address: str, redirect: str) -> None:
        self.issuer, self.redirect = address, redirect
        self.claims: dict[str, Any] = {"sub": "4711", "preferred_username": "vera", "groups": ["desk"]}
        self.lies: dict[str, Any] = {}  # claims of the token that are not as they should be; None: left out
        self.about: dict[str, Any] = {}  # what the discovery says otherwise
        self.way = "client_secret_basic"  # how the client shows its secret
        self.refuses = ""  # an error in the place of a code
        self.sign: Callable[[dict[str, Any]], str] | None = None  # otherwise than with the key
        self.asked: list[str] = []  # the paths, in order
        self._codes: dict[str, dict[str, str]] = {}
        self.rotate()

    def rotate(self, kind: str = "RSA") -> None:
        """From now on it signs with another key, and shows no other."""
        self.key_id = secrets.token_hex(4)
        if kind == "RSA":
            self.key: Any = rsa.generate_private_key(public_exponent=65537, key_size=2048)
            self.algorithm, shown = "RS256", RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        else:
            self.key = ec.generate_private_key(ec.SECP256R1())
            self.algorithm, shown = "ES256", ECAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        self.keys = [{**shown, "kid": self.key_id, "use": "sig"}]

    def discovery(self) -> dict[str, Any]:
        found = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/login",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
        }
        return found | self.about

    def log_in(self, asked: dict[str, str]) -> str:
        """Where the browser is sent; somebody has logged in."""
        assert asked["client_id"] == CLIENT
        assert asked["redirect_uri"] == self.redirect
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        assert "openid" in asked["scope"].split()
        code = secrets.token_urlsafe(16)
        self._codes[code] = asked
        told = {"error": self.refuses} if self.refuses else {"code": code}
        return f"{self.redirect}?{urlencode({**told, 'state': asked['state']})}"

    def token(self, form: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        asked = self._codes.pop(form.get("code", ""), None)
        proof = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(proof).rstrip(b"=").decode()
        if not self._knows(form, authorization):
            return 401, {"error": "invalid_client"}
        if asked is None or challenge != asked["code_challenge"]:
            return 400, {"error": "invalid_grant"}
        if form.get("redirect_uri") != asked["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        made = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + LIFE, "nonce": asked["nonce"]}
        told = {name: value for name, value in (made | self.claims | self.lies).items() if value is not None}
        return 200, {"access_token": "x", "token_type": "Bearer", "id_token": self._signed(told)}

    def _knows(self, form: dict[str, str], authorization: str) -> bool:
        """The client, by its secret in the way that this provider asks for."""
        both = base64.b64encode(f"{CLIENT}:{SECRET.replace(' ', '%20')}".encode()).decode()
        shown = {
            "client_secret_basic": (f"Basic {both}", None),
            "client_secret_post": ("", SECRET),
            "none": ("", None),
        }
        return form["client_id"] == CLIENT and (authorization, form.get("client_secret")) == shown[self.way]

    def _signed(self, claims: dict[str, Any]) -> str:
        if self.sign is not None:
            return self.sign(claims)
        return jwt.encode(claims, self.key, self.algorithm, headers={"kid": self.key_id})


@contextmanager
def provider(redirect: str) -> Iterator[Provider]:
    made: Provider

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            made.asked.append(parts.path)
            if parts.path == "/login":
                query = {name: values[0] for name, values in parse_qs(parts.query).items()}
                self.send_response(302)
                self.send_header("Location", made.log_in(query))
                self.end_headers()
            elif parts.path == "/keys":
                self._json(200, {"keys": made.keys})
            elif parts.path == "/.well-known/openid-configuration":
                self._json(200, made.discovery())
            else:
                self._json(404, {})

        def do_POST(self) -> None:
            made.asked.append(self.path)
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self._json(*made.token(form, self.headers.get("Authorization", "")))

        def _json(self, status: int, found: dict[str, Any]) -> None:
            data = json.dumps(found).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made = Provider(f"http://127.0.0.1:{server.server_address[1]}", redirect)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()
