# SPDX-License-Identifier: MIT
# An expression for Nix, called by callPackage: the C library with GSL, so that the binary is under
# GPL-3.0-or-later as a whole. Replace the addresses by those of your copy of the sources, and the
# hash by the one that Nix prints.
{ lib, stdenv, fetchgit, meson, ninja, pkg-config, gsl }:

stdenv.mkDerivation rec {
  pname = "wheeldyn";
  version = "0.1.0";

  src = fetchgit {
    url = "https://example.org/wheeldyn.git";
    rev = "v${version}";
    hash = lib.fakeHash;
  };

  nativeBuildInputs = [ meson ninja pkg-config ];
  buildInputs = [ gsl ];
  mesonBuildType = "release";
  mesonFlags = [ "-Dgsl=enabled" ]
    ++ map (part: "-D${part}=disabled") [ "tests" "examples" "tool" "python" ];

  meta = {
    description = "Simulation of wheels that slip, stick, roll and hit obstacles";
    homepage = "https://example.org/wheeldyn";
    license = lib.licenses.gpl3Plus;
    platforms = lib.platforms.unix;
  };
}
