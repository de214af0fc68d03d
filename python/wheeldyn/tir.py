# SPDX-License-Identifier: MIT
"""Tyres described in .tir files (TNO, Adams and others): the numbers of a part "tyre".

    t = wd.read_tir("front.tir", side="left")
    print(t["pky1"], t["radius"], t.dropped, t.notes)
"""

from __future__ import annotations

import math
from typing import Dict, List, Optional, Tuple, Union

from ._tir_file import File, Path, exp, quadratic
from ._tir_reasons import REASONS

# Coefficients and scale factors of the formula: keys of the file. In small letters they are the
# names of the variables.
_COEFFICIENTS = ("PCX1 PDX1 PDX2 PDX3 PEX1 PEX2 PEX3 PEX4 PKX1 PKX2 PKX3 PHX1 PHX2 PVX1 PVX2 "
                 "PPX1 PPX2 PPX3 PPX4 RBX1 RBX2 RBX3 RCX1 REX1 REX2 RHX1 QSX1 QSX2 QSX3 QSX4 QSX5 "
                 "QSX6 QSX7 QSX8 QSX9 QSX10 QSX11 QSX12 QSX13 QSX14 PPMX1 PCY1 PDY1 PDY2 PDY3 "
                 "PEY1 PEY2 PEY3 PEY4 PEY5 PKY1 PKY2 PKY3 PKY4 PKY5 PKY6 PKY7 PHY1 PHY2 PHY3 PVY1 "
                 "PVY2 PVY3 PVY4 PPY1 PPY2 PPY3 PPY4 PPY5 RBY1 RBY2 RBY3 RBY4 RCY1 REY1 REY2 RHY1 "
                 "RHY2 RVY1 RVY2 RVY3 RVY4 RVY5 RVY6 QSY1 QSY2 QSY3 QSY4 QSY5 QSY6 QSY7 QSY8 QBZ1 "
                 "QBZ2 QBZ3 QBZ4 QBZ5 QBZ9 QBZ10 QCZ1 QDZ1 QDZ2 QDZ3 QDZ4 QDZ6 QDZ7 QDZ8 QDZ9 "
                 "QDZ10 QDZ11 QEZ1 QEZ2 QEZ3 QEZ4 QEZ5 QHZ1 QHZ2 QHZ3 QHZ4 PPZ1 PPZ2 SSZ1 SSZ2 "
                 "SSZ3 SSZ4").split()
_FACTORS = ("LFZO LCX LMUX LEX LKX LHX LVX LCY LMUY LEY LKY LHY LVY LTR LRES LXAL LYKA LVYKA LS "
            "LKYC LKZC LVMX LMX LMY").split()
_FLIPPED = ("PHY1 PHY2 PVY1 PVY2 PEY3 RHX1 RBY3 RVY1 RVY2 QSX1 QBZ4 QDZ3 QDZ6 QDZ7 QEZ4 QHZ1 "
            "QHZ2 SSZ1").split()

# Keys that have a dimension: the variable, and the dimension in units of the file.
_DIMENSIONED = {
    "UNLOADED_RADIUS": ("radius", "LENGTH"),
    "FNOMIN": ("nominal_load", "FORCE"),
    "LONGVL": ("reference_speed", "LENGTH / TIME"),
    "INFLPRES": ("pressure", "PRESSURE"),
    "NOMPRES": ("nominal_pressure", "PRESSURE"),
    "VERTICAL_STIFFNESS": ("vertical_stiffness", "FORCE / LENGTH"),
    "VERTICAL_DAMPING": ("vertical_damping", "FORCE TIME / LENGTH"),
    "LONGITUDINAL_STIFFNESS": ("forward_stiffness", "FORCE / LENGTH"),
    "LATERAL_STIFFNESS": ("side_stiffness", "FORCE / LENGTH"),
    "YAW_STIFFNESS": ("turning_stiffness", "FORCE LENGTH / ANGLE"),
    "BREFF": ("breff", "1"), "DREFF": ("dreff", "1"), "FREFF": ("freff", "1"),
    "Q_RE0": ("q_re0", "1"),
}
# Defaults of the library that are noted if the file does not give the key.
_DEFAULTS = {"LONGVL": "16.7 m/s", "VERTICAL_DAMPING": "500 N s/m", "BREFF": "8", "DREFF": "0.24",
             "FREFF": "0.01", "Q_RE0": "1"}
