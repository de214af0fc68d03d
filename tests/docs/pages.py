#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Follow the pages as a reader does: copy their files, run their commands, compare the output.

usage: pages.py source-folder [program wheeldyn]

The pages are README.md, python/README.md and docs/**/*.rst. Each is read in its own scratch folder,
in which `examples` is the folder of the sources.

* A block with a name (in a README after the language, in the manual the caption) is a file.
* A block "sh" without a name is run; the block "text" after it must equal its output on both
  streams, where "..." stands for any text.
* Each file of a page must be named by a command that is run: on the same page or, if the manual
  includes the file, on any page. Files included from `tests` are run by other tests.
* A comment "not run: REASON" before a block excludes it; the excluded blocks are listed. A comment
  "exit status N" gives the exit status of the commands.

* A command that only runs an example is not run again: the test of the example has compared its
  output with a file in examples/expected, and that file is compared with the page. script/test
  --all, which sets WHEELDYN_TEST_ALL, runs these commands, too.

Any other block is an error. `stand-ins` has programs and modules that are not available to tests,
such as the launchers of clusters. The environment tells where the built library is
(PKG_CONFIG_PATH, LD_LIBRARY_PATH, PYTHONPATH), and whether there are units of FMI (WHEELDYN_FMU).
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from dataclasses import dataclass

FENCE = re.compile(r"^(?:<!-- ([^\n]*) -->\n)?```(\w*)(?: (\S+))?\n(.*?)^```$",
                   re.MULTILINE | re.DOTALL)
DIRECTIVE = re.compile(r"^( *)\.\. (code-block|literalinclude|code|sourcecode)::(?: (\S+))?$")
COMMENT = re.compile(r"^ *\.\. ((?:not run|exit status)\b.*)$")
OPTION = re.compile(r"^ *:(\w+): *(.*)$")
SPDX = re.compile(r"^(/\*|#) SPDX-License-Identifier: .*\n")
SYSTEM = re.compile(r"\b(apt-get|sudo|dnf|meson install|script/\w+)\b")
LITERAL = re.compile(r"^(?! *\.\. ).*::$")
EXAMPLE = re.compile(r"^(python3 examples/python/|\./)(\w+)(?:\.py)?(?: \w+\.png)?$", re.MULTILINE)
STAND_INS = pathlib.Path(__file__).resolve().parent / "stand-ins"


@dataclass
class Block:
    place: str
    language: str
    name: str  # name of the file whose text the block is; "" if it is no file
    body: str
    comment: str = ""
    source: str = ""  # file from which it is included


def blocks_of_readme(path, root):
    text = path.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        comment, language, name, body = (group or "" for group in match.groups())
        line = text.count("\n", 0, match.start()) + 1
        yield Block(f"{path.relative_to(root)}:{line}", language, name, body, comment)


def blocks_of_manual(path, root):
    lines = path.read_text(encoding="utf-8").splitlines()
    comment = ""
    for i, line in enumerate(lines):
        place = f"{path.relative_to(root)}:{i + 1}"
        directive = DIRECTIVE.match(line)
        if directive:
            yield block(place, directive, lines[i + 1:], path, root, comment)
        elif LITERAL.match(line):
            yield Block(place, "", "", line)
        found = COMMENT.match(line)
        if line.strip():
            comment = found.group(1) if found else ""


def block(place, directive, following, path, root, comment):
    indent, kind, argument = directive.groups()
    content = []
    for line in following:
        if line.strip() and len(line) - len(line.lstrip()) <= len(indent):
            break
        content.append(line)
    options = {}
    while content and OPTION.match(content[0]):
        key, value = OPTION.match(content.pop(0)).groups()
        options[key] = value
    language, name, source = argument or "", options.get("caption", ""), ""
    body = textwrap.dedent("\n".join(content)).strip("\n") + "\n"
    if kind == "literalinclude":
        file = (path.parent / argument).resolve()
        source, body = str(file.relative_to(root)), file.read_text(encoding="utf-8")
        language = options.get("language", "")
    return Block(place, language, name, body, comment, source)


def with_expected(commands, folder):
    """Return the commands with `cat` of the expected output in place of examples that have one."""
    def replaced(match):
        name = match.group(2)
        in_c = (folder / f"examples/{name}.c").exists()
        expected = f"examples/expected/{name}.txt"
        known = (folder / expected).exists() and in_c == (match.group(1) == "./")
        return f"cat {expected}" if known else match.group(0)
    return EXAMPLE.sub(replaced, commands)


