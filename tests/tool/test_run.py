# SPDX-License-Identifier: MIT
"""wheeldyn run: the same numbers as the library, and valid files also after errors and signals."""
import hashlib
import json
import os
import pty
import re
import signal
import subprocess
import time
import xml.etree.ElementTree as xml

import pytest
import wheeldyn as wd
from conftest import SCENARIO, table
from wheeldyn import replay


def test_rows_are_those_of_the_library(tool, kerb):
    names, rows, comments = table(tool("run", kerb))
    with wd.Model("impact_wheel", preset="kerb-plastic") as model:
        model.init()
        expected = [[0.0, *(model[name] for name in names[1:])]]
        for k in range(1, 101):
            model.step_to(1.0 if k == 100 else k * 0.01)
            expected.append([model.time, *(model[name] for name in names[1:])])
    assert names == ["time", "state.x", "state.y", "output.normal_force_1"]
    assert [[float(value) for value in row] for row in rows] == expected
    assert comments[0] == "# wheeldyn " + wd.__version__
    assert comments[3] == "# units s,m,m,N"
    assert hashlib.sha256(SCENARIO.encode()).hexdigest() in comments[2]


def shortest(value):
    """Return a number as Python writes it, with the fewest digits that are read back exactly."""
    return re.sub(r"\.0$", "", repr(float(value)))


def test_numbers_have_the_fewest_digits(tool, kerb):
    texts = [text for row in table(tool("run", kerb))[1] for text in row]
    assert ["0.03", "0.07", "0.29"] == [texts[4 * row] for row in (3, 7, 29)]
    texts += table(tool("sweep", kerb, "--over", "param.mu=0.1:0.9:9"))[1][2][:6]
    texts += table(tool("eigen", "bicycle", "--sweep", "init.speed=0:1:11"))[1][3]
    for row in table(tool("run", kerb, "--events", "-"))[1]:
        texts += row[:1] + row[2:]
    assert len(texts) > 500 and texts == [shortest(text) for text in texts]
    tool("run", kerb, "--html", "kerb.html")
    assert '"param.radius":0.1,' in (tool.folder / "kerb.html").read_text()


def test_every_table_lists_what_the_command_line_set(tool, kerb):
    setting = ("--set", "param.mass=3")
    for words in (["run", kerb], ["run", kerb, "--events", "-"],
                  ["sweep", kerb, "--over", "param.mu=0:1:2"], ["eigen", "rolling_wheel"]):
        assert "# set param.mass=3" in table(tool(*words, *setting))[2]


def test_all_states_and_outputs_by_default(tool):
    tool.write("all.yaml", "kind: sliding_block\ntime: {end: 0.1}\n")
    names, rows, _ = table(tool("run", "all.yaml"))
    roles = {v["name"]: v["role"] for v in wd.Model("sliding_block").variables()}
    assert names[1:] == [name for name, role in roles.items() if role in ("state", "output")]
    assert len(rows) == 11


def test_a_scenario_from_the_standard_input(tool, kerb):
    def rows(text):
        return text.replace("# scenario <stdin> ", "# scenario kerb.yaml ")

    assert rows(tool("run", "-", input=SCENARIO)) == tool("run", kerb)
    over = ("--over", "param.mu=0.1:0.9:3", "-j2")
    assert rows(tool("sweep", "-", *over, input=SCENARIO)) == tool("sweep", kerb, *over)
    assert tool("check", "-", input=SCENARIO).startswith("<stdin>: right: ")
    values = table(tool("eigen", "-", input="kind: bicycle\n"))[1]
    assert values == table(tool("eigen", "bicycle"))[1]
    # In a scenario from the standard input, paths are relative to the working folder.
    tool.write("hill.csv", "-10,-1\n10,-1\n")
    assert tool("check", "-", input="kind: impact_wheel\nterrain: hill.csv\n")
    assert "hello.csv" in tool("check", "-", input="kind: impact_wheel\nterrain: hello.csv\n",
                               status=4)
    assert tool("run", "-", input="kind: [", status=3).startswith("wheeldyn: <stdin>:2:1: ")
    assert "empty" in tool("run", "-", input="", status=3)


