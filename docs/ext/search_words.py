# SPDX-License-Identifier: MIT
"""Search words of the manual: search.csv has the page and section for each word.

A word becomes an index entry of that section. Sphinx's search puts a page with exactly this entry
first. The index entry of a glossary term is left out if search.csv has the word.
"""
import csv
from pathlib import Path

from sphinx import addnodes
from sphinx.errors import ExtensionError


def read_words(folder):
    """Return {page: [(word, id of a section or "")]}."""
    pages = {}
    with open(Path(folder, "search.csv"), encoding="utf-8", newline="") as file:
        for word, page, section in csv.reader(file, delimiter="|"):
            pages.setdefault(page, []).append((word, section))
    return pages


def add_words(app, document):
    pages = read_words(app.srcdir)
    page = app.env.docname
    app.env.note_dependency(str(Path(app.srcdir, "search.csv")))
    everywhere = {word for words in pages.values() for word, _ in words}
    for index in list(document.findall(addnodes.index)):
        index["entries"] = [entry for entry in index["entries"]
                            if entry[1].lower() not in everywhere]
    words = pages.get(page, [])
    for word, section in words:
        if section and section not in document.ids:
            raise ExtensionError(f"search.csv: {page} has no section {section} for {word}")
    document.insert(0, addnodes.index(
        entries=[("single", word, section, "", None) for word, section in words]))


def check_pages(app, env):
    unknown = set(read_words(app.srcdir)) - env.found_docs
    if unknown:
        raise ExtensionError("search.csv: no pages " + ", ".join(sorted(unknown)))


def setup(app):
    app.connect("doctree-read", add_words)
    app.connect("env-updated", check_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
