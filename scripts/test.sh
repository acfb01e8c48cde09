#!/bin/sh
# Installs what is missing, builds into build/, runs every test. The last lines
# are lit's.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh
cmake --preset release
cmake --build build
exec cmake --build build --target check
