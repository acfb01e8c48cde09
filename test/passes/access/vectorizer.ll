; The results of LLVM's load/store vectorizer for neighbours after opt -O3, and
; after f2layout-access. The prefixes NV0 and AMD0 check the former, NV1 and
; AMD1 the latter, NV and AMD both. Each kernel is a loop that -O3 unrolls, and
; its sum depends on the order of the elements. The letters in front are those
; of ../contiguity/vectorizer.ll.
; RUN: opt -O3 -S %s -o %t.nv.ll
; RUN: %f2opt -passes="f2layout-access<no-test-align>" -S %t.nv.ll -o %t.nv.after.ll
; RUN: %llc -mcpu=sm_90 %t.nv.ll -o - | FileCheck %s --check-prefixes=NV,NV0,%if gap-filling %{FILLED%} %else %{GAP%}
; RUN: %llc -mcpu=sm_90 %t.nv.after.ll -o - | FileCheck %s --check-prefixes=NV,NV1,%if gap-filling %{FILLED%} %else %{GAP%}
; RUN: %f2sim --equal %t.nv.ll %t.nv.after.ll --kernels all --block 64 --dynamic-shared 1024 --quiet
; RUN: sed -f %S/../contiguity/Inputs/to-amd.sed -e s/sm_90/gfx942/ %s > %t.amd.in.ll
; RUN: opt -O3 -S %t.amd.in.ll -o %t.amd.ll
; RUN: %f2opt -passes="f2layout-access<no-test-align>" -S %t.amd.ll -o %t.amd.after.ll
; RUN: %llc -mcpu=gfx942 %t.amd.ll -o - | FileCheck %s --check-prefixes=AMD,AMD0
; RUN: %llc -mcpu=gfx942 %t.amd.after.ll -o - | FileCheck %s --check-prefixes=AMD,AMD1
; RUN: %f2sim --equal %t.amd.ll %t.amd.after.ll --kernels all --block 64 --dynamic-shared 1024 --quiet

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [2048 x i8] poison, align 16
@other = internal addrspace(3) global [1024 x i8] poison, align 16
@s4 = internal addrspace(3) global [1024 x i8] poison, align 4
@dynamic = external addrspace(3) global [0 x half], align 2

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.assume(i1)

