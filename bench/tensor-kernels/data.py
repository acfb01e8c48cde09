"""Operands of the kernels, what they must compute, and how far from it they may be.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import torch

#: Bytes that all copies of the operands have together, so that the L2 cache helps
#: nobody. Products read what they need more than once and get one copy.
APART = 192 << 20
MOST_COPIES = 24
ONE_COPY = ("product", "mixed_product", "attention")


def random(*shape, dtype=torch.float32):
    return torch.randn(*shape, device="cuda").to(dtype)


def empty(*shape, dtype=torch.float32):
    return torch.full(shape, float("nan"), device="cuda", dtype=dtype)


HALF = torch.float16


class Operands:
    """The arguments of a launch, in order; those from `outputs` on are written."""

    def __init__(self, case):
        torch.manual_seed(sum(case.sizes))
        self.case = case
        self.arguments = getattr(self, case.kernel)(*case.sizes)
        expected = getattr(self, case.kernel + "_expected")
        self.expected = expected(*self.arguments[: self.outputs])

    def bytes(self):
        return sum(t.numel() * t.element_size() for t in self.arguments)

    def copies(self):
        count = 1
        if self.case.kernel not in ONE_COPY:
            count = max(1, min(MOST_COPIES, APART // self.bytes() + 1))
        return [self.arguments] + [[t.clone() for t in self.arguments] for _ in range(count - 1)]

    def poison(self):
        for t in self.arguments[self.outputs :]:
            t.fill_(float("nan"))

    def worst(self):
        """The largest error over what is allowed."""
        return max(
            float(((got.double() - wanted.double()).abs() / allowed).nan_to_num(1e30).max())
            for got, (wanted, allowed) in zip(self.arguments[self.outputs :], self.expected)
        )

    # Each kernel: its arguments, then its results with the error that is allowed.

    def softmax(self, rows, columns, _):
        self.outputs = 1
        return [random(rows, columns), empty(rows, columns)]

    def softmax_expected(self, x):
        y = torch.softmax(x.double(), 1)
        return [(y, 4e-6 * y + 1e-9)]

    def layer_norm(self, rows, columns, _):
        self.outputs = 3
        return [random(rows, columns, dtype=HALF), random(columns, dtype=HALF),
                random(columns, dtype=HALF), empty(rows, columns, dtype=HALF),
                empty(rows), empty(rows)]  # fmt: skip

    def layer_norm_expected(self, x, weight, bias):
        x = x.double()
        mean = x.mean(1)
        scale = (x.var(1, unbiased=False) + 1e-5).rsqrt()
        y = (x - mean[:, None]) * scale[:, None] * weight.double() + bias.double()
        return [(y, 2e-3 * y.abs() + 2e-3), (mean, 1e-5 + mean * 0), (scale, 1e-5 * scale)]

    def layer_norm_backward(self, rows, columns, _):
        self.outputs = 5
        x = random(rows, columns, dtype=HALF)
        mean = x.float().mean(1)
        scale = (x.float().var(1, unbiased=False) + 1e-5).rsqrt()
        parts = self.case.tile[0]
        return [x, random(columns, dtype=HALF), random(rows, columns, dtype=HALF), mean,
                scale, empty(rows, columns, dtype=HALF), empty(parts, columns),
                empty(parts, columns)]  # fmt: skip

    def layer_norm_backward_expected(self, x, weight, dout, mean, scale):
        x, weight, dout, mean, scale = (t.double() for t in (x, weight, dout, mean, scale))
        normal = (x - mean[:, None]) * scale[:, None]
        weighted = weight * dout
        c1 = (normal * weighted).mean(1, keepdim=True)
        c2 = weighted.mean(1, keepdim=True)
        din = (weighted - (normal * c1 + c2)) * scale[:, None]
        parts = self.case.tile[0]
        sums = [t.reshape(-1, parts, t.shape[1]).sum(0) for t in (dout * normal, dout)]
        return [(din, 2e-3 * din.abs() + 2e-3)] + [(s, 1e-4 + 1e-4 * s.abs()) for s in sums]

    def layer_norm_sum(self, rows, columns, _):
        self.outputs = 2
        parts = self.case.tile[0]
        return [random(parts, columns), random(parts, columns), empty(columns, dtype=HALF),
                empty(columns, dtype=HALF)]  # fmt: skip

    def layer_norm_sum_expected(self, *parts):
        return [(s, 1e-3 * s.abs() + 1e-3) for s in (p.double().sum(0) for p in parts)]

    def gather_rows(self, rows, columns, _):
        self.outputs = 2
        index = torch.randint(0, columns, (rows, columns), device="cuda", dtype=torch.int32)
        return [random(rows, columns), index, empty(rows, columns)]

    def gather_rows_expected(self, x, index):
        return [(torch.gather(x, 1, index.long()), torch.full_like(x, 1e-30))]

    def cumulative_sum(self, rows, columns, _):
        self.outputs = 1
        return [random(rows, columns), empty(rows, columns)]

    def cumulative_sum_expected(self, x):
        most = 2e-6 * x.double().abs().cumsum(1) + 1e-6
        return [(x.double().cumsum(1), most)]

    def product(self, rows, columns, depth):
        self.outputs = 2
        return [random(rows, depth, dtype=HALF), random(depth, columns, dtype=HALF),
                empty(rows, columns, dtype=HALF)]  # fmt: skip

    def product_expected(self, a, b):
        c = a.float() @ b.float()
        return [(c, 1e-3 * c.abs() + 1e-3 * a.shape[1] ** 0.5)]

    def mixed_product(self, rows, columns, depth):
        self.outputs = 3
        b = torch.randint(-128, 128, (depth, columns), device="cuda", dtype=torch.int8)
        scales = random(depth // self.case.tile[2], columns, dtype=HALF) / 128
        return [random(rows, depth, dtype=HALF), b, scales, empty(rows, columns, dtype=HALF)]

    def mixed_product_expected(self, a, b, scales):
        wide = b.to(HALF) * scales.repeat_interleave(self.case.tile[2], 0)
        return self.product_expected(a, wide)

    def attention(self, rows, heads, depth):
        self.outputs = 3
        return [random(heads, rows, depth, dtype=HALF) for _ in range(3)] + [
            empty(heads, rows, depth, dtype=HALF)
        ]

    def attention_expected(self, q, k, v):
        def head(i):
            scores = q[i].float() @ k[i].float().T / q.shape[2] ** 0.5
            return torch.softmax(scores, 1) @ v[i].float()

        y = torch.stack([head(i) for i in range(q.shape[0])])
        return [(y, 2e-3 * y.abs() + 1e-3)]
