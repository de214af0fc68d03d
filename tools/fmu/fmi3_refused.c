/* SPDX-License-Identifier: MIT */
/* Parts of FMI 3.0 that units do not support: other types, clocks, intermediate values. */
#include "fmi3.h"
#include "unit.h"

#define REFUSE(c, what) ((c) ? (fmi3Status)unit_refuse(c, what) : fmi3Error)
/* Refuse a call with n variables; a call with none succeeds. */
#define REFUSE_SOME(c, n, what) ((c) && (n) == 0 ? fmi3OK : REFUSE(c, what))

#define NO_SUCH_TYPE "this unit has no variables of that type"
#define NO_CLOCKS "this unit has no clocks"

fmi3Status fmi3GetFloat32(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                          fmi3Float32 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3GetInt8(fmi3Instance c, const fmi3ValueReference refs[], size_t n, fmi3Int8 values[],
                       size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3GetUInt8(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                        fmi3UInt8 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3GetInt16(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                        fmi3Int16 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3GetUInt16(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                         fmi3UInt16 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3GetInt32(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                        fmi3Int32 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3GetUInt32(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                         fmi3UInt32 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3GetString(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                         fmi3String values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference refs[], size_t n, size_t sizes[],
                         fmi3Binary values[], size_t value_count)
{
    (void)refs, (void)sizes, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                        fmi3Clock values[])
{
    (void)refs, (void)values;
    return REFUSE_SOME(c, n, NO_CLOCKS);
}

fmi3Status fmi3SetFloat32(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                          const fmi3Float32 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3SetInt8(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                       const fmi3Int8 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3SetUInt8(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                        const fmi3UInt8 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3SetInt16(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                        const fmi3Int16 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3SetUInt16(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                         const fmi3UInt16 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3SetInt32(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                        const fmi3Int32 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3SetUInt32(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                         const fmi3UInt32 values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3SetString(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                         const fmi3String values[], size_t value_count)
{
    (void)refs, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                         const size_t sizes[], const fmi3Binary values[], size_t value_count)
{
    (void)refs, (void)sizes, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, NO_SUCH_TYPE);
}

fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                        const fmi3Clock values[])
{
    (void)refs, (void)values;
    return REFUSE_SOME(c, n, NO_CLOCKS);
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference ref, size_t *n)
{
    (void)ref, (void)n;
    return REFUSE(c, "dependencies are those of the model description");
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference ref, size_t elements[],
                                       fmi3ValueReference independents[],
                                       size_t independent_elements[], fmi3DependencyKind kinds[],
                                       size_t n)
{
    (void)ref, (void)elements, (void)independents, (void)independent_elements, (void)kinds;
    (void)n;
    return REFUSE(c, "dependencies are those of the model description");
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknowns[],
                                    size_t unknown_count, const fmi3ValueReference knowns[],
                                    size_t known_count, const fmi3Float64 seed[], size_t seed_count,
                                    fmi3Float64 sensitivity[], size_t sensitivity_count)
{
    (void)unknowns, (void)knowns, (void)known_count, (void)seed, (void)seed_count;
    (void)sensitivity, (void)sensitivity_count;
    return REFUSE_SOME(c, unknown_count, "this unit has no adjoint derivatives");
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance c)
{
    return REFUSE(c, "this unit has no structural parameters");
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance c)
{
    return REFUSE(c, "this unit has no structural parameters");
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                  fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[])
{
    (void)refs, (void)intervals, (void)qualifiers;
    return REFUSE_SOME(c, n, NO_CLOCKS);
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                   fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[])
{
    (void)refs, (void)counters, (void)resolutions, (void)qualifiers;
    return REFUSE_SOME(c, n, NO_CLOCKS);
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                               fmi3Float64 shifts[])
{
    (void)refs, (void)shifts;
    return REFUSE_SOME(c, n, NO_CLOCKS);
}

fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                fmi3UInt64 counters[], fmi3UInt64 resolutions[])
{
    (void)refs, (void)counters, (void)resolutions;
    return REFUSE_SOME(c, n, NO_CLOCKS);
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                  const fmi3Float64 intervals[])
{
    (void)refs, (void)intervals;
    return REFUSE_SOME(c, n, NO_CLOCKS);
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                   const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
    (void)refs, (void)counters, (void)resolutions;
    return REFUSE_SOME(c, n, NO_CLOCKS);
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                               const fmi3Float64 shifts[])
{
    (void)refs, (void)shifts;
    return REFUSE_SOME(c, n, NO_CLOCKS);
}

fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
    (void)refs, (void)counters, (void)resolutions;
    return REFUSE_SOME(c, n, NO_CLOCKS);
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                    const fmi3Int32 orders[], fmi3Float64 values[],
                                    size_t value_count)
{
    (void)refs, (void)orders, (void)values, (void)value_count;
    return REFUSE_SOME(c, n, "this unit has no time derivatives of outputs");
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 time)
{
    (void)clock, (void)time;
    return REFUSE(c, NO_CLOCKS);
}
