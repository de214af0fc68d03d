# SPDX-License-Identifier: MIT
"""Every scenario of examples/scenarios, as a unit of FMI 2 and of FMI 3, gives the bits of the
library and has the same bytes wherever it is exported. The slot of a unit holds its scenario
(tools/fmu/slot.h). For each preset, `wheeldyn fmu` and scenario.c of this folder write the same
slot, except for the token.

    examples.py <wheeldyn> <folder of scenarios> <scenario>
"""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

# Units cannot contain formulas, so these inputs are left to the importer.
FREE = {"vehicle-robot": ["--free", "input.left.torque", "--free", "input.right.torque"],
        "vehicle-car-lane": ["--free", "input.front_left_steer.target",
                             "--free", "input.front_right_steer.target"]}


def decimal_comma(folder):
    """Environment with a locale that has a decimal comma, if this system can build one."""
    subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", folder / "de_DE.UTF-8"],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return {"LOCPATH": str(folder), "LC_ALL": "de_DE.UTF-8"} if any(folder.iterdir()) else {}


def call(tool, *arguments, **options):
    return subprocess.run([tool, "fmu", *arguments], check=True, text=True, stdout=subprocess.PIPE,
                          **options).stdout


def check(tool, scenario, version, folder, locale):
    places = [(folder / "here", {"TZ": "UTC", "LC_ALL": "C"}),
              (folder / "over there" / "below", {"TZ": "Asia/Tokyo", "HOME": "/", **locale})]
    for place, environment in places:
        place.mkdir(parents=True)
        shutil.copy(scenario, place)
        call(tool, scenario.name, "--fmi", version, *FREE.get(scenario.stem, []), cwd=place,
             env={**os.environ, **environment})
    name = scenario.stem + ".fmu"
    first, second = ((place / name).read_bytes() for place, _ in places)
    assert first == second, f"{name}, FMI {version}: other bytes in another place"
    said = call(tool, "--check", name, cwd=places[0][0])
    found = re.match(rf"{re.escape(name)}: FMI {version}\.0, \w+: (\d+) steps, (\d+) variables, "
                     "the bits of the library\n", said)
    assert found and int(found[1]) >= 40 and int(found[2]) > 20, said
    shutil.rmtree(folder)


def numbers(text):
    """Return the bytes of a slot without the token."""
    found = bytes(int(number) for number in text.split(",") if number.strip())
    return found[:64] + found[104:]


def presets(tool):
    listed = subprocess.run([tool, "list"], check=True, text=True, stdout=subprocess.PIPE).stdout
    for kind, names in re.findall(r"^(\w+):.*\n((?:  .*\n)*)", listed, re.M):
        yield from ((kind, name) for name in re.findall(r"^ +([a-z][\w.-]*)  ", names, re.M))


def check_slot(tool, scenario, kind, preset, folder):
    folder.mkdir()
    # The program writes the slot first and returns 1 for kinds without state.x, which it prints
    # last.
    subprocess.run([scenario, kind, preset, "unit", folder], check=False, stdout=subprocess.DEVNULL)
    (folder / "x.yaml").write_text(f"kind: {kind}\npreset: {preset}\n")
    call(tool, "x.yaml", "--sources", cwd=folder)
    with zipfile.ZipFile(folder / "x.fmu") as archive:
        made = archive.read("sources/slot_data.h").decode()
    assert numbers(made) == numbers((folder / "slot_data.h").read_text()), f"{kind}, {preset}"
    shutil.rmtree(folder)


def main(tool, scenarios, slot):
    tool, slot = Path(tool).resolve(), Path(slot).resolve()  # commands run in other folders
    with tempfile.TemporaryDirectory() as scratch:
        top = Path(scratch)
        (top / "locale").mkdir()
        locale = decimal_comma(top / "locale")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            done = [pool.submit(check, tool, scenario, version,
                                top / f"{scenario.stem}-{version}", locale)
                    for scenario in sorted(Path(scenarios).glob("*.yaml")) for version in "23"]
            slots = [pool.submit(check_slot, tool, slot, kind, preset, top / f"{kind}-{preset}")
                     for kind, preset in presets(tool)]
            for future in done + slots:
                future.result()
        assert len(done) >= 70 and len(slots) >= 20


if __name__ == "__main__":
    main(*sys.argv[1:])
