# SPDX-License-Identifier: MIT
# A port for vcpkg: the C library with its own linear algebra, under the MIT licence, which most
# users of ports need. Replace the address by that of your copy of the sources, and the commit by
# that of the tag v0.1.0.
vcpkg_from_git(
    OUT_SOURCE_PATH SOURCE_PATH
    URL https://example.org/wheeldyn.git
    REF 0000000000000000000000000000000000000000
)
vcpkg_configure_meson(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -Dgsl=disabled
        -Dtests=disabled
        -Dexamples=disabled
        -Dtool=disabled
        -Dpython=disabled
)
vcpkg_install_meson()
vcpkg_fixup_pkgconfig()
vcpkg_cmake_config_fixup(PACKAGE_NAME wheeldyn CONFIG_PATH lib/cmake/wheeldyn)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/COPYING")
