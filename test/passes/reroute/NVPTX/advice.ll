; Remarks do not advise what is wrong: they name a race only where there is one,
; a missing store only where the block's shape is known, and no line 0.
; RUN: %f2opt -passes='f2layout-reroute<no-guess>' -disable-output %s \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --implicit-check-not=remark:

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [256 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; Between store and load there is a warp barrier, but a block barrier, too. That
; some threads may not reach the latter is the reason.
; CHECK: remark: {{.*}}: load from shared array tile stays: threads that leave the kernel before the barrier access the array on their way
define ptx_kernel void @both_barriers(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %t, 5
  %leaves = icmp sge i32 %warp, %n
  br i1 %leaves, label %leave, label %work
leave:
  store i32 0, ptr addrspace(3) @tile
  br label %end
work:
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 32
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

; In a block of one row no store writes the second row.
; CHECK: remark: {{.*}}: load from shared array tile stays: thread {{[0-9]+}} reads byte {{[0-9]+}}, and whether a store before the barrier writes it depends on the block's shape, which is not known; F2_BLOCK(x, y, z) or the attribute "f2layout-block" states it
define ptx_kernel void @unknown_shape(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #1 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %r = shl i32 %y, 3
  %s = add i32 %r, %t
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %s
  %n = add i32 %t, 8
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %n
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %s
  %v = load i32, ptr addrspace(1) %i
  store i32 %v, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %w = load i32, ptr addrspace(3) %b
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; The instruction that is the reason has line 0, so the line of its call is named.
; CHECK: remark: k.cu:12:1: load from shared array tile stays: {{.*}} (see line 15)
; The same without a call: no line.
; CHECK: remark: k.cu:22:1: load from shared array tile stays: it could not be shown that all threads of the block reach the barrier at line 22 together{{( \(in [^ ]+\))?$}}
define ptx_kernel void @line_of_call(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 !dbg !10 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  store i32 %n, ptr addrspace(3) %a, !dbg !11
  %c = icmp slt i32 %t, %n
  br i1 %c, label %sync, label %join, !dbg !13
sync:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %w = load i32, ptr addrspace(3) %b, !dbg !12
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o, !dbg !11
  br label %join
join:
  store i32 0, ptr addrspace(1) %in
  ret void
}

define ptx_kernel void @no_line(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 !dbg !20 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  %x = xor i32 %t, 1
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  store i32 %n, ptr addrspace(3) %a, !dbg !22
  %c = icmp slt i32 %t, %n
  br i1 %c, label %sync, label %join, !dbg !21
sync:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !22
  %w = load i32, ptr addrspace(3) %b, !dbg !22
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %w, ptr addrspace(1) %o, !dbg !22
  br label %join
join:
  store i32 0, ptr addrspace(1) %in
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="64" }
attributes #1 = { "target-cpu"="sm_90" "nvvm.maxntid"="64" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!10 = distinct !DISubprogram(name: "line_of_call", file: !1, line: 10, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 11, column: 1, scope: !10)
!12 = !DILocation(line: 12, column: 1, scope: !10)
!13 = !DILocation(line: 0, column: 0, scope: !14, inlinedAt: !15)
!14 = distinct !DISubprogram(name: "inlined", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!15 = distinct !DILocation(line: 15, column: 1, scope: !10)
!20 = distinct !DISubprogram(name: "no_line", file: !1, line: 20, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 0, column: 0, scope: !20)
!22 = !DILocation(line: 22, column: 1, scope: !20)
