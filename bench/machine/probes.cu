//===- probes.cu - Measuring single instructions ----------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kernel repeats rounds of 32 equal instructions, eight of them
// independent at a time, in 16 warps of one block, which occupies its
// multiprocessor exclusively. Latency is thus hidden and the throughput of the
// pipe is measured. Every warp writes the clock (%clock64, of its own
// multiprocessor) before its first round and after its last one. The host runs
// each kernel with fewer and with more rounds; the difference is the time of
// the rounds.
//
// The compiler must not remove anything. Values are passed from round to round
// and are written at the end, loads are combined into them, and addresses
// change after every eight by adding Zero, an argument that is 0. (With xor,
// ptxas would see that a second xor undoes the first.) sass.py counts the
// instructions in the machine code.
//
//===----------------------------------------------------------------------===//

using Word = unsigned;

namespace {

constexpr int Chains = 8, Iterations = 4; // 32 instructions a round.
constexpr int Threads = 512;
/// Each of the eight accesses in flight has a tile of its own.
constexpr int TileBytes = 4096;

struct Arguments {
  unsigned long long *Clocks; ///< Per warp: start, stop, multiprocessor.
  Word *Sink;                 ///< Per thread.
  const Word *Addresses;      ///< Per block and lane: an offset in the tile.
  Word Rounds, Zero;
};

__device__ __forceinline__ unsigned long long now() {
  unsigned long long Clock;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(Clock)::"memory");
  return Clock;
}

__device__ __forceinline__ Word multiprocessor() {
  Word Number;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(Number));
  return Number;
}

/// Runs the rounds and records the clock before and after them.
template <typename RoundT>
__device__ __forceinline__ void timed(const Arguments &A, RoundT Round) {
  __syncthreads();
  unsigned long long Start = now();
#pragma unroll 1
  for (Word I = 0; I < A.Rounds; ++I)
    Round();
  unsigned long long Stop = now();
  if (threadIdx.x % 32 == 0) {
    unsigned long long *Mine =
        A.Clocks + 3 * ((blockIdx.x * Threads + threadIdx.x) / 32);
    Mine[0] = Start;
    Mine[1] = Stop;
    Mine[2] = multiprocessor();
  }
}

struct Registers {
  Word V[2 * Chains];
  __device__ __forceinline__ explicit Registers(const Arguments &A) {
#pragma unroll
    for (int K = 0; K < 2 * Chains; ++K)
      V[K] = threadIdx.x * 2654435761u + K * 40503u + A.Zero;
  }
  __device__ __forceinline__ void write(const Arguments &A) {
    Word Sum = 0;
#pragma unroll
    for (int K = 0; K < 2 * Chains; ++K)
      Sum ^= V[K];
    A.Sink[blockIdx.x * Threads + threadIdx.x] = Sum;
  }
};

/// Rounds of instructions between registers: Each(value, another).
template <typename EachT>
__device__ __forceinline__ void betweenRegisters(const Arguments &A,
                                                 EachT Each) {
  Registers R(A);
  timed(A, [&] {
#pragma unroll
    for (int Iteration = 0; Iteration < Iterations; ++Iteration)
#pragma unroll
      for (int K = 0; K < Chains; ++K)
        Each(R.V[K], R.V[(K + 1) % Chains]);
  });
  R.write(A);
}

/// The shared address of this lane's offset.
__device__ __forceinline__ Word sharedAddress(const Arguments &A) {
  __shared__ __align__(128) unsigned char Tile[Chains * TileBytes];
  for (Word I = threadIdx.x; I < Chains * TileBytes / 4; I += Threads)
    reinterpret_cast<Word *>(Tile)[I] = I * 2246822519u + A.Zero;
  __syncthreads();
  return static_cast<Word>(__cvta_generic_to_shared(Tile)) +
         A.Addresses[blockIdx.x * 32 + threadIdx.x % 32];
}

/// Rounds of accesses: Each(address, registers), of four registers.
template <typename EachT>
__device__ __forceinline__ void inShared(const Arguments &A, EachT Each) {
  Registers R(A);
  Word Address = sharedAddress(A);
  timed(A, [&] {
#pragma unroll
    for (int Iteration = 0; Iteration < Iterations; ++Iteration) {
#pragma unroll
      for (int K = 0; K < Chains; ++K)
        Each(Address + K * TileBytes, &R.V[4 * (K % 4)]);
      Address += A.Zero;
    }
  });
  R.write(A);
}

} // namespace

#define PROBE(NAME) extern "C" __global__ void NAME(Arguments A)

//===----------------------------------------------------------------------===//
// Between registers
//===----------------------------------------------------------------------===//

