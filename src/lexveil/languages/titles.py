"""Words that stand before or after a person's name, and what they tell: gender and role.

Written lower case without the full stop. A title is never part of a name.
"""

# Courtesy: says nothing of the role. Value: gender, "" when it tells none.
COURTESY = {
    "mr": "m", "mister": "m", "mrs": "f", "ms": "f", "miss": "f", "madam": "f", "madame": "f", "mme": "f",
    "mlle": "f", "monsieur": "m", "messrs": "m", "mmes": "f", "sir": "m", "dame": "f", "lord": "m",
    "lady": "f", "herr": "m", "frau": "f", "señor": "m", "señora": "f", "signor": "m", "signora": "f",
    "shri": "m", "smt": "f", "sri": "m", "mx": "", "dr": "", "prof": "", "professor": "", "doctor": "",
    "eng": "", "ing": "", "capt": "", "captain": "", "col": "", "colonel": "", "lt": "", "lieutenant": "",
    "maj": "", "major": "", "gen": "", "general": "", "sgt": "", "sergeant": "", "cpl": "", "insp": "",
    "inspector": "", "det": "", "detective": "", "superintendent": "", "commander": "", "admiral": "",
    "officer": "", "constable": "", "pc": "", "rev": "", "reverend": "", "father": "m", "sister": "f",
    "brother": "m", "fr": "", "imam": "m", "rabbi": "", "sheikh": "m", "sheikha": "f", "prince": "m",
    "princess": "f", "king": "m", "queen": "f", "baron": "m", "baroness": "f", "count": "m",
    "countess": "f", "duke": "m", "duchess": "f", "h.e": "", "ambassador": "", "minister": "",
    "senator": "", "mayor": "", "nurse": "", "coach": "", "sh": "m", "late": "", "drs": "", "kumari": "f",
    "km": "", "sub-inspector": "", "si": "", "psi": "", "asi": "", "dsp": "", "dci": "", "wpc": "f", "dc": "",
    "wdc": "f", "ds": "", "councillor": "", "cllr": "", "mag": "",
}  # fmt: skip

# Words before a name that give its bearer a role.
ROLE_BEFORE = {
    "judge": "JUDGE", "justice": "JUDGE", "magistrate": "JUDGE", "hon": "JUDGE", "hon'ble": "JUDGE",
    "honble": "JUDGE", "deemster": "JUDGE",
    "honourable": "JUDGE", "honorable": "JUDGE", "registrar": "TRIBUNAL_MEMBER", "advocate general": "JUDGE",
    "arbitrator": "ARBITRATOR", "co-arbitrator": "ARBITRATOR", "sole arbitrator": "ARBITRATOR",
    "adv": "LAWYER", "advocate": "LAWYER", "attorney": "LAWYER", "barrister": "LAWYER",
    "solicitor": "LAWYER", "counsel": "LAWYER", "maître": "LAWYER", "maitre": "LAWYER", "me": "LAWYER",
}  # fmt: skip

# Words before a title that say which: Deputy District Judge.
RANKS = frozenset("chief circuit deputy district employment family presiding senior vice".split())

# Letters after a name.
ROLE_AFTER = {
    "qc": "LAWYER", "kc": "LAWYER", "sc": "LAWYER", "esq": "LAWYER", "avocat": "LAWYER",
    "j": "JUDGE", "jj": "JUDGE", "cj": "JUDGE", "lj": "JUDGE", "ja": "JUDGE",
}  # fmt: skip

# Part of the name's tail, no role.
SUFFIXES = frozenset(
    {"jr", "sr", "junior", "senior", "ii", "iii", "iv", "phd", "md", "llm", "cbe", "obe", "mbe"}
)

PARTICLES = frozenset(
    "van der den de la le du des del della delle di da das do dos von zu zum zur af av al el ul bin ibn bint "
    "ben abu abd ter ten te op 't y e san st saint mac mc o'".split()
)
