// What each function takes in a run, where it is asked for.
#include <gtest/gtest.h>

#include "replays.h"

namespace ireereplay::replay {
namespace {

Result<ReplayResult> replay_block(const std::string& device, bool time_functions, uint32_t workers) {
  ReplayOptions options;
  options.devices = {device};
  options.time_functions = time_functions;
  options.task_worker_count = workers;
  auto session = Session::prepare(fixture("models/block/block.sync.ireereplay"), options);
  EXPECT_TRUE(session.ok()) << session.status().to_string();
  if (!session.ok()) return session.status();
  IR_RETURN_IF_ERROR((*session)->run().status());
  // A second run begins anew.
  return (*session)->run();
}

TEST(FunctionTimes, AreOfEachFunctionAndWithinTheRun) {
  for (const auto& [device, workers] : {std::pair("local-sync", 1u), std::pair("local-task", 2u)}) {
    const auto result = replay_block(device, true, workers);
    ASSERT_TRUE(result.ok()) << result.status().to_string();
    // The block's executable has 11 functions, all of which are called.
    EXPECT_EQ(result->functions.size(), 11u) << device;
    uint64_t sum = 0;
    for (const FunctionTime& function : result->functions) {
      EXPECT_EQ(function.executable, 4u);
      EXPECT_GT(function.ns, 0u);
      sum += function.ns;
    }
    EXPECT_LE(sum, result->execute_ns * result->worker_count) << device;
  }
}

TEST(FunctionTimes, AreNotTakenUnlessTheyAreAskedFor) {
  const auto result = replay_block("local-sync", false, 1);
  ASSERT_TRUE(result.ok()) << result.status().to_string();
  EXPECT_TRUE(result->functions.empty());
}

}  // namespace
}  // namespace ireereplay::replay
