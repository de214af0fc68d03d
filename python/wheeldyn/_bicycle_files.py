# SPDX-License-Identifier: MIT
"""Files of bicycle parameters, in YAML and as lines."""

from __future__ import annotations

import importlib
import os
from typing import Any, Dict, Mapping, Union

from ._constants import WD_EINVAL
from ._errors import Error
from ._model import Model

Path = Union[str, "os.PathLike[str]"]

# In the order of Table 1 of Meijaard et al. (2007).
_SYMBOLS = ("w c lam g v rR mR IRxx IRyy xB zB mB IBxx IBxz IByy IBzz "
            "xH zH mH IHxx IHxz IHyy IHzz rF mF IFxx IFyy").split()
_OTHER_NAMES = {"g": "param.gravity", "v": "init.speed"}
_VARIABLES = {symbol: _OTHER_NAMES.get(symbol, "param." + symbol) for symbol in _SYMBOLS}


def read_parameters(path: Path) -> Dict[str, float]:
    """The variables that a file of parameters sets, for Model.set().

    The symbols are those of Meijaard et al. (2007); g is the gravity, and v the speed. Only v may
    be missing. A file .yml or .yaml is read as YAML, which needs PyYAML. Its symbols are at the top
    level or under "values"; the project BicycleParameters writes files of both forms. Any other
    file has lines "symbol = value"; an uncertainty after the value, "+/-0.1", is ignored.
    """
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = _parse_yaml(path, text) if _is_yaml(path) else _parse_lines(path, text)
    strange = [str(symbol) for symbol in found if symbol not in _VARIABLES]
    missing = [symbol for symbol in _SYMBOLS if symbol not in found and symbol != "v"]
    for what, symbols in (("unknown", strange), ("missing", missing)):
        if symbols:
            raise Error(WD_EINVAL, f"{path}: {what}: {', '.join(symbols)}")
    return {_VARIABLES[symbol]: _number(path, symbol, found[symbol]) for symbol in found}


def write_parameters(path: Path, model: Model, description: str = "") -> None:
    """Write the parameters and the start speed of a bicycle to a file that read_parameters() reads.

    YAML for .yml and .yaml, else lines "symbol = value". No digit is lost.
    """
    values = dict(zip(_SYMBOLS, (digits(value) for value in model.get([*_VARIABLES.values()]))))
    about = description.splitlines()
    if _is_yaml(path):
        lines = ["parameterization: benchmark"]
        lines += ["description: |", *("  " + line for line in about)] if about else []
        lines += ["values:", *(f"  {symbol}: {value}" for symbol, value in values.items())]
    else:
        lines = ["# " + line for line in about]
        lines += [f"{symbol} = {value}" for symbol, value in values.items()]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def _is_yaml(path: Path) -> bool:
    return os.fspath(path).lower().endswith((".yml", ".yaml"))


def _parse_yaml(path: Path, text: str) -> Mapping[str, Any]:
    try:
        yaml: Any = importlib.import_module("yaml")
    except ImportError as error:
        raise ImportError(f"{path}: reading YAML needs PyYAML (Debian: python3-yaml)") from error
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise Error(WD_EINVAL, f"{path}: not YAML: {error}") from error
    if isinstance(content, dict):
        kind = content.get("parameterization", "benchmark")
        if kind != "benchmark":
            raise Error(WD_EINVAL, f"{path}: parameterization {kind}, not benchmark")
        content = content.get("values", content)
    if not isinstance(content, dict):
        raise Error(WD_EINVAL, f"{path}: no symbols with values")
    return content


def _parse_lines(path: Path, text: str) -> Mapping[str, str]:
    found: Dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        symbol, equals, value = (part.strip() for part in line.partition("="))
        if not equals or symbol in found:
            raise Error(WD_EINVAL, f"{path}, line {number}: "
                        + (f"{symbol} is given twice" if equals
                           else 'expected "symbol = value"'))
        found[symbol] = value.partition("+/-")[0]
    return found


def _number(path: Path, symbol: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise Error(WD_EINVAL, f"{path}: {symbol} is no number: {value}") from None


def digits(value: float) -> str:
    """The shortest text that reads back as this number; it has a point, as YAML 1.1 requires."""
    text = repr(float(value))
    return text if "." in text else text.replace("e", ".0e")
