#!/bin/sh
# Installs what is missing, builds into build/, runs every test: first those of
# `check`, then the random ones of `check-property`. Both end with lit's lines.
#
#   scripts/test.sh [--llvm 19]     with LLVM 19, in build-llvm19/
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh "$@"
preset=release build=build
if [ "$*" = '--llvm 19' ]; then
  preset=llvm19 build=build-llvm19
fi
cmake --preset $preset
cmake --build $build
status=0
cmake --build $build --target check || status=1
cmake --build $build --target check-property || status=1
exit $status
