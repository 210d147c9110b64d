// What dispatches were launched with beside their grid: the constants, and the lengths of what is bound. Said once for
// each operation that was recorded, not for each execution of it: a command buffer may be executed a million times.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/seeded_hash.h"
#include "recording/run_events.h"

namespace ireereplay::replay {

namespace {

using profile::format::kNone32;
using profile::format::LaunchList;
using profile::format::LaunchShape;

/// Chunks of records that are followed by something.
class LongRecords {
 public:
  LongRecords(std::string_view content_type, const profile::ChunkMetadata& metadata, profile::BundleWriter& writer)
      : content_type_(content_type), metadata_(metadata), writer_(writer) {}

  template <typename T>
  Status append(T record, std::initializer_list<Bytes> rest) {
    record.record_length = sizeof(T);
    for (const Bytes bytes : rest) record.record_length += static_cast<uint32_t>(bytes.size());
    add({reinterpret_cast<const uint8_t*>(&record), sizeof(T)});
    for (const Bytes bytes : rest) add(bytes);
    return payload_.size() < kMostChunkBytes ? Status() : finish();
  }
  Status finish() {
    if (payload_.empty()) return Status();
    IR_RETURN_IF_ERROR(writer_.write(metadata_, content_type_, payload_));
    payload_.clear();
    return Status();
  }

 private:
  void add(Bytes bytes) { payload_.insert(payload_.end(), bytes.begin(), bytes.end()); }

  std::string_view content_type_;
  const profile::ChunkMetadata& metadata_;
  profile::BundleWriter& writer_;
  std::vector<uint8_t> payload_;
};

template <typename T>
Bytes bytes_of(std::span<const T> numbers) {
  return {reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size_bytes()};
}

}  // namespace

class LaunchWriter {
 public:
  LaunchWriter(const Plan& plan, const profile::ChunkMetadata& metadata, profile::BundleWriter& writer)
      : plan_(plan),
        shapes_(profile::format::kLaunchShapesContentType, metadata, writer),
        lists_(profile::format::kLaunchesContentType, metadata, writer),
        of_dispatch_(plan.dispatches.size(), kUnseen) {}

  /// The number of what a command is launched with; kNone32 of one that is no dispatch.
  Result<uint32_t> shape_of(const Command& command) {
    const Dispatch* const dispatch = plan_.dispatch_of(command);
    if (dispatch == nullptr) return kNone32;
    uint32_t& known = of_dispatch_[static_cast<size_t>(dispatch - plan_.dispatches.data())];
    if (known != kUnseen) return known;
    const abi::DispatchState& state = dispatch->state;
    Key key = {state.constant_count};
    key.resize(1 + (state.constant_count + size_t{1}) / 2 + state.binding_count);
    std::copy_n(reinterpret_cast<const uint8_t*>(state.constants), state.constant_count * sizeof(uint32_t),
                reinterpret_cast<uint8_t*>(key.data() + 1));
    std::copy_n(state.binding_lengths, state.binding_count, key.end() - state.binding_count);
    const auto found = numbers_.find(key);
    if (found != numbers_.end()) return known = found->second;
    // Constants that count up make each launch one of its own: of more than these there is nothing to compare.
    if (numbers_.size() >= kMostShapes) return known = kNone32;
    known = static_cast<uint32_t>(numbers_.size());
    IR_RETURN_IF_ERROR(shapes_.append(LaunchShape{0, state.constant_count, state.binding_count, 0},
                                      {bytes_of(std::span<const uint64_t>(key).subspan(1))}));
    numbers_.emplace(std::move(key), known);
    return known;
  }

  /// Those of the operations of a command buffer, or of submissions, from `first` on.
  Status append(uint64_t submission, uint64_t command_buffer, uint64_t first, std::span<const uint32_t> shapes) {
    for (size_t at = 0; at < shapes.size(); at += kMostOfList) {
      const auto part = shapes.subspan(at, std::min(kMostOfList, shapes.size() - at));
      if (std::all_of(part.begin(), part.end(), [](uint32_t shape) { return shape == kNone32; })) continue;
      const LaunchList list = {0, static_cast<uint32_t>(part.size()), submission, command_buffer, first + at};
      IR_RETURN_IF_ERROR(lists_.append(list, {bytes_of(part)}));
    }
    return Status();
  }
  Status finish() {
    IR_RETURN_IF_ERROR(shapes_.finish());
    return lists_.finish();
  }

 private:
  static constexpr size_t kMostShapes = 1 << 16;
  static constexpr size_t kMostOfList = 1 << 14;
  static constexpr uint32_t kUnseen = kNone32 - 1;

  /// How many constants there are, those, and the lengths.
  using Key = std::vector<uint64_t>;
  struct Hash {
    size_t operator()(const Key& key) const {
      uint64_t hash = key.size();
      for (const uint64_t number : key) hash = seeded(hash ^ number);
      return hash;
    }
    SeededHash seeded;
  };

  const Plan& plan_;
  LongRecords shapes_;
  LongRecords lists_;
  std::vector<uint32_t> of_dispatch_;
  std::unordered_map<Key, uint32_t, Hash> numbers_;
};

Status RunEvents::write_launches(const profile::ChunkMetadata& metadata, profile::BundleWriter& writer) {
  if (!request_.data.host_execution) return Status();
  LaunchWriter launches(plan_, metadata, writer);
  const std::vector<Submission>& submissions = reader_.submissions();
  std::vector<uint32_t> of_submissions(submissions.size(), kNone32);
  /// What most executions of a command buffer are launched with, and the instances that are known to be.
  struct Known {
    std::vector<uint32_t> shapes;
    std::unordered_set<const Instance*> instances;
  };
  std::unordered_map<uint64_t, Known> known;
  for (size_t i = 0; i < submissions.size(); ++i) {
    const StepTimes::Executed* executed = times_.find(submissions[i].record);
    if (executed == nullptr) continue;
    if (executed->step->op != PlanOp::kExecute) {
      IR_ASSIGN_OR_RETURN(of_submissions[i], launches.shape_of(*executed->step));
      continue;
    }
    const auto& instance = *static_cast<const Instance*>(executed->step->what);
    const auto [found, is_new] = known.try_emplace(submissions[i].command_buffer);
    if (found->second.instances.contains(&instance)) continue;
    const RecordedCommands* recorded = reader_.find(submissions[i].command_buffer);
    std::vector<uint32_t> shapes(recorded == nullptr ? 0 : recorded->records.size(), kNone32);
    IR_RETURN_IF_ERROR(each_command(instance, submissions[i], [&](const Command& command, uint32_t index) -> Status {
      if (index == kNone32) return Status();
      IR_ASSIGN_OR_RETURN(shapes[index], launches.shape_of(command));
      return Status();
    }));
    if (!is_new && shapes != found->second.shapes) {
      IR_RETURN_IF_ERROR(launches.append(i + 1, submissions[i].command_buffer, 0, shapes));
      continue;
    }
    if (is_new) IR_RETURN_IF_ERROR(launches.append(0, submissions[i].command_buffer, 0, shapes));
    if (is_new) found->second.shapes = std::move(shapes);
    found->second.instances.insert(&instance);
  }
  IR_RETURN_IF_ERROR(launches.append(0, 0, 1, of_submissions));
  return launches.finish();
}

}  // namespace ireereplay::replay
