"""RTF and the DOC of Word 97 to 2003, by way of LibreOffice, which makes DOCX of them and back again.

It runs in a private folder, with a profile that knows no user, runs no macro and reaches no network, and is
ended when it takes too long (docs/decisions/0019-tables-mail-office.md).
"""

import dataclasses
import os
import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from lexveil.errors import InputError, LexveilError, OutputError
from lexveil.formats.docx import DOCX
from lexveil.formats.source import DEFAULT, Format, Options, Replacements, Source
from lexveil.model import Document, because

TIMEOUT = 120  # seconds for one conversion; a file of 300 pages takes ten
NOTE = because("note.libreoffice")

_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_SECTOR = 512
_WORD = (b"\xec\xa5", b"\xdc\xa5")  # how the text of Word 97 and Word 6/95 begins
_ENCRYPTED = 0x01  # in the byte 11 of it ([MS-DOC], FibBase.fEncrypted)
_BRACES = re.compile(rb"\\bin(\d{1,10}) ?|\\.|([{}])", re.DOTALL)
# No macro, no link, no update, no way to any server, and the same locale on every machine.
_PROFILE = (
    ("Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Office.Writer/Content/Update", "Link", "2"),
    ("Inet/Settings", "ooInetProxyType", "2"),
    ("Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("Inet/Settings", "ooInetHTTPSProxyPort", "9"),
    ("Inet/Settings", "ooInetNoProxy", ""),
    ("Setup/L10N", "ooLocale", "en-US"),
    ("Setup/L10N", "ooSetupSystemLocale", "en-US"),
)


def read(data: bytes, options: Options = DEFAULT) -> Document:
    kind = _kind(data)
    found = DOCX.read(convert(data, kind, "docx", error=InputError), options)
    return dataclasses.replace(found, source=Source((kind, found.source)), notes=(*found.notes, NOTE))


def write(document: Document, replacements: Replacements) -> bytes:
    kind, inner = document.source.content
    data = DOCX.write(dataclasses.replace(document, source=inner), replacements)
    return convert(data, "docx", kind, error=OutputError)


def convert(data: bytes, old: str, new: str, *, error: type[LexveilError]) -> bytes:
    """The file in another format."""
    program = shutil.which("soffice") or shutil.which("libreoffice")
    if not program:
        raise error("office.no-program")
    with tempfile.TemporaryDirectory(prefix="lexveil-", ignore_cleanup_errors=True) as folder:
        room = Path(folder)
        (room / f"document.{old}").write_bytes(data)
        _settle(room)
        _run(program, room, old, new, error)
        made = room / "made" / f"document.{new}"
        if not made.is_file() or not made.stat().st_size:
            raise error("office.failed")
        return made.read_bytes()


def _kind(data: bytes) -> str:
    """What the file is; Word itself saves RTF under the name of a DOC."""
    if data.lstrip().startswith(b"{\\rtf"):
        _expect_whole(data)
        return "rtf"
    if not data.startswith(_OLE):
        raise InputError("office.other-kind")
    heads = [data[at : at + 12] for at in range(_SECTOR, len(data), _SECTOR) if data[at : at + 2] in _WORD]
    if not heads:
        raise InputError("office.no-document")
    if any(len(head) == 12 and head[11] & _ENCRYPTED for head in heads):
        raise InputError("file.encrypted")
    return "doc"


def _expect_whole(data: bytes) -> None:
    """Every brace of an RTF has its partner: a file that was cut off would be read in part."""
    depth, at = 0, data.find(b"{")
    while found := _BRACES.search(data, at):
        at = found.end() + int(found[1] or 0)
        depth += {b"{": 1, b"}": -1}.get(found[2], 0)
        if not depth:
            return
    raise InputError("office.cut-off")


def _settle(room: Path) -> None:
    """A profile in which LibreOffice starts."""
    items = "".join(
        f'<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse">'
        f"<value>{value}</value></prop></item>"
        for path, name, value in _PROFILE
    )
    user = room / "profile" / "user"
    user.mkdir(parents=True)
    profile = f'<oor:items xmlns:oor="http://openoffice.org/2001/registry">{items}</oor:items>'
    (user / "registrymodifications.xcu").write_text(profile, "utf8")
    (room / "temporary").mkdir()


def _run(program: str, room: Path, old: str, new: str, error: type[LexveilError]) -> None:
    command = [
        program, "--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck",
        f"-env:UserInstallation={(room / 'profile').as_uri()}",
        *(["--infilter=Rich Text Format"] if old == "rtf" else []),
        "--convert-to", new, "--outdir", str(room / "made"), str(room / f"document.{old}"),
    ]  # fmt: skip
    # What it writes on the way belongs into our folder too, also when it is ended before it can tidy up.
    variables = os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(room / "temporary"))
    null = subprocess.DEVNULL
    try:
        with subprocess.Popen(  # noqa: S603 (no shell, and every argument is ours)
            command, env=variables, cwd=room, stdin=null, stdout=null, stderr=null, start_new_session=True
        ) as process:
            try:
                process.wait(TIMEOUT)
            finally:
                _end(process)
    except subprocess.TimeoutExpired:
        raise error("office.slow", seconds=TIMEOUT) from None
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise error("office.broken", reason=reason) from None


def _end(process: subprocess.Popen[bytes]) -> None:
    """The process and all that it started, unless it ended by itself."""
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


RTF = DOC = Format(read, write)
