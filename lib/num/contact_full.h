/* SPDX-License-Identifier: MIT */
/* A solver for problems of different sizes whose matrix W is full, all in the same memory. */
#ifndef NUM_CONTACT_FULL_H
#define NUM_CONTACT_FULL_H

#include "num/contact_shared.h"

/* Allocate a solver for up to `most` contacts of dimension d, without memory for the factors of the
 * Newton matrix. Returns 0 if memory runs out; the caller calls contact_free() in both cases. */
int contact_full_new(struct contact *s, size_t d, size_t most);

/* Return the number of doubles of these factors for so many contacts of dimension d. */
size_t contact_full_factor(size_t d, size_t contacts);

/* Use the solver for problems of `count` contacts, at most `most`, with memory of the caller for
 * the factors. The rows of contact_values() are then those of a full matrix. Allocates nothing;
 * guesses and results of another size are lost. */
void contact_full_use(struct contact *s, size_t count, double *factor);

#endif
