/* SPDX-License-Identifier: MIT */
/* A locale with a decimal comma, to test programs that must still write decimal points. */
#ifndef LOCALE_COMMA_H
#define LOCALE_COMMA_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCALE_COMMA "de_DE.UTF-8"
#define LOCALE_COMMA_NONE "no locale " LOCALE_COMMA " and no localedef to make it"

/* Compile the locale into a temporary folder and load it. */
static inline void locale_made(void)
{
    char folder[] = "wheeldyn-locale-XXXXXX", command[128];
    if (!mkdtemp(folder))
        return;
    snprintf(command, sizeof command,
             "localedef -i de_DE -f UTF-8 '%s/" LOCALE_COMMA "' >/dev/null 2>&1", folder);
    if (system(command) == 0) {
        setenv("LOCPATH", folder, 1);
        setlocale(LC_ALL, LOCALE_COMMA);
    }
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        printf("# cannot remove %s\n", folder);
}

/* Set the locale for the program; returns 0 if there is none. musl accepts any name but knows only
 * the locale C. */
static inline int locale_comma(void)
{
    if (!setlocale(LC_ALL, LOCALE_COMMA))
        locale_made();
    return strcmp(localeconv()->decimal_point, ",") == 0;
}

#endif
