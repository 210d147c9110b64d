// What a replay is asked to record of itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "program/sampling_request.h"

namespace ireereplay::replay {

/// The data families of --device_profiling_mode that a processor has.
struct ProfiledData {
  bool queue_events = false;
  bool host_execution = false;
  bool memory_events = false;
  bool command_regions = false;
  bool device_metrics = false;
  bool executable_metadata = false;

  /// Operations of command buffers are as many as dispatches, and longer: they are described where they are asked for,
  /// and where events refer to them.
  bool describes_operations() const { return executable_metadata || command_regions; }
};

/// --device_profiling_filter_*: which host executions and command regions are kept. One that lacks what is asked for
/// (a fill has no function) is not. Everything else is cheap, and always kept.
struct ProfileFilter {
  std::string function;  ///< A glob; empty for all.
  std::optional<uint64_t> command_buffer;
  std::optional<uint32_t> command_index;
  std::optional<uint32_t> physical_device;
  std::optional<uint32_t> queue;
  bool operator==(const ProfileFilter&) const = default;
};

struct ProfileRequest {
  std::string output;  ///< Path of the .ireeprof, which is replaced once the whole profile has been written.
  ProfiledData data;
  ProfileFilter filter;
  std::optional<SamplingRequest> sampling = {};
};

}  // namespace ireereplay::replay
