//===- HostVersion.cpp - Which LLVM has loaded the plugin -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/HostVersion.h"
#include "llvm/Config/llvm-config.h"
#include <cstdio>

// As in llvm-c/Core.h, but it may be missing.
extern "C" __attribute__((weak)) void
LLVMGetVersion(unsigned *Major, unsigned *Minor, unsigned *Patch);

namespace {

struct Version {
  unsigned Major = LLVM_VERSION_MAJOR, Minor = LLVM_VERSION_MINOR,
           Patch = LLVM_VERSION_PATCH;

  bool fits() const {
    return Major == LLVM_VERSION_MAJOR && Minor == LLVM_VERSION_MINOR;
  }
};

} // namespace

/// The version of the host; that of the plugin if the host does not tell.
static Version hostVersion() {
  Version Host;
  if (LLVMGetVersion)
    LLVMGetVersion(&Host.Major, &Host.Minor, &Host.Patch);
  return Host;
}

bool f2layout::hostVersionFits() { return hostVersion().fits(); }

/// Runs when the plugin is loaded, before all constructors without a number.
__attribute__((constructor(101))) static void sayIfHostIsAnother() {
  const Version Host = hostVersion();
  if (!Host.fits())
    std::fprintf(stderr,
                 "F2Layout.so: built for LLVM %d.%d, but this is LLVM "
                 "%u.%u.%u\n",
                 LLVM_VERSION_MAJOR, LLVM_VERSION_MINOR, Host.Major, Host.Minor,
                 Host.Patch);
}
