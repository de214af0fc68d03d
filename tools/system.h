/* SPDX-License-Identifier: MIT */
/* What POSIX and Windows do each in its own way. Failures are told by errno. */
#ifndef WHEELDYN_TOOL_SYSTEM_H
#define WHEELDYN_TOOL_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef _WIN32
#define SYSTEM_SEPARATORS "/\\" /* of the parts of a path */
#else
#define SYSTEM_SEPARATORS "/"
#endif

/* Before anything is read or written. Streams carry bytes as they are, and writing beyond the
 * largest size of a file is a failure, no signal. `end` receives the signals that end a program,
 * but those that its parent ignores, as nohup does. */
void system_begin(void (*end)(int));

double system_time(void); /* [s] never goes back */
/* Of this thread [s]; where the system counts it in coarse steps only, system_time(). */
double system_processor_time(void);

bool system_is_terminal(FILE *file);

/* From here on `stop` receives the signals that ask a program to end, in place of `end`. */
void system_on_stop(void (*stop)(int));

/* `end` is called where C++ code of a library finds no memory. Without it an exception is thrown
 * that C cannot catch, which aborts the program; so it is on Windows. */
void system_on_no_memory(void (*end)(void));

/* True: delay signals to this thread; false: deliver them. The two calls come in pairs. */
void system_hold_signals(bool hold);

/* Go on as another program, looked for as a shell does; it comes back only if that failed. */
void system_become(const char *program, const char *const *arguments);

/* ---- files ---- */

bool system_is_absolute(const char *path);

/* What a path or an open file is. */
struct entry {
    enum { ENTRY_NONE, ENTRY_FILE, ENTRY_FOLDER, ENTRY_CHARACTERS, ENTRY_OTHER } kind;
    unsigned mode;           /* permissions */
    uint64_t device, number; /* which one it is */
    uint64_t size;
};

/* Of what the path leads to, links followed, and of what is open. */
bool system_entry(const char *path, struct entry *entry);
bool system_entry_of(int descriptor, struct entry *entry);

/* Descriptors, or -1. Opening waits for nobody; no child of this process gets them. */
int system_open(const char *path);   /* to read */
int system_create(const char *path); /* to write; EEXIST if it is there */
/* To read and write, made if it is not there, with `fresh` EEXIST if it is. No link is followed. */
int system_open_part(const char *path, bool fresh);

bool system_lock(int descriptor); /* false: another process has it */
void system_set_mode(int descriptor, unsigned mode);
bool system_flush(int descriptor); /* down to the disk */
/* Give a file the name of another, which there always is, old or new. */
bool system_replace(const char *from, const char *to);
bool system_resize(FILE *file, uint64_t size); /* and go to its end */

/* Where a link leads, as it is written there; false if it is none. */
bool system_link(const char *path, char *to, size_t size);

/* What `print` prints, yours to free, or NULL. */
char *system_text(void (*print)(FILE *file, void *context), void *context, size_t *size);

/* ---- libraries ---- */

/* A shared library that is loaded. */
struct library {
    void *handle;
    char path[4096]; /* of a file of its own, if it stays while it is loaded */
};

/* Load one from its bytes; false: see errno. */
bool system_load(struct library *library, const void *bytes, size_t size);
void *system_symbol(const struct library *library, const char *name);
void system_unload(struct library *library);

#endif
