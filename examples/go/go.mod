// SPDX-License-Identifier: MIT
module first

go 1.19