PROBE(shfl_bfly) {
  betweenRegisters(A, [](Word &V, Word) {
    asm volatile("shfl.sync.bfly.b32 %0, %0, 5, 31, -1;" : "+r"(V));
  });
}
PROBE(shfl_idx) {
  Word From = threadIdx.x * 7 % 32;
  betweenRegisters(A, [=](Word &V, Word) {
    asm volatile("shfl.sync.idx.b32 %0, %0, %1, 31, -1;" : "+r"(V) : "r"(From));
  });
}
PROBE(movmatrix) {
  betweenRegisters(A, [](Word &V, Word) {
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(V));
  });
}
PROBE(selp) {
  Word Odd = threadIdx.x & 1;
  betweenRegisters(A, [=](Word &V, Word Other) {
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0;\n\t"
                 "selp.b32 %0, %0, %1, p; }"
                 : "+r"(V)
                 : "r"(Other), "r"(Odd));
  });
}
PROBE(prmt) {
  Word Selector = A.Zero + 0x5140;
  betweenRegisters(A, [=](Word &V, Word Other) {
    asm volatile("prmt.b32 %0, %0, %1, %2;"
                 : "+r"(V)
                 : "r"(Other), "r"(Selector));
  });
}
PROBE(lop3) {
  Word Third = A.Zero + threadIdx.x;
  betweenRegisters(A, [=](Word &V, Word Other) {
    asm volatile("lop3.b32 %0, %0, %1, %2, 0xe8;"
                 : "+r"(V)
                 : "r"(Other), "r"(Third));
  });
}
PROBE(bar_warp) {
  betweenRegisters(A, [](Word &, Word) {
    asm volatile("bar.warp.sync -1;" ::: "memory");
  });
}
/// Four groups of four warps, each with a barrier of its own.
PROBE(bar_4_warps) {
  Word Barrier = 1 + threadIdx.x / 128;
  betweenRegisters(A, [=](Word &, Word) {
    asm volatile("bar.sync %0, 128;" ::"r"(Barrier) : "memory");
  });
}

/// One lane bit against one register bit of 16 registers: a round is 8 shuffles
/// and 24 selects.
PROBE(exchange_lane) {
  Registers R(A);
  Word Odd = threadIdx.x & 1;
  timed(A, [&] {
#pragma unroll
    for (int K = 0; K < Chains; ++K) {
      Word Sent, &Low = R.V[2 * K], &High = R.V[2 * K + 1];
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %3, 0;\n\t"
                   "selp.b32 %0, %1, %2, p;\n\t"
                   "shfl.sync.bfly.b32 %0, %0, 1, 31, -1;\n\t"
                   "selp.b32 %1, %0, %1, p;\n\t"
                   "selp.b32 %2, %2, %0, p; }"
                   : "=&r"(Sent), "+r"(Low), "+r"(High)
                   : "r"(Odd));
    }
  });
  R.write(A);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

#define LOAD(NAME, TYPE)                                                       \
  PROBE(NAME) {                                                                \
    inShared(A, [](Word Address, Word *V) {                                    \
      Word Got;                                                                \
      asm volatile("ld.shared." TYPE " %0, [%1];" : "=r"(Got) : "r"(Address)); \
      V[0] ^= Got;                                                             \
    });                                                                        \
  }
LOAD(load_1, "u8")
LOAD(load_2, "u16")
LOAD(load_4, "u32")
PROBE(load_8) {
  inShared(A, [](Word Address, Word *V) {
    Word G0, G1;
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];"
                 : "=r"(G0), "=r"(G1)
                 : "r"(Address));
    V[0] ^= G0 ^ G1;
  });
}
PROBE(load_16) {
  inShared(A, [](Word Address, Word *V) {
    Word G0, G1, G2, G3;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(G0), "=r"(G1), "=r"(G2), "=r"(G3)
                 : "r"(Address));
    V[0] ^= G0 ^ G1;
    V[1] ^= G2 ^ G3;
  });
}

#define STORE(NAME, TYPE)                                                      \
  PROBE(NAME) {                                                                \
    inShared(A, [](Word Address, Word *V) {                                    \
      asm volatile("st.shared." TYPE " [%0], %1;" ::"r"(Address), "r"(V[0]));  \
    });                                                                        \
  }
STORE(store_1, "u8")
STORE(store_2, "u16")
STORE(store_4, "u32")
PROBE(store_8) {
  inShared(A, [](Word Address, Word *V) {
    asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(Address), "r"(V[0]),
                 "r"(V[1]));
  });
}
PROBE(store_16) {
  inShared(A, [](Word Address, Word *V) {
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(Address),
                 "r"(V[0]), "r"(V[1]), "r"(V[2]), "r"(V[3]));
  });
}

