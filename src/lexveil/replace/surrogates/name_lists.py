"""Names by origin: which locale's lists hold a name, the lists themselves, and names that nobody bears.

The lists are Faker's, read once, on first use. `data/names.toml` has what Faker lacks: names in Latin
letters of origins that it knows in another script only (facts), and syllables that were written for
Lexveil.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from lexveil.languages.common import is_common
from lexveil.languages.titles import PARTICLES, SUFFIXES
from lexveil.names.given import gender as gender_of
from lexveil.names.places import is_country
from lexveil.text.fold import fold

# The locale whose names stand in when nothing tells an origin, by language of the document.
DEFAULT = {
    "en": "en_GB", "fi": "fi_FI", "da": "da_DK", "de": "de_DE", "fr": "fr_FR", "it": "it_IT", "es": "es_ES",
    "nb": "no_NO", "nn": "no_NO", "no": "no_NO", "sv": "sv_SE", "ca": "es_ES", "nl": "nl_NL", "pt": "pt_PT",
    "pl": "pl_PL", "cs": "cs_CZ", "sk": "sk_SK", "et": "et_EE", "lv": "lv_LV", "hu": "hu_HU", "ro": "ro_RO",
    "hr": "hr_HR", "sl": "sl_SI", "tr": "tr_TR", "ru": "ru_RU", "uk": "uk_UA", "bg": "bg_BG", "el": "el_GR",
    "is": "is_IS", "id": "id_ID", "lt": "lt_LT", "zh": "zh_CN", "ja": "ja_JP", "ko": "ko_KR", "ar": "ar_AA",
}  # fmt: skip
IBERIAN = ("es", "pt")  # two family names
SLAVIC = ("ru", "uk", "bg", "mk", "cs", "sk", "pl")  # family names with a gender
# Lists in which the whole world meets: they tell an origin less than one country's own.
_WIDE = frozenset(
    {"en", "en_US", "en_NZ", "de_LU", "de_LI", "sv_SE", "fr_BE", "nl_BE", "en_KE", "tw_GH", "et_EE"}
)

_LATIN = {
    "ru_RU": (
        "Belov Orlov Sokolov Morozov Volkov Zaitsev Lebedev Kozlov Novikov Pavlov Semyonov Golubev "
        "Vinogradov Bogdanov Vorobyov Fyodorov Mikhailov Belyaev Tarasov Komarov Kiselyov Makarov Andreev "
        "Kovalyov Ilyin Gusev Titov Kuzmin Kudryavtsev Baranov Kulikov Alekseev Stepanov Yakovlev Sorokin "
        "Sergeev Romanov Zakharov Borisov Korolyov Gerasimov Ponomaryov Grigoriev Lazarev Medvedev Yershov "
        "Nikitin Sobolev Ryabov Polyakov Tsvetkov Danilov Zhukov Frolov Zhuravlyov Nikolaev Krylov "
        "Maksimov Sidorov Osipov Belousov Fedotov Dorofeev Yegorov Matveev Bobrov Dmitriev Kalinin "
        "Anisimov Petukhov Antonov Timofeev Nikiforov Veselov Filippov Markov Bolshakov Sukhanov Mironov "
        "Shiryaev Aleksandrov Konovalov Shestakov Kazakov Yefimov Denisov Gromov Fomin Davydov Melnikov "
        "Shcherbakov Blinov Kolesnikov Karpov",
        "Alexei Andrei Anton Artyom Boris Dmitri Fyodor Gleb Grigori Igor Ilya Ivan Kirill Konstantin Leonid "
        "Maksim Mikhail Nikita Nikolai Oleg Pavel Pyotr Roman Ruslan Semyon Sergei Stanislav Stepan Timur "
        "Vadim Valery Vasily Viktor Vitaly Vladislav Vyacheslav Yegor Yuri",
        "Alina Anastasia Anna Antonina Daria Ekaterina Elena Galina Irina Ksenia Larisa Lidia Ludmila "
        "Lyubov Margarita Marina Nadezhda Natalia Nina Oksana Olga Polina Raisa Sofia Svetlana Tamara "
        "Tatiana Valentina Vera Veronika Yana Yulia Zinaida Zoya",
    ),
    "ar_AA": (
        "Haddad Khoury Nassar Mansour Hamdan Saleh Darwish Qasim Shahin Zaidan Hijazi Barakat Sabbagh "
        "Najjar Tawil Rahhal Farouk Hakim Jabbour Kassab Maalouf Masri Nasri Odeh Rifai Saab Shami "
        "Suleiman Taleb Wahbi Yassin Zahran Bitar Daher Fakhoury Ghanem Halabi Issa Khalil Lahoud Mourad "
        "Rashid Samaha Tarabay",
        "Ahmad Amir Anwar Basel Bilal Fadi Faisal Firas Ghassan Habib Hadi Haitham Hamid Hassan Ibrahim Imad "
        "Jamal Karim Khaled Majid Marwan Munir Nabil Nadim Omar Raed Rami Riad Salim Samir Tariq Walid Yusuf "
        "Ziad",
        "Aisha Amal Amina Asma Dalia Dina Fadwa Farida Fatima Ghada Hala Hanan Hiba Huda Iman Jamila Khadija "
        "Laila Lina Maha Mariam Mona Nadia Najwa Nour Rania Reem Rima Salma Samira Sawsan Suha Yasmin Zainab",
    ),
    "el_GR": (
        "Papadakis Nikolaidis Georgiou Dimitriou Vasiliou Ioannidis Karagiannis Makris Oikonomou Alexiou "
        "Antoniou Athanasiou Christodoulou Doukas Economides Fotiou Giannopoulos Hatzis Iliopoulos "
        "Kalogeras Kazantzis Konstantinou Koutras Lambros Manolis Mavridis Michailidis Pappas Petridis "
        "Samaras Stathakis Theodorou Triantafyllou Tsakiris Vlachos Xenakis Zafiris",
        "Alexandros Andreas Antonis Apostolos Aris Christos Dimitris Evangelos Fotis Giannis Giorgos Ilias "
        "Kostas Lefteris Manolis Michalis Nikos Panagiotis Petros Sotiris Spyros Stavros Thanasis Thodoris "
        "Vangelis Vasilis Yannis",
        "Aikaterini Alexandra Anastasia Angeliki Athina Chrysa Dimitra Eftychia Eleni Evgenia Foteini "
        "Georgia Ioanna Kalliopi Katerina Konstantina Maria Marina Paraskevi Sofia Stavroula Theodora "
        "Vasiliki Zoi",
    ),
    "ko_KR": (
        "Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Shin Seo Kwon Hwang Ahn Song Yoo Hong Jeon Moon "
        "Bae",
        "Donghyun Hyunwoo Jaehyun Jihoon Jinwoo Joonho Junseo Minho Minjun Sangwoo Seojun Seunghyun Sungmin "
        "Taeyang Wonjae Youngho Yunseok",
        "Chaewon Eunji Eunyoung Hyejin Jieun Jihye Jimin Jiwon Minji Minseo Seoyeon Soojin Sora Sunhee Yejin "
        "Yoonah Yuna",
    ),
}  # fmt: skip
# Given names that women and men bear, by language.
_NEUTRAL = {
    "en": "Robin Alex Taylor Jordan Morgan Casey Jamie Riley Quinn Avery Rowan Sidney Leslie Kerry Lee "
    "Ashley Dana Shannon Hayden Kendall Reese Blair Sasha Sage Skyler Emery Finley Harper Marley Tatum",
    "fi": "Kaino Rauni Toivo-Kaino Soini Tuisku Kuura Lumi Pyry Sammal Vanamo Valo Säde Halla Tuuli Vieno",
    "da": "Kim Robin Sascha Alex Nikola Charlie Vega Noor Mio Nova Bo Dana Misha Eli Luca",
    "de": "Kim Robin Sascha Alex Toni Nikola Luca Eike Kai Dominique Jona Mika Bente Helge Heike-Kim Jule",
    "fr": "Camille Dominique Claude Sacha Maxime Charlie Alix Andrea Lou Noa Eden Morgan Yael Ange Lois",
    "it": "Andrea Celeste Alex Felice Sasha Diamante Fiore Noa Amore Robin",
    "es": "Alex Cruz Guadalupe Trinidad Reyes Patrocinio Sol Rosario Noa Robin Amor Ariel",
    "nb": "Kim Robin Sascha Alex Noor Mio Eli Bo Dana Misha Luca Inge Tore-Kim",
    "sv": "Kim Robin Sascha Alex Love Charlie Mio Noor Eli Bo Dana Misha Vide Sky Juno Tintin",
    "ru": "Sasha Zhenya Valya Slava Misha Nikita Shura",
}  # fmt: skip
_REFUSED = PARTICLES | SUFFIXES
_FAMILY, _GIVEN, _ENDING = 2, 1, 1.5  # how far the lists that hold a name, and its ending, speak for a locale
# Of locales that share a name the first.
_FIRST = (
    "en_GB de_DE fr_FR es_ES it_IT nl_NL pt_PT da_DK sv_SE no_NO fi_FI pl_PL ru_RU cs_CZ tr_TR el_GR hu_HU "
    "ro_RO hr_HR en_IN ar_AA zh_CN ja_JP ko_KR".split()
)
# What family names end in, folded.
_ENDINGS = {
    "ov": "ru_RU", "ev": "ru_RU", "ova": "ru_RU", "eva": "ru_RU", "enko": "ru_RU", "sky": "ru_RU",
    "ski": "pl_PL", "ska": "pl_PL", "cki": "pl_PL", "cka": "pl_PL", "wicz": "pl_PL", "sen": "da_DK",
    "dottir": "is_IS", "sson": "sv_SE", "nen": "fi_FI", "escu": "ro_RO", "opoulos": "el_GR", "idis": "el_GR",
    "akis": "el_GR", "oglu": "tr_TR", "vic": "hr_HR", "sma": "nl_NL", "stra": "nl_NL", "auskas": "lt_LT",
    "iene": "lt_LT",
}  # fmt: skip

_PARTICLES = {
    "van": "nl_NL", "ter": "nl_NL", "ten": "nl_NL", "von": "de_DE", "zu": "de_DE", "du": "fr_FR",
    "des": "fr_FR", "le": "fr_FR", "del": "es_ES", "y": "es_ES", "di": "it_IT", "della": "it_IT",
    "dos": "pt_PT", "da": "pt_PT", "al": "ar_AA", "el": "ar_AA", "bin": "ar_AA", "ibn": "ar_AA",
    "af": "sv_SE",
}  # fmt: skip


class Origin(NamedTuple):
    """The names of one locale as written, in order."""

    male: tuple[str, ...]
    female: tuple[str, ...]
    any: tuple[str, ...]  # given names of both
    family: tuple[str, ...]
    family_male: tuple[str, ...]
    family_female: tuple[str, ...]


def origin(
    family: Sequence[str],
    given: Sequence[str],
    particles: Iterable[str] = (),
    *,
    language: str,
    script: str = "LATIN",
) -> str:
    """The locale that a name is most likely from, by its folded words; that of the language by default.

    >>> origin(["virtanen"], ["pekka"], language="en"), origin(["torvundsen"], [], language="da")
    ('fi_FI', 'da_DK')
    """
    votes: dict[str, float] = defaultdict(float)
    for words, weight in ((family, _FAMILY), (given, _GIVEN)):
        for word in words:
            for locale in _where()[weight == _GIVEN].get(word, ()):
                votes[locale] += weight if locale not in _WIDE else weight / 2
    for particle in particles:
        if particle in _PARTICLES:
            votes[_PARTICLES[particle]] += _ENDING
    for word in family if script == "LATIN" else ():
        told = next((_ENDINGS[word[-size:]] for size in (7, 6, 5, 4, 3, 2) if word[-size:] in _ENDINGS), "")
        if told and len(word) > 5:
            votes[told] += _ENDING
    default = DEFAULT.get(language, "en_GB")
    if script != "LATIN":
        votes = {locale: vote for locale, vote in votes.items() if names(locale, script).family}
    if not votes:
        return default if names(default, script).family else _by_script(script)
    return max(votes, key=lambda locale: (votes[locale], locale[:2] == default[:2], *_rank(locale)))


def _rank(locale: str) -> tuple[int, str]:
    return -_FIRST.index(locale) if locale in _FIRST else -len(_FIRST), locale


@cache
def names(locale: str, script: str = "LATIN") -> Origin:
    """The names of a locale in one script; of an unknown locale none."""
    lists = _lists().get(locale, {})
    kept = {kind: _written(listed, script) for kind, listed in lists.items()}
    if script == "LATIN" and locale in _LATIN:
        family, male, female = (tuple(listed.split()) for listed in _LATIN[locale])
        kept = {"family": family, "male": male, "female": female}
    either = kept.get("any", ())
    male = kept.get("male") or tuple(name for name in either if gender_of(fold(name)) == "m")
    female = kept.get("female") or tuple(name for name in either if gender_of(fold(name)) == "f")
    gendered = (*kept.get("family_male", ()), *kept.get("family_female", ()))
    family = kept.get("family") or tuple(dict.fromkeys(gendered))
    return Origin(
        male,
        female,
        tuple(dict.fromkeys((*male, *female, *either))),
        family,
        kept.get("family_male") or family,
        kept.get("family_female") or family,
    )


def listed(word: str) -> bool:
    """A folded word that some locale lists as a family name."""
    return word in _where()[0]


def families(word: str) -> tuple[str, ...]:
    """The locales that list a folded word as a family name."""
    return tuple(_where()[0].get(word, ()))


def gender(name: str, locale: str) -> str:
    """The gender of a folded given name in a locale: `jan` is a man's in Poland.

    English lists take names from everywhere, so they tell nothing that all lists together do not.

    >>> gender("jan", "pl_PL"), gender("robin", "en_GB")
    ('m', '')
    """
    if locale.startswith("en"):
        return ""
    male, female = _folded(locale)
    return "" if (name in male) == (name in female) else "m" if name in male else "f"


@cache
def _folded(locale: str) -> tuple[frozenset[str], frozenset[str]]:
    lists = _lists().get(locale, {})
    male, female = (fold("|".join(lists.get(kind, ()))).split("|") for kind in ("male", "female"))
    return frozenset(male), frozenset(female)


@cache
def neutral(language: str) -> tuple[str, ...]:
    """Given names of no gender."""
    return tuple(_NEUTRAL.get(language, _NEUTRAL["en"]).split())


def script(text: str) -> str:
    """The script of the first letter: LATIN, CYRILLIC, GREEK, CJK …

    >>> script("Ærø"), script("Смирнов")
    ('LATIN', 'CYRILLIC')
    """
    if text.isascii():
        return "LATIN"
    letter = next((char for char in text if char.isalpha()), "a")
    return unicodedata.name(letter, "LATIN").split()[0].split("-")[0]


@cache
def _by_script(script: str) -> str:
    """A locale that has names in the script at all."""
    return next((locale for locale in sorted(_lists()) if names(locale, script).family), "en_GB")


@cache
def _where() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Folded family names and given names to the locales that list them."""
    found: tuple[dict[str, list[str]], dict[str, list[str]]] = ({}, {})
    for locale, lists in sorted(_lists().items()):
        for at, family in enumerate((True, False)):
            listed = [
                name for kind, every in lists.items() if kind.startswith("family") == family for name in every
            ]
            for name in dict.fromkeys(fold("|".join(listed)).split("|")):
                found[at].setdefault(name, []).append(locale)
    return found


