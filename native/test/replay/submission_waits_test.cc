// When submissions were submitted and when their waits were satisfied, as a recorded profile says.
#include <gtest/gtest.h>

#include <map>

#include "recorded_profile.h"
#include "replays.h"
#include "waiting_capture.h"

namespace ireereplay::replay {
namespace {

using profile::format::HostExecutionEvent;
using profile::format::QueueEvent;
using test::record_profile;
using test::RecordedProfile;
using test::TemporaryFile;

struct WaitCase {
  const char* name;
  const char* device;
  uint32_t workers;
  bool waits;
};

class SubmissionWaits : public testing::TestWithParam<WaitCase> {
 protected:
  ReplayOptions recording(const std::string& output, size_t devices = 1) const {
    ReplayOptions options;
    options.devices.assign(devices, GetParam().device);
    options.task_worker_count = GetParam().workers;
    options.profile = ProfileRequest{output, {.queue_events = true, .host_execution = true}, {}};
    return options;
  }
};

/// When what each submission executes began, and when all of it had ended.
std::map<uint64_t, std::pair<int64_t, int64_t>> executed(const RecordedProfile& profile) {
  std::map<uint64_t, std::pair<int64_t, int64_t>> times;
  for (const HostExecutionEvent& event : profile.host_executions) {
    auto& [begin, end] = times.try_emplace(event.submission_id, INT64_MAX, 0).first->second;
    begin = std::min(begin, event.start_host_time_ns);
    end = std::max(end, event.end_host_time_ns);
  }
  return times;
}

TEST_P(SubmissionWaits, AreOverBeforeTheSubmissionIsExecuted) {
  size_t waiting = 0;
  for (const auto& [name, devices] :
       {std::pair("small.ireereplay", 1), std::pair("queue-mixed-1k.ireereplay", 1),
        std::pair("models/block/block.sync.ireereplay", 1), std::pair("models/two/two.task-sync.ireereplay", 2)}) {
    SCOPED_TRACE(name);
    const TemporaryFile output;
    const RecordedProfile profile =
        record_profile(fixture(name), recording(output.path(), static_cast<size_t>(devices)));
    const auto times = executed(profile);
    for (const QueueEvent& event : profile.queue_events) {
      EXPECT_GT(event.host_time_ns, 0);
      EXPECT_LE(event.host_time_ns, event.ready_host_time_ns);
      const auto found = times.find(event.submission_id);
      if (found == times.end()) continue;
      EXPECT_LE(event.ready_host_time_ns, found->second.first) << event.submission_id;
      if (event.wait_count == 0) {
        EXPECT_EQ(event.host_time_ns, found->second.first);
      } else {
        waiting += event.host_time_ns < event.ready_host_time_ns;
      }
    }
  }
  // local-sync executes what is submitted at once: nothing is there before it is executed.
  EXPECT_EQ(waiting > 0, GetParam().waits);
}

#if defined(__x86_64__)
TEST_P(SubmissionWaits, EndWithTheSubmissionThatSignals) {
  WaitingCapture capture;
  capture.allocate(4);
  const uint64_t first = capture.made.semaphore(), second = capture.made.semaphore();
  capture.dispatch(capture.slow, {}, {{first, 1}});
  capture.dispatch(capture.fast, {{first, 1}}, {{second, 1}});
  capture.dispatch(capture.fast, {{first, 1}, {second, 1}}, {});
  // What was there from the beginning is waited for by nobody.
  const uint64_t reached = capture.made.semaphore(5);
  capture.dispatch(capture.fast, {{reached, 5}}, {});
  const TemporaryFile output;
  ReplayOptions options = recording(output.path());
  options.substitutions.push_back({false, "", capture.slow, "", slow_kernel(10'000'000), "slow"});
  const RecordedProfile profile = record_profile(capture.made.path(), options);
  ASSERT_EQ(profile.queue_events.size(), 4u);
  const auto times = executed(profile);
  ASSERT_EQ(times.size(), 4u);
  const auto& events = profile.queue_events;
  EXPECT_EQ(events[0].host_time_ns, times.at(1).first);
  EXPECT_EQ(events[0].ready_host_time_ns, times.at(1).first);
  if (GetParam().waits) {
    EXPECT_EQ(events[1].host_time_ns, times.at(1).first);
    EXPECT_EQ(events[1].ready_host_time_ns, times.at(1).second);
    EXPECT_GT(events[1].ready_host_time_ns - events[1].host_time_ns, 500'000);
    EXPECT_EQ(events[2].host_time_ns, times.at(2).first);
    EXPECT_EQ(events[2].ready_host_time_ns, times.at(2).second);
  } else {
    EXPECT_EQ(events[1].host_time_ns, times.at(2).first);
    EXPECT_EQ(events[1].ready_host_time_ns, times.at(2).first);
  }
  EXPECT_EQ(events[3].host_time_ns, times.at(4).first);
  EXPECT_EQ(events[3].ready_host_time_ns, times.at(4).first);
}
#endif

INSTANTIATE_TEST_SUITE_P(Devices, SubmissionWaits,
                         testing::Values(WaitCase{"sync", "local-sync", 1, false},
                                         WaitCase{"task", "local-task", 2, true}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace ireereplay::replay
