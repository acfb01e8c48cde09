; The remarks of f2layout-access, at the lines of the source.
; RUN: %f2opt -passes="f2layout-access<no-test-align>" -disable-output %s -pass-remarks=f2layout-access \
; RUN:   -pass-remarks-missed=f2layout-access 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %f2opt -passes="f2layout-access<no-test-align>" -disable-output %s -pass-remarks-output=%t.yaml
; RUN: FileCheck %s --check-prefix=YAML --input-file=%t.yaml

; Remarks change nothing.
; RUN: %f2opt -passes="f2layout-access<no-test-align>" -S %s -o %t.1.ll
; RUN: %f2opt -passes="f2layout-access<no-test-align>" -S %s -o %t.2.ll -pass-remarks=f2layout-access
; RUN: diff %t.1.ll %t.2.ll

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [1024 x i32] poison, align 4
@dynamic = external addrspace(3) global [0 x i32], align 4
@weights = external addrspace(4) constant [64 x i32], align 4

; CHECK: remark: k.cu:11:1: 4 loads of 4 bytes {{from [^ ]+( [0-9]+)? }}become 1 of 16 bytes
; YAML:      --- !Passed
; YAML-NEXT: Pass:            f2layout-access
; YAML-NEXT: Name:            AccessWidened
; YAML-NEXT: DebugLoc:        { File: k.cu, Line: 11, Column: 1 }
; YAML-NEXT: Function:        raised
; YAML-NEXT: Args:
; YAML-NEXT:   - Accesses:        '4'
; YAML-NEXT:   - String:          ' loads of '
; YAML-NEXT:   - Bytes:           '4'
; YAML-NEXT:   - String:          ' bytes'
; YAML-NEXT:   - String:          ' from '
; YAML-NEXT:   - Array:           s
; YAML-NEXT:   - String:          ' become '
; YAML:        - Wide:            '1'
; YAML-NEXT:   - String:          ' of '
; YAML-NEXT:   - WideBytes:       '16'
define ptx_kernel void @raised(ptr addrspace(1) %out) #0 !dbg !10 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 2
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %b
  %x0 = load i32, ptr addrspace(3) %p0, align 4, !dbg !11
  %p1 = getelementptr i8, ptr addrspace(3) %p0, i32 4
  %x1 = load i32, ptr addrspace(3) %p1, align 4, !dbg !12
  %p2 = getelementptr i8, ptr addrspace(3) %p0, i32 8
  %x2 = load i32, ptr addrspace(3) %p2, align 4, !dbg !12
  %p3 = getelementptr i8, ptr addrspace(3) %p0, i32 12
  %x3 = load i32, ptr addrspace(3) %p3, align 4, !dbg !12
  ret void
}

; There is no remark about accesses that are equally wide without this pass.
define ptx_kernel void @plain(ptr addrspace(1) align 16 %in) #0 !dbg !20 {
  %x0 = load i32, ptr addrspace(1) %in, align 16, !dbg !21
  %p1 = getelementptr i8, ptr addrspace(1) %in, i32 4
  %x1 = load i32, ptr addrspace(1) %p1, align 4, !dbg !21
  ret void
}

; CHECK: remark: k.cu:31:1: 5 stores of 2 to 4 bytes {{to [^ ]+( [0-9]+)? }}become 1 of 8 bytes and 2 of 4 bytes
define ptx_kernel void @pieces() #0 !dbg !30 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 4
  %o0 = or i32 %b, 4
  %p0 = getelementptr i8, ptr addrspace(3) @s, i32 %o0
  store i16 0, ptr addrspace(3) %p0, !dbg !31
  %o1 = or i32 %b, 6
  %p1 = getelementptr i8, ptr addrspace(3) @s, i32 %o1
  store i16 0, ptr addrspace(3) %p1, !dbg !31
  %o2 = or i32 %b, 8
  %p2 = getelementptr i8, ptr addrspace(3) @s, i32 %o2
  store i32 0, ptr addrspace(3) %p2, !dbg !31
  %o3 = or i32 %b, 12
  %p3 = getelementptr i8, ptr addrspace(3) @s, i32 %o3
  store i32 0, ptr addrspace(3) %p3, !dbg !31
  %b1 = add nuw nsw i32 %b, 16
  %p4 = getelementptr i8, ptr addrspace(3) @s, i32 %b1
  store i32 0, ptr addrspace(3) %p4, !dbg !31
  ret void
}

; CHECK: remark: k.cu:41:1: 2 loads of 4 bytes {{from [^ ]+( [0-9]+)? }}become 1 of 8 bytes
define ptx_kernel void @permuted() #0 !dbg !40 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 1
  %m = and i32 %t, 1
  %o0 = or i32 %b, %m
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %o0
  %x0 = load i32, ptr addrspace(3) %p0, !dbg !41
  %o1 = xor i32 %o0, 1
  %p1 = getelementptr i32, ptr addrspace(3) @s, i32 %o1
  %x1 = load i32, ptr addrspace(3) %p1, !dbg !41
  ret void
}

