// SPDX-License-Identifier: MIT

package main

/*
#cgo pkg-config: wheeldyn
#include <stdlib.h>
#include <wheeldyn/wheeldyn.h>

int32_t callInput(double t, double *value, uintptr_t input);

// The library must not keep a pointer into Go's memory, so it keeps a number for each function.
static inline int32_t call(double t, double *value, void *input)
{
	return callInput(t, value, (uintptr_t)input);
}

static inline int32_t set_input(wd_model *model, uint32_t ref, uintptr_t input)
{
	return wd_model_set_input_fn(model, ref, call, (void *)input);
}
*/
import "C"

import (
	"errors"
	"fmt"
	"math"
	"runtime/cgo"
	"unsafe"
)

// A Model is a model of the library. It must be closed, and must not be copied.
type Model struct {
	raw    *C.wd_model
	inputs []cgo.Handle
}

// NewModel makes a model of a kind with its defaults.
func NewModel(kind string) (*Model, error) {
	name := C.CString(kind)
	defer C.free(unsafe.Pointer(name))
	model := &Model{}
	status := C.wd_model_new(name, &model.raw)
	if err := named(status, kind, C.wd_kind_nearest_name(name)); err != nil {
		return nil, err
	}
	return model, nil
}

// Close frees the model, and only then its functions.
func (m *Model) Close() {
	C.wd_model_free(m.raw)
	for _, input := range m.inputs {
		input.Delete()
	}
	*m = Model{}
}

// named is for a call that takes a name and leaves no text in the model.
func named(status C.int32_t, name string, nearest *C.char) error {
	if status >= 0 {
		return nil
	}
	said := C.GoString(C.wd_status_text(status))
	return fmt.Errorf("%s: %s; the nearest is %s", name, said, C.GoString(nearest))
}

func (m *Model) must(status C.int32_t) error {
	if status >= 0 { // a status above 0 is a notice, such as the end of the motion
		return nil
	}
	return errors.New(C.GoString(C.wd_model_error(m.raw)))
}

// LoadPreset sets the model up.
func (m *Model) LoadPreset(preset string) error {
	name := C.CString(preset)
	defer C.free(unsafe.Pointer(name))
	return m.must(C.wd_model_load_preset(m.raw, name))
}

// Init starts the motion.
func (m *Model) Init(t0 float64) error { return m.must(C.wd_model_init(m.raw, C.double(t0))) }

// Reset ends the motion; parameters and start values keep their values.
func (m *Model) Reset() error { return m.must(C.wd_model_reset(m.raw)) }

// StepTo advances to a time.
func (m *Model) StepTo(t float64) error { return m.must(C.wd_model_step_to(m.raw, C.double(t))) }

// Set gives a variable a value.
func (m *Model) Set(variable string, value float64) error {
	name := C.CString(variable)
	defer C.free(unsafe.Pointer(name))
	return m.must(C.wd_model_set_value(m.raw, name, C.double(value)))
}

// Get is the value of a variable.
func (m *Model) Get(variable string) (float64, error) {
	name := C.CString(variable)
	defer C.free(unsafe.Pointer(name))
	var value C.double
	status := C.wd_model_value(m.raw, name, &value)
	return float64(value), named(status, variable, C.wd_model_nearest_name(m.raw, name))
}

func (m *Model) find(variable string) (C.uint32_t, error) {
	name := C.CString(variable)
	defer C.free(unsafe.Pointer(name))
	var ref C.uint32_t
	status := C.wd_model_find(m.raw, name, &ref)
	return ref, named(status, variable, C.wd_model_nearest_name(m.raw, name))
}

// SetInput drives an input by a function of time. It must be pure: it is called in any order.
func (m *Model) SetInput(variable string, input func(t float64) float64) error {
	ref, err := m.find(variable)
	if err != nil {
		return err
	}
	handle := cgo.NewHandle(input)
	m.inputs = append(m.inputs, handle)
	return m.must(C.set_input(m.raw, ref, C.uintptr_t(handle)))
}

// callInput is called by the library. A panic must not pass through the library: the call fails.
//
//export callInput
func callInput(t C.double, value *C.double, input C.uintptr_t) (status C.int32_t) {
	defer func() {
		if recover() != nil {
			status = 1
		}
	}()
	*value = C.double(cgo.Handle(input).Value().(func(float64) float64)(float64(t)))
	return 0
}

// Run returns rows of the time and of the values of variables.
func (m *Model) Run(tEnd, dt float64, variables ...string) ([][]float64, error) {
	refs := make([]C.uint32_t, len(variables)+1) // one more, so that there is a first element
	for i, variable := range variables {
		ref, err := m.find(variable)
		if err != nil {
			return nil, err
		}
		refs[i] = ref
	}
	width := 1 + len(variables)
	steps := math.Floor((tEnd - float64(C.wd_model_time(m.raw))) / dt)
	if !(steps >= 0 && steps < 1e8) {
		steps = 0 // the library refuses the arguments, with an error text
	}
	room, written := int(steps)+2, C.size_t(0)
	rows := make([]float64, room*width)
	err := m.must(C.wd_model_run(m.raw, C.double(tEnd), C.double(dt), &refs[0],
		C.size_t(len(variables)), (*C.double)(&rows[0]), C.size_t(room), &written))
	table := make([][]float64, written)
	for i := range table {
		table[i] = rows[i*width : (i+1)*width]
	}
	return table, err
}
