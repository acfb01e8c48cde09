; Whole objects: what alias analysis proves for two threads, and what it does
; not.
; RUN: %f2opt -passes='f2layout-relax<all>' -S %s -pass-remarks=f2layout-relax \
; RUN:   -pass-remarks-missed=f2layout-relax 2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [256 x float] undef
@other = internal addrspace(3) global [256 x float] undef
@dyn1 = external addrspace(3) global [0 x float]
@dyn2 = external addrspace(3) global [0 x i32]

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)

; The shuffle orders no memory, and needs no barrier.
; CHECK-LABEL: @restrict(
; CHECK-NOT: barrier
; CHECK: ret void
; REMARK: remark: k.cu:2:0: block barrier removed: no two threads of the block touch the same byte across it (1 pair of accesses checked)
define ptx_kernel void @restrict(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out) !dbg !10 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !11
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %a = load i32, ptr addrspace(1) %p, !dbg !11
  %b = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %a, i32 1, i32 31), !dbg !12
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !12
  %x = xor i32 %t, 63
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %b, ptr addrspace(1) %q, !dbg !13
  ret void
}

; CHECK-LABEL: @in_place(
; CHECK: barrier
; REMARK: remark: k.cu:2:0: block barrier kept: the load at k.cu:1 and the store at k.cu:3 may touch the same bytes from different threads; __restrict__ on the pointers would show that they do not
define ptx_kernel void @in_place(ptr addrspace(1) %in, ptr addrspace(1) %out) !dbg !20 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %a = load i32, ptr addrspace(1) %p, !dbg !21
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !22
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %a, ptr addrspace(1) %q, !dbg !23
  ret void
}

; p[i] and p[i + 1] are different for one thread, and not for two.
; CHECK-LABEL: @neighbour(
; CHECK: barrier
define ptx_kernel void @neighbour(ptr addrspace(1) noalias %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr inbounds i32, ptr addrspace(1) %a, i64 1
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; Scopes that inlining made of __restrict__ hold for one thread only.
; CHECK-LABEL: @scopes(
; CHECK: barrier
define ptx_kernel void @scopes(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %v = load i32, ptr addrspace(1) %a, !alias.scope !32, !noalias !33
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = xor i32 %t, 32
  %b = getelementptr i32, ptr addrspace(1) %q, i32 %x
  store i32 %v, ptr addrspace(1) %b, !alias.scope !33, !noalias !32
  ret void
}

; A shared array is reused as another type.
; CHECK-LABEL: @types(
; CHECK: barrier
define ptx_kernel void @types(ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 32
  %a = getelementptr float, ptr addrspace(3) @tile, i32 %t
  %v = load float, ptr addrspace(3) %a, !tbaa !43
  %o = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %v, ptr addrspace(1) %o
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr i32, ptr addrspace(3) @tile, i32 %x
  store i32 7, ptr addrspace(3) %b, !tbaa !44
  ret void
}

; Buffers that are swapped: different at any one time, the same over time.
; CHECK-LABEL: @swap(
; CHECK: barrier
define ptx_kernel void @swap(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 32
  br label %loop
loop:
  %from = phi ptr addrspace(1) [ %p, %entry ], [ %to, %loop ]
  %to = phi ptr addrspace(1) [ %q, %entry ], [ %from, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %a = getelementptr i32, ptr addrspace(1) %from, i32 %t
  %v = load i32, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(1) %to, i32 %x
  store i32 %v, ptr addrspace(1) %b
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k1 = add i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}

; Each thread selects differently.
; CHECK-LABEL: @selects(
; CHECK: barrier
define ptx_kernel void @selects(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 32
  %from = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q
  %to = select i1 %c, ptr addrspace(1) %q, ptr addrspace(1) %p
  %v = load i32, ptr addrspace(1) %from
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; Two arrays are distinct; a kernel's argument points into neither.
; CHECK-LABEL: @arrays(
; CHECK-NOT: barrier
; CHECK: ret void
define ptx_kernel void @arrays(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 32
  %a = getelementptr float, ptr addrspace(3) @tile, i32 %t
  store float 1.0, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr float, ptr addrspacecast (ptr addrspace(3) @other to ptr), i32 %x
  store float 2.0, ptr %b
  %c = getelementptr float, ptr %p, i32 %x
  store float 3.0, ptr %c
  ret void
}

; Arrays of dynamic shared memory are one.
; CHECK-LABEL: @dynamic(
; CHECK: barrier
define ptx_kernel void @dynamic(ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = xor i32 %t, 32
  %a = getelementptr float, ptr addrspace(3) @dyn1, i32 %t
  store float 1.0, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %b = getelementptr float, ptr addrspace(3) @dyn2, i32 %x
  %v = load float, ptr addrspace(3) %b
  %o = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %v, ptr addrspace(1) %o
  ret void
}

; A pointer from memory may point anywhere.
; CHECK-LABEL: @loaded(
; CHECK: barrier
define ptx_kernel void @loaded(ptr addrspace(1) noalias %table) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr float, ptr addrspace(3) @tile, i32 %t
  store float 1.0, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %p = load ptr, ptr addrspace(1) %table
  store float 2.0, ptr %p
  ret void
}

; The stack is private to a thread, even if others know its address; so is a
; kernel's byval argument.
; CHECK-LABEL: @own(
; CHECK-NOT: barrier
; CHECK: ret void
define ptx_kernel void @own(ptr byval([4 x i32]) %arg, ptr addrspace(1) noalias %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %s = alloca [4 x i32]
  %i = and i32 %t, 3
  %a = getelementptr i32, ptr %s, i32 %i
  store i32 %t, ptr %a
  store ptr %s, ptr addrspace(1) %out
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr %a
  %b = getelementptr i32, ptr %arg, i32 %i
  %w = load i32, ptr %b
  %x = add i32 %v, %w
  store i32 %x, ptr %s
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!10 = distinct !DISubprogram(name: "restrict", file: !1, line: 1, type: !3, unit: !0)
!11 = !DILocation(line: 1, scope: !10)
!12 = !DILocation(line: 2, scope: !10)
!13 = !DILocation(line: 3, scope: !10)
!20 = distinct !DISubprogram(name: "in_place", file: !1, line: 1, type: !3, unit: !0)
!21 = !DILocation(line: 1, scope: !20)
!22 = !DILocation(line: 2, scope: !20)
!23 = !DILocation(line: 3, scope: !20)
!30 = distinct !{!30}
!31 = distinct !{!31, !30}
!34 = distinct !{!34, !30}
!32 = !{!31}
!33 = !{!34}
!40 = !{!"root"}
!41 = !{!"float", !40, i64 0}
!42 = !{!"int", !40, i64 0}
!43 = !{!41, !41, i64 0}
!44 = !{!42, !42, i64 0}
