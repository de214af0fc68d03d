/* SPDX-License-Identifier: MIT */
/* Types and functions of FMI 3.0, as the standard defines them. If the importer compiles the
 * sources with its own headers of FMI, those headers replace this one, because they also define the
 * prefix of the names. */
#ifndef FMU_FMI3_H
#define FMU_FMI3_H

#if defined WD_UNIT_MODEL && defined __has_include
#if __has_include("fmi3Functions.h")
#define UNIT_HAS_FMI3
#endif
#endif

#ifdef UNIT_HAS_FMI3
#include "fmi3Functions.h"
#else

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An importer that compiles the sources into a separate library defines
 * FMI3_OVERRIDE_FUNCTION_PREFIX as empty, or as 1 by a compiler option without a value. Both mean:
 * no prefix. */
#ifdef FMI3_OVERRIDE_FUNCTION_PREFIX
#if FMI3_OVERRIDE_FUNCTION_PREFIX + 0 == 1
#define FMI3_PREFIX
#else
#define FMI3_PREFIX FMI3_OVERRIDE_FUNCTION_PREFIX
#endif
#elif defined FMI3_FUNCTION_PREFIX
#define FMI3_PREFIX FMI3_FUNCTION_PREFIX
#else
#define FMI3_PREFIX
#endif
#define FMI3_PASTE(prefix, name) prefix##name
#define FMI3_JOIN(prefix, name) FMI3_PASTE(prefix, name)
#define FMI3_NAME(name) FMI3_JOIN(FMI3_PREFIX, name)

#ifdef _WIN32
#define FMI3_Export __declspec(dllexport)
#elif defined __GNUC__
#define FMI3_Export __attribute__((visibility("default")))
#else
#define FMI3_Export
#endif

#define fmi3Version "3.0"

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean;
typedef char fmi3Char;
typedef const fmi3Char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
    fmi3Independent,
    fmi3Constant,
    fmi3Fixed,
    fmi3Tunable,
    fmi3Discrete,
    fmi3Dependent
} fmi3DependencyKind;
typedef enum {
    fmi3IntervalNotYetKnown,
    fmi3IntervalUnchanged,
    fmi3IntervalChanged
} fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String category,
                                       fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64 time,
                                               fmi3Boolean set_requested, fmi3Boolean get_allowed,
                                               fmi3Boolean step_finished, fmi3Boolean can_return,
                                               fmi3Boolean *return_requested,
                                               fmi3Float64 *return_time);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

