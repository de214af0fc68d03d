# SPDX-License-Identifier: MIT
"""Directives `demo-picture:: NAME` and `demo-replay:: NAME`: pictures and replays of the demo.

The environment variable WHEELDYN_DEMO has the folder of the demo. If it is not set, for example
because matplotlib is missing, the manual is built without them.
"""
import os
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst.directives.images import Figure
from sphinx.util.docutils import SphinxDirective

FOLDER = os.environ.get("WHEELDYN_DEMO")


class Picture(Figure):
    """A figure; its caption is also its alternative text."""

    def run(self):
        if not FOLDER:
            return [nodes.paragraph(text="script/demo draws: " + " ".join(self.content))]
        source = self.state.document.settings.env.srcdir
        picture = Path(FOLDER, self.arguments[0] + ".png")
        self.arguments[0] = "/" + os.path.relpath(picture, source)
        self.options["alt"] = " ".join(self.content).replace("``", "")
        return super().run()


class Replay(SphinxDirective):
    """A page of the demo that plays runs, in a frame. The number of the first run to show may be
    given."""

    required_arguments = 1
    optional_arguments = 1

    def run(self):
        if not FOLDER:
            return []
        up = "../" * self.env.docname.count("/")
        name = self.arguments[0] + ".html"
        run = "#run=" + self.arguments[1] if len(self.arguments) > 1 else ""
        return [nodes.raw("", '<iframe class="replay" title="replay" loading="lazy" src="%s%s%s">'
                          '</iframe>'
                          '<p class="on-paper">(The manual in a browser plays this: %s.)</p>'
                          % (up, name, run, name), format="html")]


def setup(app):
    app.add_directive("demo-picture", Picture)
    app.add_directive("demo-replay", Replay)
    if FOLDER:
        app.config.html_extra_path = [str(page) for page in Path(FOLDER).glob("replay*.html")]
    return {"parallel_read_safe": True, "parallel_write_safe": True}
