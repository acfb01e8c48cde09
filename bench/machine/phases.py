"""Finds the phases of shared accesses from the clocks of random accesses.

A warp's access is served in phases, each a coset of a subspace of lane numbers.
Lanes of a phase that touch different words of one bank are served one after the
other. So the clocks of an access with random addresses are

    sum over phases of the most words that are requested from any bank

and of all subspaces of the lane numbers (374 for 32 lanes) only the right one
fits each of a few dozen accesses.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random

LANES = 32
PHASE_BYTES = 128  # 32 banks of 4 bytes.


def subspaces():
    """Every subspace of the lane numbers, as a sorted tuple of its members."""
    known, newest = {(0,)}, {(0,)}
    while newest:
        newest = {
            tuple(sorted({*space, *(lane ^ further for lane in space)}))
            for space in newest
            for further in range(LANES)
            if further not in space
        }
        known |= newest
    return sorted(known, key=lambda space: (len(space), space))


def basis(space):
    """The least lanes that span the subspace."""
    found, span = [], {0}
    for lane in space:
        if lane not in span:
            found.append(lane)
            span |= {lane ^ other for other in span}
    return found


def random_rows(width, count, seed):
    """Offsets of a warp's lanes: every lane has a row of banks of its own and
    touches random ones of them, so that no two lanes share a word."""
    dice = random.Random(seed * 1000 + width)
    unit = max(width, 4)
    places = PHASE_BYTES // unit
    return [
        [lane * PHASE_BYTES + unit * dice.randrange(places) for lane in range(LANES)]
        for _ in range(count)
    ]


def cosets(space):
    """The phases, if they are the subspace's cosets."""
    firsts = {min(lane ^ other for other in space) for lane in range(LANES)}
    return [[first ^ other for other in space] for first in firsts]


def banks_of(row, width):
    """The banks that each lane touches, counted in accesses of that width."""
    return [offset % PHASE_BYTES // max(width, 4) for offset in row]


def wavefronts(banks, phases):
    """The wavefronts of one access: in each phase, the most words of one bank."""
    total = 0
    for phase in phases:
        asked = collections.Counter([banks[lane] for lane in phase])
        total += max(asked.values())
    return total


def fit(width, rows, clocks):
    """The subspace that explains the clocks best: its basis, the clocks of a
    wavefront, and the relative error that remains (root of the mean square)."""
    best = None
    banks = [banks_of(row, width) for row in rows]
    for space in subspaces():
        phases = cosets(space)
        said = [wavefronts(each, phases) for each in banks]
        unit = sum(s * c for s, c in zip(said, clocks)) / sum(s * s for s in said)
        error = sum((unit * s - c) ** 2 for s, c in zip(said, clocks))
        error = (error / sum(c * c for c in clocks)) ** 0.5
        if best is None or error < best[2]:
            best = basis(space), unit, error
    return best
