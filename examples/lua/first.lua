-- SPDX-License-Identifier: MIT
-- The library from LuaJIT, by its foreign function interface alone.
local ffi = require("ffi")
ffi.cdef([[
typedef struct wd_model wd_model;
int32_t wd_model_new(const char *kind, wd_model **out);
void wd_model_free(wd_model *model);
const char *wd_model_error(const wd_model *model);
const char *wd_status_text(int32_t status);
const char *wd_kind_nearest_name(const char *name);
const char *wd_model_nearest_name(const wd_model *model, const char *name);
int32_t wd_model_load_preset(wd_model *model, const char *name);
int32_t wd_model_set_value(wd_model *model, const char *name, double value);
int32_t wd_model_init(wd_model *model, double t0);
int32_t wd_model_step_to(wd_model *model, double t);
int32_t wd_model_value(const wd_model *model, const char *name, double *out);
]])
local wd = ffi.load("libwheeldyn.so.0")

-- A call that takes a name and leaves no text.
local function must_name(status, name, nearest)
    if status < 0 then
        local text = ffi.string(wd.wd_status_text(status))
        error(name .. ": " .. text .. "; the nearest is " .. ffi.string(nearest))
    end
end

local kind, handle = "rolling_wheel", ffi.new("wd_model *[1]")
must_name(wd.wd_model_new(kind, handle), kind, wd.wd_kind_nearest_name(kind))
local wheel = handle[0] -- freed by hand: a finalizer may run after the library is gone

local function must(status)
    if status < 0 then
        error(ffi.string(wd.wd_model_error(wheel)))
    end
end

local output, slip = "output.slip_ratio", ffi.new("double[1]")
must(wd.wd_model_load_preset(wheel, "drive-60"))
must(wd.wd_model_set_value(wheel, "param.mass", 30))
must(wd.wd_model_init(wheel, 0))
must(wd.wd_model_step_to(wheel, 11))
must_name(wd.wd_model_value(wheel, output, slip), output, wd.wd_model_nearest_name(wheel, output))
print(string.format("slip ratio at 11 s: %.4f", slip[0]))
wd.wd_model_free(wheel)
