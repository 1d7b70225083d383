"""How legal documents say who someone is: the words and patterns that `roles` and `captions` look for.

Data only: patterns in, nothing decided.
"""

import re
from typing import NamedTuple

from lexveil.languages import titles
from lexveil.model import Reason
from lexveil.text.patterns import any_of


class Evidence(NamedTuple):
    role: str
    weight: (
        int  # 3: case metadata, 2: an introduction that holds for the whole document, 1: this mention only
    )
    why: Reason


# The bench of a court and of an arbitration carry the same words; "bench" becomes JUDGE or ARBITRATOR.
_PARTY = (
    r"(?:co-|first |second |third |counter-?)?(?:appellants?|claimants?|applicants?|respondents?"
    r"|defendants?|plaintiffs?|petitioners?|complainants?|accused|debtors?|creditors?)"
)
_LAWYER = (
    r"(?:lead |senior |co-|junior )?(?:counsel|lawyers?|attorneys?(?:[- ]at[- ]law)?|barristers?|solicitors?"
    r"|advocates?|legal (?:representatives?|advis[eo]rs?|counsel)|avocate?|rechtsanw[aä]lt(?:in)?|abogad[oa]"
    r"|(?:their |government )(?:deputy |co-)?agents?|agents? (?:of|for) the (?:respondent )?government)"
)
_CLERK = (
    r"(?:ad hoc clerk|(?:deputy |section |assistant )?registrar|(?:tribunal |administrative )?secretary"
    r" (?:to|of) the (?:arbitral )?tribunal|clerk(?: of the court)?)"
)
_ARBITRATOR = r"(?:sole |co-|presiding |party-appointed )?arbitrators?"
_JUDGE = r"(?:presiding |chief |senior |district |trial )?(?:judges?|justices?|magistrates?)"
_EXPERT = (
    r"(?:[\w-]+ ){0,2}?experts?(?: witness(?:es)?)?(?: (?:report|opinion|evidence|statement) (?:of|by|from))?"
)
_WITNESS = r"(?:[\w-]+ )?(?:eye-?)?witness(?:es)?(?: statement (?:of|by|from))?"
# A president of a club is no arbitrator: the word counts with the body that he presides, or before a colon.
_CHAIR = r"(?:(?:vice-|section |chamber )?president|chair(?:man|woman|person)?)"
_OF_BENCH = (
    r" of the (?:panel|(?:arbitral )?tribunal|court|chamber|bench|(?:[\w-]+ ){0,2}(?:division|section))"
)

# The longest phrases first: "expert witness" is an expert, "counsel for the appellant" no appellant.
PHRASES: tuple[tuple[str, str], ...] = (
    (_EXPERT, "EXPERT"),
    (_WITNESS, "PERSON"),
    (_CLERK, "TRIBUNAL_MEMBER"),
    (_LAWYER, "LAWYER"),
    (_ARBITRATOR, "ARBITRATOR"),
    (_JUDGE, "JUDGE"),
    (_PARTY, "PARTY"),
)
_FOR = r" (?:for|of|to|on behalf of|called by|appointed by|instructed by|nominated by)\b[^.,;:\n]{0,60}"
_NOT_OF = r"(?<![\w-])(?<!of the )(?<!of )"
TITLES = rf"(?:{any_of(titles.COURTESY | titles.ROLE_BEFORE)}\.?,?\s+)*"
_LETTERS = r"(?:,?\s+(?:Q\.?C|K\.?C|S\.?C|Esq)\b\.?)?"
_IS = r"(?:,? (?:who )?(?:is|was|acts|acted|sat|served|appeared|appears)(?: as)? )"
# "…, when counsel asked" says nothing of the name before it.
_NO_LINK = (
    r"(?!(?:and|or|when|while|that|which|whose|who|told|asked|by|to|if|since|because|where|after|before)\b)"
)

