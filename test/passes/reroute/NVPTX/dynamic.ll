; The size of a dynamic array is unknown, except for the part that the kernel
; accesses unconditionally in the smallest block.
; RUN: %f2opt -passes=f2layout -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel conditional --block 64 --arg 2=0 --dynamic-shared 4
; RUN: %f2sim --equal %s %t.after.ll --kernel conditional --block 64 --arg 2=1 --dynamic-shared 2048
; RUN: %f2sim --equal %s %t.after.ll --kernel some_threads --block 64 --dynamic-shared 1024
; RUN: %f2sim --equal %s %t.after.ll --kernel smaller_block --block 36 --dynamic-shared 1152
; RUN: %f2sim --equal %s %t.after.ll --kernel smaller_block --block 128 --dynamic-shared 4096
; RUN: %f2sim --equal %s %t.after.ll --kernel exact_block --block 36 --dynamic-shared 1152
; RUN: %f2sim --equal %s %t.after.ll --kernel whole_warps --block 64 --dynamic-shared 2048
; RUN: %f2opt -passes='f2layout<no-shuffle>' -disable-output %s \
; RUN:   -pass-remarks-missed=f2layout-reroute 2>&1 | FileCheck %s --check-prefix=NONE

target triple = "nvptx64-nvidia-cuda"

@dynamic = external addrspace(3) global [0 x i32], align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)

; NONE: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each warp stays: no shuffles: shuffles are not allowed; no shared memory: how much dynamic shared memory there is depends on the block's size, which is not known

; The host allocates no memory if %full is 0.
; CHECK-LABEL: @conditional(
; CHECK-NOT: store <4 x i32>
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each warp stays: the best plan takes
define ptx_kernel void @conditional(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %full) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl i32 %t, 3
  %group = and i32 %t, 96
  %lane = and i32 %t, 31
  %slice = shl i32 %group, 3
  %place = add i32 %slice, %lane
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <8 x i32>, ptr addrspace(1) %i
  %c = icmp ne i32 %full, 0
  br i1 %c, label %write, label %sync
write:
  %a = getelementptr i32, ptr addrspace(3) @dynamic, i32 %first
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 0
  store <8 x i32> %v, ptr addrspace(3) %a1, align 4
  br label %sync
sync:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br i1 %c, label %read, label %done
read:
  %k0 = add i32 %place, 0
  %b0 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k0
  %w0 = load i32, ptr addrspace(3) %b0
  %k1 = add i32 %place, 32
  %b1 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k1
  %w1 = load i32, ptr addrspace(3) %b1
  %k2 = add i32 %place, 64
  %b2 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k2
  %w2 = load i32, ptr addrspace(3) %b2
  %k3 = add i32 %place, 96
  %b3 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k3
  %w3 = load i32, ptr addrspace(3) %b3
  %k4 = add i32 %place, 128
  %b4 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k4
  %w4 = load i32, ptr addrspace(3) %b4
  %k5 = add i32 %place, 160
  %b5 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k5
  %w5 = load i32, ptr addrspace(3) %b5
  %k6 = add i32 %place, 192
  %b6 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k6
  %w6 = load i32, ptr addrspace(3) %b6
  %k7 = add i32 %place, 224
  %b7 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k7
  %w7 = load i32, ptr addrspace(3) %b7
  %n0 = add i32 %place, 0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %n0
  store i32 %w0, ptr addrspace(1) %o0
  %n1 = add i32 %place, 32
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %n1
  store i32 %w1, ptr addrspace(1) %o1
  %n2 = add i32 %place, 64
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %n2
  store i32 %w2, ptr addrspace(1) %o2
  %n3 = add i32 %place, 96
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %n3
  store i32 %w3, ptr addrspace(1) %o3
  %n4 = add i32 %place, 128
  %o4 = getelementptr i32, ptr addrspace(1) %out, i32 %n4
  store i32 %w4, ptr addrspace(1) %o4
  %n5 = add i32 %place, 160
  %o5 = getelementptr i32, ptr addrspace(1) %out, i32 %n5
  store i32 %w5, ptr addrspace(1) %o5
  %n6 = add i32 %place, 192
  %o6 = getelementptr i32, ptr addrspace(1) %out, i32 %n6
  store i32 %w6, ptr addrspace(1) %o6
  %n7 = add i32 %place, 224
  %o7 = getelementptr i32, ptr addrspace(1) %out, i32 %n7
  store i32 %w7, ptr addrspace(1) %o7
  br label %done
done:
  ret void
}

