# SPDX-License-Identifier: MIT
"""Directive `wheeldyn-constants:: GROUP`: the macros of a Doxygen group with their numbers.

Breathe shows macros without their values; here they are read from the same XML.
"""
import os
import xml.etree.ElementTree as ElementTree

from tables import TableDirective, plain


class Constants(TableDirective):
    required_arguments = 1
    header = ("name", "value", "meaning")

    def rows(self):
        folder = self.env.app.config.breathe_projects["wheeldyn"]
        path = os.path.join(folder, "group__%s.xml" % self.arguments[0])
        self.env.note_dependency(path)
        for member in ElementTree.parse(path).iterfind(".//memberdef[@kind='define']"):
            parts = (member.find(part) for part in ("briefdescription", "detaileddescription"))
            text = " ".join("".join(part.itertext()).strip() for part in parts)
            value = member.findtext("initializer").strip("()")
            yield "``%s``" % member.findtext("name"), "``%s``" % value, plain(text)


def setup(app):
    app.add_directive("wheeldyn-constants", Constants)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
