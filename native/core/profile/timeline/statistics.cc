#include "profile/timeline/statistics.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/decimal.h"
#include "base/seeded_hash.h"
#include "profile/timeline/distribution.h"
#include "profile/timeline/json.h"
#include "profile/timeline/words.h"

namespace ireereplay::profile::timeline {

namespace {

constexpr size_t kMostRows = 1000;

/// Times of one row: of many every second, every fourth and so on.
struct Times {
  std::vector<uint64_t> kept;
  uint64_t count = 0;
  uint64_t stride = 1;
  double total = 0;  ///< Within the range.
  uint64_t least = UINT64_MAX;
  uint64_t most = 0;
  double busy = 0;  ///< Of all workers.
  double whole = 0;
  SliceId longest;

  void add(uint64_t duration, uint64_t within, SliceId slice, size_t most_kept) {
    if (count % stride == 0) {
      if (kept.size() == most_kept) {
        for (size_t i = 0; i < most_kept / 2; ++i) kept[i] = kept[2 * i];
        kept.resize(most_kept / 2);
        stride *= 2;
      }
      if (count % stride == 0) kept.push_back(duration);
    }
    if (count++ == 0 || duration > most) longest = slice;
    total += static_cast<double>(within);
    whole += static_cast<double>(duration);
    least = std::min(least, duration);
    most = std::max(most, duration);
  }
};

constexpr size_t kMostOfFunction = 1 << 16;
constexpr size_t kMostOfRow = 1 << 12;

struct Function {
  Times times;
  /// Whether several executables have it: then its times are kept of each.
  bool is_shared = false;
  std::unordered_map<uint64_t, Times, SeededHash> executables;
  std::unordered_map<uint32_t, Times, SeededHash> records;
  std::vector<uint32_t> launches;  // Whats.
};

class Statistics {
 public:
  Statistics(const Timeline& timeline, Range range, const std::atomic<bool>& cancelled)
      : timeline_(timeline),
        range_(range),
        cancelled_(cancelled),
        json_(text_),
        functions_(timeline.names.size()),
        launches_(timeline.whats.size()) {
    for (uint32_t what = 0; what < timeline.whats.size(); ++what)
      if (timeline.whats[what].launch != what) functions_[timeline.whats[what].name].is_shared = true;
  }

  Result<std::string> make() {
    for (const auto& track : timeline_.tracks) {
      if (track->has_dispatches()) IR_RETURN_IF_ERROR(add(*track));
    }
    for (const auto& track : timeline_.tracks) {
      if (track->track_class == TrackClass::kWorker) IR_RETURN_IF_ERROR(add_busy(*track));
    }
    const uint64_t length = range_.length(), active = executing(timeline_, range_);
    const bool is_mostly_idle = shares_are_of_dispatches(active, length);
    whole_ = static_cast<double>(is_mostly_idle ? active : length);
    json_.begin_object();
    json_.key("from");
    write_time(timeline_, range_.from, json_);
    json_.key("to");
    write_time(timeline_, range_.to, json_);
    json_.key("shareOf").string(is_mostly_idle ? "dispatches" : "range");
    json_.key("functions").begin_array();
    std::vector<std::pair<double, uint32_t>> order;
    for (uint32_t name = 0; name < functions_.size(); ++name)
      if (functions_[name].times.count != 0) order.emplace_back(-functions_[name].times.total, name);
    std::sort(order.begin(), order.end());
    for (const auto& [total, name] : order) write(name, functions_[name]);
    json_.end_array();
    json_.key("idle").wide(length - active);
    json_.end_object();
    return text_.take();
  }

 private:
  /// Calls `visit(index, within)` for the slices that are executed in the range.
  template <typename Visit>
  Status each(const Track& track, const Visit& visit) {
    const SliceTrack& slices = track.slices;
    for (uint32_t i = slices.first_reaching(range_.from); i < slices.size() && slices.start(i) < range_.to; ++i) {
      if (i % 65536 == 0 && cancelled_.load(std::memory_order_relaxed))
        return Status(StatusCode::kCancelled, "cancelled");
      if (slices.end(i) <= range_.from && slices.start(i) < range_.from) continue;
      visit(i, range_.within(slices.start(i), slices.end(i)));
    }
    return Status();
  }

  Status add(const Track& track) {
    return each(track, [&](uint32_t i, uint64_t within) {
      const What& what = timeline_.whats[track.slices.what(i)];
      const uint32_t launch = what.launch, record = track.slices.record(i);
      const uint64_t duration = track.slices.duration(i);
      Function& function = functions_[what.name];
      if (launches_[launch].count == 0) function.launches.push_back(launch);
      function.times.add(duration, within, {track.id, i}, kMostOfFunction);
      if (function.is_shared) function.executables[what.executable].add(duration, within, {track.id, i}, kMostOfRow);
      if (record != kNoRecord32) function.records[record].add(duration, within, {track.id, i}, kMostOfRow);
      launches_[launch].add(duration, within, {track.id, i}, kMostOfRow);
    });
  }

  Status add_busy(const Track& track) {
    ++workers_;
    return each(track, [&](uint32_t i, uint64_t within) {
      const What& what = timeline_.whats[track.slices.what(i)];
      const uint32_t record = track.slices.record(i);
      Function& function = functions_[what.name];
      const auto busy = static_cast<double>(within);
      function.times.busy += busy;
      launches_[what.launch].busy += busy;
      if (const auto row = function.executables.find(what.executable); row != function.executables.end())
        row->second.busy += busy;
      if (const auto row = function.records.find(record); row != function.records.end()) row->second.busy += busy;
    });
  }

