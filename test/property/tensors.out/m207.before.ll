target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define internal bfloat @small.i8.bfloat(i8 %a) #2 {
  %s = and i8 %a, 7
  %t = sub i8 %s, 4
  %r = sitofp i8 %t to bfloat
  ret bfloat %r
}
define internal bfloat @fmul.bfloat(bfloat %a, bfloat %b) #2 {
  %r = fmul bfloat %a, %b
  ret bfloat %r
}
define internal bfloat @fsub.bfloat(bfloat %a, bfloat %b) #2 {
  %r = fsub bfloat %a, %b
  ret bfloat %r
}
define internal i32 @int.bfloat(bfloat %a) #2 {
  %r = fptosi bfloat %a to i32
  ret i32 %r
}
define ptx_kernel void @k(i64 %n, i32 %f, ptr addrspace(1) align 8 noalias %p0, ptr addrspace(1) align 8 noalias %p1, ptr addrspace(1) align 8 noalias %p2, ptr addrspace(1) align 8 noalias %p3, ptr addrspace(1) align 8 noalias %p4, ptr addrspace(1) align 8 noalias %p5, ptr addrspace(1) align 8 noalias %p6, ptr addrspace(1) align 8 noalias %p7) #0 {
entry:
  %flag = trunc i32 %f to i1
  %v1 = call target("f2.tensor", bfloat) @f2.tensor.splat.bf16(bfloat -2.0)
  %place2 = getelementptr i8, ptr addrspace(1) %p0, i64 2
  %v3 = call target("f2.tensor", i8) @f2.tensor.load.i8(ptr addrspace(1) %place2)
  %v4 = call target("f2.tensor", bfloat) @f2.tensor.map.bf16.i8(ptr @small.i8.bfloat, target("f2.tensor", i8) %v3)
  %v5 = call target("f2.tensor", bfloat) @f2.tensor.map.bf16.bf16.bf16(ptr @fmul.bfloat, target("f2.tensor", bfloat) %v1, target("f2.tensor", bfloat) %v4)
  %v6 = call target("f2.tensor", bfloat, 1) @f2.tensor.expand_dims.1xbf16.bf16(target("f2.tensor", bfloat) %v1, i32 0)
  %v7 = call target("f2.tensor", bfloat) @f2.tensor.map.bf16.bf16.bf16(ptr @fsub.bfloat, target("f2.tensor", bfloat) %v1, target("f2.tensor", bfloat) %v5)
  %v8 = call target("f2.tensor", bfloat, 1) @f2.tensor.expand_dims.1xbf16.bf16(target("f2.tensor", bfloat) %v1, i32 0)
  %v9 = call target("f2.tensor", bfloat) @f2.tensor.map.bf16.bf16.bf16(ptr @fsub.bfloat, target("f2.tensor", bfloat) %v5, target("f2.tensor", bfloat) %v7)
  %v10 = call target("f2.tensor", bfloat) @f2.tensor.reshape.bf16.1xbf16(target("f2.tensor", bfloat, 1) %v8)
  %v11 = select i1 %flag, target("f2.tensor", bfloat) %v1, target("f2.tensor", bfloat) %v10
  %stride12 = mul i64 %n, 16
  %bound13 = mul i64 %n, 57
  %v14 = call target("f2.tensor", i8, 64, 16) @f2.tensor.load.64x16xi8(ptr addrspace(1) %p1, i64 %stride12, i64 1, i64 %bound13, i64 1099511627776, i8 3)
  %v15 = call target("f2.tensor", bfloat, 64, 16) @f2.tensor.map.64x16xbf16.64x16xi8(ptr @small.i8.bfloat, target("f2.tensor", i8, 64, 16) %v14)
  %place16 = getelementptr i8, ptr addrspace(1) %p2, i64 131072
  %bound17 = mul i64 %n, 0
  %v18 = call target("f2.tensor", i8, 16, 8) @f2.tensor.load.16x8xi8(ptr addrspace(1) %place16, i64 8, i64 -1, i64 16, i64 %bound17, i8 2)
  %v19 = call target("f2.tensor", bfloat, 16, 8) @f2.tensor.map.16x8xbf16.16x8xi8(ptr @small.i8.bfloat, target("f2.tensor", i8, 16, 8) %v18)
  %v20 = call target("f2.tensor", float, 64, 8) @f2.tensor.splat.64x8xf32(float 0.0)
  %v21 = call target("f2.tensor", float, 64, 8) @f2.tensor.dot.64x8xf32.64x16xbf16.16x8xbf16.64x8xf32(target("f2.tensor", bfloat, 64, 16) %v15, target("f2.tensor", bfloat, 16, 8) %v19, target("f2.tensor", float, 64, 8) %v20)
  %v22 = call target("f2.tensor", bfloat) @f2.tensor.reduce.fmin.bf16.1xbf16(target("f2.tensor", bfloat, 1) %v8, i32 0)
  %v23 = call target("f2.tensor", bfloat, 2) @f2.tensor.join.2xbf16.bf16.bf16(target("f2.tensor", bfloat) %v11, target("f2.tensor", bfloat) %v7)
  br i1 %flag, label %d24.yes, label %d24.no
