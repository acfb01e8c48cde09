"""Exponents of bench/compile-time/run.py."""

import run


def size(n, seconds):
    return {"n": n, "plugin": seconds}


def near(a, b):
    return abs(a - b) < 1e-9


power, bound = run.exponent([size(10, 0.001), size(100, 1), size(1000, 31.0)], 0.02, 60)
assert not bound and 1.49 < power < 1.5, power
power, bound = run.exponent([size(n, n**1.5) for n in (10, 100, 1000)], 0.02, 60)
assert not bound and near(power, 1.5), power
power, bound = run.exponent([size(10, 0.6), size(100, run.OVER)], 0.02, 60)
assert bound and near(power, 2), power
assert run.exponent([size(10, 0.6), size(100, run.FAILED)], 0.02, 60) == (None, False)
assert run.per_decade([size(10, 2), size(31, 5), size(100, 8)]) == {"10-100": 4}
