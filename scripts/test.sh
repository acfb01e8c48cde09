#!/bin/sh
# Installs what is missing, builds into build/, runs every test: first those of
# `check`, then the random ones of `check-property`. Both end with lit's lines.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh
cmake --preset release
cmake --build build
status=0
cmake --build build --target check || status=1
cmake --build build --target check-property || status=1
exit $status
