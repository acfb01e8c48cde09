#!/bin/sh
# Builds the GPU benchmark, and runs it if there is a GPU. Further arguments go
# to bench/gpu/run.py: scripts/bench.sh --only warp32
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
cd "$(dirname "$0")/.."

if [ -z "$(scripts/toolkits.sh | sed -n "s/^CUDA='\([^']*\)'.*/\1/p")" ]; then
  echo 'skipped: no CUDA toolkit'
  exit 0
fi
if [ -e build/build.ninja ] || [ -e build/Makefile ]; then
  cmake --build build --target F2Layout
fi
python3 bench/gpu/build.py
python3 bench/gpu/run.py build-bench "$@"
