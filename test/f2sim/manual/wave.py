"""The state of a wave that pseudo-code of AMD's manuals reads: its lanes and EXEC.

A register is a list with the word of each lane. Transcriptions return a list, too:

  a number   what the lane's destination has afterwards
  OPEN       the lane writes something that the manual, or LLVM's IR, leaves open
  None       the lane does not execute and writes nothing

LLVM's IR has no value of a lane that does not execute: the compiler may have given its
register to another value. Where an instruction reads such a lane despite EXEC, the
result is OPEN.

The manuals are AMD's reference guides, read in conversions of their PDF files: "RDNA3 ISA" of
15 August 2023, "RDNA3.5 ISA", "RDNA4 ISA", "CDNA4 ISA". Pseudo-code of chapter 16 of RDNA3 is
quoted in RDNA3.5's words, which has "S0.u32" for "S0.u". gfx90a and gfx942 are given CDNA4's
pseudo-code, and gfx1030 RDNA3's, where LLVM makes no difference between them: their own
manuals were not read.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from dataclasses import dataclass

OPEN = "open"

# All targets, with the sizes of their waves.
TARGETS = {
    "gfx90a": (64,),
    "gfx942": (64,),
    "gfx950": (64,),
    "gfx1030": (32, 64),
    "gfx1100": (32, 64),
    "gfx1201": (32, 64),
}


@dataclass
class Wave:
    target: str
    lanes: int
    exec: list

    @property
    def cdna(self):
        return self.target in ("gfx90a", "gfx942", "gfx950")

    def active(self):
        return [lane for lane in range(self.lanes) if self.exec[lane]]

    def write(self, tmp):
        """The loop at the end of most pseudo-code: "if EXEC[i].u1 then VGPR[i][VDST] = tmp[i]"."""
        return [tmp[i] if self.exec[i] else None for i in range(self.lanes)]

    def read(self, register, lane):
        """VGPR[lane][SRC], without a look at EXEC."""
        return register[lane] if self.exec[lane] else OPEN


def bits(word, high, low):
    """word[high : low]"""
    return word >> low & ((1 << (high - low + 1)) - 1)


def signed(word, width=32):
    word &= (1 << width) - 1
    return word - (word >> (width - 1) << width)
