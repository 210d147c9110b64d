#include "random_program.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "replays.h"

namespace ireereplay::replay {
namespace {

// What all mapped ranges of a replay hold, concatenated.
std::vector<uint8_t> outputs_of(const std::string& path, const ReplayOptions& options, int repetitions) {
  auto session = Session::prepare(path, options);
  EXPECT_TRUE(session.ok()) << session.status().to_string();
  if (!session.ok()) return {};
  std::vector<uint8_t> bytes;
  for (int i = 0; i < repetitions; ++i) {
    KeptOutputs kept;
    auto result = (*session)->run({.outputs = &kept});
    EXPECT_TRUE(result.ok()) << result.status().to_string();
    std::vector<uint8_t> all;
    for (const auto& output : kept.outputs) all.insert(all.end(), output.bytes.begin(), output.bytes.end());
    EXPECT_TRUE(i == 0 || all == bytes) << "repetition " << i << " differs";
    bytes = std::move(all);
  }
  return bytes;
}

// To rerun a failing seed alone: IR_RANDOM_SEED=n.
TEST(RandomPrograms, GiveTheSameBuffersWhateverOverlaps) {
  const char* only = std::getenv("IR_RANDOM_SEED");
  const uint64_t first = only != nullptr ? std::strtoull(only, nullptr, 10) : 1;
  const uint64_t last = only != nullptr ? first : 300;
  const std::string path = testing::TempDir() + "random-" + std::to_string(::getpid()) + ".ireereplay";
  for (uint64_t seed = first; seed <= last; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    uint32_t devices = 0;
    const Status status = write_random_program(path, {.seed = seed, .operations = 40, .output_file = ""}, &devices);
    ASSERT_TRUE(status.ok()) << status.to_string();
    ReplayOptions options;
    options.devices.assign(devices, "local-sync");
    const std::vector<uint8_t> expected = outputs_of(path, options, 2);
    ASSERT_FALSE(expected.empty());
    options.guard_buffers = true;
    EXPECT_TRUE(outputs_of(path, options, 1) == expected) << "guarded";
    options.guard_buffers = false;
    for (const uint32_t workers : {2u, 3u}) {
      options.devices.assign(devices, "local-task");
      options.task_worker_count = workers;
      options.task_share_after_ns = seed % 2 == 0 ? 0 : 2000;
      EXPECT_TRUE(outputs_of(path, options, 3) == expected) << workers << " workers";
    }
    options.devices[0] = "local-sync";
    EXPECT_TRUE(outputs_of(path, options, 1) == expected) << "mixed devices";
    if (testing::Test::HasFailure()) break;
  }
  std::remove(path.c_str());
}

}  // namespace
}  // namespace ireereplay::replay
