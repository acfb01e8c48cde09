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
; REMARK: remark: {{.*}}: 2 loads of 8 bytes from words{{.*}} stay apart: as one of 16 bytes they would take 8 wavefronts of a block, now they take 4 (the first of 4 such places) (in orders)

target triple = "nvptx64-nvidia-cuda"

@words.f2 = internal addrspace(3) global [8192 x i8] undef, align 16
@words = internal addrspace(3) global [512 x i64] undef, align 8

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @orders(ptr noalias %0, ptr noalias %1, i32 %2) #0 {
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
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
  %21 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %22 = shl i32 %21, 9
  %23 = or disjoint i32 %20, %22
  %24 = zext i32 %23 to i64
  %25 = getelementptr i64, ptr %1, i64 %24
  %26 = load i64, ptr %25, align 8
  %27 = add i32 %23, 4
  %28 = zext i32 %27 to i64
  %29 = getelementptr i64, ptr %1, i64 %28
  %30 = load i64, ptr %29, align 8
  %31 = add i32 %23, 2
  %32 = zext i32 %31 to i64
  %33 = getelementptr i64, ptr %1, i64 %32
  %34 = load i64, ptr %33, align 8
  %35 = add i32 %23, 6
  %36 = zext i32 %35 to i64
  %37 = getelementptr i64, ptr %1, i64 %36
  %38 = load i64, ptr %37, align 8
  %39 = icmp sgt i32 %2, 0
  %40 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %.mask = and i32 %40, 16
  %isneg.not = icmp eq i32 %.mask, 0
  %41 = select i1 %isneg.not, i32 0, i32 2080
  %42 = shl i32 %40, 2
  %43 = and i32 %42, 384
  %44 = or disjoint i32 %41, %43
  %45 = shl i32 %40, 3
  %46 = and i32 %45, 120
  %47 = xor i32 %44, %46
  %48 = zext i32 %47 to i64
  %49 = xor i32 %47, 8
  %50 = zext i32 %49 to i64
  %51 = lshr i32 %40, 1
  %52 = and i32 %51, 32
  %53 = shl i32 %40, 2
  %54 = and i32 %53, 160
  %55 = xor i32 %52, %54
  %56 = shl i32 %40, 3
  %57 = and i32 %56, 24
  %58 = or disjoint i32 %55, %57
  %59 = shl i32 %40, 4
  %60 = and i32 %59, 64
  %61 = or disjoint i32 %58, %60
  %62 = shl i32 %40, 5
  %63 = and i32 %62, 512
  %64 = or disjoint i32 %61, %63
  %65 = shl i32 %40, 8
  %66 = and i32 %65, 2048
  %67 = or disjoint i32 %64, %66
  %68 = shl i32 %40, 10
  %69 = and i32 %68, 1024
  %70 = xor i32 %67, %69
  %71 = zext i32 %70 to i64
  %72 = xor i32 %70, 8
  %73 = zext i32 %72 to i64
  %74 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %75 = and i32 %74, 64
  %76 = shl i32 %74, 3
  %77 = and i32 %76, 504
  %78 = xor i32 %75, %77
  %79 = shl i32 %74, 5
  %80 = and i32 %79, 2048
  %81 = or disjoint i32 %78, %80
  %82 = zext i32 %81 to i64
  %83 = xor i32 %81, 8
  %84 = zext i32 %83 to i64
  %.mask1 = and i32 %74, 4
  %isneg.not2 = icmp eq i32 %.mask1, 0
  %85 = select i1 %isneg.not2, i32 0, i32 2112
  %86 = shl i32 %74, 2
  %87 = and i32 %86, 96
  %88 = xor i32 %85, %87
  %89 = shl i32 %74, 3
  %90 = and i32 %89, 792
  %91 = or disjoint i32 %88, %90
  %92 = shl i32 %74, 10
  %93 = and i32 %92, 1024
  %94 = or disjoint i32 %91, %93
  %95 = zext i32 %94 to i64
  %96 = xor i32 %94, 8
  %97 = zext i32 %96 to i64
  br i1 %39, label %98, label %161

98:
  br label %99

