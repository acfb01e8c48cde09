target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@layout0 = private unnamed_addr constant [97 x i8] c"register=[[8,0],[32,0]], lane=[[2,0],[16,0],[4,0],[64,0],[128,0]], warp=[[0,1],[1,0]] -> [256,2]\00"
@layout1 = private unnamed_addr constant [73 x i8] c"register=[[1]], lane=[[2],[32],[64],[16],[4]], warp=[[8],[128]] -> [256]\00"
@layout2 = private unnamed_addr constant [103 x i8] c"register=[[0,1],[128,0],[64,0]], lane=[[1,0],[32,0],[2,0],[4,0],[16,0]], warp=[[8,0],[0,0]] -> [256,2]\00"
@layout3 = private unnamed_addr constant [103 x i8] c"register=[[64,0],[2,0],[0,1]], lane=[[128,0],[32,0],[1,0],[0,0],[4,0]], warp=[[8,0],[16,0]] -> [256,2]\00"
define internal float @small.i8.float(i8 %a) #2 {
  %s = and i8 %a, 7
  %t = sub i8 %s, 4
  %r = sitofp i8 %t to float
  ret float %r
}
define internal double @cast.float.double(float %a) #2 {
  %r = fpext float %a to double
  ret double %r
}
define internal i32 @int.double(double %a) #2 {
  %r = fptosi double %a to i32
  ret i32 %r
}
define internal i8 @xor.i8(i8 %a, i8 %b) #2 {
  %r = xor i8 %a, %b
  ret i8 %r
}
define internal bfloat @cast.float.bfloat(float %a) #2 {
  %r = fptrunc float %a to bfloat
  ret bfloat %r
}
define internal float @fmul.float(float %a, float %b) #2 {
  %r = fmul float %a, %b
  ret float %r
}
define internal i32 @xor.i32(i32 %a, i32 %b) #2 {
  %r = xor i32 %a, %b
  ret i32 %r
}
define internal half @small.i8.half(i8 %a) #2 {
  %s = and i8 %a, 7
  %t = sub i8 %s, 4
  %r = sitofp i8 %t to half
  ret half %r
}
define internal i64 @xor.i64(i64 %a, i64 %b) #2 {
  %r = xor i64 %a, %b
  ret i64 %r
}
define ptx_kernel void @k(i64 %n, i32 %f, ptr addrspace(1) align 16 noalias %p0, ptr addrspace(1) align 16 noalias %p1, ptr addrspace(1) align 16 noalias %p2, ptr addrspace(1) align 16 noalias %p3, ptr addrspace(1) align 16 noalias %p4, ptr addrspace(1) align 16 noalias %p5, ptr addrspace(1) align 16 noalias %p6, ptr addrspace(1) align 16 noalias %p7, ptr addrspace(1) align 16 noalias %p8, ptr addrspace(1) align 16 noalias %p9, ptr addrspace(1) align 16 noalias %p10, ptr addrspace(1) align 16 noalias %p11, ptr addrspace(1) align 16 noalias %p12, ptr addrspace(1) align 16 noalias %p13, ptr addrspace(1) align 16 noalias %p14, ptr addrspace(1) align 16 noalias %p15, ptr addrspace(1) align 16 noalias %p16, ptr addrspace(1) align 16 noalias %p17) #0 {
entry:
  %flag = trunc i32 %f to i1
  %stride1 = mul i64 %n, 2
  %v2 = call target("f2.tensor", i8, 256, 2) @f2.tensor.load.256x2xi8(ptr addrspace(1) %p0, i64 %stride1, i64 1, i64 1099511627776, i64 1, i8 -1)
  %v3 = call target("f2.tensor", float, 256, 2) @f2.tensor.map.256x2xf32.256x2xi8(ptr @small.i8.float, target("f2.tensor", i8, 256, 2) %v2)
  %v4 = call target("f2.tensor", i8, 256, 2) @f2.tensor.load.256x2xi8.bounds(ptr addrspace(1) %p1, i64 6, i64 1)
  %v5 = call target("f2.tensor", float, 256, 2) @f2.tensor.map.256x2xf32.256x2xi8(ptr @small.i8.float, target("f2.tensor", i8, 256, 2) %v4)
  %v6 = select i1 true, target("f2.tensor", float, 256, 2) %v3, target("f2.tensor", float, 256, 2) %v5
  %stride7 = mul i64 %n, 1
  %v8 = call target("f2.tensor", i8, 32) @f2.tensor.stage.32xi8(ptr addrspace(1) %p2, i64 %stride7)
  %v9 = call target("f2.tensor", i8, 32) @f2.tensor.wait.32xi8.32xi8(target("f2.tensor", i8, 32) %v8)
  %v10 = call target("f2.tensor", float, 32) @f2.tensor.map.32xf32.32xi8(ptr @small.i8.float, target("f2.tensor", i8, 32) %v9)
  %v11 = call target("f2.tensor", double, 256, 2) @f2.tensor.map.256x2xf64.256x2xf32(ptr @cast.float.double, target("f2.tensor", float, 256, 2) %v6)
  %v12 = call target("f2.tensor", float, 256) @f2.tensor.split.256xf32.256x2xf32(target("f2.tensor", float, 256, 2) %v3, i32 0)
  br i1 %flag, label %d13.yes, label %d13.no
