"""A service that logs as much as it can, in a process of its own, for the test of its logs.

`python loud.py DESK` serves a desk with accounts and prints its port first. Two handlers of its own raise
errors that hold what was asked, as a fault of the program would.
"""

import logging
import socket
import sys
import warnings

import uvicorn
from fastapi import FastAPI, Request

from lexveil.config import Service, Settings
from lexveil.service import audit, users
from lexveil.service.app import create_app
from lexveil.service.server import server_options
from lexveil.store.desk import open_desk
from lexveil.store.keys import random_key

PASSWORD = "Zwiebelkuchen am Abend"


def main(path: str) -> None:
    logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
    warnings.simplefilter("always")
    with open_desk(path, random_key("11" * 32)) as desk:
        entry = audit.entry(None, "user created")
        users.add(desk, "rolf", PASSWORD, "administrator", audit=entry)
        light = Settings(detectors=("titles", "gazetteer"), threads=1)
        app = create_app(desk, Service(), mode="accounts", analysis=light)
        _faults(app)
        door = socket.create_server(("127.0.0.1", 0))
        sys.stdout.write(f"{door.getsockname()[1]}\n")
        sys.stdout.flush()
        uvicorn.Server(uvicorn.Config(app, log_level="debug", **server_options())).run(sockets=[door])


def _faults(app: FastAPI) -> None:
    @app.post("/api/v1/fault")
    async def fault(request: Request) -> None:
        raise RuntimeError(f"cannot handle {await request.body()!r}")

    @app.get("/api/v1/fault/{text}")
    def fault_of(text: str) -> None:
        {}[text]


if __name__ == "__main__":
    main(sys.argv[1])
