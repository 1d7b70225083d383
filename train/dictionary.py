"""Words that prose writes in small letters: `languages/<code>/dictionary.txt` out of running text.

    python train/dictionary.py text.txt.xz > src/lexveil/languages/en/dictionary.txt

A capital where a sentence begins tells nothing, so only capitals inside a sentence count against a word.
"""

import lzma
import re
import sys
from collections import Counter

LEAST = 3  # times in small letters
SHARE = 0.4  # of its places inside a sentence, those in small letters
LONGEST = 18  # letters

_INSIDE = re.compile(r"(?<=[a-zß-ÿ,;] )[^\W\d_]{2,}(?![\w'’-])")


def main(paths: list[str]) -> None:
    small: Counter[str] = Counter()
    large: Counter[str] = Counter()
    for path in paths:
        with lzma.open(path, "rt", encoding="utf8") as lines:
            for line in lines:
                for word in _INSIDE.findall(line):
                    if word.islower():
                        small[word] += 1
                    elif word[1:].islower():
                        large[word.lower()] += 1
    kept = (word for word, times in small.items() if times >= LEAST and len(word) <= LONGEST)
    for word in sorted(word for word in kept if small[word] / (small[word] + large[word]) >= SHARE):
        print(word)


if __name__ == "__main__":
    main(sys.argv[1:])
