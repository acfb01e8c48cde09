//===- Device.cpp - The CUDA driver, found at run time --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include <chrono>
#include <dlfcn.h>
#include <thread>
#include <unistd.h>

using namespace f2bench;

namespace {

/// Far longer than any launch here takes.
constexpr std::chrono::seconds LongestWait(20);

#define F2BENCH_TEXT_OF(NAME) #NAME
/// The name after the renaming in cuda.h.
#define F2BENCH_TEXT(NAME) F2BENCH_TEXT_OF(NAME)

} // namespace

bool Device::open() {
  void *Library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!Library) {
    std::fprintf(stderr, "f2bench: no GPU: %s\n", dlerror());
    return false;
  }
#define F2BENCH_LOOK_UP(NAME)                                                  \
  NAME##Fn = reinterpret_cast<decltype(NAME##Fn)>(                             \
      dlsym(Library, F2BENCH_TEXT(NAME)));                                     \
  if (!NAME##Fn) {                                                             \
    std::fprintf(stderr, "f2bench: no GPU: the driver lacks %s\n",             \
                 F2BENCH_TEXT(NAME));                                          \
    return false;                                                              \
  }
  F2BENCH_DRIVER_FUNCTIONS(F2BENCH_LOOK_UP)
#undef F2BENCH_LOOK_UP

  CUresult Code = cuInitFn(0);
  if (Code == CUDA_SUCCESS)
    Code = cuDeviceGetFn(&Handle, 0);
  if (Code != CUDA_SUCCESS) {
    const char *Why = nullptr;
    cuGetErrorStringFn(Code, &Why);
    std::fprintf(stderr, "f2bench: no GPU: %s\n", Why ? Why : "unknown error");
    return false;
  }
  CUcontext Context;
  require(cuDevicePrimaryCtxRetainFn(&Context, Handle), "a context");
  require(cuCtxSetCurrentFn(Context), "a current context");
  require(cuEventCreateFn(&Done, CU_EVENT_DISABLE_TIMING), "an event");
  return true;
}

void Device::fail(const std::string &Why) {
  std::fprintf(stderr, "f2bench: %s, %s: %s\n", CurrentKernel.c_str(),
               CurrentVariant.c_str(), Why.c_str());
  if (!Results || CurrentKernel.empty())
    _exit(1);
  std::fprintf(Results,
               "{\"kernel\": \"%s\", \"variant\": \"%s\", "
               "\"failure\": \"%s\"}\n",
               CurrentKernel.c_str(), CurrentVariant.c_str(), Why.c_str());
  std::fclose(Results);
  // Not exit(): the driver's own handlers may wait for a kernel that hangs.
  _exit(KernelFailed);
}

void Device::require(CUresult Code, const char *What) {
  if (Code == CUDA_SUCCESS)
    return;
  const char *Why = nullptr;
  cuGetErrorStringFn(Code, &Why);
  fail(std::string(What) + ": " + (Why ? Why : "unknown error"));
}

void Device::wait() {
  record(Done);
  auto Start = std::chrono::steady_clock::now();
  for (;;) {
    CUresult Code = cuEventQueryFn(Done);
    if (Code != CUDA_ERROR_NOT_READY) {
      require(Code, "run");
      return;
    }
    if (std::chrono::steady_clock::now() - Start > LongestWait)
      fail("hangs");
    std::this_thread::yield();
  }
}

CUmodule Device::load(const std::string &Path) {
  CUmodule Module;
  require(cuModuleLoadFn(&Module, Path.c_str()), Path.c_str());
  return Module;
}

CUdeviceptr Device::allocate(size_t Bytes) {
  CUdeviceptr Result;
  require(cuMemAllocFn(&Result, Bytes), "device memory");
  return Result;
}

CUevent Device::event() {
  CUevent Result;
  require(cuEventCreateFn(&Result, CU_EVENT_DEFAULT), "an event");
  return Result;
}

float Device::milliseconds(CUevent Start, CUevent Stop) {
  float Result = 0;
  require(cuEventElapsedTimeFn(&Result, Start, Stop), "cuEventElapsedTime");
  return Result;
}

void Device::launch(CUfunction Function, unsigned GridX, unsigned GridY,
                    unsigned BlockX, unsigned BlockY, unsigned Shared,
                    void **Arguments) {
  require(cuLaunchKernelFn(Function, GridX, GridY, 1, BlockX, BlockY, 1, Shared,
                           nullptr, Arguments, nullptr),
          "launch");
}

int Device::attribute(CUdevice_attribute Attribute) {
  int Result = 0;
  require(cuDeviceGetAttributeFn(&Result, Attribute, Handle), "an attribute");
  return Result;
}

std::string Device::name() {
  char Buffer[128] = "";
  require(cuDeviceGetNameFn(Buffer, sizeof(Buffer), Handle), "a name");
  return Buffer;
}

int Device::cudaVersion() {
  int Result = 0;
  require(cuDriverGetVersionFn(&Result), "a version");
  return Result;
}

std::string Device::driverVersion() {
  char Buffer[96] = "unknown";
  if (void *Library = dlopen("libnvidia-ml.so.1", RTLD_NOW)) {
    auto Init = reinterpret_cast<int (*)()>(dlsym(Library, "nvmlInit_v2"));
    auto Version = reinterpret_cast<int (*)(char *, unsigned)>(
        dlsym(Library, "nvmlSystemGetDriverVersion"));
    if (Init && Version && Init() == 0)
      Version(Buffer, sizeof(Buffer));
  }
  return Buffer;
}