#define LOAD_MATRIX(NAME, TRANS)                                               \
  PROBE(ldmatrix_x1##NAME) {                                                   \
    inShared(A, [](Word Address, Word *V) {                                    \
      Word G0;                                                                 \
      asm volatile("ldmatrix.sync.aligned.m8n8.x1" TRANS                       \
                   ".shared.b16 {%0}, [%1];"                                   \
                   : "=r"(G0)                                                  \
                   : "r"(Address));                                            \
      V[0] ^= G0;                                                              \
    });                                                                        \
  }                                                                            \
  PROBE(ldmatrix_x2##NAME) {                                                   \
    inShared(A, [](Word Address, Word *V) {                                    \
      Word G0, G1;                                                             \
      asm volatile("ldmatrix.sync.aligned.m8n8.x2" TRANS                       \
                   ".shared.b16 {%0, %1}, [%2];"                               \
                   : "=r"(G0), "=r"(G1)                                        \
                   : "r"(Address));                                            \
      V[0] ^= G0 ^ G1;                                                         \
    });                                                                        \
  }                                                                            \
  PROBE(ldmatrix_x4##NAME) {                                                   \
    inShared(A, [](Word Address, Word *V) {                                    \
      Word G0, G1, G2, G3;                                                     \
      asm volatile("ldmatrix.sync.aligned.m8n8.x4" TRANS                       \
                   ".shared.b16 {%0, %1, %2, %3}, [%4];"                       \
                   : "=r"(G0), "=r"(G1), "=r"(G2), "=r"(G3)                    \
                   : "r"(Address));                                            \
      V[0] ^= G0 ^ G1;                                                         \
      V[1] ^= G2 ^ G3;                                                         \
    });                                                                        \
  }
LOAD_MATRIX(, "")
LOAD_MATRIX(_trans, ".trans")

#if __CUDA_ARCH__ >= 900
#define STORE_MATRIX(NAME, TRANS)                                              \
  PROBE(stmatrix_x1##NAME) {                                                   \
    inShared(A, [](Word Address, Word *V) {                                    \
      asm volatile("stmatrix.sync.aligned.m8n8.x1" TRANS                       \
                   ".shared.b16 [%0], {%1};" ::"r"(Address),                   \
                   "r"(V[0]));                                                 \
    });                                                                        \
  }                                                                            \
  PROBE(stmatrix_x2##NAME) {                                                   \
    inShared(A, [](Word Address, Word *V) {                                    \
      asm volatile("stmatrix.sync.aligned.m8n8.x2" TRANS                       \
                   ".shared.b16 [%0], {%1, %2};" ::"r"(Address),               \
                   "r"(V[0]), "r"(V[1]));                                      \
    });                                                                        \
  }                                                                            \
  PROBE(stmatrix_x4##NAME) {                                                   \
    inShared(A, [](Word Address, Word *V) {                                    \
      asm volatile("stmatrix.sync.aligned.m8n8.x4" TRANS                       \
                   ".shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(Address),       \
                   "r"(V[0]), "r"(V[1]), "r"(V[2]), "r"(V[3]));                \
    });                                                                        \
  }
STORE_MATRIX(, "")
STORE_MATRIX(_trans, ".trans")
#endif

/// Moves 16 registers through shared memory and back: a round is four stores
/// and four loads of 16 bytes, with a barrier after each group. Each warp has
/// its own memory, so that only the barriers make warps wait.
template <typename BarrierT>
__device__ __forceinline__ void throughShared(const Arguments &A,
                                              BarrierT Barrier) {
  Registers R(A);
  constexpr Word Access = 32 * 16;
  Word Address = sharedAddress(A) + threadIdx.x / 32 * 4 * Access;
  timed(A, [&] {
#pragma unroll
    for (int K = 0; K < 4; ++K)
      asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(
                       Address + K * Access),
                   "r"(R.V[4 * K]), "r"(R.V[4 * K + 1]), "r"(R.V[4 * K + 2]),
                   "r"(R.V[4 * K + 3])
                   : "memory");
    Barrier();
#pragma unroll
    for (int K = 0; K < 4; ++K)
      asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(R.V[4 * K]), "=r"(R.V[4 * K + 1]),
                     "=r"(R.V[4 * K + 2]), "=r"(R.V[4 * K + 3])
                   : "r"(Address + (K ^ 1) * Access)
                   : "memory");
    Barrier();
    Address += A.Zero;
  });
  R.write(A);
}

PROBE(exchange_warp) {
  throughShared(A, [] { asm volatile("bar.warp.sync -1;" ::: "memory"); });
}
PROBE(exchange_block) {
  Word Barrier = 1 + threadIdx.x / 128;
  throughShared(A, [=] {
    asm volatile("bar.sync %0, 128;" ::"r"(Barrier) : "memory");
  });
}
