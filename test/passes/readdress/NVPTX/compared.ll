; An array whose address is compared is not replaced: a smaller one would be an
; additional array.
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %s -o %t.after.ll
; RUN: FileCheck %s --input-file=%t.after.ll
; CHECK: addrspace(3) global [10 x [32 x [34 x float]]]
; CHECK-NOT: addrspace(3) global

; Without the comparisons the padding is removed.
; RUN: sed 's/icmp ugt ptr %%[0-9]*, %%3/icmp ugt i32 0, 1000/' %s > %t.free.ll
; RUN: %f2opt -passes='function(f2layout-readdress),f2layout-sweep' -S %t.free.ll | FileCheck %s --check-prefix=FREE
; FREE: addrspace(3) global [40960 x i8]

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ6bigcmpE1s = internal addrspace(3) global [10 x [32 x [34 x float]]] undef, align 4

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #0

; Function Attrs: convergent mustprogress noinline norecurse nounwind
define ptx_kernel void @bigcmp(ptr noundef writeonly captures(none) %0, ptr noundef readonly captures(none) %1, i32 noundef %2, ptr noundef readnone captures(address) %3) local_unnamed_addr #1 {
  %5 = tail call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = and i32 %5, 31
  %7 = lshr i32 %5, 5
  %8 = zext nneg i32 %6 to i64
  %9 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @_ZZ6bigcmpE1s to ptr), i64 %8
  %10 = mul nsw i32 %7, %2
  %11 = add nsw i32 %10, %6
  %12 = sext i32 %11 to i64
  %13 = getelementptr inbounds float, ptr %1, i64 %12
  %14 = load float, ptr %13, align 4
  %15 = zext nneg i32 %7 to i64
  %16 = getelementptr inbounds nuw [34 x float], ptr %9, i64 %15
  store float %14, ptr %16, align 4
  %17 = add nuw nsw i32 %7, 8
  %18 = mul nsw i32 %17, %2
  %19 = add nsw i32 %18, %6
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds float, ptr %1, i64 %20
  %22 = load float, ptr %21, align 4
  %23 = zext nneg i32 %17 to i64
  %24 = getelementptr inbounds nuw [34 x float], ptr %9, i64 %23
  store float %22, ptr %24, align 4
  %25 = add nuw nsw i32 %7, 16
  %26 = mul nsw i32 %25, %2
  %27 = add nsw i32 %26, %6
  %28 = sext i32 %27 to i64
  %29 = getelementptr inbounds float, ptr %1, i64 %28
  %30 = load float, ptr %29, align 4
  %31 = zext nneg i32 %25 to i64
  %32 = getelementptr inbounds nuw [34 x float], ptr %9, i64 %31
  store float %30, ptr %32, align 4
  %33 = add nuw nsw i32 %7, 24
  %34 = mul nsw i32 %33, %2
  %35 = add nsw i32 %34, %6
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds float, ptr %1, i64 %36
  %38 = load float, ptr %37, align 4
  %39 = zext nneg i32 %33 to i64
  %40 = getelementptr inbounds nuw [34 x float], ptr %9, i64 %39
  store float %38, ptr %40, align 4
  %41 = or disjoint i32 %7, 32
  %42 = getelementptr inbounds nuw i8, ptr %9, i64 4352
  %43 = mul nsw i32 %41, %2
  %44 = add nsw i32 %43, %6
  %45 = sext i32 %44 to i64
  %46 = getelementptr inbounds float, ptr %1, i64 %45
  %47 = load float, ptr %46, align 4
  %48 = getelementptr inbounds nuw [34 x float], ptr %42, i64 %15
  store float %47, ptr %48, align 4
  %49 = add nuw nsw i32 %7, 40
  %50 = mul nsw i32 %49, %2
  %51 = add nsw i32 %50, %6
  %52 = sext i32 %51 to i64
  %53 = getelementptr inbounds float, ptr %1, i64 %52
  %54 = load float, ptr %53, align 4
  %55 = getelementptr inbounds nuw [34 x float], ptr %42, i64 %23
  store float %54, ptr %55, align 4
  %56 = add nuw nsw i32 %7, 48
  %57 = mul nsw i32 %56, %2
  %58 = add nsw i32 %57, %6
  %59 = sext i32 %58 to i64
  %60 = getelementptr inbounds float, ptr %1, i64 %59
  %61 = load float, ptr %60, align 4
  %62 = getelementptr inbounds nuw [34 x float], ptr %42, i64 %31
  store float %61, ptr %62, align 4
  %63 = add nuw nsw i32 %7, 56
  %64 = mul nsw i32 %63, %2
  %65 = add nsw i32 %64, %6
  %66 = sext i32 %65 to i64
  %67 = getelementptr inbounds float, ptr %1, i64 %66
  %68 = load float, ptr %67, align 4
  %69 = getelementptr inbounds nuw [34 x float], ptr %42, i64 %39
  store float %68, ptr %69, align 4
  %70 = or disjoint i32 %7, 64
  %71 = getelementptr inbounds nuw i8, ptr %9, i64 8704
  %72 = mul nsw i32 %70, %2
  %73 = add nsw i32 %72, %6
  %74 = sext i32 %73 to i64
  %75 = getelementptr inbounds float, ptr %1, i64 %74
  %76 = load float, ptr %75, align 4
  %77 = getelementptr inbounds nuw [34 x float], ptr %71, i64 %15
  store float %76, ptr %77, align 4
  %78 = add nuw nsw i32 %7, 72
  %79 = mul nsw i32 %78, %2
  %80 = add nsw i32 %79, %6
  %81 = sext i32 %80 to i64
  %82 = getelementptr inbounds float, ptr %1, i64 %81
  %83 = load float, ptr %82, align 4
  %84 = getelementptr inbounds nuw [34 x float], ptr %71, i64 %23
  store float %83, ptr %84, align 4
  %85 = add nuw nsw i32 %7, 80
  %86 = mul nsw i32 %85, %2
  %87 = add nsw i32 %86, %6
  %88 = sext i32 %87 to i64
  %89 = getelementptr inbounds float, ptr %1, i64 %88
  %90 = load float, ptr %89, align 4
  %91 = getelementptr inbounds nuw [34 x float], ptr %71, i64 %31
  store float %90, ptr %91, align 4
  %92 = add nuw nsw i32 %7, 88
  %93 = mul nsw i32 %92, %2
  %94 = add nsw i32 %93, %6
  %95 = sext i32 %94 to i64
  %96 = getelementptr inbounds float, ptr %1, i64 %95
  %97 = load float, ptr %96, align 4
  %98 = getelementptr inbounds nuw [34 x float], ptr %71, i64 %39
  store float %97, ptr %98, align 4
  %99 = or disjoint i32 %7, 96
  %100 = getelementptr inbounds nuw i8, ptr %9, i64 13056
  %101 = mul nsw i32 %99, %2
  %102 = add nsw i32 %101, %6
  %103 = sext i32 %102 to i64
  %104 = getelementptr inbounds float, ptr %1, i64 %103
  %105 = load float, ptr %104, align 4
  %106 = getelementptr inbounds nuw [34 x float], ptr %100, i64 %15
  store float %105, ptr %106, align 4
  %107 = add nuw nsw i32 %7, 104
  %108 = mul nsw i32 %107, %2
  %109 = add nsw i32 %108, %6
  %110 = sext i32 %109 to i64
  %111 = getelementptr inbounds float, ptr %1, i64 %110
  %112 = load float, ptr %111, align 4
  %113 = getelementptr inbounds nuw [34 x float], ptr %100, i64 %23
  store float %112, ptr %113, align 4
  %114 = add nuw nsw i32 %7, 112
  %115 = mul nsw i32 %114, %2
  %116 = add nsw i32 %115, %6
  %117 = sext i32 %116 to i64
  %118 = getelementptr inbounds float, ptr %1, i64 %117
  %119 = load float, ptr %118, align 4
  %120 = getelementptr inbounds nuw [34 x float], ptr %100, i64 %31
  store float %119, ptr %120, align 4
  %121 = add nuw nsw i32 %7, 120
  %122 = mul nsw i32 %121, %2
  %123 = add nsw i32 %122, %6
  %124 = sext i32 %123 to i64
  %125 = getelementptr inbounds float, ptr %1, i64 %124
  %126 = load float, ptr %125, align 4
  %127 = getelementptr inbounds nuw [34 x float], ptr %100, i64 %39
  store float %126, ptr %127, align 4
  %128 = or disjoint i32 %7, 128
  %129 = getelementptr inbounds nuw i8, ptr %9, i64 17408
  %130 = mul nsw i32 %128, %2
  %131 = add nsw i32 %130, %6
  %132 = sext i32 %131 to i64
  %133 = getelementptr inbounds float, ptr %1, i64 %132
  %134 = load float, ptr %133, align 4
  %135 = getelementptr inbounds nuw [34 x float], ptr %129, i64 %15
  store float %134, ptr %135, align 4
  %136 = add nuw nsw i32 %7, 136
  %137 = mul nsw i32 %136, %2
  %138 = add nsw i32 %137, %6
  %139 = sext i32 %138 to i64
  %140 = getelementptr inbounds float, ptr %1, i64 %139
  %141 = load float, ptr %140, align 4
  %142 = getelementptr inbounds nuw [34 x float], ptr %129, i64 %23
  store float %141, ptr %142, align 4
  %143 = add nuw nsw i32 %7, 144
  %144 = mul nsw i32 %143, %2
  %145 = add nsw i32 %144, %6
  %146 = sext i32 %145 to i64
  %147 = getelementptr inbounds float, ptr %1, i64 %146
  %148 = load float, ptr %147, align 4
  %149 = getelementptr inbounds nuw [34 x float], ptr %129, i64 %31
  store float %148, ptr %149, align 4
  %150 = add nuw nsw i32 %7, 152
  %151 = mul nsw i32 %150, %2
  %152 = add nsw i32 %151, %6
  %153 = sext i32 %152 to i64
  %154 = getelementptr inbounds float, ptr %1, i64 %153
  %155 = load float, ptr %154, align 4
  %156 = getelementptr inbounds nuw [34 x float], ptr %129, i64 %39
  store float %155, ptr %156, align 4
  %157 = or disjoint i32 %7, 160
  %158 = getelementptr inbounds nuw i8, ptr %9, i64 21760
  %159 = mul nsw i32 %157, %2
  %160 = add nsw i32 %159, %6
  %161 = sext i32 %160 to i64
  %162 = getelementptr inbounds float, ptr %1, i64 %161
  %163 = load float, ptr %162, align 4
  %164 = getelementptr inbounds nuw [34 x float], ptr %158, i64 %15
  store float %163, ptr %164, align 4
  %165 = add nuw nsw i32 %7, 168
  %166 = mul nsw i32 %165, %2
  %167 = add nsw i32 %166, %6
  %168 = sext i32 %167 to i64
  %169 = getelementptr inbounds float, ptr %1, i64 %168
  %170 = load float, ptr %169, align 4
  %171 = getelementptr inbounds nuw [34 x float], ptr %158, i64 %23
  store float %170, ptr %171, align 4
  %172 = add nuw nsw i32 %7, 176
  %173 = mul nsw i32 %172, %2
  %174 = add nsw i32 %173, %6
  %175 = sext i32 %174 to i64
  %176 = getelementptr inbounds float, ptr %1, i64 %175
  %177 = load float, ptr %176, align 4
  %178 = getelementptr inbounds nuw [34 x float], ptr %158, i64 %31
  store float %177, ptr %178, align 4
  %179 = add nuw nsw i32 %7, 184
  %180 = mul nsw i32 %179, %2
  %181 = add nsw i32 %180, %6
  %182 = sext i32 %181 to i64
  %183 = getelementptr inbounds float, ptr %1, i64 %182
  %184 = load float, ptr %183, align 4
  %185 = getelementptr inbounds nuw [34 x float], ptr %158, i64 %39
  store float %184, ptr %185, align 4
  %186 = or disjoint i32 %7, 192
  %187 = getelementptr inbounds nuw i8, ptr %9, i64 26112
  %188 = mul nsw i32 %186, %2
  %189 = add nsw i32 %188, %6
  %190 = sext i32 %189 to i64
  %191 = getelementptr inbounds float, ptr %1, i64 %190
  %192 = load float, ptr %191, align 4
  %193 = getelementptr inbounds nuw [34 x float], ptr %187, i64 %15
  store float %192, ptr %193, align 4
  %194 = add nuw nsw i32 %7, 200
  %195 = mul nsw i32 %194, %2
  %196 = add nsw i32 %195, %6
  %197 = sext i32 %196 to i64
  %198 = getelementptr inbounds float, ptr %1, i64 %197
  %199 = load float, ptr %198, align 4
  %200 = getelementptr inbounds nuw [34 x float], ptr %187, i64 %23
  store float %199, ptr %200, align 4
  %201 = add nuw nsw i32 %7, 208
  %202 = mul nsw i32 %201, %2
  %203 = add nsw i32 %202, %6
  %204 = sext i32 %203 to i64
  %205 = getelementptr inbounds float, ptr %1, i64 %204
  %206 = load float, ptr %205, align 4
  %207 = getelementptr inbounds nuw [34 x float], ptr %187, i64 %31
  store float %206, ptr %207, align 4
  %208 = add nuw nsw i32 %7, 216
  %209 = mul nsw i32 %208, %2
  %210 = add nsw i32 %209, %6
  %211 = sext i32 %210 to i64
  %212 = getelementptr inbounds float, ptr %1, i64 %211
  %213 = load float, ptr %212, align 4
  %214 = getelementptr inbounds nuw [34 x float], ptr %187, i64 %39
  store float %213, ptr %214, align 4
  %215 = or disjoint i32 %7, 224
  %216 = getelementptr inbounds nuw i8, ptr %9, i64 30464
  %217 = mul nsw i32 %215, %2
  %218 = add nsw i32 %217, %6
  %219 = sext i32 %218 to i64
  %220 = getelementptr inbounds float, ptr %1, i64 %219
  %221 = load float, ptr %220, align 4
  %222 = getelementptr inbounds nuw [34 x float], ptr %216, i64 %15
  store float %221, ptr %222, align 4
  %223 = add nuw nsw i32 %7, 232
  %224 = mul nsw i32 %223, %2
  %225 = add nsw i32 %224, %6
  %226 = sext i32 %225 to i64
  %227 = getelementptr inbounds float, ptr %1, i64 %226
  %228 = load float, ptr %227, align 4
  %229 = getelementptr inbounds nuw [34 x float], ptr %216, i64 %23
  store float %228, ptr %229, align 4
  %230 = add nuw nsw i32 %7, 240
  %231 = mul nsw i32 %230, %2
  %232 = add nsw i32 %231, %6
  %233 = sext i32 %232 to i64
  %234 = getelementptr inbounds float, ptr %1, i64 %233
  %235 = load float, ptr %234, align 4
  %236 = getelementptr inbounds nuw [34 x float], ptr %216, i64 %31
  store float %235, ptr %236, align 4
  %237 = add nuw nsw i32 %7, 248
  %238 = mul nsw i32 %237, %2
  %239 = add nsw i32 %238, %6
  %240 = sext i32 %239 to i64
  %241 = getelementptr inbounds float, ptr %1, i64 %240
  %242 = load float, ptr %241, align 4
  %243 = getelementptr inbounds nuw [34 x float], ptr %216, i64 %39
  store float %242, ptr %243, align 4
  %244 = or disjoint i32 %7, 256
  %245 = getelementptr inbounds nuw i8, ptr %9, i64 34816
  %246 = mul nsw i32 %244, %2
  %247 = add nsw i32 %246, %6
  %248 = sext i32 %247 to i64
  %249 = getelementptr inbounds float, ptr %1, i64 %248
  %250 = load float, ptr %249, align 4
  %251 = getelementptr inbounds nuw [34 x float], ptr %245, i64 %15
  store float %250, ptr %251, align 4
  %252 = add nuw nsw i32 %7, 264
  %253 = mul nsw i32 %252, %2
  %254 = add nsw i32 %253, %6
  %255 = sext i32 %254 to i64
  %256 = getelementptr inbounds float, ptr %1, i64 %255
  %257 = load float, ptr %256, align 4
  %258 = getelementptr inbounds nuw [34 x float], ptr %245, i64 %23
  store float %257, ptr %258, align 4
  %259 = add nuw nsw i32 %7, 272
  %260 = mul nsw i32 %259, %2
  %261 = add nsw i32 %260, %6
  %262 = sext i32 %261 to i64
  %263 = getelementptr inbounds float, ptr %1, i64 %262
  %264 = load float, ptr %263, align 4
  %265 = getelementptr inbounds nuw [34 x float], ptr %245, i64 %31
  store float %264, ptr %265, align 4
  %266 = add nuw nsw i32 %7, 280
  %267 = mul nsw i32 %266, %2
  %268 = add nsw i32 %267, %6
  %269 = sext i32 %268 to i64
  %270 = getelementptr inbounds float, ptr %1, i64 %269
  %271 = load float, ptr %270, align 4
  %272 = getelementptr inbounds nuw [34 x float], ptr %245, i64 %39
  store float %271, ptr %272, align 4
  %273 = or disjoint i32 %7, 288
  %274 = getelementptr inbounds nuw i8, ptr %9, i64 39168
  %275 = mul nsw i32 %273, %2
  %276 = add nsw i32 %275, %6
  %277 = sext i32 %276 to i64
  %278 = getelementptr inbounds float, ptr %1, i64 %277
  %279 = load float, ptr %278, align 4
  %280 = getelementptr inbounds nuw [34 x float], ptr %274, i64 %15
  store float %279, ptr %280, align 4
  %281 = add nuw nsw i32 %7, 296
  %282 = mul nsw i32 %281, %2
  %283 = add nsw i32 %282, %6
  %284 = sext i32 %283 to i64
  %285 = getelementptr inbounds float, ptr %1, i64 %284
  %286 = load float, ptr %285, align 4
  %287 = getelementptr inbounds nuw [34 x float], ptr %274, i64 %23
  store float %286, ptr %287, align 4
  %288 = add nuw nsw i32 %7, 304
  %289 = mul nsw i32 %288, %2
  %290 = add nsw i32 %289, %6
  %291 = sext i32 %290 to i64
  %292 = getelementptr inbounds float, ptr %1, i64 %291
  %293 = load float, ptr %292, align 4
  %294 = getelementptr inbounds nuw [34 x float], ptr %274, i64 %31
  store float %293, ptr %294, align 4
  %295 = add nuw nsw i32 %7, 312
  %296 = mul nsw i32 %295, %2
  %297 = add nsw i32 %296, %6
  %298 = sext i32 %297 to i64
  %299 = getelementptr inbounds float, ptr %1, i64 %298
  %300 = load float, ptr %299, align 4
  %301 = getelementptr inbounds nuw [34 x float], ptr %274, i64 %39
  store float %300, ptr %301, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %302 = getelementptr inbounds nuw [34 x float], ptr addrspacecast (ptr addrspace(3) @_ZZ6bigcmpE1s to ptr), i64 %8
  br label %303

