# SPDX-License-Identifier: MIT
"""A Sphinx directive that is a table with computed rows."""
import re

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective


class TableDirective(SphinxDirective):
    """Subclasses give `header` and `rows()`: tuples of reStructuredText, one line each."""

    options = ()  # options of the list-table

    def run(self):
        options = ["   " + each for each in self.options]
        lines = [".. list-table::", "   :header-rows: 1", *options, ""]
        for row in [self.header, *self.rows()]:
            lines += ["   %s - %s" % ("*" if i == 0 else " ", cell) for i, cell in enumerate(row)]
        source, _ = self.get_source_info()
        node = nodes.Element()
        self.state.nested_parse(StringList(lines, source), self.content_offset, node)
        return node.children


def plain(text):
    """Text with the markup of reStructuredText escaped."""
    return re.sub(r"([\\`*|_])", r"\\\1", text)
