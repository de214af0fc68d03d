#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Execute tools/packaging/recipe.yaml without conda, which Debian does not have.

usage: conda.py recipe source prefix work
Prints the licence that the recipe reports.
"""
import os
import subprocess
import sys
from pathlib import Path

import yaml


def main(path, source, prefix, work):
    recipe = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    assert recipe["source"]["tag"] == "v${{ version }}"
    Path(work).mkdir(parents=True)
    subprocess.run(["git", "clone", "-q", source, "src"], check=True, cwd=work)
    # Settings of conda-forge, without those for cross builds.
    given = f"--prefix={prefix} -Dlibdir=lib --buildtype=release"
    subprocess.run(["bash", "-e"], input="\n".join(recipe["build"]["script"]), text=True,
                   check=True, env={**os.environ, "MESON_ARGS": given}, cwd=Path(work, "src"),
                   stdout=sys.stderr)
    contents, = (test["package_contents"] for test in recipe["tests"])
    for header in contents["include"]:
        assert Path(prefix, "include", header).exists()
    for library in contents["lib"]:
        assert Path(prefix, f"lib/lib{library}.so").exists()
    assert Path(work, "src", recipe["about"]["license_file"]).exists()
    print(recipe["about"]["license"])


if __name__ == "__main__":
    main(*sys.argv[1:])
