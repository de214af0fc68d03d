/* SPDX-License-Identifier: MIT */
/* A running model as bytes: 64-bit little-endian words, in this order:
 *
 *   head      magic, endianness mark, format, kind (4 words), hash of the variable table,
 *             number of words
 *   parts     for kinds with parts: count; type, name and supporting parts of each
 *   settings  the settings block
 *   signals   for each input: form, tanh numbers, points, room, the table with all its room
 *   marks     for kinds with user equations: which user functions are set
 *   course    points, closed, which arrays it has, the points, the arrays (see model.h); or a grid
 *   motion    t0, t, h, k, ended, changed, armed guards, y, past of the implicit method,
 *             held step (core/whole.h), modes, outputs, inputs, statistics
 *   log       count, first, the rows kept, zeros up to its capacity
 *   checksum  of all words before it
 *
 * The number of words depends on the settings and the room of the tables only, so it is constant
 * while the model runs. */
#ifndef CORE_SNAPSHOT_H
#define CORE_SNAPSHOT_H

#include "core/model.h"

size_t snapshot_size(const struct wd_model *);
/* True if the motion can be continued from the state of the model. Checked after init and after
 * reading a snapshot. */
int snapshot_can_continue(const struct wd_model *);
/* Write a snapshot to `bytes`, which must have room for snapshot_size() bytes. */
void snapshot_write(const struct wd_model *, unsigned char *bytes);
/* Load a snapshot, or leave the model unchanged. WD_OK, WD_EFORMAT, WD_ESTATE (a function is
 * missing), WD_ENOMEM, WD_EINTERRUPT. */
int32_t snapshot_read(struct wd_model *, const unsigned char *bytes, size_t size);

#endif
