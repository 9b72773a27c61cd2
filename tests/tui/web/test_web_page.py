"""The page: its content, the headers that protect it, and the origin of its library."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request

from engine.i18n.language import LANGUAGES
from screens.lobby.guest import is_local
from tui.web.web_page import PAGE_TEXTS, SCRIPTS, STATIC_FOLDER, WebPage, preferred_page, read_pages
from tui.web.web_settings import checked_page, origin_of

XTERM = {
    "LICENSE": "b569f629d00f2626a8100df2a1798210535621e42164dfd426a6fe5aac7b0ccd",
    "addon-fit.js": "ba3ea256ce0620a0992a197d6c9baea64823fc93d8da07a9e366ca9943c18527",
    "addon-unicode11.js": "72353b5178e1a7382716df1cfedf8ab070eea655d38995bb9f4f284fe56e2f2b",
    "xterm.css": "854a7c0fb70e8b1a083c16797ab827299fb18744f5ad34f227b48337e33293c6",
    "xterm.js": "14903579ff54664cd72f8e8699e6961a6272c21863ec1c3b118cdc8af5d4a972",
}
"""The files of xterm.js 6.0.0, addon-fit 0.11.0 and addon-unicode11 0.9.0, as published."""


ORIGINS = ("https://games.example.org",)


def page_request(**headers: str) -> Request:
    """Return a request for the page."""
    return Request("/", Headers({name.replace("_", "-"): value for name, value in headers.items()}))


def test_library_matches_the_published_version():
    files = {path.name: path for path in (STATIC_FOLDER / "vendor").iterdir()}
    assert {name: sha256(path.read_bytes()).hexdigest() for name, path in files.items()} == XTERM


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_scripts_in_the_page_are_allowed_by_hash(language: str):
    page = WebPage.compose(language, ORIGINS)
    text = page.body.decode()
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    assert len(scripts) == len(SCRIPTS)
    hashes = [b64encode(sha256(one.encode()).digest()).decode() for one in scripts]
    policy = page.response(page_request()).headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    directives = dict(one.strip().split(" ", 1) for one in policy.split(";"))
    assert directives["script-src"] == " ".join(f"'sha256-{one}'" for one in hashes)
    assert directives["connect-src"] == "'self'"
    assert directives["frame-ancestors"] == "'none'"
    assert "{texts}" not in text
    assert not re.search(r"""(?:src|href)=["'](?!data:,|#)""", text.partition("<script>")[0])


def test_all_texts_of_the_scripts_exist():
    used = set()
    for name in (*SCRIPTS[3:], "index.html"):
        source = (STATIC_FOLDER / name).read_text(encoding="utf-8")
        used |= set(re.findall(r"texts\.(\w+)|data-(?:text|label)=\"(\w+)\"", source))
        used |= {(one, "") for one in re.findall(r"(?:told|Unusable)\(\"(\w+)\"\)", source)}
    assert {one or other for one, other in used} - {"sizes", "origins"} == set(PAGE_TEXTS)


def test_cached_page_is_not_sent_again():
    page = WebPage.compose("en", ORIGINS)
    first = page.response(page_request())
    again = page.response(page_request(If_None_Match=first.headers["ETag"]))
    assert (first.status_code, again.status_code, again.body) == (200, 304, b"")


def test_page_is_compressed_for_clients_that_accept_it():
    page = WebPage.compose("en", ORIGINS)
    assert len(page.compressed) < len(page.body) / 3
    packed = page.response(page_request(Accept_Encoding="gzip, br"))
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.body == page.compressed
    assert "Content-Encoding" not in page.response(page_request()).headers


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ([], "en"),
        (["ru"], "ru"),
        (["de, ru-RU;q=0.8, en"], "ru"),
        (["en-GB, ru"], "en"),
        ([";;"], "en"),
    ],
)
def test_page_uses_a_language_accepted_by_the_browser(accepted: list[str], language: str):
    assert preferred_page(accepted) == language
    assert language in read_pages(ORIGINS)


@pytest.mark.parametrize(
    ("typed", "page"),
    [
        ("https://games.example.org", "https://games.example.org/"),
        ("https://Games.example.org:443/", "https://games.example.org/"),
        ("https://games.example.org:8443", "https://games.example.org:8443/"),
        ("http://localhost:80", "http://localhost/"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]/"),
        ("https://bücher.example", "https://xn--bcher-kva.example/"),
    ],
)
def test_address_is_normalised_like_in_browsers(typed: str, page: str):
    assert checked_page(typed) == page
    assert f"{origin_of(page)}/" == page


@pytest.mark.parametrize(
    "typed",
    [
        "games.example.org",
        "ftp://x",
        "https://",
        "https://x/y",
        "https://x?y",
        "https://a@b",
        "https://x:99999",
    ],
)
def test_invalid_address_is_refused(typed: str):
    from engine.errors import BadSetup

    with pytest.raises(BadSetup):
        checked_page(typed)


def test_only_this_computer_is_local():
    assert is_local("http://localhost:8080/")
    assert is_local("http://[::1]:8080/")
    assert not is_local("http://192.168.1.5:8080/")
