#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files that name a licence state MIT for the code and the GPL for binaries linked with GSL.

usage: licence.py source-folder
"""
import fnmatch
import re
import shutil
import subprocess
import sys
from pathlib import Path

root = Path(sys.argv[1])

# Metadata fields and their required values.
FIELDS = {
    "meson.build": (r"^  license: '(.*)',$", "MIT"),
    "COPYING": (r"\A(\w+) License$", "MIT"),
    "docs/conf.py": (r'^copyright = ".*, (.*)"$', "MIT"),
    "docs/cite.rst": (r"^ +license = \{(.*)\}$", "MIT"),
    "pyproject.toml": (r'^    "License :: OSI Approved :: (.*) License",$', "MIT"),
    "tools/packaging/wheeldyn.spec": (r"^License: +(GPL.*)$", "GPL-3.0-or-later AND MIT"),
}
# Files in which users and packagers read about both licences.
PLACES = {"README.md", "debian/copyright", "docs/comparison.rst", "docs/faq.rst", "docs/index.rst",
          "docs/using.rst", "docs/wheeldyn.3", "tools/packaging/wheeldyn.spec"}
# Files without a line SPDX-License-Identifier: licences, change logs, files in which Debian's tools
# allow no comments, and data that programs write and compare. debian/copyright states their
# licence.
BARE = ["COPYING", "ChangeLog", "tools/fmu_licence.txt",
        "debian/changelog", "debian/control", "debian/copyright", "debian/source/format",
        "debian/tests/control", "debian/*.doc-base", "debian/*.examples", "debian/*.install",
        "debian/*.symbols",
        "*/expected/*.txt", "*.abi", "*.csv", "*.json", "*.mtx", "*.vec"]
IDENTIFIER = re.compile(r"^\W*SPDX-License-Identifier: (.*?)\W*$", re.M)


def read(path):
    return (root / path).read_bytes().decode("utf-8", "replace")


def names():
    """Return the names of all files that git tracks or, without git, of all files outside build
    folders.
    """
    listed = ""
    if (root / ".git").exists() and shutil.which("git"):
        command = ["git", "-C", root, "ls-files", "-z", "--cached", "--others",
                   "--exclude-standard"]
        listed = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True).stdout
    there = listed.split("\0") if listed else [str(path.relative_to(root))
                                               for path in root.rglob("*")]
    return sorted({name for name in there if (root / name).is_file()
                   and not re.match(r"build[^/]*/|\.(git|mesonpy-[^/]*)/", name)})


def file_faults(kept, terms):
    """Yield files whose first lines do not name the licence of their last match in
    debian/copyright.
    """
    said = 0
    for name in kept:
        text = read(name)
        identifier = IDENTIFIER.search("\n".join(text[:400].splitlines()[:3]))
        wanted = [licence for pattern, licence in terms if fnmatch.fnmatch(name, pattern)][-1]
        said += bool(identifier)
        if identifier and identifier[1] != wanted:
            yield f"{name} says {identifier[1]}, debian/copyright {wanted}"
        bare = not text or "\0" in text or any(fnmatch.fnmatch(name, pattern) for pattern in BARE)
        if not identifier and not bare:
            yield f"{name} names no licence"
    if said < 500 or terms != [("*", "MIT"), ("tests/ref/contact/*", "Apache-2.0")]:
        yield f"{said} files say a licence, and debian/copyright {terms}"


def field_faults(copyright_text):
    for name, (pattern, licence) in FIELDS.items():
        found = re.findall(pattern, read(name), re.M)
        if set(found) != {licence}:
            yield f"{name} says {found}, not {licence}"
    ours = read("COPYING").partition("Permission")[2].split()
    theirs = copyright_text.partition("\nLicense: MIT\n Permission")[2].replace("\n .\n", "\n")
    if not ours or ours != theirs.partition("\n\n")[0].split():
        yield "COPYING is not the text in debian/copyright"


def statement_faults(kept):
    """Yield files that name only one of the licences without a reason, or spell a licence
    differently.
    """
    if PLACES - set(kept):
        yield f"there is no {PLACES - set(kept)}"
    for name in kept:
        if not re.match(r"README|debian/|docs/|tools/packaging/|python/", name):
            continue
        text = read(name)
        if re.search(r"GPL(?!-3\.0-or-later|-3\.$)", text, re.M):
            yield f"{name}: a GPL that is not GPL-3.0-or-later"
        needs = (r"\bMIT\b", r"GPL-3\.0-or-later", r"\bGSL\b|GNU\s+Scientific")
        if name in PLACES or "GPL" in text:
            yield from (f"{name}: nothing of {need}" for need in needs if not re.search(need, text))


def main():
    kept, text = names(), read("debian/copyright")
    terms = re.findall(r"^Files: (.*)\n(?:.+\n)*?License: (\S+)$", text, re.M)
    wrong = [*file_faults(kept, terms), *field_faults(text), *statement_faults(kept)]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