def _written(listed: Iterable[str], script_name: str) -> tuple[str, ...]:
    """The names that a surrogate may bear: one word, in the script, no ordinary word, no state."""
    kept = list(dict.fromkeys(name.title() if name.isupper() else name for name in listed if name.isalpha()))
    folded = fold("|".join(kept)).split("|")
    return tuple(
        name
        for name, word in zip(kept, folded, strict=False)
        if script(name) == script_name and _bearable(name, word)
    )


def _bearable(name: str, word: str) -> bool:
    if name.islower() or (len(word) < 3 and name.isascii()):
        return False
    return not (word in _REFUSED or is_common(word) or is_country(word))


@cache
def _lists() -> dict[str, dict[str, list[str]]]:
    """Locale to its lists by kind."""
    package = import_module("faker.providers.person")
    found: dict[str, dict[str, list[str]]] = {}
    for module in iter_modules(package.__path__):
        provider = import_module(f"{package.__name__}.{module.name}").Provider
        for attribute, listed in _name_lists(provider):
            found.setdefault(module.name, {}).setdefault(_kind(attribute), []).extend(listed)
    return found


def _name_lists(provider: type) -> Iterator[tuple[str, list[str]]]:
    for attribute, value in vars(provider).items():
        wanted = "names" in attribute and not any(
            word in attribute for word in ("format", "language", "kana", "middle", "rus")
        )
        if wanted and isinstance(value, tuple | list | dict):
            yield attribute, [name for name in value if isinstance(name, str)]


