/* SPDX-License-Identifier: MIT */
/* Vectors of lib/num, under the name by which kinds include them. */
#ifndef MECH_VECTOR_H
#define MECH_VECTOR_H

#include "num/vector.h"

#endif
