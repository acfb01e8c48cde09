"""Exponents of bench/compile-time/run.py."""

import run


def of(*sizes):
    found = [{"n": n, "plugin": seconds} for n, seconds in sizes]
    return run.exponents(found, floor=0.02, timeout=60)


def near(a, b):
    return abs(a - b) < 1e-9


# What is below the floor does not count.
power, last, bound = of((10, 0.001), (100, 1), (1000, 100))
assert near(power, 2) and near(last, 2) and not bound
power, last, bound = of(*((n, n**1.5) for n in (10, 100, 1000)))
assert near(power, 1.5) and near(last, 1.5) and not bound
# A budget ended the search at 100.
power, last, _ = of((10, 50), (100, 0.1), (1000, 1), (10000, 10))
assert power < 0 and near(last, 1)
# A run that was ended took at least the limit.
power, last, bound = of((10, 0.6), (100, run.OVER))
assert near(power, 2) and near(last, 2) and bound
assert of((10, 0.6), (100, run.FAILED)) == (None, None, False)

sizes = [{"n": n, "plugin": seconds} for n, seconds in ((10, 2), (31, 5), (100, 8))]
assert run.per_decade(sizes) == {"10-100": 4}
