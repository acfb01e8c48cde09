"""Kernels, accesses and resources of assembly."""
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import unittest

import paths  # noqa: F401  isort: skip
import accesses
import assembly
import kernels
import resident
import resources

PTX = """\
.version 8.8
.target sm_90
.extern .func helper(
\t.param .b32 helper_param_0
)
;
.visible .func  (.param .b32 func_retval0) twice(
\t.param .b32 twice_param_0
)
{
\tret;
}
\t// .globl\tfirst
.visible .entry first(
\t.param .u64 first_param_0
)
.maxntid 32, 8, 1
{
\t.reg .b32 \t%r<4>;
\t.shared .align 4 .b8 tile[64];

\t// begin inline asm
{
\t.reg .pred q;
}
\t// end inline asm
$L__BB1_2:
\tld.shared.v4.b32 \t{%r1, %r2, %r3, %r4}, [tile]; // wide
\t@%p1 st.shared::cta.v2.f64 \t[tile], {%rd1, %rd2};
\t@!%p2 bra \t$L__BB1_2;
\tbar.sync \t0;
\tret;
}
.entry second()
{
\tld.global.nc.L1::no_allocate.v8.f32 \t{%f1}, [%rd1];
\tldmatrix.sync.aligned.m8n8.x4.shared.b16 \t{%r1}, [%r9];
\tld.param.b64 \t%rd1, [p];
\tshfl.sync.bfly.b32 \t%r1, %r2, 1, 31, -1;
\tret;
}
"""

GCN = """\
\t.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
first:                                  ; @first
; %bb.0:
\tds_read2_b64 v[0:3], v4 offset1:2
\tds_write_b128 v4, v[0:3]
\tglobal_load_dwordx3 v[0:2], v4, s[0:1]
\tflat_store_short_d16_hi v[0:1], v2
\tscratch_store_dword off, v1, off offset:4 ; 4-byte Folded Spill
\tv_mov_b32_dpp v1, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
\ts_barrier
\t; wave barrier
\ts_cbranch_scc1 .LBB0_1
\ts_endpgm
\t.section\t.rodata,"a",@progbits
\t.amdhsa_kernel first
\t.end_amdhsa_kernel
.Lfunc_end0:
\t.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .name:           out
        .offset:         0
    .group_segment_fixed_size: 1024
    .max_flat_workgroup_size: 256
    .name:           first
    .private_segment_fixed_size: 16
    .sgpr_count:     14
    .sgpr_spill_count: 2
    .vgpr_count:     129
    .vgpr_spill_count: 3
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
...
"""

PTXAS = """\
ptxas info    : Compiling entry function 'first' for 'sm_90'
ptxas info    : Function properties for twice
    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Function properties for first
    16 bytes stack frame, 24 bytes spill stores, 28 bytes spill loads
ptxas info    : Used 72 registers, used 1 barriers, 4096+16 bytes smem, 400 bytes cmem[0]
ptxas info    : Compiling entry function 'second' for 'sm_90'
ptxas info    : Function properties for second
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers
"""


class Functions(unittest.TestCase):
    def test_ptx(self):
        whole = assembly.read(PTX)
        found = [(f.name, f.is_kernel) for f in whole.functions]
        self.assertEqual(found, [("twice", False), ("first", True), ("second", True)])
        self.assertIn("\tbar.sync \t0;", whole.functions[1].lines)
        self.assertEqual(resident.launch_bounds(whole.functions[1].header), 256)
        self.assertIsNone(resident.launch_bounds(whole.functions[2].header))

    def test_gcn(self):
        whole = assembly.read(GCN)
        self.assertEqual([(f.name, f.is_kernel) for f in whole.functions], [("first", True)])

    def test_counts(self):
        counts = {n: assembly.count(l, p) for n, l, p in assembly.functions(PTX)}
        self.assertEqual(counts["first"]["shared_loads"], 1)
        self.assertEqual(counts["first"]["block_barriers"], 1)
        self.assertEqual(counts["second"]["shuffles"], 1)
        ((_, lines, patterns),) = assembly.functions(GCN)
        counts = assembly.count(lines, patterns)
        self.assertEqual(counts["warp_barriers"], 1)
        self.assertEqual(counts["shuffles"], 1)


class Accesses(unittest.TestCase):
    def test_ptx(self):
        first, second = [lines for _, lines, _ in assembly.functions(PTX)]
        self.assertEqual(
            dict(accesses.accesses(first, True)),
            {("shared", "load", "16"): 1, ("shared", "store", "16"): 1},
        )
        self.assertEqual(
            dict(accesses.accesses(second, True)),
            {("global", "load", "32"): 1, ("matrix", "load", "16"): 1},
        )
        self.assertEqual(accesses.ptx_access("ld.u8"), ("generic", "load", "1"))
        self.assertEqual(
            accesses.ptx_access("st.volatile.shared.b16"), ("shared", "store", "2")
        )
        self.assertIsNone(accesses.ptx_access("st.async.weak"))

    def test_gcn(self):
        ((_, lines, _),) = assembly.functions(GCN)
        self.assertEqual(
            dict(accesses.accesses(lines, False)),
            {
                ("shared", "load", "2x8"): 1,
                ("shared", "store", "16"): 1,
                ("global", "load", "12"): 1,
                ("generic", "store", "2"): 1,
                ("local", "store", "4"): 1,
            },
        )
        for opcode, access in (
            ("ds_read_u8_d16_hi", ("shared", "load", "1")),
            ("ds_load_2addr_stride64_b32", ("shared", "load", "2x4")),
            ("ds_read_b64_tr_b16", ("matrix", "load", "8")),
            ("global_load_tr_b128", ("matrix", "load", "16")),
            ("global_load_d16_hi_b16", ("global", "load", "2")),
            ("buffer_load_ubyte", ("buffer", "load", "1")),
            ("ds_bpermute_b32", None),
            ("ds_add_u32", None),
            ("global_load_lds_dword", None),
        ):
            self.assertEqual(accesses.gcn_access(opcode), access, opcode)

    def test_order(self):
        found = [("global", "load", "4"), ("shared", "load", "16"), ("shared", "load", "2x4")]
        self.assertEqual(sorted(found, key=accesses.order), found[:0:-1] + found[:1])


