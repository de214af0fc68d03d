#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Forces and moments of the Magic Formula by TyreDyn, for tests/ref/tyre/tyredyn.csv.

usage: tyredyn.py TYREDYN tyre_a.tir > tyredyn.csv

TYREDYN is a checkout of github.com/NiekvanRossem/TyreDyn (made with commit 4b10d78). The settings
remove what is not in the formula: small numbers of divisors are 0, there is no turn slip, and
friction does not depend on the slip speed. tests/ref/README.md lists the terms that are left out.
"""
import builtins
import random
import re
import sys
import types
import warnings

import numpy as np

ROWS = 40  # of each set

# Values of tyre_a that a set replaces, by key of the file.
ALWAYS = {"LMUX": 1, "LMUY": 1, "PPY5": 0}
TRAIL = {"LKY": 1, "LYKA": 1, "PKY3": 0, "PKY5": 0, "QEZ4": 0, "QEZ5": 0}
WITHOUT_RESIDUAL = {f"QDZ{i}": 0 for i in range(6, 12)}
SETS = {
    "forces": ALWAYS,
    "trail": ALWAYS | TRAIL | WITHOUT_RESIDUAL,
    "residual": ALWAYS | TRAIL,  # at slip angle 0
}

# Keys that TyreDyn requires and the file lacks: turn slip and limits of the inputs.
MISSING = ("PDXP1 PDXP2 PDXP3 PKYP1 PDYP1 PDYP2 PDYP3 PDYP4 PHYP1 PHYP2 PHYP3 PHYP4 PECP1 PECP2 "
           "QDTP1 QCRP1 QCRP2 QBRP1 QDRP1 KPUMIN ALPMIN CAMMIN FZMIN").split()


def prepare(folder, numbers):
    """Make the package run: it uses names of numpy 2, an import it does not need, and two names
    that it does not define."""
    sys.path.insert(0, folder)
    sys.modules.setdefault("jedi", types.SimpleNamespace(settings=None))
    builtins.warnings = warnings
    builtins.LMX = numbers["LMX"]
    warnings.simplefilter("ignore")
    for new, old in (("atan", "arctan"), ("atan2", "arctan2"), ("asin", "arcsin"),
                     ("acos", "arccos")):
        if not hasattr(np, new):
            setattr(np, new, getattr(np, old))


def read(path):
    numbers = {}
    for line in open(path, encoding="utf-8"):
        match = re.match(r"\s*([A-Z0-9_]+)\s*=\s*(\S+)", line.split("$")[0])
        try:
            numbers[match[1]] = float(match[2])
        except (TypeError, ValueError):
            pass
    return dict.fromkeys(MISSING, 0.0) | numbers


def tyre_of(numbers):
    from src.tyre_models.magic_formula_61 import MF61
    units = {"ANGLE": "'radians'", "LENGTH": "'m'", "FORCE": "'N'"}
    tyre = MF61({"UNITS": units, "X": numbers}, check_limits=False, check_format=False,
                use_mfeval_mode=False)
    eps = {"eps_r": 0.0, "eps_x": 0.0, "eps_kappa": 0.0, "eps_V": 0.0}
    tyre._params_flat.update(eps, zeta_default=1.0, LMUV=0.0, A_mu=10.0)
    for name in eps:
        setattr(tyre, "_" + name, 0.0)
    tyre.common._find_eps_y = types.MethodType(lambda self, load: 0.0, tyre.common)
    return tyre


def main(folder, path):
    numbers = read(path)
    prepare(folder, numbers)
    draw = random.Random(40).uniform
    print("set,Fz,kappa,alpha,gamma,V,Fx,Fy,Mx,My,Mz")
    for name, values in SETS.items():
        tyre = tyre_of(numbers | values)
        for _ in range(ROWS):
            load, slip, alpha, camber, speed = (
                round(draw(*limits), 5) for limits in
                ((500, 9000), (-0.5, 0.5), (-0.4, 0.4), (-0.15, 0.15), (3, 50)))
            alpha = 0.0 if name == "residual" else alpha
            at = {"SA": alpha, "SL": slip, "FZ": load, "IA": camber, "VX": speed, "N": 30.0}
            Fx, Fy = tyre.find_forces(**at)[:2]
            at |= {"P": numbers["INFLPRES"], "PHIT": 0.0}
            Mx = tyre.moments._find_mx_combined(**at)
            Mz = tyre.moments._find_mz_combined(**at)
            My = tyre.moments._MomentsMF6x__my_main_routine(FX=Fx, FZ=load, P=at["P"], IA=camber,
                                                           VCX=speed)
            inputs = [f"{x:.10g}" for x in (load, slip, alpha, camber, speed)]
            results = [f"{float(x):.17g}" for x in (Fx, Fy, Mx, My, Mz)]
            print(",".join([name] + inputs + results))


if __name__ == "__main__":
    main(*sys.argv[1:])