99:
  %100 = phi i64 [ %38, %98 ], [ %158, %99 ]
  %101 = phi i64 [ %34, %98 ], [ %157, %99 ]
  %102 = phi i64 [ %30, %98 ], [ %156, %99 ]
  %103 = phi i64 [ %26, %98 ], [ %155, %99 ]
  %104 = phi i32 [ 0, %98 ], [ %159, %99 ]
  %105 = freeze i64 %103
  %106 = freeze i64 %101
  %107 = freeze i64 %102
  %108 = freeze i64 %100
  %109 = getelementptr i8, ptr addrspace(3) @words.f2, i64 %48
  store i64 %105, ptr addrspace(3) %109, align 8
  %110 = getelementptr i8, ptr addrspace(3) %109, i64 512
  store i64 %106, ptr addrspace(3) %110, align 8
  %111 = getelementptr i8, ptr addrspace(3) @words.f2, i64 %50
  %112 = getelementptr i8, ptr addrspace(3) %111, i64 1024
  store i64 %107, ptr addrspace(3) %112, align 8
  %113 = getelementptr i8, ptr addrspace(3) %111, i64 1536
  store i64 %108, ptr addrspace(3) %113, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %114 = getelementptr i8, ptr addrspace(3) @words.f2, i64 %71
  %115 = load i64, ptr addrspace(3) %114, align 8
  %116 = getelementptr i8, ptr addrspace(3) %114, i64 256
  %117 = load i64, ptr addrspace(3) %116, align 8
  %118 = getelementptr i8, ptr addrspace(3) @words.f2, i64 %73
  %119 = load i64, ptr addrspace(3) %118, align 8
  %120 = getelementptr i8, ptr addrspace(3) %118, i64 256
  %121 = load i64, ptr addrspace(3) %120, align 8
  %.fr = freeze i64 %115
  %.fr7 = freeze i64 %119
  %.fr6 = freeze i64 %117
  %.fr8 = freeze i64 %121
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %122 = trunc i64 %.fr to i32
  %123 = xor i32 %122, 5
  %extelt.offset = lshr i64 %.fr, 32
  %124 = trunc i64 %extelt.offset to i32
  %125 = trunc i64 %.fr6 to i32
  %126 = xor i32 %125, 5
  %extelt.offset9 = lshr i64 %.fr6, 32
  %127 = trunc i64 %extelt.offset9 to i32
  %128 = trunc i64 %.fr7 to i32
  %129 = xor i32 %128, 5
  %extelt.offset10 = lshr i64 %.fr7, 32
  %130 = trunc i64 %extelt.offset10 to i32
  %131 = trunc i64 %.fr8 to i32
  %132 = xor i32 %131, 5
  %extelt.offset11 = lshr i64 %.fr8, 32
  %133 = trunc i64 %extelt.offset11 to i32
  %134 = insertelement <2 x i32> poison, i32 %123, i64 0
  %135 = insertelement <2 x i32> %134, i32 %124, i64 1
  %136 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @words.f2, i64 4096), i64 %82
  store <2 x i32> %135, ptr addrspace(3) %136, align 8
  %137 = insertelement <2 x i32> poison, i32 %126, i64 0
  %138 = insertelement <2 x i32> %137, i32 %127, i64 1
  %139 = getelementptr i8, ptr addrspace(3) %136, i64 512
  store <2 x i32> %138, ptr addrspace(3) %139, align 8
  %140 = insertelement <2 x i32> poison, i32 %129, i64 0
  %141 = insertelement <2 x i32> %140, i32 %130, i64 1
  %142 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @words.f2, i64 4096), i64 %84
  %143 = getelementptr i8, ptr addrspace(3) %142, i64 1024
  store <2 x i32> %141, ptr addrspace(3) %143, align 8
  %144 = insertelement <2 x i32> poison, i32 %132, i64 0
  %145 = insertelement <2 x i32> %144, i32 %133, i64 1
  %146 = getelementptr i8, ptr addrspace(3) %142, i64 1536
  store <2 x i32> %145, ptr addrspace(3) %146, align 8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %147 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @words.f2, i64 4096), i64 %95
  %148 = load i64, ptr addrspace(3) %147, align 8
  %149 = getelementptr i8, ptr addrspace(3) %147, i64 128
  %150 = load i64, ptr addrspace(3) %149, align 8
  %151 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @words.f2, i64 4096), i64 %97
  %152 = load i64, ptr addrspace(3) %151, align 8
  %153 = getelementptr i8, ptr addrspace(3) %151, i64 128
  %154 = load i64, ptr addrspace(3) %153, align 8
  %155 = xor i64 %148, 3
  %156 = xor i64 %152, 3
  %157 = xor i64 %150, 3
  %158 = xor i64 %154, 3
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %159 = add i32 %104, 1
  %160 = icmp eq i32 %159, %2
  br i1 %160, label %161, label %99

161:
  %162 = phi i64 [ %38, %3 ], [ %158, %99 ]
  %163 = phi i64 [ %34, %3 ], [ %157, %99 ]
  %164 = phi i64 [ %30, %3 ], [ %156, %99 ]
  %165 = phi i64 [ %26, %3 ], [ %155, %99 ]
  %166 = getelementptr i64, ptr %0, i64 %24
  store i64 %165, ptr %166, align 8
  %167 = getelementptr i64, ptr %0, i64 %28
  store i64 %164, ptr %167, align 8
  %168 = getelementptr i64, ptr %0, i64 %32
  store i64 %163, ptr %168, align 8
  %169 = getelementptr i64, ptr %0, i64 %36
  store i64 %162, ptr %169, align 8
  ret void
}

declare range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()

declare range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

declare i7 @llvm.bitreverse.i7(i7)

attributes #0 = { "target-cpu"="sm_90" "nvvm.maxntid"="128" }