def test_settings_of_the_command_line_win(tool, kerb):
    _, rows, _ = table(tool("run", kerb, "--set", "state.x=0.7", "--t-end", "0.02"))
    assert [float(row[0]) for row in rows] == [0, 0.01, 0.02]
    assert float(rows[0][1]) == 0.7


def test_inputs_of_every_form(tool):
    tool.write("mu.csv", "# time, mu\n0, 0.9\n1 0.5\n\n")
    tool.write("in.yaml", """\
kind: rolling_wheel
input:
  input.drive_torque: {expression: "20*t + sin(pi)"}
  input.brake_torque: {tanh: [0, 5, 1, 0, 1]}
  input.mu: {linear: mu.csv}
time: {end: 1, step: 0.5}
record: [input.drive_torque, input.brake_torque, input.mu]
""")
    _, rows, _ = table(tool("run", "in.yaml"))
    driven = [round(float(value), 9) for value in rows[1][1:]]
    assert driven == [10, round(5 * 0.46211715726, 9), 0.7]
    tool.write("in.yaml", "kind: rolling_wheel\n"
               "input:\n  input.mu: {step: [[0, 0.9], [0.4, 0.2]]}\n"
               "time: {end: 1, step: 0.5}\nrecord: [input.mu]\n")
    _, rows, _ = table(tool("run", "in.yaml"))
    assert [float(row[1]) for row in rows] == [0.9, 0.2, 0.2]


def test_terrain_from_a_list_and_from_a_file(tool):
    tool.write("hill.csv", "-10,0\n0,0\n10,1\n")
    for terrain in ("hill.csv", "[[-10, 0], [0, 0], [10, 1]]"):
        tool.write("hill.yaml", f"kind: impact_wheel\nterrain: {terrain}\nset: {{state.x: -1, "
                   "state.y: 0.1, state.x_dot: 3}\nrecord: [state.y]\n")
        _, rows, _ = table(tool("run", "hill.yaml", "--t-end", "0.6"))
        assert float(rows[-1][1]) > 0.11


def test_terrain_with_arcs(tool):
    """The hill is a half circle with a corner at each end. The wheel rests on top."""
    tool.write("arc.yaml", "kind: impact_wheel\nset: {state.x: 0, state.y: 0.6}\nterrain:\n"
               "  points: [[-2, 0], [-0.5, 0], [0.5, 0], [2, 0]]\n  bulge: [0, -1, 0]\n"
               "record: [state.y, output.gap]\n")
    _, rows, _ = table(tool("run", "arc.yaml", "--t-end", "0.5"))
    assert float(rows[-1][1]) == 0.6 and abs(float(rows[-1][2])) < 1e-15
    tool("run", "arc.yaml", "-o", "arc.csv", "--html", "arc.html")
    page = (tool.folder / "arc.html").read_text()
    assert '"terrain":[[-2,0],[-0.5,0],[0.5,0],[2,0]],\n"bulge":[0,-1,0]' in page


def test_terrain_with_friction(tool):
    """A wheel with a very large inertia slides over 2 m of ice, then to x: v^2/2 = mu g (0.1 * 2 +
    x).
    """
    tool.write("ice.yaml", "kind: impact_wheel\nset: {state.x: -2, state.y: 0.1, state.x_dot: 4,\n"
               "  param.inertia: 1e15, param.mu: 0.5}\nterrain:\n"
               "  points: [[-2, 0], [0, 0], [1, 0]]\n  friction: [0.1, 1]\nrecord: [state.x]\n")
    _, rows, _ = table(tool("run", "ice.yaml", "--t-end", "3"))
    assert abs(float(rows[-1][1]) - (16 / 9.81 - 4 * 0.05) / (2 * 0.5)) < 1e-11
    tool("run", "ice.yaml", "-o", "ice.csv", "--html", "ice.html")
    page = (tool.folder / "ice.html").read_text()
    assert '"bulge":[],\n"friction":[0.1,1],\n"path"' in page


