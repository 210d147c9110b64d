#include "present/work.h"

#include <vector>

namespace ireereplay {

namespace {

class WorkFinder {
 public:
  explicit WorkFinder(const CaptureIndex& index) : index_(index), known_(index.container_count(), Known::kUnknown) {}

  /// The first submission below a container record, or in a scope within it, that calls a kernel.
  uint32_t submission_below(uint32_t container_record) {
    for (const uint32_t child : index_.children(container_record)) {
      if (calls_kernel(child)) return child;
      if (index_.scope_name(child).empty() || !index_.is_container(child)) continue;
      if (const uint32_t inner = submission_below(child); inner != kNoRecord) return inner;
    }
    return kNoRecord;
  }

 private:
  enum class Known : uint8_t { kUnknown, kNo, kYes };

  bool calls_kernel(uint32_t record) {
    if (index_.operation(record) == format::Operation::kDeviceQueueDispatch) return !index_.failed(record);
    const uint32_t contents = index_.executed_command_buffer(record);
    return contents != kNoRecord && !index_.failed(record) && holds_dispatch(contents);
  }

  /// Command buffers are executed many times and looked at once.
  bool holds_dispatch(uint32_t container_record) {
    const uint32_t container = index_.container_at(container_record);
    if (container == CaptureIndex::kNoContainer) return false;
    if (known_[container] == Known::kUnknown) {
      known_[container] = Known::kNo;
      for (const uint32_t child : index_.children(container_record)) {
        if (index_.operation(child) == format::Operation::kCommandBufferDispatch ||
            (index_.is_container(child) && holds_dispatch(child))) {
          known_[container] = Known::kYes;
          break;
        }
      }
    }
    return known_[container] == Known::kYes;
  }

  const CaptureIndex& index_;
  std::vector<Known> known_;
};

}  // namespace

Work work_of(const CaptureIndex& index) {
  WorkFinder finder(index);
  for (const bool named : {true, false}) {
    for (const ScopeEntry& scope : index.scopes()) {
      if (named != (scope.name == "execute")) continue;
      for (const uint32_t begin : scope.begins) {
        if (!index.is_container(begin)) continue;
        if (const uint32_t submission = finder.submission_below(begin); submission != kNoRecord)
          return {begin, submission};
      }
    }
  }
  return {kNoRecord, finder.submission_below(kNoRecord)};
}

}  // namespace ireereplay
