// SPDX-License-Identifier: MIT

// First simulates a driven wheel. Usage: go run . [preset]
package main

import (
	"fmt"
	"math"
	"os"
)

func simulate(preset string) error {
	wheel, err := NewModel("rolling_wheel")
	if err != nil {
		return err
	}
	defer wheel.Close()
	if err := wheel.LoadPreset(preset); err != nil {
		return err
	}
	if err := wheel.Set("param.mass", 30); err != nil {
		return err
	}
	if err := wheel.Init(0); err != nil {
		return err
	}
	if err := wheel.StepTo(11); err != nil {
		return err
	}
	slip, err := wheel.Get("output.slip_ratio")
	if err != nil {
		return err
	}
	fmt.Printf("slip ratio at 11 s: %.4f\n", slip)
	rows, err := wheel.Run(20, 0.01, "state.x_dot", "output.slip_ratio")
	if err != nil {
		return err
	}
	last := rows[len(rows)-1]
	fmt.Printf("speed at %g s: %.4f m/s\n", last[0], last[1])
	return driven(wheel, func(t float64) float64 { return 30 + 10*math.Sin(3*t) })
}

// driven starts again with a torque of our own.
func driven(wheel *Model, torque func(t float64) float64) error {
	if err := wheel.Reset(); err != nil {
		return err
	}
	if err := wheel.SetInput("input.drive_torque", torque); err != nil {
		return err
	}
	if err := wheel.Init(0); err != nil {
		return err
	}
	if err := wheel.StepTo(5); err != nil {
		return err
	}
	speed, err := wheel.Get("state.x_dot")
	if err != nil {
		return err
	}
	fmt.Printf("speed at 5 s, driven by a function: %.4f m/s\n", speed)
	return nil
}

func main() {
	preset := "drive-60"
	if len(os.Args) > 1 {
		preset = os.Args[1]
	}
	if err := simulate(preset); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