; Every array holds different values, and no thread reads its own stores.
define internal void @fill(ptr addrspace(1) %in) alwaysinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %t
  %x = load <4 x i32>, ptr addrspace(1) %from, align 16
  %to = getelementptr <4 x i32>, ptr addrspace(3) @s, i32 %t
  store <4 x i32> %x, ptr addrspace(3) %to, align 16
  %y = add <4 x i32> %x, splat (i32 1)
  %half = getelementptr i8, ptr addrspace(3) %to, i32 1024
  store <4 x i32> %y, ptr addrspace(3) %half, align 16
  %z = add <4 x i32> %x, splat (i32 2)
  %to.other = getelementptr <4 x i32>, ptr addrspace(3) @other, i32 %t
  store <4 x i32> %z, ptr addrspace(3) %to.other, align 16
  %u = add <4 x i32> %x, splat (i32 3)
  %to.s4 = getelementptr <4 x i32>, ptr addrspace(3) @s4, i32 %t
  store <4 x i32> %u, ptr addrspace(3) %to.s4, align 4
  %v = add <4 x i32> %x, splat (i32 4)
  %to.dynamic = getelementptr <4 x i32>, ptr addrspace(3) @dynamic, i32 %t
  store <4 x i32> %v, ptr addrspace(3) %to.dynamic, align 2
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; (a) in[4 t + i], in aligned to 16.
; NV-LABEL: .entry global_aligned(
; NV: ld.global.nc.v4.b32
; NV-NOT: ld.global
; AMD-LABEL: global_aligned:
; AMD: global_load_dwordx4
; AMD-NOT: global_load
define ptx_kernel void @global_aligned(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 2
  %o = add i32 %b, %i
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %o
  %x = load i32, ptr addrspace(1) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (a) The same, where the alignment of other is unknown.
; NV-LABEL: .entry global_unaligned(
; NV-COUNT-4: ld.global.nc.b32
; NV-NOT: ld.global
; AMD-LABEL: global_unaligned:
; AMD: global_load_dwordx4
; AMD-NOT: global_load
define ptx_kernel void @global_unaligned(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %other) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 2
  %o = add i32 %b, %i
  %p = getelementptr i32, ptr addrspace(1) %other, i32 %o
  %x = load i32, ptr addrspace(1) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (a) in[zext(t * n + i)]: the sum may wrap between two of them.
; NV-LABEL: .entry zext_may_wrap(
; NV-COUNT-4: ld.global.nc.b32
; NV-NOT: ld.global
; AMD-LABEL: zext_may_wrap:
; AMD-COUNT-4: global_load_dword 
; AMD-NOT: global_load
define ptx_kernel void @zext_may_wrap(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = mul i32 %t, %n
  %a = add i32 %b, %i
  %o = zext i32 %a to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %o
  %x = load i32, ptr addrspace(1) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (a) The same if n is known to be a multiple of 4.
; NV-LABEL: .entry zext_multiple(
; NV: ld.global.nc.v4.b32
; NV-NOT: ld.global
; AMD-LABEL: zext_multiple:
; AMD: global_load_dwordx4
; AMD-NOT: global_load
define ptx_kernel void @zext_multiple(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = and i32 %n, 3
  %is = icmp eq i32 %low, 0
  call void @llvm.assume(i1 %is)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = mul i32 %t, %n
  %a = add i32 %b, %i
  %o = zext i32 %a to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %o
  %x = load i32, ptr addrspace(1) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (a) The same if n is known to be small: neighbours, but not aligned.
; NV-LABEL: .entry zext_bounded(
; NV-COUNT-4: ld.global.nc.b32
; NV-NOT: ld.global
; AMD-LABEL: zext_bounded:
; AMD: global_load_dwordx4
; AMD-NOT: global_load
define ptx_kernel void @zext_bounded(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is = icmp ult i32 %n, 1025
  call void @llvm.assume(i1 %is)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = mul i32 %t, %n
  %a = add i32 %b, %i
  %o = zext i32 %a to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %o
  %x = load i32, ptr addrspace(1) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (b) s[((row ^ col) * 8 + 64 row) add i] of halves.
; NV-LABEL: .entry swizzle_add(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: swizzle_add:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @swizzle_add(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %row = lshr i32 %t, 3
  %col = and i32 %t, 7
  %row7 = and i32 %row, 7
  %r64 = shl i32 %row, 6
  %turn = xor i32 %row7, %col
  %c = shl i32 %turn, 3
  %b = or i32 %r64, %c
  %o = add i32 %b, %i
  %p = getelementptr half, ptr addrspace(3) @s, i32 %o
  %x = load half, ptr addrspace(3) %p
  %bits = bitcast half %x to i16
  %number = zext i16 %bits to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (b) s[((row ^ col) * 8 + 64 row) or i] of halves.
; NV-LABEL: .entry swizzle_or(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: swizzle_or:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @swizzle_or(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %row = lshr i32 %t, 3
  %col = and i32 %t, 7
  %row7 = and i32 %row, 7
  %r64 = shl i32 %row, 6
  %turn = xor i32 %row7, %col
  %c = shl i32 %turn, 3
  %b = or i32 %r64, %c
  %o = or i32 %b, %i
  %p = getelementptr half, ptr addrspace(3) @s, i32 %o
  %x = load half, ptr addrspace(3) %p
  %bits = bitcast half %x to i16
  %number = zext i16 %bits to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (b) s[((row ^ col) * 8 + 64 row) xor i] of halves.
; NV-LABEL: .entry swizzle_xor(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: swizzle_xor:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @swizzle_xor(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %row = lshr i32 %t, 3
  %col = and i32 %t, 7
  %row7 = and i32 %row, 7
  %r64 = shl i32 %row, 6
  %turn = xor i32 %row7, %col
  %c = shl i32 %turn, 3
  %b = or i32 %r64, %c
  %o = xor i32 %b, %i
  %p = getelementptr half, ptr addrspace(3) @s, i32 %o
  %x = load half, ptr addrspace(3) %p
  %bits = bitcast half %x to i16
  %number = zext i16 %bits to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (b) s[((64 row + 8 col) | i) ^ 8 row]: the element's number is inside the xor.
; NV0-LABEL: .entry swizzle_inside(
; NV0-COUNT-8: ld.shared.b16
; NV0-NOT: ld.shared
; NV1-LABEL: .entry swizzle_inside(
; NV1: ld.shared.v4.b32
; NV1-NOT: ld.shared
; AMD0-LABEL: swizzle_inside:
; AMD0-COUNT-8: ds_read_u16
; AMD0-NOT: {{ds_read|ds_load}}
; AMD1-LABEL: swizzle_inside:
; AMD1: ds_read_b128
; AMD1-NOT: {{ds_read|ds_load}}
define ptx_kernel void @swizzle_inside(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %row = lshr i32 %t, 3
  %col = and i32 %t, 7
  %r64 = shl i32 %row, 6
  %c8 = shl i32 %col, 3
  %b = or i32 %r64, %c8
  %in8 = or i32 %b, %i
  %m = shl i32 %row, 3
  %m7 = and i32 %m, 56
  %o = xor i32 %in8, %m7
  %p = getelementptr half, ptr addrspace(3) @s, i32 %o
  %x = load half, ptr addrspace(3) %p
  %bits = bitcast half %x to i16
  %number = zext i16 %bits to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (b) CuTe's swizzle, o ^ ((o & 448) >> 3) with o = 8 t + i.
; NV0-LABEL: .entry cute(
; NV0-COUNT-8: ld.shared.b16
; NV0-NOT: ld.shared
; NV1-LABEL: .entry cute(
; NV1: ld.shared.v4.b32
; NV1-NOT: ld.shared
; AMD0-LABEL: cute:
; AMD0-COUNT-8: ds_read_u16
; AMD0-NOT: {{ds_read|ds_load}}
; AMD1-LABEL: cute:
; AMD1: ds_read_b128
; AMD1-NOT: {{ds_read|ds_load}}
define ptx_kernel void @cute(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 3
  %off = add i32 %b, %i
  %part = and i32 %off, 448
  %down = lshr i32 %part, 3
  %o = xor i32 %off, %down
  %p = getelementptr half, ptr addrspace(3) @s, i32 %o
  %x = load half, ptr addrspace(3) %p
  %bits = bitcast half %x to i16
  %number = zext i16 %bits to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (b) The same in an array that is aligned to 4, whose alignment may be raised.
; NV0-LABEL: .entry cute_align4(
; NV0-COUNT-8: ld.shared.b16
; NV0-NOT: ld.shared
; NV1-LABEL: .entry cute_align4(
; NV1: ld.shared.v4.b32
; NV1-NOT: ld.shared
; AMD0-LABEL: cute_align4:
; AMD0-COUNT-8: ds_read_u16
; AMD0-NOT: {{ds_read|ds_load}}
; AMD1-LABEL: cute_align4:
; AMD1: ds_read_b128
; AMD1-NOT: {{ds_read|ds_load}}
define ptx_kernel void @cute_align4(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 3
  %off = add i32 %b, %i
  %part = and i32 %off, 448
  %down = lshr i32 %part, 3
  %o = xor i32 %off, %down
  %p = getelementptr half, ptr addrspace(3) @s4, i32 %o
  %x = load half, ptr addrspace(3) %p
  %bits = bitcast half %x to i16
  %number = zext i16 %bits to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (b) The same in a dynamic array, whose alignment this module cannot choose.
; NV-LABEL: .entry cute_dynamic(
; NV-COUNT-8: ld.shared.b16
; NV-NOT: ld.shared
; AMD0-LABEL: cute_dynamic:
; AMD0-COUNT-8: ds_read_u16
; AMD0-NOT: {{ds_read|ds_load}}
; AMD1-LABEL: cute_dynamic:
; AMD1: ds_read_b128
; AMD1-NOT: {{ds_read|ds_load}}
define ptx_kernel void @cute_dynamic(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 3
  %off = add i32 %b, %i
  %part = and i32 %off, 448
  %down = lshr i32 %part, 3
  %o = xor i32 %off, %down
  %p = getelementptr half, ptr addrspace(3) @dynamic, i32 %o
  %x = load half, ptr addrspace(3) %p
  %bits = bitcast half %x to i16
  %number = zext i16 %bits to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (b) The same with an assumption about the alignment of the array.
; NV0-LABEL: .entry cute_dynamic_assumed(
; NV0-COUNT-8: ld.shared.b16
; NV0-NOT: ld.shared
; NV1-LABEL: .entry cute_dynamic_assumed(
; NV1: ld.shared.v4.b32
; NV1-NOT: ld.shared
; AMD0-LABEL: cute_dynamic_assumed:
; AMD0-COUNT-8: ds_read_u16
; AMD0-NOT: {{ds_read|ds_load}}
; AMD1-LABEL: cute_dynamic_assumed:
; AMD1: ds_read_b128
; AMD1-NOT: {{ds_read|ds_load}}
define ptx_kernel void @cute_dynamic_assumed(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  call void @llvm.assume(i1 true) [ "align"(ptr addrspace(3) @dynamic, i64 16) ]
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 3
  %off = add i32 %b, %i
  %part = and i32 %off, 448
  %down = lshr i32 %part, 3
  %o = xor i32 %off, %down
  %p = getelementptr half, ptr addrspace(3) @dynamic, i32 %o
  %x = load half, ptr addrspace(3) %p
  %bits = bitcast half %x to i16
  %number = zext i16 %bits to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (b) The xor is applied to the address.
; NV0-LABEL: .entry xor_of_address(
; NV0-COUNT-4: ld.shared.b32
; NV0-NOT: ld.shared
; NV1-LABEL: .entry xor_of_address(
; NV1: ld.shared.v4.b32
; NV1-NOT: ld.shared
; AMD0-LABEL: xor_of_address:
; AMD0-COUNT-2: ds_read2_b32
; AMD0-NOT: {{ds_read|ds_load}}
; AMD1-LABEL: xor_of_address:
; AMD1: ds_read_b128
; AMD1-NOT: {{ds_read|ds_load}}
define ptx_kernel void @xor_of_address(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 4
  %start = getelementptr i8, ptr addrspace(3) @s, i32 %b
  %address = ptrtoint ptr addrspace(3) %start to i64
  %i4 = shl i32 %i, 2
  %i64 = zext i32 %i4 to i64
  %turned64 = xor i64 %address, %i64
  %p = inttoptr i64 %turned64 to ptr addrspace(3)
  %x = load i32, ptr addrspace(3) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (c) 16 of i8.
; NV-LABEL: .entry elements_i8(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: elements_i8:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @elements_i8(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 4
  %o = add i32 %b, %i
  %p = getelementptr i8, ptr addrspace(3) @s, i32 %o
  %x = load i8, ptr addrspace(3) %p
  %number = zext i8 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 16
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (c) 8 of i16.
; NV-LABEL: .entry elements_i16(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: elements_i16:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @elements_i16(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 3
  %o = add i32 %b, %i
  %p = getelementptr i16, ptr addrspace(3) @s, i32 %o
  %x = load i16, ptr addrspace(3) %p
  %number = zext i16 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (c) 8 of bfloat.
; NV-LABEL: .entry elements_bfloat(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: elements_bfloat:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @elements_bfloat(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 3
  %o = add i32 %b, %i
  %p = getelementptr bfloat, ptr addrspace(3) @s, i32 %o
  %x = load bfloat, ptr addrspace(3) %p
  %bits = bitcast bfloat %x to i16
  %number = zext i16 %bits to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (d) Another order, the same in all threads: 2 1 0 3.
; NV-LABEL: .entry permuted_loads(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: permuted_loads:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @permuted_loads(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 2
  %i3 = mul i32 %i, 3
  %i32 = add i32 %i3, 2
  %place = and i32 %i32, 3
  %o = add i32 %b, %place
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (d) s[4 t + (i ^ (t & 3))]: each thread has its own order.
; NV0-LABEL: .entry permuted_by_thread(
; NV0-COUNT-4: ld.shared.b32
; NV0-NOT: ld.shared
; NV1-LABEL: .entry permuted_by_thread(
; NV1: ld.shared.v4.b32
; NV1-NOT: ld.shared
; AMD0-LABEL: permuted_by_thread:
; AMD0-COUNT-4: ds_read_b32
; AMD0-NOT: {{ds_read|ds_load}}
; AMD1-LABEL: permuted_by_thread:
; AMD1: ds_read_b128
; AMD1-NOT: {{ds_read|ds_load}}
define ptx_kernel void @permuted_by_thread(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 2
  %m = and i32 %t, 3
  %place = xor i32 %i, %m
  %o = add i32 %b, %place
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (d) s[4 t + (i ^ 2 (t & 1))].
; NV0-LABEL: .entry permuted_pairs(
; NV0-DAG: ld.shared.v2.b32
; NV0-DAG: ld.shared.b32
; NV0-DAG: ld.shared.b32
; NV0-NOT: ld.shared
; NV1-LABEL: .entry permuted_pairs(
; NV1: ld.shared.v4.b32
; NV1-NOT: ld.shared
; AMD0-LABEL: permuted_pairs:
; AMD0-DAG: ds_read_b64
; AMD0-DAG: ds_read_b32
; AMD0-DAG: ds_read_b32
; AMD0-NOT: {{ds_read|ds_load}}
; AMD1-LABEL: permuted_pairs:
; AMD1: ds_read_b128
; AMD1-NOT: {{ds_read|ds_load}}
define ptx_kernel void @permuted_pairs(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 2
  %t1 = and i32 %t, 1
  %m = shl i32 %t1, 1
  %place = xor i32 %i, %m
  %o = add i32 %b, %place
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; s[4 t + ((i + t) & 3)].
; NV0-LABEL: .entry rotated_by_thread(
; NV0-COUNT-4: ld.shared.b32
; NV0-NOT: ld.shared
; NV1-LABEL: .entry rotated_by_thread(
; NV1: ld.shared.v4.b32
; NV1-NOT: ld.shared
; AMD0-LABEL: rotated_by_thread:
; AMD0-COUNT-4: ds_read_b32
; AMD0-NOT: {{ds_read|ds_load}}
; AMD1-LABEL: rotated_by_thread:
; AMD1: ds_read_b128
; AMD1-NOT: {{ds_read|ds_load}}
define ptx_kernel void @rotated_by_thread(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 2
  %s = add i32 %i, %t
  %place = and i32 %s, 3
  %o = add i32 %b, %place
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (e) warp * 128 + lane * 4 add i, from t & 31 and t >> 5.
; NV-LABEL: .entry warps_add(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: warps_add:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @warps_add(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %w = shl i32 %warp, 7
  %l = shl i32 %lane, 2
  %b = add i32 %w, %l
  %o = add i32 %b, %i
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (e) warp * 128 + lane * 4 or i, from t & 31 and t >> 5.
; NV-LABEL: .entry warps_or(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: warps_or:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @warps_or(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %w = shl i32 %warp, 7
  %l = shl i32 %lane, 2
  %b = or i32 %w, %l
  %o = or i32 %b, %i
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (e) warp * 128 + lane * 4 xor i, from t & 31 and t >> 5.
; NV-LABEL: .entry warps_xor(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: warps_xor:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @warps_xor(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %lane = and i32 %t, 31
  %warp = lshr i32 %t, 5
  %w = shl i32 %warp, 7
  %l = shl i32 %lane, 2
  %b = xor i32 %w, %l
  %o = xor i32 %b, %i
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (e) The same by add in i64.
; NV-LABEL: .entry warps_i64(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: warps_i64:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @warps_i64(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %t64 = zext i32 %t to i64
  %i64 = zext i32 %i to i64
  %lane = and i64 %t64, 31
  %warp = lshr i64 %t64, 5
  %w = shl i64 %warp, 7
  %l = shl i64 %lane, 2
  %b = add i64 %w, %l
  %o = add i64 %b, %i64
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %o
  %x = load i32, ptr addrspace(3) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (f) Stores to another array between.
; NV-LABEL: .entry store_elsewhere(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: store_elsewhere:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @store_elsewhere(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 2
  %o = add i32 %b, %i
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %q = getelementptr i32, ptr addrspace(3) @s4, i32 %o
  store i32 %i, ptr addrspace(3) %q
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (f) Stores to global memory between.
; NV-LABEL: .entry store_global(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: store_global:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @store_global(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %other) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 2
  %o = add i32 %b, %i
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %q = getelementptr i32, ptr addrspace(1) %other, i32 %o
  store i32 %i, ptr addrspace(1) %q
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (f) Stores to the array's other half between, in other rows.
; NV0-LABEL: .entry store_rows(
; NV0-COUNT-4: ld.shared.b32
; NV0-NOT: ld.shared
; NV1-LABEL: .entry store_rows(
; NV1: ld.shared.v4.b32
; NV1-NOT: ld.shared
; AMD0-LABEL: store_rows:
; AMD0-COUNT-4: ds_read_b32
; AMD0-NOT: {{ds_read|ds_load}}
; AMD1-LABEL: store_rows:
; AMD1: ds_read_b128
; AMD1-NOT: {{ds_read|ds_load}}
define ptx_kernel void @store_rows(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 2
  %o = add i32 %b, %i
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %row = xor i32 %t, 5
  %r4 = shl i32 %row, 2
  %r = or i32 %r4, 256
  %above = add i32 %r, %i
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %above
  store i32 %i, ptr addrspace(3) %q
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (f) Stores to the array's other half between.
; NV-LABEL: .entry store_half(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: store_half:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @store_half(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 2
  %o = add i32 %b, %i
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %above = add i32 %o, 256
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %above
  store i32 %i, ptr addrspace(3) %q
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; (f) Stores in between, whose address differs by an xor: a double buffer.
; NV0-LABEL: .entry store_xor(
; NV0-COUNT-4: ld.shared.b32
; NV0-NOT: ld.shared
; NV1-LABEL: .entry store_xor(
; NV1: ld.shared.v4.b32
; NV1-NOT: ld.shared
; AMD0-LABEL: store_xor:
; AMD0-COUNT-4: ds_read_b32
; AMD0-NOT: {{ds_read|ds_load}}
; AMD1-LABEL: store_xor:
; AMD1: ds_read_b128
; AMD1-NOT: {{ds_read|ds_load}}
define ptx_kernel void @store_xor(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %odd = and i32 %n, 1
  %from = shl i32 %odd, 8
  %t4 = shl i32 %t, 2
  %b = add i32 %t4, %from
  %o = add i32 %b, %i
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %next1 = add i32 %i, 1
  %i3 = and i32 %next1, 3
  %o3 = or i32 %t4, %i3
  %here = or i32 %o3, %from
  %there = xor i32 %here, 256
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %there
  store i32 %i, ptr addrspace(3) %q
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; One of two arrays.
; NV-LABEL: .entry select_buffers(
; NV: ld.shared.v4.b32
; NV-NOT: ld.shared
; AMD-LABEL: select_buffers:
; AMD: ds_read_b128
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @select_buffers(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  %odd = trunc i32 %n to i1
  %array = select i1 %odd, ptr addrspace(3) @s, ptr addrspace(3) @other
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 2
  %o = add i32 %b, %i
  %p = getelementptr i32, ptr addrspace(3) %array, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 4
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

; Three of four elements.
; NV-LABEL: .entry three_of_four(
; FILLED: ld.shared.v4.b32
; GAP-DAG: ld.shared.v2.b32
; GAP-DAG: ld.shared.b32
; NV-NOT: ld.shared
; AMD-LABEL: three_of_four:
; AMD: ds_read_b96
; AMD-NOT: {{ds_read|ds_load}}
define ptx_kernel void @three_of_four(ptr addrspace(1) noalias align 16 %in, ptr addrspace(1) noalias %out) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %in)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %b = shl i32 %t, 2
  %o = add i32 %b, %i
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %x = load i32, ptr addrspace(3) %p
  %number = bitcast i32 %x to i32
  %scaled = mul i32 %sum, 31
  %more = add i32 %scaled, %number
  %next = add nuw nsw i32 %i, 1
  %ends = icmp eq i32 %next, 3
  br i1 %ends, label %end, label %loop
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %more, ptr addrspace(1) %to
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="64,1,1" }