#define fmi3GetVersion FMI3_NAME(fmi3GetVersion)
#define fmi3SetDebugLogging FMI3_NAME(fmi3SetDebugLogging)
#define fmi3InstantiateModelExchange FMI3_NAME(fmi3InstantiateModelExchange)
#define fmi3InstantiateCoSimulation FMI3_NAME(fmi3InstantiateCoSimulation)
#define fmi3InstantiateScheduledExecution FMI3_NAME(fmi3InstantiateScheduledExecution)
#define fmi3FreeInstance FMI3_NAME(fmi3FreeInstance)
#define fmi3EnterInitializationMode FMI3_NAME(fmi3EnterInitializationMode)
#define fmi3ExitInitializationMode FMI3_NAME(fmi3ExitInitializationMode)
#define fmi3EnterEventMode FMI3_NAME(fmi3EnterEventMode)
#define fmi3Terminate FMI3_NAME(fmi3Terminate)
#define fmi3Reset FMI3_NAME(fmi3Reset)
#define fmi3GetFloat32 FMI3_NAME(fmi3GetFloat32)
#define fmi3GetFloat64 FMI3_NAME(fmi3GetFloat64)
#define fmi3GetInt8 FMI3_NAME(fmi3GetInt8)
#define fmi3GetUInt8 FMI3_NAME(fmi3GetUInt8)
#define fmi3GetInt16 FMI3_NAME(fmi3GetInt16)
#define fmi3GetUInt16 FMI3_NAME(fmi3GetUInt16)
#define fmi3GetInt32 FMI3_NAME(fmi3GetInt32)
#define fmi3GetUInt32 FMI3_NAME(fmi3GetUInt32)
#define fmi3GetInt64 FMI3_NAME(fmi3GetInt64)
#define fmi3GetUInt64 FMI3_NAME(fmi3GetUInt64)
#define fmi3GetBoolean FMI3_NAME(fmi3GetBoolean)
#define fmi3GetString FMI3_NAME(fmi3GetString)
#define fmi3GetBinary FMI3_NAME(fmi3GetBinary)
#define fmi3GetClock FMI3_NAME(fmi3GetClock)
#define fmi3SetFloat32 FMI3_NAME(fmi3SetFloat32)
#define fmi3SetFloat64 FMI3_NAME(fmi3SetFloat64)
#define fmi3SetInt8 FMI3_NAME(fmi3SetInt8)
#define fmi3SetUInt8 FMI3_NAME(fmi3SetUInt8)
#define fmi3SetInt16 FMI3_NAME(fmi3SetInt16)
#define fmi3SetUInt16 FMI3_NAME(fmi3SetUInt16)
#define fmi3SetInt32 FMI3_NAME(fmi3SetInt32)
#define fmi3SetUInt32 FMI3_NAME(fmi3SetUInt32)
#define fmi3SetInt64 FMI3_NAME(fmi3SetInt64)
#define fmi3SetUInt64 FMI3_NAME(fmi3SetUInt64)
#define fmi3SetBoolean FMI3_NAME(fmi3SetBoolean)
#define fmi3SetString FMI3_NAME(fmi3SetString)
#define fmi3SetBinary FMI3_NAME(fmi3SetBinary)
#define fmi3SetClock FMI3_NAME(fmi3SetClock)
#define fmi3GetNumberOfVariableDependencies FMI3_NAME(fmi3GetNumberOfVariableDependencies)
#define fmi3GetVariableDependencies FMI3_NAME(fmi3GetVariableDependencies)
#define fmi3GetFMUState FMI3_NAME(fmi3GetFMUState)
#define fmi3SetFMUState FMI3_NAME(fmi3SetFMUState)
#define fmi3FreeFMUState FMI3_NAME(fmi3FreeFMUState)
#define fmi3SerializedFMUStateSize FMI3_NAME(fmi3SerializedFMUStateSize)
#define fmi3SerializeFMUState FMI3_NAME(fmi3SerializeFMUState)
#define fmi3DeserializeFMUState FMI3_NAME(fmi3DeserializeFMUState)
#define fmi3GetDirectionalDerivative FMI3_NAME(fmi3GetDirectionalDerivative)
#define fmi3GetAdjointDerivative FMI3_NAME(fmi3GetAdjointDerivative)
#define fmi3EnterConfigurationMode FMI3_NAME(fmi3EnterConfigurationMode)
#define fmi3ExitConfigurationMode FMI3_NAME(fmi3ExitConfigurationMode)
#define fmi3GetIntervalDecimal FMI3_NAME(fmi3GetIntervalDecimal)
#define fmi3GetIntervalFraction FMI3_NAME(fmi3GetIntervalFraction)
#define fmi3GetShiftDecimal FMI3_NAME(fmi3GetShiftDecimal)
#define fmi3GetShiftFraction FMI3_NAME(fmi3GetShiftFraction)
#define fmi3SetIntervalDecimal FMI3_NAME(fmi3SetIntervalDecimal)
#define fmi3SetIntervalFraction FMI3_NAME(fmi3SetIntervalFraction)
#define fmi3SetShiftDecimal FMI3_NAME(fmi3SetShiftDecimal)
#define fmi3SetShiftFraction FMI3_NAME(fmi3SetShiftFraction)
#define fmi3EvaluateDiscreteStates FMI3_NAME(fmi3EvaluateDiscreteStates)
#define fmi3UpdateDiscreteStates FMI3_NAME(fmi3UpdateDiscreteStates)
#define fmi3EnterContinuousTimeMode FMI3_NAME(fmi3EnterContinuousTimeMode)
#define fmi3CompletedIntegratorStep FMI3_NAME(fmi3CompletedIntegratorStep)
#define fmi3SetTime FMI3_NAME(fmi3SetTime)
#define fmi3SetContinuousStates FMI3_NAME(fmi3SetContinuousStates)
#define fmi3GetContinuousStateDerivatives FMI3_NAME(fmi3GetContinuousStateDerivatives)
#define fmi3GetEventIndicators FMI3_NAME(fmi3GetEventIndicators)
#define fmi3GetContinuousStates FMI3_NAME(fmi3GetContinuousStates)
#define fmi3GetNominalsOfContinuousStates FMI3_NAME(fmi3GetNominalsOfContinuousStates)
#define fmi3GetNumberOfEventIndicators FMI3_NAME(fmi3GetNumberOfEventIndicators)
#define fmi3GetNumberOfContinuousStates FMI3_NAME(fmi3GetNumberOfContinuousStates)
#define fmi3EnterStepMode FMI3_NAME(fmi3EnterStepMode)
#define fmi3GetOutputDerivatives FMI3_NAME(fmi3GetOutputDerivatives)
#define fmi3DoStep FMI3_NAME(fmi3DoStep)
#define fmi3ActivateModelPartition FMI3_NAME(fmi3ActivateModelPartition)

