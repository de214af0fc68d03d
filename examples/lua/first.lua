-- SPDX-License-Identifier: MIT
-- Use the library from LuaJIT, only by its foreign function interface.
-- usage: luajit first.lua [preset]
local ffi = require("ffi")
ffi.cdef([[
typedef struct wd_model wd_model;
typedef int32_t (*wd_input_fn)(double t, double *value, void *user);
int32_t wd_model_new(const char *kind, wd_model **out);
void wd_model_free(wd_model *model);
const char *wd_model_error(const wd_model *model);
const char *wd_status_text(int32_t status);
const char *wd_kind_nearest_name(const char *name);
const char *wd_model_nearest_name(const wd_model *model, const char *name);
int32_t wd_model_load_preset(wd_model *model, const char *name);
int32_t wd_model_find(const wd_model *model, const char *name, uint32_t *ref);
int32_t wd_model_value(const wd_model *model, const char *name, double *out);
int32_t wd_model_set_value(wd_model *model, const char *name, double value);
int32_t wd_model_set_input_fn(wd_model *model, uint32_t ref, wd_input_fn fn, void *user);
int32_t wd_model_init(wd_model *model, double t0);
int32_t wd_model_reset(wd_model *model);
double wd_model_time(const wd_model *model);
int32_t wd_model_step_to(wd_model *model, double t);
int32_t wd_model_run(wd_model *model, double t_end, double dt, const uint32_t *refs,
                     size_t n, double *rows, size_t max_rows, size_t *written);
]])
local library = { Windows = "libwheeldyn-0.dll", OSX = "libwheeldyn.0.dylib" }
local wd = ffi.load(library[ffi.os] or "libwheeldyn.so.0")

-- A call that takes a name and leaves no text.
local function must_name(status, name, nearest)
    if status < 0 then
        local text = ffi.string(wd.wd_status_text(status))
        error(name .. ": " .. text .. "; the nearest is " .. ffi.string(nearest), 0)
    end
end

local Model = {}
Model.__index = Model

function Model.new(kind)
    local out = ffi.new("wd_model *[1]")
    must_name(wd.wd_model_new(kind, out), kind, wd.wd_kind_nearest_name(kind))
    return setmetatable({ handle = out[0], functions = {} }, Model)
end

-- Free the model by hand: when the program ends, a finalizer may run after the library is
-- unloaded.
function Model:close()
    wd.wd_model_free(self.handle)
    for _, fn in ipairs(self.functions) do
        fn:free()
    end
end

-- wheel:must("init", 0) calls wd_model_init(wheel, 0); a failure is an error with its text.
function Model:must(call, ...)
    if wd["wd_model_" .. call](self.handle, ...) < 0 then
        error(ffi.string(wd.wd_model_error(self.handle)), 0)
    end
end
jit.off(Model.must) -- a call that calls back must not be compiled

function Model:find(name)
    local ref = ffi.new("uint32_t[1]")
    local status = wd.wd_model_find(self.handle, name, ref)
    must_name(status, name, wd.wd_model_nearest_name(self.handle, name))
    return ref[0]
end

function Model:value(name)
    local value = ffi.new("double[1]")
    local status = wd.wd_model_value(self.handle, name, value)
    must_name(status, name, wd.wd_model_nearest_name(self.handle, name))
    return value[0]
end

-- An error must not pass through the library, so the callback then returns non-zero. Model:close()
-- frees the function.
function Model:set_input(name, input)
    local fn = ffi.cast("wd_input_fn", function(t, value)
        local fine, u = pcall(input, t)
        u = fine and tonumber(u)
        value[0] = u or 0
        return u and 0 or 1
    end)
    table.insert(self.functions, fn)
    self:must("set_input_fn", self:find(name), fn, nil)
end

-- Return a table of the times and a table of the values of a variable at these times.
function Model:run(t_end, dt, name)
    local room = math.floor((t_end - wd.wd_model_time(self.handle)) / dt) + 2
    local rows, written = ffi.new("double[?][2]", room), ffi.new("size_t[1]")
    local ref = ffi.new("uint32_t[1]", self:find(name))
    self:must("run", t_end, dt, ref, 1, ffi.cast("double *", rows), room, written)
    local times, values = {}, {}
    for i = 1, tonumber(written[0]) do
        times[i], values[i] = rows[i - 1][0], rows[i - 1][1]
    end
    return times, values
end

local wheel = Model.new("rolling_wheel")
wheel:must("load_preset", arg[1] or "drive-60")
wheel:must("set_value", "param.mass", 30)
wheel:must("init", 0)
wheel:must("step_to", 11)
print(string.format("slip ratio at 11 s: %.4f", wheel:value("output.slip_ratio")))
local times, speeds = wheel:run(20, 0.01, "state.x_dot")
print(string.format("speed at %g s: %.4f m/s", times[#times], speeds[#speeds]))

wheel:must("reset") -- to the start; parameters stay
wheel:set_input("input.drive_torque", function(t)
    return 30 + 10 * math.sin(3 * t)
end)
wheel:must("init", 0)
wheel:must("step_to", 5)
print(string.format("speed at 5 s, driven by a function: %.4f m/s", wheel:value("state.x_dot")))
wheel:close()
