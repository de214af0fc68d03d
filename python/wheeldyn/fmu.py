# SPDX-License-Identifier: MIT
"""Units of FMI, which other simulators run, from models and scenarios.

The program wheeldyn makes them, because it has the binaries and sources that a unit consists of.
This package has no compiled code except the library.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Dict, List, Optional, Sequence, Union

from ._model import Model

StrPath = Union[str, "os.PathLike[str]"]

# Exceptions for exit statuses of the program; status 1 is a failure of the model.
_REFUSALS = {2: ValueError, 3: ValueError, 4: OSError}


def export(
    source: Union[Model, StrPath],
    file: StrPath,
    *,
    fmi: int = 2,
    type: str = "cs",
    name: Optional[str] = None,
    free: Sequence[str] = (),
    sources: bool = False,
    start: Optional[float] = None,
    end: Optional[float] = None,
    step: Optional[float] = None,
    record: Optional[Sequence[str]] = None,
) -> None:
    """Write a unit of FMI 2.0 or 3.0, of a model or of a scenario file (YAML).

    `type` is "cs", for co-simulation, or "me", for model exchange, where the importer integrates.

    The unit of a model starts as the model would by init(start), with its settings, start values,
    signals, parts, terrain and path, also if the model is running. The model is not changed.
    `start`, `end` and `step` [s], by default 0, 10 and 0.01, are the experiment that the unit
    proposes to importers. `record` names the variables that are its outputs, by default all states
    and outputs. A scenario has these four itself.

    `free` names inputs whose signals are dropped, so that the importer sets them. An input with a
    function must be among them, because a unit cannot contain a function. `name` is the model
    identifier; by default it is made from the name of the file. With `sources` the unit has no
    binaries, for targets that compile.

    This needs the program ``wheeldyn``, in PATH or named by the environment variable
    ``WHEELDYN_TOOL``, with the files that are installed with it. The program must have the version
    of this package, because it reads a snapshot of the model. FileNotFoundError says what is
    missing. ValueError: an argument or the scenario is wrong; RuntimeError: the model cannot start;
    OSError: a file cannot be read or written. After an error no file is written.
    """
    options = [f"--fmi={fmi}", f"--type={type}", f"--output={os.path.abspath(file)}"]
    options += [f"--free={_name(variable)}" for variable in _names(free)]
    options += [f"--name={name}"] if name is not None else []
    options += ["--sources"] if sources else []
    time = {key: float(value) for key, value in (("start", start), ("end", end), ("step", step))
            if value is not None}
    if isinstance(source, Model):
        _export_model(source, Path(file).stem, options, _names(free), time, record)
    elif time or record is not None:
        raise TypeError("a scenario has start, end, step and record itself")
    else:
        _run([os.path.abspath(source)] + options)


def _export_model(model: Model, stem: str, options: List[str], free: Sequence[str],
                  time: Dict[str, float], record: Optional[Sequence[str]]) -> None:
    """Export by a snapshot and a scenario; the documentation of the unit shows the scenario."""
    text = f"# A model of a program in Python.\nkind: {model.kind}\n"
    text += f"time: {json.dumps(time)}\n" if time else ""
    text += f"record: {json.dumps(_names(record))}\n" if record is not None else ""
    with tempfile.TemporaryDirectory() as folder:
        scenario, snapshot = Path(folder, f"{stem}.yaml"), Path(folder, "snapshot")
        scenario.write_text(text, encoding="utf-8")
        snapshot.write_bytes(_snapshot(model, free, time.get("start", 0.0)))
        _run([str(scenario), f"--snapshot={snapshot}"] + options)


def _snapshot(model: Model, free: Sequence[str], start: float) -> bytes:
    """Snapshot of a copy at its start; inputs with a function become constants in the copy."""
    with model.clone() as copy:
        copy.reset()
        functions = [variable["name"] for variable in copy.variables()
                     if variable["role"] == "input"
                     and copy.input_form(variable["name"]) == "function"]
        for name in functions:
            if name not in free:
                raise ValueError(f"{name} is driven by a function, which cannot go into a unit: "
                                 "give it a signal, or leave it to the importer by "
                                 f"free=[\"{name}\"]")
        copy.init(start)
        values = {name: copy[name] for name in functions}
        copy.reset()
        copy.set(values)
        copy.init(start)
        return copy.save()


def _names(names: Sequence[str]) -> List[str]:
    return [names] if isinstance(names, str) else list(names)


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"an input is named by a str, not {name!r}")
    return name


def _tool() -> str:
    named = os.environ.get("WHEELDYN_TOOL")
    found = shutil.which(named or "wheeldyn")
    if found:
        return found
    place = (f"WHEELDYN_TOOL names {named}, which is no program" if named
             else "there is none in PATH")
    raise FileNotFoundError(
        f"units of FMI are made by the program wheeldyn, and {place}. pip does not install it; it "
        f"comes with Debian's package wheeldyn, Fedora's wheeldyn-tool, or a build of the sources.")


def _run(arguments: List[str]) -> None:
    done = subprocess.run([_tool(), "fmu"] + arguments, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          encoding="utf-8", errors="replace")
    if done.returncode != 0:
        said = done.stderr.strip()
        raise _REFUSALS.get(done.returncode, RuntimeError)(
            said[10:] if said.startswith("wheeldyn: ") else said or "wheeldyn fmu failed")
