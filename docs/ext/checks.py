# SPDX-License-Identifier: MIT
"""Directive `wheeldyn-checks:: KIND`: what was checked, against what, and to how many digits.

The table comes from docs/checks.csv, which tests/docs/checks.py compares with what the tests print.
"""
import csv
import os

from docutils import nodes
from tables import TableDirective, plain

SAID = ("The test asserts the limit. The largest error was measured when this page was written; a "
        "test of the manual fails if it is no longer right within a factor of ten. Errors are in "
        "the units of the library, or relative where the test compares relative errors.")


class Checks(TableDirective):
    required_arguments = 1
    header = ("quantity", "compared with", "largest error", "limit of the test", "test")

    def run(self):
        return [nodes.paragraph(text=SAID), *super().run()]

    def rows(self):
        path = os.path.join(self.env.srcdir, "checks.csv")
        self.env.note_dependency(path)
        with open(path, encoding="utf-8") as file:
            for row in csv.DictReader(line for line in file if not line.startswith("#")):
                if row["kind"] == self.arguments[0]:
                    yield (plain(row["what"]), plain(row["against"]), row["error"], row["limit"],
                           "``%s``" % row["test"])


def setup(app):
    app.add_directive("wheeldyn-checks", Checks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
