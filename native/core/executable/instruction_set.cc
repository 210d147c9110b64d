#include "executable/instruction_set.h"

#include <Zydis/MetaInfo.h>

#include <array>
#include <string_view>
#include <vector>

#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "executable/code_sweep.h"

namespace ireereplay {

namespace {

// What the operating system must save for an extension's registers, as XCR0 bits.
constexpr uint64_t kNone = 0, kYmm = 0x6, kZmm = 0xE6, kTiles = 0x60000;

enum class Register : uint8_t { kEax, kEbx, kEcx, kEdx };

struct Extension {
  InstructionSet set;
  std::string_view name;
  /// Zydis' name for its instructions; for AVX-512 without the width suffix.
  std::string_view isa_set;
  /// Where CPUID reports it (Intel SDM volume 2, CPUID; AMD APM volume 3, appendix E).
  uint32_t leaf, subleaf;
  Register reg;
  uint8_t bit;
  uint64_t state;
};

using enum InstructionSet;
constexpr uint32_t kAmd = 0x80000001;
constexpr Extension kExtensions[] = {
    {kSse3, "SSE3", "SSE3", 1, 0, Register::kEcx, 0, kNone},
    {kSsse3, "SSSE3", "SSSE3", 1, 0, Register::kEcx, 9, kNone},
    {kSse41, "SSE4.1", "SSE4", 1, 0, Register::kEcx, 19, kNone},
    {kSse42, "SSE4.2", "SSE42", 1, 0, Register::kEcx, 20, kNone},
    {kSse4a, "SSE4a", "SSE4A", kAmd, 0, Register::kEcx, 6, kNone},
    {kPopcnt, "POPCNT", "POPCNT", 1, 0, Register::kEcx, 23, kNone},
    {kMovbe, "MOVBE", "MOVBE", 1, 0, Register::kEcx, 22, kNone},
    {kLzcnt, "LZCNT", "LZCNT", kAmd, 0, Register::kEcx, 5, kNone},
    {kBmi1, "BMI1", "BMI1", 7, 0, Register::kEbx, 3, kNone},
    {kBmi2, "BMI2", "BMI2", 7, 0, Register::kEbx, 8, kNone},
    {kAdx, "ADX", "ADOX_ADCX", 7, 0, Register::kEbx, 19, kNone},
    {kTbm, "TBM", "TBM", kAmd, 0, Register::kEcx, 21, kNone},
    {kAes, "AES", "AES", 1, 0, Register::kEcx, 25, kNone},
    {kPclmulqdq, "PCLMULQDQ", "PCLMULQDQ", 1, 0, Register::kEcx, 1, kNone},
    {kSha, "SHA", "SHA", 7, 0, Register::kEbx, 29, kNone},
    {kGfni, "GFNI", "GFNI", 7, 0, Register::kEcx, 8, kNone},
    {kAvx, "AVX", "AVX", 1, 0, Register::kEcx, 28, kYmm},
    {kF16c, "F16C", "F16C", 1, 0, Register::kEcx, 29, kYmm},
    {kFma, "FMA", "FMA", 1, 0, Register::kEcx, 12, kYmm},
    {kFma4, "FMA4", "FMA4", kAmd, 0, Register::kEcx, 16, kYmm},
    {kXop, "XOP", "XOP", kAmd, 0, Register::kEcx, 11, kYmm},
    {kAvx2, "AVX2", "AVX2", 7, 0, Register::kEbx, 5, kYmm},
    {kAvxVnni, "AVX-VNNI", "AVX_VNNI", 7, 1, Register::kEax, 4, kYmm},
    {kVaes, "VAES", "VAES", 7, 0, Register::kEcx, 9, kYmm},
    {kVpclmulqdq, "VPCLMULQDQ", "VPCLMULQDQ", 7, 0, Register::kEcx, 10, kYmm},
    {kAvx512f, "AVX-512", "AVX512F", 7, 0, Register::kEbx, 16, kZmm},
    {kAvx512vl, "AVX-512 VL", "AVX512VL", 7, 0, Register::kEbx, 31, kZmm},
    {kAvx512bw, "AVX-512 BW", "AVX512BW", 7, 0, Register::kEbx, 30, kZmm},
    {kAvx512dq, "AVX-512 DQ", "AVX512DQ", 7, 0, Register::kEbx, 17, kZmm},
    {kAvx512cd, "AVX-512 CD", "AVX512CD", 7, 0, Register::kEbx, 28, kZmm},
    {kAvx512ifma, "AVX-512 IFMA", "AVX512_IFMA", 7, 0, Register::kEbx, 21, kZmm},
    {kAvx512vbmi, "AVX-512 VBMI", "AVX512_VBMI", 7, 0, Register::kEcx, 1, kZmm},
    {kAvx512vbmi2, "AVX-512 VBMI2", "AVX512_VBMI2", 7, 0, Register::kEcx, 6, kZmm},
    {kAvx512vnni, "AVX-512 VNNI", "AVX512_VNNI", 7, 0, Register::kEcx, 11, kZmm},
    {kAvx512bitalg, "AVX-512 BITALG", "AVX512_BITALG", 7, 0, Register::kEcx, 12, kZmm},
    {kAvx512vpopcntdq, "AVX-512 VPOPCNTDQ", "AVX512_VPOPCNTDQ", 7, 0, Register::kEcx, 14, kZmm},
    {kAvx512bf16, "AVX-512 BF16", "AVX512_BF16", 7, 1, Register::kEax, 5, kZmm},
    {kAvx512fp16, "AVX-512 FP16", "AVX512_FP16", 7, 0, Register::kEdx, 23, kZmm},
    {kAmxTile, "AMX", "AMX_TILE", 7, 0, Register::kEdx, 24, kTiles},
    {kAmxInt8, "AMX-INT8", "AMX_INT8", 7, 0, Register::kEdx, 25, kTiles},
    {kAmxBf16, "AMX-BF16", "AMX_BF16", 7, 0, Register::kEdx, 22, kTiles},
};
static_assert(std::size(kExtensions) == static_cast<size_t>(kCount));

bool is_avx512(InstructionSet set) { return set >= kAvx512f && set <= kAvx512fp16; }
bool is_amx(InstructionSet set) { return set >= kAmxTile; }

/// The extensions behind Zydis' name for an instruction set: "AVX512_VNNI_256" needs VNNI, VL and the foundation.
InstructionSets sets_of(std::string_view isa_set) {
  InstructionSets sets;
  if (isa_set == "SSE3X87") return {kSse3};
  if (isa_set == "SSSE3MMX") return {kSsse3};
  if (isa_set == "AVX2GATHER") return {kAvx2};
  if (isa_set == "AVXAES") return {kAvx, kAes};
  if (isa_set == "AVX_GFNI") return {kAvx, kGfni};
  if (isa_set.starts_with("AVX512")) {
    const size_t last = isa_set.rfind('_');
    const std::string_view width = isa_set.substr(last + 1);
    isa_set = isa_set.substr(0, last);
    sets.add(kAvx512f);
    if (width == "128" || width == "256") sets.add(kAvx512vl);
    // These are extensions of their own, which AVX-512 widens.
    for (const std::string_view own : {"GFNI", "VAES", "VPCLMULQDQ"}) {
      if (isa_set.ends_with(own)) isa_set = own;
    }
  }
  for (const Extension& extension : kExtensions) {
    if (extension.isa_set == isa_set) sets.add(extension.set);
  }
  return sets;
}

using SetsByIsaSet = std::array<InstructionSets, ZYDIS_ISA_SET_MAX_VALUE + 1>;

const SetsByIsaSet& sets_by_isa_set() {
  static const SetsByIsaSet all = [] {
    SetsByIsaSet made;
    for (size_t i = 0; i < made.size(); ++i) {
      const char* name = ::ZydisISASetGetString(static_cast<ZydisISASet>(i));
      if (name != nullptr) made[i] = sets_of(name);
    }
    return made;
  }();
  return all;
}

InstructionSets sets_of(const ZydisDecodedInstruction& instruction) {
  // Older processors run it as BSF, and compilers use that where the two agree.
  if (instruction.mnemonic == ZYDIS_MNEMONIC_TZCNT) return {};
  return sets_by_isa_set()[instruction.meta.isa_set];
}

}  // namespace

InstructionSets find_instruction_sets(Bytes code, std::span<const uint64_t> starts) {
  return CodeSweep().sweep<InstructionSets>(
      code, starts, [](const ZydisDecodedInstruction& instruction, uint64_t) { return sets_of(instruction); });
}

InstructionSets first_instruction_sets(Bytes code) {
  ZydisDecodedInstruction instruction;
  return CodeSweep().decode(code, &instruction) ? sets_of(instruction) : InstructionSets();
}

#if defined(__x86_64__)

namespace {

using Registers = std::array<uint32_t, 4>;

/// What CPUID says; zeros where the processor has no such leaf.
Registers cpuid(uint32_t leaf, uint32_t subleaf) {
  Registers registers = {};
  if (__get_cpuid_count(leaf, subleaf, &registers[0], &registers[1], &registers[2], &registers[3]) == 0) return {};
  return registers;
}

/// Of the states of registers, as XCR0 has them, those that this process may use.
uint64_t enabled_states(const Registers& basic) {
  uint64_t enabled = 0;
  if ((basic[2] >> 27 & 1) != 0) {
    uint32_t low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    enabled = uint64_t{high} << 32 | low;
  }
#if defined(SYS_arch_prctl)
  // Linux grants tiles only to processes that have asked (Documentation/arch/x86/xstate.rst).
  constexpr int kGetPermitted = 0x1022;
  uint64_t permitted = 0;
  if (::syscall(SYS_arch_prctl, kGetPermitted, &permitted) != 0 || (permitted & kTiles) != kTiles) enabled &= ~kTiles;
#endif
  return enabled;
}

}  // namespace

InstructionSets host_instruction_sets() {
  // Each leaf is read once: in a virtual machine every CPUID is a call of the hypervisor.
  static const InstructionSets all = [] {
    const Registers basic = cpuid(1, 0), amd = cpuid(kAmd, 0), features = cpuid(7, 0);
    const Registers more = features[0] >= 1 ? cpuid(7, 1) : Registers{};
    const uint64_t enabled = enabled_states(basic);
    InstructionSets sets;
    for (const auto& [set, name, isa_set, leaf, subleaf, reg, bit, state] : kExtensions) {
      const Registers& registers = leaf == 1 ? basic : leaf == kAmd ? amd : subleaf == 0 ? features : more;
      const bool has = (registers[static_cast<size_t>(reg)] >> bit & 1) != 0;
      if (has && (enabled & state) == state) sets.add(set);
    }
    return sets;
  }();
  return all;
}

#else

InstructionSets host_instruction_sets() {
  InstructionSets sets;
  for (const Extension& extension : kExtensions) sets.add(extension.set);
  return sets;
}

#endif

std::string missing_instruction_sets(InstructionSets needed, InstructionSets present) {
  std::string names;
  for (const Extension& extension : kExtensions) {
    const InstructionSet set = extension.set;
    if (!needed.has(set) || present.has(set)) continue;
    // Without the foundation, the rest is missing too.
    if (set != kAvx512f && is_avx512(set) && needed.has(kAvx512f) && !present.has(kAvx512f)) continue;
    if (set != kAmxTile && is_amx(set) && needed.has(kAmxTile) && !present.has(kAmxTile)) continue;
    if (!names.empty()) names += ", ";
    names += extension.name;
  }
  return names;
}

}  // namespace ireereplay
