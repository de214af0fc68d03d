# SPDX-License-Identifier: MIT
"""Example programs in which one name is misspelt fail and print the wrong and the right name.

    mistakes.py <root> <C compiler> <C++ compiler or ""> <library>

In README.md and in the example programs one name after the other (of a kind, a preset, a variable
or a choice) gets an extra letter in the compiled program, which is then run.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import wheeldyn as wd

# Programs left out: stack.c has words of its own that only look like names of the library; the
# others need more libraries.
LEFT_OUT = {"stack.c", "cvode_roots.c", "gsl_driver.c", "inverses.c"}


def known_names():
    names = set(wd.kinds())
    for kind in wd.kinds():
        names.update(wd.presets(kind))
        with wd.Model(kind) as model:
            for variable in model.variables():
                names.update([variable["name"], *variable["choices"]])
    return names


def programs(root):
    readme = (root / "README.md").read_text()
    yield "README.md", ".c", re.search(r"^```c [^\n]*\n(.*?)^```$", readme, re.M | re.S)[1]
    for path in sorted((root / "examples").glob("*.c*")):
        if path.name not in LEFT_OUT:
            yield path.name, path.suffix, path.read_text()


def compiled(compiler, suffix, text, root, library, folder):
    source, program = folder / f"wrong{suffix}", folder / "wrong"
    source.write_text(text)
    folders = [root / "examples", root / "include", library.parent.parent / "include"]
    subprocess.run([*compiler, *[f"-I{each}" for each in folders], source, "-o", program,
                    f"-L{library.parent}", "-lwheeldyn", "-lm", "-pthread"], check=True)
    return program.read_bytes()


def quoted(text, known):
    return sorted(set(re.findall(r'"([\w.-]+)"', text)) & known)


def with_room(text, names):
    """Return the source with each name in a literal that has room for one letter more."""
    for name in names:
        text = text.replace(f'"{name}"', f'"{name}\\0"')
    return text


def misspelt(binary, name, wrong):
    """Return the program with `wrong` in all places of `name`, and the number of these places."""
    place = rb"(?<![\w.-])" + re.escape(name.encode()) + rb"\0\0"
    return re.subn(place, wrong.encode() + b"\0", binary)


def fault(program, library, folder, name, wrong):
    """Return a description of what is wrong with the error caused by `wrong` in place of `name`, or
    None.
    """
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library.parent)}
    done = subprocess.run([program], cwd=folder, env=environment, text=True, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 1:
        return f"exit status {done.returncode}"
    if wrong not in done.stderr:
        return f"does not say what is wrong: {done.stderr!r}"
    if not re.search(rf"(^|[\s']){re.escape(name)}($|[\s'])", done.stderr):
        return f"does not name the nearest: {done.stderr!r}"
    return None


def try_names(names, binary, library, folder):
    """Yield each name, and what is wrong with the error of the program in which it is wrong."""
    program = folder / "misspelt"
    for name in names:
        wrong = name + name[-1]
        code, places = misspelt(binary, name, wrong)
        program.write_bytes(code)
        program.chmod(0o755)
        yield name, fault(program, library, folder, name, wrong) if places else "not found"


def main(root, c, cpp, library):
    root, library = Path(root).resolve(), Path(library).resolve()
    compilers = {".c": [*shlex.split(c), "-std=c11"], ".cpp": [*shlex.split(cpp), "-std=c++17"]}
    known, wrong_ones, tried = known_names(), 0, 0
    for place, suffix, text in programs(root):
        if suffix == ".cpp" and not cpp:
            print(f"not tried: {place}: no C++ compiler")
            continue
        names = quoted(text, known)
        if not names:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            binary = compiled(compilers[suffix], suffix, with_room(text, names), root, library,
                              Path(scratch))
            for name, found in try_names(names, binary, library, Path(scratch)):
                tried += 1
                if found:
                    wrong_ones += 1
                    print(f"WRONG: {place}: {name}: {found}")
    print(f"{tried} programs with a wrong name, {wrong_ones} do not report it as they must")
    return 1 if wrong_ones or not tried else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
