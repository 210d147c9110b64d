#include "executable/processor.h"

#include <string_view>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace ireereplay {

namespace {

struct Feature {
  uint8_t bit;  ///< In word 0 of the processor data.
  std::string_view name;
  uint8_t source;  ///< Which register or word reports it, as in `Source` below.
  uint8_t source_bit;
};

#if defined(__x86_64__)

// CPUID registers (Intel SDM volume 2, CPUID; AMD APM volume 3, appendix E) that features are read from.
enum Source : uint8_t {
  kLeaf1Ecx,
  kExtended1Ecx,
  kLeaf1EcxYmm,
  kExtended1EcxYmm,
  kLeaf7EbxYmm,
  kLeaf7Ebx,
  kLeaf7Ecx,
  kLeaf7Edx,
  kLeaf7Sub1Eax,
  kLeaf7EdxTile,
  kSourceCount
};

constexpr Feature kFeatures[] = {
    {0, "sse3", kLeaf1Ecx, 0},
    {1, "ssse3", kLeaf1Ecx, 9},
    {2, "sse4.1", kLeaf1Ecx, 19},
    {3, "sse4.2", kLeaf1Ecx, 20},
    {4, "sse4a", kExtended1Ecx, 6},
    {10, "avx", kLeaf1EcxYmm, 28},
    {11, "fma", kLeaf1EcxYmm, 12},
    {12, "fma4", kExtended1EcxYmm, 16},
    {13, "xop", kExtended1EcxYmm, 11},
    {14, "f16c", kLeaf1EcxYmm, 29},
    {15, "avx2", kLeaf7EbxYmm, 5},
    {20, "avx512f", kLeaf7Ebx, 16},
    {21, "avx512cd", kLeaf7Ebx, 28},
    {22, "avx512vl", kLeaf7Ebx, 31},
    {23, "avx512dq", kLeaf7Ebx, 17},
    {24, "avx512bw", kLeaf7Ebx, 30},
    {25, "avx512ifma", kLeaf7Ebx, 21},
    {26, "avx512vbmi", kLeaf7Ecx, 1},
    {27, "avx512vpopcntdq", kLeaf7Ecx, 14},
    {28, "avx512vnni", kLeaf7Ecx, 11},
    {29, "avx512vbmi2", kLeaf7Ecx, 6},
    {30, "avx512bitalg", kLeaf7Ecx, 12},
    {31, "avx512bf16", kLeaf7Sub1Eax, 5},
    {32, "avx512fp16", kLeaf7Edx, 23},
    {50, "amx-tile", kLeaf7EdxTile, 24},
    {51, "amx-int8", kLeaf7EdxTile, 25},
    {52, "amx-bf16", kLeaf7EdxTile, 22},
};

struct Leaf {
  uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

Leaf read_leaf(uint32_t leaf, uint32_t subleaf = 0) {
  Leaf r;
  __cpuid_count(leaf, subleaf, r.eax, r.ebx, r.ecx, r.edx);
  return r;
}

void read_sources(uint32_t (&sources)[kSourceCount]) {
  const uint32_t max_leaf = read_leaf(0).eax, max_extended = read_leaf(0x80000000u).eax;
  const Leaf leaf1 = max_leaf >= 1 ? read_leaf(1) : Leaf();
  const Leaf leaf7 = max_leaf >= 7 ? read_leaf(7) : Leaf();
  const Leaf leaf7_1 = max_leaf >= 7 && leaf7.eax >= 1 ? read_leaf(7, 1) : Leaf();
  const Leaf extended1 = max_extended >= 0x80000001u ? read_leaf(0x80000001u) : Leaf();
  // State components that the system saves, as XGETBV reports: x87, SSE and AVX; opmask and the ZMM halves; AMX tiles.
  uint32_t state = 0, high = 0;
  if ((leaf1.ecx >> 27 & 1) != 0) __asm__("xgetbv" : "=a"(state), "=d"(high) : "c"(0));
  const bool ymm = (state & 0x7) == 0x7, zmm = (state & 0xE7) == 0xE7, tile = (state & 0x60000) == 0x60000;
  sources[kLeaf1Ecx] = leaf1.ecx;
  sources[kExtended1Ecx] = extended1.ecx;
  sources[kLeaf1EcxYmm] = ymm ? leaf1.ecx : 0;
  sources[kExtended1EcxYmm] = ymm ? extended1.ecx : 0;
  sources[kLeaf7EbxYmm] = ymm ? leaf7.ebx : 0;
  sources[kLeaf7Ebx] = zmm ? leaf7.ebx : 0;
  sources[kLeaf7Ecx] = zmm ? leaf7.ecx : 0;
  sources[kLeaf7Edx] = zmm ? leaf7.edx : 0;
  sources[kLeaf7Sub1Eax] = zmm ? leaf7_1.eax : 0;
  sources[kLeaf7EdxTile] = tile ? leaf7.edx : 0;
}

std::string read_name() {
  constexpr uint32_t kFirst = 0x80000002u, kLast = 0x80000004u;
  if (read_leaf(0x80000000u).eax < kLast) return {};
  std::string name;
  for (uint32_t leaf = kFirst; leaf <= kLast; ++leaf) {
    const Leaf r = read_leaf(leaf);
    for (const uint32_t word : {r.eax, r.ebx, r.ecx, r.edx}) {
      for (int shift = 0; shift < 32; shift += 8) name += static_cast<char>(word >> shift & 0xFF);
    }
  }
  name = name.c_str();  // Up to the first zero.
  const size_t begin = name.find_first_not_of(' ');
  return begin == std::string::npos ? std::string() : name.substr(begin, name.find_last_not_of(' ') + 1 - begin);
}

#elif defined(__aarch64__)

// Capability words of Linux (Documentation/arch/arm64/elf_hwcaps.rst).
enum Source : uint8_t { kHwcap, kHwcap2Low, kHwcap2High, kSourceCount };

constexpr Feature kFeatures[] = {
    {0, "fp-armv8", kHwcap, 0},          {1, "lse", kHwcap, 8},
    {10, "fullfp16", kHwcap, 10},        {11, "fp16fml", kHwcap, 23},
    {12, "dotprod", kHwcap, 20},         {13, "i8mm", kHwcap2Low, 13},
    {14, "bf16", kHwcap2Low, 14},        {20, "sve", kHwcap, 22},
    {21, "sve2", kHwcap2Low, 1},         {22, "sve2p1", kHwcap2High, 4},
    {23, "sve2-bitperm", kHwcap2Low, 4}, {24, "f32mm", kHwcap2Low, 10},
    {25, "f64mm", kHwcap2Low, 11},       {30, "sme", kHwcap2Low, 23},
    {31, "sme2", kHwcap2High, 5},        {32, "sme2p1", kHwcap2High, 6},
    {33, "sme-f16f16", kHwcap2High, 10}, {34, "sme-f64f64", kHwcap2Low, 25},
    {35, "sme-i16i64", kHwcap2Low, 24},
};

void read_sources(uint32_t (&sources)[kSourceCount]) {
  sources[kHwcap] = static_cast<uint32_t>(::getauxval(AT_HWCAP));
  sources[kHwcap2Low] = static_cast<uint32_t>(::getauxval(AT_HWCAP2));
  sources[kHwcap2High] = static_cast<uint32_t>(::getauxval(AT_HWCAP2) >> 32);
}

std::string read_name() { return {}; }

#else

constexpr Feature kFeatures[] = {{0, "", 0, 0}};
constexpr int kSourceCount = 1;
void read_sources(uint32_t (&sources)[1]) { sources[0] = 0; }
std::string read_name() { return {}; }

#endif

}  // namespace

std::string processor_name() { return read_name(); }

abi::Processor query_processor() {
  uint32_t sources[kSourceCount] = {};
  read_sources(sources);
  abi::Processor processor = {};
  for (const Feature& feature : kFeatures) {
    if ((sources[feature.source] >> feature.source_bit & 1) != 0) processor.data[0] |= 1ull << feature.bit;
  }
  return processor;
}

std::string processor_feature_names(const abi::Processor& processor) {
  std::string names;
  for (const Feature& feature : kFeatures) {
    if ((processor.data[0] >> feature.bit & 1) == 0) continue;
    if (!names.empty()) names += ',';
    names += feature.name;
  }
  return names;
}

}  // namespace ireereplay
