// Samples of executables of the same code are together, and those of other code are not.
#include "profile/same_code.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fixtures.h"
#include "profile/samples.h"
#include "profile/trailing_bytes.h"
#include "profile/writer.h"

namespace ireereplay::profile {
namespace {

using test::bytes_of;
using test::TemporaryFile;
using test::text;

struct Code {
  uint64_t executable;
  std::string bytes;
};

/// A bundle of these code objects, with two samples in function 1 of each executable.
std::string sampled(const TemporaryFile& file, const std::vector<Code>& codes) {
  auto writer = BundleWriter::create(file.path());
  EXPECT_TRUE(writer.ok());
  const ChunkMetadata metadata = {.physical_device_ordinal = 0, .queue_ordinal = 0};
  EXPECT_TRUE(writer->begin_session(metadata).ok());
  ChunkBuilder objects(ChunkKind::kCodeObjects);
  std::vector<format::Sample> samples;
  for (const auto& [executable, bytes] : codes) {
    EXPECT_TRUE(
        objects.append(format::CodeObject{.executable_id = executable, .data_length = bytes.size()}, {text(bytes)})
            .ok());
    for (uint64_t address : {16, 20}) {
      format::Sample sample;
      sample.record_length = sizeof(sample);
      sample.executable_id = executable;
      sample.function_ordinal = 1;
      sample.address = address;
      sample.weight = 1;
      samples.push_back(sample);
    }
  }
  EXPECT_TRUE(writer->write(metadata, objects).ok());
  EXPECT_TRUE(writer->write(metadata, format::kSamplesContentType, bytes_of(samples)).ok());
  EXPECT_TRUE(writer->end_session(metadata).ok());
  EXPECT_TRUE(writer->close().ok());
  return file.path();
}

Samples samples_of(const std::string& path) {
  const std::atomic<bool> never = false;
  auto bundle = Bundle::open(*File::open(path), never);
  EXPECT_TRUE(bundle.ok()) << bundle.status().to_string();
  auto samples = read_samples(**bundle, never);
  EXPECT_TRUE(samples.ok()) << samples.status().to_string();
  return *samples;
}

TEST(SameCode, HasItsSamplesTogether) {
  const TemporaryFile file;
  const std::string long_code(3 << 20, 'x');
  const Samples samples =
      samples_of(sampled(file, {{4, long_code}, {7, "other"}, {9, long_code}, {12, "again"}, {13, "other"}}));
  ASSERT_EQ(samples.kernels.size(), 3u);
  EXPECT_EQ(samples.kernels.at({4, 1}).samples, 4u);
  EXPECT_EQ(samples.kernels.at({7, 1}).samples, 4u);
  EXPECT_EQ(samples.kernels.at({12, 1}).samples, 2u);
  EXPECT_EQ(samples.places.at({4, 1}).at({16, 0}).samples, 2u);
  EXPECT_EQ(samples.code.all(4), (std::vector<uint64_t>{4, 9}));
  EXPECT_EQ(samples.code.first(13), 7u);
  EXPECT_TRUE(samples.code.all(12).empty());
  EXPECT_EQ(samples.code.first(99), 99u);
}

TEST(SameCode, IsToldByEveryByte) {
  const TemporaryFile file;
  std::string one(3 << 20, 'x');
  std::string other = one;
  other.back() = 'y';
  EXPECT_EQ(samples_of(sampled(file, {{4, one}, {9, other}})).kernels.size(), 2u);
}

}  // namespace
}  // namespace ireereplay::profile
