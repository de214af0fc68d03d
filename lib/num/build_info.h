/* SPDX-License-Identifier: MIT */
/* Description of a binary in one line, assembled by the compiler. Each linear algebra backend has
 * its own description, because the licence of the binary depends on the backend that is linked. */
#ifndef NUM_BUILD_INFO_H
#define NUM_BUILD_INFO_H

#include <wheeldyn/wheeldyn.h>

#define BUILD_QUOTED(x) #x
#define BUILD_TEXT(x) BUILD_QUOTED(x)
#define BUILD_DOTTED(a, b, c) BUILD_TEXT(a) "." BUILD_TEXT(b) "." BUILD_TEXT(c)

#if defined __clang__
#define BUILD_COMPILER "clang " BUILD_DOTTED(__clang_major__, __clang_minor__, __clang_patchlevel__)
#elif defined __GNUC__
#define BUILD_COMPILER "gcc " BUILD_DOTTED(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__)
#elif defined _MSC_VER
#define BUILD_COMPILER "msvc " BUILD_TEXT(_MSC_VER)
#else
#define BUILD_COMPILER "another compiler"
#endif

#define BUILD_INFO(backend, licence)                                        \
    "wheeldyn " WD_VERSION ", " BUILD_COMPILER ", linear algebra: " backend \
    ", licence of this binary: " licence

/* BUILD_INFO() of the backend that is linked. */
const char *build_info(void);

#endif