d24.yes:
  %v25 = call target("f2.tensor", i32) @f2.tensor.map.i32.bf16(ptr @int.bfloat, target("f2.tensor", bfloat) %v11)
  %v26 = call target("f2.tensor", bfloat) @f2.tensor.reshape.bf16.1xbf16(target("f2.tensor", bfloat, 1) %v6)
  %v27 = call target("f2.tensor", bfloat, 2) @f2.tensor.join.2xbf16.bf16.bf16(target("f2.tensor", bfloat) %v11, target("f2.tensor", bfloat) %v26)
  br label %d24.end
d24.no:
  %stride28 = mul i64 %n, 1
  %bound29 = mul i64 %n, 0
  %v30 = call target("f2.tensor", i8, 2) @f2.tensor.load.2xi8(ptr addrspace(1) %p3, i64 %stride28, i64 %bound29, i8 0)
  %v31 = call target("f2.tensor", bfloat, 2) @f2.tensor.map.2xbf16.2xi8(ptr @small.i8.bfloat, target("f2.tensor", i8, 2) %v30)
  br label %d24.end
d24.end:
  %v32 = phi target("f2.tensor", bfloat, 2) [ %v27, %d24.yes ], [ %v31, %d24.no ]
  %v33 = call target("f2.tensor", bfloat, 1) @f2.tensor.expand_dims.1xbf16.bf16(target("f2.tensor", bfloat) %v11, i32 0)
  call void @f2.tensor.store.bf16(ptr addrspace(1) %p4, target("f2.tensor", bfloat) %v1)
  call void @f2.tensor.store.bf16(ptr addrspace(1) %p5, target("f2.tensor", bfloat) %v22)
  call void @f2.tensor.store.64x8xf32(ptr addrspace(1) %p6, target("f2.tensor", float, 64, 8) %v21, i64 8, i64 1)
  call void @f2.tensor.store.1xbf16(ptr addrspace(1) %p7, target("f2.tensor", bfloat, 1) %v33, i64 1, i64 -1)
  ret void
}
declare target("f2.tensor", bfloat) @f2.tensor.splat.bf16(bfloat) #1
declare target("f2.tensor", i8) @f2.tensor.load.i8(ptr addrspace(1)) #1
declare target("f2.tensor", bfloat) @f2.tensor.map.bf16.i8(ptr, target("f2.tensor", i8)) #1
declare target("f2.tensor", bfloat) @f2.tensor.map.bf16.bf16.bf16(ptr, target("f2.tensor", bfloat), target("f2.tensor", bfloat)) #1
declare target("f2.tensor", bfloat, 1) @f2.tensor.expand_dims.1xbf16.bf16(target("f2.tensor", bfloat), i32) #1
declare target("f2.tensor", bfloat) @f2.tensor.reshape.bf16.1xbf16(target("f2.tensor", bfloat, 1)) #1
declare target("f2.tensor", i8, 64, 16) @f2.tensor.load.64x16xi8(ptr addrspace(1), i64, i64, i64, i64, i8) #1
declare target("f2.tensor", bfloat, 64, 16) @f2.tensor.map.64x16xbf16.64x16xi8(ptr, target("f2.tensor", i8, 64, 16)) #1
declare target("f2.tensor", i8, 16, 8) @f2.tensor.load.16x8xi8(ptr addrspace(1), i64, i64, i64, i64, i8) #1
declare target("f2.tensor", bfloat, 16, 8) @f2.tensor.map.16x8xbf16.16x8xi8(ptr, target("f2.tensor", i8, 16, 8)) #1
declare target("f2.tensor", float, 64, 8) @f2.tensor.splat.64x8xf32(float) #1
declare target("f2.tensor", float, 64, 8) @f2.tensor.dot.64x8xf32.64x16xbf16.16x8xbf16.64x8xf32(target("f2.tensor", bfloat, 64, 16), target("f2.tensor", bfloat, 16, 8), target("f2.tensor", float, 64, 8)) #1
declare target("f2.tensor", bfloat) @f2.tensor.reduce.fmin.bf16.1xbf16(target("f2.tensor", bfloat, 1), i32) #1
declare target("f2.tensor", bfloat, 2) @f2.tensor.join.2xbf16.bf16.bf16(target("f2.tensor", bfloat), target("f2.tensor", bfloat)) #1
declare target("f2.tensor", i32) @f2.tensor.map.i32.bf16(ptr, target("f2.tensor", bfloat)) #1
declare target("f2.tensor", i8, 2) @f2.tensor.load.2xi8(ptr addrspace(1), i64, i64, i8) #1
declare target("f2.tensor", bfloat, 2) @f2.tensor.map.2xbf16.2xi8(ptr, target("f2.tensor", i8, 2)) #1
declare void @f2.tensor.store.bf16(ptr addrspace(1), target("f2.tensor", bfloat)) #1
declare void @f2.tensor.store.64x8xf32(ptr addrspace(1), target("f2.tensor", float, 64, 8), i64, i64) #1
declare void @f2.tensor.store.1xbf16(ptr addrspace(1), target("f2.tensor", bfloat, 1), i64, i64) #1
attributes #0 = { convergent nounwind "target-cpu"="sm_90" "f2layout-block"="128,1,1" "nvvm.reqntid"="128,1" }
attributes #1 = { convergent nounwind }
attributes #2 = { alwaysinline nounwind }
