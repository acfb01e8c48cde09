#!/bin/sh
# Stands for a clang in which the plugin does to a source what its name says.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
here=$(dirname "$0")
case "$*" in
*-fpass-plugin=*)
  case "$*" in
  *crash.cu*) kill -SEGV $$ ;;
  *verifier.cu*)
    echo 'Instruction does not dominate all uses!' >&2
    echo 'error: Broken module found, compilation aborted!' >&2
    exit 1
    ;;
  *hang.cu*) sleep 600 ;;
  *slow.cu*) "$here/real-clang++" "$@" && "$here/real-clang++" "$@" &&
    "$here/real-clang++" "$@" ;;
  *spill.cu*) set -- "$@" -DMORE_SHARED ;;
  esac
  ;;
esac
exec "$here/real-clang++" "$@"
