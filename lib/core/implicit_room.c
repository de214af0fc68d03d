/* SPDX-License-Identifier: MIT */
#include "core/implicit_room.h"

#include "num/radau.h"

int implicit_chosen(const struct common_solver *solver)
{
    /* Convert to int first, because a direct conversion to an unsigned 64-bit type may raise
     * floating-point exceptions. The host may trap them: the size of a snapshot is computed in the
     * host's floating-point environment. */
    size_t method = (size_t)(int)solver->method;
    return ode_method(method) == NULL; /* the choices begin with the explicit ones */
}

static int implicit_used(const struct kind *kind, const struct common_solver *solver)
{
    return kind->flow && implicit_chosen(solver);
}

size_t implicit_past_doubles(const struct kind *kind, const struct common_solver *solver)
{
    return implicit_used(kind, solver) ? radau_past_doubles(kind->states, KIND_ENERGIES) : 0;
}

size_t implicit_doubles(const struct kind *kind, const struct common_solver *solver)
{
    size_t size = kind->states + KIND_ENERGIES + kind->extras;
    return implicit_used(kind, solver) ? radau_doubles(kind->states, KIND_ENERGIES, size) : 0;
}
