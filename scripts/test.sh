#!/bin/sh
# Installs what is missing, builds into build/, runs every test: first those of
# `check`, then the random ones of `check-property`. Both end with lit's lines.
#
#   scripts/test.sh --llvm 19            builds with LLVM 19, into build-llvm19/
#   scripts/test.sh --llvm 19 --short    makes a united build (F2LAYOUT_UNITY), in
#                                        build-llvm19-short/, and runs only the
#                                        tests of what reads or writes LLVM's IR
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
cd "$(dirname "$0")/.."
preset=release build=build short='' version=22
while [ $# -gt 0 ]; do
  case $1 in
  --short) short=yes ;;
  --llvm)
    [ "${2:-}" = 22 ] || preset=llvm19 build=build-llvm19
    version=${2:-}
    [ $# -eq 1 ] || shift
    ;;
  *)
    echo "test: unknown option $1"
    exit 1
    ;;
  esac
  shift
done
scripts/setup.sh --llvm "$version"
status=0
if [ -z "$short" ]; then
  cmake --preset $preset
  cmake --build $build
  cmake --build $build --target check || status=1
  cmake --build $build --target check-property || status=1
  exit $status
fi

build=$build-short
cmake --preset $preset -B $build -DF2LAYOUT_UNITY=ON
tools='F2Layout f2layout f2sim f2layout-count f2layout-front-end
  f2layout-tensors'
unit='F2PassesTests F2IntrinsicsTests'
# shellcheck disable=SC2086 # lists of targets
cmake --build $build --target $tools $unit
lit="/usr/lib/llvm-22/bin/lit -sv --no-progress-bar"
for test in $unit; do
  $build/bin/$test --gtest_brief=1 || status=1
done
$lit --filter ':: (passes|plugin|f2sim|hip)/' $build/test || status=1
$lit --filter '(conversions|programs|unwritten)' $build/test/property || status=1
exit $status
