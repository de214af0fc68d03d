/* SPDX-License-Identifier: MIT */
#include "system.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static double read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double system_time(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double system_processor_time(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

bool system_is_terminal(FILE *file)
{
    return isatty(fileno(file));
}

/* ---- signals ---- */

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void handle_if_heeded(int number, void (*handler)(int))
{
    struct sigaction before;
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        handle(number, handler);
}

void system_begin(void (*end)(int))
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXCPU};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        handle_if_heeded(ends[i], end);
    handle(SIGXFSZ, SIG_IGN); /* write() then fails with EFBIG */
}

void system_on_stop(void (*stop)(int))
{
    handle(SIGINT, stop);
    handle(SIGTERM, stop);
    handle_if_heeded(SIGHUP, stop);
}

void system_hold_signals(bool hold)
{
    static sigset_t before;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, hold ? &all : &before, hold ? &before : NULL);
}

/* std::set_new_handler() by its mangled name in the C++ ABI of POSIX systems. C cannot declare it,
 * and this way no C++ compiler is needed. It is missing if no library is written in C++. */
void system_on_no_memory(void (*end)(void))
{
    void (*(*set_new_handler)(void (*)(void)))(void);
    void *symbol = dlsym(RTLD_DEFAULT, "_ZSt15set_new_handlerPFvvE");
    memcpy(&set_new_handler, &symbol, sizeof set_new_handler);
    if (symbol)
        set_new_handler(end);
}

void system_become(const char *program, const char *const *arguments)
{
    /* execvp() was declared before const existed; it does not change the arguments. */
    execvp(program, (char *const *)(uintptr_t)arguments);
}

/* ---- files ---- */

bool system_is_absolute(const char *path)
{
    return *path == '/';
}

static struct entry entry_of(const struct stat *status)
{
    return (struct entry){
        .kind = S_ISREG(status->st_mode)   ? ENTRY_FILE
                : S_ISDIR(status->st_mode) ? ENTRY_FOLDER
                : S_ISCHR(status->st_mode) ? ENTRY_CHARACTERS
                                           : ENTRY_OTHER,
        .mode = status->st_mode & 0777,
        .device = (uint64_t)status->st_dev,
        .number = (uint64_t)status->st_ino,
        .size = (uint64_t)status->st_size,
    };
}

bool system_entry(const char *path, struct entry *entry)
{
    struct stat status;
    bool found = stat(path, &status) == 0;
    *entry = found ? entry_of(&status) : (struct entry){0};
    return found;
}

bool system_entry_of(int descriptor, struct entry *entry)
{
    struct stat status;
    bool found = fstat(descriptor, &status) == 0;
    *entry = found ? entry_of(&status) : (struct entry){0};
    return found;
}

int system_open(const char *path)
{
    return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

int system_create(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

int system_open_part(const char *path, bool fresh)
{
    int flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CREAT | O_CLOEXEC;
    return open(path, flags | (fresh ? O_EXCL : 0), 0666);
}

bool system_lock(int descriptor)
{
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

void system_set_mode(int descriptor, unsigned mode)
{
    fchmod(descriptor, (mode_t)mode);
}

bool system_flush(int descriptor)
{
    return fsync(descriptor) == 0;
}

bool system_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool system_resize(FILE *file, uint64_t size)
{
    return ftruncate(fileno(file), (off_t)size) == 0 && fseeko(file, (off_t)size, SEEK_SET) == 0;
}

bool system_link(const char *path, char *to, size_t size)
{
    ssize_t length = readlink(path, to, size - 1);
    if (length >= 0)
        to[length] = 0;
    return length >= 0;
}

char *system_text(void (*print)(FILE *file, void *context), void *context, size_t *size)
{
    char *text = NULL;
    FILE *file = open_memstream(&text, size);
    if (!file)
        return NULL;
    print(file, context);
    if (fclose(file) == 0)
        return text;
    free(text);
    return NULL;
}

/* ---- libraries ---- */

static bool write_whole(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno != EINTR)
            return false;
        bytes += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* Write the template of a path for mkstemp() and mkdtemp(). */
static void put_template(char *path, size_t size)
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, size, "%s/wheeldyn-XXXXXX", folder && *folder ? folder : "/tmp");
}

bool system_make_folder(char *path, size_t size)
{
    put_template(path, size);
    return mkdtemp(path) != NULL;
}

void system_remove_folder(const char *path)
{
    rmdir(path);
}

bool system_load(struct library *library, const void *bytes, size_t size)
{
    *library = (struct library){0};
    put_template(library->path, sizeof library->path);
    int descriptor = mkstemp(library->path);
    if (descriptor < 0)
        return false;
    if (write_whole(descriptor, bytes, size)) {
        library->handle = dlopen(library->path, RTLD_NOW | RTLD_LOCAL);
        errno = ENOEXEC;
    }
    int failure = errno;
    close(descriptor);
    unlink(library->path);
    errno = failure;
    return library->handle != NULL;
}

void *system_symbol(const struct library *library, const char *name)
{
    return dlsym(library->handle, name);
}

void system_unload(struct library *library)
{
    dlclose(library->handle);
}