def _kind(attribute: str) -> str:
    gender = "female" if "female" in attribute else "male" if "male" in attribute else ""
    if "last" in attribute:
        return f"family_{gender}" if gender else "family"
    return gender or "any"


_NORTH = (
    "Arn Bal Bark Bern Bir Bolt Bram Brin Brod Dal Dorn Drem Ek Elm Eng Fal Fen Fjel Frost Gar Gras Grim "
    "Hag Hal Ham Has Hav Hel Hol Horn Ing Kal Karl Kest Kolb Kron Lan Lend Lin Lun Mal Mar Mel Mor Nor Old "
    "Orm Os Ran Rav Ren Ris Ros Rud Sal Sel Skar Sol Stav Sten Stor Sund Tarn Tel Thor Tor Ulv Val Var Vel "
    "Ves Vin Vold Wal Wen Wil Wolm Yst",
    "feld mark berg vik ton ström hus gaard lund dal by stad holm rup borg sted ner rath mund hagen horst "
    "bek moor wick ley ham ford stein thal brink sen kamp trup mont lev nes strand sand bach well gate "
    "stow",
)
_SOUTH = (
    "Al Amar Ar Bel Bor Bran Cal Can Car Cor Cos Del Dor Fal Fer Flor Gal Gar Gren Lan Lav Lor Mal Mar Mer "
    "Mon Mor Nav Ol Or Pal Per Pol Por Ral Rav Riv Ros Sal San Sel Ser Sol Tar Ter Tor Val Var Vel Ver Vil",
    "anza arenne avera bello cadie calto cerra dano dorna ella emar enta era ermo essa eville fiore gasse "
    "ienne illon ingue ira isse lanza lierre mare mira mont nardo nella nova onde ora osa otte radal ranne "
    "rosa sano tella tero vento verde villa",
)
_FINNIC = (
    "Aar Ala Har Hau Hei Hie Hil Jal Joe Kai Kal Kar Kau Kiv Kor Kos Kuk Lah Lau Lem Lou Mar Met Mus Nie "
    "Nur Oja Pel Poh Pur Rai Ran Ris Ruu Saa Sal Sii Suo Tai Tam Tuo Uus Vai Val Ves Vil",
    "harju järvi kallio kari kangas koski kulma la lahti lampi lehto linna luoma maa mäki nen niemi niitty "
    "oja puro ranta saari salmi salo suo tie vaara vesi virta",
)
_FLAVOURS = {
    "fr": _SOUTH,
    "it": _SOUTH,
    "es": _SOUTH,
    "pt": _SOUTH,
    "ca": _SOUTH,
    "ro": _SOUTH,
    "fi": _FINNIC,
    "et": _FINNIC,
}
_MIDDLE = ("", "a", "e", "el", "en", "er", "i", "in", "o", "on", "or", "al", "an", "ar", "il", "ol")


@cache
def _syllables(language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    first, last = _FLAVOURS.get(language, _NORTH)
    return tuple(first.split()), tuple(last.split())


def coined(number: int, *, language: str, long: bool = False) -> str:
    """The word of a number; `long` ones have a third syllable, so that there are enough of them.

    >>> coined(7, language="en") == coined(7, language="en"), coined(7, language="en").istitle()
    (True, True)
    """
    first, last = _syllables(language)
    number, head = divmod(number, len(first))
    number, tail = divmod(number, len(last))
    middle = _MIDDLE[number % len(_MIDDLE)] if long else ""
    return first[head] + middle + last[tail]
