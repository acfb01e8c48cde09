#!/bin/sh
# Looks for faults with inputs that nobody chose:
#
#   scripts/fuzz.sh [SECONDS]     default 600; a fifth for each line
#
#   notations      any text as a layout, by libFuzzer
#   algebra        operations on layouts made of bytes, by libFuzzer
#   import         any text as what a front end states in IR, by libFuzzer
#   kernels        kernels made of bytes, before and after the plugin, in f2sim, by
#                  libFuzzer
#   idioms         random kernels as people write them, the same: those of
#                  test/property, with seeds from the clock
#
# Ends with status 1 at the first finding, and says how to repeat it. Needs
# libclang-rt-22-dev (Debian) for libFuzzer; f2layout is built first.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-600}
part=$((seconds / 5))

cmake --preset fuzz >/dev/null
cmake --build build-fuzz --target \
  fuzz-notations fuzz-algebra fuzz-import fuzz-kernels
cmake --preset release >/dev/null
cmake --build build --target F2Layout f2sim
llvm=$(sed -n 's/^LLVM_DIR:PATH=//p' build/CMakeCache.txt)/../../../bin

# Without these, most of the time goes into the sanitizers' allocator.
export ASAN_OPTIONS=quarantine_size_mb=8:malloc_context_size=3:max_malloc_fill_size=0
# Kernels begin as random bytes, of which all sizes make sense.
if [ ! -d build-fuzz/corpus/kernels ]; then
  mkdir -p build-fuzz/corpus/kernels
  for size in $(seq 20 4 420); do
    head -c "$size" /dev/urandom >"build-fuzz/corpus/kernels/random-$size"
  done
fi
for name in notations algebra import kernels; do
  echo "== $name, $part seconds"
  mkdir -p "build-fuzz/corpus/$name"
  seeds="test/fuzz/seeds/$name"
  [ -d "$seeds" ] || seeds=''
  # shellcheck disable=SC2086 # no word, or one
  "build-fuzz/bin/fuzz-$name" -max_total_time="$part" -timeout=60 -len_control=0 \
    -rss_limit_mb=4096 -max_len=2048 -print_final_stats=1 \
    -artifact_prefix="build-fuzz/$name-" "build-fuzz/corpus/$name" $seeds \
    >"build-fuzz/$name.log" 2>&1 ||
    { tail -n 40 "build-fuzz/$name.log"; echo "fuzz: a finding of $name"; exit 1; }
  grep -E 'number_of_executed_units|new_units_added|verdict' "build-fuzz/$name.log"
done

echo "== idioms, $part seconds"
end=$(($(date +%s) + part))
seed=$(date +%s)
while [ "$(date +%s)" -lt "$end" ]; do
  for kind in programs rounds structures loop_fills swizzles layout_calls lines \
    gathers folds tensors handovers data_indices; do
    [ "$(date +%s)" -lt "$end" ] || break
    seed=$((seed + 1))
    python3 "test/property/$kind.py" --llvm "$llvm" --plugin build/lib/F2Layout.so \
      --f2sim build/bin/f2sim --seed "$seed" --count 24 --jobs 2 \
      --out "build-fuzz/$kind" >"build-fuzz/$kind.log" 2>&1 ||
      { tail -n 40 "build-fuzz/$kind.log"
        echo "fuzz: a finding of $kind.py --seed $seed --count 24"; exit 1; }
    echo "$kind.py --seed $seed: $(tail -n 1 "build-fuzz/$kind.log")"
  done
done
