/* SPDX-License-Identifier: MIT */
#ifndef CORE_REST_H
#define CORE_REST_H

/* Let other threads run, also those of lower priority, before this thread looks again whether one
 * of them has finished. errno may change. */
void rest_briefly(void);

#endif
