# SPDX-License-Identifier: MIT
# A formula for Homebrew: the C library with GSL, so that the binary is under GPL-3.0-or-later as a
# whole. Replace the addresses by those of your copy of the sources.
class Wheeldyn < Formula
  desc "Simulation of wheels that slip, stick, roll and hit obstacles"
  homepage "https://example.org/wheeldyn"
  url "https://example.org/wheeldyn.git", tag: "v0.1.0"
  license "GPL-3.0-or-later"

  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "gsl"

  def install
    parts = %w[tests examples tool python].map { |part| "-D#{part}=disabled" }
    system "meson", "setup", "build", "-Dgsl=enabled", *parts, *std_meson_args
    system "meson", "compile", "-C", "build"
    system "meson", "install", "-C", "build"
  end

  test do
    (testpath/"test.c").write <<~C
      #include <stdio.h>
      #include <wheeldyn/wheeldyn.h>
      int main(void) { return puts(wd_build_info()) < 0; }
    C
    system ENV.cc, "test.c", "-I#{include}", "-L#{lib}", "-lwheeldyn", "-o", "test"
    assert_match "licence of this binary: GPL-3.0-or-later", shell_output("./test")
  end
end