_MUST_BE_ABOVE_0 = ("UNLOADED_RADIUS FNOMIN LONGVL INFLPRES NOMPRES VERTICAL_STIFFNESS "
                    "VERTICAL_DAMPING LONGITUDINAL_STIFFNESS LATERAL_STIFFNESS YAW_STIFFNESS "
                    "Q_RE0").split()
# Coefficients that change their sign together with D_y, without any effect on the forces.
_WITH_PEAK = "PDY1 PDY2 RVY1 RVY2 RVY3 QBZ10".split()
# Largest load at which init checks the formula, relative to the nominal load.
_MOST_LOAD = 3.0
_RANGES = {"FZMIN": "FORCE", "FZMAX": "FORCE", "KPUMIN": "1", "KPUMAX": "1", "ALPMIN": "ANGLE",
           "ALPMAX": "ANGLE", "CAMMIN": "ANGLE", "CAMMAX": "ANGLE", "PRESMIN": "PRESSURE",
           "PRESMAX": "PRESSURE", "VXMIN": "LENGTH / TIME", "VXMAX": "LENGTH / TIME"}
_NEEDED = ("VERTICAL_STIFFNESS FNOMIN UNLOADED_RADIUS PCX1 PDX1 PKX1 PCY1 PDY1 PKY1 "
           "PKY2").split()
_ALIASES = {"LFZ0": "LFZO", "LKYG": "LKYC", "LVYK": "LVYKA", "IP": "INFLPRES",
            "IP_NOM": "NOMPRES", "QPZ1": "PPZ1"}

_MF52 = {"5", "6", "21", "51", "52", "5.2", "MF-TYRE", "MF_TYRE", "PAC2002"}
_MF61 = {"60", "61", "62", "6.1", "6.2"}
_REFUSED = ("PAC89", "PAC94", "PAC_MC", "PACTIME", "FIALA", "UA", "FTIRE", "SWIFT", "CDTIRE",
            "RMOD-K", "RMODK", "HSRI", "TMEASY", "MC-TYRE", "MF-MCTYRE", "MF_MCTYRE", "521", "5.21",
            "5.2.1", "521_EQUATION", "HARTY", "HYPERBOLIC", "SAE", "TABLE")
_OTHER_LAW = "is another law; MF-Tyre 5.2, 6.1 and 6.2 and PAC2002 are read"
_DECLARES_FORM = ("FITTYP", "PROPERTY_FILE_FORMAT")
_SILENT = {"FILE_TYPE", "FILE_VERSION", "FILE_FORMAT", "COMMENTS", "COMMENT", "TITLE", "USE_MODE",
           "TYRESIDE", "FUNCTION_NAME", "PROPERTY_FILE_TYPE", *_DECLARES_FORM}


