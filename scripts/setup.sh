#!/bin/sh
# Brings a fresh Debian 12 to where f2layout builds: installs what is missing,
# nothing else, and says what it found. Running it again changes nothing.
#
#   scripts/setup.sh [--llvm 19]     LLVM 19 besides LLVM 22
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
cd "$(dirname "$0")/.."

version=22
if [ "${1:-}" = --llvm ]; then
  version=${2:-}
fi
case $version in
22) older='' ;;
19) older='llvm-19 llvm-19-dev llvm-19-tools clang-19 lld-19 libclang-19-dev' ;;
*)
  echo "setup: --llvm $version: expected 19 or 22"
  exit 1
  ;;
esac

build='g++ cmake ninja-build ccache'
llvm='llvm-22 llvm-22-dev llvm-22-tools clang-22 lld-22 libclang-22-dev
  clang-format-22'
libraries='zlib1g-dev libzstd-dev libxml2-dev'
tests='python3 python3-psutil libgtest-dev libgmock-dev libbenchmark-dev
  valgrind dpkg-dev file'
python='pybind11-dev python3-dev python3-numpy python3-pip python3-setuptools
  python3-wheel'
# Without it, relations of layouts are not checked by isl.
relations='libisl-dev'
hip='rocm-device-libs libamdhip64-dev librocprim-dev'

installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

command -v dpkg-query >/dev/null ||
  { echo "setup: this is not Debian; install: $build $llvm $libraries $tests"
    exit 1; }

missing=''
for package in $build $llvm $older $libraries $tests $relations $python $hip; do
  installed "$package" || missing="$missing $package"
done

if [ -n "$missing" ]; then
  echo "setup: installing$missing"
  sudo=''
  if [ "$(id -u)" -ne 0 ]; then
    sudo=$(command -v sudo) ||
      { echo "setup: run as root, or install sudo"; exit 1; }
  fi
  log=$(mktemp)
  # shellcheck disable=SC2086 # lists of words
  { $sudo apt-get -q update &&
    $sudo env DEBIAN_FRONTEND=noninteractive \
      apt-get -q install -y --no-install-recommends $missing; } \
    >"$log" 2>&1 ||
    { cat "$log"; echo "setup: apt-get failed"; exit 1; }
  rm -f "$log"
fi

installed_version() { dpkg-query -W -f '${Version}' "$1" | sed 's/^[0-9]*://; s/-.*//'; }

eval "$(scripts/toolkits.sh)"
echo "found:  LLVM $(installed_version llvm-22), clang $(installed_version clang-22)"
if [ -n "$older" ]; then
  echo "found:  LLVM $(installed_version llvm-19), clang $(installed_version clang-19)"
fi
echo "found:  $(c++ --version | head -n 1)"
echo "found:  cmake $(installed_version cmake), ninja $(installed_version ninja-build)," \
  "ccache $(installed_version ccache)"
echo "found:  GoogleTest $(installed_version libgtest-dev)," \
  "Google Benchmark $(installed_version libbenchmark-dev)"
if [ -n "$CUDA" ]; then
  echo "found:  CUDA toolkit in $CUDA ($CUDA_WHY)"
else
  echo "absent: CUDA toolkit (looked at CUDA_PATH, then for nvcc on PATH)"
fi
if [ -n "$ROCM" ]; then
  echo "found:  ROCm in $ROCM ($ROCM_WHY)"
else
  echo "absent: ROCm (looked at ROCM_PATH, hipcc on PATH, Debian's packages)"
fi
