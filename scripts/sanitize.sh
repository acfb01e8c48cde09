#!/bin/sh
# Builds the plugin, f2layout, f2sim and the unit tests with the address and
# undefined-behaviour sanitizers into build-sanitize/, and runs in it: the unit
# tests, the tests of the calculator and of f2sim, and those of the passes, for
# which the plugin is loaded into an opt that has the sanitizers' runtime. Prints
# what it ran and every report, and fails if there is one.
#
#   scripts/sanitize.sh               all of it
#   scripts/sanitize.sh 'passes/relax|f2sim'
#                                     those of lit's tests that match, and the
#                                     unit tests
#
# JOBS is how many processes build and test; by default one for each core. Needs
# libclang-rt-22-dev (Debian) for clang, or GCC's own runtime.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
cd "$(dirname "$0")/.."
tests=${1:-'^f2layout :: (passes|plugin|calculator|f2sim|cuda|hip|header)/'}
jobs=${JOBS:-$(nproc)}
build=$PWD/build-sanitize

say() { printf '\n== %s\n' "$*"; }

say "Building the preset sanitize"
cmake --preset sanitize >/dev/null
unit=$(cmake --build "$build" --target help | sed -n 's/^\(F2.*Tests\): .*/\1/p')
# shellcheck disable=SC2086 # a list of targets
cmake --build "$build" -j "$jobs" --target F2Layout f2layout f2sim $unit

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
compiler=$(cached CMAKE_CXX_COMPILER)
llvm=$(cd "$(cached LLVM_DIR)/../../../bin" && pwd)
runtime=$("$compiler" -print-file-name="libclang_rt.asan-$(uname -m).so")
[ -e "$runtime" ] || runtime=$("$compiler" -print-file-name=libasan.so)
[ -e "$runtime" ] ||
  { echo "sanitize: $compiler has no shared runtime for -fsanitize=address"
    exit 1; }

# Reports go to files, since many tests expect a program to fail, and some read
# its messages. LLVM's allocators may not poison memory, since the part of them
# that is in LLVM's library does not do it.
reports=$build/reports
rm -rf "$reports"
mkdir -p "$reports"
options="log_path=$reports/report:allow_user_poisoning=0"
export ASAN_OPTIONS="$options"
export UBSAN_OPTIONS="$options:print_stacktrace=1"
export ASAN_SYMBOLIZER_PATH="$llvm/llvm-symbolizer"
export UBSAN_SYMBOLIZER_PATH="$llvm/llvm-symbolizer"

# LLVM's programs, those that load the plugin with the runtime. They were built
# without the sanitizers and keep memory until they end: only leaks are theirs.
tools=$build/llvm-tools
rm -rf "$tools"
mkdir -p "$tools"
for program in "$llvm"/*; do
  name=${program##*/}
  case $name in
  opt | llc | clang++ | clang | ld.lld)
    cat >"$tools/$name" <<END
#!/bin/sh
ASAN_OPTIONS='$options:detect_leaks=0' LD_PRELOAD='$runtime'\${LD_PRELOAD:+:\$LD_PRELOAD} exec '$program' "\$@"
END
    chmod +x "$tools/$name" ;;
  *) ln -s "$program" "$tools/$name" ;;
  esac
done

status=0
run() { echo "\$ $*"; "$@" || status=1; }
lit="$llvm/lit -s -v --no-progress-bar -j $jobs"
say "Unit tests"
# shellcheck disable=SC2086 # a command
run $lit "$build/test/unit"
say "Tests of lit"
# shellcheck disable=SC2086 # a command
run $lit --timeout 3000 --param llvm="$tools" --filter "$tests" "$build/test"

say "Reports"
count=0
for report in "$reports"/*; do
  [ -s "$report" ] || continue
  count=$((count + 1))
  cat "$report"
done
echo "$count processes with reports of the sanitizers"
[ "$count" -eq 0 ] || status=1
exit "$status"