class Pairs(unittest.TestCase):
    def test_what_does_not_count(self):
        other = PTX.replace("$L__BB1_2", "$L__BB7_2").replace("// wide", "// as wide")
        other = other.replace("%r1", "%r100").replace(".align 4", ".align 16")
        pair = kernels.Pair(PTX, other)
        self.assertFalse(pair.changed)
        self.assertEqual([k.symbol for k in pair.kernels], ["first", "second"])

    def test_what_counts(self):
        pair = kernels.Pair(PTX, PTX.replace("\tbar.sync \t0;\n", ""))
        self.assertEqual([k.changed for k in pair.kernels], [True, False])
        self.assertEqual(
            pair.kernels[0].differences(),
            {"block barriers": [("", 1, 0)], "instructions": [("", 5, 4)]},
        )
        self.assertTrue(kernels.Pair(PTX, PTX.replace("tile[64]", "tile[128]")).changed)

    def test_a_function_that_changed(self):
        other = PTX.replace("{\n\tret;\n}\n\t//", "{\n\tbar.sync 0;\n\tret;\n}\n\t//")
        self.assertNotEqual(other, PTX)
        changed = [k.symbol for k in kernels.Pair(PTX, other).kernels if k.changed]
        self.assertEqual(changed, ["twice"])

    def test_lost(self):
        pair = kernels.Pair(PTX, PTX.replace(".entry second", ".entry third"))
        self.assertEqual(pair.lost, ["second"])

    def test_static_kernels_have_hashes(self):
        names = [PTX.replace("second", f"second__static__{h}") for h in ("12ab", "9f")]
        self.assertFalse(kernels.Pair(*names).lost)


class Resources(unittest.TestCase):
    def test_ptxas(self):
        found = resources.read_ptxas(PTXAS)
        self.assertEqual(
            found["first"],
            {
                "shared_bytes": 4096,
                "stack_bytes": 16,
                "spill_stores": 24,
                "spill_loads": 28,
                "registers": 72,
            },
        )
        self.assertEqual(found["second"]["shared_bytes"], 0)
        self.assertEqual(resources.spills(found["first"]), 52)
        self.assertEqual(set(found), {"first", "second"})

    def test_metadata(self):
        found = resources.metadata(GCN)
        self.assertEqual(list(found), ["first"])
        self.assertEqual(found["first"]["registers"], 129)
        self.assertEqual(resources.spills(found["first"]), 5)
        self.assertEqual(found["first"]["stack_bytes"], 16)


class Resident(unittest.TestCase):
    limits = resident.limits()

    def blocks(self, arch, registers, shared, threads, **more):
        found = {"registers": registers, "shared_bytes": shared, **more}
        resident.judge(arch, found, threads, resident.of_arch(arch, self.limits))
        return found

    def test_nvidia(self):
        # CUDA's occupancy calculator for compute capability 9.0.
        for registers, shared, threads, blocks in (
            (32, 0, 256, 8),
            (33, 0, 256, 6),
            (64, 0, 1024, 1),
            (65, 0, 1024, 0),
            (16, 0, 32, 32),
            (32, 48 * 1024, 128, 4),
            (255, 0, 64, 4),
        ):
            found = self.blocks("sm_90a", registers, shared, threads)
            self.assertEqual(found["blocks"], blocks, (registers, shared, threads))

    def test_unknown_block(self):
        for registers, threads in ((64, 1024), (65, 896), (128, 512), (255, 256)):
            found = self.blocks("sm_90", registers, 0, None)
            self.assertEqual(found["launchable"], threads, registers)
        self.assertNotIn("blocks", found)

    def test_amd(self):
        for registers, shared, threads, blocks in (
            (64, 0, 256, 8),
            (65, 0, 256, 7),
            (512, 0, 256, 1),
            (64, 60000, 256, 1),
            (64, 16 * 1024, 64, 4),
        ):
            found = self.blocks("gfx942:xnack-", registers, shared, threads, lanes=64)
            self.assertEqual(found["blocks"], blocks, (registers, shared, threads))
        found = self.blocks("gfx1100", 97, 0, None, lanes=32, most_threads=1024)
        self.assertEqual(found["waves"], 12)
        found = self.blocks("gfx1100", 97, 0, None, lanes=32, most_threads=64)
        self.assertEqual((found["threads"], found["blocks"]), (64, 24))

    def test_unknown_processor(self):
        self.assertNotIn("blocks", self.blocks("sm_52", 32, 0, 256))

    def test_promise(self):
        self.assertEqual(resident.promised(["-f2layout-block=32x8"]), 256)
        self.assertIsNone(resident.promised(["-f2layout-no-guess"]))


if __name__ == "__main__":
    unittest.main()
