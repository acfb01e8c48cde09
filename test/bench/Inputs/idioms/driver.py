"""A GPU in Python, for bench/idioms/run.py: the driver's functions that it calls,
the kernels of support.cu and compare.cu, and kernels that reverse 1,024 numbers,
of which one is wrong, one slow, and one faults."""

import ctypes
import random
import struct
import sys

MEMORY = {}
CLOCK = 0.0
EVENTS = []
COST = {"good": 100.0, "slow": 200.0, "wrong": 50.0, "faults": 10.0}


def find(address):
    base = max(b for b in MEMORY if b <= address)
    return memoryview(MEMORY[base])[address - base :]


def start():
    return ctypes.c_int(0)


def load(path):
    return path


def kernel(module, name):
    return name


def buffer(size):
    address = (len(MEMORY) + 1) << 40
    # Nobody uses as much as a GPU has.
    MEMORY[address] = bytearray(min(size, 1 << 20))
    return ctypes.c_uint64(address)


def words(packed, count):
    """Arguments; an int of 32 bits is not distinguished from one of 64."""
    return [ctypes.cast(packed[i], ctypes.POINTER(ctypes.c_uint64))[0] for i in range(count)]


def reverse(name, packed):
    if name == "faults":
        sys.exit("cuCtxSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS")
    out, source = words(packed, 2)
    data = struct.unpack("1024i", find(source)[:4096])
    if name != "wrong":
        data = data[::-1]
    find(out)[:4096] = struct.pack("1024i", *data)


def cuLaunchKernel(name, *more):
    global CLOCK
    packed = more[8]
    if name == "fillBits":
        out, count, seed = words(packed, 3)
        find(out)[: 8 * count] = random.Random(seed).randbytes(8 * count)
    elif name == "countDiffering":
        a, b, count, result = words(packed, 4)
        pairs = zip(find(a)[:count], find(b)[:count])
        find(result)[:8] = struct.pack("Q", sum(x != y for x, y in pairs))
    elif name != "holdBack":
        reverse(name, packed)
        CLOCK += COST[name]


def cuMemsetD32_v2(address, word, count):
    data = struct.pack("I", word) * count.value
    find(address.value)[: len(data)] = data


def cuMemcpyDtoH_v2(target, address, size):
    target.raw = bytes(find(address.value)[: size.value])


def cuMemcpyDtoD_v2(target, source, size):
    find(target.value)[: size.value] = bytes(find(source.value)[: size.value])


def cuEventCreate(event, _):
    EVENTS.append(0.0)
    event._obj.value = len(EVENTS)


def cuEventRecord(event, _):
    EVENTS[event.value - 1] = CLOCK


def cuEventElapsedTime(passed, begin, end):
    passed._obj.value = (EVENTS[end.value - 1] - EVENTS[begin.value - 1]) / 1000


def cuCtxSynchronize():
    pass


def cuDeviceGetName(name, *_):
    name.value = b"Model"


def cuDriverGetVersion(version):
    version._obj.value = 13000


def call(name, *operands):
    globals()[name](*operands)
