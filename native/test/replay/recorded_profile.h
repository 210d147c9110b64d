// A profile that a replay wrote, read back.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "profile/bundle.h"
#include "profile/metadata.h"
#include "profile/replay_chunks.h"
#include "replay/session.h"

namespace ireereplay::test {

struct RecordedProfile {
  std::vector<profile::format::QueueEvent> queue_events;
  std::vector<profile::format::HostExecutionEvent> host_executions;
  std::vector<profile::format::CommandRegionEvent> regions;
  std::vector<profile::format::MemoryEvent> memory_events;
  std::vector<profile::format::CommandOperation> operations;
  std::vector<profile::format::RecordRun> records;
  std::vector<profile::format::WorkerShare> shares;
  std::vector<profile::format::TileRun> tile_runs;
  /// With their names.
  std::vector<std::pair<profile::format::ScopeRun, std::string>> scopes;
  std::string replay;  ///< JSON.
  uint32_t end_status = ~0u;
  profile::Metadata metadata;

  uint64_t events() const {
    return queue_events.size() + host_executions.size() + regions.size() + memory_events.size();
  }
  std::vector<profile::format::HostExecutionEvent> of_type(profile::format::QueueEventType type) const {
    std::vector<profile::format::HostExecutionEvent> found;
    for (const auto& event : host_executions)
      if (event.type == type) found.push_back(event);
    return found;
  }
  /// The record that something comes from; ~0 when the profile does not say.
  uint64_t record_of(profile::format::EndpointType type, uint64_t id, uint32_t command_index) const {
    for (const auto& run : records) {
      const bool is_command = type == profile::format::EndpointType::kCommandOperation;
      const uint64_t first = is_command ? run.command_index : run.id, wanted = is_command ? command_index : id;
      if (run.type != type || (is_command && run.id != id) || wanted < first || wanted - first >= run.count) continue;
      return run.record + (wanted - first);
    }
    return ~0ull;
  }
};

template <typename T>
void read_own(Bytes payload, std::vector<T>* out) {
  EXPECT_EQ(payload.size() % sizeof(T), 0u);
  for (size_t at = 0; at + sizeof(T) <= payload.size(); at += sizeof(T)) {
    out->push_back(load<T>(payload, at));
    EXPECT_EQ(out->back().record_length, sizeof(T));
  }
}

inline void read_scopes(Bytes payload, std::vector<std::pair<profile::format::ScopeRun, std::string>>* out) {
  using profile::format::ScopeRun;
  for (size_t at = 0; at < payload.size(); at += out->back().first.record_length) {
    ASSERT_LE(sizeof(ScopeRun), payload.size() - at);
    const auto run = load<ScopeRun>(payload, at);
    ASSERT_EQ(run.record_length, sizeof(run) + run.name_length);
    ASSERT_LE(run.record_length, payload.size() - at);
    const Bytes name = payload.subspan(at + sizeof(run), run.name_length);
    out->emplace_back(run, std::string(name.begin(), name.end()));
  }
}

/// Reads a profile that is expected to be whole.
inline RecordedProfile read_profile(const std::string& path) {
  namespace format = profile::format;
  using profile::ChunkKind;
  RecordedProfile read;
  auto file = File::open(path);
  EXPECT_TRUE(file.ok()) << file.status().to_string();
  if (!file.ok()) return read;
  auto header = profile::read_bundle_header(**file);
  EXPECT_TRUE(header.ok()) << header.status().to_string();
  profile::ChunkReader reader(*file, *header);
  profile::Chunk chunk;
  std::set<uint64_t> command_buffers;
  while (!reader.at_end()) {
    const Status status = reader.next(&chunk);
    EXPECT_TRUE(status.ok()) << status.to_string();
    if (!status.ok()) break;
    EXPECT_FALSE(chunk.is_truncated());
    if (chunk.header.record_type == format::RecordType::kSessionEnd) read.end_status = chunk.header.session_status_code;
    if (!chunk.is_chunk()) continue;
    if (chunk.kind == ChunkKind::kUnknown) {
      const auto payload = reader.window().view(chunk.payload_offset(), chunk.header.payload_length);
      EXPECT_TRUE(payload.ok());
      if (chunk.content_type == format::kRecordsContentType) read_own(*payload, &read.records);
      if (chunk.content_type == format::kWorkerSharesContentType) read_own(*payload, &read.shares);
      if (chunk.content_type == format::kTileRunsContentType) read_own(*payload, &read.tile_runs);
      if (chunk.content_type == format::kScopesContentType) read_scopes(*payload, &read.scopes);
      if (chunk.content_type == format::kReplayContentType) read.replay = std::string(payload->begin(), payload->end());
      continue;
    }
    profile::RecordWalk walk(reader.window(), chunk);
    profile::Record record;
    while (!walk.at_end() && walk.next(&record).ok()) {
      if (chunk.kind == ChunkKind::kQueueEvents) read.queue_events.push_back(record.as<format::QueueEvent>());
      if (chunk.kind == ChunkKind::kHostExecutionEvents)
        read.host_executions.push_back(record.as<format::HostExecutionEvent>());
      if (chunk.kind == ChunkKind::kCommandRegionEvents)
        read.regions.push_back(record.as<format::CommandRegionEvent>());
      if (chunk.kind == ChunkKind::kMemoryEvents) read.memory_events.push_back(record.as<format::MemoryEvent>());
      if (chunk.kind == ChunkKind::kCommandBuffers)
        command_buffers.insert(record.as<format::CommandBuffer>().command_buffer_id);
      if (chunk.kind != ChunkKind::kCommandOperations) continue;
      read.operations.push_back(record.as<format::CommandOperation>());
      // IREE's tools refuse an operation of a command buffer that they have not read of yet.
      EXPECT_TRUE(command_buffers.contains(read.operations.back().command_buffer_id));
    }
  }
  const std::atomic<bool> never = false;
  auto bundle = profile::Bundle::open(*file, never);
  EXPECT_TRUE(bundle.ok() && (*bundle)->defect().ok());
  auto metadata = profile::Metadata::read(**bundle, never);
  EXPECT_TRUE(metadata.ok()) << metadata.status().to_string();
  if (metadata.ok()) read.metadata = *std::move(metadata);
  return read;
}

/// Replays `capture` as `options` say, which record a profile of it, and reads that; `result` takes what came of it.
inline RecordedProfile record_profile(const std::string& capture, const replay::ReplayOptions& options,
                                      replay::ReplayResult* result = nullptr) {
  auto session = replay::Session::prepare(capture, options);
  EXPECT_TRUE(session.ok()) << session.status().to_string();
  if (!session.ok()) return {};
  auto run = (*session)->run();
  EXPECT_TRUE(run.ok()) << run.status().to_string();
  if (run.ok() && result != nullptr) *result = *run;
  return read_profile(options.profile->output);
}

}  // namespace ireereplay::test
