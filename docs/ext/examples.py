# SPDX-License-Identifier: MIT
"""Directive `wheeldyn-examples:: SUFFIX...`: the programs of examples/ with such suffixes.

A table has the first sentence of the description at the head of each program. Below it are the rest
of the description, the output (examples/expected), the pictures, and links to the pages that
mention the program. Pictures are searched for in the folder WHEELDYN_EXAMPLES and in that of the
demo.
"""
import ast
import os
import re
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles
from tables import plain

# Examples that draw many pictures: the one in the folder of the demo that the page shows.
DRAWN = {"kerb": "fig11", "torus": "torus13"}
HEAD = re.compile(r"/[*/] SPDX[^\n]*\n(?:/\* (.*?) ?\*/|// (.*?)\n[^/])", re.DOTALL)


def said(file):
    """The description of an example, in paragraphs of one line, without its usage."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        text = ast.get_docstring(ast.parse(text)) or ""
    else:
        head = HEAD.match(text)
        text = re.sub(r"\n(?: \*|//) ?", "\n", head[1] or head[2]) if head else ""
    paragraphs = [" ".join(each.split()) for each in text.split("\n\n")]
    return [each for each in paragraphs if each and not each.startswith("usage:")]


def first_sentence(paragraphs):
    return re.split(r"(?<=\w[.?!])\s", paragraphs[0], maxsplit=1)[0] if paragraphs else ""


class Examples(SphinxDirective):
    required_arguments = 1
    optional_arguments = 3

    def run(self):
        self.source = Path(self.env.srcdir)
        self.folder = self.source.parent / "examples"
        self.pages = {page: page.read_text(encoding="utf-8")
                      for page in sorted(self.source.rglob("*.rst"))}
        files = sorted(file for suffix in self.arguments for folder in ("", "python")
                       for file in (self.folder / folder).glob("*." + suffix))
        lines = [".. list-table::", "   :widths: 25 75", ""]
        for file in files:
            self.env.note_dependency(str(file))
            lines += [f"   * - :ref:`{file.name} <example-{file.name}>`",
                      f"     - {plain(first_sentence(said(file))) or 'in ' + self.spoken_of(file)}"]
        for file in files:
            lines += ["", f".. _example-{file.name}:", "", file.name, "^" * len(file.name), ""]
            lines += self.entry(file)
        node = nodes.Element()
        node.document = self.state.document
        nested_parse_with_titles(self.state, StringList(lines, str(self.folder)), node)
        return node.children

    def entry(self, file):
        for paragraph in said(file):
            yield from (plain(paragraph), "")
        expected = self.folder / "expected" / (file.stem + ".txt")
        of_c = file.suffix == ".py" and (self.folder / (file.stem + ".c")).exists()
        if expected.exists() and not of_c:
            yield from ("It prints", "", ".. code-block:: text", "")
            yield from ("   " + line for line in expected.read_text(encoding="utf-8").splitlines())
            yield ""
        picture = self.picture(file) if file.suffix == ".py" else None
        if picture:
            place = os.path.relpath(picture, self.source)
            yield from (f".. image:: /{place}", f"   :alt: picture that {file.name} draws", "")
        place, docs = file.relative_to(self.source.parent).as_posix(), self.spoken_of(file)
        yield f"``{place}``" + (", described in " + docs if docs else "")
        yield ""

    def spoken_of(self, file):
        place = file.relative_to(self.source.parent).as_posix()
        return ", ".join(f":doc:`/{page.relative_to(self.source).with_suffix('')}`"
                         for page, text in self.pages.items() if place in text)

    def picture(self, file):
        name = DRAWN.get(file.stem, file.stem) + ".png"
        for variable in ("WHEELDYN_EXAMPLES", "WHEELDYN_DEMO"):
            picture = Path(os.environ.get(variable, "none"), name)
            if picture.exists():
                return picture
        return self.source / name if (self.source / name).exists() else None


def setup(app):
    app.add_directive("wheeldyn-examples", Examples)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
