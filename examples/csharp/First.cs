// SPDX-License-Identifier: MIT
// usage: First [preset]
using System;
using System.Globalization;
using System.Linq;
using Wheeldyn;

static class First
{
    static void Simulate(string preset)
    {
        using (var wheel = new Model("rolling_wheel"))
        {
            wheel.LoadPreset(preset);
            wheel["param.mass"] = 30;
            wheel.Init(0);
            wheel.StepTo(11);
            Console.WriteLine($"slip ratio at 11 s: {wheel["output.slip_ratio"]:F4}");
            var run = wheel.Run(20, 0.01, "state.x_dot", "output.slip_ratio");
            var (time, speed) = (run["time"].Last(), run["state.x_dot"].Last());
            Console.WriteLine($"speed at {time} s: {speed:F4} m/s");

            wheel.Reset();
            wheel.SetInput("input.drive_torque", t => 30 + 10 * Math.Sin(3 * t));
            wheel.Init(0);
            wheel.StepTo(5);
            var driven = wheel["state.x_dot"];
            Console.WriteLine($"speed at 5 s, driven by a function: {driven:F4} m/s");
        }
    }

    static int Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture; // decimal points everywhere
        try
        {
            Simulate(arguments.FirstOrDefault() ?? "drive-60");
            return 0;
        }
        catch (WheelException exception)
        {
            Console.Error.WriteLine(exception.Message);
            return 1;
        }
    }
}
