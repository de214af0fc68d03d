#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print the manual: Sphinx makes one page of HTML, and a headless browser prints it.

usage: make_pdf.py out.pdf folder browser sphinx-build [option...] docs-folder

Sphinx uses the folder for its files; static/manual.css has the style of the printed pages.
"""
import pathlib
import subprocess
import sys
import tempfile


def main(out, folder, browser, sphinx, *rest):
    html = pathlib.Path(folder, "html")
    subprocess.run([sphinx, "-q", "-E", "-b", "paper", "-t", "paper",
                    "-d", f"{folder}/doctrees", *rest, html], check=True)
    out = pathlib.Path(out).resolve()
    out.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        done = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             f"--user-data-dir={profile}", "--no-pdf-header-footer",
             "--generate-pdf-document-outline", "--virtual-time-budget=20000",
             f"--print-to-pdf={out}", (html / "index.html").resolve().as_uri()],
            capture_output=True, text=True)
    if done.returncode != 0 or not out.exists():
        sys.exit(done.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
