/* SPDX-License-Identifier: MIT */
/* Memory of the search for a static equilibrium. */
#include "models/vehicle/balance.h"
#include "num/carver.h"

size_t balance_lay_out(struct balance *b, const struct linkage *linkage, double *memory)
{
    struct carver carver = {memory, 0};
    size_t n = linkage_speeds(linkage), c = linkage_contacts(linkage);
    size_t f = 2 * c + linkage_joints(linkage);
    b->n = n;
    b->contacts = c;
    b->frictions = f;
    b->rows = n > f ? n : f;
    CARVE(&carver, linkage_states(linkage), &b->place, &b->kept, &b->touched, &b->opposite);
    CARVE(&carver, n, &b->acceleration, &b->changed_acceleration, &b->sigma, &b->move, &b->way_home,
          &b->raw_move, &b->required, &b->amount, &b->slip_sigma);
    CARVE(&carver, n * n, &b->stiffness, &b->undone, &b->right, &b->slip_right);
    CARVE(&carver, f, &b->friction, &b->before, &b->weight);
    CARVE(&carver, b->rows * n, &b->slip, &b->slip_basis);
    b->effect = b->slip; /* never used together */
    b->friction_basis = carve(&carver, f * n);
    b->dropped = carve_array(&carver, c, sizeof *b->dropped);
    return carver.used;
}

size_t vehicle_balance_doubles(const struct linkage *linkage)
{
    struct balance b;
    return balance_lay_out(&b, linkage, NULL);
}
