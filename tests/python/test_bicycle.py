# SPDX-License-Identifier: MIT
"""Modes, critical speeds and files of parameters of bicycles."""

import sys

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn import bicycle

# Meijaard et al. (2007), Table 2 and section 4
WEAVE_SPEED, CAPSIZE_SPEED, DOUBLE_ROOT = 4.29238253634111, 6.02426201538837, 0.68428307889246
TABLE_2 = {  # weave, capsize and caster modes
    1: (3.52696170990070 + 0.80774027519930j, -3.13423125066578, -7.11008014637442),
    3: (1.70675605663975 + 2.31582447384325j, -2.63366137253667, -10.35101467245920),
    5: (-0.77534188219585 + 4.46486771378823j, -0.32286642900409, -14.07838969279820),
    6: (-1.52644486584142 + 5.87673060598709j, -0.00406690076970, -16.08537123098030),
    10: (-3.72016840437287 + 10.90681139476287j, 0.16105338653172, -24.62459635017404),
}


@pytest.fixture
def bike():
    with wd.Model("bicycle") as model:
        yield model


def test_linear_model(bike):
    bike["init.speed"] = 5.0
    bike.init()
    assert bike.linear_names() == ["roll", "steer", "roll_rate", "steer_rate"]
    weave, capsize, castering = TABLE_2[5]
    wanted = np.array([capsize, weave, weave.conjugate(), castering])
    assert np.abs(bike.eigenvalues() - wanted).max() < 1e-12
    a, b = bike.linearize(inputs=["input.steer_torque"])
    assert b.shape == (4, 1)
    assert np.abs(np.linalg.eigvals(a)[:, None] - wanted).min(axis=0).max() < 1e-11


def test_modes_against_the_published_table(bike):
    speeds = list(TABLE_2)
    found = bicycle.modes(bike, speeds)
    assert found.speed.tolist() == speeds
    for i, (weave, capsize, castering) in enumerate(TABLE_2.values()):
        assert np.abs(found.weave[i] - [weave, weave.conjugate()]).max() < 1e-12
        assert abs(found.capsize[i] - capsize) < 1e-12
        assert abs(found.castering[i] - castering) < 1e-12


def test_modes_are_shown_in_a_line(bike):
    assert repr(bicycle.modes(bike, [0, 5.5])) == "<Modes at 2 speeds from 0 to 5.5 m/s>"


def test_modes_through_the_double_root(bike):
    fine = bicycle.modes(bike, np.linspace(0, 10, 1001))
    assert np.all(fine.capsize.imag == 0) and np.all(fine.castering.imag == 0)
    below = fine.speed < DOUBLE_ROOT
    assert np.all(fine.weave[below].imag == 0) and np.all(fine.weave[~below, 0].imag > 0)
    assert np.abs(np.diff(fine.capsize)).max() < 0.02
    assert np.abs(np.diff(fine.castering)).max() < 0.05
    assert np.abs(fine.weave[0] - [5.53094371765393, 3.13164324790656]).max() < 1e-12
    assert abs(fine.capsize[0] + 3.13164324790656) < 1e-12
    assert abs(fine.castering[0] + 5.53094371765393) < 1e-12
    assert np.abs(bicycle.modes(bike, DOUBLE_ROOT).weave - 3.78290405129320).max() < 1e-6


def test_mode_names_do_not_depend_on_the_other_speeds(bike):
    whole = bicycle.modes(bike, np.linspace(0, 8, 81))
    for i in (0, 3, 40, 80):
        alone = bicycle.modes(bike, whole.speed[i])
        for mine, other in zip(alone[1:], whole[1:]):
            assert np.array_equal(mine[0], other[i])
    turned = bicycle.modes(bike, whole.speed[::-1])
    assert np.array_equal(turned.weave[::-1], whole.weave)


def test_zero_eigenvalues(bike):
    bike["param.gravity"] = 0.0
    found = bicycle.modes(bike, [0.0, 5.0])
    assert np.all(found.weave[0] == 0) and found.capsize[0] == 0 and found.castering[0] == 0
    assert found.castering[1].real < -1 and abs(found.capsize[1]) < 1e-12


def test_the_model_is_unchanged(bike):
    bike.set({"init.speed": 4.6, "init.roll_rate": 0.5})
    bike.set_input("input.steer_torque", lambda t: 0.1)
    bike.init()
    bike.step_to(0.5)
    before = bike.get(["state.rear_frame.roll", "output.speed"]).tolist()
    bicycle.modes(bike, [1, 2])
    bicycle.critical_speeds(bike)
    assert bike.time == 0.5
    assert bike.get(["state.rear_frame.roll", "output.speed"]).tolist() == before