d13.yes:
  %v14 = call target("f2.tensor", i32, 256, 2) @f2.tensor.map.256x2xi32.256x2xf64(ptr @int.double, target("f2.tensor", double, 256, 2) %v11)
  %at16 = getelementptr i8, ptr addrspace(1) %p3, i64 0
  %v17 = call target("f2.tensor", i8, 2, 1) @f2.tensor.stage.2x1xi8(ptr addrspace(1) %at16, i64 1, i64 2)
  %at18 = getelementptr i8, ptr addrspace(1) %p3, i64 16
  %v19 = call target("f2.tensor", i8, 2, 1) @f2.tensor.stage.2x1xi8(ptr addrspace(1) %at18, i64 1, i64 2)
  %v20 = call target("f2.tensor", i8, 2, 1) @f2.tensor.splat.2x1xi8(i8 0)
  br label %staged15
staged15:
  %i24 = phi i32 [ 0, %d13.yes ], [ %i24.next, %staged15 ]
  %total23 = phi target("f2.tensor", i8, 2, 1) [ %v20, %d13.yes ], [ %v28, %staged15 ]
  %way21 = phi target("f2.tensor", i8, 2, 1) [ %v17, %d13.yes ], [ %way22, %staged15 ]
  %way22 = phi target("f2.tensor", i8, 2, 1) [ %v19, %d13.yes ], [ %v27, %staged15 ]
  %i24.bytes = mul i32 %i24, 16
  %i24.wide = zext i32 %i24.bytes to i64
  %v25 = call target("f2.tensor", i8, 2, 1) @f2.tensor.wait.2x1xi8.2x1xi8(target("f2.tensor", i8, 2, 1) %way21)
  %at26 = getelementptr i8, ptr addrspace(1) %p3, i64 %i24.wide
  %v27 = call target("f2.tensor", i8, 2, 1) @f2.tensor.stage.2x1xi8(ptr addrspace(1) %at26, i64 1, i64 2)
  %v28 = call target("f2.tensor", i8, 2, 1) @f2.tensor.map.2x1xi8.2x1xi8.2x1xi8(ptr @xor.i8, target("f2.tensor", i8, 2, 1) %total23, target("f2.tensor", i8, 2, 1) %v25)
  %i24.next = add i32 %i24, 1
  %i24.more = icmp ult i32 %i24.next, 2
  br i1 %i24.more, label %staged15, label %staged15.done
staged15.done:
  %v29 = call target("f2.tensor", float, 2, 1) @f2.tensor.map.2x1xf32.2x1xi8(ptr @small.i8.float, target("f2.tensor", i8, 2, 1) %v28)
  %v30 = call target("f2.tensor", float, 256, 1) @f2.tensor.splat.256x1xf32(float 3.0)
  %v31 = call target("f2.tensor", float, 256, 1) @f2.tensor.dot.256x1xf32.256x2xf32.2x1xf32.256x1xf32(target("f2.tensor", float, 256, 2) %v6, target("f2.tensor", float, 2, 1) %v29, target("f2.tensor", float, 256, 1) %v30)
  br label %d13.end
d13.no:
  %stride32 = mul i64 %n, 1
  %v33 = call target("f2.tensor", i8, 256, 1) @f2.tensor.load.256x1xi8(ptr addrspace(1) %p4, i64 1, i64 %stride32)
  %v34 = call target("f2.tensor", float, 256, 1) @f2.tensor.map.256x1xf32.256x1xi8(ptr @small.i8.float, target("f2.tensor", i8, 256, 1) %v33)
  br label %d13.end
