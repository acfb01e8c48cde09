; Other accesses to an array that a plan reuses.
; RUN: %f2opt -passes='function(f2layout-reroute<no-shuffle>),f2layout-sweep' -S %s -o %t.after.ll \
; RUN:   -pass-remarks=f2layout-reroute -pass-remarks-missed=f2layout-reroute 2>%t.remarks
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
; RUN: %f2sim --equal %s %t.after.ll --kernel alive --block 128
; RUN: %f2sim --equal %s %t.after.ll --kernel renewed --block 128 --arg 2=3
; RUN: %f2sim --equal %s %t.after.ll --kernel halves --block 32

target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [2048 x i32] undef, align 16
@one = internal addrspace(3) global [256 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; A value is live in the lower half during the exchange in the upper one. The
; plan's stores would go to the lower half.
; CHECK-LABEL: @alive(
; CHECK: store <8 x i32> %v, ptr addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each warp stays: {{.*}}other accesses use the array between the barriers
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread across the block stays: the best plan takes
define ptx_kernel void @alive(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl i32 %t, 3
  %group = and i32 %t, 96
  %lane = and i32 %t, 31
  %slice = shl i32 %group, 3
  %place = add i32 %slice, %lane
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <8 x i32>, ptr addrspace(1) %i
  %x = xor i32 %t, 127
  %pa = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %pb = getelementptr i32, ptr addrspace(3) @s, i32 %x
  store i32 %t, ptr addrspace(3) %pa
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %first
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 1024
  store <8 x i32> %v, ptr addrspace(3) %a1, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k0 = add i32 %place, 1024
  %b0 = getelementptr i32, ptr addrspace(3) @s, i32 %k0
  %w0 = load i32, ptr addrspace(3) %b0
  %k1 = add i32 %place, 1056
  %b1 = getelementptr i32, ptr addrspace(3) @s, i32 %k1
  %w1 = load i32, ptr addrspace(3) %b1
  %k2 = add i32 %place, 1088
  %b2 = getelementptr i32, ptr addrspace(3) @s, i32 %k2
  %w2 = load i32, ptr addrspace(3) %b2
  %k3 = add i32 %place, 1120
  %b3 = getelementptr i32, ptr addrspace(3) @s, i32 %k3
  %w3 = load i32, ptr addrspace(3) %b3
  %k4 = add i32 %place, 1152
  %b4 = getelementptr i32, ptr addrspace(3) @s, i32 %k4
  %w4 = load i32, ptr addrspace(3) %b4
  %k5 = add i32 %place, 1184
  %b5 = getelementptr i32, ptr addrspace(3) @s, i32 %k5
  %w5 = load i32, ptr addrspace(3) %b5
  %k6 = add i32 %place, 1216
  %b6 = getelementptr i32, ptr addrspace(3) @s, i32 %k6
  %w6 = load i32, ptr addrspace(3) %b6
  %k7 = add i32 %place, 1248
  %b7 = getelementptr i32, ptr addrspace(3) @s, i32 %k7
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
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %z = load i32, ptr addrspace(3) %pb
  %q = getelementptr i32, ptr addrspace(1) %out, i32 1024
  %q1 = getelementptr i32, ptr addrspace(1) %q, i32 %t
  store i32 %z, ptr addrspace(1) %q1
  ret void
}

; Here it is written again before it is read.
; CHECK-LABEL: @renewed(
; CHECK: store i32 %t, ptr addrspace(3)
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each warp became 2 {{stores?}} of {{[0-9]+}} bytes
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 1 x i32 per thread across the block stays: the best plan takes
define ptx_kernel void @renewed(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl i32 %t, 3
  %group = and i32 %t, 96
  %lane = and i32 %t, 31
  %slice = shl i32 %group, 3
  %place = add i32 %slice, %lane
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <8 x i32>, ptr addrspace(1) %i
  %x = xor i32 %t, 127
  %pa = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %pb = getelementptr i32, ptr addrspace(3) @s, i32 %x
  %q = getelementptr i32, ptr addrspace(1) %out, i32 1024
  %q1 = getelementptr i32, ptr addrspace(1) %q, i32 %t
  br label %loop
loop:
  %round = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %t, ptr addrspace(3) %pa
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %z = load i32, ptr addrspace(3) %pb
  store i32 %z, ptr addrspace(1) %q1
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = getelementptr i32, ptr addrspace(3) @s, i32 %first
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 1024
  store <8 x i32> %v, ptr addrspace(3) %a1, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %k0 = add i32 %place, 1024
  %b0 = getelementptr i32, ptr addrspace(3) @s, i32 %k0
  %w0 = load i32, ptr addrspace(3) %b0
  %k1 = add i32 %place, 1056
  %b1 = getelementptr i32, ptr addrspace(3) @s, i32 %k1
  %w1 = load i32, ptr addrspace(3) %b1
  %k2 = add i32 %place, 1088
  %b2 = getelementptr i32, ptr addrspace(3) @s, i32 %k2
  %w2 = load i32, ptr addrspace(3) %b2
  %k3 = add i32 %place, 1120
  %b3 = getelementptr i32, ptr addrspace(3) @s, i32 %k3
  %w3 = load i32, ptr addrspace(3) %b3
  %k4 = add i32 %place, 1152
  %b4 = getelementptr i32, ptr addrspace(3) @s, i32 %k4
  %w4 = load i32, ptr addrspace(3) %b4
  %k5 = add i32 %place, 1184
  %b5 = getelementptr i32, ptr addrspace(3) @s, i32 %k5
  %w5 = load i32, ptr addrspace(3) %b5
  %k6 = add i32 %place, 1216
  %b6 = getelementptr i32, ptr addrspace(3) @s, i32 %k6
  %w6 = load i32, ptr addrspace(3) %b6
  %k7 = add i32 %place, 1248
  %b7 = getelementptr i32, ptr addrspace(3) @s, i32 %k7
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
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %round, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Groups of four lanes exchange, then groups of two. In between the half warps
; only wait for themselves, which orders nothing between the halves; the plans
; use the warp's slice as a whole, in two ways, and need a barrier.
; CHECK-LABEL: @halves(
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 65535)
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -65536)
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NOT: bar.warp.sync
; CHECK: ret void
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each warp became 2 {{stores?}} of {{[0-9]+}} bytes
; REMARK: remark: {{.*}}: shared exchange through {{[^ ]+}} of 8 x i32 per thread within each warp became 2 {{stores?}} of {{[0-9]+}} bytes
define ptx_kernel void @halves(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) "target-cpu"="sm_90" "nvvm.reqntid"="32" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = shl i32 %t, 3
  %group = and i32 %t, 28
  %lane = and i32 %t, 3
  %slice = shl i32 %group, 3
  %place = add i32 %slice, %lane
  %i = getelementptr i32, ptr addrspace(1) %in, i32 %first
  %v = load <8 x i32>, ptr addrspace(1) %i
  %pair = and i32 %t, 30
  %xlane = and i32 %t, 1
  %xslice = shl i32 %pair, 3
  %xplace = add i32 %xslice, %xlane
  %low = icmp ult i32 %t, 16
  %a = getelementptr i32, ptr addrspace(3) @one, i32 %first
  %a1 = getelementptr i32, ptr addrspace(3) %a, i32 0
  store <8 x i32> %v, ptr addrspace(3) %a1, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %k0 = add i32 %place, 0
  %b0 = getelementptr i32, ptr addrspace(3) @one, i32 %k0
  %w0 = load i32, ptr addrspace(3) %b0
  %k1 = add i32 %place, 4
  %b1 = getelementptr i32, ptr addrspace(3) @one, i32 %k1
  %w1 = load i32, ptr addrspace(3) %b1
  %k2 = add i32 %place, 8
  %b2 = getelementptr i32, ptr addrspace(3) @one, i32 %k2
  %w2 = load i32, ptr addrspace(3) %b2
  %k3 = add i32 %place, 12
  %b3 = getelementptr i32, ptr addrspace(3) @one, i32 %k3
  %w3 = load i32, ptr addrspace(3) %b3
  %k4 = add i32 %place, 16
  %b4 = getelementptr i32, ptr addrspace(3) @one, i32 %k4
  %w4 = load i32, ptr addrspace(3) %b4
  %k5 = add i32 %place, 20
  %b5 = getelementptr i32, ptr addrspace(3) @one, i32 %k5
  %w5 = load i32, ptr addrspace(3) %b5
  %k6 = add i32 %place, 24
  %b6 = getelementptr i32, ptr addrspace(3) @one, i32 %k6
  %w6 = load i32, ptr addrspace(3) %b6
  %k7 = add i32 %place, 28
  %b7 = getelementptr i32, ptr addrspace(3) @one, i32 %k7
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
  br i1 %low, label %lower, label %upper
lower:
  call void @llvm.nvvm.bar.warp.sync(i32 65535)
  br label %second
upper:
  call void @llvm.nvvm.bar.warp.sync(i32 -65536)
  br label %second
second:
  %xa = getelementptr i32, ptr addrspace(3) @one, i32 %first
  %xa1 = getelementptr i32, ptr addrspace(3) %xa, i32 0
  store <8 x i32> %v, ptr addrspace(3) %xa1, align 4
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %xk0 = add i32 %xplace, 0
  %xb0 = getelementptr i32, ptr addrspace(3) @one, i32 %xk0
  %xw0 = load i32, ptr addrspace(3) %xb0
  %xk1 = add i32 %xplace, 2
  %xb1 = getelementptr i32, ptr addrspace(3) @one, i32 %xk1
  %xw1 = load i32, ptr addrspace(3) %xb1
  %xk2 = add i32 %xplace, 4
  %xb2 = getelementptr i32, ptr addrspace(3) @one, i32 %xk2
  %xw2 = load i32, ptr addrspace(3) %xb2
  %xk3 = add i32 %xplace, 6
  %xb3 = getelementptr i32, ptr addrspace(3) @one, i32 %xk3
  %xw3 = load i32, ptr addrspace(3) %xb3
  %xk4 = add i32 %xplace, 8
  %xb4 = getelementptr i32, ptr addrspace(3) @one, i32 %xk4
  %xw4 = load i32, ptr addrspace(3) %xb4
  %xk5 = add i32 %xplace, 10
  %xb5 = getelementptr i32, ptr addrspace(3) @one, i32 %xk5
  %xw5 = load i32, ptr addrspace(3) %xb5
  %xk6 = add i32 %xplace, 12
  %xb6 = getelementptr i32, ptr addrspace(3) @one, i32 %xk6
  %xw6 = load i32, ptr addrspace(3) %xb6
  %xk7 = add i32 %xplace, 14
  %xb7 = getelementptr i32, ptr addrspace(3) @one, i32 %xk7
  %xw7 = load i32, ptr addrspace(3) %xb7
  %xn0 = add i32 %xplace, 256
  %xo0 = getelementptr i32, ptr addrspace(1) %out, i32 %xn0
  store i32 %xw0, ptr addrspace(1) %xo0
  %xn1 = add i32 %xplace, 258
  %xo1 = getelementptr i32, ptr addrspace(1) %out, i32 %xn1
  store i32 %xw1, ptr addrspace(1) %xo1
  %xn2 = add i32 %xplace, 260
  %xo2 = getelementptr i32, ptr addrspace(1) %out, i32 %xn2
  store i32 %xw2, ptr addrspace(1) %xo2
  %xn3 = add i32 %xplace, 262
  %xo3 = getelementptr i32, ptr addrspace(1) %out, i32 %xn3
  store i32 %xw3, ptr addrspace(1) %xo3
  %xn4 = add i32 %xplace, 264
  %xo4 = getelementptr i32, ptr addrspace(1) %out, i32 %xn4
  store i32 %xw4, ptr addrspace(1) %xo4
  %xn5 = add i32 %xplace, 266
  %xo5 = getelementptr i32, ptr addrspace(1) %out, i32 %xn5
  store i32 %xw5, ptr addrspace(1) %xo5
  %xn6 = add i32 %xplace, 268
  %xo6 = getelementptr i32, ptr addrspace(1) %out, i32 %xn6
  store i32 %xw6, ptr addrspace(1) %xo6
  %xn7 = add i32 %xplace, 270
  %xo7 = getelementptr i32, ptr addrspace(1) %out, i32 %xn7
  store i32 %xw7, ptr addrspace(1) %xo7
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "nvvm.reqntid"="128" }
