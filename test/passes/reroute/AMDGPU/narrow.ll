; Narrow elements that move alone are stored from where they are: they are not
; packed into words and unpacked again. The other side is as wide as possible.
; RUN: %f2opt -passes='f2layout<no-shuffle>' -S %s -o %t.after.ll -pass-remarks=f2layout-reroute 2>&1 \
; RUN:   | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel striped_to_blocked --block 128

target triple = "amdgcn-amd-amdhsa"

@tile = internal addrspace(3) global [1024 x i16] undef, align 16

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

; REMARK: shared exchange through {{[^ ]+}} of 8 x i16 per thread across the block became 8 stores of 2 bytes, {{[12]}} {{loads?}} of
; CHECK-LABEL: @striped_to_blocked(
; CHECK-NOT: insertelement
; CHECK-NOT: lshr i32 {{.*}}, 16
; CHECK-COUNT-8: store i16 %{{.*}}, ptr addrspace(3)
; CHECK-NOT: store {{.*}}, ptr addrspace(3)
; CHECK: barrier
; CHECK: load <{{[24]}} x i32>, ptr addrspace(3)
; CHECK: ret void
define amdgpu_kernel void @striped_to_blocked(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %e0 = add i32 %t, 0
  %p0 = getelementptr i16, ptr addrspace(1) %in, i32 %e0
  %v0 = load i16, ptr addrspace(1) %p0
  %s0 = getelementptr i16, ptr addrspace(3) @tile, i32 %e0
  store i16 %v0, ptr addrspace(3) %s0
  %e1 = add i32 %t, 128
  %p1 = getelementptr i16, ptr addrspace(1) %in, i32 %e1
  %v1 = load i16, ptr addrspace(1) %p1
  %s1 = getelementptr i16, ptr addrspace(3) @tile, i32 %e1
  store i16 %v1, ptr addrspace(3) %s1
  %e2 = add i32 %t, 256
  %p2 = getelementptr i16, ptr addrspace(1) %in, i32 %e2
  %v2 = load i16, ptr addrspace(1) %p2
  %s2 = getelementptr i16, ptr addrspace(3) @tile, i32 %e2
  store i16 %v2, ptr addrspace(3) %s2
  %e3 = add i32 %t, 384
  %p3 = getelementptr i16, ptr addrspace(1) %in, i32 %e3
  %v3 = load i16, ptr addrspace(1) %p3
  %s3 = getelementptr i16, ptr addrspace(3) @tile, i32 %e3
  store i16 %v3, ptr addrspace(3) %s3
  %e4 = add i32 %t, 512
  %p4 = getelementptr i16, ptr addrspace(1) %in, i32 %e4
  %v4 = load i16, ptr addrspace(1) %p4
  %s4 = getelementptr i16, ptr addrspace(3) @tile, i32 %e4
  store i16 %v4, ptr addrspace(3) %s4
  %e5 = add i32 %t, 640
  %p5 = getelementptr i16, ptr addrspace(1) %in, i32 %e5
  %v5 = load i16, ptr addrspace(1) %p5
  %s5 = getelementptr i16, ptr addrspace(3) @tile, i32 %e5
  store i16 %v5, ptr addrspace(3) %s5
  %e6 = add i32 %t, 768
  %p6 = getelementptr i16, ptr addrspace(1) %in, i32 %e6
  %v6 = load i16, ptr addrspace(1) %p6
  %s6 = getelementptr i16, ptr addrspace(3) @tile, i32 %e6
  store i16 %v6, ptr addrspace(3) %s6
  %e7 = add i32 %t, 896
  %p7 = getelementptr i16, ptr addrspace(1) %in, i32 %e7
  %v7 = load i16, ptr addrspace(1) %p7
  %s7 = getelementptr i16, ptr addrspace(3) @tile, i32 %e7
  store i16 %v7, ptr addrspace(3) %s7
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %b = mul i32 %t, 8
  %f0 = add i32 %b, 0
  %l0 = getelementptr i16, ptr addrspace(3) @tile, i32 %f0
  %w0 = load i16, ptr addrspace(3) %l0
  %o0 = getelementptr i16, ptr addrspace(1) %out, i32 %f0
  store i16 %w0, ptr addrspace(1) %o0
  %f1 = add i32 %b, 1
  %l1 = getelementptr i16, ptr addrspace(3) @tile, i32 %f1
  %w1 = load i16, ptr addrspace(3) %l1
  %o1 = getelementptr i16, ptr addrspace(1) %out, i32 %f1
  store i16 %w1, ptr addrspace(1) %o1
  %f2 = add i32 %b, 2
  %l2 = getelementptr i16, ptr addrspace(3) @tile, i32 %f2
  %w2 = load i16, ptr addrspace(3) %l2
  %o2 = getelementptr i16, ptr addrspace(1) %out, i32 %f2
  store i16 %w2, ptr addrspace(1) %o2
  %f3 = add i32 %b, 3
  %l3 = getelementptr i16, ptr addrspace(3) @tile, i32 %f3
  %w3 = load i16, ptr addrspace(3) %l3
  %o3 = getelementptr i16, ptr addrspace(1) %out, i32 %f3
  store i16 %w3, ptr addrspace(1) %o3
  %f4 = add i32 %b, 4
  %l4 = getelementptr i16, ptr addrspace(3) @tile, i32 %f4
  %w4 = load i16, ptr addrspace(3) %l4
  %o4 = getelementptr i16, ptr addrspace(1) %out, i32 %f4
  store i16 %w4, ptr addrspace(1) %o4
  %f5 = add i32 %b, 5
  %l5 = getelementptr i16, ptr addrspace(3) @tile, i32 %f5
  %w5 = load i16, ptr addrspace(3) %l5
  %o5 = getelementptr i16, ptr addrspace(1) %out, i32 %f5
  store i16 %w5, ptr addrspace(1) %o5
  %f6 = add i32 %b, 6
  %l6 = getelementptr i16, ptr addrspace(3) @tile, i32 %f6
  %w6 = load i16, ptr addrspace(3) %l6
  %o6 = getelementptr i16, ptr addrspace(1) %out, i32 %f6
  store i16 %w6, ptr addrspace(1) %o6
  %f7 = add i32 %b, 7
  %l7 = getelementptr i16, ptr addrspace(3) @tile, i32 %f7
  %w7 = load i16, ptr addrspace(3) %l7
  %o7 = getelementptr i16, ptr addrspace(1) %out, i32 %f7
  store i16 %w7, ptr addrspace(1) %o7
  ret void
}

attributes #0 = { "f2layout-block"="128,1,1" "target-cpu"="gfx1100" "uniform-work-group-size"="true" }
