# SPDX-License-Identifier: MIT
"""wheeldyn run --plot: default columns, their names, and constant columns."""
import re
import xml.etree.ElementTree as xml

import pytest

SVG = "{http://www.w3.org/2000/svg}"


def figure(tool, scenario):
    """Return the names of a plot's panels and, for each line, the vertical positions of its points.
    """
    tool("run", tool.write("case.yaml", scenario), "--plot", "case.svg")
    root = xml.fromstring((tool.folder / "case.svg").read_text())
    names = ["".join(text.itertext()) for text in root.iter(SVG + "text")
             if text.get("class") == "name"]
    lines = [[float(pair.split()[1]) for pair in re.split("[ML]", path.get("d"))[1:]]
             for path in root.iter(SVG + "path") if path.get("class").startswith("line")]
    return names, lines


SCENARIOS = {
    kind: f"kind: {kind}\ntime: {{end: 0.1, step: 0.01}}\n"
    for kind in ("sliding_block", "rolling_wheel", "impact_wheel", "torus_wheel", "bicycle")}
SCENARIOS["vehicle"] = "kind: vehicle\npreset: car\ntime: {end: 0.1, step: 0.01}\n"


PANELS = {"sliding_block": 4, "rolling_wheel": 7, "impact_wheel": 9, "torus_wheel": 9,
          "bicycle": 10, "vehicle": 11}


@pytest.mark.parametrize("kind", SCENARIOS)
def test_without_record_it_draws_key_variables(tool, kind):
    names, lines = figure(tool, SCENARIOS[kind])
    assert len(names) == PANELS[kind] # a misspelt name would draw no line
    assert len(lines) >= len(names)
    tool("run", "case.yaml", "-o", "case.csv") # the table still has all variables
    header = next(line for line in (tool.folder / "case.csv").read_text().splitlines()
                  if line.startswith("time"))
    assert header.count(",") > len(names) or kind == "sliding_block"


def test_every_kind_has_key_variables(tool):
    kinds = {line.split(":")[0] for line in tool("list").splitlines() if line and line[0] != " "}
    assert set(SCENARIOS) <= kinds and kinds - set(SCENARIOS) <= {"constrained"}


def test_parts_share_a_panel(tool):
    names, lines = figure(tool, SCENARIOS["vehicle"])
    panel, = [name for name in names if "normal_force" in name]
    assert panel.startswith("output.normal_force [N]: ") and panel.count(",") == 3
    assert len(lines) > len(names)
    assert "output.yaw [rad]: chassis" in names # only the root has this quantity


def test_recorded_variables_are_drawn(tool):
    record = "record: [state.x, output.friction_limit]\n"
    names, lines = figure(tool, SCENARIOS["sliding_block"] + record)
    assert len(names) == len(lines) == 2


def test_names_are_those_of_the_manual(tool):
    names, _ = figure(tool, SCENARIOS["rolling_wheel"] + "record: [state.x]\n")
    assert names == ["state.x [m]: position of the centre, forward"]


@pytest.mark.parametrize("size, drawn", [(1e-17, False), (1e-14, False), (1e-6, True)])
def test_noise_is_flat(tool, size, drawn):
    block = f"kind: sliding_block\nset: {{input.mu: 0, state.x_dot: {size}}}\n"
    times = "time: {end: 1, step: 0.1}\nrecord: [state.x]\n"
    _, (heights,) = figure(tool, block + times)
    assert (max(heights) - min(heights) > 50) == drawn


def test_choices_are_named_and_drawn_in_steps(tool):
    """A choice holds until the next row: lines between choices are vertical."""
    record = "record: [state.x, output.mode_1]\n"
    wheel = "kind: impact_wheel\npreset: kerb-plastic\ntime: {end: 0.6, step: 0.01}\n"
    names, (_, heights) = figure(tool, wheel + record)
    assert names[1] == "output.mode_1: mode of contact 1"
    root = xml.fromstring((tool.folder / "case.svg").read_text())
    ticks = {text.text: float(text.get("y")) - 4 for text in root.iter(SVG + "text")}
    chosen = [ticks[name] for name in ("open", "stick", "slip_plus", "slip_minus")]
    assert chosen == sorted(chosen, reverse=True) and set(heights) == set(chosen)
    path = [path.get("d") for path in root.iter(SVG + "path")
            if path.get("class").startswith("line")][1]
    points = [pair.split() for pair in re.split("[ML]", path)[1:]]
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in zip(points, points[1:]))


def test_dark_pages_have_other_colours(tool):
    figure(tool, SCENARIOS["vehicle"])
    root = xml.fromstring((tool.folder / "case.svg").read_text())
    day, night = root.find(SVG + "style").text.split("@media(prefers-color-scheme:dark)")
    used = {each.get("class") for each in root.iter() if each.get("class")}
    for shade in {name for names in used for name in names.split() if name[1:].isdigit()}:
        by_day, by_night = (re.search(rf"\.{shade}{{(.*?)}}", css)[1] for css in (day, night))
        assert by_day != by_night
    page = re.search(r"\.page{fill:(.*?)}", night)[1]
    assert f"svg{{background:{page}}}" in night, "the window may be larger than the picture"