FMI3_Export const char *fmi3GetVersion(void);
FMI3_Export fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t n,
                                           const fmi3String categories[]);
FMI3_Export fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token,
                                                      fmi3String resources, fmi3Boolean visible,
                                                      fmi3Boolean logging,
                                                      fmi3InstanceEnvironment environment,
                                                      fmi3LogMessageCallback logger);
FMI3_Export fmi3Instance
fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                            fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean events,
                            fmi3Boolean early_return, const fmi3ValueReference intermediate[],
                            size_t intermediate_count, fmi3InstanceEnvironment environment,
                            fmi3LogMessageCallback logger, fmi3IntermediateUpdateCallback update);
FMI3_Export fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger,
    fmi3ClockUpdateCallback update, fmi3LockPreemptionCallback lock,
    fmi3UnlockPreemptionCallback unlock);
FMI3_Export void fmi3FreeInstance(fmi3Instance c);
FMI3_Export fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean has_tolerance,
                                                   fmi3Float64 tolerance, fmi3Float64 start,
                                                   fmi3Boolean has_stop, fmi3Float64 stop);
FMI3_Export fmi3Status fmi3ExitInitializationMode(fmi3Instance c);
FMI3_Export fmi3Status fmi3EnterEventMode(fmi3Instance c);
FMI3_Export fmi3Status fmi3Terminate(fmi3Instance c);
FMI3_Export fmi3Status fmi3Reset(fmi3Instance c);
FMI3_Export fmi3Status fmi3GetFloat32(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                      fmi3Float32 values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                      fmi3Float64 values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetInt8(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                   fmi3Int8 values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetUInt8(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                    fmi3UInt8 values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetInt16(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                    fmi3Int16 values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetUInt16(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                     fmi3UInt16 values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetInt32(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                    fmi3Int32 values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetUInt32(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                     fmi3UInt32 values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetInt64(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                    fmi3Int64 values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetUInt64(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                     fmi3UInt64 values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetBoolean(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                      fmi3Boolean values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetString(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                     fmi3String values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                     size_t sizes[], fmi3Binary values[], size_t value_count);
FMI3_Export fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                    fmi3Clock values[]);
FMI3_Export fmi3Status fmi3SetFloat32(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                      const fmi3Float32 values[], size_t value_count);
FMI3_Export fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                      const fmi3Float64 values[], size_t value_count);
FMI3_Export fmi3Status fmi3SetInt8(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                   const fmi3Int8 values[], size_t value_count);
FMI3_Export fmi3Status fmi3SetUInt8(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                    const fmi3UInt8 values[], size_t value_count);
FMI3_Export fmi3Status fmi3SetInt16(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                    const fmi3Int16 values[], size_t value_count);
FMI3_Export fmi3Status fmi3SetUInt16(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                     const fmi3UInt16 values[], size_t value_count);
FMI3_Export fmi3Status fmi3SetInt32(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                    const fmi3Int32 values[], size_t value_count);
FMI3_Export fmi3Status fmi3SetUInt32(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                     const fmi3UInt32 values[], size_t value_count);
FMI3_Export fmi3Status fmi3SetInt64(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                    const fmi3Int64 values[], size_t value_count);
FMI3_Export fmi3Status fmi3SetUInt64(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                     const fmi3UInt64 values[], size_t value_count);
FMI3_Export fmi3Status fmi3SetBoolean(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                      const fmi3Boolean values[], size_t value_count);
FMI3_Export fmi3Status fmi3SetString(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                     const fmi3String values[], size_t value_count);
FMI3_Export fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                     const size_t sizes[], const fmi3Binary values[],
                                     size_t value_count);
FMI3_Export fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                                    const fmi3Clock values[]);
FMI3_Export fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference ref,
                                                           size_t *n);
FMI3_Export fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference ref,
                                                   size_t elements[],
                                                   fmi3ValueReference independents[],
                                                   size_t independent_elements[],
                                                   fmi3DependencyKind kinds[], size_t n);
FMI3_Export fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state);
FMI3_Export fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state);
FMI3_Export fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state);
FMI3_Export fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size);
FMI3_Export fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[],
                                             size_t size);
