// What explains a profile that was recorded of a replay in which something is wrong on purpose.
#include <gtest/gtest.h>

#include "profile/timeline/causes.h"
#include "profile/timeline/events.h"
#include "profile/timeline/reading.h"
#include "waiting_capture.h"

#if defined(__x86_64__)
namespace ireereplay::replay {
namespace {

using test::TemporaryFile;

TEST(RecordedCauses, NameTheKernelThatWasMadeSlowFirst) {
  WaitingCapture capture;
  capture.allocate(8);
  for (int i = 0; i < 8; ++i) capture.dispatch(i % 4 == 1 ? capture.slow : capture.fast, {}, {});
  const TemporaryFile output;
  ReplayOptions options;
  options.devices = {"local-sync"};
  options.profile = ProfileRequest{output.path(), {.queue_events = true, .host_execution = true}, {}};
  // So slow that nothing else which may happen on the machine meanwhile costs as much.
  options.substitutions.push_back({false, "", capture.slow, "", slow_kernel(100'000'000), "slow"});
  auto session = Session::prepare(capture.made.path(), options);
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  const auto run = (*session)->run();
  ASSERT_TRUE(run.ok()) << run.status().to_string();

  const std::atomic<bool> never = false;
  const auto bundle = profile::Bundle::open(*File::open(output.path()), never);
  ASSERT_TRUE(bundle.ok());
  const auto timeline = profile::timeline::read_timeline(*bundle, never, nullptr);
  ASSERT_TRUE(timeline.ok());
  const auto causes = profile::timeline::causes_json(**timeline, never);
  ASSERT_TRUE(causes.ok());
  EXPECT_TRUE(causes->starts_with(R"([{"kind":"function",)")) << *causes;
  // Its evidence is one of the slow dispatches: those of the executable that was substituted.
  const size_t evidence = causes->find(R"("slice":{"track":)");
  ASSERT_NE(evidence, std::string::npos) << *causes;
  const auto& tracks = (*timeline)->tracks;
  const auto dispatches = std::find_if(tracks.begin(), tracks.end(), [](const auto& track) {
    return track->track_class == profile::timeline::TrackClass::kDispatches;
  });
  ASSERT_NE(dispatches, tracks.end());
  const size_t index = std::stoull(causes->substr(causes->find(R"("index":)", evidence) + 8));
  ASSERT_LT(index, (*dispatches)->slices.size());
  EXPECT_EQ((*timeline)->name_of(**dispatches, index).executable, capture.slow) << *causes;
}

}  // namespace
}  // namespace ireereplay::replay
#endif
