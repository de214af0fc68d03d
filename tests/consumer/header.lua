-- SPDX-License-Identifier: MIT
-- usage: luajit header.lua FUNCTION... <HEADERS
-- LuaJIT's own parser of C reads the headers; each function must then be found in the library.
local ffi = require("ffi")
ffi.cdef(io.read("*a"))
local wd = ffi.load("libwheeldyn.so.0")
for _, name in ipairs(arg) do
    assert(wd[name])
end
