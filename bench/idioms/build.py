#!/usr/bin/env python3
"""Compiles the kernels of this folder in every way that run.py compares.

    bench/idioms/build.py [--out build-idioms] [--plugin build/lib/F2Layout.so]
                          [--only REGEX]

For sm_90, by clang and nvcc as they are, and by clang with the plugin: as it is,
and with -f2layout-block= for the block that each kernel is launched with (one
compilation of a source for each of its blocks). The folder holds all that run.py
needs on a machine with a GPU; remarks are in cubin/f2layout*/*.log. Needs no GPU.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import build as gpu_build  # noqa: E402
from kernels import all_launches  # noqa: E402

#: A cubin of the plugin that is told the block: this and the block's shape.
TOLD = "f2layout-block"


def shape(launch):
    x, y = launch["block"]
    return f"{x}x{y}" if y > 1 else str(x)


class Builder(gpu_build.Builder):
    def __init__(self, options, cuda, clang):
        super().__init__(options, cuda, clang)
        self.launches = [x for x in all_launches() if re.search(options.only or "", x["kernel"])]
        self.shapes = {(x["source"], shape(x)) for x in self.launches}
        self.headers = []

    def sources(self):
        return [HERE / f"{name}.cu" for name in dict.fromkeys(x["source"] for x in self.launches)]

    def variants(self):
        """The folders below cubin/."""
        names = [name for name in super().variants() if name != "f2layout-noshared"]
        told = sorted({f"{TOLD}-{s}" for _, s in self.shapes})
        return names + (told if "f2layout" in names else [])

    def promises(self, variant, source):
        if variant == "f2layout":
            return []
        return ["-Xclang", "-mllvm", "-Xclang", f"-{variant.replace('-block-', '-block=')}"]

    def jobs(self):
        yield self.support
        yield self.comparison
        for source in self.sources():
            for variant in self.variants():
                name = variant.removeprefix(TOLD + "-")
                if not variant.startswith(TOLD) or (source.stem, name) in self.shapes:
                    yield lambda v=variant, s=source: self.cubin(v, s)

    def comparison(self):
        source, target = HERE / "compare.cu", self.out / "cubin/compare.cubin"
        return self.run(target, self.clang_commands(source, target, []), [source])

    def symbols(self):
        """(variant, source) -> the kernel's name -> its symbol."""
        result = {}
        for variant in self.variants():
            for source in self.sources():
                ptx = self.out / "cubin" / variant / f"{source.stem}.ptx"
                if ptx.exists():
                    symbols = re.findall(r"\.entry (\w+)\(", ptx.read_text())
                    result[variant, source.stem] = dict(zip(self.demangled(symbols), symbols))
        return result

    def demangled(self, symbols):
        """Names without return type and parameters."""
        tool = Path(self.clang).resolve().parent / "llvm-cxxfilt"
        said = subprocess.run(
            [tool, *symbols], stdout=subprocess.PIPE, text=True, check=True
        ).stdout.splitlines()
        return [re.sub(r"^void |\(.*", "", line) for line in said]

    def write_launches(self):
        """launches.json; kernels that some variant lacks are returned."""
        symbols, missing = self.symbols(), []
        for launch in self.launches:
            launch["variants"] = {}
            for name in self.variants():
                if name.startswith(TOLD) and name != f"{TOLD}-{shape(launch)}":
                    continue
                symbol = symbols.get((name, launch["source"]), {}).get(launch["kernel"])
                if not symbol:
                    missing.append(f"{launch['kernel']}: not in {name}")
                    continue
                cubin = f"cubin/{name}/{launch['source']}.cubin"
                variant = TOLD if name.startswith(TOLD) else name
                launch["variants"][variant] = [cubin, symbol]
        text = json.dumps(self.launches, indent=1) + "\n"
        (self.out / "launches.json").write_text(text)
        return missing


def main():
    parser = gpu_build.option_parser(__doc__.split("\n")[0], "build-idioms")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", metavar="REGEX", help="kernels whose name it finds")
    options = parser.parse_args()
    tools = gpu_build.find_tools()
    if not tools:
        return 0
    builder = Builder(options, *tools)
    options.out.mkdir(parents=True, exist_ok=True)
    builder.remove_stale()
    errors, _ = gpu_build.build_all(builder, options.jobs)
    errors += builder.write_launches()
    for path in (HERE / "run.py", HERE / "expected.py", HERE.parent / "driver.py",
                 HERE.parent / "gpu/analyze.py"):  # fmt: skip
        shutil.copy(path, options.out)
    print(*errors, sep="\n", end="\n" if errors else "")
    print(f"idioms: {len(builder.launches)} launches as {', '.join(builder.variants())}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
