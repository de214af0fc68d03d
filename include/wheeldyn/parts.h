/* SPDX-License-Identifier: MIT */
/** @file parts.h
 *  **Experimental until 1.0: functions of this header may change or go without a new soname**.
 *
 *  Models assembled from parts. A kind may have types of parts. While a model of such a kind is set
 *  up you add parts, each with a name that you choose, and the model gets their variables. All
 *  numbers of a part are ordinary variables, `<role>.<part>.<quantity>`, such as "param.frame.mass"
 *  or "state.steer.angle", with bounds, units and texts; inputs, signals and snapshots include
 *  them.
 *
 *  Variables of the whole model come first, then those of the parts in the order in which they were
 *  added. So refs and strings remain valid when a part is added, and models whose parts were added
 *  in the same order have the same refs. wd_model_remove_part() removes the part that was added
 *  last, so that a part whose values are refused can be undone; refs and strings of all other
 *  variables remain valid. wd_model_load_preset() replaces the parts by those of the preset and
 *  wd_model_load() by those of the snapshot; if the parts differ, earlier refs and strings of part
 *  variables become invalid. wd_model_clone() copies the parts, wd_model_reset() keeps them. Parts
 *  cannot be renamed, and only the last part can be removed: create a new model instead.
 *
 *  A new model of such a kind has no parts. The page of the kind says whether it can run; if not,
 *  wd_model_init() fails.
 *
 *  Status, ownership, NULL, callback, floating-point and thread rules are those of wheeldyn.h. */
#ifndef WHEELDYN_PARTS_H
#define WHEELDYN_PARTS_H

#include <wheeldyn/wheeldyn.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup parts Models assembled from parts (experimental)
 *  @{ */

/** Number of types of parts of a kind; 0 if its models have no parts, for NULL and for an unknown
 *  kind. @since 0.1 */
WD_API size_t wd_part_type_count(const char *kind);

/** Name of type `i` of the parts of a kind, such as "coordinate"; NULL for an unknown kind or if
 *  `i` is too large. @since 0.1 */
WD_API const char *wd_part_type_name(const char *kind, size_t i);

/** One sentence on type `i`; NULL as wd_part_type_name(). @since 0.1 */
WD_API const char *wd_part_type_text(const char *kind, size_t i);

/** Name of the type of part number `k` among the parts on which a part of type `i` stands, as a
 *  hinge stands on two bodies; NULL past the last, and as wd_part_type_name(). If the last of these
 *  parts may be left out, wd_part_type_text() says so.
 *  @since 0.1 */
WD_API const char *wd_part_type_on(const char *kind, size_t i, size_t k);

/** Add a part to a model that is set up, with the default values of its type. Allocates memory.
 *  @param type   a name of wd_part_type_name()
 *  @param name   a small letter, then up to 30 small letters, digits and underscores; not the name
 *                of another part, nor the second word of a variable of the whole model, such as
 *                "work" of "output.work"
 *  @param on     names of the `n` existing parts on which it stands; NULL if n is 0
 *  @param n      the number that the type requires; one less where the last may be left out
 *  @return WD_OK, WD_ESTATE (running, or inside a callback), WD_EROLE (a kind without parts),
 *          WD_EINVAL (NULL, a name that is malformed, taken or reserved, `on` of the wrong number
 *          or type), WD_ENAME (no such type, or a name in `on` is not that of a part), WD_ERANGE
 *          (there are already as many parts of this type as a model may have: 1,024 for types body,
 *          hinge, slide and rigid of kind vehicle, 192 for any other type), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_model_add_part(wd_model *model, const char *type, const char *name,
                                 const char *const *on, size_t n);

/** Remove the part that was added last, with its values, signals and input functions, from a model
 *  that is set up. Refs, strings and values of all other variables remain valid; refs and strings
 *  of the removed part become invalid. Frees the memory of the part, and allocates nothing unless
 *  the model has a clone, or is one, from which the parts must then be separated.
 *  @return WD_OK, WD_ESTATE (running, or inside a callback), WD_EINVAL (NULL), WD_ENAME (there is
 *          no part), WD_ENOMEM (the model is unchanged)
 *  @since 0.1 */
WD_API int32_t wd_model_remove_part(wd_model *model);

/** Number of parts. Parts are numbered from 0 in the order in which they were added. @since 0.1 */
WD_API size_t wd_model_part_count(const wd_model *model);

/** Name of part `i`; NULL if `i` is too large. @since 0.1 */
WD_API const char *wd_model_part_name(const wd_model *model, size_t i);

/** Name of the type of part `i`; NULL if `i` is too large. @since 0.1 */
WD_API const char *wd_model_part_type(const wd_model *model, size_t i);

/** Name of part number `k` among the parts on which part `i` stands; NULL past the last, and if `i`
 *  is too large. @since 0.1 */
WD_API const char *wd_model_part_on(const wd_model *model, size_t i, size_t k);

/** Find the part to which a variable belongs.
 *  @param ref         a ref of the model
 *  @param[out] part   the number of the part; SIZE_MAX for a variable of the whole model, and on
 *                     failure
 *  @return WD_OK, WD_EINVAL (NULL), WD_ERANGE (ref)
 *  @since 0.1 */
WD_API int32_t wd_model_var_part(const wd_model *model, uint32_t ref, size_t *part);

/** Find the key variables of a model, the variables that a plot shows first. Their order is:
 *  variables of the whole model; then, for each type of part and each key variable of the type,
 *  this variable of all parts.
 *  @param i          number of the key variable, from 0 on
 *  @param[out] ref   the variable; WD_NO_REF on failure
 *  @return WD_OK, WD_EINVAL (NULL), WD_ERANGE (there are no more)
 *  @since 0.1 */
WD_API int32_t wd_model_key_var(const wd_model *model, size_t i, uint32_t *ref);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