# Right before a name: "Counsel for the Appellant: Mr …", "the applicant, Mr …".
# Not "the wife of the applicant, Mrs …".
BEFORE = (
    *(
        (re.compile(rf"{_NOT_OF}(?:{phrase})(?:\s*[:,]?|{_FOR}[:,])\s*{TITLES}$", re.I), role)
        for phrase, role in PHRASES
    ),
    (re.compile(rf"(?<![\w-])(?:{_CHAIR}{_OF_BENCH}\s*[:,]?|{_CHAIR}\s*:)\s*{TITLES}$", re.I), "BENCH"),
)  # fmt: skip
_EXPERT_LATER = (
    r"^(?:, [^.;\n]{0,60}\b(?:as|is|was)|,? as) (?:an? |the |their |its |his |her |sole |single |joint "
    r"|party-appointed |court-appointed )*experts?\b"
)
FOR_A_PARTY = re.compile(
    rf"^{_LETTERS}(?:,? \(?instructed by\b| (?:\([^()\n]*\) )?(?:appeared )?for the {_PARTY}\b)", re.I
)
# Right after it: ", counsel", "(expert)", "who was a witness"; not ", the Appellant's coach".
AFTER = (
    (re.compile(_EXPERT_LATER, re.I), "EXPERT"),
    *(
        (
            re.compile(
                rf"^{_LETTERS}(?:\s*[,(–-]\s*|{_IS})(?:an? |the |his |her |its |their |as )?"
                rf"{_NO_LINK}(?:[\w-]+ )?{_NO_LINK}(?:{phrase})(?![\w'’-])",
                re.I,
            ),
            role,
        )
        for phrase, role in PHRASES
    ),
    (re.compile(rf"^{_LETTERS},? (?:the |as )?{_CHAIR}{_OF_BENCH}(?![\w'’-])", re.I), "BENCH"),
)
# "a lawyer" may be anyone; "a lawyer practising in", "an expert appointed by" is one in this case.
VAGUE = re.compile(r"[,(–-] an? (?!.*(?:practi[sc]ing|appointed|instructed|retained|called))", re.I)
CAPTION_CHAIR = re.compile(rf"^{_LETTERS}, {_CHAIR}(?=\s*(?:[,;)]|$))", re.I)
LABELS = (
    *((re.compile(rf"(?<![\w-])(?:{phrase})(?![\w'’-])", re.I), role) for phrase, role in PHRASES),
    (re.compile(rf"^{_CHAIR}(?:{_OF_BENCH})?$", re.I), "BENCH"),
)
HEADINGS = (
    (re.compile(r"^(?:the )?(?:panel|arbitral tribunal|composition of the \w+)\b", re.I), "ARBITRATOR"),
    (re.compile(r"^(?:before|coram|bench|sitting|composed of)\b", re.I), "BENCH"),
    (re.compile(r"^(?:representati(?:on|ves?)|(?:for|on behalf of) the [\w ]{3,30})\s*:?$", re.I), "LAWYER?"),
)
REPRESENTED = re.compile(
    rf"\b(?:represented|defended)(?: \w+ly)? by (?!its|their|his own|her own){TITLES}$", re.I
)
OFFICER = re.compile(
    r"^,? (?:its|the|their) (?:\w+ )?(?:president|director|secretary|chair|manager|ceo|head)", re.I
)
ROLE_TITLE = re.compile(rf"(?<![\w-])(?:the )?({any_of(titles.ROLE_BEFORE)})\.?\s+{TITLES}$", re.I)
LETTERS_AFTER = re.compile(r"^,?\s+(Q\.?C|K\.?C|S\.?C|Esq|C\.?J|L\.?J|J\.?J|J(?=[.,;)]))\.?(?!\w)")
QUOTED_PARTY = re.compile(
    rf"^[^.\n(]{{0,60}}\((?:hereinafter|hereafter)?[^)“\"']{{0,30}}[“\"'](?:the )?[“\"']?"
    rf"(?:{_PARTY}|athlete|player|club)\b",
    re.I,
)
VERSUS_AFTER = re.compile(r"^\s*(?:and others\s*)?,?\s*(?:v\.?|vs\.?|versus|against|c/|c\.)\s", re.I)
VERSUS_BEFORE = re.compile(rf"(?:\bv\.?|\bvs\.?|\bversus|\bagainst)\s+{TITLES}$", re.I)
# "Roe & Doe, The Law of Rowing, 2nd ed., Oxford 2012, para. 8": a work, its edition, year or page.
CITED = re.compile(
    r"^(?: ?(?:&|and|/) ?(?:[A-Z]\. ?)*[A-Z][\w’'-]+)?,? (?:in )?[“\"‘']?[A-Z][^;\n]{4,100}?[,(] ?"
    r"(?:\d+(?:st|nd|rd|th) ed|(?:[A-Z]\w+ )?(?:19|20)\d\d|pp?\.? ?\d|paras?\.? ?\d|Art\.? ?\w|N\.? ?\d|§)"
)
# What witnesses and experts leave behind is cited in the same way.
TESTIMONY = re.compile(
    r"\b(?:statement|testimony|affidavit|deposition|transcript|exhibit|declaration|report|letter|e-?mail|annex|ws)\b",
    re.I,
)
TITLED = re.compile(rf"(?<!\w){any_of(titles.COURTESY)}\.?\s+$", re.I)
OTHERS = re.compile(r"(?:duly )?(?:represented|assisted|defended|counsel)\b", re.I)
JOINT = re.compile(rf"^{_LETTERS}[\s,;]*(?:and|&|as well as)?\s*{TITLES}$", re.I)


def called(role: str) -> str:
    """What a reason calls a role: `reason.role.…` of the catalogues."""
    return {"BENCH": "PRESIDENT", "PERSON": "WITNESS", "LAWYER?": "REPRESENTATION"}.get(role, role)