d13.end:
  %v35 = phi target("f2.tensor", float, 256, 1) [ %v31, %staged15.done ], [ %v34, %d13.no ]
  %stride36 = mul i64 %n, 2
  %bound37 = mul i64 %n, 256
  %v38 = call target("f2.tensor", i64, 256, 2) @f2.tensor.load.256x2xi64(ptr addrspace(1) %p5, i64 %stride36, i64 1, i64 %bound37, i64 1, i64 -3)
  %v39 = call target("f2.tensor", float, 256, 2) @f2.tensor.gather.256x2xf32.256x2xf32.256x2xi64(target("f2.tensor", float, 256, 2) %v3, target("f2.tensor", i64, 256, 2) %v38, i32 1)
  %v40 = call target("f2.tensor", bfloat, 256, 2) @f2.tensor.map.256x2xbf16.256x2xf32(ptr @cast.float.bfloat, target("f2.tensor", float, 256, 2) %v39)
  %v41 = call target("f2.tensor", double, 256, 2) @f2.tensor.convert.256x2xf64.256x2xf64(target("f2.tensor", double, 256, 2) %v11, ptr @layout0)
  %v42 = call target("f2.tensor", float, 256) @f2.tensor.convert.256xf32.256xf32(target("f2.tensor", float, 256) %v12, ptr @layout1)
  %v43 = call target("f2.tensor", float, 256, 2) @f2.tensor.map.256x2xf32.256x2xf32.256x2xf32(ptr @fmul.float, target("f2.tensor", float, 256, 2) %v39, target("f2.tensor", float, 256, 2) %v3)
  %bound44 = mul i64 %n, 23
  %v45 = call target("f2.tensor", i8, 64, 32) @f2.tensor.load.64x32xi8(ptr addrspace(1) %p6, i64 32, i64 1, i64 49, i64 %bound44, i8 3)
  %v46 = call target("f2.tensor", i8, 32, 32) @f2.tensor.load.32x32xi8(ptr addrspace(1) %p7, i64 32, i64 1)
  %stride47 = mul i64 %n, 32
  %at49 = getelementptr i8, ptr addrspace(1) %p8, i64 0
  %v50 = call target("f2.tensor", i32, 64, 32) @f2.tensor.stage.64x32xi32(ptr addrspace(1) %at49, i64 %stride47, i64 1)
  %at51 = getelementptr i8, ptr addrspace(1) %p8, i64 64
  %v52 = call target("f2.tensor", i32, 64, 32) @f2.tensor.stage.64x32xi32(ptr addrspace(1) %at51, i64 %stride47, i64 1)
  %at53 = getelementptr i8, ptr addrspace(1) %p8, i64 128
  %v54 = call target("f2.tensor", i32, 64, 32) @f2.tensor.stage.64x32xi32(ptr addrspace(1) %at53, i64 %stride47, i64 1)
  %v55 = call target("f2.tensor", i32, 64, 32) @f2.tensor.splat.64x32xi32(i32 0)
  br label %staged48
staged48:
  %i60 = phi i32 [ 0, %d13.end ], [ %i60.next, %staged48 ]
  %total59 = phi target("f2.tensor", i32, 64, 32) [ %v55, %d13.end ], [ %v66, %staged48 ]
  %way56 = phi target("f2.tensor", i32, 64, 32) [ %v50, %d13.end ], [ %way57, %staged48 ]
  %way57 = phi target("f2.tensor", i32, 64, 32) [ %v52, %d13.end ], [ %way58, %staged48 ]
  %way58 = phi target("f2.tensor", i32, 64, 32) [ %v54, %d13.end ], [ %v63, %staged48 ]
  %i60.bytes = mul i32 %i60, 64
  %i60.wide = zext i32 %i60.bytes to i64
  %v61 = call target("f2.tensor", i32, 64, 32) @f2.tensor.wait.64x32xi32.64x32xi32(target("f2.tensor", i32, 64, 32) %way56)
  %at62 = getelementptr i8, ptr addrspace(1) %p8, i64 %i60.wide
  %v63 = call target("f2.tensor", i32, 64, 32) @f2.tensor.stage.64x32xi32(ptr addrspace(1) %at62, i64 %stride47, i64 1)
  %v64 = call target("f2.tensor", i32, 64, 32) @f2.tensor.wait.64x32xi32.64x32xi32(target("f2.tensor", i32, 64, 32) %v63)
  %v65 = call target("f2.tensor", i32, 64, 32) @f2.tensor.map.64x32xi32.64x32xi32.64x32xi32(ptr @xor.i32, target("f2.tensor", i32, 64, 32) %total59, target("f2.tensor", i32, 64, 32) %v61)
  %v66 = call target("f2.tensor", i32, 64, 32) @f2.tensor.map.64x32xi32.64x32xi32.64x32xi32(ptr @xor.i32, target("f2.tensor", i32, 64, 32) %v65, target("f2.tensor", i32, 64, 32) %v64)
  %i60.next = add i32 %i60, 1
  %i60.more = icmp ult i32 %i60.next, 1
  br i1 %i60.more, label %staged48, label %staged48.done
