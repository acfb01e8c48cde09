; RUN: %f2opt -passes=f2layout-access -S %s -o %t.after.ll \
; RUN:   -pass-remarks-missed=f2layout-access 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s --input-file=%t.after.ll
; RUN: %f2sim --equal %s %t.after.ll --kernel orders --block 128 --grid 2 --arg 2=3
;
; Words of 8 bytes that go to another layout and back. Each lane loads two
; neighbours in its own order, so that the lanes meet all banks. As one access
; they would have conflicts.

; CHECK-LABEL: @orders(
; CHECK-NOT: load <2 x i64>, ptr addrspace(3)
; CHECK: ret void
; REMARK: remark: {{.*}}: 2 loads of 8 bytes from words{{.*}} stay apart: as one of 16 bytes they would take 16 wavefronts of a block, now they take 8 (the first of 4 such places) (in orders)

target triple = "amdgcn-amd-amdhsa"

@words = internal addrspace(3) global [512 x i64] undef, align 16

define amdgpu_kernel void @orders(ptr addrspace(1) noalias %0, ptr addrspace(1) noalias %1, i32 %2) #0 {
  %4 = call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %5 = shl i32 %4, 7
  %6 = and i32 %5, 256
  %7 = lshr i32 %4, 2
  %8 = shl i32 %4, 1
  %9 = and i32 %8, 32
  %10 = shl i32 %4, 2
  %11 = and i32 %10, 128
  %12 = trunc i32 %4 to i7
  %13 = and i7 %12, 9
  %14 = call i7 @llvm.bitreverse.i7(i7 %13)
  %15 = zext i7 %14 to i32
  %16 = and i32 %7, 17
  %17 = or disjoint i32 %16, %9
  %18 = or disjoint i32 %17, %15
  %19 = or disjoint i32 %18, %6
  %20 = or disjoint i32 %19, %11
  %21 = call i32 @llvm.amdgcn.workgroup.id.x()
  %22 = shl i32 %21, 9
  %23 = or disjoint i32 %20, %22
  %24 = zext i32 %23 to i64
  %25 = getelementptr i64, ptr addrspace(1) %1, i64 %24
  %26 = load i64, ptr addrspace(1) %25, align 8
  %27 = insertelement <4 x i64> poison, i64 %26, i64 0
  %28 = add i32 %23, 4
  %29 = zext i32 %28 to i64
  %30 = getelementptr i64, ptr addrspace(1) %1, i64 %29
  %31 = load i64, ptr addrspace(1) %30, align 8
  %32 = insertelement <4 x i64> %27, i64 %31, i64 1
  %33 = add i32 %23, 2
  %34 = zext i32 %33 to i64
  %35 = getelementptr i64, ptr addrspace(1) %1, i64 %34
  %36 = load i64, ptr addrspace(1) %35, align 8
  %37 = insertelement <4 x i64> %32, i64 %36, i64 2
  %38 = add i32 %23, 6
  %39 = zext i32 %38 to i64
  %40 = getelementptr i64, ptr addrspace(1) %1, i64 %39
  %41 = load i64, ptr addrspace(1) %40, align 8
  %42 = insertelement <4 x i64> %37, i64 %41, i64 3
  %43 = icmp sgt i32 %2, 0
  %44 = call i32 @llvm.amdgcn.workitem.id.x()
  %.mask = and i32 %44, 16
  %isneg.not = icmp eq i32 %.mask, 0
  %45 = select i1 %isneg.not, i32 0, i32 2080
  %46 = shl i32 %44, 2
  %47 = and i32 %46, 384
  %48 = or disjoint i32 %45, %47
  %49 = shl i32 %44, 3
  %50 = and i32 %49, 120
  %51 = xor i32 %48, %50
  %52 = xor i32 %51, 8
  %53 = lshr i32 %44, 1
  %54 = and i32 %53, 32
  %55 = shl i32 %44, 2
  %56 = and i32 %55, 160
  %57 = xor i32 %54, %56
  %58 = shl i32 %44, 3
  %59 = and i32 %58, 24
  %60 = or disjoint i32 %57, %59
  %61 = shl i32 %44, 4
  %62 = and i32 %61, 64
  %63 = or disjoint i32 %60, %62
  %64 = shl i32 %44, 5
  %65 = and i32 %64, 512
  %66 = or disjoint i32 %63, %65
  %67 = shl i32 %44, 8
  %68 = and i32 %67, 2048
  %69 = or disjoint i32 %66, %68
  %70 = shl i32 %44, 10
  %71 = and i32 %70, 1024
  %72 = xor i32 %69, %71
  %73 = xor i32 %72, 8
  %74 = call i32 @llvm.amdgcn.workitem.id.x()
  %75 = and i32 %74, 64
  %76 = shl i32 %74, 3
  %77 = and i32 %76, 504
  %78 = xor i32 %75, %77
  %79 = shl i32 %74, 5
  %80 = and i32 %79, 2048
  %81 = or disjoint i32 %78, %80
  %82 = xor i32 %81, 8
  %.mask1 = and i32 %74, 4
  %isneg.not2 = icmp eq i32 %.mask1, 0
  %83 = select i1 %isneg.not2, i32 0, i32 2112
  %84 = shl i32 %74, 2
  %85 = and i32 %84, 96
  %86 = xor i32 %83, %85
  %87 = shl i32 %74, 3
  %88 = and i32 %87, 792
  %89 = or disjoint i32 %86, %88
  %90 = shl i32 %74, 10
  %91 = and i32 %90, 1024
  %92 = or disjoint i32 %89, %91
  %93 = xor i32 %92, 8
  br i1 %43, label %94, label %166

94:
  br label %95

95:
  %96 = phi i32 [ 0, %94 ], [ %164, %95 ]
  %97 = phi <4 x i64> [ %42, %94 ], [ %163, %95 ]
  %.fr = freeze <4 x i64> %97
  %98 = bitcast <4 x i64> %.fr to <8 x i32>
  %99 = bitcast <4 x i64> %.fr to <8 x i32>
  %100 = bitcast <4 x i64> %.fr to <8 x i32>
  %101 = bitcast <4 x i64> %.fr to <8 x i32>
  %102 = bitcast <4 x i64> %.fr to <8 x i32>
  %103 = bitcast <4 x i64> %.fr to <8 x i32>
  %104 = bitcast <4 x i64> %.fr to <8 x i32>
  %105 = bitcast <4 x i64> %.fr to <8 x i32>
  %106 = shufflevector <8 x i32> %98, <8 x i32> %99, <2 x i32> <i32 0, i32 9>
  %107 = getelementptr i8, ptr addrspace(3) @words, i32 %51
  store <2 x i32> %106, ptr addrspace(3) %107, align 8
  %108 = shufflevector <8 x i32> %100, <8 x i32> %101, <2 x i32> <i32 4, i32 13>
  %109 = getelementptr i8, ptr addrspace(3) %107, i32 512
  store <2 x i32> %108, ptr addrspace(3) %109, align 8
  %110 = shufflevector <8 x i32> %102, <8 x i32> %103, <2 x i32> <i32 2, i32 11>
  %111 = getelementptr i8, ptr addrspace(3) @words, i32 %52
  %112 = getelementptr i8, ptr addrspace(3) %111, i32 1024
  store <2 x i32> %110, ptr addrspace(3) %112, align 8
  %113 = shufflevector <8 x i32> %104, <8 x i32> %105, <2 x i32> <i32 6, i32 15>
  %114 = getelementptr i8, ptr addrspace(3) %111, i32 1536
  store <2 x i32> %113, ptr addrspace(3) %114, align 8
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %115 = getelementptr i8, ptr addrspace(3) @words, i32 %72
  %116 = load i64, ptr addrspace(3) %115, align 8
  %117 = getelementptr i8, ptr addrspace(3) %115, i32 256
  %118 = load i64, ptr addrspace(3) %117, align 8
  %119 = getelementptr i8, ptr addrspace(3) @words, i32 %73
  %120 = load i64, ptr addrspace(3) %119, align 8
  %121 = getelementptr i8, ptr addrspace(3) %119, i32 256
  %122 = load i64, ptr addrspace(3) %121, align 8
  %.fr3 = freeze i64 %116
  %.fr5 = freeze i64 %120
  %.fr4 = freeze i64 %118
  %.fr6 = freeze i64 %122
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %123 = trunc i64 %.fr3 to i32
  %124 = xor i32 %123, 5
  %extelt.offset = lshr i64 %.fr3, 32
  %125 = trunc i64 %extelt.offset to i32
  %126 = trunc i64 %.fr4 to i32
  %127 = xor i32 %126, 5
  %extelt.offset7 = lshr i64 %.fr4, 32
  %128 = trunc i64 %extelt.offset7 to i32
  %129 = trunc i64 %.fr5 to i32
  %130 = xor i32 %129, 5
  %extelt.offset8 = lshr i64 %.fr5, 32
  %131 = trunc i64 %extelt.offset8 to i32
  %132 = trunc i64 %.fr6 to i32
  %133 = xor i32 %132, 5
  %extelt.offset9 = lshr i64 %.fr6, 32
  %134 = trunc i64 %extelt.offset9 to i32
  %135 = insertelement <2 x i32> poison, i32 %124, i64 0
  %136 = insertelement <2 x i32> %135, i32 %125, i64 1
  %137 = getelementptr i8, ptr addrspace(3) @words, i32 %81
  store <2 x i32> %136, ptr addrspace(3) %137, align 8
  %138 = insertelement <2 x i32> poison, i32 %127, i64 0
  %139 = insertelement <2 x i32> %138, i32 %128, i64 1
  %140 = getelementptr i8, ptr addrspace(3) %137, i32 512
  store <2 x i32> %139, ptr addrspace(3) %140, align 8
  %141 = insertelement <2 x i32> poison, i32 %130, i64 0
  %142 = insertelement <2 x i32> %141, i32 %131, i64 1
  %143 = getelementptr i8, ptr addrspace(3) @words, i32 %82
  %144 = getelementptr i8, ptr addrspace(3) %143, i32 1024
  store <2 x i32> %142, ptr addrspace(3) %144, align 8
  %145 = insertelement <2 x i32> poison, i32 %133, i64 0
  %146 = insertelement <2 x i32> %145, i32 %134, i64 1
  %147 = getelementptr i8, ptr addrspace(3) %143, i32 1536
  store <2 x i32> %146, ptr addrspace(3) %147, align 8
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %148 = getelementptr i8, ptr addrspace(3) @words, i32 %92
  %149 = load i64, ptr addrspace(3) %148, align 8
  %150 = getelementptr i8, ptr addrspace(3) %148, i32 128
  %151 = load i64, ptr addrspace(3) %150, align 8
  %152 = getelementptr i8, ptr addrspace(3) @words, i32 %93
  %153 = load i64, ptr addrspace(3) %152, align 8
  %154 = getelementptr i8, ptr addrspace(3) %152, i32 128
  %155 = load i64, ptr addrspace(3) %154, align 8
  %156 = xor i64 %149, 3
  %157 = insertelement <4 x i64> poison, i64 %156, i64 0
  %158 = xor i64 %153, 3
  %159 = insertelement <4 x i64> %157, i64 %158, i64 1
  %160 = xor i64 %151, 3
  %161 = insertelement <4 x i64> %159, i64 %160, i64 2
  %162 = xor i64 %155, 3
  %163 = insertelement <4 x i64> %161, i64 %162, i64 3
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %164 = add i32 %96, 1
  %165 = icmp eq i32 %164, %2
  br i1 %165, label %166, label %95

166:
  %167 = phi <4 x i64> [ %42, %3 ], [ %163, %95 ]
  %168 = extractelement <4 x i64> %167, i64 0
  %169 = getelementptr i64, ptr addrspace(1) %0, i64 %24
  store i64 %168, ptr addrspace(1) %169, align 8
  %170 = extractelement <4 x i64> %167, i64 1
  %171 = getelementptr i64, ptr addrspace(1) %0, i64 %29
  store i64 %170, ptr addrspace(1) %171, align 8
  %172 = extractelement <4 x i64> %167, i64 2
  %173 = getelementptr i64, ptr addrspace(1) %0, i64 %34
  store i64 %172, ptr addrspace(1) %173, align 8
  %174 = extractelement <4 x i64> %167, i64 3
  %175 = getelementptr i64, ptr addrspace(1) %0, i64 %39
  store i64 %174, ptr addrspace(1) %175, align 8
  ret void
}

declare void @llvm.amdgcn.s.barrier()

declare range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()

declare i32 @llvm.amdgcn.workgroup.id.x()

declare i7 @llvm.bitreverse.i7(i7)

attributes #0 = { "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="1,128" "uniform-work-group-size"="true" }
