# SPDX-License-Identifier: MIT
"""All pages of the manual in one, to be printed: each id has the name of its page before it, as
headings of the same name stand on many pages and a link means one of them.
"""
from docutils.nodes import Element, reference
from sphinx.addnodes import start_of_file
from sphinx.builders.singlehtml import SingleFileHTMLBuilder


def whole(page, name):
    """An id that no other page has."""
    return f"{page}--{name}"


def rename(node, page):
    """All ids within, and the links to them from the same page, which name the id alone."""
    node["ids"] = [whole(page, name) for name in node["ids"]]
    if node.get("refid"):
        node["refid"] = whole(page, node["refid"])
    for child in filter(lambda child: isinstance(child, Element), node.children):
        rename(child, child["docname"] if isinstance(child, start_of_file) else page)


class PaperBuilder(SingleFileHTMLBuilder):
    name = "paper"

    def fix_refuris(self, tree):
        """Links to other pages, which are given as index.html#document-PAGE#ID."""
        for link in tree.findall(reference):
            page, _, name = link.get("refuri", "").partition("#document-")[2].partition("#")
            if name:
                link["refuri"] = "#" + whole(page, name)

    def assemble_doctree(self):
        tree = super().assemble_doctree()
        rename(tree, self.config.root_doc)
        return tree


def setup(app):
    app.add_builder(PaperBuilder)
