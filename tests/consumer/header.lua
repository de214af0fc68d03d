-- SPDX-License-Identifier: MIT
-- usage: luajit header.lua FUNCTION... <HEADERS: LuaJIT's own parser of C declares what they say,
-- and finds these functions in the library.
local ffi = require("ffi")
ffi.cdef(io.read("*a"))
local wd = ffi.load("libwheeldyn.so.0")
for _, name in ipairs(arg) do
    assert(wd[name])
end
