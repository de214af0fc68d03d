#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Execute tools/packaging/conanfile.py with a stand-in for Conan, which Debian does not have.

usage: conan.py recipe source prefix work
Prints the licence that the recipe reports.
"""
import runpy
import shutil
import subprocess
import sys
import types
from pathlib import Path


class ConanFile:
    """Base class of a recipe; main() sets the attributes that Conan would set."""


class Meson:
    def __init__(self, recipe):
        self.recipe = recipe

    def run(self, *arguments):
        subprocess.run(["meson", *map(str, arguments)], check=True, stdout=sys.stderr)

    def configure(self):
        recipe = self.recipe
        self.run("setup", recipe.build_folder, recipe.source_folder,
                 f"--prefix={recipe.package_folder}",
                 "--libdir=lib", "--buildtype=release", "-Ddefault_library=static",
                 *(f"-D{name}={value}" for name, value in recipe.toolchain.items()))

    def build(self):
        self.run("compile", "-C", self.recipe.build_folder)

    def install(self):
        self.run("install", "-C", self.recipe.build_folder, "--no-rebuild")


class MesonToolchain:
    def __init__(self, recipe):
        self.recipe, self.project_options = recipe, {}

    def generate(self):
        self.recipe.toolchain = self.project_options


class Git:
    """Clones the tested sources instead of those at the URL of the recipe."""

    def __init__(self, recipe):
        self.recipe = recipe

    def clone(self, url, target, args):
        assert url == self.recipe.url and args[1] == f"v{self.recipe.version}"
        subprocess.run(["git", "clone", "-q", self.recipe.tested, target], check=True,
                       cwd=self.recipe.source_folder)


def copy(_, pattern, source, target):
    Path(target).mkdir(parents=True)
    for path in Path(source).glob(pattern):
        shutil.copy(path, target)


def play(name, **members):
    module = sys.modules[name] = types.ModuleType(name)
    vars(module).update(members)


def main(path, source, prefix, work):
    play("conan", ConanFile=ConanFile)
    play("conan.tools")
    play("conan.tools.files", copy=copy, rmdir=lambda _, folder: shutil.rmtree(folder))
    play("conan.tools.layout", basic_layout=lambda recipe, src_folder: None)
    play("conan.tools.meson", Meson=Meson, MesonToolchain=MesonToolchain)
    play("conan.tools.scm", Git=Git)
    recipe = runpy.run_path(path)["Wheeldyn"]()
    recipe.tested, recipe.package_folder = source, prefix
    recipe.source_folder, recipe.build_folder = Path(work, "src"), Path(work, "build")
    recipe.source_folder.mkdir(parents=True)
    recipe.settings = types.SimpleNamespace(os="Linux")
    recipe.options = types.SimpleNamespace(**recipe.default_options)
    recipe.cpp_info = types.SimpleNamespace()
    recipe.tool_requires = lambda _: None
    for step in ("layout", "build_requirements", "source", "generate", "build", "package",
                 "package_info"):
        getattr(recipe, step)()
    for library in recipe.cpp_info.libs:
        assert Path(prefix, f"lib/lib{library}.a").exists()
    assert sorted(path.name for path in Path(prefix).iterdir()) == ["include", "lib", "licenses"]
    print(recipe.license)


if __name__ == "__main__":
    main(*sys.argv[1:])
