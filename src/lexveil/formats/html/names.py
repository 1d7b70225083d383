"""Which elements and attributes of HTML mean what, for reading their text.

Comes in: names. Goes out: tables, and the kind of an attribute. The sets follow the HTML Living Standard
(html.spec.whatwg.org: "Optional tags", "Void elements", "Rendering", "The rules for parsing tokens"), with
the old names browsers still know. Nothing here looks at a document.
"""

from functools import lru_cache

SPACE = " \t\n\f\r"  # HTML's white space; a no-break space is a character like others

VOID = frozenset(
    "area base basefont bgsound br col embed frame hr image img input keygen link meta param source track "
    "wbr".split()
)
BLOCK = frozenset(
    "address article aside audio blockquote body button canvas caption center col colgroup dd desc "
    "details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 "
    "head header hgroup hr html iframe input keygen legend li listing main marquee menu menuitem meter "
    "nav noembed noframes noscript object ol optgroup option p plaintext pre progress search section "
    "select summary table tbody td template text textarea tfoot th thead title tr ul video xmp".split()
)
# The end tag may be left out, so that they say nothing of how deep a page is nested.
OPTIONAL = frozenset(
    "html head body p li dt dd td th tr tbody thead tfoot colgroup caption option optgroup rt rp".split()
)
KEEPS_SPACE = frozenset({"pre", "listing", "textarea", "xmp", "plaintext"})
RAW = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes"})
RCDATA = frozenset({"title", "textarea"})
CODE = frozenset({"script", "style"})
FALLBACK = RAW - CODE - {"xmp"}  # for browsers without frames or plug-ins: nobody sees it
FOREIGN = frozenset({"svg", "math"})
# Tags of HTML that end foreign content whose end tag was forgotten.
BREAKOUT = frozenset(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li "
    "listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var".split()
)

_PARAGRAPH_ENDS = (
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search "
    "section summary table ul xmp"
).split()
_CELL = ("table", "td", "th", "caption", "button", "object", "template")
_LIST = ("ul", "ol", "menu", "dir", "dl", *_CELL)
# Start tag -> (open elements that it ends, elements beyond which it ends nothing).
IMPLIED_ENDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **dict.fromkeys(_PARAGRAPH_ENDS, (("p",), _CELL)),
    "li": (("li", "p"), _LIST),
    "dt": (("dt", "dd", "p"), _LIST),
    "dd": (("dt", "dd", "p"), _LIST),
    "td": (("td", "th"), ("table", "template")),
    "th": (("td", "th"), ("table", "template")),
    "tr": (("tr", "td", "th", "caption"), ("table", "template")),
    **dict.fromkeys(
        ("tbody", "thead", "tfoot"),
        (("tbody", "thead", "tfoot", "tr", "td", "th", "caption"), ("table", "template")),
    ),
    "option": (("option",), ("select", "datalist")),
    "optgroup": (("option", "optgroup"), ("select", "datalist")),
    "a": (("a",), _CELL),
    "nobr": (("nobr",), _CELL),
}
TABLE_PARTS = frozenset("td th tr tbody thead tfoot caption colgroup".split())

# What the elements, and the roles that others play, look like (WAI-ARIA 1.2, DPUB-ARIA 1.1).
SHAPES = {
    **{f"h{level}": f"heading {level}" for level in range(1, 7)},
    "li": "item",
    "tr": "row",
    "td": "cell",
    "th": "cell",
    "aside": "note",
}
ROLES = {
    "listitem": "item",
    "row": "row",
    **dict.fromkeys(("cell", "gridcell", "columnheader", "rowheader"), "cell"),
    **dict.fromkeys(("doc-footnote", "doc-endnote"), "note"),
}

# Attributes: what a reader is shown or told.
_SHOWN = frozenset(
    "title alt aria-label aria-description aria-valuetext aria-placeholder aria-roledescription "
    "placeholder label summary abbr standby prompt content datetime srcdoc".split()
)
_ADDRESS = frozenset(
    "href src action formaction cite data poster srcset imagesrcset background longdesc manifest ping "
    "usemap xlink:href xml:base about resource itemid classid codebase archive profile lowsrc dynsrc".split()
)
# Values from a list the standard or a style sheet fixes: no place for a name.
_FIXED = frozenset(
    "class style type rel rev lang xml:lang hreflang dir width height align valign border cellpadding "
    "cellspacing colspan rowspan span scope rules frame frameborder marginwidth marginheight scrolling "
    "noshade nowrap target method enctype charset accept accept-charset http-equiv scheme media sizes "
    "imagesizes loading decoding fetchpriority crossorigin integrity referrerpolicy sandbox allow "
    "allowfullscreen role tabindex accesskey hidden checked selected disabled readonly required multiple "
    "autofocus autocomplete autocapitalize contenteditable draggable spellcheck translate inputmode "
    "enterkeyhint async defer nomodule nonce color bgcolor text link vlink alink face size start reversed "
    "shape coords ismap min max low high optimum step minlength maxlength rows cols wrap open controls "
    "autoplay loop muted preload playsinline kind srclang default hspace vspace clear compact version "
    "property typeof datatype prefix vocab inlist itemprop itemtype itemscope slot is part viewbox d "
    "points transform fill stroke x y cx cy r rx ry x1 x2 y1 y2".split()
)
_TECHNICAL_META = (
    "viewport robots googlebot bingbot generator theme-color color-scheme format-detection referrer "
    "rating progid originator csrf- google- msapplication- apple- mobile- fb: msvalidate yandex- verify- "
    "handheld"
).split()


@lru_cache(maxsize=4096)
def attribute_kind(element: str, name: str) -> str:
    """How an attribute's value is read: `hidden`, `code`, `address` (code with %-escapes) or "" (not).

    >>> attribute_kind("img", "alt"), attribute_kind("a", "href"), attribute_kind("p", "class")
    ('hidden', 'address', '')
    """
    if name in _SHOWN or (name == "value" and element in ("input", "button")):
        return "hidden"
    if name in _ADDRESS:
        return "address"
    if name in _FIXED or name.startswith(("xmlns", "xsi:")) or (element == "meta" and name == "name"):
        return ""
    return "code"


def meta_kind(name: str) -> str:
    """How the `content` of a `meta` of that name is read; "" stands for one without a name.

    >>> meta_kind("author"), meta_kind("viewport")
    ('hidden', 'code')
    """
    technical = not name or any(name.lower().startswith(start) for start in _TECHNICAL_META)
    return "code" if technical else "hidden"
