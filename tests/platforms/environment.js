// SPDX-License-Identifier: MIT
// The environment of the machine, in the place of emscripten's own.
mergeInto(LibraryManager.library, { $ENV: "=process.env" })
