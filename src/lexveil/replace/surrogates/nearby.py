"""Places that can stand for another place: of the same kind, in the same country or the next.

Comes in: the folded name of a place. Goes out: which country it is in and of which kind it is, and the places
of that kind there, as written. The names are those of `data/places.txt` (GeoNames, CC BY 4.0); which cities
are large and which states are neighbours was added by hand. Nothing here looks at a document.
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from lexveil.text.fold import fold

# ISO code, name, adjective, neighbours; cities that are large for the country, the capital first.
_STATES = """
AL|Albania|Albanian|ME MK GR|Tirana,Durrës,Vlorë
AR|Argentina|Argentinian|CL UY|Buenos Aires,Córdoba,Rosario
AT|Austria|Austrian|DE CH CZ|Vienna,Graz,Linz,Salzburg,Innsbruck
AU|Australia|Australian|NZ|Sydney,Melbourne,Brisbane,Perth,Adelaide
AZ|Azerbaijan|Azerbaijani|GE AM|Baku,Sumqayıt
AM|Armenia|Armenian|GE AZ|Yerevan,Gyumri
BA|Bosnia and Herzegovina|Bosnian|HR RS ME|Sarajevo,Banja Luka,Tuzla
BD|Bangladesh|Bangladeshi|IN PK|Dhaka,Chattogram,Khulna
BE|Belgium|Belgian|NL FR LU|Brussels,Antwerp,Gent,Liège
BG|Bulgaria|Bulgarian|RO GR RS|Sofia,Plovdiv,Varna,Burgas
BR|Brazil|Brazilian|AR UY|São Paulo,Rio de Janeiro,Brasília,Salvador
BY|Belarus|Belarusian|LT PL UA|Minsk,Brest,Gomel
CA|Canada|Canadian|US|Toronto,Montreal,Vancouver,Calgary,Ottawa
CH|Switzerland|Swiss|AT DE FR IT|Zürich,Geneva,Basel,Bern,Lausanne
CL|Chile|Chilean|AR PE|Santiago,Valparaíso,Antofagasta
CN|China|Chinese|KR JP|Beijing,Shanghai,Guangzhou,Shenzhen
CO|Colombia|Colombian|PE MX|Bogotá,Medellín,Cali
CY|Cyprus|Cypriot|GR|Nicosia,Limassol,Larnaca
CZ|Czech Republic|Czech|SK AT PL|Prague,Brno,Ostrava
DE|Germany|German|AT NL DK CH|Berlin,Hamburg,Munich,Köln,Frankfurt am Main,Stuttgart,Düsseldorf
DK|Denmark|Danish|SE NO|Copenhagen,Århus,Odense,Aalborg
EE|Estonia|Estonian|LV FI|Tallinn,Tartu,Narva
EG|Egypt|Egyptian|TR|Cairo,Alexandria
ES|Spain|Spanish|PT FR|Madrid,Barcelona,Valencia,Sevilla,Zaragoza,Málaga
FI|Finland|Finnish|SE EE NO|Helsinki,Tampere,Turku,Oulu
FR|France|French|BE ES CH|Paris,Marseille,Lyon,Toulouse,Bordeaux,Lille
GB|United Kingdom|British|IE BE FR|London,Birmingham,Manchester,Leeds,Glasgow,Liverpool,Edinburgh
GE|Georgia|Georgian|AM AZ|Tbilisi,Batumi
GR|Greece|Greek|BG CY|Athens,Thessaloníki,Pátra
HR|Croatia|Croatian|SI BA|Zagreb,Split,Rijeka
HU|Hungary|Hungarian|AT SK|Budapest,Debrecen,Szeged
IE|Ireland|Irish|GB|Dublin,Cork,Galway
IN|India|Indian|LK BD PK|Mumbai,Delhi,Bengaluru,Chennai,Kolkata,Hyderabad
IS|Iceland|Icelandic|NO|Reykjavík,Kópavogur,Akureyri
IT|Italy|Italian|CH SI|Rome,Milan,Naples,Turin,Palermo,Genoa
JP|Japan|Japanese|KR|Tokyo,Osaka,Nagoya,Yokohama
KR|South Korea|Korean|JP|Seoul,Busan,Incheon
LI|Liechtenstein|Liechtensteiner|CH AT|Vaduz
LK|Sri Lanka|Sri Lankan|IN|Colombo,Kandy
LT|Lithuania|Lithuanian|LV PL|Vilnius,Kaunas,Klaipėda
LU|Luxembourg|Luxembourgish|BE|Luxembourg,Esch-sur-Alzette
LV|Latvia|Latvian|EE LT|Riga,Daugavpils,Liepāja
MD|Moldova|Moldovan|RO|Chisinau,Tiraspol
ME|Montenegro|Montenegrin|AL RS|Podgorica,Nikšić
MK|North Macedonia|Macedonian|BG AL|Skopje,Bitola
MT|Malta|Maltese|IT CY|Valletta,Sliema,Birkirkara
MX|Mexico|Mexican|ES CO|Mexico City,Guadalajara,Monterrey
NA|Namibia|Namibian|ZA|Windhoek
NL|Netherlands|Dutch|BE DE|Amsterdam,Rotterdam,The Hague,Utrecht
NO|Norway|Norwegian|SE DK|Oslo,Bergen,Trondheim,Stavanger
NZ|New Zealand|New Zealander|AU|Auckland,Wellington,Christchurch
PE|Peru|Peruvian|CL CO|Lima,Arequipa,Trujillo
PK|Pakistan|Pakistani|IN BD|Karachi,Lahore,Islamabad
PL|Poland|Polish|CZ SK LT|Warsaw,Kraków,Łódź,Wrocław,Poznań,Gdańsk
PT|Portugal|Portuguese|ES|Lisbon,Porto,Braga
RO|Romania|Romanian|BG HU MD|Bucharest,Cluj-Napoca,Timişoara,Iaşi
RS|Serbia|Serbian|BA BG|Belgrade,Novi Sad,Niš
RU|Russia|Russian|BY UA|Moscow,Saint Petersburg,Novosibirsk,Yekaterinburg
SE|Sweden|Swedish|NO DK FI|Stockholm,Göteborg,Malmö,Uppsala
SI|Slovenia|Slovenian|HR AT|Ljubljana,Maribor
SK|Slovakia|Slovak|CZ HU|Bratislava,Košice
TR|Turkey|Turkish|BG GR|Istanbul,Ankara,İzmir,Bursa
UA|Ukraine|Ukrainian|PL MD|Kyiv,Kharkiv,Odesa,Lviv
UY|Uruguay|Uruguayan|AR BR|Montevideo,Salto
US|United States|American|CA|New York,Los Angeles,Chicago,Houston,Philadelphia,Boston
ZA|South Africa|South African|NA|Johannesburg,Cape Town,Durban,Pretoria
"""
# Other names of states and of large cities.
_ALSO = {
    "uk": "GB", "great britain": "GB", "britain": "GB", "usa": "US", "us": "US", "u.s": "US", "u.s.a": "US",
    "u.k": "GB", "united states of america": "US", "czechia": "CZ", "slovak republic": "SK", "holland": "NL",
    "the netherlands": "NL", "russian federation": "RU", "turkiye": "TR", "macedonia": "MK", "korea": "KR",
    "swiss confederation": "CH", "hellenic republic": "GR", "bosnia": "BA",
}  # fmt: skip
_MORE_LARGE = (
    "aarhus cologne gothenburg seville lisboa roma milano wien zurich geneve lodz warszawa praha munchen"
)


class State(NamedTuple):
    code: str
    name: str
    adjective: str
    neighbours: tuple[str, ...]
    large: tuple[str, ...]


class Place(NamedTuple):
    country: str  # ISO code; XX: over borders
    kind: str  # country, region, city, town


@cache
def states() -> dict[str, State]:
    """By ISO code."""
    rows = (line.split("|") for line in _STATES.strip().splitlines())
    return {
        code: State(code, name, adjective, tuple(near.split()), tuple(large.split(",")))
        for code, name, adjective, near, large in rows
    }


def place(name: str) -> Place | None:
    """
    >>> place("copenhagen"), place("denmark"), place("exampleton")
    (Place(country='DK', kind='city'), Place(country='DK', kind='country'), None)
    """
    return _known().get(name)


def like(country: str, kind: str) -> tuple[str, ...]:
    """The places of a kind in a country, as written; empty where there is none."""
    if kind == "country":
        return tuple(states()[code].name for code in neighbours(country))
    if kind == "city" and country in states():
        return states()[country].large
    return _listed().get((country, kind), ())


def neighbours(country: str) -> tuple[str, ...]:
    """The states around; of a state without an entry those of the region that most documents speak of."""
    state = states().get(country)
    return tuple(
        code for code in (state.neighbours if state else ("AT", "BE", "DK", "PT")) if code in states()
    )


def around(country: str) -> list[str]:
    """The other states, from the neighbours on outwards.

    >>> around("IE")[:3]
    ['GB', 'BE', 'FR']
    """
    found = dict.fromkeys(neighbours(country))
    for code in (listed := list(found)):
        for further in neighbours(code):
            if further not in found:
                found[further] = None
                listed.append(further)
    return [code for code in (*found, *(code for code in states() if code not in found)) if code != country]


@cache
def adjectives() -> dict[str, str]:
    """Folded adjective to ISO code."""
    return {fold(state.adjective): code for code, state in states().items()}


@cache
def _known() -> dict[str, Place]:
    found: dict[str, Place] = {}
    for code, state in states().items():
        found[fold(state.name)] = Place(code, "country")
    for name, code in _ALSO.items():
        found[name] = Place(code, "country")
    for code, state in states().items():
        for city in state.large:
            found.setdefault(fold(city), Place(code, "city"))
    for (country, kind), listed in _listed().items():
        for name in listed:
            found.setdefault(fold(name), Place(country, kind))
    for name in _MORE_LARGE.split():
        if name in found:
            found[name] = found[name]._replace(kind="city")
    return found


@cache
def _listed() -> dict[tuple[str, str], tuple[str, ...]]:
    """The file's names by country and kind; a city that is not large is a town."""
    found: dict[tuple[str, str], list[str]] = {}
    kind = ""
    for line in (files("lexveil.names") / "data" / "places.txt").read_text("utf8").splitlines():
        if line.startswith("["):
            kind = {"regions": "region", "cities": "town"}.get(line.strip("[]"), "country")
        elif line and not line.startswith("#") and kind == "country":
            found.setdefault(("XX", kind), []).extend(line.replace("*", "").split("|"))
        elif line and not line.startswith("#"):
            found.setdefault((line[:2], kind), []).extend(_plain(line[3:]))
    return {key: tuple(listed) for key, listed in found.items()}


def _plain(line: str) -> list[str]:
    """Names without a flag: one that is also a word or a person's name would be misread."""
    return [name for name in line.split("|") if not name.endswith("*")]
