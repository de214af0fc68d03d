// SPDX-License-Identifier: MIT
// Use the environment of the machine instead of emscripten's own.
mergeInto(LibraryManager.library, { $ENV: "=process.env" })
