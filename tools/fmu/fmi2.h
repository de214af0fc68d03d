/* SPDX-License-Identifier: MIT */
/* Types and functions of FMI 2.0, as the standard defines them. If the importer compiles the
 * sources with its own headers of FMI, those headers replace this one, because they also define the
 * prefix of the names. */
#ifndef FMU_FMI2_H
#define FMU_FMI2_H

#if defined WD_UNIT_MODEL && defined __has_include
#if __has_include("fmi2Functions.h")
#define UNIT_HAS_FMI2
#endif
#endif

#ifdef UNIT_HAS_FMI2
#include "fmi2Functions.h"
#else

#include <stddef.h>

/* An importer that compiles the sources into a separate library defines
 * FMI2_OVERRIDE_FUNCTION_PREFIX as empty, or as 1 by a compiler option without a value. Both mean:
 * no prefix. */
#ifdef FMI2_OVERRIDE_FUNCTION_PREFIX
#if FMI2_OVERRIDE_FUNCTION_PREFIX + 0 == 1
#define FMI2_PREFIX
#else
#define FMI2_PREFIX FMI2_OVERRIDE_FUNCTION_PREFIX
#endif
#elif defined FMI2_FUNCTION_PREFIX
#define FMI2_PREFIX FMI2_FUNCTION_PREFIX
#else
#define FMI2_PREFIX
#endif
#define FMI2_PASTE(prefix, name) prefix##name
#define FMI2_JOIN(prefix, name) FMI2_PASTE(prefix, name)
#define FMI2_NAME(name) FMI2_JOIN(FMI2_PREFIX, name)

#ifdef _WIN32
#define FMI2_Export __declspec(dllexport)
#elif defined __GNUC__
#define FMI2_Export __attribute__((visibility("default")))
#else
#define FMI2_Export
#endif

#define fmi2TypesPlatform "default"
#define fmi2Version "2.0"
#define fmi2True 1
#define fmi2False 0

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum {
    fmi2DoStepStatus,
    fmi2PendingStatus,
    fmi2LastSuccessfulTime,
    fmi2Terminated
} fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String instance, fmi2Status,
                                   fmi2String category, fmi2String message, ...);
typedef void *(*fmi2CallbackAllocateMemory)(size_t, size_t);
typedef void (*fmi2CallbackFreeMemory)(void *);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment, fmi2Status);

typedef struct {
    fmi2CallbackLogger logger;
    fmi2CallbackAllocateMemory allocateMemory;
    fmi2CallbackFreeMemory freeMemory;
    fmi2StepFinished stepFinished;
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
    fmi2Boolean newDiscreteStatesNeeded;
    fmi2Boolean terminateSimulation;
    fmi2Boolean nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

#define fmi2GetTypesPlatform FMI2_NAME(fmi2GetTypesPlatform)
#define fmi2GetVersion FMI2_NAME(fmi2GetVersion)
#define fmi2SetDebugLogging FMI2_NAME(fmi2SetDebugLogging)
#define fmi2Instantiate FMI2_NAME(fmi2Instantiate)
#define fmi2FreeInstance FMI2_NAME(fmi2FreeInstance)
#define fmi2SetupExperiment FMI2_NAME(fmi2SetupExperiment)
#define fmi2EnterInitializationMode FMI2_NAME(fmi2EnterInitializationMode)
#define fmi2ExitInitializationMode FMI2_NAME(fmi2ExitInitializationMode)
#define fmi2Terminate FMI2_NAME(fmi2Terminate)
#define fmi2Reset FMI2_NAME(fmi2Reset)
#define fmi2GetReal FMI2_NAME(fmi2GetReal)
#define fmi2GetInteger FMI2_NAME(fmi2GetInteger)
#define fmi2GetBoolean FMI2_NAME(fmi2GetBoolean)
#define fmi2GetString FMI2_NAME(fmi2GetString)
#define fmi2SetReal FMI2_NAME(fmi2SetReal)
#define fmi2SetInteger FMI2_NAME(fmi2SetInteger)
#define fmi2SetBoolean FMI2_NAME(fmi2SetBoolean)
#define fmi2SetString FMI2_NAME(fmi2SetString)
#define fmi2GetFMUstate FMI2_NAME(fmi2GetFMUstate)
#define fmi2SetFMUstate FMI2_NAME(fmi2SetFMUstate)
#define fmi2FreeFMUstate FMI2_NAME(fmi2FreeFMUstate)
#define fmi2SerializedFMUstateSize FMI2_NAME(fmi2SerializedFMUstateSize)
#define fmi2SerializeFMUstate FMI2_NAME(fmi2SerializeFMUstate)
#define fmi2DeSerializeFMUstate FMI2_NAME(fmi2DeSerializeFMUstate)
#define fmi2GetDirectionalDerivative FMI2_NAME(fmi2GetDirectionalDerivative)
#define fmi2EnterEventMode FMI2_NAME(fmi2EnterEventMode)
#define fmi2NewDiscreteStates FMI2_NAME(fmi2NewDiscreteStates)
#define fmi2EnterContinuousTimeMode FMI2_NAME(fmi2EnterContinuousTimeMode)
#define fmi2CompletedIntegratorStep FMI2_NAME(fmi2CompletedIntegratorStep)
#define fmi2SetTime FMI2_NAME(fmi2SetTime)
#define fmi2SetContinuousStates FMI2_NAME(fmi2SetContinuousStates)
#define fmi2GetDerivatives FMI2_NAME(fmi2GetDerivatives)
#define fmi2GetEventIndicators FMI2_NAME(fmi2GetEventIndicators)
#define fmi2GetContinuousStates FMI2_NAME(fmi2GetContinuousStates)
#define fmi2GetNominalsOfContinuousStates FMI2_NAME(fmi2GetNominalsOfContinuousStates)
#define fmi2SetRealInputDerivatives FMI2_NAME(fmi2SetRealInputDerivatives)
#define fmi2GetRealOutputDerivatives FMI2_NAME(fmi2GetRealOutputDerivatives)
#define fmi2DoStep FMI2_NAME(fmi2DoStep)
#define fmi2CancelStep FMI2_NAME(fmi2CancelStep)
#define fmi2GetStatus FMI2_NAME(fmi2GetStatus)
#define fmi2GetRealStatus FMI2_NAME(fmi2GetRealStatus)
#define fmi2GetIntegerStatus FMI2_NAME(fmi2GetIntegerStatus)
#define fmi2GetBooleanStatus FMI2_NAME(fmi2GetBooleanStatus)
#define fmi2GetStringStatus FMI2_NAME(fmi2GetStringStatus)

FMI2_Export const char *fmi2GetTypesPlatform(void);
FMI2_Export const char *fmi2GetVersion(void);
FMI2_Export fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n,
                                           const fmi2String categories[]);
