# SPDX-License-Identifier: MIT
"""A recipe for Conan 2: the C library with its own linear algebra, under the MIT licence.

Replace the addresses by those of your copy of the sources.
"""
import os

from conan import ConanFile
from conan.tools.files import copy, rmdir
from conan.tools.layout import basic_layout
from conan.tools.meson import Meson, MesonToolchain
from conan.tools.scm import Git


class Wheeldyn(ConanFile):
    name = "wheeldyn"
    version = "0.1.0"
    description = "Simulation of wheels that slip, stick, roll and hit obstacles"
    homepage = "https://example.org/wheeldyn"
    url = "https://example.org/wheeldyn.git"
    license = "MIT"
    package_type = "library"
    languages = "C"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]

    def layout(self):
        basic_layout(self, src_folder="src")

    def source(self):
        Git(self).clone(self.url, target=".", args=["--branch", f"v{self.version}", "--depth", "1"])

    def build_requirements(self):
        self.tool_requires("meson/[>=0.62]")

    def generate(self):
        toolchain = MesonToolchain(self)
        for part in "gsl", "tests", "examples", "tool", "python":
            toolchain.project_options[part] = "disabled"
        toolchain.generate()

    def build(self):
        meson = Meson(self)
        meson.configure()
        meson.build()

    def package(self):
        copy(self, "COPYING", self.source_folder, os.path.join(self.package_folder, "licenses"))
        Meson(self).install()
        for folder in "pkgconfig", "cmake": # Conan writes its own files
            rmdir(self, os.path.join(self.package_folder, "lib", folder))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.libs = ["wheeldyn"]
        if not self.options.shared:
            self.cpp_info.defines = ["WD_STATIC"]
            if self.settings.os != "Windows":
                self.cpp_info.system_libs = ["m"]
