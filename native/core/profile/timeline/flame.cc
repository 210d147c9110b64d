#include "profile/timeline/flame.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "profile/timeline/json.h"

namespace ireereplay::profile::timeline {

namespace {

/// Frames in order of time; once there are as many, the same names come together wherever they are.
constexpr size_t kMostFrames = 20'000;
constexpr uint32_t kNothing = ~0u;

struct Frame {
  uint32_t name = 0;
  uint32_t parent = kNothing;
  uint32_t last_child = kNothing;
  uint64_t count = 0;
  double total = 0;
  double of_children = 0;
  std::vector<uint32_t> children;
};

class Flame {
 public:
  Flame(const Timeline& timeline, Range range, bool is_left_heavy, const std::atomic<bool>& cancelled)
      : timeline_(timeline), range_(range), is_left_heavy_(is_left_heavy), cancelled_(cancelled) {
    frames_.emplace_back();
  }

  Result<std::string> make() {
    for (const auto& track : timeline_.tracks)
      if (track->track_class == TrackClass::kScopes) scopes_ = Outer(track->slices);
    for (const auto& track : timeline_.tracks)
      if (track->track_class == TrackClass::kQueue) IR_RETURN_IF_ERROR(add_queue(*track));
    // Parents hold what is in them, even where that overlaps.
    for (size_t i = frames_.size(); i-- > 1;) {
      Frame& frame = frames_[i];
      frame.total = std::max(frame.total, frame.of_children);
      frames_[frame.parent].of_children += frame.total;
    }
    JsonWriter json(text_);
    json.begin_array();
    write(0, 0, json);
    json.end_array();
    return text_.take();
  }

 private:
  /// The slices of a class of a queue, in which others are looked for in order of time.
  struct Outer {
    const SliceTrack* slices = nullptr;
    std::vector<bool> counted = {};
    uint32_t at = 0;

    Outer() = default;
    explicit Outer(const SliceTrack& of) : slices(&of), counted(of.size()) {}

    /// The slice that holds [start, end]; kNothing for none.
    uint32_t holding(int64_t start, int64_t end) {
      if (slices == nullptr) return kNothing;
      while (at + 1 < slices->size() && slices->start(at + 1) <= start) ++at;
      for (uint32_t i = at + 1, looks = 0; i-- > 0 && looks < 64; ++looks) {
        if (slices->start(i) <= start && slices->end(i) >= end) return i;
      }
      return kNothing;
    }
    /// All that hold [start, end], the longest first.
    void holding(int64_t start, int64_t end, std::vector<uint32_t>* out) {
      out->clear();
      if (slices == nullptr) return;
      while (at + 1 < slices->size() && slices->start(at + 1) <= start) ++at;
      for (uint32_t i = std::min(at + 1, slices->size()), looks = 0; i-- > 0 && looks < 64; ++looks) {
        if (slices->start(i) <= start && slices->end(i) >= end) out->push_back(i);
      }
      std::stable_sort(out->begin(), out->end(),
                       [&](uint32_t a, uint32_t b) { return slices->duration(a) > slices->duration(b); });
    }
  };

  Outer outer(const Track& queue, std::initializer_list<TrackClass> classes) const {
    for (const TrackClass track_class : classes)
      for (const auto& track : timeline_.tracks)
        if (track->parent == queue.id && track->track_class == track_class && track->size() != 0)
          return Outer(track->slices);
    return {};
  }

