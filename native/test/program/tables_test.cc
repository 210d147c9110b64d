// What a program's tables hold of a capture, and what they leave out because nobody asks for it.
#include <gtest/gtest.h>

#include <map>

#include "capture/payload.h"
#include "hal/local/build_program.h"
#include "hal/local/plan.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

using Waited = std::pair<uint64_t, uint64_t>;  // Semaphore, value.

struct Timed {
  std::vector<Waited> waits, signals;
  bool operator==(const Timed&) const = default;
};

/// What each operation on a queue waits for and signals, by record, as its payload says.
std::map<uint64_t, Timed> recorded(const std::string& path) {
  std::map<uint64_t, Timed> all;
  const auto file = File::open(path);
  const auto header = read_capture_header(**file);
  RecordReader reader(*file, *header);
  RecordFrame frame;
  while (!reader.at_end() && reader.next(&frame).ok()) {
    if (frame.header.record_type != format::RecordType::kOperation ||
        !format::is_queue_operation(frame.header.operation_code))
      continue;
    const auto payload = reader.payload(frame);
    const auto layout = lay_out_payload(frame.header.payload_type, *payload, payload->size());
    const auto list = [&](Part part) {
      std::vector<Waited> timepoints;
      const PartRange range = layout->find(part);
      for (uint64_t i = 0; i < range.length / sizeof(format::SemaphoreTimepoint); ++i) {
        const auto timepoint = part_element<format::SemaphoreTimepoint>(*payload, range, i);
        timepoints.push_back({timepoint.semaphore_id, timepoint.value});
      }
      return timepoints;
    };
    all[frame.index] = {list(Part::kWaits), list(Part::kSignals)};
  }
  return all;
}

TEST(Tables, KeepWhatOneOperationSignalsAndTheNextWaitsForOnce) {
  for (const char* name : {"queue-alloca-1k", "queue-mixed-1k", "queue-dispatches-1k"}) {
    const std::string path = fixture(std::string(name) + ".ireereplay");
    Plan plan;
    PreflightReport report;
    build_program(path, {}, nullptr, &plan, &report);
    ASSERT_TRUE(report.can_run()) << name;
    const Program& program = plan.program;
    const std::map<uint64_t, Timed> expected = recorded(path);
    uint64_t named = 0, steps = 0;
    for (const StepInfo& step : program.steps) {
      const auto found = expected.find(step.command.record);
      if (found == expected.end()) continue;
      const auto list = [&](uint32_t begin, uint32_t count) {
        std::vector<Waited> timepoints;
        for (uint32_t i = begin; i < begin + count; ++i) {
          const Timepoint& timepoint = program.timepoints[i];
          timepoints.push_back({program.semaphores[timepoint.semaphore].id, timepoint.value});
        }
        named += count;
        return timepoints;
      };
      const Timed kept = {list(step.waits_begin, step.wait_count),
                          list(step.waits_begin + step.wait_count, step.signal_count)};
      EXPECT_EQ(kept, found->second) << name << " record " << step.command.record;
      ++steps;
    }
    EXPECT_GE(steps, 1000u) << name;
    EXPECT_GE(named, 2 * steps - 16) << name;
    // Each but the first few of a scope waits for the one before it.
    EXPECT_LE(program.timepoints.size(), named / 2 + 16) << name;
  }
}

TEST(Tables, HoldEdgesForAProfileAlone) {
  for (const bool with_profile : {false, true}) {
    Plan plan;
    PreflightReport report;
    ReplayOptions options;
    options.devices = {"local-task"};
    options.task_worker_count = 2;
    if (with_profile) options.profile.emplace();
    build_program(fixture("queue-dispatches-1k.ireereplay"), options, nullptr, &plan, &report);
    ASSERT_TRUE(report.can_run());
    if (with_profile) {
      EXPECT_GE(plan.program.edges.size(), 1000u);
      EXPECT_EQ(plan.program.edges_left_out, 0u);
    } else {
      EXPECT_EQ(plan.program.edges.capacity(), 0u);
    }
  }
}

}  // namespace
}  // namespace ireereplay::replay
