# SPDX-License-Identifier: MIT
"""Many runs of one kind: over a grid or a list of settings, serially or on any executor."""

from __future__ import annotations

from concurrent.futures import Executor, Future, as_completed
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
)

import numpy as np
import numpy.typing as npt

from . import _constants as wd
from ._errors import Error
from ._model import Model
from ._store import Row, Store
from .constrained import System

Value = Union[float, str]
Case = Dict[str, Value]
Setup = Callable[[Model], None]


@dataclass(frozen=True)
class _Work:
    """Data shared by all cases; it is sent to the workers with each chunk."""

    kind: str
    preset: Optional[str]
    settings: Tuple[Tuple[str, Value], ...]
    t0: float
    t_end: float
    record: Tuple[str, ...]
    setup: Optional[Setup]


def sweep(
    kind: str,
    over: Union[Mapping[str, Sequence[Value]], Iterable[Mapping[str, Value]]],
    t_end: float,
    record: Sequence[str],
    *,
    preset: Optional[str] = None,
    settings: Optional[Mapping[str, Value]] = None,
    setup: Optional[Setup] = None,
    t0: float = 0.0,
    executor: Optional[Executor] = None,
    chunk: int = 16,
    store: Optional[Union[str, Path]] = None,
    progress: Optional[Callable[[int, int], None]] = None,
) -> npt.NDArray[np.void]:
    """Simulate every case from t0 to t_end; return a structured array with one row for each.

    over: a mapping of names to lists of values, whose grid is run (the last name varies fastest),
    or a list of cases, each a mapping with the same names; strings are choices. Each model is first
    changed by setup(model), which sets what has no name (parts, equations, signals, terrain), then
    by `settings`, the same for all cases, then by the values of its case.

    A row has the values of the case, `status` (a ``WD_`` number), `text` (why, if it failed),
    `time` (where the run ended) and the variables of `record` at that time; NaN if the
    case failed.

    executor: an object with the method submit() of concurrent.futures, such as a
    ProcessPoolExecutor or the get_executor() of a Dask client; `setup` must then be importable by
    the workers. `chunk` is the number of cases in a task. The rows depend
    neither on `executor` nor on `chunk`.

    store: a file to which each finished chunk is added. An interrupted sweep that is run again
    reads the finished chunks from it. ValueError, with the file unchanged, if another sweep is
    using the file, if the file belongs to another sweep, or if a line is damaged; the error names
    the line. `setup` is identified by its name only: use another file if you change it.

    progress(done, total) is called after each chunk.
    """
    cases = list(_cases(over))
    if chunk < 1:
        raise ValueError(f"chunk is {chunk}, it must be at least 1")
    same = tuple((name, _plain(value)) for name, value in (settings or {}).items())
    work = _Work(kind, preset, same, float(t0), float(t_end), tuple(record), setup)
    _try_names(work, cases[0])
    chunks = [cases[i : i + chunk] for i in range(0, len(cases), chunk)]
    done = _stored(store, work, cases, chunks, chunk) if store is not None else None
    rows: Dict[int, List[Row]] = dict(done.done) if done else {}
    left = {i: part for i, part in enumerate(chunks) if i not in rows}
    try:
        for i, part in _results(work, left, executor):
            rows[i] = part
            if done:
                done.add(i, part)
            if progress:
                progress(sum(map(len, rows.values())), len(cases))
    finally:
        if done:
            done.close()
    return _table(cases, work.record, [row for i in range(len(chunks)) for row in rows[i]])


def _stored(path: Union[str, Path], work: _Work, cases: List[Case], chunks: List[List[Case]],
            chunk: int) -> Store:
    setup = work.setup and f"{work.setup.__module__}.{work.setup.__qualname__}"
    identity = {**asdict(work), "setup": setup, "cases": cases, "chunk": chunk}
    return Store(path, identity, [len(part) for part in chunks], 3 + len(work.record))


def _plain(value: Any) -> Value:
    """A value of any numpy type as a string or a float, because a store needs JSON."""
    return value if isinstance(value, str) else float(value)


def _cases(over: Any) -> Iterator[Case]:
    """The cases as plain numbers and strings; at least one, all with the same names."""
    if isinstance(over, Mapping):
        combinations = product(*over.values())
        cases = [dict(zip(over, values)) for values in combinations]
    else:
        cases = [dict(case) for case in over]
    if not cases:
        raise ValueError("there is no case to run")
    for case in cases:
        if list(case) != list(cases[0]):
            raise ValueError(f"cases have different names: {list(cases[0])} and {list(case)}")
        yield {name: _plain(value) for name, value in case.items()}


def _set_up(work: _Work) -> Model:
    """A model with its preset and setup; kind "constrained" needs a System for its equations."""
    model: Model = System() if work.kind == "constrained" else Model(work.kind)
    if work.preset is not None:
        model.load_preset(work.preset)
    if work.setup:
        work.setup(model)
    return model


def _made(work: _Work, case: Case) -> Model:
    model = _set_up(work)
    for name, value in (*work.settings, *case.items()):
        if isinstance(value, str):
            model.set_choice(name, value)
        else:
            model[name] = value
    return model


def _try_names(work: _Work, case: Case) -> None:
    """Raise the error of a wrong name before any run, because it is wrong in every case."""
    with _set_up(work) as model:
        known = {variable["name"] for variable in model.variables()}
        for name in (*dict(work.settings), *case, *work.record):
            if name not in known:
                model[name]  # raises, with the nearest name


def _run_case(work: _Work, case: Case) -> Row:
    nothing = [float("nan")] * len(work.record)
    model = None
    try:
        model = _made(work, case)
        model.init(work.t0)
        while model.step_to(work.t_end) == "event":
            pass
        status = wd.WD_OK if model.time == work.t_end else wd.WD_END
        return (status, "", model.time, *(float(model[name]) for name in work.record))
    except Error as error:
        time = model.time if model else float("nan")
        return (error.code, error.text, time, *nothing)
    finally:
        if model:
            model.close()


def _run_chunk(work: _Work, cases: List[Case]) -> List[Row]:
    return [_run_case(work, case) for case in cases]


def _results(
    work: _Work, chunks: Mapping[int, List[Case]], executor: Optional[Executor]
) -> Iterator[Tuple[int, List[Row]]]:
    """Number and rows of each chunk, in the order in which they are done."""
    if executor is None:
        for i, part in chunks.items():
            yield i, _run_chunk(work, part)
        return
    futures: Dict[Future[List[Row]], int] = {
        executor.submit(_run_chunk, work, part): i for i, part in chunks.items()
    }
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


def _table(cases: List[Case], record: Sequence[str], rows: List[Row]) -> npt.NDArray[np.void]:
    def column(name: str) -> Any:
        texts = [value for value in (case[name] for case in cases) if isinstance(value, str)]
        return f"U{max(map(len, texts))}" if texts else "f8"

    dtype = [(name, column(name)) for name in cases[0]]
    dtype += [("status", "i4"), ("text", "U255"), ("time", "f8")]
    dtype += [(name, "f8") for name in record]
    return np.array([(*case.values(), *row) for case, row in zip(cases, rows)], dtype=dtype)
