#!/bin/sh
# Runs clang-tidy with the checks of .clang-tidy on the sources that build/ has
# compiled (preset release, with clang), and fails if there is a warning.
#
#   scripts/tidy.sh [REGEX]     those whose path matches, by default all
#
# JOBS is how many processes run; by default one for each core. A file takes some
# five seconds. Needs clang-tidy-22 (Debian).
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
cd "$(dirname "$0")/.."
regex=${1:-.}
llvm=$(sed -n 's/^LLVM_DIR:PATH=//p' build/CMakeCache.txt)/../../../bin
[ -x "$llvm/run-clang-tidy" ] ||
  { echo "tidy: no clang-tidy in $llvm"; exit 1; }
exec "$llvm/run-clang-tidy" -clang-tidy-binary "$llvm/clang-tidy" -p build -quiet \
  -hide-progress -warnings-as-errors='*' -j "${JOBS:-$(nproc)}" "$regex"
