// What lies between two barriers of a command buffer, as one event. IREE's task device measures how its workers pick up
// such a region; of that a replay knows when the region began and ended, and which threads had a part in it. What
// concerns IREE's own scheduling (width buckets, wake budgets, drains without work) stays 0.
#include <algorithm>

#include "recording/run_events.h"

namespace ireereplay::replay {

namespace {

using profile::format::CommandRegionEvent;

/// One region of an instance: its commands, in the order of the plan.
struct Region {
  uint32_t begin = 0;
  uint32_t end = 0;
};

std::vector<Region> regions_of(const Plan& plan, const Instance& instance) {
  const auto index = static_cast<size_t>(&instance - plan.instances.data());
  const CommandInfo* const commands = plan.program.commands.data() + plan.program.instances[index].commands_begin;
  std::vector<Region> regions;
  for (uint32_t begin = 0, i = 0; i < instance.count; ++i) {
    // Threads that share work go from level to level, which says the same more exactly than barriers.
    const bool ends =
        plan.worker_count > 1 ? commands[i].ends_level : i + 1 == instance.count || commands[i + 1].after_barrier;
    if (!ends && i + 1 != instance.count) continue;
    regions.push_back({begin, i + 1});
    begin = i + 1;
  }
  return regions;
}

}  // namespace

Status RunEvents::write_regions(const StepTimes::Executed& executed, const Submission& submission,
                                uint64_t submission_id, uint64_t* event_id, ChunkStream& events) {
  const auto& instance = *static_cast<const Instance*>(executed.step->what);
  const std::vector<Region> regions = regions_of(plan_, instance);
  const bool is_wanted_here = request_.filter.function.empty() && !request_.filter.command_index &&
                              is_wanted(submission.command_buffer, submission.device);
  std::vector<CommandRegionEvent> made;
  std::vector<bool> has_run;
  for (size_t i = 0; i < regions.size(); ++i) {
    CommandRegionEvent& event = made.emplace_back();
    Share share;
    uint64_t tiles = 0;
    std::vector<bool> took_part(recorder_.thread_count());
    for (uint32_t c = regions[i].begin; c < regions[i].end; ++c) {
      const uint64_t execution = recorder_.executions().of(instance.begin[c], executed.step);
      const Share total = recorder_.total(execution);
      if (plan_.dispatch_of(instance.begin[c]) != nullptr) ++event.dispatch_count;
      tiles += total.tiles;
      share.add(total);
      for (uint32_t worker = 0; worker < recorder_.thread_count(); ++worker)
        if (recorder_.share(execution, worker).tiles != 0) took_part[worker] = true;
    }
    event.flags = profile::format::kRegionCommandBuffer;
    event.flags |= i + 1 == regions.size() ? profile::format::kRegionTerminal : profile::format::kRegionHasNext;
    event.event_id = (*event_id)++;
    event.submission_id = submission_id;
    event.command_buffer_id = submission.command_buffer;
    event.physical_device_ordinal = submission.device;
    event.block_sequence = 1;
    event.epoch = static_cast<uint32_t>(i + 1);
    event.index = static_cast<int32_t>(i);
    event.tile_count = static_cast<uint32_t>(std::min<uint64_t>(tiles, UINT32_MAX));
    event.useful_drain_count = static_cast<uint32_t>(std::count(took_part.begin(), took_part.end(), true));
    event.worker_count = instance.count != 0 && instance.begin->is_inline ? 1 : plan_.worker_count;
    event.start_host_time_ns = event.first_useful_drain_start_host_time_ns = static_cast<int64_t>(share.begin_ns);
    event.end_host_time_ns = event.last_useful_drain_end_host_time_ns = static_cast<int64_t>(share.end_ns);
    event.next_index = i + 1 == regions.size() ? -1 : static_cast<int32_t>(i + 1);
    has_run.push_back(share.tiles != 0);
    if (i != 0) made[i - 1].next_tile_count = event.tile_count;
  }
  for (size_t i = 0; i < made.size(); ++i)
    if (has_run[i] && is_wanted_here) IR_RETURN_IF_ERROR(events.append(made[i]));
  return Status();
}

Status RunEvents::write_command_regions(const profile::ChunkMetadata& metadata, profile::BundleWriter& writer) {
  if (!request_.data.command_regions) return Status();
  ChunkStream events(profile::ChunkKind::kCommandRegionEvents, metadata, writer);
  uint64_t event_id = 1;
  const std::vector<Submission>& submissions = reader_.submissions();
  for (size_t i = 0; i < submissions.size(); ++i) {
    const StepTimes::Executed* executed = times_.find(submissions[i].record);
    if (executed == nullptr || executed->step->op != PlanOp::kExecute) continue;
    IR_RETURN_IF_ERROR(write_regions(*executed, submissions[i], i + 1, &event_id, events));
  }
  count_ += events.count();
  return events.finish();
}

}  // namespace ireereplay::replay
