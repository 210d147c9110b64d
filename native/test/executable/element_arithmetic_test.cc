#include "executable/element_arithmetic.h"

#include <gtest/gtest.h>

namespace ireereplay {
namespace {

Instruction decoded(std::initializer_list<uint8_t> bytes) {
  const std::vector<uint8_t> code = bytes;
  const Instruction instruction = InstructionDecoder().decode(code, 0);
  EXPECT_EQ(instruction.length, code.size()) << instruction.mnemonic;
  return instruction;
}

/// "float 32 of 256: 16", "float 32: 2"; empty for what computes on no elements.
std::string described(std::initializer_list<uint8_t> bytes) {
  const auto found = element_arithmetic(decoded(bytes));
  if (!found) return {};
  return std::string(found->element == ElementKind::kFloat ? "float " : "integer ") +
         std::to_string(found->element_bits) +
         (found->is_scalar ? std::string() : " of " + std::to_string(found->bits)) + ": " +
         std::to_string(found->operations);
}

TEST(ElementArithmetic, CountsOperationsOfFloatingPoint) {
  EXPECT_EQ(described({0xF3, 0x0F, 0x58, 0xC1}), "float 32: 1");                      // addss xmm0, xmm1
  EXPECT_EQ(described({0xC5, 0xFA, 0x58, 0xC1}), "float 32: 1");                      // vaddss xmm0, xmm0, xmm1
  EXPECT_EQ(described({0xC5, 0xFB, 0x59, 0x07}), "float 64: 1");                      // vmulsd xmm0, xmm0, [rdi]
  EXPECT_EQ(described({0x0F, 0x59, 0xC1}), "float 32 of 128: 4");                     // mulps xmm0, xmm1
  EXPECT_EQ(described({0xC5, 0xFD, 0x58, 0xC1}), "float 64 of 256: 4");               // vaddpd ymm0, ymm0, ymm1
  EXPECT_EQ(described({0xC4, 0xE2, 0x75, 0xB8, 0xC2}), "float 32 of 256: 16");        // vfmadd231ps ymm0, ymm1, ymm2
  EXPECT_EQ(described({0xC4, 0xE2, 0x71, 0xB9, 0xC2}), "float 32: 2");                // vfmadd231ss xmm0, xmm1, xmm2
  EXPECT_EQ(described({0x62, 0xF2, 0x75, 0x48, 0xB8, 0xC2}), "float 32 of 512: 32");  // vfmadd231ps zmm0, zmm1, zmm2
  EXPECT_EQ(described({0x62, 0xF1, 0x74, 0x58, 0x58, 0x07}), "float 32 of 512: 16");  // vaddps zmm0, zmm1, [rdi]{1to16}
  EXPECT_EQ(described({0x62, 0xF2, 0x76, 0x48, 0x52, 0xC2}), "float 32 of 512: 64");  // vdpbf16ps zmm0, zmm1, zmm2
  EXPECT_EQ(described({0xF3, 0x0F, 0x51, 0xC1}), "float 32: 1");                      // sqrtss xmm0, xmm1
}

TEST(ElementArithmetic, CountsOperationsOfIntegers) {
  EXPECT_EQ(described({0x66, 0x0F, 0xFE, 0xC1}), "integer 32 of 128: 4");                // paddd xmm0, xmm1
  EXPECT_EQ(described({0xC5, 0xFD, 0xFC, 0xC1}), "integer 8 of 256: 32");                // vpaddb ymm0, ymm0, ymm1
  EXPECT_EQ(described({0xC5, 0xFD, 0xF5, 0xC1}), "integer 32 of 256: 24");               // vpmaddwd ymm0, ymm0, ymm1
  EXPECT_EQ(described({0xC4, 0xE2, 0x7D, 0x04, 0xC1}), "integer 16 of 256: 48");         // vpmaddubsw ymm0, ymm0, ymm1
  EXPECT_EQ(described({0x66, 0x0F, 0xF4, 0xC1}), "integer 64 of 128: 2");                // pmuludq xmm0, xmm1
  EXPECT_EQ(described({0x62, 0xF2, 0x75, 0x48, 0x50, 0xC2}), "integer 32 of 512: 128");  // vpdpbusd zmm0, zmm1, zmm2
  EXPECT_EQ(described({0x66, 0x0F, 0x38, 0x1E, 0xC1}), "integer 32 of 128: 4");          // pabsd xmm0, xmm1
}

TEST(ElementArithmetic, DoesNotCountOthers) {
  EXPECT_EQ(described({0x0F, 0x57, 0xC0}), "");              // xorps xmm0, xmm0
  EXPECT_EQ(described({0x66, 0x0F, 0xEF, 0xC0}), "");        // pxor xmm0, xmm0
  EXPECT_EQ(described({0x0F, 0x2E, 0xC1}), "");              // ucomiss xmm0, xmm1
  EXPECT_EQ(described({0xF3, 0x48, 0x0F, 0x2A, 0xC0}), "");  // cvtsi2ss xmm0, rax
  EXPECT_EQ(described({0x0F, 0x5B, 0xC1}), "");              // cvtdq2ps xmm0, xmm1
  EXPECT_EQ(described({0xF3, 0x0F, 0x10, 0x07}), "");        // movss xmm0, [rdi]
  EXPECT_EQ(described({0x01, 0xC8}), "");                    // add eax, ecx
  EXPECT_EQ(described({0x66, 0x0F, 0x72, 0xF0, 0x04}), "");  // pslld xmm0, 4
}

TEST(ElementArithmetic, SaysWhatItCannotCount) {
  EXPECT_TRUE(is_uncounted_arithmetic(decoded({0xD8, 0xC1})));                    // fadd st0, st1
  EXPECT_TRUE(is_uncounted_arithmetic(decoded({0x66, 0x0F, 0x38, 0xDC, 0xC1})));  // aesenc xmm0, xmm1
  EXPECT_TRUE(is_uncounted_arithmetic(decoded({0xC4, 0xE2, 0x6A, 0x5C, 0xC1})));  // tdpbf16ps tmm0, tmm1, tmm2
  EXPECT_TRUE(is_uncounted_arithmetic(decoded({0x66, 0x0F, 0xF6, 0xC1})));        // psadbw xmm0, xmm1
  EXPECT_FALSE(is_uncounted_arithmetic(decoded({0x0F, 0x58, 0xC1})));             // addps xmm0, xmm1
  EXPECT_FALSE(is_uncounted_arithmetic(decoded({0xF3, 0x0F, 0xB8, 0xC1})));       // popcnt eax, ecx
  EXPECT_FALSE(is_uncounted_arithmetic(decoded({0x48, 0xFF, 0xC0})));             // inc rax
}

TEST(Instruction, TellsGeneralRegistersApart) {
  const Instruction load = decoded({0x8B, 0x04, 0x8F});  // mov eax, [rdi+rcx*4]
  EXPECT_EQ(load.writes, 1u << 0);
  EXPECT_EQ(load.reads, 0u);
  EXPECT_EQ(load.addresses, 1u << 7 | 1u << 1);
  EXPECT_FALSE(load.has_hidden_memory);
  const Instruction parts = decoded({0x00, 0xE5});  // add ch, ah
  EXPECT_EQ(parts.reads, 1u << 0 | 1u << 1);
  EXPECT_EQ(parts.writes, 1u << 1);
  EXPECT_EQ(decoded({0x4D, 0x01, 0xF8}).writes, 1u << 8);  // add r8, r15
  EXPECT_EQ(decoded({0x4D, 0x01, 0xF8}).reads, 1u << 8 | 1u << 15);
  EXPECT_EQ(decoded({0x48, 0x8D, 0x04, 0x0F}).addresses, 1u << 7 | 1u << 1);        // lea rax, [rdi+rcx]
  EXPECT_TRUE(decoded({0x50}).has_hidden_memory);                                   // push rax
  EXPECT_TRUE(decoded({0xF3, 0xA4}).has_hidden_memory);                             // rep movsb
  EXPECT_EQ(decoded({0xF3, 0x0F, 0xB8, 0xC1}).kind, InstructionKind::kArithmetic);  // popcnt eax, ecx
}

TEST(Instruction, SaysWhetherItIsMasked) {
  EXPECT_TRUE(decoded({0x62, 0xF1, 0x74, 0x49, 0x58, 0xC2}).is_masked);   // vaddps zmm0{k1}, zmm1, zmm2
  EXPECT_TRUE(decoded({0x62, 0xF1, 0x74, 0xC9, 0x58, 0xC2}).is_masked);   // vaddps zmm0{k1}{z}, zmm1, zmm2
  EXPECT_FALSE(decoded({0x62, 0xF1, 0x74, 0x48, 0x58, 0xC2}).is_masked);  // vaddps zmm0, zmm1, zmm2
  EXPECT_FALSE(decoded({0x0F, 0x58, 0xC1}).is_masked);                    // addps xmm0, xmm1
}

TEST(Instruction, TellsScalarsOfAvxFromVectors) {
  for (const Instruction& scalar : {decoded({0xC5, 0xFA, 0x58, 0xC1}), decoded({0xC4, 0xE2, 0x71, 0xB9, 0xC2}),
                                    decoded({0xC5, 0xFA, 0x10, 0x07}), decoded({0xF3, 0x0F, 0x58, 0xC1})}) {
    EXPECT_EQ(scalar.lanes, 1) << scalar.mnemonic;
    EXPECT_EQ(scalar.vector_bits, 32) << scalar.mnemonic;
  }
}

}  // namespace
}  // namespace ireereplay
