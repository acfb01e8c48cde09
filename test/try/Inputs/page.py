"""Checks that a page is well formed and needs no other files: page.py FILE

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import html.parser
import re
import sys

EMPTY = {"meta", "br"}
# Elements that would make a browser fetch something.
FETCHES = {"link", "img", "iframe", "object", "embed", "audio", "video", "source", "base"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.pairs = [], set(), [], 0
        self.text = []

    def fail(self, why):
        sys.exit(f"line {self.getpos()[0]}: {why}")

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag in FETCHES or "src" in values or "style" in values:
            self.fail(f"<{tag}> {values}")
        if "href" in values:
            if not values["href"].startswith("#"):
                self.fail(f"a link out of the page: {values['href']}")
            self.links.append(values["href"][1:])
        if "id" in values:
            if values["id"] in self.ids:
                self.fail(f"two elements are {values['id']}")
            self.ids.add(values["id"])
        self.pairs += values.get("class") == "both"
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.fail(f"</{tag}> closes nothing")

    def handle_data(self, data):
        self.text.append(data)


with open(sys.argv[1], encoding="utf-8") as file:
    source = file.read()
page = Page()
page.feed(source)
page.close()
if page.open:
    sys.exit(f"not closed: {page.open}")
if re.search(r"https?:|url\(|@import|<!-- (head|body) -->", source):
    sys.exit("something of elsewhere, or a part that is not filled in")
if 'a<b>&"c".cu [sm_90]' not in "".join(page.text):
    sys.exit("the name of the source is not as it was")
lost = [link for link in page.links if link not in page.ids]
if lost:
    sys.exit(f"links to nothing: {lost}")
print(f"{page.pairs} assemblies of changed kernels")
print("links lead to", ", ".join(sorted(set(page.links))))
