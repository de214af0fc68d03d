/* SPDX-License-Identifier: MIT */
/* Functions that differ between POSIX and Windows. Failures set errno. */
#ifndef WHEELDYN_TOOL_SYSTEM_H
#define WHEELDYN_TOOL_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef _WIN32
#define SYSTEM_SEPARATORS "/\\" /* separators of the parts of a path */
#else
#define SYSTEM_SEPARATORS "/"
#endif

/* Initialise; call it before anything is read or written. Streams become binary, and writing beyond
 * the largest size of a file fails without a signal. `end` receives the signals that end a program,
 * except signals that are ignored at the start of the program, as under nohup. */
void system_begin(void (*end)(int));

double system_time(void); /* s, from an arbitrary origin; it never decreases */
/* Processor time of this thread, s. On a system that counts it in coarse steps this is
 * system_time(). */
double system_processor_time(void);

bool system_is_terminal(FILE *file);

/* From now on `stop` instead of `end` receives the signals that request the end of a program. */
void system_on_stop(void (*stop)(int));

/* Set `end` as the function that is called if C++ code of a library runs out of memory. Without it,
 * and always on Windows, an exception is thrown that C cannot catch, which aborts the program. */
void system_on_no_memory(void (*end)(void));

/* True: delay signals to this thread; false: deliver them. The two calls come in pairs. */
void system_hold_signals(bool hold);

/* Replace this process by another program, searched for like in a shell. Returns only on
 * failure. */
void system_become(const char *program, const char *const *arguments);

/* ---- files ---- */

bool system_is_absolute(const char *path);

/* Type, permissions and identity of a path or an open file. */
struct entry {
    enum { ENTRY_NONE, ENTRY_FILE, ENTRY_FOLDER, ENTRY_CHARACTERS, ENTRY_OTHER } kind;
    unsigned mode;           /* permissions */
    uint64_t device, number; /* identity of the file */
    uint64_t size;
};

/* system_entry() describes the target of a path, following links; system_entry_of() describes an
 * open file. */
bool system_entry(const char *path, struct entry *entry);
bool system_entry_of(int descriptor, struct entry *entry);

/* Return a descriptor, or -1. Opening does not block; child processes do not inherit the
 * descriptor. */
int system_open(const char *path);   /* opens to read */
int system_create(const char *path); /* opens to write; EEXIST if the file exists */
/* Open to read and write; creates the file if it does not exist. With `fresh` EEXIST if it does. No
 * link is followed. */
int system_open_part(const char *path, bool fresh);

bool system_lock(int descriptor); /* false: another process has locked the file */
void system_set_mode(int descriptor, unsigned mode);
bool system_flush(int descriptor); /* write all data to the disk */
/* Rename a file to an existing or new name. The name refers to the old or the new file at any
 * time. */
bool system_replace(const char *from, const char *to);
bool system_resize(FILE *file, uint64_t size); /* then the position is the end of the file */

/* Read the target of a link; false if it is not a link. */
bool system_link(const char *path, char *to, size_t size);

/* Make a new folder for temporary files, and write its path. */
bool system_make_folder(char *path, size_t size);
void system_remove_folder(const char *path); /* the folder must be empty */

/* Return the text that `print` prints, which the caller must free; NULL on failure. */
char *system_text(void (*print)(FILE *file, void *context), void *context, size_t *size);

/* ---- libraries ---- */

/* A loaded shared library. */
struct library {
    void *handle;
    char path[4096]; /* path of its file, if the file must exist while the library is loaded */
};

/* Load a library from its bytes; on false see errno. */
bool system_load(struct library *library, const void *bytes, size_t size);
void *system_symbol(const struct library *library, const char *name);
void system_unload(struct library *library);

#endif