; CHECK: remark: k.cu:51:1: 4 loads of 4 bytes {{from [^ ]+( [0-9]+)? }}could be 1 of 16 bytes, but are only known to be aligned to 4 because of 'in': __builtin_assume_aligned would help
; YAML:      --- !Missed
; YAML-NEXT: Pass:            f2layout-access
; YAML-NEXT: Name:            AlignmentUnknown
; CHECK: remark: k.cu:52:1: 2 loads of 4 bytes {{from [^ ]+( [0-9]+)? }}could be 1 of 8 bytes, but are only known to be aligned to 4 because of 'dynamic': __align__ on its declaration would help
; CHECK: remark: k.cu:53:1: 2 loads of 4 bytes {{from [^ ]+( [0-9]+)? }}could be 1 of 8 bytes, but are only known to be aligned to 4 because of 'n': __builtin_assume would help
define ptx_kernel void @unaligned(ptr addrspace(1) %in, ptr addrspace(1) align 16 %other, i32 %n) #0 !dbg !50 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 2
  %p0 = getelementptr i32, ptr addrspace(1) %in, i32 %b
  %x0 = load i32, ptr addrspace(1) %p0, !dbg !51
  %p1 = getelementptr i32, ptr addrspace(1) %p0, i32 1
  %x1 = load i32, ptr addrspace(1) %p1, !dbg !51
  %p2 = getelementptr i32, ptr addrspace(1) %p0, i32 2
  %x2 = load i32, ptr addrspace(1) %p2, !dbg !51
  %p3 = getelementptr i32, ptr addrspace(1) %p0, i32 3
  %x3 = load i32, ptr addrspace(1) %p3, !dbg !51
  %q0 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %b
  %y0 = load i32, ptr addrspace(3) %q0, !dbg !52
  %q1 = getelementptr i32, ptr addrspace(3) %q0, i32 1
  %y1 = load i32, ptr addrspace(3) %q1, !dbg !52
  %r0 = getelementptr i32, ptr addrspace(1) %other, i32 %n
  %z0 = load i32, ptr addrspace(1) %r0, !dbg !53
  %r1 = getelementptr i32, ptr addrspace(1) %r0, i32 1
  %z1 = load i32, ptr addrspace(1) %r1, !dbg !53
  ret void
}

; CHECK: remark: k.cu:61:1: 2 loads of 4 bytes {{from [^ ]+( [0-9]+)? }}could be 1 of 8 bytes, but the store at line 62 is between them and may touch the same bytes
; CHECK: remark: k.cu:63:1: 2 loads of 4 bytes {{from [^ ]+( [0-9]+)? }}could be 1 of 8 bytes, but the call of __syncthreads at line 64 is between them
define ptx_kernel void @apart(i32 %n) #0 !dbg !60 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = shl nuw nsw i32 %t, 1
  %p0 = getelementptr i32, ptr addrspace(3) @s, i32 %b
  %x0 = load i32, ptr addrspace(3) %p0, !dbg !61
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %n
  store i32 0, ptr addrspace(3) %q, !dbg !62
  %p1 = getelementptr i32, ptr addrspace(3) %p0, i32 1
  %x1 = load i32, ptr addrspace(3) %p1, !dbg !61
  %r0 = getelementptr i32, ptr addrspace(3) %p0, i32 512
  %y0 = load i32, ptr addrspace(3) %r0, !dbg !63
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !64
  %r1 = getelementptr i32, ptr addrspace(3) %r0, i32 1
  %y1 = load i32, ptr addrspace(3) %r1, !dbg !63
  ret void
}

; Constant memory serves no wide access faster: nothing is said.
define ptx_kernel void @constants(i32 %n, ptr addrspace(1) %out) #0 {
  %p = getelementptr [64 x i32], ptr addrspace(4) @weights, i32 0, i32 %n
  %x = load i32, ptr addrspace(4) %p
  %q = getelementptr i32, ptr addrspace(4) %p, i32 1
  %y = load i32, ptr addrspace(4) %q
  %sum = add i32 %x, %y
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

attributes #0 = { "target-cpu"="sm_90" "f2layout-block"="64,1,1" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!10 = distinct !DISubprogram(name: "raised", file: !1, line: 10, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 11, column: 1, scope: !10)
!12 = !DILocation(line: 12, column: 1, scope: !10)
!20 = distinct !DISubprogram(name: "plain", file: !1, line: 20, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 21, column: 1, scope: !20)
!30 = distinct !DISubprogram(name: "pieces", file: !1, line: 30, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!31 = !DILocation(line: 31, column: 1, scope: !30)
!40 = distinct !DISubprogram(name: "permuted", file: !1, line: 40, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!41 = !DILocation(line: 41, column: 1, scope: !40)
!50 = distinct !DISubprogram(name: "unaligned", file: !1, line: 50, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!51 = !DILocation(line: 51, column: 1, scope: !50)
!52 = !DILocation(line: 52, column: 1, scope: !50)
!53 = !DILocation(line: 53, column: 1, scope: !50)
!60 = distinct !DISubprogram(name: "apart", file: !1, line: 60, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!61 = !DILocation(line: 61, column: 1, scope: !60)
!62 = !DILocation(line: 62, column: 1, scope: !60)
!63 = !DILocation(line: 63, column: 1, scope: !60)
!64 = !DILocation(line: 64, column: 1, scope: !60)
