// Profiles that replays write of themselves.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include "capture/repeat.h"
#include "hal/local/executor.h"
#include "random_program.h"
#include "recorded_profile.h"
#include "recording/chunk_stream.h"
#include "recording/tile_runs.h"
#include "replays.h"

namespace ireereplay::replay {
namespace {

using profile::format::EndpointType;
using profile::format::HostExecutionEvent;
using profile::format::kNone32;
using profile::format::QueueEventType;
using test::record_profile;
using test::RecordedProfile;
using test::TemporaryFile;

struct RecordingCase {
  const char* name;
  const char* device;
  uint32_t workers;
  uint32_t share_after_ns;
};

ReplayOptions recording(const RecordingCase& on, const std::string& output, size_t devices = 1) {
  ReplayOptions options;
  options.devices.assign(devices, on.device);
  options.task_worker_count = on.workers;
  options.task_share_after_ns = on.share_after_ns;
  options.profile = ProfileRequest{output, {true, true, true, true, false, true}, {}};
  return options;
}

/// How long a dispatch of a known grid is, and that all its threads together say the same.
void expect_whole(const RecordedProfile& profile, const HostExecutionEvent& event, uint32_t workers) {
  EXPECT_LE(event.start_host_time_ns, event.end_host_time_ns);
  EXPECT_GT(event.start_host_time_ns, 0);
  EXPECT_LE(event.tile_duration_sum_ns, (event.end_host_time_ns - event.start_host_time_ns) * workers);
  if (event.type == QueueEventType::kDispatch && (event.flags & profile::format::kHostIndirectParameters) == 0) {
    EXPECT_EQ(event.tile_count,
              uint64_t{event.workgroup_count[0]} * event.workgroup_count[1] * event.workgroup_count[2]);
  }
  if (workers == 1 || event.tile_count == 0) return;
  uint64_t tiles = 0;
  int64_t busy = 0, begin = INT64_MAX, end = 0;
  for (const auto& share : profile.shares) {
    if (share.event_id != event.event_id) continue;
    EXPECT_LT(share.worker, workers);
    EXPECT_LE(share.tile_duration_sum_ns, share.end_host_time_ns - share.start_host_time_ns);
    tiles += share.tile_count;
    busy += share.tile_duration_sum_ns;
    begin = std::min(begin, share.start_host_time_ns);
    end = std::max(end, share.end_host_time_ns);
  }
  EXPECT_EQ(tiles, event.tile_count);
  EXPECT_EQ(busy, event.tile_duration_sum_ns);
  EXPECT_EQ(begin, event.start_host_time_ns);
  EXPECT_EQ(end, event.end_host_time_ns);
}

/// Threads that shared an execution name their tiles, each tile once; where one thread did all, nothing need be said.
void expect_tiles(const RecordedProfile& profile) {
  std::map<uint64_t, std::map<uint32_t, uint64_t>> shared;
  for (const auto& share : profile.shares) shared[share.event_id][share.worker] = share.tile_count;
  std::map<uint64_t, std::vector<std::pair<uint64_t, uint64_t>>> named;
  std::map<std::pair<uint64_t, uint32_t>, uint64_t> counts, ends;
  for (const auto& run : profile.tile_runs) {
    EXPECT_GT(run.tile_count, 0u);
    const auto [last, is_first] = ends.try_emplace({run.event_id, run.worker}, 0);
    EXPECT_TRUE(is_first || run.first_tile > last->second) << "neighbours are one run, and they ascend";
    last->second = run.first_tile + run.tile_count;
    counts[{run.event_id, run.worker}] += run.tile_count;
    named[run.event_id].push_back({run.first_tile, run.first_tile + run.tile_count});
  }
  for (const auto& [event, workers] : shared) {
    EXPECT_EQ(named.contains(event), workers.size() > 1);
    if (workers.size() == 1) continue;
    uint64_t tiles = 0;
    for (const auto& [worker, count] : workers) {
      EXPECT_EQ((counts[{event, worker}]), count);
      tiles += count;
    }
    auto& runs = named[event];
    std::sort(runs.begin(), runs.end());
    uint64_t end = 0;
    for (const auto& [from, to] : runs) {
      EXPECT_EQ(from, end);
      end = to;
    }
    EXPECT_EQ(end, tiles);
  }
}

class ProfileRecording : public testing::TestWithParam<RecordingCase> {};

TEST_P(ProfileRecording, HasEveryDispatchOnceAnExecution) {
  for (const auto& [name, devices] :
       {std::pair("small.ireereplay", 1), std::pair("queue-mixed-1k.ireereplay", 1),
        std::pair("file-all.ireereplay", 1), std::pair("models/block/block.sync.ireereplay", 1),
        std::pair("models/mixed/mixed.task.ireereplay", 1), std::pair("models/dynamic/dynamic.task.ireereplay", 1),
        std::pair("models/two/two.task-sync.ireereplay", 2)}) {
    SCOPED_TRACE(name);
    const TemporaryFile output;
    ReplayResult result;
    const RecordedProfile profile =
        record_profile(fixture(name), recording(GetParam(), output.path(), static_cast<size_t>(devices)), &result);
    EXPECT_EQ(profile.end_status, 0u);
    EXPECT_EQ(result.profile_events, profile.events());
    const auto dispatches = profile.of_type(QueueEventType::kDispatch);
    EXPECT_EQ(dispatches.size(), result.dispatches);
    uint64_t tiles = 0;
    std::set<uint64_t> ids;
    for (const HostExecutionEvent& event : profile.host_executions) {
      expect_whole(profile, event, GetParam().workers);
      EXPECT_TRUE(ids.insert(event.event_id).second);
      EXPECT_EQ(event.status_code, 0u);
      EXPECT_LT(event.physical_device_ordinal, static_cast<uint32_t>(devices));
    }
    for (const HostExecutionEvent& event : dispatches) {
      tiles += event.tile_count;
      EXPECT_TRUE(profile.metadata.find_function(event.executable_id, event.function_ordinal));
    }
    EXPECT_EQ(tiles, result.workgroups);
  }
}

TEST_P(ProfileRecording, SaysWhenEachScopeRan) {
  for (const char* name :
       {"small.ireereplay", "models/block/block.sync.ireereplay", "models/mixed/mixed.task.ireereplay"}) {
    SCOPED_TRACE(name);
    const TemporaryFile output;
    ReplayResult result;
    const RecordedProfile profile = record_profile(fixture(name), recording(GetParam(), output.path()), &result);
    ASSERT_FALSE(result.scopes.empty());
    size_t inside = 0;
    ASSERT_EQ(profile.scopes.size(), result.scopes.size());
    for (size_t i = 0; i < result.scopes.size(); ++i) {
      const auto& [run, scope_name] = profile.scopes[i];
      const ScopeTime& scope = result.scopes[i];
      EXPECT_EQ(scope_name, scope.name);
      EXPECT_EQ(run.depth, scope.depth);
      EXPECT_EQ(run.begin_record, scope.begin_record);
      EXPECT_EQ(run.end_record, scope.end_record);
      EXPECT_EQ(static_cast<uint64_t>(run.end_host_time_ns - run.start_host_time_ns), scope.duration_ns);
      for (const HostExecutionEvent& event : profile.host_executions) {
        const uint64_t submission = profile.record_of(EndpointType::kQueueEvent, event.submission_id, kNone32);
        if (submission < run.begin_record || submission > run.end_record) continue;
        ++inside;
        EXPECT_GE(event.start_host_time_ns, run.start_host_time_ns);
        EXPECT_LE(event.end_host_time_ns, run.end_host_time_ns);
      }
    }
    EXPECT_GT(inside, 0u);
  }
}

TEST_P(ProfileRecording, LeadsFromEachEventToItsRecord) {
  const std::string path = fixture("small.ireereplay");
  const test::Opened capture = test::open(path);
  std::map<uint64_t, format::Operation> operations;
  RecordReader reader(capture.file, capture.header);
  for (RecordFrame frame; !reader.at_end() && reader.next(&frame).ok();)
    operations[frame.index] = frame.header.operation_code;
  const TemporaryFile output;
  ReplayResult result;
  const RecordedProfile profile = record_profile(path, recording(GetParam(), output.path()), &result);
  // Every operation on the queue has an event, allocations and barriers too.
  size_t submitted = 0;
  for (const auto& [record, operation] : operations)
    if (format::is_queue_operation(operation) && operation != format::Operation::kDeviceQueueFlush) ++submitted;
  EXPECT_EQ(profile.queue_events.size(), submitted);
  for (const auto& event : profile.queue_events) {
    const uint64_t record = profile.record_of(EndpointType::kQueueEvent, event.event_id, kNone32);
    ASSERT_TRUE(operations.contains(record)) << record;
    EXPECT_TRUE(format::is_queue_operation(operations[record]));
    EXPECT_EQ(event.event_id, event.submission_id);
  }
  for (const HostExecutionEvent& event : profile.of_type(QueueEventType::kDispatch)) {
    const bool is_command = event.command_buffer_id != 0;
    const uint64_t record =
        is_command ? profile.record_of(EndpointType::kCommandOperation, event.command_buffer_id, event.command_index)
                   : profile.record_of(EndpointType::kQueueEvent, event.submission_id, kNone32);
    ASSERT_TRUE(operations.contains(record)) << record;
    EXPECT_EQ(operations[record],
              is_command ? format::Operation::kCommandBufferDispatch : format::Operation::kDeviceQueueDispatch);
  }
  for (const auto& event : profile.memory_events) {
    const uint64_t record = profile.record_of(EndpointType::kMemoryEvent, event.event_id, kNone32);
    ASSERT_TRUE(operations.contains(record)) << record;
    EXPECT_GT(event.host_time_ns, 0);
  }
}

TEST_P(ProfileRecording, CountsTheOperationsOfACommandBufferAsIreeDoes) {
  // IREE recorded the same commands on local-task: fill, barrier, update, barrier, copy, barrier, dispatch, barrier,
  // and what follows (test/fixtures/profiles/small.run-task.ireeprof).
  const TemporaryFile output;
  ReplayResult result;
  const RecordedProfile ours =
      record_profile(fixture("small.ireereplay"), recording(GetParam(), output.path()), &result);
  const RecordedProfile theirs = test::read_profile(fixture("profiles/small.run-task.ireeprof"));
  ASSERT_EQ(ours.operations.size(), theirs.operations.size());
  for (size_t i = 0; i < ours.operations.size(); ++i) {
    SCOPED_TRACE(i);
    const auto &a = ours.operations[i], &b = theirs.operations[i];
    EXPECT_EQ(a.type, b.type);
    EXPECT_EQ(a.flags, b.flags);
    EXPECT_EQ(a.command_index, b.command_index);
    EXPECT_EQ(a.function_ordinal, b.function_ordinal);
    EXPECT_EQ(a.binding_count, b.binding_count);
    EXPECT_EQ(a.length, b.length);
    EXPECT_TRUE(std::equal(a.workgroup_count, a.workgroup_count + 3, b.workgroup_count));
  }
  const auto types = [](const RecordedProfile& profile) {
    std::vector<QueueEventType> types;
    for (const auto& event : profile.queue_events) types.push_back(event.type);
    return types;
  };
  EXPECT_EQ(types(ours), types(theirs));
}

TEST(ProfileRecordingOfMuch, WritesOperationsInSeveralChunksAfterTheirCommandBuffers) {
  const TemporaryFile capture, output;
  ASSERT_TRUE(repeat_scope(fixture("command-buffers-1k.ireereplay"), capture.path(), "execute", 10).ok());
  ReplayOptions options;
  options.devices = {"local-sync"};
  options.profile.emplace();
  options.profile->output = output.path();
  options.profile->data = {.queue_events = true, .host_execution = true, .executable_metadata = true};
  auto session = Session::prepare(capture.path(), options);
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  ASSERT_TRUE((*session)->run().ok());
  // read_profile() looks at their order.
  const RecordedProfile profile = test::read_profile(output.path());
  EXPECT_GT(profile.operations.size() * sizeof(profile.operations[0]), 2 * kMostChunkBytes);
  EXPECT_EQ(profile.of_type(QueueEventType::kDispatch).size(), 10000u);
}

TEST(ProfileRecordingOfTiles, NamesNoneOfAShareThatThereWasNoRoomForAllOf) {
  ReplayOptions options;
  options.devices = {"local-task"};
  options.task_worker_count = 3;
  options.task_share_after_ns = 0;
  auto prepared = Session::prepare(fixture("models/block/block.sync.ireereplay"), options);
  ASSERT_TRUE(prepared.ok()) << prepared.status().to_string();
  const Plan& plan = (*prepared)->plan();
  for (const uint64_t room : {uint64_t{0}, uint64_t{5}, ~uint64_t{0}}) {
    auto recorder = Recorder::create(plan, room);
    ASSERT_TRUE(recorder.ok());
    TracedExecutor<RecordingTrace> executor(plan, {recorder->get()});
    ReplayResult result;
    ASSERT_TRUE(executor.run({}, &result).ok());
    const TileRuns runs(**recorder);
    uint64_t left_out = 0;
    for (uint64_t execution = 0; execution < (*recorder)->executions().size(); ++execution) {
      for (uint32_t worker = 0; worker < (*recorder)->thread_count(); ++worker) {
        const Share& share = (*recorder)->share(execution, worker);
        uint64_t tiles = 0, end = 0;
        for (const TileRun& run : runs.of(execution, worker)) {
          EXPECT_TRUE(tiles == 0 || run.begin > end);
          EXPECT_LT(run.begin, run.end);
          tiles += run.end - run.begin;
          end = run.end;
        }
        if (tiles == 0 && share.tiles != 0) {
          ++left_out;
        } else {
          EXPECT_EQ(tiles, share.tiles);
        }
      }
    }
    if (room == ~uint64_t{0}) {
      EXPECT_EQ(left_out, 0u);
    }
    for (uint32_t worker = 0; worker < (*recorder)->thread_count(); ++worker) {
      EXPECT_LE((*recorder)->later_runs(worker).size(), room);
    }
  }
}

TEST_P(ProfileRecording, GivesTheSameIdsInEveryRepetition) {
  const TemporaryFile output;
  auto session =
      Session::prepare(fixture("models/dynamic/dynamic.task.ireereplay"), recording(GetParam(), output.path()));
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  using Ids = std::set<std::tuple<uint64_t, uint64_t, uint64_t, uint32_t, uint64_t, uint32_t>>;
  const auto ids = [&] {
    EXPECT_TRUE((*session)->run().ok());
    Ids ids;
    for (const HostExecutionEvent& event : test::read_profile(output.path()).host_executions)
      ids.emplace(event.event_id, event.submission_id, event.command_buffer_id, event.command_index,
                  event.executable_id, event.function_ordinal);
    return ids;
  };
  const Ids first = ids();
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(ids(), first);
  EXPECT_EQ(ids(), first);
}

TEST_P(ProfileRecording, PutsRegionsAroundTheirDispatches) {
  const TemporaryFile output;
  ReplayResult result;
  const RecordedProfile profile =
      record_profile(fixture("models/block/block.sync.ireereplay"), recording(GetParam(), output.path()), &result);
  ASSERT_FALSE(profile.regions.empty());
  std::map<uint64_t, uint64_t> dispatches, in_regions;
  for (const HostExecutionEvent& event : profile.of_type(QueueEventType::kDispatch))
    if (event.command_buffer_id != 0) ++dispatches[event.submission_id];
  for (const auto& region : profile.regions) {
    in_regions[region.submission_id] += region.dispatch_count;
    EXPECT_LE(region.start_host_time_ns, region.end_host_time_ns);
    EXPECT_LE(region.useful_drain_count, GetParam().workers);
  }
  for (const auto& [submission, count] : dispatches) EXPECT_EQ(in_regions[submission], count);
}

TEST_P(ProfileRecording, HoldsEveryEventOfRandomPrograms) {
  const TemporaryFile capture, output;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    uint32_t devices = 0;
    ASSERT_TRUE(write_random_program(capture.path(), {.seed = seed, .operations = 40, .output_file = ""}, &devices));
    ReplayResult result;
    const RecordedProfile profile =
        record_profile(capture.path(), recording(GetParam(), output.path(), devices), &result);
    uint64_t tiles = 0;
    for (const HostExecutionEvent& event : profile.host_executions) {
      expect_whole(profile, event, GetParam().workers);
      if (event.type == QueueEventType::kDispatch) tiles += event.tile_count;
      if (event.command_buffer_id != 0 && event.type != QueueEventType::kExecute) {
        EXPECT_NE(event.command_index, kNone32);
      }
    }
    expect_tiles(profile);
    EXPECT_EQ(tiles, result.workgroups);
    for (size_t i = 0; i < profile.queue_events.size(); ++i) EXPECT_EQ(profile.queue_events[i].event_id, i + 1);
    if (HasFailure()) break;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, ProfileRecording,
                         testing::Values(RecordingCase{"LocalSync", "local-sync", 1, 2000},
                                         RecordingCase{"LocalTaskOfOneThread", "local-task", 1, 2000},
                                         RecordingCase{"LocalTask", "local-task", 3, 0}),
                         [](const auto& info) { return info.param.name; });

constexpr RecordingCase kSync = {"LocalSync", "local-sync", 1, 2000};

TEST(ProfileOfLocalSync, HasOneDispatchAfterAnother) {
  const TemporaryFile output;
  auto session = Session::prepare(fixture("models/block/block.sync.ireereplay"), recording(kSync, output.path()));
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  const auto result = (*session)->run();
  ASSERT_TRUE(result.ok());
  int64_t end = 0, sum = 0;
  const RecordedProfile profile = test::read_profile(output.path());
  for (const HostExecutionEvent& event : profile.of_type(QueueEventType::kDispatch)) {
    EXPECT_GE(event.start_host_time_ns, end);
    end = event.end_host_time_ns;
    sum += event.end_host_time_ns - event.start_host_time_ns;
  }
  EXPECT_LE(sum, static_cast<int64_t>(result->execute_ns));
}

TEST(ProfileFilter, KeepsWhatMatchesEveryOne) {
  const std::string path = fixture("models/block/block.sync.ireereplay");
  const TemporaryFile output;
  const auto recorded = [&](const ProfileFilter& filter) {
    ReplayOptions options = recording(kSync, output.path());
    options.profile->filter = filter;
    auto session = Session::prepare(path, options);
    EXPECT_TRUE(session.ok() && (*session)->run().ok());
    return test::read_profile(output.path());
  };
  const RecordedProfile all = recorded({});
  ASSERT_GT(all.host_executions.size(), 2u);
  ProfileFilter filter;
  filter.function = "*softmax*";
  const RecordedProfile softmax = recorded(filter);
  EXPECT_EQ(softmax.queue_events.size(), all.queue_events.size());
  size_t expected = 0;
  for (const HostExecutionEvent& event : all.of_type(QueueEventType::kDispatch)) {
    const auto function = all.metadata.find_function(event.executable_id, event.function_ordinal);
    ASSERT_TRUE(function);
    if (all.metadata.functions[*function].name.find("softmax") != std::string::npos) ++expected;
  }
  EXPECT_GT(expected, 0u);
  EXPECT_EQ(softmax.host_executions.size(), expected);
  // Ids are those of the unfiltered profile.
  for (const HostExecutionEvent& event : softmax.host_executions) {
    const auto same = std::find_if(all.host_executions.begin(), all.host_executions.end(),
                                   [&](const auto& other) { return other.event_id == event.event_id; });
    ASSERT_NE(same, all.host_executions.end());
    EXPECT_EQ(same->function_ordinal, event.function_ordinal);
    EXPECT_EQ(same->command_index, event.command_index);
  }
  filter.command_index = softmax.host_executions[0].command_index;
  EXPECT_GE(recorded(filter).host_executions.size(), 1u);
  filter.command_buffer = 1;  // The device.
  EXPECT_TRUE(recorded(filter).host_executions.empty());
  ProfileFilter elsewhere;
  elsewhere.physical_device = 1;
  EXPECT_TRUE(recorded(elsewhere).host_executions.empty());
  elsewhere.physical_device = 0;
  elsewhere.queue = 1;
  EXPECT_TRUE(recorded(elsewhere).host_executions.empty());
  elsewhere.queue = 0;
  EXPECT_EQ(recorded(elsewhere).host_executions.size(), all.host_executions.size());
}

#if defined(__x86_64__)
TEST(ProfileOfAFailedRun, SaysWhereItEnded) {
  const TemporaryFile output;
  ReplayOptions options = recording(kSync, output.path());
  // mov eax,3; ret
  options.substitutions.push_back({false, "", 4, "", with_kernel({0xB8, 0x03, 0x00, 0x00, 0x00, 0xC3}), "failing"});
  auto session = Session::prepare(fixture("small.ireereplay"), options);
  ASSERT_TRUE(session.ok()) << session.status().to_string();
  const Status status = (*session)->run().status();
  EXPECT_EQ(status.code(), StatusCode::kInternal);
  EXPECT_EQ(status.record(), 27u);
  EXPECT_NE(status.message().find(output.path()), std::string::npos) << status.message();
  const RecordedProfile profile = test::read_profile(output.path());
  EXPECT_EQ(profile.end_status, static_cast<uint32_t>(StatusCode::kInternal));
  EXPECT_NE(profile.replay.find("\"record\":27"), std::string::npos) << profile.replay;
  const auto dispatches = profile.of_type(QueueEventType::kDispatch);
  ASSERT_EQ(dispatches.size(), 1u);
  EXPECT_EQ(dispatches[0].status_code, static_cast<uint32_t>(StatusCode::kInternal));
  // What had not begun has no event.
  const RecordedProfile whole = test::read_profile(fixture("profiles/small.run-sync.ireeprof"));
  EXPECT_LT(profile.queue_events.size(), whole.queue_events.size());
  EXPECT_EQ(profile.queue_events.back().type, QueueEventType::kDispatch);
}
#endif

TEST(ProfileOfACancelledRun, IsWhole) {
  const TemporaryFile output;
  auto session = Session::prepare(fixture("small.ireereplay"), recording(kSync, output.path()));
  ASSERT_TRUE(session.ok());
  const std::atomic<bool> cancel = true;
  EXPECT_EQ((*session)->run({.cancel = &cancel}).status().code(), StatusCode::kCancelled);
  const RecordedProfile profile = test::read_profile(output.path());
  EXPECT_EQ(profile.end_status, static_cast<uint32_t>(StatusCode::kCancelled));
  EXPECT_EQ(profile.events(), 0u);
}

TEST(ProfileOutput, IsRefusedBeforeAnythingRuns) {
  const auto refused = [](const std::string& capture, const std::string& output) {
    return Session::prepare(capture, recording(kSync, output)).status();
  };
  const std::vector<uint8_t> bytes = read_all(fixture("small.ireereplay"));
  const TemporaryFile capture(bytes);
  EXPECT_EQ(refused(capture.path(), capture.path()).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(read_all(capture.path()), bytes);
  EXPECT_EQ(refused(capture.path(), testing::TempDir()).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(refused(capture.path(), "").code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(refused(capture.path(), testing::TempDir() + "there/is/none.ireeprof").code(), StatusCode::kUnavailable);
}

TEST(ProfileOutput, IsReplacedOnlyByAWholeProfile) {
  const std::vector<uint8_t> old = {'o', 'l', 'd'};
  const TemporaryFile output(old);
  auto session = Session::prepare(fixture("small.ireereplay"), recording(kSync, output.path()));
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(read_all(output.path()), old);
  ASSERT_TRUE((*session)->run().ok());
  EXPECT_EQ(test::read_profile(output.path()).end_status, 0u);
}

}  // namespace
}  // namespace ireereplay::replay