class Reader:
    """Executes the blocks of a page."""

    def __init__(self, folder, root, missing):
        self.folder, self.missing = folder, missing
        self.printed = None  # output of the last commands; None if they were excluded
        self.files, self.commands, self.left_out, self.wrong = [], "", [], []
        self.lacking = []
        (folder / "examples").symlink_to(root / "examples")

    def read(self, block):
        if block.comment.startswith("not run: "):
            self.left_out.append((block.place, block.comment[len("not run: "):]))
            self.printed = None
        elif block.language != "text" and (block.name or block.source):
            self.keep(block)
        elif block.language == "sh":
            self.run(block)
        elif block.language == "text":
            if self.printed is not None and not same(self.printed, block.body):
                self.wrong.append((block.place, "printed:\n" + self.printed))
        else:
            self.wrong.append((block.place, "neither a file nor commands nor their output"))

    def keep(self, block):
        """Write a file of the page. If `examples` has a file of this name, both must be equal."""
        self.files.append(block)
        if block.source:
            return
        (self.folder / block.name).write_text(block.body, encoding="utf-8")
        for shipped in (self.folder / "examples").resolve().rglob(block.name):
            if SPDX.sub("", shipped.read_text(encoding="utf-8")) != block.body:
                self.wrong.append((block.place, f"this is not {shipped}"))

    def run(self, block):
        if SYSTEM.search(block.body):
            self.wrong.append((block.place, "changes the system; say why it is not run"))
            return
        self.commands += block.body
        used = block.body + "".join(file.body for file in self.files
                                    if (file.source or file.name) in block.body)
        lacking = [name for name in self.missing if re.search(rf"^{re.escape(name)} ", used, re.M)]
        self.lacking = self.lacking or lacking  # later commands of a page may need the earlier ones
        if self.lacking:
            self.left_out.append((block.place, f"there is no {self.lacking[0]} here"))
            self.printed = None
            return
        path = os.pathsep.join([str(self.folder.parent / "bin"), os.environ["PATH"]])
        body = block.body
        if "WHEELDYN_TEST_ALL" not in os.environ:
            body = with_expected(body, self.folder)
        done = subprocess.run(["sh", "-ec", body], cwd=self.folder, text=True, check=False,
                              env={**os.environ, "PATH": path}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.printed = done.stdout
        expected = re.fullmatch(r"exit status (\d+)", block.comment)
        if done.returncode != (int(expected.group(1)) if expected else 0):
            self.wrong.append((block.place, f"exit status {done.returncode}\n{done.stdout}"))

    def finish(self, commands):
        """Check the page at its end. `commands` has the commands of all pages, because a page may
        show a part of a command that another page runs.
        """
        for file in self.files:
            if file.source.startswith("tests/"):
                continue
            if (file.source or file.name) not in (commands if file.source else self.commands):
                self.wrong.append((file.place, f"no command is about {file.source or file.name}"))


def same(printed, expected):
    pattern = ".*".join(re.escape(part) for part in expected.split("..."))
    return re.fullmatch(pattern, printed, re.DOTALL) is not None


def equip(folder, tool):
    """Make a folder with this interpreter, the program wheeldyn and the stand-ins."""
    folder.mkdir()
    wrapper = folder / "python3"
    wrapper.write_text('#!/bin/sh\nexec "%s" "$@"\n' % sys.executable)
    wrapper.chmod(0o755)
    if tool:
        (folder / "wheeldyn").symlink_to(pathlib.Path(tool).resolve())
    for program in (STAND_INS / "bin").iterdir():
        (folder / program.name).symlink_to(program)
    os.environ["PYTHONPATH"] = os.pathsep.join([str(STAND_INS), os.environ["PYTHONPATH"]])


def main(root, tool=None):
    root = pathlib.Path(root).resolve()
    missing = [] if tool else ["wheeldyn"]
    missing += [] if "WHEELDYN_FMU" in os.environ else ["wheeldyn fmu"]
    missing += [] if shutil.which("c++") else ["c++"]
    pages = {page: list(blocks_of_readme(root / page, root))
             for page in ("README.md", "python/README.md")}
    for path in sorted((root / "docs").rglob("*.rst")):
        pages[str(path.relative_to(root))] = list(blocks_of_manual(path, root))
    readers = []
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        equip(scratch / "bin", tool)
        for number, (page, blocks) in enumerate(pages.items()):
            if not blocks:
                continue
            (scratch / str(number)).mkdir()
            reader = Reader(scratch / str(number), root, missing)
            for each in blocks:
                reader.read(each)
            print(f"{page}: {len(blocks)} blocks")
            readers.append(reader)
    commands = "".join(reader.commands for reader in readers)
    for reader in readers:
        reader.finish(commands)
    for place, reason in [found for reader in readers for found in reader.left_out]:
        print(f"not run: {place}: {reason}")
    wrong = [found for reader in readers for found in reader.wrong]
    for place, reason in wrong:
        print(f"WRONG: {place}: {reason}")
    return 1 if wrong or not (pages["README.md"] and pages["python/README.md"]) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
