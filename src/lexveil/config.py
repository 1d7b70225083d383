"""Settings, policies and case metadata: the only place that reads the environment and such files."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import Field, dataclass, field, fields, replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lexveil import policy as policies
from lexveil.errors import LexveilError, MetadataError, PolicyError
from lexveil.formats import Options
from lexveil.formats.source import DEFAULT
from lexveil.languages import codes, packs
from lexveil.languages.identify import AUTO
from lexveil.policy import Policy

PRESETS = files("lexveil.policy") / "presets"
DEFAULT_POLICY = "court-eu"
POLICY_NAME = "[a-z0-9-]{1,40}"  # that the service may be asked for
# Languages of errors, reasons and notes.
MESSAGES = ("en", "fi", "sv", "da", "nb", "nn", "de", "fr", "it", "es", "ca")
CHOICES = {
    "tracked": ("keep", "accept", "reject"),
    "annotate": ("danish", "akoma-ntoso"),
    "hips": ("markov",),
    "device": ("cuda", "torch", "torch-bf16"),
    "language": (AUTO, *codes(), *sorted(packs().keys() - set(codes()))),  # others: for scans
}


@dataclass(frozen=True, slots=True)
class Service:
    """Of `lexveil serve`. Each field can be set with an environment variable LEXVEIL_SERVE_<FIELD>."""

    database: str = ""  # a file for SQLite, or postgresql://…; empty: a file in the user's data folder
    policies: str = ""  # a folder with policy files of the house, offered beside the presets
    host: str = "127.0.0.1"
    port: int = 8765
    upload_bytes: int = DEFAULT.max_bytes  # of one file
    upload_files: int = 20  # in one request
    upload_seconds: int = 120  # until the whole of a request must have come
    stall_seconds: int = 20  # without a byte of a request, after which it is given up
    request_bytes: int = 100 * 2**20  # of a whole request with files
    json_bytes: int = 2**20  # of a request without
    analysis_seconds: int = 3600  # after which an analysis is given up
    export_seconds: int = 600  # and an export, or a document that is pseudonymized at once
    export_minutes: int = 30  # that an exported file can be downloaded
    retention_days: int = 0  # originals are deleted so long after the export; 0: they stay
    requests_per_minute: int = 1200  # of one caller; an edit a second and a page that asks around it
    uploads_per_minute: int = 60  # of one caller: files, analyses, exports
    logins_per_minute: int = 10  # of one address
    session_hours: int = 12
    session_idle_minutes: int = 120
    https: bool = False  # a proxy in front speaks it: cookies are for it alone
    open_characters: int = 8_000_000  # of documents that are held ready for edits
    # Single sign-on with OpenID Connect: docs/single-sign-on.md.
    oidc_issuer: str = ""  # the provider's address, as it writes it itself; empty: nobody logs in there
    oidc_client: str = ""  # the name under which it knows this service
    oidc_secret_file: str = ""  # with the secret of that name; empty: a public client
    oidc_scopes: tuple[str, ...] = ("profile",)  # asked for beside openid
    oidc_name_claim: str = "preferred_username"  # the name of a new account
    oidc_role_claim: str = ""  # what says who may do what: groups, realm_access.roles
    oidc_roles: tuple[str, ...] = ()  # value=role of that claim; *=role for everybody


@dataclass(frozen=True, slots=True)
class Settings:
    """Each field can be set with an environment variable LEXVEIL_<FIELD>; lists are separated by commas."""

    language: str = AUTO  # of the documents; auto: each paragraph as it reads
    # How files are read and written: the same words as in `formats.Options`, which explains them.
    max_bytes: int = DEFAULT.max_bytes
    citation_classes: tuple[str, ...] = DEFAULT.citation_classes
    block_tags: tuple[str, ...] = DEFAULT.block_tags
    text_attributes: tuple[str, ...] = DEFAULT.text_attributes
    annotate: str = DEFAULT.annotate
    tracked: str = DEFAULT.tracked
    keep_metadata: bool = DEFAULT.keep_metadata
    text_columns: tuple[str, ...] = DEFAULT.text_columns
    boxes: bool = DEFAULT.boxes
    allow_uncovered: tuple[str, ...] = ()  # parts that may hold text and go out as they are
    allow_image: tuple[str, ...] = ()  # the marks of pictures that somebody looked at: a court's crest
    detectors: tuple[str, ...] = ()  # which detectors to run; empty: all
    model: str = ""  # another neural detector in place of the shipped one: a folder, hf:…, gliner:…, spacy:…
    weights: str = ""  # a folder of tables by which roles and groups are told, in place of the shipped ones
    balance: bool = False  # fewer needless hits, a few more misses; the default finds more
    vault: str = ""  # the file that keeps pseudonyms over time; empty: nothing is kept, the output is one-way
    threads: int = 0  # of the neural detector; 0: one per core
    device: str = ""  # "cuda": torch computes it on a graphics card; "torch": on the processor, to compare
    hips: str = ""  # "markov": surrogates of people change from mention to mention
    risk_threshold: int = 5  # the residual risk that asks for a review; 5 weighs as one full name

    @property
    def options(self) -> Options:
        shared = {each.name for each in fields(Options)} & {each.name for each in fields(Settings)}
        told = {name: getattr(self, name) for name in shared}
        return Options(**told | {"language": DEFAULT.language if self.language == AUTO else self.language})

    def options_in(self, language: str) -> Options:
        """The same, for a file in this language."""
        return replace(self.options, language=language)


DEFAULTS = Settings()


@dataclass(frozen=True, slots=True)
class Secrets:
    """What opens a vault. Kept apart from the settings, which travel to worker processes and into reports."""

    vault_key: str = field(default="", repr=False)  # 32 bytes in hexadecimal or base64
    vault_passphrase: str = field(default="", repr=False)


# What a file of settings says, as the environment would, which goes before it; the command line sets it.
settings_file: ContextVar[Mapping[str, str]] = ContextVar("settings_file", default=MappingProxyType({}))


def _surroundings(given: Mapping[str, str] | None) -> Mapping[str, str]:
    return {**settings_file.get(), **os.environ} if given is None else given


def secrets(environment: Mapping[str, str] | None = None) -> Secrets:
    return Secrets(**_found("LEXVEIL_", fields(Secrets), environment))


def settings(environment: Mapping[str, str] | None = None) -> Settings:
    return Settings(**_found("LEXVEIL_", fields(Settings), environment))


def service(environment: Mapping[str, str] | None = None) -> Service:
    """
    >>> service({"LEXVEIL_SERVE_PORT": "9000"}).port
    9000
    """
    return Service(**_found("LEXVEIL_SERVE_", fields(Service), environment))


def messages(wanted: str | None = None, environment: Mapping[str, str] | None = None) -> str:
    """The language of errors, reasons and notes: as wanted, else LEXVEIL_MESSAGES, else English."""
    environment = _surroundings(environment)
    found = wanted or environment.get("LEXVEIL_MESSAGES", "").strip() or MESSAGES[0]
    if found not in MESSAGES:
        raise LexveilError("cli.messages", given=found, choices=", ".join(MESSAGES))
    return found


def data_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where the service keeps its database unless it is told otherwise (XDG base directories)."""
    environment = os.environ if environment is None else environment
    base = environment.get("XDG_DATA_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".local" / "share") / "lexveil"


def _found(prefix: str, known: Sequence[Field[Any]], environment: Mapping[str, str] | None) -> dict[str, Any]:
    """What the environment says of these fields."""
    environment = _surroundings(environment)
    found: dict[str, Any] = {}
    for each in known:
        name = f"{prefix}{each.name.upper()}"
        if name in environment and (each.name not in CHOICES or environment[name].strip()):
            value = _value(name, environment[name].strip(), each.default)
            if each.name in CHOICES and value not in CHOICES[each.name]:
                raise LexveilError("setting.choice", name=name, choices=", ".join(CHOICES[each.name]))
            found[each.name] = value
    return found


def _value(name: str, text: str, default: object) -> bool | int | str | tuple[str, ...]:
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if isinstance(default, bool):
        if text.lower() not in ("0", "1", "true", "false", "yes", "no"):
            raise LexveilError("setting.yes-or-no", name=name)
        return text.lower() in ("1", "true", "yes")
    if isinstance(default, int):
        if not text.isdecimal() or (default and not int(text)):
            raise LexveilError("setting.positive" if default else "setting.number", name=name)
        return int(text)
    return text


def presets() -> dict[str, Policy]:
    """The policies that come with Lexveil, by name."""
    return {name: policy(name) for name in preset_names()}


def preset_names() -> list[str]:
    found = (entry.name for entry in PRESETS.iterdir() if entry.name.endswith(".toml"))
    return sorted(each.removesuffix(".toml") for each in found)


def preset_text(name: str) -> str:
    entry = PRESETS / f"{name}.toml"
    if not entry.is_file():
        raise PolicyError("policy.unknown", name=name, choices=", ".join(preset_names()))
    return entry.read_text("utf8")


def policy(name: str) -> Policy:
    """A preset by name, or a policy of the user's by the path of its TOML file."""
    return _parsed(policy_text(name), Path(name).stem if name.endswith(".toml") else name)


@lru_cache(maxsize=16)  # a corpus names one again and again
def _parsed(text: str, name: str) -> Policy:
    """What its table `[risk]` does not weigh, the policy weighs as the default one."""
    found = policies.parse(text, name=name)
    return replace(found, risk={**weights(), **found.risk})


@cache
def weights() -> Mapping[str, float]:
    """Those of the default policy: category or sign of a miss → what it adds to the residual risk."""
    return policies.parse(preset_text(DEFAULT_POLICY), name=DEFAULT_POLICY).risk


def policy_text(name: str) -> str:
    path = Path(name)
    if path.suffix != ".toml":
        return preset_text(name)
    try:
        return path.read_text("utf8")
    except FileNotFoundError:
        raise PolicyError("policy.missing", file=path) from None
    except UnicodeDecodeError:
        raise PolicyError("policy.not-utf8", file=path) from None
    except OSError as error:
        raise PolicyError("policy.unreadable", file=path, reason=error.strerror) from None


def own_policies(folder: str) -> dict[str, Policy]:
    """Every policy file of a folder, by its name without `.toml`; none where no folder is named.

    One that is bad is an error, and so is a folder without any: whoever names it means something by it.
    """
    if not folder:
        return {}
    try:
        paths = sorted(each for each in Path(folder).iterdir() if each.suffix.lower() == ".toml")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise PolicyError("policy.folder-unreadable", folder=folder, reason=reason) from None
    if not paths:
        raise PolicyError("policy.folder-empty", folder=folder)
    shipped = presets()
    return {path.stem: _own_policy(path, shipped) for path in paths}


def _own_policy(path: Path, shipped: Mapping[str, Policy]) -> Policy:
    if path.suffix != ".toml" or not re.fullmatch(POLICY_NAME, path.stem):
        raise PolicyError("policy.file-name", file=path)
    if path.stem in shipped:
        raise PolicyError("policy.preset-name", file=path)
    text = policy_text(str(path))
    try:
        return _parsed(text, path.stem)
    except PolicyError as error:
        raise error.within(str(path)) from None


def metadata(path: str | Path) -> Mapping[str, Any]:
    """Case metadata from a JSON file."""
    try:
        found = json.loads(Path(path).read_text("utf8"))
    except FileNotFoundError:
        raise MetadataError("metadata.missing", file=path) from None
    except json.JSONDecodeError as error:
        raise MetadataError("metadata.not-json", file=path, line=error.lineno) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise MetadataError("metadata.unreadable", file=path, reason=reason) from None
    if not isinstance(found, dict):
        raise MetadataError("metadata.no-object", file=path)
    return found


SIDECAR = ".metadata.json"


def metadata_for(document: Path, given: Path | None) -> Mapping[str, Any] | None:
    """What is known of the case of one document: `given` is a file for every document, or a folder with a
    NAME.metadata.json for those that have one; without it, one that lies beside the document counts."""
    if given is not None and not given.is_dir():
        return metadata(given)
    folder = given or document.parent
    names = dict.fromkeys((f"{document.name}{SIDECAR}", f"{document.stem}{SIDECAR}"))
    found = (folder / name for name in names if folder / name != document)
    beside = next((path for path in found if path.is_file()), None)
    return metadata(beside) if beside else None
