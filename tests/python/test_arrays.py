# SPDX-License-Identifier: MIT
"""Numbers and arrays of callers: accepted ones, and refused ones, whose errors name them."""

import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn import bicycle
from wheeldyn.constrained import Constrained
from wheeldyn.contact import Contacts

HILL = [[0, 0], [1, 0], [2, 1]]


@pytest.fixture(autouse=True)
def strict():
    """Turn warnings into errors, because lossy conversions only warn."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize("points", [
    HILL, tuple(map(tuple, HILL)), np.array(HILL), np.array(HILL, ">f8"), np.array(HILL, "f4"),
    np.array(HILL, "u1"), np.array(HILL, np.longdouble), np.asfortranarray(np.array(HILL, float)),
    np.array(HILL + HILL[::-1], float)[:3], np.array(HILL, object),
    np.array(HILL)[:, ::-1][:, ::-1], np.array(HILL, float).data,
    [[Fraction(0), Decimal(0)], [1, 0], [np.float32(2), np.int8(1)]],
], ids=range(13))
def test_arrays_of_real_numbers_are_accepted(points):
    with wd.Model("impact_wheel") as model:
        model.set_terrain(points)
        assert model.terrain[0].tolist() == HILL


def test_bools_are_numbers():
    with wd.Model("impact_wheel") as model:
        model.set_terrain(np.array([[False, False], [True, False]]))
        assert model.terrain[0].tolist() == [[0, 0], [1, 0]]


NO_NUMBERS = [
    np.array(HILL, complex), [[0, 0], [1j, 0]], np.array([[0, 0], [1j, 0]], object),
    np.ma.masked_array(HILL, mask=[[1, 0], [0, 0], [0, 0]]), np.ma.masked_array(HILL),
    np.array([["0", "0"], ["1", "0"]]), [["0", "0"], ["1", "0"]], [["0", 0], [1, 0]],
    np.array([["0", 0], [1, 0]], object), [[None, 0], [1, 0]], [[0, 0], [1]], "hill", b"hill", {},
    np.array(HILL, "m8[s]"), np.array(HILL, "M8[s]"), np.zeros((2, 2), [("x", float)]), object(),
]


@pytest.mark.parametrize("points", NO_NUMBERS, ids=range(len(NO_NUMBERS)))
def test_arrays_of_other_things_are_refused(points):
    with wd.Model("impact_wheel") as model:
        with pytest.raises(TypeError, match="^a terrain must "):
            model.set_terrain(points)
        assert model.terrain is None


COMPLEX, MASKED = np.array([[1j, 0]]), np.ma.masked_array([[1.0, 2.0]], mask=[[1, 0]])


@pytest.mark.parametrize("bad", [COMPLEX, MASKED, "x"])
@pytest.mark.parametrize("name, call", [
    ("A", lambda x: Constrained(2, 1).inverse(x)),
    ("N", lambda x: Constrained(2, 1).inverse([[1, 0]], N=x)),
    ("q", lambda x: Contacts(2, 1).set_problem(0.5, x)),
    ("mu", lambda x: Contacts(2, 1).set_problem(x, [[-1, 0]])),
    ("mu", lambda x: Contacts(2, 1).set_problem(x[0], [[-1, 0]])),
    ("value", lambda x: Contacts(2, 1).set_rows([0, 1, 2], [0, 1], x[0])),
    ("guess", lambda x: Contacts(2, 1).solve(x)),
    ("a path", lambda x: wd.Model("torus_wheel").set_path(x)),
    ("t of a step signal", lambda x: wd.Model("torus_wheel").set_input(
        "input.control_mode", ("step", x[0], [1.0]))),
    ("speeds", lambda x: bicycle.modes(wd.Model("bicycle"), x[0])),
])
def test_every_array_is_checked(name, call, bad):
    with pytest.raises(TypeError, match=f"^{name} must "):
        call(bad)


@pytest.mark.parametrize("value", [
    1j, np.complex128(1), np.complex64(1), np.array(1j), np.ma.masked, np.ma.masked_array(3.0),
    "3", b"3", None, [1, 2], np.array([1.0, 2.0]), np.datetime64("2020-01-01"),
], ids=range(12))
def test_values_that_are_not_numbers(value, wheel):
    tool = Contacts(2, 1)
    for name, call in (("t", wheel.step_to), ("t0", wheel.init), ("dt", lambda x: wheel.run(1, x)),
                       ("tolerance", lambda x: setattr(tool, "tolerance", x)),
                       ("max_steps", lambda x: setattr(tool, "max_steps", x))):
        with pytest.raises(TypeError, match=f"^{name} must be a number"):
            call(value)
    if not isinstance(value, str):
        with pytest.raises(TypeError, match="^param.mass must be a number"):
            wheel["param.mass"] = value
    wheel.set_input("input.drive_torque", lambda t: value)
    with pytest.raises(TypeError, match="^the value of an input function must be a number"):
        wheel.init()
    assert wheel["param.mass"] == 25


def test_a_number_too_large_for_a_double_is_out_of_range(wheel, refused):
    assert "param.mass" in refused(wd.WD_ERANGE, wheel.__setitem__, "param.mass", 10**400)
    assert "t0" in refused(wd.WD_ERANGE, wheel.init, 10**400)
    assert "a terrain" in refused(wd.WD_ERANGE, wd.Model("impact_wheel").set_terrain,
                                  [[0, 0], [10**400, 0]])


def test_sizes_are_whole_numbers(refused):
    for d, contacts in ((2.0, 1), (2, 1.5), ("2", 1), (2, None), (2 + 0j, 1)):
        with pytest.raises(TypeError, match="must be a whole number, not"):
            Contacts(d, contacts)
    refused(wd.WD_EINVAL, Contacts, 2, 10**30)
    masked = np.ma.masked_array([0, 1, 2], mask=[1, 0, 0])
    with pytest.raises(TypeError, match="^row_start must not be masked"):
        Contacts(2, 1).set_rows(masked, [0, 1], [1.0, 1.0])
