#include "executable/embedded_sources.h"

#include <gtest/gtest.h>

#include <random>
#include <string_view>
#include <unordered_map>

#include "damaged_elf.h"
#include "executable/elf_plan.h"
#include "replays.h"
#include "thread_time.h"

namespace ireereplay {
namespace {

std::string_view text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

TEST(EmbeddedSources, AreTheStagesThatTheCompilerEmbedded) {
  const std::vector<uint8_t> elf = replay::read_all(replay::fixture("models/mm256/kernels/captured.so"));
  const std::vector<EmbeddedSource> sources = embedded_sources(elf);
  ASSERT_EQ(sources.size(), 3u);
  constexpr const char* kStages[] = {"0.source", "1.configured", "2.translated"};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(sources[i].path, std::string("module_matmul_dispatch_0_embedded_elf_x86_64.") + kStages[i] + ".mlir");
    EXPECT_TRUE(text(sources[i].content).starts_with("hal.executable public @matmul_dispatch_0 {")) << i;
  }
  // The second stage refers to the first by its size.
  EXPECT_EQ(sources[0].content.size(), 4113u);
  EXPECT_NE(text(sources[2].content).find("%c16 = arith.constant 16 : index"), std::string_view::npos);
}

TEST(EmbeddedSources, AreEmptyWhereTheCompilerEmbeddedNone) {
  for (const char* name : {"models/mm256/kernels/tile.so", "models/mm256/kernels/system.so",
                           "executables/matmul.arm_64.so", "kernels/elementwise_mul.so", "weights.bin"}) {
    EXPECT_TRUE(embedded_sources(replay::read_all(replay::fixture(name))).empty()) << name;
  }
  EXPECT_TRUE(embedded_sources({}).empty());
}

TEST(EmbeddedSources, SurviveAnyBytes) {
  const std::vector<uint8_t> original = replay::read_all(replay::fixture("models/mm256/kernels/captured.so"));
  std::mt19937 random(1);
  size_t found = 0;
  for (int round = 0; round < 500; ++round) {
    std::vector<uint8_t> changed = original;
    // Headers and relocations are in the first 2 KiB, the table after 0xEEA0.
    for (int change = 0; change < 3; ++change) {
      const size_t at = random() % 2 == 0 ? random() % 0x500 : 0xEEA0 + random() % 0x190;
      changed[at] = static_cast<uint8_t>(random());
    }
    if (round % 4 == 0) changed.resize(random() % changed.size());
    for (const EmbeddedSource& source : embedded_sources(changed)) found += text(source.content).size();
  }
  EXPECT_GT(found, 0u);
}

// Relocations are looked up by address: these are multiples of the bucket count for this many, so with a hash that is
// the address itself, each would be compared with all before it.
TEST(EmbeddedSources, AreFoundInTimeLinearInTheRelocations) {
  constexpr uint64_t kCount = 40000;
  std::unordered_map<uint64_t, uint64_t> probe;
  for (uint64_t i = 0; i < kCount; ++i) probe.emplace(i, i);
  const std::vector<uint8_t> usual = with_many_initializers(kCount, 0, 8),
                             colliding = with_many_initializers(kCount, 0, probe.bucket_count());
  ASSERT_EQ(plan_elf(colliding, EM_X86_64)->relocations.size(), kCount);
  const auto seconds = [](Bytes file) {
    return test::thread_seconds([&] { EXPECT_TRUE(embedded_sources(file).empty()); });
  };
  EXPECT_LT(seconds(colliding), 5 * seconds(usual));
}

}  // namespace
}  // namespace ireereplay
