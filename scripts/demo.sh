#!/bin/sh
# Builds the plugin and shows what it does to two small kernels: a CUDA one for
# sm_90 and a HIP one for gfx942. Needs neither a CUDA toolkit nor a GPU.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh

say() { printf '\n== %s\n' "$*"; }

log=$(mktemp)
work=$(mktemp -d)
trap 'rm -rf "$log" "$work"' EXIT
say "Building build/lib/F2Layout.so and build/bin/f2sim"
# The first time, files are compiled together (cmake/Unity.cmake).
unity=''
[ -e build/CMakeCache.txt ] || unity=-DF2LAYOUT_UNITY=ON
# shellcheck disable=SC2086 # no word, or one
{ cmake --preset release $unity && cmake --build build --target F2Layout f2sim; } \
  >"$log" 2>&1 || { cat "$log"; exit 1; }
llvm=$(sed -n 's/^LLVM_DIR:PATH=//p' build/CMakeCache.txt)/../../../bin
eval "$(scripts/toolkits.sh)"

# Counts of kernel $1 in before.ll and after.ll, compiled for processor $2 with
# the further llc options $3; then what f2sim says of the two.
judge() {
  for side in before after; do
    # shellcheck disable=SC2086 # a list of options
    "$llvm/llc" -O3 -mcpu="$2" ${3:-} "$work/$side.ll" -o "$work/$side.s"
    printf '%-8s' "$side:"
    python3 scripts/count-instructions.py --kernel "$1" "$work/$side.s"
  done
  echo "\$ f2sim --equal before.ll after.ll --kernel $1 --block 256 --grid 2"
  build/bin/f2sim --equal "$work/before.ll" "$work/after.ll" --kernel "$1" \
    --block 256 --grid 2
}

# Compiles $1 for processor option $2 with the flags in $3, without and with the
# plugin; the remark appears on the way.
compile() {
  # shellcheck disable=SC2086 # lists of options
  "$llvm/clang++" $3 "$2" -O3 -S -emit-llvm "$1" -o "$work/before.ll"
  echo "\$ clang++-22 $1 $2 -O3 -fpass-plugin=build/lib/F2Layout.so" \
    "-Rpass=f2layout -Rpass-missed=f2layout"
  # shellcheck disable=SC2086
  "$llvm/clang++" $3 "$2" -O3 -S -emit-llvm "$1" -o "$work/after.ll" \
    -fpass-plugin=build/lib/F2Layout.so \
    -Rpass=f2layout -Rpass-missed=f2layout 2>&1
}

if [ -n "$CUDA" ]; then
  say "CUDA: examples/blocked_to_striped.cu for sm_90"
  compile examples/blocked_to_striped.cu --cuda-gpu-arch=sm_90 "$CUDA_FLAGS"
else
  say "NVPTX: examples/blocked_to_striped.ll for sm_90"
  echo "(no CUDA toolkit here: this is what clang makes of" \
    "examples/blocked_to_striped.cu)"
  cp examples/blocked_to_striped.ll "$work/before.ll"
  echo "\$ opt-22 -load-pass-plugin=build/lib/F2Layout.so -passes=f2layout" \
    "-pass-remarks=f2layout examples/blocked_to_striped.ll"
  "$llvm/opt" -load-pass-plugin=build/lib/F2Layout.so -passes=f2layout -S \
    -pass-remarks=f2layout -pass-remarks-missed=f2layout \
    "$work/before.ll" -o "$work/after.ll" 2>&1
fi
judge blocked_to_striped sm_90 -mattr=+ptx80

if [ -n "$ROCM" ]; then
  say "HIP: examples/butterfly.hip for gfx942"
  # HIP 5's headers want to be told the size of a wave.
  compile examples/butterfly.hip --offload-arch=gfx942 \
    "$HIP_FLAGS -D__AMDGCN_WAVEFRONT_SIZE=64"
  judge butterfly gfx942
else
  say "HIP: skipped: no ROCm"
fi
