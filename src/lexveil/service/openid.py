"""OpenID Connect, as far as a login needs it: the authorization code flow with PKCE (OpenID Connect Core 1.0,
RFC 7636, RFC 9700).

Comes in: the settings of a provider, and the code that a browser brings from it. Goes out: the claims of an
ID token that was checked. The token itself is kept nowhere, and no claim stands in an error.
"""

import base64
import hashlib
import hmac
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode, urlsplit

from lexveil.errors import LexveilError
from lexveil.service.gate import of_this_machine

if TYPE_CHECKING:  # it comes with the extra `oidc`
    import jwt

# Signatures with a public key alone: with `none`, or HS256 under that public key, anybody could sign.
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
NEEDED = ("iss", "sub", "aud", "exp", "iat")
LEEWAY = 60  # seconds that two clocks may differ
ANSWER_SECONDS, ANSWER_BYTES = 10, 2**20  # of the provider
KNOWN_SECONDS = 3600  # that its addresses and keys are remembered
AGAIN_SECONDS = 10  # at the least between two looks for a key that was not there
ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
DISCOVERY = "/.well-known/openid-configuration"

Fetch = Callable[[urllib.request.Request], Mapping[str, Any]]


class SignOnError(LexveilError):
    """A login by the provider that leads to nobody."""


