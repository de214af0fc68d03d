/* SPDX-License-Identifier: MIT */
#ifndef NUM_CONTACT_SEARCH_H
#define NUM_CONTACT_SEARCH_H

#include "num/contact_shared.h"

/* From s->r if warm, else from 0, on all ways. s->r is the best found and s->u belongs to it. */
enum contact_outcome contact_search(struct contact *s, int warm, double goal);

#endif