303:                                              ; preds = %303, %4
  %304 = phi i32 [ 0, %4 ], [ %348, %303 ]
  %305 = zext nneg i32 %304 to i64
  %306 = getelementptr inbounds nuw [32 x [34 x float]], ptr %302, i64 %305
  %307 = shl nuw nsw i32 %304, 5
  %308 = or disjoint i32 %307, %7
  %309 = getelementptr inbounds nuw float, ptr %306, i64 %15
  %310 = load float, ptr %309, align 4
  %311 = icmp ugt ptr %309, %3
  %312 = fadd contract float %310, 1.000000e+00
  %313 = select i1 %311, float %312, float %310
  %314 = mul nsw i32 %308, %2
  %315 = add nsw i32 %314, %6
  %316 = sext i32 %315 to i64
  %317 = getelementptr inbounds float, ptr %0, i64 %316
  store float %313, ptr %317, align 4
  %318 = getelementptr inbounds nuw float, ptr %306, i64 %23
  %319 = load float, ptr %318, align 4
  %320 = icmp ugt ptr %318, %3
  %321 = fadd contract float %319, 1.000000e+00
  %322 = select i1 %320, float %321, float %319
  %323 = add nuw nsw i32 %308, 8
  %324 = mul nsw i32 %323, %2
  %325 = add nsw i32 %324, %6
  %326 = sext i32 %325 to i64
  %327 = getelementptr inbounds float, ptr %0, i64 %326
  store float %322, ptr %327, align 4
  %328 = getelementptr inbounds nuw float, ptr %306, i64 %31
  %329 = load float, ptr %328, align 4
  %330 = icmp ugt ptr %328, %3
  %331 = fadd contract float %329, 1.000000e+00
  %332 = select i1 %330, float %331, float %329
  %333 = add nuw nsw i32 %308, 16
  %334 = mul nsw i32 %333, %2
  %335 = add nsw i32 %334, %6
  %336 = sext i32 %335 to i64
  %337 = getelementptr inbounds float, ptr %0, i64 %336
  store float %332, ptr %337, align 4
  %338 = getelementptr inbounds nuw float, ptr %306, i64 %39
  %339 = load float, ptr %338, align 4
  %340 = icmp ugt ptr %338, %3
  %341 = fadd contract float %339, 1.000000e+00
  %342 = select i1 %340, float %341, float %339
  %343 = add nuw nsw i32 %308, 24
  %344 = mul nsw i32 %343, %2
  %345 = add nsw i32 %344, %6
  %346 = sext i32 %345 to i64
  %347 = getelementptr inbounds float, ptr %0, i64 %346
  store float %342, ptr %347, align 4
  %348 = add nuw nsw i32 %304, 1
  %349 = icmp eq i32 %348, 10
  br i1 %349, label %350, label %303

350:                                              ; preds = %303
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

attributes #0 = { convergent nocallback nounwind }
attributes #1 = { convergent mustprogress noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "nvvm.maxntid"="256" "stack-protector-buffer-size"="8" "target-cpu"="sm_90" "target-features"="+ptx88,+sm_90" "uniform-work-group-size"="true" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }


