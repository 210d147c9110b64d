// The events of one run: what a recorder noted, in the words of profiles.
//
// What a replay does not do has no host execution: an allocation, whose memory was laid out beforehand, a barrier, a
// dispatch of no workgroups. Its queue event says when the replay came by: an alloca before whatever was recorded after
// it began, all others when whatever was recorded before them had ended. What is executed and waits on semaphores was
// submitted when the submission before it had begun, and ready when what signals them had ended (wait_times.h); all
// else is submitted and ready when it begins. Times are now_ns(), the clock of IREE's iree_time_now().
//
// Ids count what the plan executes, in recorded order: they are the same in every run of a plan, whatever ran and
// whatever is filtered.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/status.h"
#include "hal/local/plan.h"
#include "recording/chunk_stream.h"
#include "recording/recorder.h"
#include "recording/step_times.h"
#include "recording/submissions.h"
#include "recording/tile_runs.h"

namespace ireereplay::replay {

struct ProfileRequest;
struct RunEnd;

class RunEvents {
 public:
  /// What is referred to must outlive this.
  RunEvents(const Plan& plan, const Recorder& recorder, const SubmissionReader& reader, const ProfileRequest& request,
            const RunEnd& end);

  /// Each writes its chunks, if they were asked for and there are any.
  Status write_queue_events(const profile::ChunkMetadata& metadata, profile::BundleWriter& writer);
  Status write_host_executions(const profile::ChunkMetadata& metadata, profile::BundleWriter& writer);
  Status write_command_regions(const profile::ChunkMetadata& metadata, profile::BundleWriter& writer);
  Status write_memory_events(const profile::ChunkMetadata& metadata, profile::BundleWriter& writer);
  /// Beside host executions: what dispatches are launched with.
  Status write_launches(const profile::ChunkMetadata& metadata, profile::BundleWriter& writer);
  /// Always: where events and operations stand in the capture.
  Status write_records(const profile::ChunkMetadata& metadata, profile::BundleWriter& writer);
  /// Events written so far.
  uint64_t count() const { return count_; }

 private:
  /// An execution of a command, and its submission.
  struct Execution {
    const Command& command;
    const Command* step;
    const Submission& submission;
    uint64_t submission_id;
    uint64_t event_id;
    uint32_t command_index;  ///< In its command buffer.
  };
  struct HostStreams;
  Status write_execution(const Execution& execution, HostStreams& streams);
  /// What each thread did of an execution.
  Status write_shares(uint64_t execution, uint64_t event_id, HostStreams& streams);
  Status write_submission(const StepTimes::Executed& executed, const Submission& submission, uint64_t submission_id,
                          uint64_t event_id, ChunkStream& events);
  Status write_regions(const StepTimes::Executed& executed, const Submission& submission, uint64_t submission_id,
                       uint64_t* event_id, ChunkStream& events);
  profile::format::HostExecutionEvent event_of(const Submission& submission, uint64_t submission_id,
                                               uint64_t event_id) const;
  void describe(const Command& command, profile::format::HostExecutionEvent* event) const;
  bool is_wanted(const profile::format::HostExecutionEvent& event) const;
  bool is_wanted(uint64_t command_buffer, uint32_t device) const;
  /// The commands of an instance in recorded order.
  const std::vector<uint32_t>& recorded_order(const Instance& instance);
  /// Calls `visit(command, index)` for those, with the index in the command buffer that `submission` executes; kNone32
  /// of what is no operation of it.
  template <typename Visit>
  Status each_command(const Instance& instance, const Submission& submission, const Visit& visit) {
    const RecordedCommands* recorded = reader_.find(submission.command_buffer);
    const std::span<const uint32_t> records = recorded == nullptr ? std::span<const uint32_t>() : recorded->records;
    size_t index = 0;  // Both go on in recorded order.
    for (const uint32_t c : recorded_order(instance)) {
      const Command& command = instance.begin[c];
      while (index < records.size() && records[index] < command.record) ++index;
      const bool is_operation = index < records.size() && records[index] == command.record;
      IR_RETURN_IF_ERROR(visit(command, is_operation ? static_cast<uint32_t>(index) : profile::format::kNone32));
    }
    return Status();
  }
  /// When the replay came by an operation that left nothing to execute; nothing when it did not.
  std::optional<uint64_t> passed(uint64_t record, bool is_allocation) const;
  /// The execution whose kernel failed, or none.
  std::optional<uint64_t> failed_execution() const;

  const Plan& plan_;
  const Recorder& recorder_;
  const SubmissionReader& reader_;
  const ProfileRequest& request_;
  const RunEnd& end_;
  const TileRuns tile_runs_;
  const StepTimes times_;
  const std::optional<uint64_t> failed_;
  std::vector<std::vector<uint32_t>> orders_;  // Of each instance, once asked for.
  uint64_t count_ = 0;
};

}  // namespace ireereplay::replay
