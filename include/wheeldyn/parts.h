/* SPDX-License-Identifier: MIT */
/** @file parts.h
 *  **Experimental until 1.0: functions of this header may change or go without a new soname**.
 *
 *  Models put together from parts. A kind may have types of parts; a model of it gets its variables
 *  from the parts that are added to it, each with a name of yours, while it is set up. All numbers
 *  of a part are ordinary variables, `<role>.<part>.<quantity>`, such as "param.frame.mass" or
 *  "state.steer.angle": bounds, units, texts, inputs, signals, snapshots hold for them as for all.
 *
 *  The rows of the whole come first, then those of the parts in the order in which they were added.
 *  So refs and strings given out before stay when a part is added, and models whose parts were
 *  added in the same order have the same refs. wd_model_remove_part() removes the part that was
 *  added last, so that a part whose values are refused leaves nothing behind; refs and strings of
 *  all other variables stay. wd_model_load_preset() replaces the parts by those of the preset and
 *  wd_model_load() by those of the snapshot: where these are others, refs and strings of part
 *  variables that were given out before are void. wd_model_clone() copies the parts,
 *  wd_model_reset() keeps them. Parts are not renamed, and no other part than the last is removed:
 *  make a new model.
 *
 *  A new model of such a kind has no parts. Whether that can run the page of the kind tells; if it
 *  cannot, wd_model_init() says so.
 *
 *  Status, ownership, NULL, callback, floating-point and thread rules are those of wheeldyn.h. */
#ifndef WHEELDYN_PARTS_H
#define WHEELDYN_PARTS_H

#include <wheeldyn/wheeldyn.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup parts Models put together from parts (experimental)
 *  @{ */

/** Number of types of parts of a kind; 0 if its models are not put together from parts, for NULL
 *  and for an unknown kind. @since 0.1 */
WD_API size_t wd_part_type_count(const char *kind);

/** Name of type `i` of the parts of a kind, such as "coordinate"; NULL for an unknown kind or if
 *  `i` is too large. @since 0.1 */
WD_API const char *wd_part_type_name(const char *kind, size_t i);

/** One sentence on type `i`; NULL as wd_part_type_name(). @since 0.1 */
WD_API const char *wd_part_type_text(const char *kind, size_t i);

/** The type of part wanted at place `k` of those that a part of type `i` stands on; NULL past the
 *  last, and as wd_part_type_name(). @since 0.1 */
WD_API const char *wd_part_type_on(const char *kind, size_t i, size_t k);

/** Add a part to a model that is set up, with the default values of its type. Takes memory.
 *  @param type   a name of wd_part_type_name()
 *  @param name   its own: a small letter, then up to 30 small letters, digits and underscores; not
 *                that of another part, nor the second word of a variable of the whole, such as
 *                "work" of "output.work"
 *  @param on     names of the `n` parts that it stands on, which are there; NULL if n is 0
 *  @param n      as many as the type asks for
 *  @return WD_OK, WD_ESTATE (running, or inside a callback), WD_EROLE (a kind without parts),
 *          WD_EINVAL (NULL, a name that is malformed, taken or reserved, `on` of the wrong number
 *          or type), WD_ENAME (no such type, no part of a name in `on`), WD_ERANGE (64 parts of
 *          this type are there), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_model_add_part(wd_model *model, const char *type, const char *name,
                                 const char *const *on, size_t n);

/** Remove the part that was added last, with its values, signals and input functions, from a model
 *  that is set up. Refs, strings and values of all other variables stay; refs and strings of the
 *  part that is removed are void. Takes no memory and gives that of the part back.
 *  @return WD_OK, WD_ESTATE (running, or inside a callback), WD_EINVAL (NULL), WD_ENAME (there is
 *          no part)
 *  @since 0.1 */
WD_API int32_t wd_model_remove_part(wd_model *model);

/** Number of parts. Parts are numbered from 0 in the order in which they were added. @since 0.1 */
WD_API size_t wd_model_part_count(const wd_model *model);

/** Name of part `i`; NULL if `i` is too large. @since 0.1 */
WD_API const char *wd_model_part_name(const wd_model *model, size_t i);

/** Name of the type of part `i`; NULL if `i` is too large. @since 0.1 */
WD_API const char *wd_model_part_type(const wd_model *model, size_t i);

/** Name of the part at place `k` of those that part `i` stands on; NULL past the last, and if `i`
 *  is too large. @since 0.1 */
WD_API const char *wd_model_part_on(const wd_model *model, size_t i, size_t k);

/** Which part a variable belongs to.
 *  @param ref         a ref of the model
 *  @param[out] part   the number of the part; SIZE_MAX for a variable of the whole, and on failure
 *  @return WD_OK, WD_EINVAL (NULL), WD_ERANGE (ref)
 *  @since 0.1 */
WD_API int32_t wd_model_var_part(const wd_model *model, uint32_t ref, size_t *part);

/** The variables that tell most of a model, in the order in which a picture shows them: those of
 *  the whole, then of each type of part one variable of all its parts after the other.
 *  @param i          from 0 on
 *  @param[out] ref   the variable; WD_NO_REF on failure
 *  @return WD_OK, WD_EINVAL (NULL), WD_ERANGE (there are no more)
 *  @since 0.1 */
WD_API int32_t wd_model_key_var(const wd_model *model, size_t i, uint32_t *ref);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