  /// The fields of a TimeRow; the object stays open.
  void begin_row(const std::string& text, uint32_t name, Times& times) {
    json_.begin_object();
    json_.key("name").string(text);
    json_.key("nameIndex").number(name);
    json_.key("count").number(times.count);
    json_.key("totalNs").real(times.total);
    const Distribution distribution = distribution_of(times.kept);
    json_.key("medianNs").real(distribution.median);
    json_.key("madNs").real(distribution.mad);
    json_.key("p95Ns").real(distribution.p95);
    json_.key("leastNs").number(times.least);
    json_.key("mostNs").number(times.most);
    json_.key("share").real(whole_ > 0 ? times.total / whole_ : 0);
    if (workers_ != 0 && times.total > 0) {
      const double there = times.total * static_cast<double>(workers_);
      json_.key("workersBusy").real(std::min(times.busy / there, 1.0));
      json_.key("idleNs").real(std::max(there - times.busy, 0.0));
    }
    json_.key("histogram");
    write_histogram(distribution, json_);
    json_.key("longest").begin_object();
    write_id(times.longest, json_);
    json_.end_object();
  }

  template <typename Key>
  static std::vector<std::pair<double, Key>> order_of(const std::unordered_map<Key, Times, SeededHash>& all) {
    std::vector<std::pair<double, Key>> order;
    for (const auto& [key, times] : all) order.emplace_back(-times.total, key);
    return order;
  }
  /// Those that take longest; `order` has their totals, negative, and their keys.
  template <typename Key, typename Write>
  void write_rows(std::vector<std::pair<double, Key>> order, const Write& write_row) {
    const size_t most = std::min(order.size(), kMostRows);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end());
    order.resize(most);
    json_.begin_array();
    for (const auto& [total, key] : order) write_row(key);
    json_.end_array();
  }

  std::string launch_words(const What& what) const {
    std::string launch = grid_words(what);
    const auto& shapes = timeline_.context->launches.shapes();
    if (what.shape >= shapes.size()) return launch;
    const LaunchShapes::Shape& shape = shapes[what.shape];
    if (!shape.constants.empty())
      launch += (shape.constants.size() == 1 ? "; constant " : "; constants ") + constants_words(shape.constants);
    if (!shape.binding_lengths.empty())
      launch += (shape.binding_lengths.size() == 1 ? "; binding of " : "; bindings of ") +
                lengths_words(shape.binding_lengths);
    return launch;
  }
  static std::string grid_words(const What& what) {
    if (!what.has_grid()) return "a grid that was not recorded";
    const auto words = [](const uint32_t(&count)[3]) {
      return decimal(count[0]) + " × " + decimal(count[1]) + " × " + decimal(count[2]);
    };
    const bool has_size = what.size[0] != 0;
    return words(what.count) + (has_size ? ", workgroups of " + words(what.size) : "");
  }

  void write(uint32_t name, Function& function) {
    const Name& known = timeline_.names[name];
    begin_row(known.text, name, function.times);
    if (known.is_function) {
      json_.key("executable").wide(known.executable);
      json_.key("function").number(known.function);
    }
    json_.key("executables");
    write_rows(order_of(function.executables), [&](uint64_t executable) {
      begin_row("executable " + decimal(executable), name, function.executables.at(executable));
      json_.key("executable").wide(executable);
      json_.end_object();
    });
    json_.key("records");
    write_rows(order_of(function.records), [&](uint32_t record) {
      begin_row("#" + decimal(record), name, function.records.at(record));
      json_.key("record").number(record);
      json_.end_object();
    });
    std::vector<std::pair<double, uint32_t>> order;
    for (const uint32_t what : function.launches) order.emplace_back(-launches_[what].total, what);
    json_.key("launches");
    write_rows(std::move(order), [&](uint32_t what) {
      const std::string launch = launch_words(timeline_.whats[what]);
      begin_row(launch, name, launches_[what]);
      json_.key("launch").string(launch);
      json_.end_object();
    });
    json_.end_object();
  }

  const Timeline& timeline_;
  const Range range_;
  const std::atomic<bool>& cancelled_;
  Text text_;
  JsonWriter json_;
  std::vector<Function> functions_;  // By name.
  std::vector<Times> launches_;      // By what.
  uint64_t workers_ = 0;
  double whole_ = 0;  // What shares are of, in nanoseconds.
};

}  // namespace

uint64_t executing(const Timeline& timeline, Range range) {
  std::vector<std::pair<int64_t, int64_t>> spans;
  for (const auto& track : timeline.tracks) {
    if (!track->has_dispatches()) continue;
    const SliceTrack& slices = track->slices;
    const size_t begin = spans.size();
    for (uint32_t i = slices.first_reaching(range.from); i < slices.size() && slices.start(i) < range.to; ++i) {
      const int64_t start = std::max(slices.start(i), range.from), end = std::min(slices.end(i), range.to);
      if (end <= start) continue;
      if (spans.size() > begin && start <= spans.back().second) {
        spans.back().second = std::max(spans.back().second, end);
      } else {
        spans.emplace_back(start, end);
      }
    }
  }
  std::sort(spans.begin(), spans.end());
  uint64_t active = 0;
  int64_t reached = range.from;
  for (const auto& [start, end] : spans) {
    if (end > reached) active += static_cast<uint64_t>(end) - static_cast<uint64_t>(std::max(start, reached));
    reached = std::max(reached, end);
  }
  return active;
}

Result<std::string> statistics_json(const Timeline& timeline, Range range, const std::atomic<bool>& cancelled) {
  return Statistics(timeline, range, cancelled).make();
}

}  // namespace ireereplay::profile::timeline
