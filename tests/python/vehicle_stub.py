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
# Output of tests/python/vehicle_stub.py; a test checks that this file is up to date.
from typing import Optional, Sequence, Union

from ._kinds import Value
from ._model import Model
from ._tir_file import Path
from .tir import Tir

class PartMethods(Model):
'''
TYPES = {"tyre": "Optional[str]", "tir": "Union[None, Path, Tir]", "side": "Optional[str]"}


def method_declaration(part_type):
    """Return the declaration of the method that adds a part of this type.

    `on`: a type that joins two bodies or two points takes a sequence of names; every other type
    also takes a single name.
    """
    signature = inspect.signature(getattr(wd.Vehicle, part_type["name"]))
    words = ["self", "name: str"]
    if "on" in signature.parameters:
        words.append("on: Sequence[str]" if part_type["on"] == ["body", "body"] or
                     part_type["on"] == ["point", "point"] else "on: Union[str, Sequence[str]]")
    named = [f"{name}: {TYPES.get(name, 'Value')} = ..."
              for name, parameter in signature.parameters.items()
              if parameter.kind is inspect.Parameter.KEYWORD_ONLY]
    words += ["*", *named] if named else []
    text = ", ".join(word.replace(" ", "\xa0") for word in words) + ")\xa0->\xa0None:\xa0..."
    lines = textwrap.wrap(text, 100, initial_indent=" " * 8, subsequent_indent=" " * 8,
                          break_long_words=False, break_on_hyphens=False)
    return f"    def {part_type['name']}(\n" + "\n".join(lines).replace("\xa0", " ") + "\n"


def stub():
    return HEAD + "\n".join(map(method_declaration, wd.part_types("vehicle")))


if __name__ == "__main__":
    print(stub(), end="")
