// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;

namespace Wheeldyn
{
    /// <summary>A failure of a call, with the text of the library.</summary>
    public sealed class WheelException : Exception
    {
        public WheelException(string text, Exception cause = null) : base(text, cause) { }
    }

    /// <summary>A model of the library, for `using`.</summary>
    public sealed class Model : IDisposable
    {
        readonly Handle handle;
        Exception thrown; // exception of an input function

        public Model(string kind)
        {
            Named(Native.wd_model_new(kind, out handle), kind, Native.wd_kind_nearest_name(kind));
        }

        public void Dispose() => handle.Dispose();
        public void LoadPreset(string name) => Must(Native.wd_model_load_preset(handle, name));
        public void Init(double t0) => Must(Native.wd_model_init(handle, t0));
        /// <summary>End the motion; parameters and start values keep their values.</summary>
        public void Reset() => Must(Native.wd_model_reset(handle));
        public void StepTo(double t) => Must(Native.wd_model_step_to(handle, t));
        public double Time => Native.wd_model_time(handle);

        public double this[string name]
        {
            get
            {
                Named(Native.wd_model_value(handle, name, out var value), name, Nearest(name));
                return value;
            }
            set => Must(Native.wd_model_set_value(handle, name, value));
        }

        /// <summary>Drive an input by a function of time. It must be pure: it is called in any
        /// order.</summary>
        public void SetInput(string name, Func<double, double> input)
        {
            // No exception may pass through the library, so the callback returns non-zero.
            Native.InputFn call = (double t, out double value, IntPtr user) =>
            {
                value = double.NaN;
                try
                {
                    value = input(t);
                    return 0;
                }
                catch (Exception exception)
                {
                    thrown = exception;
                    return 1;
                }
            };
            handle.Inputs.Add(call);
            Must(Native.wd_model_set_input_fn(handle, Find(name), call, IntPtr.Zero));
        }

        /// <summary>Columns of the time and of the values of variables.</summary>
        public Dictionary<string, double[]> Run(double end, double dt, params string[] names)
        {
            var found = names.Select(Find).ToArray();
            var room = 2 + (int)Math.Max(0, Math.Min((end - Time) / dt, 1e7));
            var width = 1 + names.Length;
            var rows = new double[room * width];
            UIntPtr written;
            Must(Native.wd_model_run(handle, end, dt, found, (UIntPtr)names.Length, rows,
                                     (UIntPtr)room, out written));
            Func<int, double[]> column = i => rows.Take((int)written * width)
                .Where((value, place) => place % width == i).ToArray();
            return names.Prepend("time").Select((name, i) => new { name, i })
                .ToDictionary(each => each.name, each => column(each.i));
        }

        uint Find(string name)
        {
            Named(Native.wd_model_find(handle, name, out var found), name, Nearest(name));
            return found;
        }

        IntPtr Nearest(string name) => Native.wd_model_nearest_name(handle, name);
        static string Text(IntPtr text) => Marshal.PtrToStringAnsi(text);

        void Must(int status)
        {
            var cause = thrown;
            thrown = null;
            if (status < 0) // a status above 0 is a notice, such as the end of the motion
                throw new WheelException(Text(Native.wd_model_error(handle)), cause);
        }

        // Throw if a call with a name failed; such calls leave no text in the model.
        static void Named(int status, string name, IntPtr nearest)
        {
            if (status < 0)
                throw new WheelException($"{name}: {Text(Native.wd_status_text(status))}; "
                    + $"the nearest is {Text(nearest)}");
        }
    }
}
