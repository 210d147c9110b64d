#include "replay/provenance.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <span>
#include <utility>

#include "base/clock.h"
#include "hal/local/memory_access.h"
#include "hal/local/plan.h"

namespace ireereplay::replay {

namespace {

using Place = uint64_t;  // An address.
struct Interval {
  Place begin = 0;
  Place end = 0;
};

Interval interval_of(std::span<const uint8_t> bytes) {
  const auto begin = reinterpret_cast<Place>(bytes.data());
  return {begin, begin + bytes.size()};
}
Interval common(const Interval& a, const Interval& b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }
bool is_empty(const Interval& interval) { return interval.begin >= interval.end; }
uint8_t* pointer(Place place) { return reinterpret_cast<uint8_t*>(place); }

constexpr uint64_t kLine = 64;
/// What is read of a span is told apart in so many parts of it.
constexpr uint64_t kMostParts = 32;
/// Of what one operation changed: more pieces are joined over their gaps, the smallest first.
constexpr size_t kMostPieces = 64;

/// Lines that differ, joined, as places from `begin`; of the interval of memory that both are copies of.
std::vector<Interval> changed_lines(Place begin, std::span<const uint8_t> before, std::span<const uint8_t> after) {
  std::vector<Interval> pieces;
  for (size_t at = 0; at < before.size();) {
    // Memory of a buffer begins at a multiple of the line.
    const size_t end = std::min<size_t>(before.size(), at + kLine - (begin + at) % kLine);
    if (std::memcmp(before.data() + at, after.data() + at, end - at) != 0) {
      if (!pieces.empty() && pieces.back().end == begin + at) {
        pieces.back().end = begin + end;
      } else {
        pieces.push_back({begin + at, begin + end});
      }
    }
    at = end;
  }
  for (uint64_t gap = kLine; pieces.size() > kMostPieces; gap *= 2) {
    std::vector<Interval> joined;
    for (const Interval& piece : pieces) {
      if (!joined.empty() && piece.begin - joined.back().end <= gap) {
        joined.back().end = piece.end;
      } else {
        joined.push_back(piece);
      }
    }
    pieces = std::move(joined);
  }
  return pieces;
}

/// Who wrote the memory that is looked at last.
class Writers {
 public:
  explicit Writers(const std::vector<Interval>& watched) {
    for (const Interval& interval : watched) at_[interval.begin] = {interval.end, std::nullopt};
  }
  void write(const Interval& interval, const Execution& writer) {
    if (is_empty(interval)) return;
    split(interval.begin);
    split(interval.end);
    const auto first = at_.find(interval.begin);
    if (first == at_.end()) return;
    at_.erase(std::next(first), at_.lower_bound(interval.end));
    first->second = {interval.end, writer};
  }
  struct Written {
    Place end = 0;
    std::optional<Execution> writer;
  };
  const std::map<Place, Written>& spans() const { return at_; }

 private:
  void split(Place place) {
    auto at = at_.upper_bound(place);
    if (at == at_.begin()) return;
    --at;
    if (at->first == place || at->second.end <= place) return;
    Written tail = at->second;
    at->second.end = place;
    at_.emplace(place, std::move(tail));
  }
  std::map<Place, Written> at_;
};

class Tracer {
 public:
  Tracer(Session& session, const RunControl& control, const TraceTimes& times)
      : session_(session), plan_(session.plan()), control_(control), times_(times) {}

  Result<Provenance> trace(uint64_t record, uint64_t via) {
    IR_RETURN_IF_ERROR(go_to_operation(record, via));
    IR_RETURN_IF_ERROR(look_at_operation());
    IR_RETURN_IF_ERROR(look_ahead());
    name_buffers(&result_.found);
    name_buffers(&result_.left);
    return std::move(result_);
  }

 private:
  struct Tracked {
    TracedSpan* span;
    Interval alive;
  };

  /// Finds what the operation touches before anything is executed, watches that, and executes what comes before.
  Status go_to_operation(uint64_t record, uint64_t via) {
    const Command* operation = find(record, via);
    if (operation == nullptr) {
      return Status(StatusCode::kNotFound,
                    "record #" + std::to_string(record) + " is not an operation that the replay executes on buffers");
    }
    watch(accesses_of(plan_, *operation));
    writers_.emplace(watched_);
    for (;;) {
      const auto ahead = session_.ahead();
      const Command* const command = ahead.first;
      const Command* const step = ahead.second;
      if (command == nullptr || (command == operation && is_via(step, via))) return Status();
      IR_RETURN_IF_ERROR(execute(accesses_of(plan_, *command), [&](const Interval& interval) {
        writers_->write(interval, execution_of(plan_, *command, step));
      }));
    }
  }

