/* SPDX-License-Identifier: MIT */
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static void on_signals(void (*handler)(int))
{
    signal(SIGINT, handler);
    signal(SIGTERM, handler);
    signal(SIGBREAK, handler);
}

void system_begin(void (*end)(int))
{
    on_signals(end);
    _fmode = _O_BINARY;
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
    _setmode(2, _O_BINARY);
}

double system_time(void)
{
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (double)count.QuadPart / (double)frequency.QuadPart;
}

/* GetThreadTimes() counts in steps of 16 ms, so the wall time is used. */
double system_processor_time(void)
{
    return system_time();
}

bool system_is_terminal(FILE *file)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(_fileno(file)), &mode);
}

/* ---- signals ---- */

static void (*stop_function)(int);

/* A handler is removed after each signal, so it is set again. */
static void stop_again(int number)
{
    signal(number, stop_again);
    stop_function(number);
}

void system_on_stop(void (*stop)(int))
{
    stop_function = stop;
    on_signals(stop_again);
}

/* Signals run in a separate thread, which cannot be delayed. */
void system_hold_signals(bool hold)
{
    (void)hold;
}

/* Does nothing: the function that sets the handler is looked up by its name, which is impossible in
 * a statically linked C++ library. */
void system_on_no_memory(void (*end)(void))
{
    (void)end;
}

/* Windows cannot replace a process by another program. */
void system_become(const char *program, const char *const *arguments)
{
    (void)program;
    (void)arguments;
    errno = ENOSYS;
}

/* ---- files ---- */

bool system_is_absolute(const char *path)
{
    return *path == '/' || *path == '\\' || (*path && path[1] == ':');
}

static void set_errno(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
        errno = ENOENT;
        break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
        errno = EACCES;
        break;
    default:
        errno = EIO;
    }
}

/* Open a file that other processes may read, write, rename and remove, as on POSIX. */
static HANDLE open_handle(const char *path, DWORD access, DWORD how, DWORD flags)
{
    HANDLE handle =
        CreateFileA(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, how,
                    flags, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        set_errno();
    return handle;
}

static int open_descriptor(const char *path, DWORD access, DWORD how, DWORD flags)
{
    HANDLE handle = open_handle(path, access, how, flags);
    if (handle == INVALID_HANDLE_VALUE)
        return -1;
    int descriptor = _open_osfhandle((intptr_t)handle, _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0)
        CloseHandle(handle);
    return descriptor;
}

static bool entry_of(HANDLE handle, struct entry *entry)
{
    BY_HANDLE_FILE_INFORMATION about;
    DWORD type = GetFileType(handle);
    *entry = (struct entry){.kind = type == FILE_TYPE_CHAR ? ENTRY_CHARACTERS : ENTRY_OTHER};
    if (type == FILE_TYPE_UNKNOWN)
        *entry = (struct entry){0};
    if (type != FILE_TYPE_DISK)
        return type != FILE_TYPE_UNKNOWN;
    if (!GetFileInformationByHandle(handle, &about))
        return true; /* some file systems, and standard streams in wine, do not report details */
    entry->kind = about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? ENTRY_FOLDER : ENTRY_FILE;
    entry->device = about.dwVolumeSerialNumber;
    entry->number = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow;
    entry->size = (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow;
    return true;
}

bool system_entry(const char *path, struct entry *entry)
{
    HANDLE handle = open_handle(path, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    *entry = (struct entry){0};
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    bool found = entry_of(handle, entry);
    CloseHandle(handle);
    return found;
}

bool system_entry_of(int descriptor, struct entry *entry)
{
    return entry_of((HANDLE)_get_osfhandle(descriptor), entry);
}

int system_open(const char *path)
{
    return open_descriptor(path, GENERIC_READ, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL);
}

int system_create(const char *path)
{
    return open_descriptor(path, GENERIC_WRITE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL);
}

int system_open_part(const char *path, bool fresh)
{
    return open_descriptor(path, GENERIC_READ | GENERIC_WRITE, fresh ? CREATE_NEW : OPEN_ALWAYS,
                           FILE_FLAG_OPEN_REPARSE_POINT);
}

/* Lock a byte beyond the end of the file, because a lock prevents other processes from reading the
 * locked bytes. */
bool system_lock(int descriptor)
{
    OVERLAPPED place = {.OffsetHigh = 1u << 30};
    return LockFileEx((HANDLE)_get_osfhandle(descriptor),
                      LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place);
}

void system_set_mode(int descriptor, unsigned mode)
{
    (void)descriptor; /* a file inherits its rights from the folder */
    (void)mode;
}

bool system_flush(int descriptor)
{
    return _commit(descriptor) == 0;
}

bool system_replace(const char *from, const char *to)
{
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
}

bool system_resize(FILE *file, uint64_t size)
{
    return _chsize_s(_fileno(file), (__int64)size) == 0 &&
           _fseeki64(file, (__int64)size, SEEK_SET) == 0;
}

bool system_link(const char *path, char *to, size_t size)
{
    (void)path, (void)to, (void)size;
    return false;
}

/* Create a temporary file that is removed when it is closed. */
static FILE *open_scratch(void)
{
    char folder[MAX_PATH + 1], path[MAX_PATH];
    if (!GetTempPathA(sizeof folder, folder) || !GetTempFileNameA(folder, "wd", 0, path))
        return NULL;
    int descriptor = open_descriptor(path, GENERIC_READ | GENERIC_WRITE, CREATE_ALWAYS,
                                     FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE);
    return descriptor < 0 ? NULL : _fdopen(descriptor, "w+b");
}

char *system_text(void (*print)(FILE *file, void *context), void *context, size_t *size)
{
    FILE *file = open_scratch();
    if (!file)
        return NULL;
    print(file, context);
    __int64 end = _ftelli64(file);
    char *text = end < 0 ? NULL : malloc((size_t)end + 1);
    rewind(file);
    if (text && fread(text, 1, (size_t)end, file) == (size_t)end) {
        text[ *size = (size_t)end] = 0;
    } else {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* ---- libraries ---- */

/* Make an empty temporary file, and write its path; the path needs MAX_PATH characters. */
static bool make_file(char *path)
{
    char folder[MAX_PATH + 1];
    bool made = GetTempPathA(sizeof folder, folder) && GetTempFileNameA(folder, "wd", 0, path);
    if (!made)
        set_errno();
    return made;
}

bool system_make_folder(char *path, size_t size)
{
    bool made =
        size >= MAX_PATH && make_file(path) && DeleteFileA(path) && CreateDirectoryA(path, NULL);
    if (!made)
        set_errno();
    return made;
}

void system_remove_folder(const char *path)
{
    RemoveDirectoryA(path);
}

bool system_load(struct library *library, const void *bytes, size_t size)
{
    *library = (struct library){0};
    if (!make_file(library->path))
        return false;
    FILE *file = fopen(library->path, "wb");
    bool written = file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file) == 0 && written)
        library->handle = (void *)LoadLibraryA(library->path);
    if (!library->handle) {
        errno = ENOEXEC;
        DeleteFileA(library->path);
    }
    return library->handle != NULL;
}

void *system_symbol(const struct library *library, const char *name)
{
    FARPROC symbol = GetProcAddress((HMODULE)library->handle, name);
    void *address;
    memcpy(&address, &symbol, sizeof address);
    return address;
}

void system_unload(struct library *library)
{
    FreeLibrary((HMODULE)library->handle);
    DeleteFileA(library->path);
}
