"""What only looks like a leak does not stop a good file, and what stops one says where, and what to do."""

import io
import re
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from attacks.files import SAID, docx, page, xml
from lexveil import formats
from lexveil.check import leaks
from lexveil.check.leaks import Leak
from lexveil.cli import app
from lexveil.errors import InputError
from lexveil.formats.xml.values import NO_DATE
from lexveil.text.search import Form

SORT_CODE = [Form("200000", "identifier", "e1")]
THEME = '<a:theme xmlns:a="urn:a"><a:satMod val="200000"/><a:ext cx="200000" cy=\'200000\'/></a:theme>'


@pytest.mark.parametrize("source", [THEME, '<w:p w:rsidR="200000"/>', "<style a='200000'/>"])
def test_a_measure_of_an_office_file_is_no_identifier(source: str) -> None:
    assert leaks(source.encode(), SORT_CODE).leaks == ()


@pytest.mark.parametrize(
    "source",
    ["<p>20-00-00</p>", "<p>200000</p>", '<p title="20-00-00"/>', '<p x="code 200000"/>', "20 00 00"],
)
def test_an_identifier_that_people_read_is_one(source: str) -> None:
    assert leaks(source.encode(), SORT_CODE).leaks


@pytest.mark.parametrize("name", ["kendelse", "tuomio", "sentencia", "sentenza", "kjennelse", "judgment"])
def test_an_element_called_by_an_ordinary_word_is_no_leak(name: str) -> None:
    source = f"<{name}><p>Text</p></{name}>"
    assert leaks(source.encode(), [Form(name, "part", "e1")]).leaks == ()


@pytest.mark.parametrize("name", ["welhaven", "prohaska", "fiskerud"])
def test_an_element_called_after_somebody_is_one(name: str) -> None:
    found: tuple[Leak, ...] = leaks(f"<{name}>x</{name}>".encode(), [Form(name, "part", "e1")]).leaks
    assert found[0].part == "names in the markup"


STYLED = (
    '<w:style w:styleId="Normal"><w:name w:val="Light Grid Accent 1"/><w:spacing/></w:style>',
    '<p class="normal header" style="border:1px solid;margin:0 auto">x</p>',
    "<style>.button{padding:2px;display:grid} footer{overflow:hidden}</style>",
    "<w:rels Target='theme/theme1.xml' Type='styles'/>",
)
PLUMBING = "normal accent grid spacing header border solid margin button padding theme footer styles".split()


@pytest.mark.parametrize("source", STYLED)
def test_what_programs_call_their_styles_shows_nobody_of_that_name(source: str) -> None:
    assert leaks(source.encode(), [Form(name, "part", "e1") for name in PLUMBING]).leaks == ()
    assert leaks(source.encode(), [Form(f"ann {name}", "name", "e1") for name in PLUMBING]).leaks == ()


@pytest.mark.parametrize(
    "source", ["<p>Ms Grid came.</p>", '<p title="by Ann Border">x</p>', "Grid was there"]
)
def test_somebody_of_that_name_is_shown_where_people_read(source: str) -> None:
    forms = [Form("grid", "part", "e1"), Form("ann border", "name", "e2")]
    assert leaks(source.encode(), forms).leaks


def run(file: Path, *options: str) -> Result:
    out = file.parent / "out"
    return CliRunner().invoke(app, ["run", str(file), "--out", str(out), *options])


STOPPED = {
    "an element": (".xml", xml("<welhaven/>"), "rename it in the original"),
    "a bookmark": (
        ".docx",
        docx('<w:p><w:bookmarkStart w:id="1" w:name="W_e_l_h_a_v_e_n"/></w:p>'),
        "remove or retype that place",
    ),
    "a style sheet": (
        ".html",
        page("<style>a{content:'Wel' 'haven'}</style>"),
        "remove or retype that place",
    ),
}


@pytest.mark.parametrize("case", STOPPED)
def test_a_leak_says_the_part_the_place_and_what_to_do(case: str, tmp_path: Path) -> None:
    suffix, data, told = STOPPED[case]
    (tmp_path / f"file{suffix}").write_bytes(data)
    done = run(tmp_path / f"file{suffix}")
    assert done.exit_code == 3
    assert re.search(r"first in '[^']+' at character \d+", done.output)
    assert told in done.output
    assert "bug" not in done.output


AKN = f"""<?xml version="1.0"?><akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><judgment>
<meta><identification source="#c"><FRBRWork>
<FRBRuri value="/akn/no/judgment/2021-03-04/welhaven-v-state"/><FRBRdate date="2021-03-04" name="j"/>
<FRBRcountry value="no"/></FRBRWork></identification><references source="#c">
<TLCPerson eId="dagny.welhaven" href="/ontology/person/dagny.welhaven" showAs="Dagny Welhaven"/>
<TLCPerson eId="welhaven" href="/ontology/person/welhaven" showAs="Ms Welhaven"/></references></meta>
<judgmentBody><p>On <date date="2021-03-04">4 March 2021</date>
<party refersTo="#dagny.welhaven">Ms Dagny Welhaven</party> came. {SAID}</p>
</judgmentBody></judgment></akomaNtoso>"""


@pytest.mark.parametrize("policy", ["court-eu", "strict", "research", "arbitration"])
def test_akoma_ntoso_stays_valid(policy: str, tmp_path: Path) -> None:
    file = tmp_path / "award.xml"
    file.write_text(AKN, "utf8")
    done = run(file, "--policy", policy)
    assert done.exit_code in (0, 4), done.output  # 4: written, and to be looked at
    text = (tmp_path / "out" / "award.xml").read_text("utf8")
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", date) for date in re.findall(r' date="([^"]*)"', text))
    assert '<FRBRcountry value="no"/>' in text
    ids = re.findall(r'eId="([^"]*)"', text)
    assert len(ids) == len(set(ids)) == 2
    assert all(re.fullmatch(r"[\w.-]+", each) for each in ids)
    assert set(re.findall(r'refersTo="#([^"]*)"', text)) <= set(ids)
    for address in re.findall(r'"(/(?:akn|ontology)/[^"]*)"', text):
        assert re.fullmatch(r"[\w./~-]+", address)
    if policy == "strict":
        assert f'FRBRdate date="{NO_DATE}"' in text


def test_a_large_text_that_packs_well_is_no_bomb(tmp_path: Path) -> None:
    many = "".join(
        f"<w:p><w:r><w:t>The Panel rose at {number % 7}.</w:t></w:r></w:p>" for number in range(30_000)
    )
    data = docx(many)
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    assert formats.read(packed.getvalue(), "award.docx").text.count("Panel rose") == 30_000


def test_a_bomb_is_refused_with_its_limits() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", bytes(40_000_000))
    with pytest.raises(InputError, match=r"larger than 500 MiB, or a member more than 200 times"):
        formats.read(packed.getvalue(), "award.docx")