staged48.done:
  %v67 = call target("f2.tensor", i32, 64, 32) @f2.tensor.dot.64x32xi32.64x32xi8.32x32xi8.64x32xi32(target("f2.tensor", i8, 64, 32) %v45, target("f2.tensor", i8, 32, 32) %v46, target("f2.tensor", i32, 64, 32) %v66)
  br i1 %flag, label %d68.yes, label %d68.no
d68.yes:
  %v69 = call target("f2.tensor", bfloat, 256, 2) @f2.tensor.convert.256x2xbf16.256x2xbf16(target("f2.tensor", bfloat, 256, 2) %v40, ptr @layout2)
  br label %d68.end
d68.no:
  %v70 = call target("f2.tensor", bfloat, 256, 2) @f2.tensor.convert.256x2xbf16.256x2xbf16(target("f2.tensor", bfloat, 256, 2) %v40, ptr @layout3)
  br label %d68.end
d68.end:
  %v71 = phi target("f2.tensor", bfloat, 256, 2) [ %v69, %d68.yes ], [ %v70, %d68.no ]
  %v72 = call target("f2.tensor", bfloat, 1, 256, 2) @f2.tensor.expand_dims.1x256x2xbf16.256x2xbf16(target("f2.tensor", bfloat, 256, 2) %v71, i32 0)
  %v73 = call target("f2.tensor", i8, 4, 4) @f2.tensor.load.4x4xi8(ptr addrspace(1) %p9, i64 4, i64 1)
  %v74 = call target("f2.tensor", half, 4, 4) @f2.tensor.map.4x4xf16.4x4xi8(ptr @small.i8.half, target("f2.tensor", i8, 4, 4) %v73)
  %v75 = call target("f2.tensor", i8, 4, 2) @f2.tensor.stage.4x2xi8(ptr addrspace(1) %p10, i64 2, i64 1)
  %v76 = call target("f2.tensor", i8, 4, 2) @f2.tensor.wait.4x2xi8.4x2xi8(target("f2.tensor", i8, 4, 2) %v75)
  %v77 = call target("f2.tensor", half, 4, 2) @f2.tensor.map.4x2xf16.4x2xi8(ptr @small.i8.half, target("f2.tensor", i8, 4, 2) %v76)
  %v78 = call target("f2.tensor", i8, 2, 4) @f2.tensor.stage.2x4xi8(ptr addrspace(1) %p11, i64 4, i64 1)
  %v79 = call target("f2.tensor", i8, 2, 4) @f2.tensor.wait.2x4xi8.2x4xi8(target("f2.tensor", i8, 2, 4) %v78)
  %v80 = call target("f2.tensor", half, 2, 4) @f2.tensor.map.2x4xf16.2x4xi8(ptr @small.i8.half, target("f2.tensor", i8, 2, 4) %v79)
  %v81 = call target("f2.tensor", half, 4, 2) @f2.tensor.trans.4x2xf16.2x4xf16(target("f2.tensor", half, 2, 4) %v80, i32 1, i32 0)
  %v82 = call target("f2.tensor", i8, 4, 2) @f2.tensor.load.4x2xi8(ptr addrspace(1) %p12, i64 2, i64 1)
  %v83 = call target("f2.tensor", float, 4, 2) @f2.tensor.map.4x2xf32.4x2xi8(ptr @small.i8.float, target("f2.tensor", i8, 4, 2) %v82)
  %v84 = call target("f2.tensor", float, 4, 2) @f2.tensor.dot.4x2xf32.4x4xf16.4x2xf16.4x2xf32(target("f2.tensor", half, 4, 4) %v74, target("f2.tensor", half, 4, 2) %v81, target("f2.tensor", float, 4, 2) %v83)
  %at86 = getelementptr i8, ptr addrspace(1) %p13, i64 0
  %v87 = call target("f2.tensor", i64, 256, 2) @f2.tensor.stage.256x2xi64(ptr addrspace(1) %at86, i64 2, i64 1)
  %v88 = call target("f2.tensor", i64, 256, 2) @f2.tensor.splat.256x2xi64(i64 0)
  br label %staged85
