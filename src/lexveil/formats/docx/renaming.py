"""Names of members that say nothing.

Comes in: the name of a member. Goes out: whether it is made of the words that office suites use for their
parts, else a new name. `word/media/image3.png` stays, `word/media/ann-roe.png` cannot. Never renames a
member for its content.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import count

_WORDS = frozenset(
    "activex app attachedtoolbars bibliography binary calcchain chart chartex charts chartsheet "
    "chartsheets colors comment comments commentsdocument commentsextended commentsextensible "
    "commentsids connections content types core ctrlprop ctrlprops current custom customizations "
    "customproperty customui customxml data diagrams docmetadata docprops document drawing "
    "drawings embeddings endnotes externallink externallinks font fonts fonttable footer "
    "footnotes glossary hdphoto header image images ink item itemprops keymap labelinfo layout "
    "media metadata microsoft office excel word powerpoint visio worksheet workbook sheet "
    "presentation slide binaryworksheet macroenabled open oleobject package people person persons "
    "picture pivotcache pivotcachedefinition pivotcacherecords pivottable pivottables "
    "printersettings props querytable querytables quickstyle rels revisionview richdata "
    "richstyles settings sharedstrings slidelayout slidelayouts slidemaster slidemasters slides "
    "notesslide notesslides notesmaster notesmasters handoutmasters style styles "
    "styleswitheffects svg table tables taskpanes theme themeoverride themes threadedcomment "
    "threadedcomments thumbnail usercustomization vba vbadata vbaproject vbaprojectsignature "
    "vmldrawing webextension webextensions websettings worksheets xl ppt tablestyles presprops "
    "viewprops afchunk chunk altchunk userxmldata recipientdata recipients mailmergerecipientdata "
    "xmlsignatures sig origin parts part volatiledependencies tags tag tmp numbering intelligence "
    "documenttasks frontpage mailmerge services properties ctrl control controls model styleset "
    "fontscheme equations".split()
)
_SUFFIXES = frozenset(
    "xml rels bin vml png jpg jpeg jpe gif emf wmf svg tif tiff bmp ico webp wdp jxr odttf ttf "
    "otf fntdata docx docm dotx xlsx xlsm xlsb pptx pptm sldx vsdx doc xls ppt pdf rtf txt htm "
    "html mht mhtml xhtml psmdcp sigs data pict eps pcx glb gltf mp3 mp4 dat wav avi wmv m4a mov".split()
)
_PARTS = re.compile(r"[^A-Za-z]+")
_LONGEST = 60  # characters of a step: digits can tell as well


def says_nothing(name: str) -> bool:
    """
    >>> says_nothing("word/media/image12.png"), says_nothing("word/media/ann-roe.png")
    (True, False)
    """
    *folders, file = name.split("/")
    stem, _, suffix = file.rpartition(".")
    if suffix == "rels" and folders and folders[-1] == "_rels":
        return True  # goes by the name of its owner
    if suffix == "psmdcp":  # core properties by a random number, as System.IO.Packaging calls them
        return (
            re.fullmatch(r"package/services/metadata/core-properties/[0-9a-f]{32}\.psmdcp", name) is not None
        )
    words = [word.lower() for step in (*folders, stem) for word in _PARTS.split(step) if word]
    plain = name.isascii() and all(len(re.sub(r"\D", "", step)) < 6 for step in (*folders, stem))
    return plain and len(name) < _LONGEST * 3 and suffix.lower() in _SUFFIXES and set(words) <= _WORDS


def renamed(members: Iterable[tuple[str, str]]) -> dict[str, str]:
    """New names for those that need one. Each member comes with the word for what it is, such as `image`.

    >>> renamed([("word/media/image1.png", "image"), ("word/media/ann-roe.png", "image")])
    {'word/media/ann-roe.png': 'word/media/image2.png'}
    """
    listed = list(members)
    taken = {name.lower() for name, _ in listed}
    numbers: dict[str, Iterator[int]] = {}
    made = {}
    for name, base in listed:
        if not says_nothing(name):
            for number in numbers.setdefault(base, count(1)):
                made[name] = _neutral(name, f"{base}{number}")
                if made[name].lower() not in taken:
                    break
    return made


def _neutral(name: str, stem: str) -> str:
    """The folder stays if it says nothing, the suffix if it is a usual one."""
    folder, _, file = name.rpartition("/")
    suffix = file.rpartition(".")[2].lower()
    if folder and not says_nothing(f"{folder}/part.xml"):
        folder = "parts"
    return f"{folder}/{stem}.{suffix if suffix in _SUFFIXES else 'bin'}".lstrip("/")