def test_critical_speeds(bike):
    found = bicycle.critical_speeds(bike)
    assert found.weave == pytest.approx(4.292382536341104, abs=1e-10)
    assert found.capsize == pytest.approx(6.024262015388359, abs=1e-10)
    assert found.stable == [(found.weave, found.capsize)]
    at_weave, at_capsize = bicycle.modes(bike, found[:2])[1:3]
    assert abs(at_weave[0].real).max() < 1e-11 and abs(at_capsize[1]) < 1e-11
    bike["param.gravity"] = 4 * 9.81  # All speeds are proportional to the square root of gravity.
    assert bicycle.critical_speeds(bike).weave == pytest.approx(2 * found.weave, rel=1e-12)


def test_a_bicycle_without_stable_speeds(bike):
    bike["param.c"] = -0.08
    found = bicycle.critical_speeds(bike)
    assert found.stable == []
    for speed in (1.0, 5.0, 20.0):
        bike["init.speed"] = speed
        bike.init()
        assert bike.eigenvalues().real.max() > 0
        bike.reset()


def test_other_kinds_have_no_modes(refused):
    with wd.Model("rolling_wheel") as wheel:
        refused(wd.WD_ENAME, bicycle.modes, wheel, [1.0])


# Files

LINES = """
# a comment
w = 1.02+/-0.002
c = 0.08 +/- 0.01   # another
lam = 0.31415926535897932385
g = 9.81
rR = 0.3
mR = 2
IRxx = 0.0603
IRyy = 0.12
xB = 0.3
zB = -0.9
mB = 85
IBxx = 9.2
IBxz = 2.4
IByy = 11
IBzz = 2.8
xH = 0.9
zH = -0.7
mH = 4
IHxx = 0.05892
IHxz = -7.56e-3
IHyy = 0.06
IHzz = 7.08e-3
rF = 0.35
mF = 3
IFxx = 0.1405
IFyy = 0.28
"""


def test_lines(tmp_path, bike, refused):
    path = tmp_path / "benchmark.txt"
    path.write_text(LINES)
    found = bicycle.read_parameters(path)
    assert len(found) == 26 and "init.speed" not in found
    assert found == {name: bike[name] for name in found}
    for damage, text in ((LINES + "w = 2", "line 29: w is given twice"), (LINES + "w", "line 29"),
                         (LINES + "z = 1", "unknown: z"), (LINES.replace("mB", "mb"), "mb"),
                         (LINES.replace("w = 1.02+/-0.002", ""), "missing: w"),
                         (LINES.replace("= 85", "= heavy"), "mB is no number: heavy")):
        path.write_text(damage)
        assert text in refused(wd.WD_EINVAL, bicycle.read_parameters, str(path))


@pytest.mark.parametrize("name", ["bike.txt", "bike.yml", "bike.YAML"])
def test_a_file_keeps_all_parameters(tmp_path, bike, name):
    if name != "bike.txt":
        pytest.importorskip("yaml")
    path = tmp_path / name
    bicycle.write_parameters(path, bike)
    variables = list(bicycle.read_parameters(path))
    assert len(variables) == 27
    generator = np.random.default_rng(1)
    for scale in (1.0, 1e-9, 1e12):
        bike.set({variable: generator.uniform(0.1, 1) * (1 if variable == "param.lam" else scale)
                  for variable in variables})
        bicycle.write_parameters(path, bike, description="Two lines:\nfrom a test #1")
        assert bicycle.read_parameters(path) == {name: bike[name] for name in variables}


def test_yaml(tmp_path, bike, refused):
    pytest.importorskip("yaml")
    path = tmp_path / "benchmark.yml"
    plain = "".join(line.partition("+/-")[0].replace(" =", ":") + "\n"
                    for line in LINES.splitlines())
    path.write_text(plain + "v: 5.0\n")
    assert bicycle.read_parameters(path)["init.speed"] == 5
    nested = "parameterization: benchmark\nrider: True\nvalues:\n"
    path.write_text(nested + "".join("  " + line + "\n" for line in plain.splitlines()))
    found = bicycle.read_parameters(path)
    assert found == {name: bike[name] for name in found} and len(found) == 26
    for damage, text in (("parameterization: principal\nvalues: {w: 1}", "principal"),
                         ("just text", "no symbols"), ("w: [1", "not YAML"),
                         (plain.replace("mB: 85", "mB: [85]"), "mB is no number")):
        path.write_text(damage)
        assert text in refused(wd.WD_EINVAL, bicycle.read_parameters, path)


def test_yaml_is_optional(tmp_path, bike, monkeypatch):
    path = tmp_path / "bike.yml"
    bicycle.write_parameters(path, bike)
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(ImportError, match="PyYAML"):
        bicycle.read_parameters(path)