staged85:
  %i91 = phi i32 [ 0, %d68.end ], [ %i91.next, %staged85 ]
  %total90 = phi target("f2.tensor", i64, 256, 2) [ %v88, %d68.end ], [ %v95, %staged85 ]
  %way89 = phi target("f2.tensor", i64, 256, 2) [ %v87, %d68.end ], [ %v94, %staged85 ]
  %i91.bytes = mul i32 %i91, 128
  %i91.wide = zext i32 %i91.bytes to i64
  %v92 = call target("f2.tensor", i64, 256, 2) @f2.tensor.wait.256x2xi64.256x2xi64(target("f2.tensor", i64, 256, 2) %way89)
  %at93 = getelementptr i8, ptr addrspace(1) %p13, i64 %i91.wide
  %v94 = call target("f2.tensor", i64, 256, 2) @f2.tensor.stage.256x2xi64(ptr addrspace(1) %at93, i64 2, i64 1)
  %v95 = call target("f2.tensor", i64, 256, 2) @f2.tensor.map.256x2xi64.256x2xi64.256x2xi64(ptr @xor.i64, target("f2.tensor", i64, 256, 2) %total90, target("f2.tensor", i64, 256, 2) %v92)
  %i91.next = add i32 %i91, 1
  %i91.more = icmp ult i32 %i91.next, 1
  br i1 %i91.more, label %staged85, label %staged85.done
