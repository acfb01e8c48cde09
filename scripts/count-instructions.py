#!/usr/bin/env python3
"""Counts what a kernel's data moves cost: reads PTX or GCN assembly, prints per
kernel the shared-memory accesses, shuffles and barriers.

    $ count-instructions.py k.ptx
    transpose: shared_loads=4 shared_stores=4 shuffles=0 warp_barriers=0 …

assembly.py has what is counted.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import fnmatch

from assembly import counts_of


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assembly")
    parser.add_argument("--kernel", default="*", help="glob of kernel names")
    args = parser.parse_args()
    for kernel, counts in counts_of(args.assembly).items():
        if fnmatch.fnmatch(kernel, args.kernel):
            print(f"{kernel}:", *(f"{k}={v}" for k, v in counts.items()))


if __name__ == "__main__":
    main()