def test_a_page_has_the_surface_around_the_path(tool):
    """The mesh of the replay has the nodes that the Python package computes."""
    tool.write("bowl.yaml", "kind: vehicle\npreset: bowl\ntime: {end: 0.5, step: 0.01}\n")
    tool("run", "bowl.yaml", "-o", "bowl.csv", "--html", "bowl.html")
    page = (tool.folder / "bowl.html").read_text()
    mesh = json.loads(re.search(r'"surface":(\{[^}]*\})', page)[1])
    with wd.Vehicle("bowl") as model:
        model.init()
        rows = model.run(0.5, dt=0.01, record=replay.columns(model))
        expected = replay.scene(model, rows)["surface"]
    assert mesh["width"] == expected["width"] and mesh["step"] == expected["step"]
    assert mesh["heights"] == pytest.approx(expected["heights"], abs=1e-8)
    tool.write("flat.yaml", "kind: vehicle\npreset: ball\ntime: {end: 0.5, step: 0.1}\n")
    tool("run", "flat.yaml", "-o", "flat.csv", "--html", "flat.html")
    assert '"surface":null' in (tool.folder / "flat.html").read_text()


def test_a_switch_acts_from_its_time_on(tool):
    tool.write("switch.yaml", "kind: sliding_block\nset: {input.traction: 0, input.mu: 0.5}\n"
               "switch: [{at: 0.5, set: {input.traction: 9, input.mu: 0.25}}]\n"
               "time: {end: 1, step: 0.25}\nrecord: [input.traction, output.friction_limit]\n")
    _, rows, _ = table(tool("run", "switch.yaml"))
    assert [float(row[1]) for row in rows] == [0, 0, 9, 9, 9]
    limits = [float(row[2]) for row in rows]
    assert limits[1] == 2 * limits[2] == 2 * limits[4]


def test_events(tool, kerb):
    names, rows, _ = table(tool("run", kerb, "--events", "-"))
    with wd.Model("impact_wheel", preset="kerb-plastic") as model:
        model.init()
        model.step_to(1.0)
        assert [row[1] for row in rows] == [event["type"] for event in model.events()]
        assert [float(row[0]) for row in rows] == [event["time"] for event in model.events()]
        for row, event in zip(rows, model.events()):
            impulse = float(row[-2]), float(row[-1])
            assert str(impulse) == str((event["normal_total"], event["friction_total"]))
            assert (impulse[0] > 0) == (event["type"] == "IMPACT")
    assert names[:3] == ["time", "event", "x"]
    assert names[-2:] == ["normal_total", "friction_total"]


def test_the_picture_is_the_same_each_time(tool, kerb):
    pictures = []
    for name in ("a.svg", "b.svg"):
        tool("run", kerb, "--plot", name)
        pictures.append((tool.folder / name).read_text())
    assert pictures[0] == pictures[1]
    root = xml.fromstring(pictures[0])
    lines = [path for path in root.iter() if path.get("class", "").startswith("line")]
    assert len(lines) == 3 and all(len(re.findall("[ML]", line.get("d"))) == 101 for line in lines)


def test_labels_far_from_zero_differ(tool):
    tool.write("late.yaml", "kind: sliding_block\ntime: {start: 1000000, end: 1000001}\n"
               "record: [state.x]\n")
    tool("run", "late.yaml", "--plot", "late.svg")
    picture = (tool.folder / "late.svg").read_text()
    labels = re.findall(r'text-anchor="middle">([\d.]+)<', picture)
    assert labels == ["1000000", *(f"1000000.{digit}" for digit in range(1, 10)), "1000001"]
    last = re.search(r'x="([\d.]+)" y="[\d.]+" text-anchor="middle">1000001<', picture)
    assert float(last[1]) + 8 * len("1000001") / 2 < float(re.search(r'width="(\d+)"', picture)[1])


