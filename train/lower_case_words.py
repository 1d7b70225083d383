"""Which words a language writes in lower case inside a sentence: raw text in, `lower.txt` out.

    python train/lower_case_words.py en.txt.xz > src/lexveil/languages/en/lower.txt

The list lets a text without capitals, or in capitals only, be read as if it had been typed with care.
"""

import lzma
import re
import sys
import textwrap
from collections import Counter

MOST = 25_000  # words; 130,000 for the languages of the North, which write compounds as one word
SEEN = 3  # times in lower case, at least; 2 for those
SHARE = 0.3  # of its places inside sentences in which it is in lower case
OFTEN, SHARE_OFTEN = 20, 0.1  # the Court, the Government: words all the same
INSIDE = re.compile(r"(?<=[^\W\d_A-Z] )[^\W\d_]+|(?<=, )[^\W\d_]+")
HEAD = "# Words written in lower case inside a sentence, the most frequent first (train/lower_case_words.py)."

lower: Counter[str] = Counter()
capital: Counter[str] = Counter()
with lzma.open(sys.argv[1], "rt", encoding="utf8") as lines:
    for line in lines:
        for word in INSIDE.findall(line):
            if word.islower():
                lower[word] += 1
            elif word[0].isupper():
                capital[word.lower()] += 1
kept = []
for word, times in lower.most_common():
    share = times / (times + capital[word])
    if len(word) > 1 and times >= SEEN and (share >= SHARE or (times >= OFTEN and share >= SHARE_OFTEN)):
        kept.append(word)
print(HEAD, "[words]", *textwrap.wrap(" ".join(kept[:MOST]), 118), sep="\n")
