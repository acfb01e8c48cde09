#!/bin/sh
# Says which GPU toolkits this machine has, as shell assignments:
#
#   CUDA='/usr/local/cuda' CUDA_WHY='nvcc on PATH'
#   CUDA_FLAGS='…'         for clang++, device side
#   ROCM='/usr' ROCM_WHY='Debian packages'
#   HIP_FLAGS='…'          for clang++, device side, device libraries linked
#   HIP_RAW_FLAGS='…'      the same without device libraries
#
# An empty CUDA or ROCM means absent. The one place that knows where to look:
# setup.sh, demo.sh and the lit configuration all ask here.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu

# A CUDA toolkit that clang can compile with: headers, libdevice and ptxas.
is_cuda() {
  [ -e "$1/include/cuda_runtime.h" ] && [ -x "$1/bin/ptxas" ] &&
    [ -d "$1/nvvm/libdevice" ]
}

# Prints the folder of the first device bitcode library below root $1.
rocm_bitcode() {
  for dir in "$1"/amdgcn/bitcode "$1"/lib/amdgcn/bitcode \
    "$1"/lib/*/amdgcn/bitcode "$1"/lib/llvm/lib/clang/*/lib/amdgcn/bitcode; do
    [ -e "$dir/ockl.bc" ] && echo "$dir" && return 0
  done
  return 1
}

is_rocm() {
  [ -e "$1/include/hip/hip_runtime.h" ] && rocm_bitcode "$1" >/dev/null
}

# The folder above the one that holds program $1, links followed.
root_of() {
  program=$(command -v "$1") || return 1
  dirname "$(dirname "$(readlink -f "$program")")"
}

CUDA='' CUDA_WHY=''
if [ -n "${CUDA_PATH:-}" ] && is_cuda "$CUDA_PATH"; then
  CUDA=$CUDA_PATH CUDA_WHY='CUDA_PATH'
elif root=$(root_of nvcc); then
  # Debian's own nvcc lives in /usr/bin and keeps the tree in /usr/lib/cuda.
  for dir in "$root" "$root/lib/cuda"; do
    if [ -z "$CUDA" ] && is_cuda "$dir"; then
      CUDA=$dir CUDA_WHY='nvcc on PATH'
    fi
  done
fi

ROCM='' ROCM_WHY=''
if [ -n "${ROCM_PATH:-}" ] && is_rocm "$ROCM_PATH"; then
  ROCM=$ROCM_PATH ROCM_WHY='ROCM_PATH'
elif root=$(root_of hipcc) && is_rocm "$root"; then
  ROCM=$root ROCM_WHY='hipcc on PATH'
elif is_rocm /usr; then
  ROCM=/usr ROCM_WHY='Debian packages'
fi

CUDA_FLAGS='' HIP_FLAGS='' HIP_RAW_FLAGS=''
if [ -n "$CUDA" ]; then
  CUDA_FLAGS="-x cuda --cuda-device-only --cuda-path=$CUDA"
  CUDA_FLAGS="$CUDA_FLAGS -Wno-unknown-cuda-version"
fi
if [ -n "$ROCM" ]; then
  HIP_RAW_FLAGS="-x hip --cuda-device-only --rocm-path=$ROCM -nogpulib"
  HIP_FLAGS="$HIP_RAW_FLAGS -mcode-object-version=4"
  # The libraries that do not depend on the processor, named one by one: those
  # of Debian 12 know no GPU after gfx90a, and clang would refuse newer ones.
  bitcode=$(rocm_bitcode "$ROCM")
  for name in hip ockl oclc_abi_version_400; do
    if [ -e "$bitcode/$name.bc" ]; then
      HIP_FLAGS="$HIP_FLAGS -Xclang -mlink-builtin-bitcode"
      HIP_FLAGS="$HIP_FLAGS -Xclang $bitcode/$name.bc"
    fi
  done
fi

echo "CUDA='$CUDA' CUDA_WHY='$CUDA_WHY'"
echo "CUDA_FLAGS='$CUDA_FLAGS'"
echo "ROCM='$ROCM' ROCM_WHY='$ROCM_WHY'"
echo "HIP_FLAGS='$HIP_FLAGS'"
echo "HIP_RAW_FLAGS='$HIP_RAW_FLAGS'"
