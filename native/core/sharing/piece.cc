#include "sharing/piece.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "hal/local/build_program.h"
#include "hal/local/plan.h"

namespace ireereplay::sharing {

namespace {

using replay::BufferUse;
using replay::Op;
using replay::Program;
using replay::StepInfo;

void join(Spans* all) {
  for (auto& [buffer, spans] : *all) {
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    std::vector<Span> joined;
    for (const Span& span : spans) {
      if (!joined.empty() && span.begin <= joined.back().end) {
        joined.back().end = std::max(joined.back().end, span.end);
      } else {
        joined.push_back(span);
      }
    }
    spans = std::move(joined);
  }
}

bool does_something(Op op) { return op != Op::kNothing && op != Op::kScopeBegin && op != Op::kScopeEnd; }

void add_uses(const Program& program, const StepInfo& step, Piece* piece) {
  visit_uses(program, step, [&](const BufferUse& use) {
    const replay::BufferInfo& buffer = program.buffers[use.buffer];
    if (use.begin == use.end) return;
    if (buffer.record < piece->begin_record) piece->touched[buffer.id].push_back({use.begin, use.end});
    if (use.writes) piece->written[buffer.id].push_back({use.begin, use.end});
  });
}

/// As find_command. What stands against a replay behind the dispatch does not matter.
Result<replay::FoundCommand> find_command(const std::string& path, const PieceRequest& request,
                                          const replay::ReplayOptions& options, const std::atomic<bool>& cancelled) {
  const auto look = [&](uint64_t end) {
    return replay::find_command(path, options, request.dispatch, request.via, &cancelled, end);
  };
  auto found = look(kNoPlace);
  if (found.ok() || found.status().record() == kNoPlace) return found;
  auto before = look(found.status().record());
  if (before.ok()) return before;
  return found;
}

/// `options` are those that its place is added to.
Result<Piece> dispatch_piece(replay::FoundCommand found, const replay::ReplayOptions& options) {
  if (found.command.op != Op::kDispatch) {
    return Status(StatusCode::kInvalidArgument,
                  "record #" + std::to_string(found.command.record) + " is not a dispatch: extract it with --records")
        .at(found.command.record, kNoPlace);
  }
  Piece piece;
  piece.name = found.function;
  piece.begin_record = piece.end_record = found.via == kNoPlace ? found.command.record : found.via;
  piece.before = found.stop_before(options);
  piece.behind = found.stop_behind(options);
  StepInfo step;
  step.command = found.command;
  add_uses(*found.program, step, &piece);
  piece.dispatch = std::make_unique<replay::FoundCommand>(std::move(found));
  return piece;
}

/// "name[2]": a name, and a place among the scopes that have it, from 0.
struct PlacedName {
  std::string name;
  uint64_t place = 0;
};

std::optional<PlacedName> parse_placed(const std::string& text) {
  const size_t open = text.rfind('[');
  if (open == std::string::npos || text.back() != ']') return std::nullopt;
  const char* const end = text.data() + text.size() - 1;
  PlacedName placed{text.substr(0, open), 0};
  const auto [rest, error] = std::from_chars(text.data() + open + 1, end, placed.place);
  if (error != std::errc() || rest != end) return std::nullopt;
  return placed;
}

Result<const replay::ScopeInfo*> find_scope(const Program& program, const std::string& asked, Piece* piece) {
  const auto named = [&](const std::string& name) {
    std::vector<const replay::ScopeInfo*> all;
    for (const replay::ScopeInfo& each : program.scopes)
      if (each.name == name) all.push_back(&each);
    return all;
  };
  PlacedName wanted{asked, 0};
  auto all = named(asked);
  if (const auto placed = parse_placed(asked); all.empty() && placed) {
    wanted = *placed;
    all = named(wanted.name);
  }
  if (all.empty()) {
    std::vector<std::string> others;
    for (const replay::ScopeInfo& each : program.scopes)
      if (std::find(others.begin(), others.end(), each.name) == others.end()) others.push_back(each.name);
    std::string names;
    for (size_t i = 0; i < others.size() && names.size() <= 200; ++i) names += (i == 0 ? "" : ", ") + others[i];
    return Status(StatusCode::kNotFound,
                  "the capture has no scope " + asked + ": there " +
                      (others.empty() ? "is none" : (others.size() == 1 ? "is " : "are ") + names));
  }
  if (wanted.place >= all.size()) {
    return Status(StatusCode::kNotFound, "the capture has no scope " + asked + ": there " +
                                             (all.size() == 1 ? "is only " + wanted.name + "[0]"
                                                              : "are " + wanted.name + "[0] to " + wanted.name + "[" +
                                                                    std::to_string(all.size() - 1) + "]"));
  }
  piece->scope_place = wanted.place;
  piece->scope_count = all.size();
  return all[wanted.place];
}

Status find_records(const Program& program, const PieceRequest& request, Piece* piece) {
  if (request.scope.empty()) {
    piece->begin_record = request.begin_record;
    piece->end_record = std::min(request.end_record, program.record_count);
    if (piece->begin_record < piece->end_record) return Status();
    return Status(StatusCode::kNotFound, "the capture has no records from #" + std::to_string(request.begin_record) +
                                             " on: its last is #" + std::to_string(program.record_count - 1));
  }
  IR_ASSIGN_OR_RETURN(const replay::ScopeInfo* scope, find_scope(program, request.scope, piece));
  if (!scope->ended) {
    return Status(StatusCode::kFailedPrecondition, "scope " + request.scope + " never ends: extract it with --records")
        .at(scope->begin_record, scope->begin_offset);
  }
  piece->name = scope->name;
  piece->begin_record = scope->begin_record;
  piece->end_record = scope->end_record + 1;
  return Status();
}

/// What is before the first record that cannot be replayed, and why that cannot: OK where all of it can.
struct Replayable {
  std::unique_ptr<replay::Plan> plan;
  Status why;
};

Result<Replayable> build_replayable(const std::string& path, replay::ReplayOptions options,
                                    const std::atomic<bool>& cancelled) {
  Replayable result{std::make_unique<replay::Plan>(), {}};
  replay::PreflightReport report;
  build_program(path, options, &cancelled, result.plan.get(), &report);
  result.why = report.first_error();
  if (result.why.ok()) return result;
  if (result.why.record() == kNoPlace) return result.why;
  options.stop_before_record = result.why.record();
  result.plan = std::make_unique<replay::Plan>();
  replay::PreflightReport before;
  build_program(path, options, &cancelled, result.plan.get(), &before);
  IR_RETURN_IF_ERROR(before.first_error());
  return result;
}

/// What the records of the piece do, and what is before them.
Status add_records(const Program& program, Piece* piece) {
  bool is_empty = true;
  for (const StepInfo& step : program.steps) {
    const uint64_t record = step.command.record;
    if (record < piece->begin_record) {
      for (uint32_t i = 0; i < uint32_t{step.wait_count} + step.signal_count; ++i) {
        const replay::Timepoint& timepoint = program.timepoints[step.waits_begin + i];
        uint64_t& value = piece->semaphores[program.semaphores[timepoint.semaphore].id];
        value = std::max(value, timepoint.value);
      }
    } else if (record < piece->end_record) {
      is_empty = is_empty && !does_something(step.command.op);
      piece->has_outputs = piece->has_outputs || step.command.op == Op::kOutput;
      add_uses(program, step, piece);
    }
  }
  if (!is_empty) return Status();
  return Status(StatusCode::kInvalidArgument, "nothing is executed from record #" +
                                                  std::to_string(piece->begin_record) + " to #" +
                                                  std::to_string(piece->end_record - 1));
}

Result<Piece> find_section(const std::string& path, const PieceRequest& request, const replay::ReplayOptions& options,
                           const std::atomic<bool>& cancelled) {
  replay::ReplayOptions whole = options;
  whole.task_worker_count = 1;  // Leaves steps in recorded order.
  IR_ASSIGN_OR_RETURN(const Replayable replayable, build_replayable(path, whole, cancelled));
  const Status& why = replayable.why;
  const Program& program = replayable.plan->program;
  Piece piece;
  const Status found = find_records(program, request, &piece);
  // It may be in what cannot be replayed.
  if (!why.ok() && (!found.ok() || piece.end_record > why.record())) return why;
  IR_RETURN_IF_ERROR(found);
  piece.before = piece.behind = options;
  piece.before.stop_before_record = piece.begin_record;
  piece.behind.stop_before_record = piece.end_record;
  IR_RETURN_IF_ERROR(add_records(program, &piece));
  return piece;
}

Result<Piece> find_dispatch(const std::string& path, const PieceRequest& request, const replay::ReplayOptions& options,
                            const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(auto found, find_command(path, request, options, cancelled));
  return dispatch_piece(std::move(found), options);
}

}  // namespace

Result<Piece> find_piece(const std::string& path, const PieceRequest& request, const replay::ReplayOptions& options,
                         const std::atomic<bool>& cancelled) {
  const auto find = request.dispatch == kNoPlace ? find_section : find_dispatch;
  IR_ASSIGN_OR_RETURN(Piece piece, find(path, request, options, cancelled));
  // Memory that a kernel is given but does not write is then the same in each replay.
  piece.before.poison = piece.behind.poison = 0;
  join(&piece.touched);
  join(&piece.written);
  return piece;
}

Result<Piece> find_piece(std::shared_ptr<const replay::Plan> plan, const PieceRequest& request) {
  Piece piece;
  if (request.dispatch == kNoPlace) {
    IR_RETURN_IF_ERROR(find_records(plan->program, request, &piece));
    IR_RETURN_IF_ERROR(add_records(plan->program, &piece));
  } else {
    IR_ASSIGN_OR_RETURN(auto found, replay::find_command(std::move(plan), request.dispatch, request.via));
    IR_ASSIGN_OR_RETURN(piece, dispatch_piece(std::move(found), {}));
  }
  join(&piece.touched);
  join(&piece.written);
  return piece;
}

}  // namespace ireereplay::sharing
