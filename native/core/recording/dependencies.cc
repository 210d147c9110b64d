#include "recording/dependencies.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "profile/barriers.h"
#include "recording/chunk_stream.h"

namespace ireereplay::replay {

namespace {

using profile::format::BarrierRun;
using profile::format::Dependency;
using profile::format::DependencyKind;

DependencyKind kind_of(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::kRecorded:
      return DependencyKind::kRecorded;
    case EdgeKind::kReadAfterWrite:
      return DependencyKind::kReadAfterWrite;
    case EdgeKind::kWriteAfterRead:
      return DependencyKind::kWriteAfterRead;
    case EdgeKind::kWriteAfterWrite:
      return DependencyKind::kWriteAfterWrite;
    case EdgeKind::kReusedMemory:
      return DependencyKind::kReusedMemory;
    case EdgeKind::kScope:
      return DependencyKind::kScope;
    case EdgeKind::kOutput:
      return DependencyKind::kOutput;
  }
  return DependencyKind::kNone;
}

class Dependencies {
 public:
  Dependencies(const Program& program, const SubmissionReader& reader, const profile::ChunkMetadata& metadata,
               profile::BundleWriter& writer)
      : program_(program),
        reader_(reader),
        out_(profile::format::kDependenciesContentType, metadata, writer),
        barriers_(profile::format::kBarriersContentType, metadata, writer),
        left_out_(program.edges_left_out) {}

  Status write() {
    for (size_t i = program_.step_edges_begin; i < program_.edges.size(); ++i)
      IR_RETURN_IF_ERROR(add(0, program_.edges[i]));
    std::unordered_map<uint64_t, uint32_t> instance_of;  // By the record that executes it.
    for (const StepInfo& step : program_.steps)
      if (step.command.op == Op::kExecute) instance_of.emplace(step.command.record, step.command.index);
    const std::vector<Submission>& submissions = reader_.submissions();
    for (size_t i = 0; i < submissions.size(); ++i) {
      const auto found = instance_of.find(submissions[i].record);
      if (found == instance_of.end()) continue;
      const InstanceInfo& instance = program_.instances[found->second];
      if (described_.insert(submissions[i].command_buffer).second)
        IR_RETURN_IF_ERROR(add_barriers(submissions[i].command_buffer, instance));
      // A command buffer may be executed often, each time with the same edges: no more of them than of its commands.
      const uint32_t written = std::min(instance.edge_count, instance.command_count * kEdgesOfCommand);
      left_out_ += instance.edge_count - written;
      for (uint32_t e = 0; e < written; ++e) IR_RETURN_IF_ERROR(add(i + 1, program_.edges[instance.edges_begin + e]));
    }
    // Also where there is none: a profile without this chunk knows nothing of dependencies.
    Dependency left_out;
    left_out.kind = DependencyKind::kLeftOut;
    left_out.object = left_out_;
    IR_RETURN_IF_ERROR(out_.append(left_out));
    IR_RETURN_IF_ERROR(out_.finish());
    return barriers_.finish();
  }

 private:
  static constexpr uint32_t kEdgesOfCommand = 4;

  Status add(uint64_t submission, const EdgeInfo& edge) {
    Dependency dependency;
    dependency.kind = kind_of(edge.kind);
    dependency.id = submission;
    dependency.from = edge.from;
    dependency.to = edge.to;
    if (edge.what != kNoIndex) {
      dependency.object =
          edge.kind == EdgeKind::kRecorded ? program_.semaphores[edge.what].id : program_.buffers[edge.what].id;
    }
    return out_.append(dependency);
  }

  Status add_barriers(uint64_t command_buffer, const InstanceInfo& instance) {
    const CommandInfo* const commands = program_.commands.data() + instance.commands_begin;
    std::vector<BarrierRun> runs;
    for (uint32_t i = 1; i < instance.command_count; ++i)
      // Commands were sorted between barriers only, and the first after one stays the first.
      if (commands[i].after_barrier) profile::add_barrier(command_buffer, commands[i].record, &runs);
    for (const BarrierRun& run : runs) IR_RETURN_IF_ERROR(barriers_.append(run));
    return Status();
  }

  const Program& program_;
  const SubmissionReader& reader_;
  OwnChunkStream<Dependency> out_;
  OwnChunkStream<BarrierRun> barriers_;
  uint64_t left_out_;
  std::unordered_set<uint64_t> described_;
};

}  // namespace

Status write_dependencies(const Plan& plan, const SubmissionReader& reader, const profile::ChunkMetadata& metadata,
                          profile::BundleWriter& writer) {
  return Dependencies(plan.program, reader, metadata, writer).write();
}

}  // namespace ireereplay::replay