FMI2_Export fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid,
                                          fmi2String resources,
                                          const fmi2CallbackFunctions *functions,
                                          fmi2Boolean visible, fmi2Boolean logging);
FMI2_Export void fmi2FreeInstance(fmi2Component c);
FMI2_Export fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance,
                                           fmi2Real tolerance, fmi2Real start, fmi2Boolean has_stop,
                                           fmi2Real stop);
FMI2_Export fmi2Status fmi2EnterInitializationMode(fmi2Component c);
FMI2_Export fmi2Status fmi2ExitInitializationMode(fmi2Component c);
FMI2_Export fmi2Status fmi2Terminate(fmi2Component c);
FMI2_Export fmi2Status fmi2Reset(fmi2Component c);
FMI2_Export fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                   fmi2Real values[]);
FMI2_Export fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                      fmi2Integer values[]);
FMI2_Export fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                      fmi2Boolean values[]);
FMI2_Export fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                     fmi2String values[]);
FMI2_Export fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                   const fmi2Real values[]);
FMI2_Export fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                      const fmi2Integer values[]);
FMI2_Export fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                      const fmi2Boolean values[]);
FMI2_Export fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                     const fmi2String values[]);
FMI2_Export fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state);
FMI2_Export fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state);
FMI2_Export fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state);
FMI2_Export fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state,
                                                  size_t *size);
FMI2_Export fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[],
                                             size_t size);
FMI2_Export fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                               fmi2FMUstate *state);
FMI2_Export fmi2Status fmi2GetDirectionalDerivative(fmi2Component c,
                                                    const fmi2ValueReference unknowns[],
                                                    size_t unknown_count,
                                                    const fmi2ValueReference knowns[],
                                                    size_t known_count, const fmi2Real seed[],
                                                    fmi2Real sensitivity[]);
FMI2_Export fmi2Status fmi2EnterEventMode(fmi2Component c);
FMI2_Export fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info);
FMI2_Export fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c);
FMI2_Export fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_set_state,
                                                   fmi2Boolean *event_mode, fmi2Boolean *terminate);
FMI2_Export fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time);
FMI2_Export fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n);
FMI2_Export fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t n);
FMI2_Export fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t n);
FMI2_Export fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n);
FMI2_Export fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[],
                                                         size_t n);
FMI2_Export fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference refs[],
                                                   size_t n, const fmi2Integer orders[],
                                                   const fmi2Real values[]);
FMI2_Export fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c,
                                                    const fmi2ValueReference refs[], size_t n,
                                                    const fmi2Integer orders[], fmi2Real values[]);
FMI2_Export fmi2Status fmi2DoStep(fmi2Component c, fmi2Real from, fmi2Real h,
                                  fmi2Boolean no_set_state);
FMI2_Export fmi2Status fmi2CancelStep(fmi2Component c);
FMI2_Export fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value);
FMI2_Export fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind,
                                         fmi2Real *value);
FMI2_Export fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind,
                                            fmi2Integer *value);
FMI2_Export fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind,
                                            fmi2Boolean *value);
FMI2_Export fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind,
                                           fmi2String *value);

#endif
#endif
