"""Transcriptions: where matrix products have their elements, and transposed loads.

A matrix is a dictionary from (row, column) to a number. A fragment is a list with the items
of each lane: numbers of 64, 32, 16 or 8 bits, of which the first is in the low bits of the
first register.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from math import ceil


def mfma_input(m, k_size):
    """{(i, k): (lane, item)} of A. B is the same with B[k][j] at (j, k).

    CDNA4 ISA, 7.1.4.1: "K_L = K / (64 / (M * B))"; "a given input value A[b,i,k] is placed in the
    item k % K_L of lane i + M * (b + B * (k / K_L))". B, the number of blocks, is 1 here.
   
    """
    k_l = k_size // (64 // m)
    return {(i, k): (i + m * (k // k_l), k % k_l) for i in range(m) for k in range(k_size)}


def mfma_output(m, n, of_doubles):
    """{(i, j): (lane, item)} of C and D.

    CDNA4 ISA, 7.1.4.2: "For f64 instructions, H = 1, but for all other MFMA instructions, H = 4";
    "B_I = ceil(64 / (N * M / H))"; "M_I = (64 / B_I) / N"; "the value D[b,i,j] of matrix D is
    located in item (i % H) + H * (i/(H * M_I) + G * (b / B_I)) on lane j + N * ((i / H) % M_I + M_I
    * (b % B_I))", with b = 0.
    """
    h = 1 if of_doubles else 4
    b_i = ceil(64 / (n * m / h))
    m_i = 64 // b_i // n
    return {
        (i, j): (j + n * (i // h % m_i), i % h + h * (i // (h * m_i)))
        for i in range(m)
        for j in range(n)
    }


def wmma_input(target, item_bytes):
    """{(i, k): [(lane, item), ...]} of A, wave32. B is the same with B[k][j] at (j, k).

    gfx11: RDNA3 ISA, 7.9: "A and B matrices: lanes 0-15 data are replicated into lanes 16-31", and
    the figure "A Matrix: VGPR View for Wave32 - Column Major": V0[15:0] of lane i has A[i][0],
    V0[31:16] A[i][1], up to V7[31:16].
    gfx12: AMD matrix instruction calculator, rdna4, "A k: 8 * floor(GPR_num / 2) + 4 * floor(lane /
    16) + 2 * (GPR_num % 2) + floor(GPR_bits / 16)" for 16 bits, and "8 * floor(lane / 16) + 4 *
    GPR_num + floor(GPR_bits / 8)" for 8. The product does not depend on it: another order of k that
    A and B share gives the same sum.
   
    """
    places = {}
    for i in range(16):
        for k in range(16):
            if target == "gfx1100":
                places[i, k] = [(i, k), (i + 16, k)]
            elif item_bytes == 2:
                places[i, k] = [(i + 16 * (k // 4 % 2), k // 8 * 4 + k % 4)]
            else:
                places[i, k] = [(i + 16 * (k // 8), k % 8)]
    return places


def wmma_output(target):
    """{(i, j): (lane, item)} of C and D, wave32.

    gfx11: RDNA3 ISA, 7.9, figure "C & D Matrix: VGPR View for Wave32 - Row Major", "one VGPR holds
    2 rows"; AMD matrix instruction calculator, rdna3: "C or D i: 2 * GPR_num + floor(lane / 16)".
    gfx12: the same, rdna4: "C or D i: 8 * floor(lane / 16) + GPR_num"; "C or D j: (lane % 16)".
    """
    if target == "gfx1100":
        return {(i, j): (j + 16 * (i % 2), i // 2) for i in range(16) for j in range(16)}
    return {(i, j): (j + 16 * (i // 8), i % 8) for i in range(16) for j in range(16)}


def product(a, b, c, m, n, k_size):
    """CDNA4 ISA, 7.1.4: "D[b,i,j] = C[b,i,j] + sum_{0 <= k < K} A[b,i,k] * B[b,k,j]"."""
    return {
        (i, j): c[i, j] + sum(a[i, k] * b[k, j] for k in range(k_size))
        for i in range(m)
        for j in range(n)
    }


def ds_read_transposed(rows, item_bytes):
    """DS_READ_B64_TR_B16 and DS_READ_B64_TR_B8, from the 8 bytes that each lane points at.

    CDNA4 ISA, 11.4, "MFMA Transpose Load from LDS", for B16: "column-major matrix A or row-major
    matrix B load to 2 VGPRs. ... The first instruction loads K = 0..3 and 8..11; the next loads K =
    4..7 and 12..15. Each lane (one VGPR) holds 4 consecutive M or N values." So a lane's 8 bytes
    are 4 consecutive values of M for one k, and the 4 k of 16 values of M are 16 lanes, which get
    what 7.1.4.1 has: lane i of them the 4 k of its M = i. For B8, "K = 0..7" in the first: 8 k, 2
    lanes for each. Which of the 16 lanes points at which k the text does not say. Here they are in
    order, k by k, as in Triton's AMD backend (TransLocalLoadOpConversion).
    """
    values = 8 // item_bytes  # of M in a lane before, of K afterwards
    lanes_of_k = 16 // values
    result = []
    for lane in range(64):
        group, m = lane - lane % 16, lane % 16
        items = []
        for k in range(values):
            row = rows[group + lanes_of_k * k + m // values]
            at = m % values * item_bytes
            items.append(row[at : at + item_bytes])
        result.append(b"".join(items))
    return result
