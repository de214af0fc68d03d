#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Version, ABI and dependencies in packages equal those in meson.build and the symbol map.

usage: packaging.py source-folder version
"""
import configparser
import re
import sys
from pathlib import Path

root, version = Path(sys.argv[1]), sys.argv[2]


def found(pattern, path):
    return re.findall(pattern, (root / path).read_text(encoding="utf-8"), re.M)


wrap = configparser.ConfigParser()
wrap.read(root / "tools/packaging/wheeldyn.wrap")
soversion, = found(r"^abi_soversion = (\d+)$", "meson.build")
scenario, = found(r"^scenario_soversion = (\d+)$", "lib/scenario/meson.build")
nodes = found(r"^(WHEELDYN_\w[\w.]*) \{", "lib/wheeldyn.map")
meson, = found(r"^  meson_version: '>= (\S+)',$", "meson.build")
gsl, = found(r"^gsl_version = '>= (\S+)'$", "meson.build")
provided = wrap["provide"]["wheeldyn"]
needed = found(r"^BuildRequires: .*?(\w+)\)? >= (\S+)$", "tools/packaging/wheeldyn.spec")
checks = {
    "docs/start.rst": found(r"meson\s+(\S+) or later and GSL (\S+) or later", "docs/start.rst")
                      == [(meson, gsl)],
    "debian/changelog": found(r"^wheeldyn \((.*)-\d+\)", "debian/changelog")[0] == version,
    "wheeldyn.spec": found(r"^Version: +(\S+)$", "tools/packaging/wheeldyn.spec") == [version]
                     and needed == [("meson", meson), ("gsl", gsl)],
    "wheeldyn.wrap": wrap["wrap-git"]["revision"] == f"v{version}"
                     and bool(found(rf"^{provided} = ", "lib/meson.build")),
    "debian/control": found(r"^Package: (libwheeldyn\d+|libwheeldyn-scenario\d+)$",
                            "debian/control")
                      == [f"libwheeldyn{soversion}", f"libwheeldyn-scenario{scenario}"],
    "debian symbols of the scenarios":
        found(r"^(WHEELDYN_\w[\w.]*) \{", "lib/scenario/wheeldyn-scenario.map")
        == found(r"^ \(symver\)(\S+) ", f"debian/libwheeldyn-scenario{scenario}.symbols"),
    # otherwise debhelper uses CMakeLists.txt, which installs nothing
    "debian/rules": found(r"^\tdh \$@(.*)$", "debian/rules") == [" --buildsystem=meson"],
    "debian symbols": nodes != [] and nodes == found(r"^ \(symver\)(\S+) ",
                                                     f"debian/libwheeldyn{soversion}.symbols"),
}
for recipe in ("vcpkg/vcpkg.json", "conanfile.py", "recipe.yaml", "wheeldyn.nix"):
    path = f"tools/packaging/{recipe}"
    checks[recipe] = found(r'^ *"?version"?(?:: | = )"(.*)"', path) == [version]
for recipe in ("vcpkg/portfile.cmake", "wheeldyn.rb"):
    checks[recipe] = found(r'\btag:? "?v([\d.]*\d)', f"tools/packaging/{recipe}") == [version]
wrong = [name for name, right in checks.items() if not right]
sys.exit(f"not as in meson.build and lib: {', '.join(wrong)}" if wrong else 0)
