#include "present/executions.h"

namespace ireereplay {

Executions::Executions(const CaptureIndex& index) : containers_(index.container_count()) {
  uint32_t container = 0;
  for (uint32_t record = 0; record < index.size(); ++record) {
    if (index.is_container(record)) {
      // Containers are numbered in the order of their records: the one around it is known.
      ++container;
      if (index.operation(record) == format::Operation::kDeviceCreateCommandBuffer) {
        containers_[container].command_buffer = container;
      } else if (const uint32_t above = index.container_above(record); above != CaptureIndex::kNoContainer) {
        containers_[container].command_buffer = containers_[above].command_buffer;
      }
    }
    const uint32_t contents = index.executed_command_buffer(record);
    if (contents == kNoRecord || index.failed(record)) continue;
    const uint32_t executed = index.container_at(contents);
    if (executed == CaptureIndex::kNoContainer) continue;
    Executed& entry = containers_[executed];
    if (entry.count++ == 0) entry.first = record;
  }
}

const Executions::Executed* Executions::find(const CaptureIndex& index, uint32_t record) const {
  const uint32_t container = index.container_above(record);
  if (container == CaptureIndex::kNoContainer) return nullptr;
  const uint32_t command_buffer = containers_[container].command_buffer;
  return command_buffer == CaptureIndex::kNoContainer ? nullptr : &containers_[command_buffer];
}

uint32_t Executions::count(const CaptureIndex& index, uint32_t record) const {
  const Executed* executed = find(index, record);
  return executed == nullptr ? 1 : executed->count;
}

uint32_t Executions::first(const CaptureIndex& index, uint32_t record) const {
  const Executed* executed = find(index, record);
  return executed == nullptr ? kNoRecord : executed->first;
}

}  // namespace ireereplay
