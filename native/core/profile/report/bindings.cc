// What each function took, by what was bound to it: what a machine's roof is asked about. Of dispatches that the host
// executed; of those that a device timed by its own clock only how many there are is said.
#include <compare>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profile/launch_shapes.h"
#include "profile/names.h"
#include "profile/replay_description.h"
#include "profile/report/output.h"
#include "profile/report/time_samples.h"

namespace ireereplay::profile {

namespace {

using format::HostExecutionEvent;

/// What is bound to a dispatch.
struct Bound {
  uint64_t count = 0;
  uint64_t bytes = 0;

  auto operator<=>(const Bound&) const = default;
};

/// A function with what is bound to it; without, where that is not known.
using Place = std::pair<std::string, std::optional<Bound>>;

struct Seen {
  TimeSamples times;
  uint64_t untimed = 0;
};

class BindingsReport {
 public:
  BindingsReport(Reporting& reporting, const Metadata& metadata, const LaunchShapes& launches)
      : r_(reporting), out_(reporting.text), metadata_(metadata), launches_(launches) {
    for (const LaunchShapes::Shape& shape : launches.shapes()) {
      Bound bound{.count = shape.binding_lengths.size()};
      for (const uint64_t length : shape.binding_lengths) {
        if (!add_to(bound.bytes, length)) bound.bytes = UINT64_MAX;
      }
      bounds_.push_back(bound);
    }
  }

  Status make() {
    IR_RETURN_IF_ERROR(read());
    IR_ASSIGN_OR_RETURN(const std::string replay, replay_description(r_.bundle));
    print(out_, R"({"type":"bindings_summary","device_dispatches":%)", device_dispatches_);
    if (!replay.empty()) {
      out_.append(",\"replay\":");
      out_.append_json_utf8(replay);
    }
    out_.append("}\n");
    for (const auto& [place, seen] : by_place_) IR_RETURN_IF_ERROR(print_row(place, seen));
    return Status();
  }

 private:
  Status read() {
    IR_RETURN_IF_ERROR(r_.each_record({ChunkKind::kDispatchEvents}, [&](const Chunk&, const Record&) {
      ++device_dispatches_;
      return Status();
    }));
    // What the host took around them is not theirs.
    if (device_dispatches_ != 0) return Status();
    return r_.each_record({ChunkKind::kHostExecutionEvents}, [&](const Chunk&, const Record& record) -> Status {
      const auto event = record.as<HostExecutionEvent>();
      if (event.function_ordinal == format::kNone32) return Status();
      IR_ASSIGN_OR_RETURN(const std::string key, metadata_.dispatch_key(event.physical_device_ordinal,
                                                                        event.executable_id, event.function_ordinal));
      if (!r_.matches(key)) return Status();
      const uint32_t shape = launches_.of_execution(event);
      Seen& seen = by_place_[{key, shape == format::kNone32 ? std::nullopt : std::optional(bounds_[shape])}];
      if (are_valid_times(event.start_host_time_ns, event.end_host_time_ns)) {
        seen.times.add(event.end_host_time_ns - event.start_host_time_ns);
      } else {
        ++seen.untimed;
      }
      return Status();
    });
  }

  Status print_row(const Place& place, const Seen& seen) {
    const auto& [key, bound] = place;
    out_.append("{\"type\":\"bindings\",\"key\":");
    out_.append_json_utf8(key);
    if (bound) print(out_, R"(,"bindings":%,"bytes":%)", bound->count, bound->bytes);
    print(out_, R"(,"untimed":%,)", seen.untimed);
    seen.times.print_to(out_);
    out_.append("}\n");
    return r_.drain();
  }

  Reporting& r_;
  Text& out_;
  const Metadata& metadata_;
  const LaunchShapes& launches_;
  std::vector<Bound> bounds_;  ///< Of each shape.
  uint64_t device_dispatches_ = 0;
  std::map<Place, Seen> by_place_;
};

}  // namespace

Status report_bindings(Reporting& r) {
  IR_ASSIGN_OR_RETURN(const Metadata metadata, Metadata::read(r.bundle, r.cancelled()));
  IR_ASSIGN_OR_RETURN(const LaunchShapes launches, LaunchShapes::read(r.bundle, r.cancelled()));
  return BindingsReport(r, metadata, launches).make();
}

}  // namespace ireereplay::profile
