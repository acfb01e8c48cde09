# The kernels of a pair of layouts, as text: see convert.cuh.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

TYPES = {8: "unsigned char", 16: "unsigned short", 32: "unsigned", 64: "long long"}


def layout_type(layout):
    parts = (layout.places("register"), layout.places("lane", "warp"))
    bits = (f"Bits<{', '.join(map(str, images))}>" for images in parts)
    return f"Layout<{', '.join(bits)}>"


def kernel_text(pair, bits, form="words"):
    return (
        f"F2_CONVERT({pair.kernel(bits, form)}, {form.capitalize()}, {TYPES[bits]},\n"
        f"           {pair.source.elements()}, {pair.source.threads()},\n"
        f"           {layout_type(pair.source)},\n"
        f"           {layout_type(pair.result)})"
    )


def source_text(pair):
    kernels = [kernel_text(pair, bits, form) for bits, form in pair.kernels()]
    return '#include "convert.cuh"\n\n' + "\n\n".join(kernels) + "\n"
