"""Words around a name that say a person is meant, and in which role.

Goes out: three patterns, for words before a name, a role with a colon before it, and words after it. The
group that matched is the role (a lower-case name of `model.ROLES`), or `context` where the words give none.
"""

import re
from collections.abc import Iterable, Mapping

from lexveil.detect.words import UPPER

PARTY = (
    "applicants?|claimants?|respondents?|appellants?|appellees?|petitioners?|plaintiffs?|defendants?|"
    "debtors?|creditors?|complainants?"
)
PEOPLE = (
    "witness(?:es)?|accused|co-accused|victims?|deceased|informant|suspects?|detainee|prisoner|driver|"
    "passenger"
)
KIN = (
    "wife|husband|spouse|son|daughter|brother|sister|mother|father|partner|cousin|uncle|aunt|nephew|niece|"
    "friend|colleague|girlfriend|boyfriend|widow|widower|grandmother|grandfather|(?:mother|father|brother|"
    "sister|son|daughter)-in-law"
)
COUNSEL = "lawyers?|counsel|attorneys?|advocates?|barristers?|solicitors?|avocats?|legal representatives?"
NUMBER = r"(?: ?\(?(?:[Nn]os?\.? ?|A-)?\d{1,2}\)?)?"
ORDINAL = "(?:(?:first|second|third|fourth|former|present|late) )?"


def _groups(table: Mapping[str, Iterable[str]]) -> str:
    return "|".join(f"(?P<{role}>{'|'.join(cues)})" for role, cues in table.items())


_BEFORE = {
    "lawyer": (
        r"(?:[Rr]epresented|[Aa]ssisted|[Aa]ccompanied|[Dd]efended)(?: before the Court| in court)? by"
        rf"(?: (?:his|her|their|its|the|an?) (?:{COUNSEL}),?)?",
        rf"(?:his|her|their|learned|senior|defence|appointed|applicant's|applicants') (?:{COUNSEL}),?",
        "(?:[Pp]ublic )?[Pp]rosecutor,?",
    ),
    "expert": (r"[Ee]xpert(?: (?:report|opinion)s?)? (?:of|by|from)", "(?:the|an) expert,?", "experts"),
    "witness": (
        r"(?:[Tt]estimony|[Ee]vidence|[Dd]eposition|[Aa]ffidavit|(?:[Ww]itness )?[Ss]tatement)s? (?:of|by|"
        r"from|given by)",
        r"(?:[Cc]ross-)?(?:[Ee]xamined|[Qq]uestioned|[Ii]nterviewed|[Hh]eard) by",
        rf"(?i:{PEOPLE}){NUMBER}(?: named)?,?",
        r"[PDC]\.?W\.?[- ]*\d{1,3}[,:(-]?",
    ),
    "party": (rf"(?i:{PARTY}){NUMBER},?",),
    "context": (
        rf"(?:{KIN}),?",
        "a certain|alias|@|n[ée]e|by the name of|[Ll]ate|Km\\.|(?:man|woman|person|girl|boy) (?:named|"
        "called)",
        r"[SsWwDd]/[Oo]\.?:?",
        rf"(?:{KIN})s? of",
        r"(?:[Ss]on|[Dd]aughter|[Ww]ife|[Hh]usband|[Bb]rother|[Ss]ister|[Ww]idow|[Mm]other|[Ff]ather)s? of",
        r"(?:[Ss]igned|SIGNED|sgd)\)?:?|/s/",
        "(?:journalist|teacher|doctor|director|manager|secretary|judge|officer|inspector|policeman|"
        "chairman),?",
    ),
}
BEFORE = re.compile(rf"(?<!\w)(?:{_groups(_BEFORE)})[^\S\n]+(?=[{UPPER}])")

_COLON = {
    "arbitrator": ("(?:sole |presiding |co-)?arbitrators?",),
    "tribunal_member": (
        "president(?: of the (?:panel|tribunal|arbitral tribunal))?|chair(?:man|woman|person)?|members?|"
        "panel",
        "(?:ad hoc )?clerk|(?:administrative )?secretary(?: to the tribunal)?",
    ),
    "judge": ("judges?|before|coram|bench|registrar|present|judge rapporteur|rapporteur|hon'ble judge",),
    "lawyer": (
        rf"(?:{COUNSEL})(?: (?:of|for))?(?: (?:the )?{ORDINAL}(?:{PARTY}))?{NUMBER}",
        rf"for (?:the )?{ORDINAL}(?:{PARTY}){NUMBER}",
        "agents?|representatives?",
    ),
    "expert": ("experts?",),
    "witness": ("witness(?:es)?",),
    "author": ("authors?",),
    "party": (rf"(?:{PARTY}){NUMBER}",),
    "context": ("signed(?: by)?|name|full name|prepared by|signature|interpreter|contact|attn|attention",),
}
COLON = re.compile(rf"(?im)^[^\S\n]*+(?:the )?(?:{_groups(_COLON)})(?:\(s\))?[^\S\n]*:[^\S\n]*(?=\S)")

_AFTER = {
    "lawyer": (
        r",? (?:Q\.?C|K\.?C|S\.?C|Esq)\b",
        rf", (?:an? |his |her |the applicant's )?(?:{COUNSEL})\b",
        r", of counsel\b",
    ),
    "judge": (
        r",? (?:JJ|CJ|LJ|JA|J|Jj|Cj|[LC]\.J|J\.A)(?![\w-])\.?(?!\w)",
        r"(?:,| \() ?(?:the )?(?:[Pp]residing |(?:first |second )?substitute |ad hoc )?(?:[Jj]udges?|"
        r"[Mm]agistrate|(?:Section )?Registrar)\b",
    ),
    "witness": (
        r",? \(?[PDC]\.?W\.?[- ]?\d",
        " (?:testified|deposed|gave evidence|was (?:cross-)?examined|pleaded (?:not )?guilty|confessed)",
        "'s (?:testimony|witness statement|evidence|deposition|statements?|confession)",
    ),
    "expert": (r", (?:an? |the )?expert\b",),
    "party": (
        rf",? \(?(?:hereinafter|hereafter)?,? ?[“\"(](?:[Tt]he )?{ORDINAL}(?:{PARTY})\b",
        rf", the {ORDINAL}(?:{PARTY})\b",
    ),
    "context": (
        r", (?:aged|born|who was born|then aged)\b| \((?:born|aged|b\.) ",
        rf"'s (?:{KIN}|{COUNSEL}|house|home|flat|death|body|arrest|detention)\b",
        rf", (?:his|her|the applicants?'s?) (?:{KIN})\b",
    ),
}
AFTER = re.compile(_groups(_AFTER))
