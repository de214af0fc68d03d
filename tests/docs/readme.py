#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Do what a reader of the README does: copy its programs, run its commands, compare the output.

usage: readme.py README.md examples-folder

A fenced block "c NAME" or "python NAME" is a file; it must also be the shipped example of that
name. A block "text" is what the block "sh" before it prints. Blocks "sh install" are not run here.
The environment says where the built library is (PKG_CONFIG_PATH, LD_LIBRARY_PATH, PYTHONPATH).
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPDX = re.compile(r"^(/\*|#) SPDX-License-Identifier: .*\n")


def run(script, folder):
    """What the commands print. python3 is the interpreter that runs this file."""
    wrapper = folder / "bin" / "python3"
    wrapper.parent.mkdir(exist_ok=True)
    wrapper.write_text('#!/bin/sh\nexec "%s" "$@"\n' % sys.executable)
    wrapper.chmod(0o755)
    path = "%s%s%s" % (wrapper.parent, os.pathsep, os.environ["PATH"])
    done = subprocess.run(["sh", "-ec", script], cwd=folder, env={**os.environ, "PATH": path},
                          stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit("exit status %d of:\n%s" % (done.returncode, script))
    return done.stdout


def check(readme, examples, folder):
    printed, compared = None, 0
    for language, name, body in BLOCK.findall(readme):
        if language in ("c", "python"):
            shipped, = examples.rglob(name)
            if SPDX.sub("", shipped.read_text()) != body:
                sys.exit("%s is not the program of the README" % shipped)
            (folder / name).write_text(body)
        elif language == "sh" and name != "install":
            printed = run(body, folder)
        elif language == "text":
            if printed != body:
                sys.exit("printed:\n%sexpected:\n%s" % (printed, body))
            compared += 1
    return compared


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        count = check(pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2]),
                      pathlib.Path(scratch))
    if count != 2:
        sys.exit("%d outputs compared, expected one of a C and one of a Python program" % count)