def test_the_replay_carries_the_run(tool, kerb):
    tool("run", kerb, "--html", "kerb.html")
    page = (tool.folder / "kerb.html").read_text()
    data = json.loads(re.search(r"const runs = \[(.*\n\]})\]\n", page, re.S).group(1))
    assert data["kind"] == "impact_wheel" and len(data["rows"]) == 101
    assert {"state.x", "state.y", "state.phi"} <= set(data["names"])
    assert data["parameters"]["param.radius"] == 0.1
    t, event, values = data["events"][0]
    assert event == "IMPACT" and 0 < t < 0.1 and values["energy_change"] < 0
    assert data["choices"]["output.mode_1"][0] == "open"
    assert set(replay.columns(wd.Model("impact_wheel"))) < set(data["names"])
    assert not re.search(r"(src|href)=|https?:|import\(|fetch\(", page.replace(
        "http://www.w3.org", ""))


def test_the_replay_of_parts_carries_them(tool):
    tool.write("disc.yaml", "kind: vehicle\npreset: disc\ntime: {end: 0.1, step: 0.05}\n")
    tool("run", "disc.yaml", "--html", "disc.html")
    page = (tool.folder / "disc.html").read_text()
    data = json.loads(re.search(r"const runs = \[(.*\n\]})\]\n", page, re.S).group(1))
    with wd.Model("vehicle", preset="disc") as model:
        assert data["parts"] == model.parts
        assert set(replay.columns(model)) <= set(data["names"])
    assert "output.disc.q0" in data["names"] and "output.edge.contact" in data["choices"]


def test_an_interrupted_run_leaves_a_valid_table(tool):
    tool.write("long.yaml", "kind: rolling_wheel\npreset: drive-60\ntime: {end: 1e7, step: 0.01}\n"
               "record: [state.x_dot]\n")
    for number in (signal.SIGINT, signal.SIGTERM):
        (tool.folder / "out.csv").unlink(missing_ok=True)
        command = [os.environ["WHEELDYN_TOOL"], "run", "long.yaml", "-o", "out.csv"]
        process = subprocess.Popen(command, cwd=tool.folder, stderr=subprocess.PIPE, text=True)
        while not any(file.stat().st_size for file in tool.folder.glob("*out.csv*")):
            time.sleep(0.01)
        process.send_signal(number)
        _, said = process.communicate()
        assert process.returncode == 128 + number and "interrupted" in said
        _, rows, comments = table((tool.folder / "out.csv").read_text())
        assert len(rows) > 1 and all(len(row) == 2 for row in rows)
        assert comments[-1].startswith("# stopped: interrupted at t = ")