staged85.done:
  %v96 = call target("f2.tensor", bfloat, 256, 2) @f2.tensor.gather.256x2xbf16.256x2xbf16.256x2xi64(target("f2.tensor", bfloat, 256, 2) %v71, target("f2.tensor", i64, 256, 2) %v95, i32 1)
  call void @f2.tensor.store.256xf32(ptr addrspace(1) %p14, target("f2.tensor", float, 256) %v42, i64 1)
  %place97 = getelementptr i8, ptr addrspace(1) %p15, i64 131072
  call void @f2.tensor.store.32xf32(ptr addrspace(1) %place97, target("f2.tensor", float, 32) %v10, i64 -1)
  %stride98 = mul i64 %n, 2
  call void @f2.tensor.store.256x2xf64(ptr addrspace(1) %p16, target("f2.tensor", double, 256, 2) %v11, i64 %stride98, i64 1)
  %place99 = getelementptr i8, ptr addrspace(1) %p17, i64 131072
  %bound100 = mul i64 %n, 128
  %bound101 = mul i64 %n, 1
  call void @f2.tensor.store.256x2xbf16(ptr addrspace(1) %place99, target("f2.tensor", bfloat, 256, 2) %v96, i64 -2, i64 1, i64 %bound100, i64 %bound101)
  ret void
}
declare target("f2.tensor", i8, 256, 2) @f2.tensor.load.256x2xi8(ptr addrspace(1), i64, i64, i64, i64, i8) #1
declare target("f2.tensor", float, 256, 2) @f2.tensor.map.256x2xf32.256x2xi8(ptr, target("f2.tensor", i8, 256, 2)) #1
declare target("f2.tensor", i8, 256, 2) @f2.tensor.load.256x2xi8.bounds(ptr addrspace(1), i64, i64) #1
declare target("f2.tensor", i8, 32) @f2.tensor.stage.32xi8(ptr addrspace(1), i64) #1
declare target("f2.tensor", i8, 32) @f2.tensor.wait.32xi8.32xi8(target("f2.tensor", i8, 32)) #1
declare target("f2.tensor", float, 32) @f2.tensor.map.32xf32.32xi8(ptr, target("f2.tensor", i8, 32)) #1
declare target("f2.tensor", double, 256, 2) @f2.tensor.map.256x2xf64.256x2xf32(ptr, target("f2.tensor", float, 256, 2)) #1
declare target("f2.tensor", float, 256) @f2.tensor.split.256xf32.256x2xf32(target("f2.tensor", float, 256, 2), i32) #1
declare target("f2.tensor", i32, 256, 2) @f2.tensor.map.256x2xi32.256x2xf64(ptr, target("f2.tensor", double, 256, 2)) #1
declare target("f2.tensor", i8, 2, 1) @f2.tensor.stage.2x1xi8(ptr addrspace(1), i64, i64) #1
declare target("f2.tensor", i8, 2, 1) @f2.tensor.splat.2x1xi8(i8) #1
declare target("f2.tensor", i8, 2, 1) @f2.tensor.wait.2x1xi8.2x1xi8(target("f2.tensor", i8, 2, 1)) #1
declare target("f2.tensor", i8, 2, 1) @f2.tensor.map.2x1xi8.2x1xi8.2x1xi8(ptr, target("f2.tensor", i8, 2, 1), target("f2.tensor", i8, 2, 1)) #1
declare target("f2.tensor", float, 2, 1) @f2.tensor.map.2x1xf32.2x1xi8(ptr, target("f2.tensor", i8, 2, 1)) #1
declare target("f2.tensor", float, 256, 1) @f2.tensor.splat.256x1xf32(float) #1
declare target("f2.tensor", float, 256, 1) @f2.tensor.dot.256x1xf32.256x2xf32.2x1xf32.256x1xf32(target("f2.tensor", float, 256, 2), target("f2.tensor", float, 2, 1), target("f2.tensor", float, 256, 1)) #1
declare target("f2.tensor", i8, 256, 1) @f2.tensor.load.256x1xi8(ptr addrspace(1), i64, i64) #1
declare target("f2.tensor", float, 256, 1) @f2.tensor.map.256x1xf32.256x1xi8(ptr, target("f2.tensor", i8, 256, 1)) #1
declare target("f2.tensor", i64, 256, 2) @f2.tensor.load.256x2xi64(ptr addrspace(1), i64, i64, i64, i64, i64) #1
declare target("f2.tensor", float, 256, 2) @f2.tensor.gather.256x2xf32.256x2xf32.256x2xi64(target("f2.tensor", float, 256, 2), target("f2.tensor", i64, 256, 2), i32) #1
declare target("f2.tensor", bfloat, 256, 2) @f2.tensor.map.256x2xbf16.256x2xf32(ptr, target("f2.tensor", float, 256, 2)) #1
declare target("f2.tensor", double, 256, 2) @f2.tensor.convert.256x2xf64.256x2xf64(target("f2.tensor", double, 256, 2), ptr) #1
declare target("f2.tensor", float, 256) @f2.tensor.convert.256xf32.256xf32(target("f2.tensor", float, 256), ptr) #1
declare target("f2.tensor", float, 256, 2) @f2.tensor.map.256x2xf32.256x2xf32.256x2xf32(ptr, target("f2.tensor", float, 256, 2), target("f2.tensor", float, 256, 2)) #1
declare target("f2.tensor", i8, 64, 32) @f2.tensor.load.64x32xi8(ptr addrspace(1), i64, i64, i64, i64, i8) #1
declare target("f2.tensor", i8, 32, 32) @f2.tensor.load.32x32xi8(ptr addrspace(1), i64, i64) #1
declare target("f2.tensor", i32, 64, 32) @f2.tensor.stage.64x32xi32(ptr addrspace(1), i64, i64) #1
declare target("f2.tensor", i32, 64, 32) @f2.tensor.splat.64x32xi32(i32) #1
declare target("f2.tensor", i32, 64, 32) @f2.tensor.wait.64x32xi32.64x32xi32(target("f2.tensor", i32, 64, 32)) #1
declare target("f2.tensor", i32, 64, 32) @f2.tensor.map.64x32xi32.64x32xi32.64x32xi32(ptr, target("f2.tensor", i32, 64, 32), target("f2.tensor", i32, 64, 32)) #1
declare target("f2.tensor", i32, 64, 32) @f2.tensor.dot.64x32xi32.64x32xi8.32x32xi8.64x32xi32(target("f2.tensor", i8, 64, 32), target("f2.tensor", i8, 32, 32), target("f2.tensor", i32, 64, 32)) #1
declare target("f2.tensor", bfloat, 256, 2) @f2.tensor.convert.256x2xbf16.256x2xbf16(target("f2.tensor", bfloat, 256, 2), ptr) #1
declare target("f2.tensor", bfloat, 1, 256, 2) @f2.tensor.expand_dims.1x256x2xbf16.256x2xbf16(target("f2.tensor", bfloat, 256, 2), i32) #1
declare target("f2.tensor", i8, 4, 4) @f2.tensor.load.4x4xi8(ptr addrspace(1), i64, i64) #1
declare target("f2.tensor", half, 4, 4) @f2.tensor.map.4x4xf16.4x4xi8(ptr, target("f2.tensor", i8, 4, 4)) #1
declare target("f2.tensor", i8, 4, 2) @f2.tensor.stage.4x2xi8(ptr addrspace(1), i64, i64) #1
declare target("f2.tensor", i8, 4, 2) @f2.tensor.wait.4x2xi8.4x2xi8(target("f2.tensor", i8, 4, 2)) #1
declare target("f2.tensor", half, 4, 2) @f2.tensor.map.4x2xf16.4x2xi8(ptr, target("f2.tensor", i8, 4, 2)) #1
declare target("f2.tensor", i8, 2, 4) @f2.tensor.stage.2x4xi8(ptr addrspace(1), i64, i64) #1
declare target("f2.tensor", i8, 2, 4) @f2.tensor.wait.2x4xi8.2x4xi8(target("f2.tensor", i8, 2, 4)) #1
declare target("f2.tensor", half, 2, 4) @f2.tensor.map.2x4xf16.2x4xi8(ptr, target("f2.tensor", i8, 2, 4)) #1
declare target("f2.tensor", half, 4, 2) @f2.tensor.trans.4x2xf16.2x4xf16(target("f2.tensor", half, 2, 4), i32, i32) #1
declare target("f2.tensor", i8, 4, 2) @f2.tensor.load.4x2xi8(ptr addrspace(1), i64, i64) #1
declare target("f2.tensor", float, 4, 2) @f2.tensor.map.4x2xf32.4x2xi8(ptr, target("f2.tensor", i8, 4, 2)) #1
declare target("f2.tensor", float, 4, 2) @f2.tensor.dot.4x2xf32.4x4xf16.4x2xf16.4x2xf32(target("f2.tensor", half, 4, 4), target("f2.tensor", half, 4, 2), target("f2.tensor", float, 4, 2)) #1
declare target("f2.tensor", i64, 256, 2) @f2.tensor.stage.256x2xi64(ptr addrspace(1), i64, i64) #1
declare target("f2.tensor", i64, 256, 2) @f2.tensor.splat.256x2xi64(i64) #1
declare target("f2.tensor", i64, 256, 2) @f2.tensor.wait.256x2xi64.256x2xi64(target("f2.tensor", i64, 256, 2)) #1
declare target("f2.tensor", i64, 256, 2) @f2.tensor.map.256x2xi64.256x2xi64.256x2xi64(ptr, target("f2.tensor", i64, 256, 2), target("f2.tensor", i64, 256, 2)) #1
declare target("f2.tensor", bfloat, 256, 2) @f2.tensor.gather.256x2xbf16.256x2xbf16.256x2xi64(target("f2.tensor", bfloat, 256, 2), target("f2.tensor", i64, 256, 2), i32) #1
declare void @f2.tensor.store.256xf32(ptr addrspace(1), target("f2.tensor", float, 256), i64) #1
declare void @f2.tensor.store.32xf32(ptr addrspace(1), target("f2.tensor", float, 32), i64) #1
declare void @f2.tensor.store.256x2xf64(ptr addrspace(1), target("f2.tensor", double, 256, 2), i64, i64) #1
declare void @f2.tensor.store.256x2xbf16(ptr addrspace(1), target("f2.tensor", bfloat, 256, 2), i64, i64, i64, i64) #1
attributes #0 = { convergent nounwind "target-cpu"="sm_90" "f2layout-block"="128,1,1" "nvvm.reqntid"="128,1" }
attributes #1 = { convergent nounwind }
attributes #2 = { alwaysinline nounwind }
