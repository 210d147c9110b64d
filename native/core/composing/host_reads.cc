#include "composing/host_reads.h"

#include "composing/any_device.h"

namespace ireereplay::composing {

Result<HostReads> find_host_reads(const std::string& path, const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const replay::Program program, decode_for_any_device(path, cancelled));
  HostReads reads;
  reads.device_count = program.device_count;
  for (const replay::StepInfo& step : program.steps) {
    if (step.command.op != replay::Op::kOutput) continue;
    const replay::BufferRange& range = program.transfers[step.command.index].source;
    reads.ranges.push_back({step.command.record, program.buffers[range.buffer].id, range.offset, range.length});
  }
  for (const replay::DispatchInfo& dispatch : program.dispatches) {
    const std::string& name = program.executables[dispatch.executable].functions[dispatch.function].name;
    if (!name.empty()) reads.functions.insert(name);
  }
  return reads;
}

}  // namespace ireereplay::composing
