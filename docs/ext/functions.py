# SPDX-License-Identifier: MIT
"""Directive `wheeldyn-functions:: GROUP...`: functions of Doxygen groups or files, one per line.

It reads the XML that Breathe reads. Breathe shows the version since which a function exists as a
separate list; here it becomes a word after the description.
"""
import os
import re
import xml.etree.ElementTree as ElementTree

from docutils import nodes
from tables import TableDirective, plain


class Functions(TableDirective):
    required_arguments = 1
    optional_arguments = 3
    header = ("name", "purpose", "since")
    options = (":widths: 34 58 8", ":width: 100%", ":class: functions")

    def rows(self):
        for group in self.arguments:
            path = os.path.join(self.env.app.config.breathe_projects["wheeldyn"], group + ".xml")
            self.env.note_dependency(path)
            for member in ElementTree.parse(path).iter("memberdef"):
                # A file also declares the members of its groups.
                wanted = member.get("kind") in ("function", "typedef")
                if wanted and member.get("id").startswith(group):
                    yield self.row(member)

    @staticmethod
    def row(member):
        text = " ".join("".join(member.find("briefdescription").itertext()).split())
        role = "func" if member.get("kind") == "function" else "type"
        since = member.findtext(".//simplesect[@kind='since']/para", "").strip()
        name = member.findtext("name")
        return ":c:%s:`%s`" % (role, name), plain(re.split("[;:] ", text)[0].rstrip(".")), since


def since_in_a_line(_, doctree):
    for item in list(doctree.findall(nodes.definition_list)):
        if item[0][0].astext() == "Since" and isinstance(item.parent, nodes.paragraph):
            words, place = nodes.inline("", "Since %s." % item[0][1].astext().strip(),
                                        classes=["since"]), item.parent
            place.remove(item)
            if not place.children:
                before = place.parent[place.parent.index(place) - 1]
                place.parent.remove(place)
                place = before
            place += [nodes.Text(" "), words]


def setup(app):
    app.add_directive("wheeldyn-functions", Functions)
    app.connect("doctree-read", since_in_a_line)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