  Status add_queue(const Track& queue) {
    Outer submissions = outer(queue, {TrackClass::kSubmissions});
    Outer buffers = outer(queue, {TrackClass::kCommandBuffers, TrackClass::kQueueDevice});
    struct Inner {
      const SliceTrack* slices;
      uint32_t at;
    };
    std::vector<Inner> inner;
    std::vector<uint32_t> around;
    scopes_.at = 0;
    for (const auto& track : timeline_.tracks) {
      if (track->parent == queue.id && (track->has_dispatches() || track->track_class == TrackClass::kTransfers))
        inner.push_back({&track->slices, track->slices.first_reaching(range_.from)});
    }
    for (uint64_t count = 0;; ++count) {
      if (count % 65536 == 0 && cancelled_.load(std::memory_order_relaxed))
        return Status(StatusCode::kCancelled, "cancelled");
      Inner* next = nullptr;
      for (Inner& track : inner) {
        if (track.at == track.slices->size() || track.slices->start(track.at) >= range_.to) continue;
        if (next == nullptr || track.slices->start(track.at) < next->slices->start(next->at)) next = &track;
      }
      if (next == nullptr) return Status();
      const uint32_t i = next->at++;
      const int64_t start = next->slices->start(i), end = next->slices->end(i);
      if (end <= range_.from && start < range_.from) continue;
      uint32_t frame = 0;
      scopes_.holding(start, end, &around);
      for (const uint32_t scope : around) frame = enter(frame, scopes_, scope);
      frame = enter(frame, submissions, submissions.holding(start, end));
      frame = enter(frame, buffers, buffers.holding(start, end));
      frame = child(frame, timeline_.whats[next->slices->what(i)].name);
      ++frames_[frame].count;
      frames_[frame].total += static_cast<double>(range_.within(start, end));
    }
  }

  /// The frame of an outer slice, below `parent`; `parent` where there is none.
  uint32_t enter(uint32_t parent, Outer& outer, uint32_t slice) {
    if (slice == kNothing) return parent;
    const uint32_t frame = child(parent, timeline_.whats[outer.slices->what(slice)].name);
    if (outer.counted[slice]) return frame;
    // Its own time counts once, however much is in it.
    outer.counted[slice] = true;
    ++frames_[frame].count;
    frames_[frame].total += static_cast<double>(range_.within(outer.slices->ready(slice), outer.slices->end(slice)));
    return frame;
  }

  uint32_t child(uint32_t parent, uint32_t name) {
    const bool joins = is_left_heavy_ || frames_.size() >= kMostFrames;
    const uint32_t last = frames_[parent].last_child;
    if (last != kNothing && frames_[last].name == name) return last;
    if (joins) {
      const auto found = by_name_.find(uint64_t{parent} << 32 | name);
      if (found != by_name_.end()) return frames_[parent].last_child = found->second;
    }
    const auto made = static_cast<uint32_t>(frames_.size());
    Frame& frame = frames_.emplace_back();
    frame.name = name;
    frame.parent = parent;
    frames_[parent].children.push_back(made);
    frames_[parent].last_child = made;
    by_name_.insert_or_assign(uint64_t{parent} << 32 | name, made);
    return made;
  }

  void write(uint32_t frame, uint32_t depth, JsonWriter& json) {
    std::vector<uint32_t> children = frames_[frame].children;
    if (is_left_heavy_) {
      std::stable_sort(children.begin(), children.end(),
                       [&](uint32_t a, uint32_t b) { return frames_[a].total > frames_[b].total; });
    }
    for (const uint32_t i : children) {
      const Frame& child = frames_[i];
      json.begin_object();
      json.key("name").string(timeline_.names[child.name].text);
      json.key("nameIndex").number(child.name);
      json.key("depth").number(depth);
      json.key("totalNs").real(child.total);
      json.key("selfNs").real(std::max(child.total - child.of_children, 0.0));
      json.key("count").number(child.count);
      json.end_object();
      write(i, depth + 1, json);
    }
  }

  const Timeline& timeline_;
  const Range range_;
  const bool is_left_heavy_;
  const std::atomic<bool>& cancelled_;
  Outer scopes_;
  std::vector<Frame> frames_;
  std::unordered_map<uint64_t, uint32_t> by_name_;
  Text text_;
};

}  // namespace

Result<std::string> flame_json(const Timeline& timeline, Range range, bool is_left_heavy,
                               const std::atomic<bool>& cancelled) {
  return Flame(timeline, range, is_left_heavy, cancelled).make();
}

}  // namespace ireereplay::profile::timeline
