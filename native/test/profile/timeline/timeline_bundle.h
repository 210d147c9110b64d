// Bundles for timelines, made by the writer from events.
#pragma once

#include <string>
#include <vector>

#include "profile/replay_chunks.h"
#include "profile/trailing_bytes.h"
#include "profile/writer.h"

namespace ireereplay::test {

/// Events of one device and queue, and functions f0, f1 and so on of one executable, unless a test adds to these.
class TimelineBundle {
 public:
  static constexpr uint64_t kExecutable = 5;

  uint32_t functions = 4;
  std::vector<profile::format::Queue> queues{1};
  /// All of the same code.
  std::vector<uint64_t> executables{kExecutable};
  std::vector<profile::format::QueueEvent> submissions;
  std::vector<profile::format::HostExecutionEvent> executions;
  std::vector<profile::format::DispatchEvent> dispatches;
  std::vector<profile::format::MemoryEvent> memory;
  std::vector<profile::format::ClockCorrelation> clocks;
  std::vector<profile::format::WorkerShare> shares;
  /// Scopes, each followed by its name.
  std::vector<uint8_t> scopes;
  std::string replay;

  profile::format::HostExecutionEvent& add_dispatch(int64_t start, int64_t end, uint32_t function, uint32_t grid,
                                                    uint64_t submission = 1) {
    profile::format::HostExecutionEvent event;
    event.type = profile::format::QueueEventType::kDispatch;
    event.event_id = executions.size() + 1;
    event.submission_id = submission;
    event.executable_id = kExecutable;
    event.function_ordinal = function;
    event.command_index = profile::format::kNone32;
    event.workgroup_count[0] = grid;
    event.workgroup_count[1] = event.workgroup_count[2] = 1;
    event.start_host_time_ns = start;
    event.end_host_time_ns = end;
    event.tile_count = grid;
    executions.push_back(event);
    return executions.back();
  }
  void add_share(uint32_t worker, int64_t start, int64_t end, uint64_t tiles) {
    shares.push_back(
        {sizeof(profile::format::WorkerShare), worker, executions.back().event_id, start, end, end - start, tiles});
  }
  void add_scope(const std::string& name, int64_t start, int64_t end, uint64_t begin_record, uint32_t depth) {
    profile::format::ScopeRun run;
    run.record_length = static_cast<uint32_t>(sizeof(run) + name.size());
    run.depth = depth;
    run.begin_record = begin_record;
    run.end_record = begin_record + 10;
    run.start_host_time_ns = start;
    run.end_host_time_ns = end;
    run.name_length = static_cast<uint32_t>(name.size());
    const auto* bytes = reinterpret_cast<const uint8_t*>(&run);
    scopes.insert(scopes.end(), bytes, bytes + sizeof(run));
    scopes.insert(scopes.end(), name.begin(), name.end());
  }
  profile::format::QueueEvent& add_submission(uint64_t id, int64_t time, int64_t ready, uint32_t waits) {
    profile::format::QueueEvent event;
    event.type = profile::format::QueueEventType::kDispatch;
    event.event_id = event.submission_id = id;
    event.host_time_ns = time;
    event.ready_host_time_ns = ready;
    event.wait_count = waits;
    submissions.push_back(event);
    return submissions.back();
  }

  Status write(const std::string& path) const {
    using profile::BundleWriter, profile::ChunkBuilder, profile::ChunkKind, profile::ChunkMetadata;
    namespace format = profile::format;
    IR_ASSIGN_OR_RETURN(BundleWriter writer, BundleWriter::create(path));
    const ChunkMetadata metadata = {.physical_device_ordinal = 0, .queue_ordinal = 0};
    IR_RETURN_IF_ERROR(writer.begin_session(metadata));
    if (!replay.empty()) IR_RETURN_IF_ERROR(writer.write(metadata, format::kReplayContentType, text(replay)));
    const auto put = [&](ChunkKind kind, const auto& records) -> Status {
      ChunkBuilder chunk(kind);
      for (const auto& record : records) IR_RETURN_IF_ERROR(chunk.append(record));
      return chunk.empty() ? Status() : writer.write(metadata, chunk);
    };
    IR_RETURN_IF_ERROR(put(ChunkKind::kQueues, queues));
    IR_RETURN_IF_ERROR(put(ChunkKind::kClockCorrelations, clocks));
    ChunkBuilder described(ChunkKind::kExecutables), names(ChunkKind::kFunctions);
    for (const uint64_t executable : executables) {
      IR_RETURN_IF_ERROR(described.append(format::Executable{.executable_id = executable}));
      for (uint32_t i = 0; i < functions; ++i) {
        const std::string name = "f" + std::to_string(i);
        IR_RETURN_IF_ERROR(
            names.append(format::Function{.executable_id = executable, .function_ordinal = i}, {text(name)}));
      }
    }
    IR_RETURN_IF_ERROR(writer.write(metadata, described));
    IR_RETURN_IF_ERROR(writer.write(metadata, names));
    IR_RETURN_IF_ERROR(put(ChunkKind::kQueueEvents, submissions));
    IR_RETURN_IF_ERROR(put(ChunkKind::kHostExecutionEvents, executions));
    IR_RETURN_IF_ERROR(put(ChunkKind::kDispatchEvents, dispatches));
    IR_RETURN_IF_ERROR(put(ChunkKind::kMemoryEvents, memory));
    if (!shares.empty()) IR_RETURN_IF_ERROR(writer.write(metadata, format::kWorkerSharesContentType, bytes_of(shares)));
    if (!scopes.empty()) IR_RETURN_IF_ERROR(writer.write(metadata, format::kScopesContentType, scopes));
    IR_RETURN_IF_ERROR(writer.end_session(metadata));
    return writer.close();
  }
};

}  // namespace ireereplay::test
