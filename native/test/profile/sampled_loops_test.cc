// Samples of loops in code that clang compiles.
#include "profile/report/sampled_loops.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "replays.h"

namespace ireereplay::profile {
namespace {

// Lines count from 1, which is empty.
constexpr const char* kSource = R"(
static inline float scaled(float x) {
  return x * 3.0f;
}
static inline float chain(float x, long count) {
  for (long i = 0; i < count; ++i)
    x = scaled(x) + 1.0f;
  return x;
}
float kernel(float* restrict out, const float* restrict a, long rows, long columns) {
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < columns; ++j)
      out[j] += scaled(a[i * columns + j]);
  return chain(out[0], rows) + chain(out[1], columns);
}
)";

std::vector<uint8_t> compile() {
  std::string folder = (std::filesystem::temp_directory_path() / "ireereplay-test-XXXXXX").string();
  EXPECT_NE(::mkdtemp(folder.data()), nullptr);
  std::ofstream(folder + "/kernel.c") << kSource;
  const std::string command = "cd '" + folder +
                              "' && clang --target=x86_64-linux-gnu -O2 -g -ffreestanding -fPIC -fno-vectorize "
                              "-fno-slp-vectorize -fno-unroll-loops -c -o kernel.o kernel.c && clang "
                              "--target=x86_64-linux-gnu -shared -nostdlib -o kernel.so kernel.o";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::vector<uint8_t> elf = replay::read_all(folder + "/kernel.so");
  std::filesystem::remove_all(folder);
  return elf;
}

TEST(SampledLoops, AreWhereTheirSourceHasThemWhateverIsInlined) {
  const std::vector<uint8_t> elf = compile();
  const auto listing = list_code(elf, "kernel", std::atomic<bool>(false));
  ASSERT_TRUE(listing.ok()) << listing.status().to_string();
  LoopSamples samples(*listing);
  std::vector<SampledLoop> loops;
  samples.take(4, &loops);
  ASSERT_EQ(loops.size(), 4u);
  struct Place {
    const char* inlined;
    uint32_t first_line, last_line, depth;
  };
  // What is inlined in a loop counts where it is called; a loop that is inlined itself is where it is written.
  const Place places[] = {{"", 11, 13, 1}, {"", 12, 13, 2}, {"chain", 6, 7, 1}, {"chain", 6, 7, 1}};
  for (size_t i = 0; i < loops.size(); ++i) {
    EXPECT_EQ(loops[i].inlined, places[i].inlined) << i;
    EXPECT_EQ(loops[i].path.substr(loops[i].path.find_last_of('/') + 1), "kernel.c");
    EXPECT_EQ(loops[i].first_line, places[i].first_line) << i;
    EXPECT_EQ(loops[i].last_line, places[i].last_line) << i;
    EXPECT_EQ(loops[i].loop.depth, places[i].depth) << i;
    EXPECT_EQ(loops[i].source_md5.size(), 32u);
    EXPECT_EQ(loops[i].inclusive.samples, 0u);
  }
  EXPECT_EQ(loop_width_words(loops[1].width), "computes on one 32-bit floating-point number at a time");
}

TEST(SampledLoops, HaveTheSamplesOfLoopsInThemAndOfWhatTheyCall) {
  const std::vector<uint8_t> elf = compile();
  const auto listing = list_code(elf, "kernel", std::atomic<bool>(false));
  ASSERT_TRUE(listing.ok()) << listing.status().to_string();
  LoopSamples samples(*listing);
  std::vector<SampledLoop> empty, loops;
  samples.take(4, &empty);
  ASSERT_EQ(empty.size(), 4u);
  const SampledKernel kernel{4, 0}, other{4, 1};
  samples.add(empty[1].loop.header, kernel, {30, 10}, true);
  samples.add(empty[1].loop.header, other, {5, 5}, false);
  samples.add(empty[2].loop.header, kernel, {7, 7}, true);
  samples.add(listing->function.address, kernel, {100, 100}, true);
  samples.add(listing->function.address + listing->function.size, kernel, {100, 100}, true);
  samples.take(4, &loops);
  EXPECT_EQ(loops[0].own.samples, 0u);
  EXPECT_EQ(loops[0].inclusive.samples, 35u);
  EXPECT_EQ(loops[1].own.samples, 30u);
  EXPECT_EQ(loops[1].inclusive.samples, 35u);
  EXPECT_EQ(loops[1].inclusive.taken, 15u);
  EXPECT_EQ(loops[1].kernels.at(kernel).samples, 30u);
  EXPECT_EQ(loops[1].kernels.at(other).samples, 5u);
  EXPECT_EQ(loops[2].inclusive.samples, 7u);
  EXPECT_EQ(loops[3].inclusive.samples, 0u);
}

TEST(LoopWidths, AreSaidInWords) {
  EXPECT_EQ(loop_width_words({}), "");
  EXPECT_EQ(loop_width_words({ElementKind::kFloat, false, 32, 256}),
            "computes on 8 32-bit floating-point numbers at a time (vectors of 256 bits)");
  EXPECT_EQ(loop_width_words({ElementKind::kInteger, false, 0, 128}), "computes on vectors of 128 bits of integers");
  EXPECT_EQ(loop_width_words({ElementKind::kFloat, true, 64, 64}),
            "computes on one 64-bit floating-point number at a time");
}

}  // namespace
}  // namespace ireereplay::profile
