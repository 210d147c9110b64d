#include "composing/candidate.h"

#include <gtest/gtest.h>

#include "../replays.h"
#include "cancellation.h"
#include "executable/gpu_executable.h"

namespace ireereplay::composing {
namespace {

using test::fixture;
using test::TemporaryFile;

const char* const kProduct = "models/mm256/mm256-vulkan.ireereplay";

Result<Candidate> candidate_of(const std::string& capture, uint64_t executable, const std::vector<uint8_t>& bytes,
                               const std::string& format = "") {
  const TemporaryFile file(bytes);
  return read_candidate(fixture(capture), executable, file.path(), format, kNotCancelled);
}

/// Why it does not fit.
std::string misfit_of(const std::string& capture, uint64_t executable, const std::vector<uint8_t>& bytes) {
  const auto candidate = candidate_of(capture, executable, bytes);
  EXPECT_FALSE(candidate.ok());
  return candidate.status().message();
}

std::vector<uint8_t> shader_of(const std::vector<uint8_t>& executable) {
  const auto read = read_gpu_executable(executable);
  EXPECT_TRUE(read.ok());
  return {read->modules[0].code.begin(), read->modules[0].code.end()};
}

TEST(Candidate, IsTakenAsItIsWhereItIsAnExecutable) {
  const std::vector<uint8_t> captured = replay::captured_executable(fixture(kProduct));
  const auto candidate = candidate_of(kProduct, 4, captured);
  ASSERT_TRUE(candidate.ok()) << candidate.status().to_string();
  EXPECT_EQ(candidate->data, captured);
  EXPECT_EQ(candidate->format, "vulkan-spirv-fb");
  const auto named = candidate_of(kProduct, 4, captured, "vulkan-spirv-fb-ptr");
  ASSERT_TRUE(named.ok());
  EXPECT_EQ(named->format, "vulkan-spirv-fb-ptr");
}

TEST(Candidate, OfShadersAloneHasTheRestOfTheCapturedOne) {
  const std::vector<uint8_t> captured = replay::captured_executable(fixture(kProduct));
  std::vector<uint8_t> shader = shader_of(captured);
  // OpNop, at its end.
  for (const uint8_t byte : {0, 0, 1, 0}) shader.push_back(byte);
  const auto candidate = candidate_of(kProduct, 4, shader);
  ASSERT_TRUE(candidate.ok()) << candidate.status().to_string();
  EXPECT_EQ(shader_of(candidate->data), shader);
  const auto read = read_gpu_executable(candidate->data);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->entry_points[0].bindings.size(), 3u);
  EXPECT_EQ(read->entry_points[0].workgroup_size, read_gpu_executable(captured)->entry_points[0].workgroup_size);
}

TEST(Candidate, HasToFit) {
  const std::vector<uint8_t> product = replay::captured_executable(fixture(kProduct));
  EXPECT_NE(misfit_of(kProduct, 4, {1, 2, 3, 4}).find("it is not SPIR-V"), std::string::npos);
  EXPECT_NE(misfit_of(kProduct, 5, product).find("has no executable 5"), std::string::npos);
  const std::string other = misfit_of("models/dynamic/dynamic-vulkan.ireereplay", 4, product);
  EXPECT_NE(other.find("has no function dynamic_dispatch_0"), std::string::npos) << other;
  EXPECT_NE(other.find("it has matmul_dispatch_0"), std::string::npos) << other;
  // Shaders that declare another entry point.
  const std::string entry = misfit_of("models/dynamic/dynamic-vulkan.ireereplay", 4, shader_of(product));
  EXPECT_NE(entry.find("declares no entry point dynamic_dispatch_0"), std::string::npos) << entry;
}

TEST(Candidate, ForAProcessorIsALibrary) {
  const std::vector<uint8_t> library = replay::read_all(fixture("kernels/elementwise_add.so"));
  const auto candidate = candidate_of("small.ireereplay", 4, library);
  ASSERT_TRUE(candidate.ok()) << candidate.status().to_string();
  EXPECT_EQ(candidate->format, "embedded-elf-x86_64");
  EXPECT_NE(misfit_of("small.ireereplay", 4, {1, 2, 3, 4}).find("not an executable for embedded-elf"),
            std::string::npos);
}

}  // namespace
}  // namespace ireereplay::composing
