//===- Device.h - The CUDA driver, found at run time ------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The benchmark is built where there is no GPU and run where there is one, so
// it links no CUDA library: the driver's functions are looked up in
// libcuda.so.1, and where that is absent, the program says so.
//
// A kernel that was compiled wrongly can fault or hang, and either invalidates
// the process for all later kernels. Each wait therefore has a limit, and each
// failure ends the process after the kernel and variant are named in the
// results; the caller (run.py) restarts after it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_BENCH_GPU_HOST_DEVICE_H
#define F2LAYOUT_BENCH_GPU_HOST_DEVICE_H

#include <cuda.h>
#include <cudaProfiler.h>

#include <cstdio>
#include <string>

namespace f2bench {

#define F2BENCH_DRIVER_FUNCTIONS(DO)                                           \
  DO(cuInit)                                                                   \
  DO(cuGetErrorString)                                                         \
  DO(cuDriverGetVersion)                                                       \
  DO(cuDeviceGet)                                                              \
  DO(cuDeviceGetName)                                                          \
  DO(cuDeviceGetAttribute)                                                     \
  DO(cuDevicePrimaryCtxRetain)                                                 \
  DO(cuCtxSetCurrent)                                                          \
  DO(cuModuleLoad)                                                             \
  DO(cuModuleGetFunction)                                                      \
  DO(cuMemAlloc)                                                               \
  DO(cuMemsetD8Async)                                                          \
  DO(cuMemcpyDtoDAsync)                                                        \
  DO(cuMemcpyDtoH)                                                             \
  DO(cuMemcpyHtoD)                                                             \
  DO(cuLaunchKernel)                                                           \
  DO(cuEventCreate)                                                            \
  DO(cuEventRecord)                                                            \
  DO(cuEventQuery)                                                             \
  DO(cuEventElapsedTime)                                                       \
  DO(cuProfilerStart)                                                          \
  DO(cuProfilerStop)

/// Exit codes other than 0 and 1 that run.py handles.
enum ExitCode { NoGPU = 2, KernelFailed = 3 };

class Device {
public:
  // decltype looks through cuda.h's renaming, so that each pointer has the
  // type of the version (cuMemAlloc_v2, say) that is looked up.
#define F2BENCH_POINTER(NAME) decltype(&::NAME) NAME##Fn = nullptr;
  F2BENCH_DRIVER_FUNCTIONS(F2BENCH_POINTER)
#undef F2BENCH_POINTER

  /// Finds the driver and opens the first GPU. On failure, prints the reason
  /// and returns false.
  bool open();

  /// Failures are written here, as one line of JSON, before the process ends.
  void reportTo(FILE *Results) { this->Results = Results; }

  /// From here on a failure is attributed to this kernel in this variant.
  void enter(std::string Kernel, std::string Variant) {
    CurrentKernel = std::move(Kernel);
    CurrentVariant = std::move(Variant);
  }

  /// Ends the process unless Code is success.
  void require(CUresult Code, const char *What);

  /// Waits for all that was enqueued; ends the process if it takes too long.
  void wait();

  CUmodule load(const std::string &Path);
  CUdeviceptr allocate(size_t Bytes);
  CUevent event();
  void record(CUevent Event) {
    require(cuEventRecordFn(Event, nullptr), "cuEventRecord");
  }
  float milliseconds(CUevent Start, CUevent Stop);
  void launch(CUfunction Function, unsigned GridX, unsigned GridY,
              unsigned BlockX, unsigned BlockY, unsigned Shared,
              void **Arguments);

  int attribute(CUdevice_attribute Attribute);
  std::string name();
  /// The driver's own version, as nvidia-smi prints it, or "unknown".
  std::string driverVersion();
  int cudaVersion();

private:
  [[noreturn]] void fail(const std::string &Why);

  CUdevice Handle = 0;
  CUevent Done = nullptr;
  FILE *Results = nullptr;
  std::string CurrentKernel, CurrentVariant;
};

} // namespace f2bench

#endif // F2LAYOUT_BENCH_GPU_HOST_DEVICE_H
