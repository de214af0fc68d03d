# SPDX-License-Identifier: MIT
"""The library calls exactly the functions of GSL that docs/theory/numerics.rst names.

    gsl.py <library> <numerics.rst>
"""

import re
import sys

from gate import output, run


def called(nm):
    """Return the names of GSL that the library leaves to the dynamic linker, unless GSL is linked
    in.
    """
    return set(re.findall(r"^\s+U (gsl_\w+)", nm, re.M))


def stated(page):
    """Return the functions in those rows of the page's table that GSL computes."""
    rows = re.findall(r"^   \* - .*?(?=^   \* - |^\S|\Z)", page, re.M | re.S)
    cells = [re.split(r"^     - ", row, flags=re.M) for row in rows]
    return {name for row in cells if len(row) > 1 and row[1].startswith("GSL")
            for name in re.findall(r"``(gsl_\w+)``", row[1])}


def faults(nm, page):
    have, want = called(nm), stated(page)
    return sorted([f"{name} is called, not on the page" for name in have - want] +
                  [f"{name} is on the page, not called" for name in want - have])


def main(library, page_name):
    nm = output("nm", "-D", "--undefined-only", library)
    with open(page_name, encoding="utf-8") as file:
        page = file.read()
    name = sorted(called(nm))[0]
    run(faults(nm, page), [
        ("a function that is called but not named", faults(nm + " U gsl_linalg_LU_det\n", page)),
        ("a function that is named but not called", faults(nm.replace(f" U {name}", ""), page)),
        ("a function that is removed from the page", faults(nm, page.replace(f"``{name}``", ""))),
        ("a table that is not found", faults(nm, page.replace("GSL", "it"))),
    ])


if __name__ == "__main__":
    main(*sys.argv[1:])
