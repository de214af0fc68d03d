/* SPDX-License-Identifier: MIT */
/* Replacement of the malloc family for the whole process, the library included: it counts calls and
 * live blocks, and can make one allocation fail. One source file of a program includes it.
 * Sanitizers replace the family themselves; then HEAP_WATCHED is 0 and no function is replaced. */
#ifndef HEAP_H
#define HEAP_H

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define HEAP_WATCHED 0
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define HEAP_WATCHED 0
#endif
#ifndef HEAP_WATCHED
#define HEAP_WATCHED 1
#endif

/* Not every program uses all of these functions; under a sanitizer none is used. */
#define HEAP_UNUSED __attribute__((unused))
static size_t heap_calls HEAP_UNUSED; /* number of allocation calls */
static long heap_live HEAP_UNUSED;    /* blocks not yet freed */
static long heap_bytes HEAP_UNUSED;   /* bytes of these blocks */
static size_t heap_fail
    HEAP_UNUSED; /* 1: the next allocation fails, 2: the one after it; 0: none */

#if HEAP_WATCHED
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);
void *memalign(size_t alignment, size_t size);
int posix_memalign(void **block, size_t alignment, size_t size);
size_t malloc_usable_size(void *block);

static int heap_refuses(void)
{
    heap_calls++;
    if (heap_fail == 0 || --heap_fail > 0)
        return 0;
    errno = ENOMEM;
    return 1;
}

static void *heap_count(void *block)
{
    heap_live += block != NULL;
    heap_bytes += block ? (long)malloc_usable_size(block) : 0;
    return block;
}

void *malloc(size_t size)
{
    return heap_refuses() ? NULL : heap_count(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return heap_refuses() ? NULL : heap_count(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size)
{
    if (heap_refuses())
        return NULL;
    if (!block)
        return heap_count(__libc_malloc(size));
    long before = (long)malloc_usable_size(block);
    void *moved = __libc_realloc(block, size);
    heap_bytes += moved ? (long)malloc_usable_size(moved) - before : 0;
    return moved;
}

void *memalign(size_t alignment, size_t size)
{
    return heap_refuses() ? NULL : heap_count(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    *block = memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}

void free(void *block)
{
    heap_live -= block != NULL;
    heap_bytes -= block ? (long)malloc_usable_size(block) : 0;
    __libc_free(block);
}
#endif

#endif
