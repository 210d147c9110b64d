#include "profile/report/report.h"

#include "profile/report/output.h"

namespace ireereplay::profile {

namespace {

struct Entry {
  std::string_view name;
  Question question;
  Status (*answer)(Reporting&);
};

constexpr Entry kQuestions[] = {
    {"summary", Question::kSummary, report_summary},
    {"statistics", Question::kStatistics, report_statistics},
    {"explain", Question::kExplain, report_explain},
    {"executable", Question::kExecutable, report_executables},
    {"dispatch", Question::kDispatch, report_dispatches},
    {"command", Question::kCommand, report_commands},
    {"counter", Question::kCounter, report_counters},
    {"memory", Question::kMemory, report_memory},
    {"queue", Question::kQueue, report_queues},
    {"graph", Question::kGraph, report_graph},
    {"times", Question::kTimes, report_times},
    {"workers", Question::kWorkers, report_workers},
    {"hotspots", Question::kHotspots, report_hotspots},
    {"disassembly", Question::kDisassembly, report_sampled_disassembly},
    {"samples", Question::kSamples, report_samples},
    {"bindings", Question::kBindings, report_bindings},
    {"export", Question::kExport, report_export},
    {"att", Question::kAtt, report_att},
    {"cat", Question::kCat, report_cat},
};

}  // namespace

bool find_question(std::string_view name, Question* out) {
  for (const Entry& entry : kQuestions) {
    if (entry.name != name) continue;
    *out = entry.question;
    return true;
  }
  return false;
}

double square_root(double value) {
  if (value <= 0.0) return 0.0;
  double estimate = value >= 1.0 ? value : 1.0;
  for (int i = 0; i < 32; ++i) estimate = 0.5 * (estimate + value / estimate);
  return estimate;
}

Status report(const Bundle& bundle, const ReportOptions& options, const std::atomic<bool>& cancelled,
              const ReportSink& sink) {
  Reporting reporting(bundle, options, cancelled, sink);
  for (const Entry& entry : kQuestions) {
    if (entry.question != options.question) continue;
    Status status = entry.answer(reporting);
    // What was printed before a failure is shown, as IREE's tools show it.
    IR_RETURN_IF_ERROR(reporting.flush());
    if (!status.ok()) return status;
    break;
  }
  return bundle.defect();
}

}  // namespace ireereplay::profile