FMI3_Export fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size,
                                               fmi3FMUState *state);
FMI3_Export fmi3Status fmi3GetDirectionalDerivative(
    fmi3Instance c, const fmi3ValueReference unknowns[], size_t unknown_count,
    const fmi3ValueReference knowns[], size_t known_count, const fmi3Float64 seed[],
    size_t seed_count, fmi3Float64 sensitivity[], size_t sensitivity_count);
FMI3_Export fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknowns[],
                                                size_t unknown_count,
                                                const fmi3ValueReference knowns[],
                                                size_t known_count, const fmi3Float64 seed[],
                                                size_t seed_count, fmi3Float64 sensitivity[],
                                                size_t sensitivity_count);
FMI3_Export fmi3Status fmi3EnterConfigurationMode(fmi3Instance c);
FMI3_Export fmi3Status fmi3ExitConfigurationMode(fmi3Instance c);
FMI3_Export fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference refs[],
                                              size_t n, fmi3Float64 intervals[],
                                              fmi3IntervalQualifier qualifiers[]);
FMI3_Export fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference refs[],
                                               size_t n, fmi3UInt64 counters[],
                                               fmi3UInt64 resolutions[],
                                               fmi3IntervalQualifier qualifiers[]);
FMI3_Export fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference refs[],
                                           size_t n, fmi3Float64 shifts[]);
FMI3_Export fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference refs[],
                                            size_t n, fmi3UInt64 counters[],
                                            fmi3UInt64 resolutions[]);
FMI3_Export fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference refs[],
                                              size_t n, const fmi3Float64 intervals[]);
FMI3_Export fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference refs[],
                                               size_t n, const fmi3UInt64 counters[],
                                               const fmi3UInt64 resolutions[]);
FMI3_Export fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference refs[],
                                           size_t n, const fmi3Float64 shifts[]);
FMI3_Export fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference refs[],
                                            size_t n, const fmi3UInt64 counters[],
                                            const fmi3UInt64 resolutions[]);
FMI3_Export fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c);
FMI3_Export fmi3Status fmi3UpdateDiscreteStates(
    fmi3Instance c, fmi3Boolean *need_update, fmi3Boolean *terminate, fmi3Boolean *nominals_changed,
    fmi3Boolean *values_changed, fmi3Boolean *has_next_event, fmi3Float64 *next_event);
FMI3_Export fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c);
FMI3_Export fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean no_set_state,
                                                   fmi3Boolean *event_mode, fmi3Boolean *terminate);
FMI3_Export fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 time);
FMI3_Export fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t n);
FMI3_Export fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 derivatives[],
                                                         size_t n);
FMI3_Export fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 indicators[], size_t n);
FMI3_Export fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n);
FMI3_Export fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64 nominals[],
                                                         size_t n);
FMI3_Export fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *n);
FMI3_Export fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *n);
FMI3_Export fmi3Status fmi3EnterStepMode(fmi3Instance c);
FMI3_Export fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference refs[],
                                                size_t n, const fmi3Int32 orders[],
                                                fmi3Float64 values[], size_t value_count);
FMI3_Export fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 from, fmi3Float64 h,
                                  fmi3Boolean no_set_state, fmi3Boolean *event,
                                  fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last);
FMI3_Export fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference clock,
                                                  fmi3Float64 time);

#endif
#endif