class Tir(Dict[str, Union[float, str]]):
    """Values by names of variables of a tyre, in SI units, with `radius` for the wheel.

    dropped: keys of the file that were not taken over, with the reason; notes: what was changed or
    assumed; ranges: limits in SI units within which the file says that it is valid, such as
    {"FZMAX": 9000.0}; those of a mirrored tyre are mirrored, too; name: the file.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.dropped: Dict[str, str] = {}
        self.notes: List[str] = []
        self.ranges: Dict[str, float] = {}


def read_tir(path_or_text: Path, side: Optional[str] = None) -> Tir:
    """The numbers of a tyre in a .tir file. The argument is its path, or its text if it contains a
    line break.

    side: "left" or "right", the side of the car on which the tyre stands: a file for the other side
    is mirrored. Error WD_EINVAL, with file and line or key, if the text is not that of a .tir file,
    has another tyre law, lacks required keys, or has more than 400 kB, 1000 keys or 1000 points of
    its load curve; OSError if the file cannot be read. Missing coefficients of the formula are 0
    (PKY4: 2), missing scale factors 1. Other missing numbers are not in the result: a part then has
    the library's defaults, which `notes` name. Read `dropped` and `notes`, because some keys of
    every file are not used.
    """
    if side not in (None, "left", "right"):
        raise ValueError(f"side must be 'left', 'right' or None, not {side!r}")
    return _Reader(File(path_or_text), side).tir


class _Reader:
    def __init__(self, file: File, side: Optional[str]) -> None:
        self.file, self.tir = file, Tir(file.name)
        self.used = set(_SILENT)
        self.tir.notes += file.notes
        self._resolve_aliases()
        formula = self._formula()
        self.tir.update(form="magic", formula=formula)
        self._check_needed()
        self._take_dimensioned()
        self._take_coefficients()
        self._scale_load()
        self._fill_pressure()
        self._fill_carcass()
        self._check_camber_scales()
        self._keep_ranges(self._mirror(side))
        self._limit_load()
        self._list_dropped()

    # ---- keys ----

    def _resolve_aliases(self) -> None:
        entries = self.file.entries
        for alias, key in _ALIASES.items():
            if alias not in entries:
                continue
            self.used.add(alias)
            if key in entries:
                self.tir.notes.append(f"{alias} is ignored: it is another name of {key}, which "
                                      "the file also has")
            else:
                entries[key] = entries[alias]
                self.tir.notes.append(f"{alias} is taken for {key}")

    def _has(self, key: str) -> bool:
        return key in self.file.entries

    def _number(self, key: str, dimension: str = "1") -> float:
        self.used.add(key)
        factor = self.file.factor(dimension)
        value = self.file.number(key) * factor
        if factor != 1:
            self.tir.notes.append(f"{key} = {self.file.entries[key].text} is {value:g} in SI units")
        return value

    def _refuse(self, key: str, why: str) -> Exception:
        return self.file.wrong(f"{key} = {self.file.entries[key].text} {why}",
                               self.file.entries[key].line)

    def _formula(self) -> str:
        """The formula, mf61 or mf52: from the keys that declare it, else mf61 if PKY4 exists."""
        known: List[str] = []
        other: List[str] = []
        for key in _DECLARES_FORM:
            if not self._has(key):
                continue
            text = self.file.entries[key].text.upper()
            text = text[:-2] if text.endswith(".0") else text
            if text in _MF61 or text in _MF52:
                known.append("mf61" if text in _MF61 else "mf52")
            elif text in _REFUSED or key == "FITTYP":
                raise self._refuse(key, _OTHER_LAW)
            elif text != "USER":
                other.append(key)
        if known:
            return known[0]
        if other:
            raise self._refuse(other[0], _OTHER_LAW)
        formula = "mf61" if self._has("PKY4") else "mf52"
        self.tir.notes.append(f"no FITTYP: taken for {formula}, as PKY4 is "
                              f"{'there' if formula == 'mf61' else 'missing'}")
        return formula

    def _check_needed(self) -> None:
        missing = [key for key in _NEEDED if not self._has(key)
                   and not (key == "VERTICAL_STIFFNESS" and self._curve())]
        if missing:
            raise self.file.wrong(f"needed and missing: {', '.join(missing)}")

    def _take_dimensioned(self) -> None:
        for key, (name, dimension) in _DIMENSIONED.items():
            if not self._has(key):
                if key in _DEFAULTS:
                    self.tir.notes.append(f"{key} is missing: {name} is the default, "
                                          f"{_DEFAULTS[key]}")
                continue
            value = self._number(key, dimension)
            if key in _MUST_BE_ABOVE_0 and not value > 0:
                if key in _NEEDED:
                    raise self._refuse(key, "must be above 0")
                self.tir.notes.append(f"{key} = {value:g} is not above 0 and left out")
            else:
                self.tir[name] = value

    def _take_coefficients(self) -> None:
        for key in _COEFFICIENTS:
            self.tir[key.lower()] = self._number(key) if self._has(key) else 0.0
        if not self._has("PKY4"):
            self.tir["pky4"] = 2.0
        for key in _FACTORS:
            self.tir[key.lower()] = self._number(key) if self._has(key) else 1.0
        if self.tir["formula"] == "mf61" and not self._has("QSY7") and self.real("qsy1"):
            self.tir.notes.append("QSY7 is missing: rolling resistance does not depend on the load")
        if self.real("pky1") >= 0:
            raise self._refuse("PKY1", "must be below 0: is the file not in ISO-W axes?")
        if self.real("pky2") == 0:
            raise self._refuse("PKY2", "must not be 0")
        if not self.real("lfzo") * self.real("nominal_load") > 0:
            raise self._refuse("LFZO", "must be above 0")
        self._make_peak_positive()

    def _make_peak_positive(self) -> None:
        """Give the peak factor D_y of the side force its positive sign. The force
        D_y sin(C_y atan(B_y ...)) with B_y = K_y/(C_y D_y) is the same for both signs."""
        peak = self.real("pdy1")
        if peak < 0:
            for key in _WITH_PEAK:
                self.tir[key.lower()] = 0.0 - self.real(key.lower())
            self.tir.notes.append(f"PDY1 = {peak:g} is negative: {', '.join(_WITH_PEAK)} change "
                                  "their sign, which changes no force")

    def _is_sound_at(self, load: float) -> bool:
        """True if friction and slip stiffness per load are above 0 at a load."""
        df = load / (self.real("lfzo") * self.real("nominal_load")) - 1
        return all(self.real(f"{name}1") + self.real(f"{name}2") * df > 0
                   for name in ("pkx", "pdx", "pdy"))

    def _limit_load(self) -> None:
        """Limit the loads of the formula to the file's own range, up to FZMAX, if friction or
        stiffness is 0 or negative between this range and the largest load that init checks. A file
        whose LFZO makes a smaller tyre of a large one may have the range of the large one: then
        the range of df_z in which the coefficients were found ends at LFZO FZMAX."""
        checked = _MOST_LOAD * self.real("nominal_load")
        most, limit = self.tir.ranges.get("FZMAX", math.inf), "FZMAX"
        if not self._is_sound_at(most) and self.real("lfzo") < 1:
            most, limit = most * self.real("lfzo"), "LFZO FZMAX"
        if self._is_sound_at(checked) or not 0 < most < checked or not self._is_sound_at(most):
            return
        self.tir["largest_load"] = most
        self.tir.notes.append(
            f"a friction or stiffness of the formula is 0 or negative at {checked:g} N: above "
            f"{limit} = {most:g} N forces are those at this load, times the ratio of loads")

    def real(self, name: str) -> float:
        value = self.tir[name]
        assert isinstance(value, float)
        return value

    # ---- load, pressure, carcass ----

    def _curve(self) -> List[Tuple[float, float]]:
        """Deflections and loads of the table, in SI units, where both are above 0."""
        length, force = self.file.factor("LENGTH"), self.file.factor("FORCE")
        return [(d * length, f * force) for d, f in self.file.points if d > 0 and f > 0]

    def _scale_load(self) -> None:
        curve = self._curve()
        if curve:
            try:
                stiffness, stiffening, why = quadratic(curve)
            except ArithmeticError:
                raise self.file.wrong("DEFLECTION_LOAD_CURVE: no finite stiffness fits its points"
                                      ) from None
            self.tir["vertical_stiffness"], self.tir["vertical_stiffening"] = stiffness, stiffening
            self._note_fit(curve, stiffness, stiffening, why)
        if self._has("LCZ"):
            scale = self._number("LCZ")
            if not scale > 0:
                raise self._refuse("LCZ", "must be above 0")
            for name in ("vertical_stiffness", "vertical_stiffening"):
                if name in self.tir:
                    self.tir[name] = self.real(name) * scale
            if scale != 1:
                self.tir.notes.append(f"LCZ = {scale:g} scales the vertical stiffness")

    def _note_fit(self, curve: List[Tuple[float, float]], a: float, b: float, why: str) -> None:
        error, at = max((abs((a + b * d) * d / f - 1), d) for d, f in curve)
        self.tir.notes.append(
            f"DEFLECTION_LOAD_CURVE: load is {a:.6g} d + {b:.6g} d^2 by its {len(curve)} points, "
            f"in place of VERTICAL_STIFFNESS; it differs from them by at most {100 * error:.2g} %, "
            f"at d = {at:.4g} m")
        if why and error > 1e-9:  # points on a line may give a tiny b of either sign
            self.tir.notes.append(
                f"DEFLECTION_LOAD_CURVE: a straight line is fitted, because {why}")
        ignored = len(self.file.points) - len(curve) - self.file.points.count((0.0, 0.0))
        if ignored:
            self.tir.notes.append(
                f"DEFLECTION_LOAD_CURVE: {ignored} point{' is' if ignored == 1 else 's are'} "
                "ignored, because deflection or load is not above 0")

    def _fill_pressure(self) -> None:
        for name, other in (("pressure", "nominal_pressure"), ("nominal_pressure", "pressure")):
            if name not in self.tir and other in self.tir:
                self.tir[name] = self.tir[other]
                self.tir.notes.append(f"{name} is not given: that of {other}")

    def _fill_carcass(self) -> None:
        """Compute missing stiffnesses of the carcass as slip stiffness divided by relaxation
        length, both at nominal load, as in MF-Tyre 5.2."""
        t, R, F = self.real, self.real("radius"), self.real("nominal_load")
        load = F * t("lfzo")
        df = F / load - 1
        if "forward_stiffness" not in self.tir and self._has("PTX1"):
            slip = F * (t("pkx1") + t("pkx2") * df) * exp(t("pkx3") * df) * t("lkx")
            self._relax("forward_stiffness", "PTX1", slip, self._number("PTX1") * R,
                        "PKX1, PKX2 and PKX3")
        if "side_stiffness" not in self.tir and self._has("PTY1") and self._has("PTY2"):
            angle = math.atan(F / load / t("pky2"))
            slip = -t("pky1") * load * math.sin(t("pky4") * angle) * t("lky")
            half = self._number("PTY2")
            sigma = self._number("PTY1") * math.sin(2 * math.atan(1 / half)) * R if half else 0.0
            self._relax("side_stiffness", "PTY1", slip, sigma, "PKY1, PKY2 and PKY4")
        for name in ("forward_stiffness", "side_stiffness", "turning_stiffness"):
            if name not in self.tir:
                self.tir.notes.append(f"{name} of the carcass is not given: the default is used")

    def _relax(self, name: str, key: str, slip: float, sigma: float, others: str) -> None:
        if slip > 0 and sigma > 0:
            if not math.isfinite(slip / sigma):
                raise self._refuse(key, f"gives a {name} that is not finite, with {others}")
            self.tir[name] = slip / sigma
            self.tir.notes.append(f"{name} of the carcass is {slip / sigma:.6g} N/m, by {key}: a "
                                  f"relaxation length of {sigma:.4g} m at nominal load")

    # ---- sides, ranges, what is left ----

    def _check_camber_scales(self) -> None:
        for key in ("LGAX", "LGAY", "LGAZ"):
            if self._has(key) and self._number(key) != 1:
                raise self._refuse(key, "scales camber, which is not supported unless it is 1")

    def _mirror(self, side: Optional[str]) -> bool:
        """Mirror the tyre if it stands on the other side; returns whether it did."""
        entries = self.file.entries
        of_file = entries["TYRESIDE"].text.lower() if self._has("TYRESIDE") else ""
        differs = side is not None and of_file in ("left", "right") and side != of_file
        negative = False
        if self._has("USE_MODE"):
            mode = self.file.number("USE_MODE")
            negative = mode < 0
            but = " except for its sign" if negative else ""
            self.tir.notes.append(f"USE_MODE = {mode:g} is ignored{but}")
        if differs == negative:
            if differs:
                self.tir.notes.append("TYRESIDE and a negative USE_MODE mirror twice: the file is "
                                      "used as it is")
            return False
        for key in _FLIPPED:
            self.tir[key.lower()] = 0.0 - self.real(key.lower())
        why = (f"TYRESIDE is {of_file}, the tyre stands {side}" if differs
               else "USE_MODE is negative")
        self.tir.notes.append(f"{why}: mirrored, {len(_FLIPPED)} coefficients change their sign")
        return True

    def _keep_ranges(self, mirrored: bool) -> None:
        ranges = self.tir.ranges
        for key, dimension in _RANGES.items():
            if self._has(key):
                ranges[key] = self._number(key, dimension)
        for name in ("ALP", "CAM") if mirrored else ():
            limits = {f"{name}MAX": ranges.pop(f"{name}MIN", None),
                      f"{name}MIN": ranges.pop(f"{name}MAX", None)}
            ranges.update((key, -limit) for key, limit in limits.items() if limit is not None)

    def _list_dropped(self) -> None:
        for key in self.file.entries:
            if key not in self.used:
                self.tir.dropped[key] = next((why for start, why in REASONS
                                              if key.startswith(start)), "the law does not use it")
