#include "executable/instruction_set.h"

#include <gtest/gtest.h>

#include "executable/executable.h"
#include "replay/fixtures.h"

namespace ireereplay {
namespace {

InstructionSets of(std::vector<uint8_t> code) { return find_instruction_sets(code); }

TEST(InstructionSets, AreToldByTheEncoding) {
  EXPECT_FALSE(of({0x0F, 0x58, 0xC1, 0xC3}).avx) << "addps xmm0,xmm1; ret";
  EXPECT_TRUE(of({0xC3, 0xC5, 0xFC, 0x58, 0xC1}).avx) << "ret; vaddps ymm0,ymm0,ymm1";
  EXPECT_TRUE(of({0xC4, 0xE2, 0x75, 0xB8, 0xC2}).fma) << "vfmadd231ps ymm0,ymm1,ymm2";
  EXPECT_TRUE(of({0xC4, 0xE2, 0xF3, 0xF7, 0xC0}).bmi) << "shrx rax,rax,rcx";
  EXPECT_FALSE(of({0xC4, 0xE2, 0xF3, 0xF7, 0xC0}).avx);
  EXPECT_TRUE(of({0x62, 0xF1, 0x74, 0x48, 0x58, 0xC2}).avx512) << "vaddps zmm0,zmm1,zmm2";
}

TEST(InstructionSets, AreNotReadFromOperands) {
  // mov rax, 0x62C5C4C5C462C5C4; mov [rsp+rcx*4-0x3B9D], 0xC4C56262; lea rdx,[rip-0x3B3A9D]; ret
  const InstructionSets sets =
      of({0x48, 0xB8, 0xC4, 0xC5, 0x62, 0xC4, 0xC5, 0xC4, 0xC5, 0x62, 0xC7, 0x84, 0x8C, 0x63, 0xC4,
          0xFF, 0xFF, 0x62, 0x62, 0xC5, 0xC4, 0x48, 0x8D, 0x15, 0x63, 0xC5, 0xC4, 0xFF, 0xC3});
  EXPECT_FALSE(sets.avx || sets.fma || sets.bmi || sets.avx512);
}

TEST(InstructionSets, OfWhatIsNoCodeAreNone) {
  const InstructionSets sets = of({0x06, 0x62, 0xF1, 0x74, 0x48, 0x58, 0xC2});
  EXPECT_FALSE(sets.avx512) << "what follows a byte that no instruction begins with";
  EXPECT_FALSE(of({0x62}).avx512) << "an instruction that does not end";
}

// A kernel compiled for generic x86-64 runs anywhere; the sentence names what one for a newer processor would lack.
TEST(InstructionSets, AreNamedWhereTheProcessorLacksThem) {
  const InstructionSets nothing;
  for (const char* capture : {"small.ireereplay", "models/mm256/mm256.sync.ireereplay",
                              "models/block/block.sync.ireereplay", "models/mixed/mixed.task.ireereplay"}) {
    EXPECT_EQ(missing_instruction_sets(replay::captured_executable(replay::fixture(capture)), nothing), "") << capture;
  }
  // The first kernel of small, replaced: vfmadd231ps zmm0,zmm1,zmm2 is AVX-512; vfmadd231ps ymm0,ymm1,ymm2 is FMA.
  EXPECT_EQ(missing_instruction_sets(replay::with_kernel({0x62, 0xF2, 0x75, 0x48, 0xB8, 0xC2, 0xC3}), nothing),
            "AVX-512");
  const std::vector<uint8_t> fma = replay::with_kernel({0xC4, 0xE2, 0x75, 0xB8, 0xC2, 0xC3});
  EXPECT_EQ(missing_instruction_sets(fma, nothing), "AVX, FMA");
  EXPECT_EQ(missing_instruction_sets(fma, {.avx = true, .fma = true, .bmi = false, .avx512 = false}), "");
}

}  // namespace
}  // namespace ireereplay
