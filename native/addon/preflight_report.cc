#include "preflight_report.h"

#include "base/json_writer.h"

namespace ireereplay::addon {

namespace {

/// The protocol's Problem, with preflight's stable code as `kind`.
void write_problem(const replay::Problem& problem, JsonWriter& json) {
  json.begin_object();
  json.key("severity").string(problem.severity == replay::Severity::kError ? "error" : "warning");
  json.key("code").string(status_code_name(problem.status));
  json.key("kind").string(problem.code);
  json.key("message").string(problem.message);
  if (!problem.remedy.empty()) json.key("remedy").string(problem.remedy);
  if (problem.record != kNoPlace) json.key("record").number(problem.record);
  if (problem.offset != kNoPlace) json.key("offset").wide(problem.offset);
  json.end_object();
}

}  // namespace

std::string report_json(const replay::PreflightReport& report) {
  Text out;
  JsonWriter json(out);
  json.begin_object();
  json.key("canRun").boolean(report.can_run());
  json.key("problems").begin_array();
  for (const replay::Problem& problem : report.problems) write_problem(problem, json);
  if (report.problems_left_out != 0) {
    write_problem({replay::Severity::kWarning, replay::problem_code::kNotice, StatusCode::kOk, kNoPlace, kNoPlace,
                   std::to_string(report.problems_left_out) + " more problems are not listed; there are " +
                       std::to_string(report.error_count()) + " errors in total",
                   ""},
                  json);
  }
  json.end_array();
  json.key("problemsLeftOut").wide(report.problems_left_out);
  json.key("operations").wide(report.operation_count);
  json.key("dispatches").wide(report.dispatch_count);
  json.key("devices").number(report.device_count);
  json.key("peakBytes").wide(report.peak_bytes);
  json.key("totalBufferBytes").wide(report.total_buffer_bytes);
  json.end_object();
  return out.take();
}

}  // namespace ireereplay::addon
