# SPDX-License-Identifier: MIT
"""Wrong arguments of the functions of wheeldyn.ground: ValueErrors that name the argument."""

import inspect
import math

import numpy as np
import pytest
from wheeldyn import ground

# Arguments that each function accepts.
GOOD = {
    ground.kerb: {"x": 1, "height": 0.1},
    ground.stairs: {"x": 1, "tread": 0.3, "riser": -0.1, "n": 3},
    ground.threshold: {"x": 1, "width": 0.1, "height": 0.02, "chamfer": 0.01},
    ground.bump: {"x": 1, "length": 0.6, "height": 0.02},
    ground.iso8608: {"cls": "C", "length": 5, "dx": 0.1, "seed": 1, "waviness": 2},
    ground.isotropic: {"cls": "C", "nx": 5, "ny": 4, "dx": 0.1, "seed": 1},
    ground.crg: {"path": "road.crg", "cell": 0.1},
}
# Wrong values of every argument that is a number. Exceptions: None leaves the cell of crg() to the
# file, and a seed may be as large as it likes.
HUGE = 10**400
NO_NUMBERS = [math.nan, math.inf, -math.inf, "one", "1", b"1", "", None, [], (1, 2), {}, 1j,
              HUGE, np.array([1.0, 2.0]), np.datetime64("2020-01-01"), object()]
NEGATIVE = [-1, -0.01]
FRACTIONS = [0.5, 1.5]
# Further wrong values of each argument.
WRONG = {
    ("kerb", "height"): [0],
    ("stairs", "tread"): [0, *NEGATIVE], ("stairs", "riser"): [0],
    ("stairs", "n"): [0, 10**9, 1e300, *NEGATIVE, *FRACTIONS],
    ("threshold", "width"): [0, *NEGATIVE], ("threshold", "height"): [0, *NEGATIVE],
    ("threshold", "chamfer"): [0.021, 0.06, *NEGATIVE],
    ("bump", "length"): [0, *NEGATIVE], ("bump", "height"): [0, 0.3, -0.3],
    ("iso8608", "length"): [0, 1e300, *NEGATIVE], ("iso8608", "dx"): [0, 0.2, 1e-300, *NEGATIVE],
    ("iso8608", "seed"): [*NEGATIVE, *FRACTIONS], ("iso8608", "waviness"): [1e4, -1e4],
    ("isotropic", "nx"): [0, 10**9, 1e300, *NEGATIVE, *FRACTIONS],
    ("isotropic", "ny"): [0, 10**9, 1e300, *NEGATIVE, *FRACTIONS],
    ("isotropic", "dx"): [0, 0.2, *NEGATIVE], ("isotropic", "seed"): [*NEGATIVE, *FRACTIONS],
    ("crg", "cell"): [0, *NEGATIVE],
}
CLASSES = ["", "I", "AB", "a", b"A", 1, math.nan, None, ["A"]]
PATHS = [1, -1, math.nan, None, [], b"road.crg"]


def wrong_values(function, name):
    if name == "cls":
        return CLASSES
    if name == "path":
        return PATHS
    values = NO_NUMBERS + WRONG.get((function.__name__, name), [])
    right = {"cell": None, "seed": HUGE}
    return [value for value in values if name not in right or value is not right[name]]


@pytest.mark.parametrize("function, name", [
    (function, name) for function in GOOD for name in inspect.signature(function).parameters])
def test_an_error_names_the_argument(function, name):
    for value in wrong_values(function, name):
        with pytest.raises(ValueError, match=rf"\b{name} = ") as raised:
            function(**{**GOOD[function], name: value})
        assert len(str(raised.value)) < 200


@pytest.mark.parametrize("function", [f for f in GOOD if f is not ground.crg])
def test_the_results_of_good_arguments_are_finite(function):
    result = function(**GOOD[function])
    for array in result if isinstance(result, tuple) else (result,):
        assert len(array) > 0 and np.all(np.isfinite(array))


def test_all_functions_have_a_row():
    public = [each for name, each in vars(ground).items()
              if inspect.isfunction(each) and each.__module__ == ground.__name__
              and not name.startswith("_")]
    assert set(public) == {*GOOD, ground.join}


POINTS, BULGE = ground.kerb(1, 0.1)


@pytest.mark.parametrize("wrong", [
    None, 1, math.nan, "", "ab", (), (POINTS,), (POINTS, None), (None, BULGE), (POINTS, BULGE, 1),
    (POINTS, BULGE[1:]), (POINTS[:2], BULGE[:1]), (POINTS[:, :1], BULGE),
    (POINTS * math.nan, BULGE), (POINTS, BULGE + math.inf), (POINTS, "b"),
    (POINTS.tolist() + [(1,)], BULGE)])
def test_an_error_numbers_the_joined_profile(wrong):
    for k in (1, 2):
        profiles = [ground.kerb(0, 0.1), ground.kerb(1, 0.1)]
        profiles[k - 1] = wrong
        with pytest.raises(ValueError, match=rf"profile {k} of join\(\)"):
            ground.join(*profiles)


def test_a_path_without_a_file_is_an_os_error(tmp_path):
    with pytest.raises(OSError, match="none.crg"):
        ground.crg(tmp_path / "none.crg")
