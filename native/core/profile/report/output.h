// What a report is made with: the bundle, what is asked, and the text that goes to the sink piece by piece.
#pragma once

#include <initializer_list>
#include <limits>

#include "base/glob.h"
#include "profile/each_record.h"
#include "profile/metadata.h"
#include "profile/report/print.h"
#include "profile/report/report.h"

namespace ireereplay::profile {

class Reporting {
 public:
  Reporting(const Bundle& asked, const ReportOptions& how, const std::atomic<bool>& cancelled, const ReportSink& sink)
      : bundle(asked), options(how), cancelled_(cancelled), sink_(sink) {}

  const Bundle& bundle;
  const ReportOptions& options;
  Text text;

  const std::atomic<bool>& cancelled() const { return cancelled_; }

  /// Hands on what is printed so far when it is much.
  Status drain() { return text.size() < kPieceBytes ? Status() : flush(); }
  Status flush() {
    if (text.size() == 0) return Status();
    Status status = sink_(text.view());
    text.clear();
    return status;
  }

  /// Whether a name is one that is asked for.
  bool matches(std::string_view name) const { return matches_filter(name, options.filter); }
  static bool matches_filter(std::string_view name, std::string_view filter) {
    return filter.empty() || filter == "*" || matches_glob(filter, name);
  }
  bool matches_id(uint64_t id) const { return options.id < 0 || id == static_cast<uint64_t>(options.id); }

  /// As each_record() of the bundle that is asked.
  template <typename Enter, typename Visit>
  Status each_record(std::initializer_list<ChunkKind> kinds, const Enter& enter, const Visit& visit,
                     bool with_trailing = false) const {
    return profile::each_record(bundle, kinds, cancelled_, enter, visit, with_trailing);
  }
  template <typename Visit>
  Status each_record(std::initializer_list<ChunkKind> kinds, const Visit& visit, bool with_trailing = false) const {
    return each_record(
        kinds, [](const Chunk&) { return Status(); }, visit, with_trailing);
  }

 private:
  static constexpr size_t kPieceBytes = 256 * 1024;

  const std::atomic<bool>& cancelled_;
  const ReportSink& sink_;
};

/// Adds to a total; false when it does not fit.
inline bool add_to(uint64_t& total, uint64_t value) { return checked_add(total, value, &total); }
inline bool add_to(int64_t& total, int64_t value) {
  return value >= 0 && !__builtin_add_overflow(total, value, &total);
}

/// A total that does not fit; `what` is IREE's sentence for it.
inline Status overflow(std::string what) { return Status(StatusCode::kOutOfRange, std::move(what)); }

/// IREE's square root (32 steps of Newton's, from the value itself): where it has not converged, so have we not.
double square_root(double value);

/// Mean and spread of values that come one after the other (Welford), as IREE's tools have them.
struct Spread {
  uint64_t count = 0;
  double mean = 0;
  double m2 = 0;

  void add(double value) {
    ++count;
    const double delta = value - mean;
    mean += delta / static_cast<double>(count);
    m2 += delta * (value - mean);
  }
  double standard_deviation() const { return square_root(count > 1 ? m2 / static_cast<double>(count - 1) : 0.0); }
};

// The questions, one a file.
Status report_att(Reporting& r);
Status report_cat(Reporting& r);
Status report_export(Reporting& r);
Status report_summary(Reporting& r);
Status report_statistics(Reporting& r);
Status report_explain(Reporting& r);
Status report_dispatches(Reporting& r);
Status report_executables(Reporting& r);
Status report_commands(Reporting& r);
Status report_queues(Reporting& r);
Status report_counters(Reporting& r);
Status report_memory(Reporting& r);
Status report_graph(Reporting& r);
Status report_times(Reporting& r);
Status report_workers(Reporting& r);
Status report_hotspots(Reporting& r);
Status report_sampled_disassembly(Reporting& r);
Status report_samples(Reporting& r);
Status report_bindings(Reporting& r);

}  // namespace ireereplay::profile