def processor_time(process):
    """Return the processor time of a running process in seconds."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="no /proc")
def test_a_step_that_takes_long_is_interrupted(tool):
    tool.write("long.yaml", "kind: rolling_wheel\npreset: drive-60\ntime: {end: 1e7, step: 1e7}\n"
               "record: [state.x_dot]\n")
    process = subprocess.Popen([os.environ["WHEELDYN_TOOL"], "run", "long.yaml", "-o", "out.csv",
                                "--set", "solver.max_steps=1e15"],
                               cwd=tool.folder, stderr=subprocess.PIPE, text=True)
    while processor_time(process) < 0.3: # much more than the time up to the start of the step
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130 and "interrupted at t = 0 s" in said
    _, rows, comments = table((tool.folder / "out.csv").read_text())
    assert len(rows) == 1 and comments[-1].startswith("# stopped: interrupted at t = 0 s")


def test_a_failing_model_keeps_its_good_rows(tool):
    tool.write("fail.yaml", "kind: rolling_wheel\ninput: {input.drive_torque: "
               '{expression: "t < 0.5 ? 1 : sqrt(-1)"}}\nrecord: [state.x]\n')
    said = tool("run", "fail.yaml", "-o", "out.csv", status=1)
    assert "input.drive_torque" in said
    _, rows, comments = table((tool.folder / "out.csv").read_text())
    assert 40 < len(rows) < 52 and comments[-1].startswith("# stopped: ")


def test_a_full_disk_is_reported(tool, kerb):
    assert "cannot be written" in tool("run", kerb, "-o", "/dev/full", status=4)
    assert "No such file" in tool("run", kerb, "-o", "no/such/folder", status=4)
    for words in (["list"], ["describe", "bicycle"], ["check", kerb], ["--version"]):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([os.environ["WHEELDYN_TOOL"], *words], cwd=tool.folder,
                                  stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 4 and "cannot be written" in done.stderr


def test_the_locale_changes_nothing(tool, comma):
    tool.write("comma.yaml", SCENARIO + "input: {input.torque: {expression: '0.5*t'}}\n")
    assert tool("run", "comma.yaml", env=comma) == tool("run", "comma.yaml")


def test_progress_is_for_terminals(tool):
    tool.write("long.yaml", "kind: rolling_wheel\npreset: drive-60\ntime: {end: 1e7, step: 0.01}\n"
               "record: [state.x_dot]\n")
    ours, theirs = pty.openpty()
    process = subprocess.Popen([os.environ["WHEELDYN_TOOL"], "run", "long.yaml", "-o", "out.csv"],
                               cwd=tool.folder, stderr=theirs)
    os.close(theirs)
    said = os.read(ours, 1000).decode()
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130
    os.close(ours)
    assert re.match(r"\r *\d+ %  [\d.e+]+ rows/s  \d+ s left ", said), said


FALLING = ("kind: torus_wheel\npreset: rolling-friction\ntime: {end: 60, step: 1}\n"
           "record: [state.lean]\n")
REASON = "ended at 41.9089 s: TOUCHDOWN: the wheel lies down"


def test_a_motion_that_ends_early_says_why(tool):
    tool.write("falling.yaml", FALLING)
    _, rows, comments = table(tool("run", "falling.yaml", hints=True))
    assert tool.said == f"wheeldyn: {REASON}\n" and comments[-1] == f"# {REASON}"
    assert rows[-1][0].startswith("41.9088784")
    tool("run", "falling.yaml", "--events", "events.csv", hints=True)
    assert tool.said == f"wheeldyn: {REASON}\n"
    assert "ended" not in tool("run", "falling.yaml", "--t-end", "41")


def test_an_early_end_names_the_part(tool):
    tool.write("disc.yaml", "kind: vehicle\nparts:\n"
               "  - {body: rider, mass: 1, xx: 1, yy: 1, zz: 1}\n"
               "  - {wheel: w1, joins: [rider], radius: 0.3, mass: 1}\n"
               "set: {param.place: on_ground, init.rider.roll_rate: 3}\n"
               "time: {end: 9, step: 0.1}\n")
    tool("run", "disc.yaml", "-o", "disc.csv", hints=True)
    assert re.fullmatch(r"wheeldyn: ended at [.\d]+ s: LIMIT, wheel w1: the motion leaves the "
                        r"range of the model\n", tool.said)


def test_a_sweep_reports_early_ends_in_a_column(tool):
    tool.write("falling.yaml", FALLING)
    text = tool("sweep", "falling.yaml", "--over", "param.rolling_torque=0:0.3:2")
    _, rows, _ = table(text)
    assert [row[1] for row in rows] == ["0", "0"]
    assert [row[-1] for row in rows] == ['""', f'"{REASON}"']


def test_a_centre_of_mass_outside_the_contacts_is_a_warning(tool):
    """With a body of 10 kg at x = 1.4 and wheels of 1 kg at x = 0, 0 and 1, the centre of mass is
    at 15/13 m, so 2/13 m outside."""
    tool.write("tips.yaml", "kind: vehicle\nparts:\n"
               "  - {body: frame, mass: 10, xx: 1, yy: 1, zz: 1, x: 1.4, z: 0.2}\n"
               + "".join(f"  - {{wheel: {name}, joins: [frame], x: {x}, y: {y}, z: 0.1, "
                         "radius: 0.1, mass: 1}\n"
                         for name, x, y in (("left", 0, 0.3), ("right", 0, -0.3), ("front", 1, 0)))
               + "set: {param.place: on_ground}\ntime: {end: 0.1, step: 0.1}\n")
    tool("run", "tips.yaml", "-o", "tips.csv", hints=True)
    warning = ("wheeldyn: warning: at the start the centre of mass is 0.154 m outside the polygon "
               "of the 3 contacts\n")
    assert tool.said == warning
    tool("run", "tips.yaml", "--set", "param.frame.x=0.9", "-o", "stands.csv")
