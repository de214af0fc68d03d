// SPDX-License-Identifier: MIT
// Functions of wheeldyn.h as C# sees them.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Wheeldyn
{
    /// <summary>The handle of a model, which is freed exactly once.</summary>
    internal sealed class Handle : SafeHandle
    {
        /// <summary>Callbacks, kept here because the garbage collector does not see that the
        /// library uses them.</summary>
        internal readonly List<Native.InputFn> Inputs = new List<Native.InputFn>();

        internal Handle() : base(IntPtr.Zero, true) { }
        public override bool IsInvalid => handle == IntPtr.Zero;
        protected override bool ReleaseHandle()
        {
            Native.wd_model_free(handle);
            return true;
        }
    }

    /// <summary>size_t is UIntPtr. A string that comes back stays the library's, hence an IntPtr:
    /// the runtime would free a `string`.</summary>
    internal static class Native
    {
#if WINDOWS
        const string Library = "libwheeldyn-0.dll";
#elif MACOS
        const string Library = "libwheeldyn.0.dylib";
#else
        const string Library = "libwheeldyn.so.0";
#endif
        const CallingConvention C = CallingConvention.Cdecl;

        [UnmanagedFunctionPointer(C)]
        internal delegate int InputFn(double t, out double value, IntPtr user);

        [DllImport(Library, CallingConvention = C)]
        internal static extern int wd_model_new(string kind, out Handle model);
        [DllImport(Library, CallingConvention = C)]
        internal static extern void wd_model_free(IntPtr model);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr wd_model_error(Handle model);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr wd_status_text(int status);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr wd_kind_nearest_name(string name);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr wd_model_nearest_name(Handle model, string name);
        [DllImport(Library, CallingConvention = C)]
        internal static extern int wd_model_load_preset(Handle model, string name);
        [DllImport(Library, CallingConvention = C)]
        internal static extern int wd_model_find(Handle model, string name, out uint found);
        [DllImport(Library, CallingConvention = C)]
        internal static extern int wd_model_value(Handle model, string name, out double value);
        [DllImport(Library, CallingConvention = C)]
        internal static extern int wd_model_set_value(Handle model, string name, double value);
        [DllImport(Library, CallingConvention = C)]
        internal static extern int wd_model_set_input_fn(Handle model, uint input, InputFn fn,
                                                         IntPtr user);
        [DllImport(Library, CallingConvention = C)]
        internal static extern int wd_model_init(Handle model, double t0);
        [DllImport(Library, CallingConvention = C)]
        internal static extern int wd_model_reset(Handle model);
        [DllImport(Library, CallingConvention = C)]
        internal static extern double wd_model_time(Handle model);
        [DllImport(Library, CallingConvention = C)]
        internal static extern int wd_model_step_to(Handle model, double t);
        [DllImport(Library, CallingConvention = C)]
        internal static extern int wd_model_run(Handle model, double end, double dt, uint[] found,
                                                UIntPtr n, [Out] double[] rows, UIntPtr room,
                                                out UIntPtr written);
    }
}
