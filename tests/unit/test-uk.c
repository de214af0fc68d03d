/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tap.h"
int main(void)
{
    return done();
}
