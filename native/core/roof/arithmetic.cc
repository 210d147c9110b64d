#include "roof/arithmetic.h"

#include <array>
#include <cstring>
#include <span>

#if defined(__x86_64__)
#include <immintrin.h>

#include "executable/instruction_set.h"
#endif

namespace ireereplay::roof {

namespace {

/// Steps of a round that need nothing of each other: more than a multiplication and an addition take cycles, twice over
/// on two units, and as many as sixteen registers hold beside two operands.
constexpr uint64_t kChains = 12;

/// Two operands: values that no chain of steps makes infinite or denormal, which would take other times.
template <typename T>
struct Operands {
  alignas(kOperandBytes) std::array<std::array<T, kOperandBytes / sizeof(T)>, 2> values;

  constexpr Operands(T first, T second) : values() {
    values[0].fill(first);
    values[1].fill(second);
  }
  const uint8_t* bytes() const { return reinterpret_cast<const uint8_t*>(values.data()); }
};

// a * 0.5 + 1 comes to 2 and stays there.
constexpr Operands<float> kF32(0.5f, 1.0f);
constexpr Operands<double> kF64(0.5, 1.0);
constexpr Operands<int32_t> kI32(3, 5);

#if defined(__x86_64__)

constexpr Operands<int8_t> kI8(3, 5);
/// bf16 is the upper half of f32.
constexpr Operands<uint16_t> kBf16(0x3f00, 0x3f80);

// Each step of a chain needs the one before it and nothing else. That the compiler sees through neither operands nor
// chains keeps it from computing a step only once. Of even and odd chains each has its own step, where multiplications
// and additions are apart.
#define IR_CHAINS(name, features, Vector, even, odd)                                                         \
  __attribute__((target(features))) void name(uint64_t rounds, const uint8_t* operands) {                    \
    Vector x, y;                                                                                             \
    std::memcpy(&x, operands, sizeof(x));                                                                    \
    std::memcpy(&y, operands + kOperandBytes, sizeof(y));                                                    \
    Vector a = y, b = y, c = y, d = y, e = y, f = y, g = y, h = y, i = y, j = y, k = y, l = y;               \
    __asm__ volatile("" : "+x"(a), "+x"(b), "+x"(c), "+x"(d), "+x"(e), "+x"(f));                             \
    __asm__ volatile("" : "+x"(g), "+x"(h), "+x"(i), "+x"(j), "+x"(k), "+x"(l));                             \
    for (uint64_t round = 0; round < rounds; ++round) {                                                      \
      __asm__ volatile("" : "+x"(x), "+x"(y));                                                               \
      a = even(a), b = odd(b), c = even(c), d = odd(d), e = even(e), f = odd(f);                             \
      g = even(g), h = odd(h), i = even(i), j = odd(j), k = even(k), l = odd(l);                             \
    }                                                                                                        \
    __asm__ volatile("" : : "x"(a), "x"(b), "x"(c), "x"(d), "x"(e), "x"(f), "x"(g), "x"(h), "x"(i), "x"(j)); \
    __asm__ volatile("" : : "x"(k), "x"(l));                                                                 \
  }

#define IR_FMA_SS(v) _mm_fmadd_ss(v, x, y)
#define IR_FMA_SD(v) _mm_fmadd_sd(v, x, y)
#define IR_FMA_PS_128(v) _mm_fmadd_ps(v, x, y)
#define IR_FMA_PD_128(v) _mm_fmadd_pd(v, x, y)
#define IR_FMA_PS_256(v) _mm256_fmadd_ps(v, x, y)
#define IR_FMA_PD_256(v) _mm256_fmadd_pd(v, x, y)
#define IR_FMA_PS_512(v) _mm512_fmadd_ps(v, x, y)
#define IR_FMA_PD_512(v) _mm512_fmadd_pd(v, x, y)
IR_CHAINS(fma_ss, "fma", __m128, IR_FMA_SS, IR_FMA_SS)
IR_CHAINS(fma_sd, "fma", __m128d, IR_FMA_SD, IR_FMA_SD)
IR_CHAINS(fma_ps_128, "fma", __m128, IR_FMA_PS_128, IR_FMA_PS_128)
IR_CHAINS(fma_pd_128, "fma", __m128d, IR_FMA_PD_128, IR_FMA_PD_128)
IR_CHAINS(fma_ps_256, "fma", __m256, IR_FMA_PS_256, IR_FMA_PS_256)
IR_CHAINS(fma_pd_256, "fma", __m256d, IR_FMA_PD_256, IR_FMA_PD_256)
IR_CHAINS(fma_ps_512, "avx512f", __m512, IR_FMA_PS_512, IR_FMA_PS_512)
IR_CHAINS(fma_pd_512, "avx512f", __m512d, IR_FMA_PD_512, IR_FMA_PD_512)

// Of processors without multiply-add. Products stay what they are, for y is 1; sums grow until an addition is too small
// to change them.
#define IR_MUL_SS(v) _mm_mul_ss(v, y)
#define IR_ADD_SS(v) _mm_add_ss(v, x)
#define IR_MUL_SD(v) _mm_mul_sd(v, y)
#define IR_ADD_SD(v) _mm_add_sd(v, x)
#define IR_MUL_PS_128(v) _mm_mul_ps(v, y)
#define IR_ADD_PS_128(v) _mm_add_ps(v, x)
#define IR_MUL_PD_128(v) _mm_mul_pd(v, y)
#define IR_ADD_PD_128(v) _mm_add_pd(v, x)
#define IR_MUL_PS_256(v) _mm256_mul_ps(v, y)
#define IR_ADD_PS_256(v) _mm256_add_ps(v, x)
#define IR_MUL_PD_256(v) _mm256_mul_pd(v, y)
#define IR_ADD_PD_256(v) _mm256_add_pd(v, x)
IR_CHAINS(mul_add_ss, "sse2", __m128, IR_MUL_SS, IR_ADD_SS)
IR_CHAINS(mul_add_sd, "sse2", __m128d, IR_MUL_SD, IR_ADD_SD)
IR_CHAINS(mul_add_ps_128, "sse2", __m128, IR_MUL_PS_128, IR_ADD_PS_128)
IR_CHAINS(mul_add_pd_128, "sse2", __m128d, IR_MUL_PD_128, IR_ADD_PD_128)
IR_CHAINS(mul_add_ps_256, "avx", __m256, IR_MUL_PS_256, IR_ADD_PS_256)
IR_CHAINS(mul_add_pd_256, "avx", __m256d, IR_MUL_PD_256, IR_ADD_PD_256)

#define IR_MUL_ADD_I32_128(v) _mm_add_epi32(_mm_mullo_epi32(v, x), y)
#define IR_MUL_ADD_I32_256(v) _mm256_add_epi32(_mm256_mullo_epi32(v, x), y)
#define IR_MUL_ADD_I32_512(v) _mm512_add_epi32(_mm512_mullo_epi32(v, x), y)
IR_CHAINS(mul_add_i32_128, "sse4.1", __m128i, IR_MUL_ADD_I32_128, IR_MUL_ADD_I32_128)
IR_CHAINS(mul_add_i32_256, "avx2", __m256i, IR_MUL_ADD_I32_256, IR_MUL_ADD_I32_256)
IR_CHAINS(mul_add_i32_512, "avx512f", __m512i, IR_MUL_ADD_I32_512, IR_MUL_ADD_I32_512)

// Four products of 8 bits are summed into one of 32. The products of the chains without VNNI begin with what is theirs,
// so that none is computed for all of them at once.
#define IR_VNNI_128(v) _mm_dpbusd_epi32(v, x, y)
#define IR_VNNI_256(v) _mm256_dpbusd_epi32(v, x, y)
#define IR_VNNI_512(v) _mm512_dpbusd_epi32(v, x, y)
#define IR_AVX_VNNI_128(v) _mm_dpbusd_avx_epi32(v, x, y)
#define IR_AVX_VNNI_256(v) _mm256_dpbusd_avx_epi32(v, x, y)
#define IR_MADD_I8_128(v) _mm_add_epi32(v, _mm_madd_epi16(_mm_maddubs_epi16(v, x), y))
#define IR_MADD_I8_256(v) _mm256_add_epi32(v, _mm256_madd_epi16(_mm256_maddubs_epi16(v, x), y))
#define IR_MADD_I8_512(v) _mm512_add_epi32(v, _mm512_madd_epi16(_mm512_maddubs_epi16(v, x), y))
IR_CHAINS(vnni_128, "avx512vnni,avx512vl", __m128i, IR_VNNI_128, IR_VNNI_128)
IR_CHAINS(vnni_256, "avx512vnni,avx512vl", __m256i, IR_VNNI_256, IR_VNNI_256)
IR_CHAINS(vnni_512, "avx512vnni", __m512i, IR_VNNI_512, IR_VNNI_512)
IR_CHAINS(avx_vnni_128, "avxvnni", __m128i, IR_AVX_VNNI_128, IR_AVX_VNNI_128)
IR_CHAINS(avx_vnni_256, "avxvnni", __m256i, IR_AVX_VNNI_256, IR_AVX_VNNI_256)
IR_CHAINS(madd_i8_128, "ssse3", __m128i, IR_MADD_I8_128, IR_MADD_I8_128)
IR_CHAINS(madd_i8_256, "avx2", __m256i, IR_MADD_I8_256, IR_MADD_I8_256)
IR_CHAINS(madd_i8_512, "avx512bw", __m512i, IR_MADD_I8_512, IR_MADD_I8_512)

#define IR_DOT_BF16(v) _mm512_dpbf16_ps(v, (__m512bh)x, (__m512bh)y)
IR_CHAINS(dot_bf16_512, "avx512bf16", __m512, IR_DOT_BF16, IR_DOT_BF16)

// Of single integers: chains that the compiler cannot put together into vectors. The addend is a constant, for there
// are only so many registers.
#define IR_SCALAR_STEP(chain)             \
  chain = chain * factor + kScalarAddend; \
  __asm__ volatile("" : "+r"(chain))
constexpr uint32_t kScalarAddend = 5;
void mul_add_i32(uint64_t rounds, const uint8_t* operands) {
  uint32_t factor = 0;
  std::memcpy(&factor, operands, sizeof(factor));
  uint32_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12;
  for (uint64_t round = 0; round < rounds; ++round) {
    IR_SCALAR_STEP(a);
    IR_SCALAR_STEP(b);
    IR_SCALAR_STEP(c);
    IR_SCALAR_STEP(d);
    IR_SCALAR_STEP(e);
    IR_SCALAR_STEP(f);
    IR_SCALAR_STEP(g);
    IR_SCALAR_STEP(h);
    IR_SCALAR_STEP(i);
    IR_SCALAR_STEP(j);
    IR_SCALAR_STEP(k);
    IR_SCALAR_STEP(l);
  }
}

struct Way {
  Arithmetic what;
  InstructionSets needs;
};

using enum InstructionSet;

/// The better of two ways of the same type and width stands first.
std::span<const Way> ways() {
  static const Way kWays[] = {
      {{"f32", 0, "FMA", 2 * kChains, kF32.bytes(), fma_ss}, {kFma}},
      {{"f32", 0, "MUL and ADD", kChains, kF32.bytes(), mul_add_ss}, {}},
      {{"f32", 128, "FMA", 8 * kChains, kF32.bytes(), fma_ps_128}, {kFma}},
      {{"f32", 128, "MUL and ADD", 4 * kChains, kF32.bytes(), mul_add_ps_128}, {}},
      {{"f32", 256, "FMA", 16 * kChains, kF32.bytes(), fma_ps_256}, {kFma}},
      {{"f32", 256, "MUL and ADD", 8 * kChains, kF32.bytes(), mul_add_ps_256}, {kAvx}},
      {{"f32", 512, "FMA", 32 * kChains, kF32.bytes(), fma_ps_512}, {kAvx512f}},
      {{"f64", 0, "FMA", 2 * kChains, kF64.bytes(), fma_sd}, {kFma}},
      {{"f64", 0, "MUL and ADD", kChains, kF64.bytes(), mul_add_sd}, {}},
      {{"f64", 128, "FMA", 4 * kChains, kF64.bytes(), fma_pd_128}, {kFma}},
      {{"f64", 128, "MUL and ADD", 2 * kChains, kF64.bytes(), mul_add_pd_128}, {}},
      {{"f64", 256, "FMA", 8 * kChains, kF64.bytes(), fma_pd_256}, {kFma}},
      {{"f64", 256, "MUL and ADD", 4 * kChains, kF64.bytes(), mul_add_pd_256}, {kAvx}},
      {{"f64", 512, "FMA", 16 * kChains, kF64.bytes(), fma_pd_512}, {kAvx512f}},
      {{"bf16", 512, "AVX-512 BF16", 64 * kChains, kBf16.bytes(), dot_bf16_512}, {kAvx512f, kAvx512bf16}},
      {{"i32", 0, "IMUL and ADD", 2 * kChains, kI32.bytes(), mul_add_i32}, {}},
      {{"i32", 128, "PMULLD and PADDD", 8 * kChains, kI32.bytes(), mul_add_i32_128}, {kSse41}},
      {{"i32", 256, "PMULLD and PADDD", 16 * kChains, kI32.bytes(), mul_add_i32_256}, {kAvx2}},
      {{"i32", 512, "PMULLD and PADDD", 32 * kChains, kI32.bytes(), mul_add_i32_512}, {kAvx512f}},
      {{"i8", 128, "VNNI", 32 * kChains, kI8.bytes(), vnni_128}, {kAvx512vl, kAvx512vnni}},
      {{"i8", 128, "VNNI", 32 * kChains, kI8.bytes(), avx_vnni_128}, {kAvxVnni}},
      {{"i8", 128, "PMADDUBSW and PMADDWD", 32 * kChains, kI8.bytes(), madd_i8_128}, {kSsse3}},
      {{"i8", 256, "VNNI", 64 * kChains, kI8.bytes(), vnni_256}, {kAvx512vl, kAvx512vnni}},
      {{"i8", 256, "VNNI", 64 * kChains, kI8.bytes(), avx_vnni_256}, {kAvxVnni}},
      {{"i8", 256, "PMADDUBSW and PMADDWD", 64 * kChains, kI8.bytes(), madd_i8_256}, {kAvx2}},
      {{"i8", 512, "VNNI", 128 * kChains, kI8.bytes(), vnni_512}, {kAvx512f, kAvx512vnni}},
      {{"i8", 512, "PMADDUBSW and PMADDWD", 128 * kChains, kI8.bytes(), madd_i8_512}, {kAvx512bw}},
  };
  return kWays;
}

bool can_run(const Way& way) { return missing_instruction_sets(way.needs, host_instruction_sets()).empty(); }

#else

/// What the compiler does not see through.
template <typename T>
T opaque(T value) {
  __asm__ volatile("" : "+m"(value));
  return value;
}

/// Chains of the same kind with a vector or a single value, as the compiler does them here.
template <typename T>
void chains(uint64_t rounds, const uint8_t* operands) {
  T x, y;
  std::memcpy(&x, operands, sizeof(x));
  std::memcpy(&y, operands + kOperandBytes, sizeof(y));
  T a = opaque(y), b = opaque(y), c = opaque(y), d = opaque(y), e = opaque(y), f = opaque(y), g = opaque(y),
    h = opaque(y), i = opaque(y), j = opaque(y), k = opaque(y), l = opaque(y);
  x = opaque(x);
  for (uint64_t round = 0; round < rounds; ++round) {
    a = a * x + y, b = b * x + y, c = c * x + y, d = d * x + y, e = e * x + y, f = f * x + y;
    g = g * x + y, h = h * x + y, i = i * x + y, j = j * x + y, k = k * x + y, l = l * x + y;
    // Nothing that is the same in each round is moved out, and no rounds are put together.
    __asm__ volatile("" : : : "memory");
  }
  for (T chain : {a, b, c, d, e, f, g, h, i, j, k, l}) opaque(chain);
}

typedef float F32x4 __attribute__((vector_size(16)));
typedef double F64x2 __attribute__((vector_size(16)));
typedef uint32_t I32x4 __attribute__((vector_size(16)));

struct Way {
  Arithmetic what;
};

std::span<const Way> ways() {
  static const Way kWays[] = {
      {{"f32", 0, "compiled code", 2 * kChains, kF32.bytes(), chains<float>}},
      {{"f32", 128, "compiled code", 8 * kChains, kF32.bytes(), chains<F32x4>}},
      {{"f64", 0, "compiled code", 2 * kChains, kF64.bytes(), chains<double>}},
      {{"f64", 128, "compiled code", 4 * kChains, kF64.bytes(), chains<F64x2>}},
      {{"i32", 0, "compiled code", 2 * kChains, kI32.bytes(), chains<uint32_t>}},
      {{"i32", 128, "compiled code", 8 * kChains, kI32.bytes(), chains<I32x4>}},
  };
  return kWays;
}

bool can_run(const Way&) { return true; }

#endif

}  // namespace

std::vector<Arithmetic> arithmetic_here() {
  std::vector<Arithmetic> found;
  for (const Way& way : ways()) {
    if (!can_run(way)) continue;
    const bool has_better = !found.empty() && found.back().type == way.what.type && found.back().bits == way.what.bits;
    if (!has_better) found.push_back(way.what);
  }
  return found;
}

}  // namespace ireereplay::roof
