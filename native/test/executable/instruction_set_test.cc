#include "executable/instruction_set.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <tuple>

#include "executable/executable.h"
#include "replays.h"

namespace ireereplay {
namespace {

InstructionSets of(std::vector<uint8_t> code) { return find_instruction_sets(code); }

// The bytes are written by hand from the manuals; instruction_set_compiled_test.cc gives an independent view.
TEST(InstructionSets, AreFoundForEachInstruction) {
  using enum InstructionSet;
  const std::vector<std::tuple<const char*, std::vector<uint8_t>, InstructionSets>> cases = {
      {"addps xmm0,xmm1", {0x0F, 0x58, 0xC1}, {}},
      {"haddps xmm0,xmm1", {0xF2, 0x0F, 0x7C, 0xC1}, {kSse3}},
      {"pshufb xmm0,xmm1", {0x66, 0x0F, 0x38, 0x00, 0xC1}, {kSsse3}},
      {"pmulld xmm0,xmm1", {0x66, 0x0F, 0x38, 0x40, 0xC1}, {kSse41}},
      {"pcmpgtq xmm0,xmm1", {0x66, 0x0F, 0x38, 0x37, 0xC1}, {kSse42}},
      {"popcnt eax,ecx", {0xF3, 0x0F, 0xB8, 0xC1}, {kPopcnt}},
      {"lzcnt eax,ecx", {0xF3, 0x0F, 0xBD, 0xC1}, {kLzcnt}},
      {"tzcnt eax,ecx", {0xF3, 0x0F, 0xBC, 0xC1}, {}},
      {"andn eax,ecx,edx", {0xC4, 0xE2, 0x70, 0xF2, 0xC2}, {kBmi1}},
      {"shrx rax,rax,rcx", {0xC4, 0xE2, 0xF3, 0xF7, 0xC0}, {kBmi2}},
      {"vaddps ymm0,ymm0,ymm1", {0xC5, 0xFC, 0x58, 0xC1}, {kAvx}},
      {"vpaddd ymm0,ymm0,ymm1", {0xC5, 0xFD, 0xFE, 0xC1}, {kAvx2}},
      {"vpaddd xmm0,xmm0,xmm1", {0xC5, 0xF9, 0xFE, 0xC1}, {kAvx}},
      {"vgatherdps ymm0,[rax+ymm1],ymm2", {0xC4, 0xE2, 0x6D, 0x92, 0x04, 0x08}, {kAvx2}},
      {"vcvtph2ps ymm0,xmm1", {0xC4, 0xE2, 0x7D, 0x13, 0xC1}, {kF16c}},
      {"vfmadd231ps ymm0,ymm1,ymm2", {0xC4, 0xE2, 0x75, 0xB8, 0xC2}, {kFma}},
      {"{vex} vpdpbusd ymm0,ymm1,ymm2", {0xC4, 0xE2, 0x75, 0x50, 0xC2}, {kAvxVnni}},
      {"vaddps zmm0,zmm1,zmm2", {0x62, 0xF1, 0x74, 0x48, 0x58, 0xC2}, {kAvx512f}},
      {"vaddps ymm16,ymm1,ymm2", {0x62, 0xE1, 0x74, 0x28, 0x58, 0xC2}, {kAvx512f, kAvx512vl}},
      {"vpaddb zmm0,zmm1,zmm2", {0x62, 0xF1, 0x75, 0x48, 0xFC, 0xC2}, {kAvx512f, kAvx512bw}},
      {"vpmullq zmm0,zmm1,zmm2", {0x62, 0xF2, 0xF5, 0x48, 0x40, 0xC2}, {kAvx512f, kAvx512dq}},
      {"vplzcntd zmm0,zmm1", {0x62, 0xF2, 0x7D, 0x48, 0x44, 0xC1}, {kAvx512f, kAvx512cd}},
      {"vpmadd52luq zmm0,zmm1,zmm2", {0x62, 0xF2, 0xF5, 0x48, 0xB4, 0xC2}, {kAvx512f, kAvx512ifma}},
      {"vpermb zmm0,zmm1,zmm2", {0x62, 0xF2, 0x75, 0x48, 0x8D, 0xC2}, {kAvx512f, kAvx512vbmi}},
      {"vpdpbusd zmm0,zmm1,zmm2", {0x62, 0xF2, 0x75, 0x48, 0x50, 0xC2}, {kAvx512f, kAvx512vnni}},
      {"vdpbf16ps zmm0,zmm1,zmm2", {0x62, 0xF2, 0x76, 0x48, 0x52, 0xC2}, {kAvx512f, kAvx512bf16}},
      {"vaddph zmm0,zmm1,zmm2", {0x62, 0xF5, 0x74, 0x48, 0x58, 0xC2}, {kAvx512f, kAvx512fp16}},
      {"vpopcntd zmm0,zmm1", {0x62, 0xF2, 0x7D, 0x48, 0x55, 0xC1}, {kAvx512f, kAvx512vpopcntdq}},
      {"tdpbf16ps tmm0,tmm1,tmm2", {0xC4, 0xE2, 0x6A, 0x5C, 0xC1}, {kAmxBf16}},
      {"tilezero tmm0", {0xC4, 0xE2, 0x7B, 0x49, 0xC0}, {kAmxTile}},
  };
  for (const auto& [name, code, sets] : cases) {
    EXPECT_EQ(missing_instruction_sets(of(code), {}), missing_instruction_sets(sets, {})) << name;
    EXPECT_TRUE(of(code) == sets) << name;
    EXPECT_TRUE(first_instruction_sets(code) == sets) << name;
  }
}

TEST(InstructionSets, AreNotReadFromOperands) {
  // mov rax, 0x62C5C4C5C462C5C4; mov [rsp+rcx*4-0x3B9D], 0xC4C56262; lea rdx,[rip-0x3B3A9D]; ret
  EXPECT_TRUE(of({0x48, 0xB8, 0xC4, 0xC5, 0x62, 0xC4, 0xC5, 0xC4, 0xC5, 0x62, 0xC7, 0x84, 0x8C, 0x63, 0xC4,
                  0xFF, 0xFF, 0x62, 0x62, 0xC5, 0xC4, 0x48, 0x8D, 0x15, 0x63, 0xC5, 0xC4, 0xFF, 0xC3}) ==
              InstructionSets());
}

TEST(InstructionSets, AreNotInventedFromData) {
  const std::vector<uint8_t> avx512 = {0x62, 0xF1, 0x74, 0x48, 0x58, 0xC2};
  std::vector<uint8_t> code = {0x06};  // Begins no instruction.
  code.insert(code.end(), avx512.begin(), avx512.end());
  EXPECT_TRUE(of(code) == InstructionSets());
  EXPECT_TRUE(of({0x62}) == InstructionSets()) << "an instruction that does not end";
  code = {0xC3};  // ret; then an apparent instruction, and a byte that is none.
  code.insert(code.end(), avx512.begin(), avx512.end());
  EXPECT_TRUE(of(code) == InstructionSets{InstructionSet::kAvx512f}) << "code after a return";
  code.push_back(0x06);
  EXPECT_TRUE(of(code) == InstructionSets()) << "data after a return";
}

TEST(InstructionSets, AreFoundAfterData) {
  const std::vector<uint8_t> avx = {0xC5, 0xFC, 0x58, 0xC1};
  // ret; data; a function.
  std::vector<uint8_t> code = {0xC3, 0x06, 0x06, 0x06};
  code.insert(code.end(), avx.begin(), avx.end());
  EXPECT_TRUE(of(code) == InstructionSets());
  EXPECT_TRUE(find_instruction_sets(code, std::vector<uint64_t>{4}) == InstructionSets{InstructionSet::kAvx});
  // jmp over the data.
  code = {0xEB, 0x03, 0x06, 0x06, 0x06};
  code.insert(code.end(), avx.begin(), avx.end());
  EXPECT_TRUE(of(code) == InstructionSets{InstructionSet::kAvx});
}

// A kernel compiled for generic x86-64 runs anywhere; one for a newer processor gets a message naming what is lacking.
TEST(InstructionSets, AreNamedWhereTheProcessorLacksThem) {
  using enum InstructionSet;
  const InstructionSets nothing;
  for (const char* capture : {"small.ireereplay", "models/mm256/mm256.sync.ireereplay",
                              "models/block/block.sync.ireereplay", "models/mixed/mixed.task.ireereplay"}) {
    EXPECT_EQ(missing_instruction_sets(replay::captured_executable(replay::fixture(capture)), nothing), "") << capture;
  }
  // small's first kernel, replaced: vfmadd231ps zmm0,zmm1,zmm2 and vpdpbusd zmm0,zmm1,zmm2.
  const std::vector<uint8_t> wide = replay::with_kernel({0x62, 0xF2, 0x75, 0x48, 0xB8, 0xC2, 0xC3});
  EXPECT_EQ(missing_instruction_sets(wide, nothing), "AVX-512");
  const std::vector<uint8_t> vnni = replay::with_kernel({0x62, 0xF2, 0x75, 0x48, 0x50, 0xC2, 0xC3});
  EXPECT_EQ(missing_instruction_sets(vnni, nothing), "AVX-512");
  EXPECT_EQ(missing_instruction_sets(vnni, {kAvx512f, kAvx512vl}), "AVX-512 VNNI");
  EXPECT_EQ(missing_instruction_sets(vnni, {kAvx512f, kAvx512vnni}), "");
  // vaddps ymm0,ymm0,ymm1; vfmadd231ps ymm0,ymm1,ymm2; vpaddd ymm0,ymm0,ymm1.
  const std::vector<uint8_t> narrow =
      replay::with_kernel({0xC5, 0xFC, 0x58, 0xC1, 0xC4, 0xE2, 0x75, 0xB8, 0xC2, 0xC5, 0xFD, 0xFE, 0xC1, 0xC3});
  EXPECT_EQ(missing_instruction_sets(narrow, nothing), "AVX, FMA, AVX2");
  EXPECT_EQ(missing_instruction_sets(narrow, {kAvx, kFma}), "AVX2");
  EXPECT_EQ(missing_instruction_sets(narrow, {kAvx, kFma, kAvx2}), "");
  EXPECT_EQ(missing_instruction_set_at(narrow, 0x1024, nothing), "FMA");
  EXPECT_EQ(missing_instruction_set_at(narrow, 0x1, nothing), "");
}

// Sixty thousand segments may all be the same megabytes of code: each byte is read once.
TEST(InstructionSets, ReadOverlappingSegmentsOnce) {
  constexpr uint16_t kSegments = 60000;
  std::vector<uint8_t> file(sizeof(Elf64_Ehdr) + kSegments * sizeof(Elf64_Phdr) + (1 << 20), 0x90);  // nop
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_machine = EM_X86_64;
  header.e_phoff = sizeof(header);
  header.e_phnum = kSegments;
  std::memcpy(file.data(), &header, sizeof(header));
  for (uint64_t i = 0; i < kSegments; ++i) {
    const uint64_t begin = sizeof(header) + kSegments * sizeof(Elf64_Phdr);
    const Elf64_Phdr segment = {PT_LOAD, PF_X, begin, begin, begin, file.size() - begin, file.size() - begin, 1};
    std::memcpy(file.data() + sizeof(header) + i * sizeof(segment), &segment, sizeof(segment));
  }
  EXPECT_EQ(missing_instruction_sets(file, {}), "");
}

}  // namespace
}  // namespace ireereplay
