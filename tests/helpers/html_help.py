"""HTML and SVG that came from somewhere: is it text, or can it do something?"""

from __future__ import annotations

from html.parser import HTMLParser

HOSTILE = "</text><script>alert(1)</script> \"' onload='x' &amp; <b>\x00\x08\ud800 ]]> {{7*7}} `${1}`"
DANGEROUS = {"script", "b", "img", "iframe", "object", "a", "link", "foreignobject", "image"}


class Tags(HTMLParser):
    """The tags and attributes of some HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.links: set[str] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}
        self.links |= {value or "" for name, value in attrs if name in ("href", "src", "xlink:href", "action")}

    def handle_data(self, data: str) -> None:
        self.text += data


def safe(html: str) -> Tags:
    """Nothing in it came from a text, and nothing is loaded from anywhere."""
    found = Tags(html)
    assert not found.tags & DANGEROUS, found.tags & DANGEROUS
    assert not [name for name in found.names if name.startswith("on")]
    assert all(link.startswith("#") for link in found.links), "it may use no more than what is in it"
    assert "\x00" not in html and "\ud800" not in html and "http" not in html.replace("http://www.w3.org/2000/svg", "")
    return found
