# SPDX-License-Identifier: MIT
"""Rows of a run, which can be plotted, tabulated and replayed."""

from __future__ import annotations

import html
from importlib import import_module
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _constants as wd
from ._errors import unknown
from ._parts import as_tuple

if TYPE_CHECKING:
    from ._model import Model

    _Array = np.ndarray[Any, np.dtype[np.void]]
else:
    _Array = np.ndarray

# A table in a notebook shows this many of the first and of the last rows, and this many columns
# beside the time.
_SHOWN_ROWS = 5
_SHOWN_COLUMNS = 8
_PLOTTED_COLUMNS = 8  # columns that plot() draws if no names are given and no key variable is there
# A legend with more names stands beside the axes, because it would hide the curves.
_LEGEND_INSIDE = 4


class Rows(_Array):
    """A numpy structured array with the field "time" and the recorded fields, a row for each time.

    Use it as any array; a single column is a plain array. In a notebook it is shown as a replay if
    it has all states and its model is open and still in the same motion, else as a table.
    `Rows(array, model)` makes rows of an array with such fields, for example of joined runs.
    """

    units: Dict[str, str]
    choices: Dict[str, List[str]]
    _key: Tuple[str, ...]
    _model: Optional[Model]
    _motion: object

    def __new__(cls, rows: npt.NDArray[np.void], model: Model) -> Rows:
        self = np.asarray(rows).view(cls)
        self.units, self.choices = model._table.described(rows.dtype.names or ())
        self._key = model.key_variables if model._free.alive else ()
        self._model, self._motion = model, model._motion
        return self

    def __array_finalize__(self, other: Any) -> None:
        self.units = getattr(other, "units", {})
        self.choices = getattr(other, "choices", {})
        self._key = getattr(other, "_key", ())
        self._model = getattr(other, "_model", None)
        self._motion = getattr(other, "_motion", None)

    if not TYPE_CHECKING:

        def __getitem__(self, key):
            item = super().__getitem__(key)
            return item if getattr(item, "dtype", self.dtype).names else np.asarray(item)[()]

    def __reduce__(self) -> Any:
        return _restored, (np.asarray(self), self.units, self.choices, self._key)

    def plot(self, names: Union[None, str, Sequence[str]] = None, axes: Any = None) -> Any:
        """Plot columns over time with matplotlib.

        Columns of one unit share one axes; each choice has its own, with the names of its values.
        Without `names` the columns that describe the motion best are plotted. `axes`: the axes to
        draw on, one for each unit and choice; by default new ones. Returns the axes as a numpy
        array. ValueError: wrong name or number of axes, or no times; ImportError: no matplotlib.
        """
        self._need_time()
        groups = self._groups(self._key_columns() if names is None else as_tuple(names))
        if axes is None:
            pyplot = import_module("matplotlib.pyplot")
            _, axes = pyplot.subplots(len(groups), sharex=True, squeeze=False,
                                      figsize=(7, 1 + 1.8 * len(groups)), layout="constrained")
        all_axes = np.ravel(np.array(axes, dtype=object))
        if len(all_axes) != len(groups):
            raise ValueError(f"{len(groups)} axes are needed, one for each unit and choice; "
                             f"{len(all_axes)} are given")
        for each, group in zip(all_axes, groups):
            self._draw(each, group)
        all_axes[-1].set_xlabel("time [s]")
        return all_axes

    def to_pandas(self, choices: Literal["number", "name"] = "number") -> Any:
        """The columns as a pandas.DataFrame with the time as its index.

        Its `attrs["units"]` has the unit of each column. With choices="name" choices are
        categories of their names, else they are as recorded. ValueError: no times; ImportError:
        no pandas.
        """
        if choices not in ("number", "name"):
            raise ValueError(f"choices must be 'number' or 'name', not {choices!r}")
        self._need_time()
        pandas = import_module("pandas")
        columns = {name: self._category(name) if choices == "name" and name in self.choices
                   else self[name] for name in self._columns()}
        frame = pandas.DataFrame(columns, index=pandas.Index(self["time"], name="time"))
        frame.attrs["units"] = {name: self.units[name] for name in self._columns()}
        return frame

    def _repr_html_(self) -> str:
        from . import replay
        model = self._model
        if model is not None and model._motion is self._motion and not model._busy:
            try:
                return replay.frame(replay.scene(model, self, most=replay.FEW_ROWS))
            except ValueError:
                pass  # no states, or nothing to draw
        return self._table_html()

    # ---- columns ----

    def _need_time(self) -> None:
        if "time" not in (self.dtype.names or ()):
            raise ValueError('these rows have no field "time"; select it too: '
                             'rows[["time", "NAME"]]')

    def _columns(self) -> Tuple[str, ...]:
        return tuple(name for name in self.dtype.names or () if name != "time")

    def _key_columns(self) -> Tuple[str, ...]:
        """Columns to plot if none are named: key variables of the model, else the first ones."""
        columns = self._columns()
        return tuple(name for name in self._key if name in columns) or columns[:_PLOTTED_COLUMNS]

    def _groups(self, names: Sequence[str]) -> List[List[str]]:
        """Names that share an axes, in the order of the first of each."""
        groups: Dict[str, List[str]] = {}
        for name in names:
            if name not in self._columns():
                raise ValueError(self._why_not(name))
            groups.setdefault(name if name in self.choices else f"[{self.units.get(name, '')}]",
                              []).append(name)
        if not groups:
            raise ValueError("there is no column to plot")
        return list(groups.values())

    def _why_not(self, name: str) -> str:
        """Why there is no column of this name to plot."""
        model = self._model
        if model is not None and model._free.alive and name in model:
            return f"no column {name!r}: it was not recorded; name it in `record` of run()"
        return unknown(wd.WD_ENAME, "column", name, self._columns()).text

    def _category(self, name: str) -> Any:
        codes = self._numbers(name).astype(int)
        return import_module("pandas").Categorical.from_codes(codes, self.choices[name])

    def _numbers(self, name: str) -> npt.NDArray[Any]:
        """A column as numbers, even if it is a choice that was recorded by names."""
        column: npt.NDArray[Any] = self[name]
        if column.dtype.kind != "U":
            return column
        return np.array([self.choices[name].index(each) for each in column.tolist()], np.float64)

    def _draw(self, axes: Any, names: Sequence[str]) -> None:
        if names[0] in self.choices:
            texts = self.choices[names[0]]
            axes.step(self["time"], self._numbers(names[0]), where="post", label=names[0])
            axes.set_yticks(range(len(texts)), texts)
            axes.set_ylim(-0.5, len(texts) - 0.5)
        else:
            for name in names:
                axes.plot(self["time"], self[name], label=name)
            unit = self.units.get(names[0], "")
            axes.set_ylabel(f"[{unit}]" if unit not in ("", "1") else "")
        axes.grid(True, alpha=0.3)
        if len(names) > _LEGEND_INSIDE:
            axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize="small")
        else:
            axes.legend(loc="best", fontsize="small")

    def _table_html(self) -> str:
        """A table of the first and the last rows."""
        names = (self.dtype.names or ())[:1 + _SHOWN_COLUMNS]
        left_out = len(self.dtype.names or ()) - len(names)
        heads = [f"{name} [{self.units.get(name, '')}]" for name in names]
        lines = ["".join(f"<th>{html.escape(head)}</th>" for head in heads)]
        count = len(self)
        shown = [*range(count)] if count <= 2 * _SHOWN_ROWS else [
            *range(_SHOWN_ROWS), None, *range(count - _SHOWN_ROWS, count)]
        for i in shown:
            cells = ["…"] * len(names) if i is None else [_text(self[name][i]) for name in names]
            lines.append("".join(f"<td>{html.escape(cell)}</td>" for cell in cells))
        more = f"; {left_out} more columns" if left_out else ""
        return ("<table>" + "".join(f"<tr>{line}</tr>" for line in lines)
                + f"</table><p>{count} rows{more}</p>")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"


def _restored(rows: npt.NDArray[np.void], units: Dict[str, str], choices: Dict[str, List[str]],
              key: Tuple[str, ...] = ()) -> Rows:
    """Unpickle rows; the model is not stored with them."""
    made: Rows = rows.view(Rows)
    made.units, made.choices, made._key = units, choices, key
    return made
