"""The two sides of a stage: values go into the array, and others come from it.

    store side    value j of this thread    -> unit f(r, t)
    load side     unit g(r, t)              -> value j of this thread

A side has `units` units for each thread, and unit / (bytes of its type) accesses for
each unit. It may be under a condition on the thread, and a loop over its units.
The values of the last stage go to %out, one by one, or two narrow ones in a word, or
all in one vector; then those of the first stage come from a vector, too.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from exchange.description import BYTES
from exchange.places import Places


class Sides(Places):
    """The code of both sides, at the places of the threads."""

    def guarded(self, stage, side, body):
        """body() for the active threads of each group."""
        if side["active"] == stage["group"]:
            return body()
        w = self.w
        n = w.count = w.count + 1
        group = stage["group"]
        if self.rows:
            lane = self.x
        else:
            lane = w.modulo(self.t, group) if group < self.threads else self.t
        if side["from_top"]:
            test = w.let(f"icmp uge i32 {lane}, {group - side['active']}")
        else:
            test = w.let(f"icmp ult i32 {lane}, {side['active']}")
        w.do(f"br i1 {test}, label %then{n}, label %join{n}")
        w.label(f"then{n}")
        body()
        w.do(f"br label %join{n}")
        w.label(f"join{n}")
        return None

    def registers(self, side, body):
        """body(r) for each unit, unrolled or in a loop of a constant count."""
        w = self.w
        if not side.get("rolled"):
            for r in range(side["units"]):
                body(r)
            return
        n = w.count = w.count + 1
        before = w.block
        w.do(f"br label %roll{n}")
        w.label(f"roll{n}")
        w.do(f"%r{n} = phi i32 [ 0, %{before} ], [ %s{n}, %roll{n} ]")
        body(f"%r{n}")
        w.do(f"%s{n} = add nuw nsw i32 %r{n}, 1")
        w.do(f"%e{n} = icmp eq i32 %s{n}, {side['units']}")
        w.do(f"br i1 %e{n}, label %rolled{n}, label %roll{n}")
        w.label(f"rolled{n}")

    def store_side(self, stage, values):
        w, side = self.w, stage["store"]
        kind, per = side["type"], stage["unit"] // BYTES[side["type"]]

        def fetch(r, sub):
            where = self.global_index(stage, side, r, sub, self.source)
            at = self.global_place("%in", kind, where)
            return w.let(f"load {kind}, {self.pointer} {at}, align {BYTES[kind]}")

        if values is None and side["hoisted"] and self.whole(stage, side):
            values = self.fetch_whole(stage, side)
        elif values is None and side["hoisted"]:
            values = [
                fetch(r, sub) for r in range(side["units"]) for sub in range(per)
            ]

        def body():
            index, base = self.in_group(stage, side)

            def one(r):
                unit = self.place(stage, side, r, index, base)
                for sub in range(per):
                    v = values[r * per + sub] if values else fetch(r, sub)
                    at, space = self.shared_place(kind, stage["unit"], unit, sub)
                    w.do(f"store {kind} {v}, {space} {at}, align {BYTES[kind]}")

            self.registers(side, one)

        self.guarded(stage, side, body)

    def whole(self, stage, side):
        """Whether all narrow values of a thread are one vector, of whole words."""
        count = side["units"] * (stage["unit"] // BYTES[side["type"]])
        narrow = side["type"] in ("i8", "i16") and not side.get("rolled")
        words = count * BYTES[side["type"]] % 4 == 0
        return count if narrow and words and self.kernel.get("joined") == "whole" else 0

    def fetch_whole(self, stage, side):
        """The elements of a vector, every other one through a shuffle."""
        w, kind, count = self.w, side["type"], self.whole(stage, side)
        where = self.global_index(stage, side, 0, 0, self.source)
        at = self.global_place("%in", kind, where)
        v = w.let(f"load <{count} x {kind}>, {self.pointer} {at}, align {BYTES[kind]}")
        values = []
        for k in range(count):
            part, element = v, k
            if k % 2:
                ty = f"<{count} x {kind}>"
                mask = f"<2 x i32> <i32 poison, i32 {k}>"
                part = w.let(f"shufflevector {ty} {v}, {ty} poison, {mask}")
                element = 1
            of = 2 if k % 2 else count
            values.append(w.let(f"extractelement <{of} x {kind}> {part}, i32 {element}"))
        return values

    def store_whole(self, stage, values):
        """All values, as one vector; the last one is inserted first."""
        w, kind, count = self.w, stage["load"]["type"], len(values)
        v = "poison"
        for k in reversed(range(count)):
            v = w.let(f"insertelement <{count} x {kind}> {v}, {kind} {values[k]}, i32 {k}")
        where = self.global_index(stage, stage["load"], 0, 0, self.result)
        to = self.global_place("%out", kind, where)
        w.do(f"store <{count} x {kind}> {v}, {self.pointer} {to}, align {BYTES[kind]}")

    def joins(self, stage):
        """Whether narrow values leave the kernel in pairs, in one word."""
        side = stage["load"]
        count = side["units"] * (stage["unit"] // BYTES[side["type"]])
        narrow = side["type"] in ("i8", "i16") and not side.get("rolled")
        if self.kernel.get("joined") == "whole":
            return "whole" if self.whole(stage, side) else None
        return self.kernel.get("joined") if narrow and count % 2 == 0 else None

    def store_joined(self, stage, values, how):
        """Value k, and the one half of all values behind it, as one word. A byte
        of it may be from a lane that is not there; the other must be right."""
        w, kind = self.w, stage["load"]["type"]
        wide, half = {"i8": "i16", "i16": "i32"}[kind], len(values) // 2
        for k in range(half):
            pair = [values[k], values[k + half]]
            if how.endswith("frozen"):
                pair[k % 2] = w.let(f"freeze {kind} {pair[k % 2]}")
            if how.startswith("vector"):
                v = w.let(f"insertelement <2 x {kind}> poison, {kind} {pair[0]}, i32 0")
                v = w.let(f"insertelement <2 x {kind}> {v}, {kind} {pair[1]}, i32 1")
                word = w.let(f"bitcast <2 x {kind}> {v} to {wide}")
            else:
                low, high = (w.let(f"zext {kind} {v} to {wide}") for v in pair)
                high = w.let(f"shl nuw {wide} {high}, {8 * BYTES[kind]}")
                word = w.let(f"or disjoint {wide} {low}, {high}")
            where = self.global_index(stage, stage["load"], 0, 2 * k, self.result)
            to = self.global_place("%out", kind, where)
            w.do(f"store {wide} {word}, {self.pointer} {to}, align {BYTES[kind]}")

    def load_side(self, stage, last):
        """The values, or none if they go to the output."""
        w, side = self.w, stage["load"]
        kind, per = side["type"], stage["unit"] // BYTES[side["type"]]
        values = []
        joined = self.joins(stage) if last else None

        def body():
            index, base = self.in_group(stage, side)

            def one(r):
                unit = self.place(stage, side, r, index, base)
                for sub in range(per):
                    at, space = self.shared_place(kind, stage["unit"], unit, sub)
                    v = w.let(f"load {kind}, {space} {at}, align {BYTES[kind]}")
                    values.append(v)
                    if last and not joined:
                        where = self.global_index(stage, side, r, sub, self.result)
                        to = self.global_place("%out", kind, where)
                        w.do(
                            f"store {kind} {v}, {self.pointer} {to}, "
                            f"align {BYTES[kind]}"
                        )

            self.registers(side, one)
            if joined == "whole":
                self.store_whole(stage, values)
            elif joined:
                self.store_joined(stage, values, joined)

        self.guarded(stage, side, body)
        return values

    def combined(self, kind, values):
        """Each value with the thread index mixed in, so that nothing folds."""
        w, t = self.w, self.source
        if kind in ("i8", "i16"):
            t = w.let(f"trunc i32 {t} to {kind}")
        elif kind == "i64":
            t = w.let(f"zext i32 {t} to i64")
        return [w.let(f"xor {kind} {v}, {t}") for v in values]
