# SPDX-License-Identifier: MIT
"""All pages of the manual in one, for printing. Each id begins with the name of its page, because
many pages have headings of the same name.
"""
from docutils.nodes import Element, reference
from sphinx.addnodes import start_of_file
from sphinx.builders.singlehtml import SingleFileHTMLBuilder


def whole(page, name):
    """A unique id: the id of a page with the name of the page."""
    return f"{page}--{name}"


def rename(node, page):
    """Rename all ids in a page, and the links to them from the same page."""
    node["ids"] = [whole(page, name) for name in node["ids"]]
    if node.get("refid"):
        node["refid"] = whole(page, node["refid"])
    for child in filter(lambda child: isinstance(child, Element), node.children):
        rename(child, child["docname"] if isinstance(child, start_of_file) else page)


class PaperBuilder(SingleFileHTMLBuilder):
    name = "paper"

    def fix_refuris(self, tree):
        """Correct links to other pages, which are given as index.html#document-PAGE#ID."""
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