  bool is_via(const Command* step, uint64_t via) const {
    return via == kNoPlace || (step != nullptr && step->record == via);
  }

  const Command* find(uint64_t record, uint64_t via) const {
    std::vector<bool> is_known(plan_.instances.size());
    for (const Command& step : plan_.steps) {
      if (step.op != PlanOp::kExecute) {
        if (via == kNoPlace && step.record == record && !accesses_of(plan_, step).empty()) return &step;
        continue;
      }
      if (via != kNoPlace && step.record != via) continue;
      const auto* instance = static_cast<const Instance*>(step.what);
      const auto index = static_cast<size_t>(instance - plan_.instances.data());
      if (is_known[index]) continue;
      is_known[index] = true;
      for (uint32_t i = 0; i < instance->count; ++i) {
        const Command& command = instance->begin[i];
        if (command.record == record && !accesses_of(plan_, command).empty()) return &command;
      }
    }
    return nullptr;
  }

  void watch(const std::vector<MemoryAccess>& accesses) {
    std::vector<Interval> all;
    const Interval memory = interval_of({plan_.memory.data(), static_cast<size_t>(plan_.layout.size)});
    for (const MemoryAccess& access : accesses) {
      const Interval inside = common(interval_of(access.bytes), memory);  // Recorded bytes lie elsewhere.
      if (!is_empty(inside)) all.push_back(inside);
    }
    std::sort(all.begin(), all.end(), [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    for (const Interval& interval : all) {
      if (!watched_.empty() && interval.begin < watched_.back().end) {
        watched_.back().end = std::max(watched_.back().end, interval.end);
      } else {
        watched_.push_back(interval);
      }
    }
    for (const Interval& interval : watched_) shadows_.emplace_back(pointer(interval.begin), pointer(interval.end));
  }

  /// Executes the command ahead, which accesses memory so, and calls changed(Interval) for what it wrote of the watched
  /// memory.
  template <typename Changed>
  Status execute(const std::vector<MemoryAccess>& accesses, Changed changed) {
    IR_RETURN_IF_ERROR(session_.execute_ahead(control_));
    for (const MemoryAccess& access : accesses) {
      if (!access.is_written && !access.is_bound) continue;
      for (size_t i = 0; i < watched_.size(); ++i) {
        const Interval both = common(interval_of(access.bytes), watched_[i]);
        if (is_empty(both)) continue;
        const std::span<uint8_t> shadow(shadows_[i].data() + (both.begin - watched_[i].begin), both.end - both.begin);
        const std::span<const uint8_t> now(pointer(both.begin), shadow.size());
        if (access.is_written) {
          changed(both);
        } else {
          for (const Interval& piece : changed_lines(both.begin, shadow, now)) changed(piece);
        }
        std::ranges::copy(now, shadow.begin());
      }
    }
    return Status();
  }

  Status look_at_operation() {
    const auto [command, step] = session_.ahead();
    const std::vector<MemoryAccess> accesses = accesses_of(plan_, *command);
    ReadProbe probe(session_, control_, now_ns() + times_.look_ns);
    narrow_until_ = now_ns() + times_.narrow_ns;
    for (const auto& [begin, written] : writers_->spans()) {
      IR_ASSIGN_OR_RETURN(const Reading reading, reading_of(accesses, {begin, written.end}, &probe));
      TracedSpan& span = add(&result_.found, {begin, written.end});
      span.writer = written.writer;
      span.reading = reading;
      if (reading != Reading::kSeen) continue;
      IR_ASSIGN_OR_RETURN(const auto pieces, narrow(accesses, {begin, written.end}, &probe));
      // What is read in one piece may be all of the span; several are tensors of their own.
      if (pieces.size() > 1) result_.found.pop_back();
      for (const Interval& piece : pieces) {
        if (pieces.size() > 1) add(&result_.found, piece);
        TracedSpan& read = result_.found.back();
        read.writer = written.writer;
        read.reading = Reading::kSeen;
        read.read_offset = piece.begin - read.offset;
        read.read_length = piece.end - piece.begin;
      }
    }
    const Execution operation = execution_of(plan_, *command, step);
    return execute(accesses, [&](const Interval& interval) {
      add(&result_.left, interval).writer = operation;
      written_.push_back(interval);
    });
  }

  /// Whether the command ahead, which accesses memory so, reads an interval.
  Result<Reading> reading_of(const std::vector<MemoryAccess>& accesses, const Interval& interval, ReadProbe* probe) {
    Reading reading = Reading::kNotSeen;
    Interval last;
    for (const MemoryAccess& access : accesses) {
      const Interval both = common(interval_of(access.bytes), interval);
      if (is_empty(both)) continue;
      if (access.is_read) return Reading::kSeen;
      // A buffer that several bindings are of is tried once.
      if (!access.is_bound || (both.begin == last.begin && both.end == last.end)) continue;
      last = both;
      IR_ASSIGN_OR_RETURN(const Reading tried, probe->try_bytes({pointer(both.begin), both.end - both.begin}));
      if (tried == Reading::kSeen) return tried;
      if (tried == Reading::kUnknown) reading = tried;
    }
    return reading;
  }

  /// Where in an interval that is read: pieces between which something is seen not to be. The first begins, and the
  /// last ends, at what is read.
  Result<std::vector<Interval>> narrow(const std::vector<MemoryAccess>& accesses, const Interval& whole,
                                       ReadProbe* probe) {
    const bool is_bound =
        std::all_of(accesses.begin(), accesses.end(), [](const MemoryAccess& one) { return one.is_bound; });
    if (!is_bound) return std::vector<Interval>{whole};
    const auto reads = [&](Place begin, Place end) { return reading_of(accesses, {begin, end}, probe); };
    Interval hull = whole;
    IR_ASSIGN_OR_RETURN(hull.begin, first_read(whole, reads));
    IR_ASSIGN_OR_RETURN(hull.end, last_read({hull.begin, whole.end}, reads));
    const uint64_t size = (hull.end - hull.begin + kMostParts - 1) / kMostParts;
    const uint64_t part = std::max(kLine, (size + kLine - 1) / kLine * kLine);
    std::vector<Interval> pieces;
    bool is_apart = true;  // Something is not read since the last part that is.
    for (Place at = hull.begin; at < hull.end; at += part) {
      const Interval here = {at, std::min(hull.end, at + part)};
      if (now_ns() > narrow_until_) return std::vector<Interval>{hull};
      IR_ASSIGN_OR_RETURN(const Reading reading, reads(here.begin, here.end));
      if (reading == Reading::kNotSeen) is_apart = true;
      if (reading != Reading::kSeen) continue;
      if (!is_apart) {
        pieces.back().end = here.end;
        continue;
      }
      is_apart = false;
      if (!pieces.empty()) {
        Interval& before = pieces.back();
        IR_ASSIGN_OR_RETURN(before.end, last_read({std::max(before.begin, before.end - part), before.end}, reads));
      }
      pieces.push_back(here);
      IR_ASSIGN_OR_RETURN(pieces.back().begin, first_read(here, reads));
    }
    if (pieces.empty()) pieces.push_back(hull);
    pieces.back().end = hull.end;
    return pieces;
  }

  /// Where the first line begins that is read, of an interval of which something is. The more of it is tried, the more
  /// of what is read is in it: so it is found by halving.
  template <typename Reads>
  Result<Place> first_read(const Interval& whole, Reads reads) {
    Place low = whole.begin, high = whole.end;
    for (Place at = middle(low, high); at != low && now_ns() < narrow_until_; at = middle(low, high)) {
      IR_ASSIGN_OR_RETURN(const Reading reading, reads(whole.begin, at));
      (reading == Reading::kSeen ? high : low) = at;
    }
    return low;
  }

  /// Where the last line ends.
  template <typename Reads>
  Result<Place> last_read(const Interval& whole, Reads reads) {
    Place low = whole.begin, high = whole.end;
    for (Place at = middle(low, high); at != low && now_ns() < narrow_until_; at = middle(low, high)) {
      IR_ASSIGN_OR_RETURN(const Reading reading, reads(at, whole.end));
      (reading == Reading::kSeen ? low : high) = at;
    }
    return high;
  }

  static Place middle(Place low, Place high) { return low + (high - low) / 2 / kLine * kLine; }

  Status look_ahead() {
    std::vector<Tracked> tracked;
    for (TracedSpan& span : result_.left) tracked.push_back({&span, {span.offset, span.offset + span.length}});
    for (TracedSpan& span : result_.found) {
      // Of what is only bound nothing is asked: of one buffer of weights each dispatch reads others.
      const Place begin = span.offset + span.read_offset;
      const Interval interval{begin, begin + span.read_length};
      if (span.reading != Reading::kSeen) continue;
      const Interval alive = without(interval, written_);
      if (is_empty(alive)) span.next = Reading::kNotSeen;
      if (!is_empty(alive)) tracked.push_back({&span, alive});
    }
    const uint64_t deadline = now_ns() + times_.ahead_ns;
    while (!tracked.empty()) {
      const auto [command, step] = session_.ahead();
      if (command == nullptr) break;
      // What has not been found by now stays unknown.
      if (now_ns() > deadline) return Status();
      ReadProbe probe(session_, control_, deadline);
      const std::vector<MemoryAccess> accesses = accesses_of(plan_, *command);
      for (Tracked& one : tracked) {
        IR_ASSIGN_OR_RETURN(const Reading reading, reading_of(accesses, one.alive, &probe));
        if (reading == Reading::kNotSeen) continue;
        one.span->next = reading;
        if (reading == Reading::kSeen) one.span->reader = execution_of(plan_, *command, step);
        one.alive = {};
      }
      std::erase_if(tracked, [](const Tracked& one) { return is_empty(one.alive); });
      std::vector<Interval> written;
      IR_RETURN_IF_ERROR(execute(accesses, [&](const Interval& interval) { written.push_back(interval); }));
      for (Tracked& one : tracked) {
        one.alive = without(one.alive, written);
        if (is_empty(one.alive)) one.span->next = Reading::kNotSeen;
      }
      std::erase_if(tracked, [](const Tracked& one) { return is_empty(one.alive); });
    }
    for (const Tracked& one : tracked) one.span->next = Reading::kNotSeen;
    return Status();
  }

  /// What is left of an interval when pieces of it have been written, which may be less than there is: one interval. A
  /// tensor that is written again may have the same bytes here and there.
  static Interval without(Interval alive, const std::vector<Interval>& written) {
    Interval hull;
    uint64_t bytes = 0;
    for (const Interval& piece : written) {
      const Interval both = common(piece, alive);
      if (is_empty(both)) continue;
      hull = bytes == 0 ? both : Interval{std::min(hull.begin, both.begin), std::max(hull.end, both.end)};
      bytes += both.end - both.begin;
    }
    if (bytes == 0) return alive;
    const bool begins = hull.begin <= alive.begin + kLine, ends = hull.end + kLine >= alive.end;
    if (begins && ends) return 2 * bytes >= alive.end - alive.begin ? Interval{} : alive;
    if (begins) return {hull.end, alive.end};
    if (ends) return {alive.begin, hull.begin};
    return alive;
  }

  /// A span by its addresses, until name_buffers().
  static TracedSpan& add(std::vector<TracedSpan>* spans, const Interval& interval) {
    TracedSpan& span = spans->emplace_back();
    span.offset = interval.begin;
    span.length = interval.end - interval.begin;
    return span;
  }

  /// Makes offsets in buffers of addresses.
  void name_buffers(std::vector<TracedSpan>* spans) const {
    const Program& program = plan_.program;
    for (TracedSpan& span : *spans) {
      // read_offset is from the begin of the span until here.
      for (uint32_t i = 0; i < program.buffers.size(); ++i) {
        if (plan_.layout.offsets[i] == MemoryLayout::kUnplaced) continue;
        const auto begin = reinterpret_cast<Place>(plan_.memory.data()) + plan_.layout.offsets[i];
        if (span.offset < begin || span.offset >= begin + program.buffers[i].size) continue;
        span.buffer = program.buffers[i].id;
        span.offset -= begin;
        break;
      }
      span.read_offset += span.offset;
    }
  }

  Session& session_;
  const Plan& plan_;
  const RunControl control_;
  const TraceTimes times_;
  std::vector<Interval> watched_;              // Disjoint, in order.
  std::vector<std::vector<uint8_t>> shadows_;  // What they held after the last command.
  std::optional<Writers> writers_;
  uint64_t narrow_until_ = 0;
  std::vector<Interval> written_;  // By the operation.
  Provenance result_;
};

}  // namespace

Result<Provenance> trace_buffers(const std::string& path, const ReplayOptions& options, uint64_t record, uint64_t via,
                                 const RunControl& control, const TraceTimes& times) {
  ReplayOptions stepwise = options;
  stepwise.step_by_step = true;
  // Behind the last record, so that each buffer keeps its memory.
  stepwise.stop_before_record = kNoPlace - 1;
  stepwise.stop_before_command = kNoPlace;
  IR_ASSIGN_OR_RETURN(const auto session, Session::prepare(path, stepwise, nullptr, control.cancel));
  return Tracer(*session, control, times).trace(record, via);
}

}  // namespace ireereplay::replay
