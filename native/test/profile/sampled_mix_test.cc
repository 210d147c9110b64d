// Samples by what instructions do and how wide they compute.
#include "profile/report/sampled_mix.h"

#include <gtest/gtest.h>

#include "executable/format.h"
#include "executable/made_code.h"
#include "profile/report/mix_rows.h"

namespace ireereplay::profile {
namespace {

using test::MadeCode;

constexpr SampledKernel kKernel{4, 0}, kOther{4, 1};

/// Where its instructions are.
struct Made {
  MadeCode code;
  uint64_t load = code.here();
  uint64_t scalar = add({0x0F, 0x10, 0x07});        // movups xmm0, [rdi]
  uint64_t vector = add({0xF3, 0x0F, 0x59, 0xC1});  // mulss xmm0, xmm1
  uint64_t integer = add({0x0F, 0x58, 0xC1});       // addps xmm0, xmm1
  uint64_t store = add({0x66, 0x0F, 0xFE, 0xC1});   // paddd xmm0, xmm1
  uint64_t leave = add({0x0F, 0x11, 0x06});         // movups [rsi], xmm0
  CodeListing listing = (code.leave(), code.list());

  uint64_t add(std::initializer_list<uint8_t> instruction) {
    code.add(instruction);
    return code.here();
  }
};

std::map<std::string, uint64_t> samples_of(const SampledMix& mix, const SampledKernel& kernel) {
  std::map<std::string, uint64_t> samples;
  for (const SampledGroup& group : mix.groups) {
    const auto found = group.kernels.find(kernel);
    samples[std::string(group.name)] = found == group.kernels.end() ? 0 : found->second.samples;
  }
  return samples;
}

TEST(SampledMix, HasEachSampleAtWhatItsInstructionDoesByKernel) {
  const Made made;
  MixSamples samples(made.listing);
  samples.add(made.load, kKernel, {30, 30});
  samples.add(made.scalar, kKernel, {5, 5});
  // Within the instruction.
  samples.add(made.vector + 1, kKernel, {20, 20});
  samples.add(made.integer, kOther, {7, 7});
  samples.add(made.load - 1, kKernel, {100, 100});
  samples.add(made.leave + 1, kKernel, {100, 100});
  const SampledMix mix = samples.take();
  using Samples = std::map<std::string, uint64_t>;
  EXPECT_EQ(samples_of(mix, kKernel),
            (Samples{{"float", 25}, {"integer", 0}, {"load", 30}, {"return", 0}, {"store", 0}}));
  EXPECT_EQ(samples_of(mix, kOther), (Samples{{"float", 0}, {"integer", 7}, {"load", 0}, {"return", 0}, {"store", 0}}));
  EXPECT_EQ(mix.groups[0].instructions, 2u);
  EXPECT_EQ(mix.uncounted, 0u);
}

TEST(SampledMix, TellsSinglesFromVectorsByTheirWidth) {
  const Made made;
  MixSamples samples(made.listing);
  samples.add(made.scalar, kKernel, {5, 5});
  samples.add(made.vector, kKernel, {20, 20});
  samples.add(made.integer, kOther, {7, 7});
  const SampledMix mix = samples.take();
  ASSERT_EQ(mix.widths.size(), 3u);
  EXPECT_TRUE(mix.widths[0].use.is_scalar);
  EXPECT_EQ(mix.widths[0].use.bits, 32);
  EXPECT_EQ(mix.widths[0].kernels.at(kKernel).samples, 5u);
  for (size_t i = 1; i < 3; ++i) {
    EXPECT_FALSE(mix.widths[i].use.is_scalar);
    EXPECT_EQ(mix.widths[i].use.bits, 128);
    EXPECT_EQ(mix.widths[i].use.instructions, 1u);
  }
  EXPECT_EQ(mix.widths[1].kernels.at(kOther).samples, 7u);
  EXPECT_EQ(mix.widths[2].kernels.at(kKernel).samples, 20u);
  const WidestVectors here = widest_vectors(host_instruction_sets(), ElementKind::kFloat);
  EXPECT_EQ(mix.widths[2].available.bits, host_architecture() == "x86_64" ? here.bits : 0);
}

TEST(SampledMix, SaysNothingOfThisProcessorAboutCodeOfAnother) {
  Made made;
  made.listing.architecture = "another";
  for (const SampledWidth& width : MixSamples(made.listing).take().widths) EXPECT_EQ(width.available.bits, 0);
}

TEST(SampledMix, IsToldInSharesOfTheFunctionAndOfWhatComputes) {
  Made made;
  made.listing.architecture = "another";
  MixSamples samples(made.listing);
  samples.add(made.load, kKernel, {75, 75});
  samples.add(made.scalar, kKernel, {5, 5});
  samples.add(made.vector, kKernel, {20, 20});
  const SampledMix mix = samples.take();
  // Five samples could be chance.
  EXPECT_EQ(mix_text(mix, {100, 100}),
            "75.0 % [65.7, 82.5] load, 25.0 % [17.5, 34.3] float; of the instructions that compute on elements, 80.0 % "
            "[60.9, 91.1] on vectors of 128 bits");
  Text text;
  JsonWriter json(text);
  json.begin_object();
  append_mix(mix, kKernel, {100, 100}, json);
  json.end_object();
  EXPECT_NE(text.view().find(R"({"group":"float","instructions":2,"samples":25,"taken":25,"share":0.25)"),
            std::string_view::npos)
      << text.view();
  EXPECT_NE(text.view().find(R"("bits":128,"instructions":1,"samples":20,"taken":20,"share":0.8)"),
            std::string_view::npos)
      << text.view();
}

TEST(SampledMix, IsNotToldWhereEverythingCouldBeChance) {
  const Made made;
  MixSamples samples(made.listing);
  samples.add(made.load, kKernel, {9, 9});
  EXPECT_EQ(mix_text(samples.take(), {9, 9}), "");
}

TEST(WidestVectors, AreThoseForAllElementsOfAKind) {
  using enum InstructionSet;
  EXPECT_EQ(widest_vectors({}, ElementKind::kFloat).bits, 128);
  EXPECT_EQ(widest_vectors({kAvx}, ElementKind::kFloat).name, "AVX");
  EXPECT_EQ(widest_vectors({kAvx}, ElementKind::kInteger).bits, 128);
  EXPECT_EQ(widest_vectors({kAvx, kAvx2, kAvx512f}, ElementKind::kFloat).bits, 512);
  EXPECT_EQ(widest_vectors({kAvx, kAvx2, kAvx512f}, ElementKind::kInteger).name, "AVX2");
}

}  // namespace
}  // namespace ireereplay::profile
