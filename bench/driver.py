"""CUDA's driver for the benchmarks in Python. The scripts that make a folder for a
machine with a GPU put a copy of this file into it.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import ctypes
import sys

CUDA = ctypes.CDLL("libcuda.so.1")


def call(name, *operands):
    """Calls a function of the driver, and ends the program if it fails."""
    if status := getattr(CUDA, name)(*operands):
        text = ctypes.c_char_p()
        CUDA.cuGetErrorName(status, ctypes.byref(text))
        sys.exit(f"{name}: {(text.value or b'?').decode()}")


def start():
    """Makes the first GPU current, and returns it."""
    device, context = ctypes.c_int(), ctypes.c_void_p()
    call("cuInit", 0)
    call("cuDeviceGet", ctypes.byref(device), 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    call("cuCtxSetCurrent", context)
    return device


def load(path):
    """The module of a cubin."""
    module = ctypes.c_void_p()
    call("cuModuleLoad", ctypes.byref(module), str(path).encode())
    return module


def kernel(module, name):
    function = ctypes.c_void_p()
    call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
    return function


def buffer(size):
    """The address of so many bytes."""
    address = ctypes.c_uint64()
    call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
    return address
