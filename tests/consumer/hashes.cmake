# SPDX-License-Identifier: MIT
# Check that a library built from sources by a project gives the same bits.
get_target_property(TESTS wheeldyn SOURCE_DIR)
string(APPEND TESTS /tests)
get_target_property(LINKED wheeldyn LINK_LIBRARIES)
add_executable(hashes ${TESTS}/robust/test-hashes.c)
target_include_directories(hashes PRIVATE ${TESTS})
target_compile_definitions(hashes PRIVATE OWN_BACKEND=$<NOT:$<IN_LIST:GSL::gsl,${LINKED}>>)
# The test itself computes numbers, too.
target_compile_options(hashes PRIVATE -std=c11 -fno-fast-math -ffp-contract=off)
target_link_libraries(hashes wheeldyn::wheeldyn m)