; The upper warp does not store, and has no slice.
; CHECK-LABEL: @some_threads(
; CHECK-NOT: store <4 x i32>
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each warp stays: the best plan takes
define ptx_kernel void @some_threads(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl i32 %t, 3
  %group = and i32 %t, 96
  %lane = and i32 %t, 31
  %slice = shl i32 %group, 3
  %place = add i32 %slice, %lane
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <8 x i32>, ptr addrspace(1) %i
  %c = icmp ult i32 %t, 32
  br i1 %c, label %write, label %sync
write:
  %a = getelementptr i32, ptr addrspace(3) @dynamic, i32 %first
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 0
  store <8 x i32> %v, ptr addrspace(3) %a1, align 4
  br label %sync
sync:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br i1 %c, label %read, label %done
read:
  %k0 = add i32 %place, 0
  %b0 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k0
  %w0 = load i32, ptr addrspace(3) %b0
  %k1 = add i32 %place, 32
  %b1 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k1
  %w1 = load i32, ptr addrspace(3) %b1
  %k2 = add i32 %place, 64
  %b2 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k2
  %w2 = load i32, ptr addrspace(3) %b2
  %k3 = add i32 %place, 96
  %b3 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k3
  %w3 = load i32, ptr addrspace(3) %b3
  %k4 = add i32 %place, 128
  %b4 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k4
  %w4 = load i32, ptr addrspace(3) %b4
  %k5 = add i32 %place, 160
  %b5 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k5
  %w5 = load i32, ptr addrspace(3) %b5
  %k6 = add i32 %place, 192
  %b6 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k6
  %w6 = load i32, ptr addrspace(3) %b6
  %k7 = add i32 %place, 224
  %b7 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k7
  %w7 = load i32, ptr addrspace(3) %b7
  %n0 = add i32 %place, 0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %n0
  store i32 %w0, ptr addrspace(1) %o0
  %n1 = add i32 %place, 32
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %n1
  store i32 %w1, ptr addrspace(1) %o1
  %n2 = add i32 %place, 64
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %n2
  store i32 %w2, ptr addrspace(1) %o2
  %n3 = add i32 %place, 96
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %n3
  store i32 %w3, ptr addrspace(1) %o3
  %n4 = add i32 %place, 128
  %o4 = getelementptr i32, ptr addrspace(1) %out, i32 %n4
  store i32 %w4, ptr addrspace(1) %o4
  %n5 = add i32 %place, 160
  %o5 = getelementptr i32, ptr addrspace(1) %out, i32 %n5
  store i32 %w5, ptr addrspace(1) %o5
  %n6 = add i32 %place, 192
  %o6 = getelementptr i32, ptr addrspace(1) %out, i32 %n6
  store i32 %w6, ptr addrspace(1) %o6
  %n7 = add i32 %place, 224
  %o7 = getelementptr i32, ptr addrspace(1) %out, i32 %n7
  store i32 %w7, ptr addrspace(1) %o7
  br label %done
done:
  ret void
}

; Groups of four lanes. Of 36 threads the last four write 128 bytes, where a plan
; of whole warps would take 1024.
; CHECK-LABEL: @smaller_block(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each warp became {{.*}} shuffles
define ptx_kernel void @smaller_block(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.maxntid"="128" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl i32 %t, 3
  %group = and i32 %t, 124
  %lane = and i32 %t, 3
  %slice = shl i32 %group, 3
  %place = add i32 %slice, %lane
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <8 x i32>, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @dynamic, i32 %first
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 0
  store <8 x i32> %v, ptr addrspace(3) %a1, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %k0 = add i32 %place, 0
  %b0 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k0
  %w0 = load i32, ptr addrspace(3) %b0
  %k1 = add i32 %place, 4
  %b1 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k1
  %w1 = load i32, ptr addrspace(3) %b1
  %k2 = add i32 %place, 8
  %b2 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k2
  %w2 = load i32, ptr addrspace(3) %b2
  %k3 = add i32 %place, 12
  %b3 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k3
  %w3 = load i32, ptr addrspace(3) %b3
  %k4 = add i32 %place, 16
  %b4 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k4
  %w4 = load i32, ptr addrspace(3) %b4
  %k5 = add i32 %place, 20
  %b5 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k5
  %w5 = load i32, ptr addrspace(3) %b5
  %k6 = add i32 %place, 24
  %b6 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k6
  %w6 = load i32, ptr addrspace(3) %b6
  %k7 = add i32 %place, 28
  %b7 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k7
  %w7 = load i32, ptr addrspace(3) %b7
  %n0 = add i32 %place, 0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %n0
  store i32 %w0, ptr addrspace(1) %o0
  %n1 = add i32 %place, 4
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %n1
  store i32 %w1, ptr addrspace(1) %o1
  %n2 = add i32 %place, 8
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %n2
  store i32 %w2, ptr addrspace(1) %o2
  %n3 = add i32 %place, 12
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %n3
  store i32 %w3, ptr addrspace(1) %o3
  %n4 = add i32 %place, 16
  %o4 = getelementptr i32, ptr addrspace(1) %out, i32 %n4
  store i32 %w4, ptr addrspace(1) %o4
  %n5 = add i32 %place, 20
  %o5 = getelementptr i32, ptr addrspace(1) %out, i32 %n5
  store i32 %w5, ptr addrspace(1) %o5
  %n6 = add i32 %place, 24
  %o6 = getelementptr i32, ptr addrspace(1) %out, i32 %n6
  store i32 %w6, ptr addrspace(1) %o6
  %n7 = add i32 %place, 28
  %o7 = getelementptr i32, ptr addrspace(1) %out, i32 %n7
  store i32 %w7, ptr addrspace(1) %o7
  ret void
}

; The same with a known size: two slices of 1024 bytes do not fit.
; CHECK-LABEL: @exact_block(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each warp became {{.*}} shuffles
define ptx_kernel void @exact_block(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.reqntid"="36" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl i32 %t, 3
  %group = and i32 %t, 124
  %lane = and i32 %t, 3
  %slice = shl i32 %group, 3
  %place = add i32 %slice, %lane
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <8 x i32>, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @dynamic, i32 %first
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 0
  store <8 x i32> %v, ptr addrspace(3) %a1, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %k0 = add i32 %place, 0
  %b0 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k0
  %w0 = load i32, ptr addrspace(3) %b0
  %k1 = add i32 %place, 4
  %b1 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k1
  %w1 = load i32, ptr addrspace(3) %b1
  %k2 = add i32 %place, 8
  %b2 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k2
  %w2 = load i32, ptr addrspace(3) %b2
  %k3 = add i32 %place, 12
  %b3 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k3
  %w3 = load i32, ptr addrspace(3) %b3
  %k4 = add i32 %place, 16
  %b4 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k4
  %w4 = load i32, ptr addrspace(3) %b4
  %k5 = add i32 %place, 20
  %b5 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k5
  %w5 = load i32, ptr addrspace(3) %b5
  %k6 = add i32 %place, 24
  %b6 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k6
  %w6 = load i32, ptr addrspace(3) %b6
  %k7 = add i32 %place, 28
  %b7 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k7
  %w7 = load i32, ptr addrspace(3) %b7
  %n0 = add i32 %place, 0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %n0
  store i32 %w0, ptr addrspace(1) %o0
  %n1 = add i32 %place, 4
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %n1
  store i32 %w1, ptr addrspace(1) %o1
  %n2 = add i32 %place, 8
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %n2
  store i32 %w2, ptr addrspace(1) %o2
  %n3 = add i32 %place, 12
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %n3
  store i32 %w3, ptr addrspace(1) %o3
  %n4 = add i32 %place, 16
  %o4 = getelementptr i32, ptr addrspace(1) %out, i32 %n4
  store i32 %w4, ptr addrspace(1) %o4
  %n5 = add i32 %place, 20
  %o5 = getelementptr i32, ptr addrspace(1) %out, i32 %n5
  store i32 %w5, ptr addrspace(1) %o5
  %n6 = add i32 %place, 24
  %o6 = getelementptr i32, ptr addrspace(1) %out, i32 %n6
  store i32 %w6, ptr addrspace(1) %o6
  %n7 = add i32 %place, 28
  %o7 = getelementptr i32, ptr addrspace(1) %out, i32 %n7
  store i32 %w7, ptr addrspace(1) %o7
  ret void
}

; Every thread stores: the array is at least that large.
; CHECK-LABEL: @whole_warps(
; CHECK-COUNT-2: store <4 x i32> %{{.*}}, ptr addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each warp became 2 stores of 16 bytes
define ptx_kernel void @whole_warps(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl i32 %t, 3
  %group = and i32 %t, 96
  %lane = and i32 %t, 31
  %slice = shl i32 %group, 3
  %place = add i32 %slice, %lane
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <8 x i32>, ptr addrspace(1) %i
  %a = getelementptr i32, ptr addrspace(3) @dynamic, i32 %first
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 0
  store <8 x i32> %v, ptr addrspace(3) %a1, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %k0 = add i32 %place, 0
  %b0 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k0
  %w0 = load i32, ptr addrspace(3) %b0
  %k1 = add i32 %place, 32
  %b1 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k1
  %w1 = load i32, ptr addrspace(3) %b1
  %k2 = add i32 %place, 64
  %b2 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k2
  %w2 = load i32, ptr addrspace(3) %b2
  %k3 = add i32 %place, 96
  %b3 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k3
  %w3 = load i32, ptr addrspace(3) %b3
  %k4 = add i32 %place, 128
  %b4 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k4
  %w4 = load i32, ptr addrspace(3) %b4
  %k5 = add i32 %place, 160
  %b5 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k5
  %w5 = load i32, ptr addrspace(3) %b5
  %k6 = add i32 %place, 192
  %b6 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k6
  %w6 = load i32, ptr addrspace(3) %b6
  %k7 = add i32 %place, 224
  %b7 = getelementptr i32, ptr addrspace(3) @dynamic, i32 %k7
  %w7 = load i32, ptr addrspace(3) %b7
  %n0 = add i32 %place, 0
  %o0 = getelementptr i32, ptr addrspace(1) %out, i32 %n0
  store i32 %w0, ptr addrspace(1) %o0
  %n1 = add i32 %place, 32
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 %n1
  store i32 %w1, ptr addrspace(1) %o1
  %n2 = add i32 %place, 64
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 %n2
  store i32 %w2, ptr addrspace(1) %o2
  %n3 = add i32 %place, 96
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 %n3
  store i32 %w3, ptr addrspace(1) %o3
  %n4 = add i32 %place, 128
  %o4 = getelementptr i32, ptr addrspace(1) %out, i32 %n4
  store i32 %w4, ptr addrspace(1) %o4
  %n5 = add i32 %place, 160
  %o5 = getelementptr i32, ptr addrspace(1) %out, i32 %n5
  store i32 %w5, ptr addrspace(1) %o5
  %n6 = add i32 %place, 192
  %o6 = getelementptr i32, ptr addrspace(1) %out, i32 %n6
  store i32 %w6, ptr addrspace(1) %o6
  %n7 = add i32 %place, 224
  %o7 = getelementptr i32, ptr addrspace(1) %out, i32 %n7
  store i32 %w7, ptr addrspace(1) %o7
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="64" }
