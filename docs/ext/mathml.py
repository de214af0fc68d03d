# SPDX-License-Identifier: MIT
"""Mathematics as MathML, made by docutils while the manual is built.

Browsers show MathML without JavaScript, LaTeX or a network. They need a font for mathematics, which
conf.py copies into the manual.
"""
import re

from docutils.nodes import SkipNode
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.util import logging

LOG = logging.getLogger(__name__)
# docutils reads the 12 of \frac12 as one number.
BARE_ARGUMENT = re.compile(r"\\(?:[tdc]?frac|sqrt)\s*[^{\s\[]")
# TeX leaves a gap before and after the name of a function, docutils does not.
GAPS = re.compile(r"(</m(?:i|n|over|sub|sup)>)(?=\s*<mi>[a-z]{3,}</mi>\s*<mo>&ApplyFunction;)"
                  r"|(<mo>&ApplyFunction;</mo>)(?=\s*<m(?:i|n|frac|sqrt|sub|sup)\b)")


def convert(node, inline):
    text = node.astext()
    bare = BARE_ARGUMENT.search(text)
    if bare:
        LOG.warning("mathematics: braces missing after %s", bare.group(), location=node)
    if text[0] in "^_":  # for TeX a script of an empty base, which docutils needs
        text = "{}" + text
    try:
        return GAPS.sub(r'\g<0><mspace width="0.17em"></mspace>', tex2mathml(text, inline=inline))
    except (SyntaxError, IndexError) as error:
        LOG.warning("mathematics: %s", error, location=node)
        return ""


def visit_inline(writer, node):
    writer.body.append(convert(node, inline=True))


def visit_block(writer, node):
    writer.body.append(writer.starttag(node, "div", CLASS="math"))
    if node["number"]:
        writer.body.append('<span class="eqno">eq. %s' % node["number"])
        writer.add_permalink_ref(node, "Link to this equation")
        writer.body.append("</span>")
    writer.body.append(convert(node, inline=False))
    writer.body.append("</div>\n")


def skip_after(visit):
    """Wrap a renderer that writes the whole node, so that its text is not written again."""
    def render(writer, node):
        visit(writer, node)
        raise SkipNode

    return render


def setup(app):
    app.add_html_math_renderer(
        "mathml", (skip_after(visit_inline), None), (skip_after(visit_block), None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
