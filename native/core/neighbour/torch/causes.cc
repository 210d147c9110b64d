#include "neighbour/torch/causes.h"

#include <algorithm>
#include <utility>

#include "base/decimal.h"
#include "base/json_value.h"
#include "neighbour/torch/overview.h"
#include "neighbour/torch/tables.h"
#include "profile/timeline/cause.h"
#include "profile/timeline/words.h"

namespace ireereplay::neighbour::torch {

namespace {

using profile::timeline::Cause;
using profile::timeline::CausePiece;
using profile::timeline::percent_words;
using profile::timeline::time_words;

/// Of the time: what costs less is not worth a look.
constexpr double kLeastShare = 0.01;
/// Of a device's time between its first kernel and its last: one that idles less has enough to do.
constexpr double kMuchIdle = 0.1;
/// Of the time that devices work: inputs that take less are among many.
constexpr double kLargeShare = 0.1;

double part_of(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string cause_time(uint64_t ns) { return time_words(static_cast<double>(ns)); }

/// Names of kernels are templates of C++ with hundreds of characters.
std::string short_name(std::string_view name) {
  constexpr size_t kMost = 100;
  if (name.size() <= kMost) return std::string(name);
  size_t end = kMost;
  while (end > 0 && (static_cast<uint8_t>(name[end]) & 0xC0) == 0x80) --end;
  return std::string(name.substr(0, end)) + "…";
}

class Causes {
 public:
  Causes(const Trace& trace, const Nesting& nesting, const Launches& launches, const TraceTimeline& timeline)
      : trace_(trace),
        launches_(launches),
        made_(timeline),
        overview_(look_over(trace, launches)),
        tables_(make_tables(trace, nesting, launches, timeline.forward)) {}

  std::vector<Cause> find() {
    for (const DeviceUse& use : overview_.uses) add_idle(use);
    add_calls();
    add_inputs();
    const double least = kLeastShare * static_cast<double>(made_.timeline->span());
    std::erase_if(causes_, [&](const Cause& cause) { return cause.cost < least; });
    std::stable_sort(causes_.begin(), causes_.end(), [](const Cause& a, const Cause& b) { return a.cost > b.cost; });
    return std::move(causes_);
  }

 private:
  CausePiece link(uint32_t event, std::string text) const { return {std::move(text), made_.place(trace_, event)}; }

  std::string device_name(uint32_t process) const {
    const Process& of = trace_.processes[process];
    const std::string labels(trace_.strings.at(of.labels));
    if (!labels.empty()) return labels;
    return "Device " + (of.id.is_text ? std::string(trace_.strings.at(static_cast<uint32_t>(of.id.value)))
                                      : std::to_string(of.id.value));
  }

  /// The longest time in which a device does nothing: what comes next, and how long.
  std::pair<uint32_t, uint64_t> longest_gap(uint32_t process) const {
    std::vector<uint32_t> events;
    for (const uint32_t event : trace_.work.event)
      if (trace_.threads[trace_.events.thread[event]].process == process) events.push_back(event);
    std::sort(events.begin(), events.end(),
              [&](uint32_t a, uint32_t b) { return std::pair(trace_.begin(a), a) < std::pair(trace_.begin(b), b); });
    std::pair<uint32_t, uint64_t> longest = {kNoRow, 0};
    int64_t until = 0;
    for (size_t i = 0; i < events.size(); ++i) {
      const int64_t begin = trace_.begin(events[i]);
      if (i != 0 && begin > until) {
        const uint64_t gap = static_cast<uint64_t>(begin) - static_cast<uint64_t>(until);
        if (gap > longest.second) longest = {events[i], gap};
      }
      until = i == 0 ? trace_.end_of(events[i]) : std::max(until, trace_.end_of(events[i]));
    }
    return longest;
  }

  void add_idle(const DeviceUse& use) {
    const uint64_t whole = use.stretch.length_ns(), idle = whole - std::min(whole, use.busy_ns);
    if (part_of(idle, whole) < kMuchIdle) return;
    Cause cause;
    cause.kind = "gap";
    cause.cost = static_cast<double>(idle);
    std::string words = device_name(use.process) + " is idle for " + cause_time(idle) + ", " +
                        percent_words(part_of(idle, whole)) + " of the time from its first kernel to its last";
    if (part_of(use.idle_until_call_ns, idle) >= 0.5) {
      words += ": mostly (" + cause_time(use.idle_until_call_ns) +
               ") it waits for the host to launch more. Fewer and larger operations can help, as torch.compile or "
               "graphs make them.";
    } else if (part_of(use.idle_from_call_ns, idle) >= 0.5) {
      words +=
          ": mostly (" + cause_time(use.idle_from_call_ns) + ") what comes next has been launched, and begins later.";
    } else {
      words += ".";
    }
    cause.sentence = {{words}};
    if (const auto [event, gap] = longest_gap(use.process); event != kNoRow)
      cause.evidence = {link(event, "longest gap: " + cause_time(gap) + " before " + short_name(trace_.name(event)))};
    causes_.push_back(std::move(cause));
  }

  void add_calls() {
    const LaunchUse& use = overview_.launches;
    if (use.calls == 0) return;
    Cause cause;
    cause.kind = "wait";
    cause.cost = static_cast<double>(use.calls_ns);
    cause.sentence = {{counted(use.calls, "call") + (use.calls == 1 ? " launches " : " launch ") +
                       counted(use.work, "kernel") + (use.work == 1 ? "" : ", copies and fills") + ", and " +
                       (use.calls == 1 ? "takes " : "take ") + cause_time(use.calls_ns) + " of the host's time, " +
                       cause_time(use.calls_ns / use.calls) + " each."}};
    uint32_t longest = kNoRow;
    for (const uint32_t row : made_.launched) {
      const uint32_t call = launches_.call[row];
      if (longest == kNoRow || trace_.duration(call) > trace_.duration(longest)) longest = call;
    }
    if (longest != kNoRow) {
      const auto duration = static_cast<uint64_t>(trace_.duration(longest));
      cause.evidence = {link(longest, "longest: " + std::string(trace_.name(longest)) + ", " + cause_time(duration))};
    }
    causes_.push_back(std::move(cause));
  }

  /// "c10::BFloat16[141, 512] c10::BFloat16[512]": what is a tensor of an operation's inputs.
  std::string inputs(const OperationShape& shape) const {
    const auto dims = parse_json(trace_.strings.at(shape.dims)), types = parse_json(trace_.strings.at(shape.types));
    if (!dims.ok() || !types.ok()) return "";
    std::string words;
    for (size_t i = 0; i < std::min(dims->items.size(), types->items.size()); ++i) {
      if (dims->items[i].items.empty()) continue;
      words += (words.empty() ? "" : " ") + types->items[i].text + "[";
      for (size_t k = 0; k < dims->items[i].items.size(); ++k)
        words += (k == 0 ? "" : ", ") + dims->items[i].items[k].text;
      words += "]";
    }
    return words;
  }

  /// The operation with the inputs that take most of what devices do, or of the processor's time without any.
  void add_inputs() {
    const bool has_work = !trace_.work.event.empty();
    const auto time = [&](const OperationRow& row) { return has_work ? row.device_self_ns : row.self_ns; };
    uint64_t all = 0;
    const OperationRow* largest = nullptr;
    for (const OperationRow& row : tables_.by_shape) {
      all += time(row);
      if (largest == nullptr || time(row) > time(*largest)) largest = &row;
    }
    if (largest == nullptr || part_of(time(*largest), all) < kLargeShare) return;
    Cause cause;
    cause.kind = "function";
    cause.is_abnormal = false;
    cause.cost = static_cast<double>(time(*largest));
    const std::string of = largest->shape == kNoRow || !trace_.shapes[largest->shape].has_inputs()
                               ? ""
                               : inputs(trace_.shapes[largest->shape]);
    cause.sentence = {{std::string(trace_.strings.at(largest->name)) + (of.empty() ? "" : " of " + of) + " takes " +
                       cause_time(time(*largest)) + ", " + percent_words(part_of(time(*largest), all)) + " of what " +
                       (has_work ? "devices do for operations" : "operations take") + ", in " +
                       counted(largest->count, "call") + "."}};
    uint32_t longest = kNoRow;
    for (size_t i = 0; i < trace_.operations.event.size(); ++i) {
      if (trace_.operations.shape[i] != largest->shape) continue;
      const uint32_t event = trace_.operations.event[i];
      if (longest == kNoRow || trace_.duration(event) > trace_.duration(longest)) longest = event;
    }
    if (longest != kNoRow) {
      const auto duration = static_cast<uint64_t>(trace_.duration(longest));
      cause.evidence = {link(longest, "longest call: " + cause_time(duration))};
    }
    causes_.push_back(std::move(cause));
  }

  const Trace& trace_;
  const Launches& launches_;
  const TraceTimeline& made_;
  const Overview overview_;
  const Tables tables_;
  std::vector<Cause> causes_;
};

}  // namespace

std::string causes_json(const Trace& trace, const Nesting& nesting, const Launches& launches,
                        const TraceTimeline& timeline) {
  return profile::timeline::causes_json(Causes(trace, nesting, launches, timeline).find());
}

}  // namespace ireereplay::neighbour::torch
