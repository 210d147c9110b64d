#include "roof/traffic.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "executable/instruction_set.h"
#define IR_TARGET(features) __attribute__((target(features)))
#else
#define IR_TARGET(features)
#endif

namespace ireereplay::roof {

namespace {

// The barriers keep the compiler from calling memcpy, which is another program, and from reading nothing at all. What
// was read is or-ed together at last through memory, for a register has another name on each processor.
#define IR_TRAFFIC(width, features)                                                                         \
  typedef int64_t Words##width __attribute__((vector_size(width / 8), may_alias));                          \
  typedef float Floats##width __attribute__((vector_size(width / 8), may_alias));                           \
  IR_TARGET(features) void read_##width(uint8_t*, const uint8_t* from, const uint8_t*, uint64_t bytes) {    \
    Words##width a{}, b{}, c{}, d{}, e{}, f{}, g{}, h{};                                                    \
    for (uint64_t at = 0; at < bytes; at += 8 * sizeof(Words##width)) {                                     \
      const auto* p = reinterpret_cast<const Words##width*>(from + at);                                     \
      a ^= p[0], b ^= p[1], c ^= p[2], d ^= p[3], e ^= p[4], f ^= p[5], g ^= p[6], h ^= p[7];               \
    }                                                                                                       \
    Words##width all = (a | b) | (c | d) | (e | f) | (g | h);                                               \
    __asm__ volatile("" : : "m"(all));                                                                      \
  }                                                                                                         \
  IR_TARGET(features) void copy_##width(uint8_t* to, const uint8_t* from, const uint8_t*, uint64_t bytes) { \
    for (uint64_t at = 0; at < bytes; at += 4 * sizeof(Words##width)) {                                     \
      const auto* p = reinterpret_cast<const Words##width*>(from + at);                                     \
      auto* q = reinterpret_cast<Words##width*>(to + at);                                                   \
      const Words##width a = p[0], b = p[1], c = p[2], d = p[3];                                            \
      q[0] = a, q[1] = b, q[2] = c, q[3] = d;                                                               \
      __asm__ volatile("" : : : "memory");                                                                  \
    }                                                                                                       \
  }                                                                                                         \
  IR_TARGET(features) void triad_##width(uint8_t* to, const uint8_t* b, const uint8_t* c, uint64_t bytes) { \
    const Floats##width s = Floats##width{} + 0.5f;                                                         \
    for (uint64_t at = 0; at < bytes; at += 2 * sizeof(Floats##width)) {                                    \
      const auto* p = reinterpret_cast<const Floats##width*>(b + at);                                       \
      const auto* q = reinterpret_cast<const Floats##width*>(c + at);                                       \
      auto* r = reinterpret_cast<Floats##width*>(to + at);                                                  \
      r[0] = p[0] + s * q[0];                                                                               \
      r[1] = p[1] + s * q[1];                                                                               \
      __asm__ volatile("" : : : "memory");                                                                  \
    }                                                                                                       \
  }

#if defined(__x86_64__)

#define IR_STREAMING(width, features, Vector, load, store)                                                            \
  IR_TARGET(features) void streaming_copy_##width(uint8_t* to, const uint8_t* from, const uint8_t*, uint64_t bytes) { \
    for (uint64_t at = 0; at < bytes; at += 4 * sizeof(Vector)) {                                                     \
      const auto* p = reinterpret_cast<const Vector*>(from + at);                                                     \
      auto* q = reinterpret_cast<Vector*>(to + at);                                                                   \
      const Vector a = load(p), b = load(p + 1), c = load(p + 2), d = load(p + 3);                                    \
      store(q, a), store(q + 1, b), store(q + 2, c), store(q + 3, d);                                                 \
    }                                                                                                                 \
    _mm_sfence();                                                                                                     \
  }

IR_TRAFFIC(128, "sse2")
IR_TRAFFIC(256, "avx2")
IR_TRAFFIC(512, "avx512f")
IR_STREAMING(128, "sse2", __m128i, _mm_load_si128, _mm_stream_si128)
IR_STREAMING(256, "avx2", __m256i, _mm256_load_si256, _mm256_stream_si256)
IR_STREAMING(512, "avx512f", __m512i, _mm512_load_si512, _mm512_stream_si512)

#else

IR_TRAFFIC(128, "")

#endif

/// The first three kinds, which every processor has.
std::vector<Traffic> kinds(TrafficCode read, TrafficCode copy, TrafficCode triad) {
  return {{"read", 1, false, read}, {"copy", 2, false, copy}, {"triad", 3, false, triad}};
}

}  // namespace

std::vector<Traffic> traffic_here() {
#if defined(__x86_64__)
  const InstructionSets here = host_instruction_sets();
  const bool is_512 = here.has(InstructionSet::kAvx512f), is_256 = here.has(InstructionSet::kAvx2);
  std::vector<Traffic> all = is_512   ? kinds(read_512, copy_512, triad_512)
                             : is_256 ? kinds(read_256, copy_256, triad_256)
                                      : kinds(read_128, copy_128, triad_128);
  const TrafficCode streaming = is_512 ? streaming_copy_512 : is_256 ? streaming_copy_256 : streaming_copy_128;
  all.push_back({"streaming copy", 2, true, streaming});
  return all;
#else
  return kinds(read_128, copy_128, triad_128);
#endif
}

}  // namespace ireereplay::roof
