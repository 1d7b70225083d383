"""`lexveil.toml`: settings, and what the options of commands are unless they are given.

Above all tables stand settings (docs/settings.md), in small letters; `[serve]` holds those of the service;
any table of a command holds its options by their long names. The environment goes before the file, and the
command line before both. The file is no place for a secret: keys of vaults are refused.
"""

import dataclasses
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from lexveil import config
from lexveil.errors import InputError, LexveilError

NAME = "lexveil.toml"
SERVE = "serve"
MESSAGES = "messages"

Tables = dict[str, dict[str, Any]]  # command → option → value


def read(path: Path | None, commands: Mapping[str, object]) -> Tables:
    """What the file says of options; its settings hold from now on. Without a path: that of the folder one
    is in, if there is one."""
    named = path or Path(NAME)
    try:
        found = tomllib.loads(named.read_text("utf8"))
    except FileNotFoundError:
        if path is None:
            return {}
        raise InputError("config.missing").within(str(named)) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        raise InputError("config.malformed", reason=reason).within(str(named)) from None
    try:
        return _taken(found, commands)
    except LexveilError as error:
        raise error.within(str(named)) from None


def _taken(found: Mapping[str, Any], commands: Mapping[str, object]) -> Tables:
    tables = {name: dict(value) for name, value in found.items() if isinstance(value, dict)}
    alone = {name: value for name, value in found.items() if not isinstance(value, dict)}
    _expect(tables, commands)
    settings = {each.name for each in dataclasses.fields(config.Settings)} | {MESSAGES}
    _expect(alone, settings)
    service = {each.name for each in dataclasses.fields(config.Service)}
    serving = {name: value for name, value in tables.get(SERVE, {}).items() if name in service}
    if SERVE in tables:
        tables[SERVE] = {name: value for name, value in tables[SERVE].items() if name not in service}
    environment = {f"LEXVEIL_{name.upper()}": _text(name, value) for name, value in alone.items()}
    environment |= {f"LEXVEIL_SERVE_{name.upper()}": _text(name, value) for name, value in serving.items()}
    config.settings(environment)  # nonsense is told before anything else is done
    config.service(environment)
    config.messages(None, environment)
    config.settings_file.set(environment)
    return tables


def _expect(given: Mapping[str, Any], known: Any) -> None:
    for key in given:
        if key not in known:
            raise InputError("config.unknown", key=key, choices=", ".join(sorted(known)))


def _text(key: str, value: object) -> str:
    """As the environment would say it."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ",".join(value)
    if isinstance(value, str | int):
        return str(value)
    raise InputError("config.type", key=key)


def options_of(command: Any, table: Mapping[str, Any], path: Path | None) -> dict[str, Any]:
    """By the names of the command's parameters; of commands of its own, each in a table of its name."""
    try:
        return _options(command, table, command.name)
    except LexveilError as error:
        raise error.within(str(path or NAME)) from None


def _options(command: Any, table: Mapping[str, Any], called: str) -> dict[str, Any]:
    own = getattr(command, "commands", {})
    named = {
        option.lstrip("-"): param
        for param in command.params
        for option in param.opts
        if option.startswith("--")
    }
    _expect(table, {**named, **own})
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key in named:
            _expect_taken(command, named[key], value, key=key, called=called)
            found[named[key].name] = value
        elif isinstance(value, dict):
            found[key] = _options(own[key], value, f"{called} {key}")
        else:
            raise InputError("config.value", key=key, command=called)
    return found


def _expect_taken(command: Any, param: Any, value: object, *, key: str, called: str) -> None:
    """What the option would not take on the command line is refused here, where the file can be named."""
    if isinstance(value, dict | float) or (isinstance(value, list) and not all(map(_is_text, value))):
        raise InputError("config.type", key=key)
    try:
        param.process_value(typer.Context(command), value)
    except typer.BadParameter:
        raise InputError("config.value", key=key, command=called) from None


def _is_text(value: object) -> bool:
    return isinstance(value, str)
