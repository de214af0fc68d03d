# SPDX-License-Identifier: MIT
# Execute tools/packaging/vcpkg/portfile.cmake for a shared release library, with a stand-in for
# vcpkg, which Debian does not have. Print the licence that the port states.
# usage: cmake -DRECIPE=... -DTESTED=... -DPREFIX=... -DWORK=... -P vcpkg.cmake
cmake_minimum_required(VERSION 3.20)
set(CURRENT_PACKAGES_DIR ${PREFIX})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()

function(vcpkg_from_git)
  cmake_parse_arguments(PARSE_ARGV 0 GIT "" "OUT_SOURCE_PATH;URL;REF" "")
  run(git clone -q ${TESTED} ${WORK}/src)
  set(${GIT_OUT_SOURCE_PATH} ${WORK}/src PARENT_SCOPE)
endfunction()

function(vcpkg_configure_meson)
  cmake_parse_arguments(PARSE_ARGV 0 MESON "" "SOURCE_PATH" "OPTIONS")
  run(meson setup ${WORK}/build ${MESON_SOURCE_PATH} --prefix=${PREFIX} --libdir=lib
      --buildtype=release --default-library=shared ${MESON_OPTIONS})
endfunction()

function(vcpkg_install_meson)
  run(meson install -C ${WORK}/build)
endfunction()

function(vcpkg_fixup_pkgconfig)
  if(NOT EXISTS ${PREFIX}/lib/pkgconfig/wheeldyn.pc)
    message(FATAL_ERROR "no file for pkg-config")
  endif()
endfunction()

function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 FIXUP "" "PACKAGE_NAME;CONFIG_PATH" "")
  if(NOT EXISTS ${PREFIX}/${FIXUP_CONFIG_PATH}/${FIXUP_PACKAGE_NAME}Config.cmake)
    message(FATAL_ERROR "no package for CMake")
  endif()
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 LEGAL "" "" "FILE_LIST")
  file(INSTALL ${LEGAL_FILE_LIST} DESTINATION ${PREFIX}/share/wheeldyn RENAME copyright)
endfunction()

include(${RECIPE}/portfile.cmake)
file(READ ${RECIPE}/vcpkg.json PORT)
string(JSON LICENCE GET "${PORT}" license)
execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${LICENCE})
