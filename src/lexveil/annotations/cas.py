"""INCEpTION: UIMA CAS as XMI with its type system; mentions are DKPro's named entities.

A CAS counts in UTF-16. `value` is the type, `identifier` the entity. Characters that XML cannot hold are
refused, for no CAS can hold them either.
"""

import re
from collections.abc import Sequence
from pathlib import PurePath
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from lexveil.annotations import Files, Format
from lexveil.annotations.common import Units, placed, stems, xml
from lexveil.errors import InputError, OutputError
from lexveil.evaluate.gold import Gold, Mention

TYPES = "TypeSystem.xml"
NER = "http:///de/tudarmstadt/ukp/dkpro/core/api/ner/type.ecore"
CAS_SPACE, XMI = "http:///uima/cas.ecore", "http://www.omg.org/XMI"
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BREAKS = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}  # a parser makes blanks of bare ones

TYPE_SYSTEM = b"""<?xml version="1.0" encoding="UTF-8"?>
<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier">
  <types>
    <typeDescription>
      <name>de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity</name>
      <description/>
      <supertypeName>uima.tcas.Annotation</supertypeName>
      <features>
        <featureDescription>
          <name>value</name><description/><rangeTypeName>uima.cas.String</rangeTypeName>
        </featureDescription>
        <featureDescription>
          <name>identifier</name><description/><rangeTypeName>uima.cas.String</rangeTypeName>
        </featureDescription>
      </features>
    </typeDescription>
  </types>
</typeSystemDescription>
"""


def _read(files: Files) -> Sequence[Gold]:
    return [_document(PurePath(name).stem, files[name]) for name in sorted(files) if name.endswith(".xmi")]


def _document(name: str, data: bytes) -> Gold:
    root = ElementTree.fromstring(xml(data))  # noqa: S314 - `xml` refuses what could expand
    sofa = root.find(f"{{{CAS_SPACE}}}Sofa")
    text = sofa.get("sofaString") if sofa is not None else None
    if sofa is None or text is None:
        raise InputError("annotations.no-object", number=1)
    units = Units(text)
    mentions = []
    for number, each in enumerate(root.iter(f"{{{NER}}}NamedEntity"), 1):
        start, end = (units.back(int(each.get(edge, "-1"))) for edge in ("begin", "end"))
        place = placed(text, start, end, number)
        mentions.append(Mention(*place, each.get("value", "MISC"), "", each.get("identifier", "")))
    return Gold(name, text, tuple(mentions))


def _write(documents: Sequence[Gold]) -> dict[str, bytes]:
    made = {f"{stem}.xmi": _xmi(document) for stem, document in stems(documents)}
    return {**made, TYPES: TYPE_SYSTEM}


def _xmi(document: Gold) -> bytes:
    illegal = _ILLEGAL.search(document.text)
    if illegal:
        raise OutputError("annotations.xml-character", offset=illegal.start()).within(document.id)
    units = Units(document.text)
    entities = []
    for number, each in enumerate(document.mentions, 2):
        where = f'begin="{units.of(each.start)}" end="{units.of(each.end)}"'
        who = f" identifier={_quoted(each.cluster)}" if each.cluster else ""
        what = f"value={_quoted(each.type)}{who}"
        entities.append(f'<type:NamedEntity xmi:id="{number}" sofa="1" {where} {what}/>')
    members = " ".join(str(number) for number in range(2, len(entities) + 2))
    return "\n".join([
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<xmi:XMI xmlns:xmi="{XMI}" xmlns:cas="{CAS_SPACE}" xmlns:type="{NER}" xmi:version="2.0">',
        '<cas:NULL xmi:id="0"/>',
        *entities,
        f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" '
        f"sofaString={_quoted(document.text)}/>",
        f'<cas:View sofa="1" members="{members}"/>',
        "</xmi:XMI>",
        "",
    ]).encode()  # fmt: skip


def _quoted(text: str) -> str:
    return quoteattr(text, _BREAKS)


CAS = Format(_read, _write, ".xmi", ("cluster",), apart=True)
