/* SPDX-License-Identifier: MIT */
/* Names of the contact problems in tests/ref/contact. */
#ifndef CONTACT_NAMES_H
#define CONTACT_NAMES_H

static const char *const names[] = {
    "d2_slidercrank0_2", "d2_slidercrank1_2",   "d2_fcp394_6",     "d2_fcp031_11",
    "d2_fcp071_89",      "d2_fcp237_376",       "d2_granular_667", "d2_granular_7002",
    "d3_rover11035_1",   "d3_rover11211_1",     "d3_rover4396_2",  "d3_rover1039_4",
    "d3_rover4516_4",    "d3_rover1040_5",      "d3_rover3865_5",  "d3_confeti13_4",
    "d3_nespheres_9",    "d3_oneobject1028_23", "d3_boxstack_48",  "d3_confeti03_54",
    "d3_lmgc_perio_60",  "d3_boxstack_82",      "d3_capsules_225", "d3_spheresbox_256",
    "d3_rockpile_463",   "d3_kaplas_570",
};

#endif