@dataclass(frozen=True, slots=True)
class Client:
    """What the provider and this service know of each other."""

    issuer: str
    id: str
    secret: str = field(default="", repr=False)  # "": a public client, which PKCE alone protects
    scopes: tuple[str, ...] = ("openid", "profile")


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try to log in. All that belongs to it is drawn from a secret that only the browser keeps, in a
    cookie: so nothing is stored here, and a code that came to another browser opens nothing."""

    secret: str = field(repr=False)

    @property
    def state(self) -> str:
        return self._drawn("state")

    @property
    def nonce(self) -> str:
        return self._drawn("nonce")

    @property
    def verifier(self) -> str:
        return self._drawn("code verifier")

    @property
    def challenge(self) -> str:
        """RFC 7636, S256."""
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    def _drawn(self, use: str) -> str:
        return hmac.new(self.secret.encode(), f"lexveil {use}".encode(), hashlib.sha256).hexdigest()


class Provider:
    """Asked when somebody first wants to log in, so that the service starts without it."""

    def __init__(
        self, client: Client, *, fetch: Fetch | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        if not (client.issuer and client.id):
            raise LexveilError("serve.sign-on-incomplete")
        if find_spec("jwt") is None:
            raise LexveilError("serve.sign-on-extra")
        _trusted(client.issuer)
        self.client, self._fetch, self._clock = client, fetch or _fetched, clock
        self._lock = threading.Lock()
        self._about: Mapping[str, Any] = {}
        self._keys: list[jwt.PyJWK] = []
        self._known_since = self._looked = float("-inf")

    def door(self, attempt: Attempt, redirect: str) -> str:
        """Where the browser goes to log in."""
        asked = {
            "response_type": "code",
            "client_id": self.client.id,
            "redirect_uri": redirect,
            "scope": " ".join(self.client.scopes),
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": attempt.challenge,
            "code_challenge_method": "S256",
        }
        address = str(self._endpoints()["authorization_endpoint"])
        return f"{address}{'&' if '?' in address else '?'}{urlencode(asked)}"

    def claims(self, query: Mapping[str, str], attempt: Attempt, redirect: str) -> Mapping[str, Any]:
        """Who it is, as the provider says in an ID token for the code of this query."""
        if not hmac.compare_digest(query.get("state", "").encode(), attempt.state.encode()):
            raise SignOnError("service.sign-on-again")
        about = self._endpoints()
        stated = query.get("iss")  # RFC 9207: a code of another provider is not sent to this one
        if about.get("authorization_response_iss_parameter_supported") is True and stated is None:
            raise SignOnError("service.sign-on-answer", what="iss")
        if stated not in (None, self.client.issuer):
            raise SignOnError("service.sign-on-answer", what="iss")
        if "error" in query or not query.get("code"):
            raise SignOnError("service.sign-on-refused")
        answer = self._fetch(self._exchange(query["code"], attempt, redirect))
        return self._checked(answer.get("id_token"), attempt.nonce)

    def _exchange(self, code: str, attempt: Attempt, redirect: str) -> urllib.request.Request:
        about, client = self._endpoints(), self.client
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect,
            "code_verifier": attempt.verifier,
            "client_id": client.id,
        }
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        # Where the provider does not say how, it is the first (OpenID Connect Discovery 1.0, 3).
        ways = about.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
        if client.secret and "client_secret_basic" in ways:
            both = f"{quote(client.id, safe='')}:{quote(client.secret, safe='')}"  # RFC 6749, 2.3.1
            headers["Authorization"] = f"Basic {base64.b64encode(both.encode()).decode()}"
        elif client.secret:
            form["client_secret"] = client.secret
        data = urlencode(form).encode()
        return urllib.request.Request(str(about["token_endpoint"]), data, headers)  # noqa: S310 - checked

    def _checked(self, token: object, nonce: str) -> Mapping[str, Any]:
        """OpenID Connect Core 1.0, 3.1.3.7."""
        import jwt

        if not isinstance(token, str):
            raise SignOnError("service.sign-on-answer", what="id_token")
        try:
            key = self._key(jwt.get_unverified_header(token))
            claims: Mapping[str, Any] = jwt.decode(
                token, key, algorithms=list(ALGORITHMS), audience=self.client.id,
                issuer=self.client.issuer, leeway=LEEWAY, options={"require": list(NEEDED)},
            )  # fmt: skip
        except jwt.PyJWTError as error:
            raise SignOnError("service.sign-on-answer", what=type(error).__name__) from None
        sent, subject, audience = claims.get("nonce"), claims["sub"], claims["aud"]
        if not isinstance(sent, str) or not hmac.compare_digest(sent.encode(), nonce.encode()):
            raise SignOnError("service.sign-on-answer", what="nonce")
        several = isinstance(audience, list) and len(audience) > 1
        if claims.get("azp", None if several else self.client.id) != self.client.id:
            raise SignOnError("service.sign-on-answer", what="azp")
        if not isinstance(subject, str) or not subject:
            raise SignOnError("service.sign-on-answer", what="sub")
        return claims

    def _endpoints(self) -> Mapping[str, Any]:
        with self._lock:
            if self._clock() - self._known_since >= KNOWN_SECONDS:
                found = self._fetch(_get(self.client.issuer.rstrip("/") + DISCOVERY))
                if found.get("issuer") != self.client.issuer:
                    raise SignOnError("service.sign-on-answer", what="issuer")
                for name in ENDPOINTS:
                    _trusted(str(found.get(name, "")))
                self._about, self._keys = found, []
                self._known_since, self._looked = self._clock(), float("-inf")
            return self._about

    def _key(self, header: Mapping[str, Any]) -> Any:
        """The key that a token names; one that is not known was perhaps made since the last look."""
        from jwt import PyJWKSet

        address = str(self._endpoints()["jwks_uri"])
        with self._lock:
            fitting = self._fitting(header)
            if not fitting and self._clock() - self._looked >= AGAIN_SECONDS:
                self._looked = self._clock()
                self._keys = PyJWKSet.from_dict(dict(self._fetch(_get(address)))).keys
                fitting = self._fitting(header)
        if len(fitting) != 1:
            raise SignOnError("service.sign-on-answer", what="kid")
        return fitting[0].key

    def _fitting(self, header: Mapping[str, Any]) -> "list[jwt.PyJWK]":
        wanted = header.get("kid")
        return [
            key for key in self._keys if key.public_key_use in (None, "sig") and wanted in (None, key.key_id)
        ]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A provider that sends elsewhere would be given the code and the secret there."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def _get(address: str) -> urllib.request.Request:
    return urllib.request.Request(address, headers={"Accept": "application/json"})  # noqa: S310 - checked


def _fetched(request: urllib.request.Request) -> Mapping[str, Any]:
    try:
        with _opener.open(request, timeout=ANSWER_SECONDS) as answer:
            found = json.loads(answer.read(ANSWER_BYTES))
    except urllib.error.HTTPError as error:
        error.close()
        raise SignOnError("service.sign-on-away", what=f"status {error.code}") from None
    except (OSError, ValueError) as error:
        raise SignOnError("service.sign-on-away", what=type(error).__name__) from None
    if not isinstance(found, dict):
        raise SignOnError("service.sign-on-answer", what="json")
    return found


def _trusted(address: str) -> None:
    """Over TLS, or on this machine."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        parts, host = None, ""
    if parts is None or not host or parts.fragment or parts.username:
        raise LexveilError("serve.sign-on-address")
    if parts.scheme != "https" and not (parts.scheme == "http" and of_this_machine(host)):
        raise LexveilError("serve.sign-on-address")
