#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print python/wheeldyn/_vehicle_methods.pyi: the methods of Vehicle for type checkers and editors,
from the library's tables.

usage: vehicle_stub.py > python/wheeldyn/_vehicle_methods.pyi
"""
import inspect
import textwrap

import wheeldyn as wd

HEAD = '''# SPDX-License-Identifier: MIT
# Printed by tests/python/vehicle_stub.py, which a test compares with this file.
from typing import Optional, Sequence, Union

from ._kinds import Value
from ._model import Model
from ._tir_file import Path
from .tir import Tir

class PartMethods(Model):
'''
TYPES = {"tyre": "Optional[str]", "tir": "Union[None, Path, Tir]", "side": "Optional[str]"}


def method(wanted):
    """Declare a method. The parts that it joins are given as a name or, for several, as names."""
    signature = inspect.signature(getattr(wd.Vehicle, wanted["name"]))
    words = ["self", "name: str"]
    if "on" in signature.parameters:
        words.append("on: Sequence[str]" if wanted["on"] == ["body", "body"] or
                     wanted["on"] == ["point", "point"] else "on: Union[str, Sequence[str]]")
    named = [f"{name}: {TYPES.get(name, 'Value')} = ..."
              for name, parameter in signature.parameters.items()
              if parameter.kind is inspect.Parameter.KEYWORD_ONLY]
    words += ["*", *named] if named else []
    text = ", ".join(word.replace(" ", "\xa0") for word in words) + ")\xa0->\xa0None:\xa0..."
    lines = textwrap.wrap(text, 100, initial_indent=" " * 8, subsequent_indent=" " * 8,
                          break_long_words=False, break_on_hyphens=False)
    return f"    def {wanted['name']}(\n" + "\n".join(lines).replace("\xa0", " ") + "\n"


def stub():
    return HEAD + "\n".join(map(method, wd.part_types("vehicle")))


if __name__ == "__main__":
    print(stub(), end="")
