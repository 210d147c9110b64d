#include "replay/lockstep.h"

#include <algorithm>
#include <cstring>

#include "hal/host_memory.h"
#include "hal/local/memory_access.h"
#include "replay/matched_commands.h"

namespace ireereplay::replay {

namespace {

/// No element is longer: whether one was written is looked at for as many bytes at once.
constexpr size_t kWritten = 16;

/// Whether something that was written, on one side or on both, is not the same now.
bool leaves_something_else(const ComparedRange& range) {
  const RangeState &a = range.a, &b = range.b;
  const size_t size = a.after.size();
  if (size == 0 || std::memcmp(a.after.data(), b.after.data(), size) == 0) return false;
  if (!range.is_binding) return true;
  for (size_t at = 0; at < size; at += kWritten) {
    const size_t length = std::min(kWritten, size - at);
    const auto differ = [&](const std::vector<uint8_t>& one, const std::vector<uint8_t>& other) {
      return std::memcmp(one.data() + at, other.data() + at, length) != 0;
    };
    if (differ(a.after, b.after) && (differ(a.before, a.after) || differ(b.before, b.after))) return true;
  }
  return false;
}

/// Tensors are packed at multiples of this.
constexpr size_t kComparedLine = 64;

/// Where something was changed, to whole lines; empty where nothing was.
struct Written {
  size_t begin = 0;
  size_t end = 0;

  explicit Written(const RangeState& state) {
    const auto first = std::mismatch(state.before.begin(), state.before.end(), state.after.begin()).first;
    if (first == state.before.end()) return;
    const auto last = std::mismatch(state.before.rbegin(), state.before.rend(), state.after.rbegin()).first;
    begin = static_cast<size_t>(first - state.before.begin()) / kComparedLine * kComparedLine;
    const auto behind = static_cast<size_t>(last.base() - state.before.begin());
    end = std::min(state.before.size(), (behind + kComparedLine - 1) / kComparedLine * kComparedLine);
  }
  size_t size() const { return end - begin; }
  bool holds(const Written& other) const { return begin <= other.begin && other.end <= end; }
};

void crop(const Written& to, RangeState* state) {
  const auto cut = [&](std::vector<uint8_t>* bytes) {
    bytes->erase(bytes->begin() + static_cast<ptrdiff_t>(to.end), bytes->end());
    bytes->erase(bytes->begin(), bytes->begin() + static_cast<ptrdiff_t>(to.begin));
  };
  cut(&state->before);
  cut(&state->after);
  state->offset += to.begin;
}

enum class Paired : uint8_t {
  kWhole,    ///< Place by place.
  kPart,     ///< Cropped to what was written.
  kNothing,  ///< Neither wrote anything, and what they bind is not as long.
  kUnlike,   ///< What was written is not as long.
};

/// Makes a range comparable that a dispatch of one capture binds, and one of another.
Paired pair_range(ComparedRange* range) {
  const Written a(range->a), b(range->b);
  const bool is_as_long = range->a.after.size() == range->b.after.size();
  // The same place; or one wrote less, or what was there already.
  if (is_as_long && (a.holds(b) || b.holds(a) || a.size() == 0 || b.size() == 0)) return Paired::kWhole;
  if (a.size() != b.size()) return Paired::kUnlike;
  if (a.size() == 0) return Paired::kNothing;
  crop(a, &range->a);
  crop(b, &range->b);
  range->is_part = true;
  return Paired::kPart;
}

/// Where memory is, in the words of a capture: of the buffers that are placed there, the one that lives during `step`.
void name_buffer(const Plan& plan, const Command& step, const uint8_t* address, RangeState* state) {
  const Program& program = plan.program;
  const auto place = static_cast<uint64_t>(address - plan.memory.data());
  const auto found = std::find_if(program.steps.begin(), program.steps.end(),
                                  [&](const StepInfo& one) { return one.command.record == step.record; });
  const auto index = static_cast<uint32_t>(found - program.steps.begin());
  for (uint32_t i = 0; i < program.buffers.size(); ++i) {
    const BufferInfo& buffer = program.buffers[i];
    const uint64_t begin = plan.layout.offsets[i];
    if (begin == MemoryLayout::kUnplaced || place < begin || place >= begin + buffer.size) continue;
    if (buffer.first_step > index || buffer.last_step < index) continue;
    state->buffer = buffer.id;
    state->offset += place - begin;
    return;
  }
}

/// Whether nobody recorded it: it fills memory that was just given to a buffer.
bool is_poison(const Plan& plan, const Command& command) {
  if (command.op != PlanOp::kFill) return false;
  return plan.program.transfers[static_cast<const Transfer*>(command.what)->info].is_poison;
}

std::vector<MemoryAccess> compared_accesses(const Plan& plan, const Command& command, bool dispatches_only) {
  if (is_poison(plan, command) || (dispatches_only && plan.dispatch_of(command) == nullptr)) return {};
  std::vector<MemoryAccess> accesses = accesses_of(plan, command);
  std::erase_if(accesses, [](const MemoryAccess& access) { return !access.is_bound && !access.is_written; });
  return accesses;
}

void keep(const MemoryAccess& access, std::vector<uint8_t>* bytes) {
  bytes->assign(access.bytes.begin(), access.bytes.end());
}

Status of_side(const Status& status, const char* side) {
  return Status(status.code(), std::string(side) + ": " + status.message()).at(status.record(), status.offset());
}

}  // namespace

Result<std::unique_ptr<Lockstep>> Lockstep::prepare(const LockstepSide& a, const LockstepSide& b,
                                                    const RunControl& control) {
  std::unique_ptr<Lockstep> result(new Lockstep());
  const auto prepare_side = [&](const LockstepSide& side, const char* name, Side* prepared) -> Status {
    ReplayOptions options = side.options;
    options.step_by_step = true;
    auto session = Session::prepare(side.path, options, nullptr, control.cancel);
    if (!session.ok()) return of_side(session.status(), name);
    prepared->session = *std::move(session);
    prepared->name = name;
    return Status();
  };
  const bool is_one_capture = a.path == b.path;
  result->dispatches_only_ = a.options.placement.has_value() || b.options.placement.has_value();
  IR_RETURN_IF_ERROR(prepare_side(a, is_one_capture ? "what is compared with" : "the other capture", &result->a_));
  IR_RETURN_IF_ERROR(prepare_side(b, is_one_capture ? "what is compared" : "this capture", &result->b_));
  if (!is_one_capture) {
    static const std::atomic<bool> kNever{false};
    IR_ASSIGN_OR_RETURN(result->matches_, match_commands(result->a_.session->plan(), result->b_.session->plan(),
                                                         control.cancel == nullptr ? kNever : *control.cancel));
  }
  return result;
}

Result<std::optional<Divergence>> Lockstep::next(const RunControl& control) {
  for (;;) {
    if (matches_) {
      if (next_match_ == matches_->size()) return std::optional<Divergence>();
      const difference::Match match = (*matches_)[next_match_++];
      IR_RETURN_IF_ERROR(go_to(&a_, match.a, control));
      IR_RETURN_IF_ERROR(go_to(&b_, match.b, control));
    } else {
      IR_RETURN_IF_ERROR(check_same());
      if (a_.session->ahead().first == nullptr) return std::optional<Divergence>();
    }
    IR_ASSIGN_OR_RETURN(auto divergence, execute_both(control));
    if (divergence) return divergence;
  }
}

Status Lockstep::go_to(Side* side, uint64_t to, const RunControl& control) {
  while (side->at < to) {
    const Command* const command = side->session->ahead().first;
    if (command != nullptr && side->session->plan().dispatch_of(*command) != nullptr) ++side->unmatched;
    IR_RETURN_IF_ERROR(execute(side, control));
  }
  return Status();
}

Status Lockstep::execute(Side* side, const RunControl& control) {
  const Status status = side->session->execute_ahead(control);
  if (!status.ok()) return of_side(status, side->name);
  ++side->at;
  return Status();
}

Status Lockstep::check_same() const {
  const auto [a, step_a] = a_.session->ahead();
  const auto [b, step_b] = b_.session->ahead();
  if (a == nullptr && b == nullptr) return Status();
  const bool is_same = a != nullptr && b != nullptr && a->record == b->record &&
                       (step_a == nullptr ? step_b == nullptr : step_b != nullptr && step_a->record == step_b->record);
  if (is_same) return Status();
  return Status(StatusCode::kFailedPrecondition, "the two replays do not execute the same operations")
      .at(a != nullptr ? a->record : b->record, kNoPlace);
}

Result<std::optional<Divergence>> Lockstep::execute_both(const RunControl& control) {
  const Plan &plan_a = a_.session->plan(), &plan_b = b_.session->plan();
  const auto [command_a, step_a] = a_.session->ahead();
  const auto [command_b, step_b] = b_.session->ahead();
  const auto accesses_a = compared_accesses(plan_a, *command_a, dispatches_only_),
             accesses_b = compared_accesses(plan_b, *command_b, dispatches_only_);
  Divergence divergence;
  uint64_t bytes = 0;
  for (const MemoryAccess& access : accesses_a) bytes += access.bytes.size();
  for (const MemoryAccess& access : accesses_b) bytes += access.bytes.size();
  // Before and after.
  if (bytes > hal::machine_memory() / 8) {
    return Status(StatusCode::kResourceExhausted,
                  "its bindings take up " + std::to_string(bytes) +
                      " bytes on both sides combined: this machine has too little memory for two copies of them")
        .at(command_b->record, kNoPlace);
  }
  for (size_t i = 0; i < std::min(accesses_a.size(), accesses_b.size()); ++i) {
    const MemoryAccess &of_a = accesses_a[i], &of_b = accesses_b[i];
    const bool is_as_long = of_a.bytes.size() == of_b.bytes.size();
    if (of_a.is_bound != of_b.is_bound || of_a.ordinal != of_b.ordinal || (!matches_ && !is_as_long)) {
      return Status(StatusCode::kFailedPrecondition, "the two replays bind different ranges to it")
          .at(command_b->record, kNoPlace);
    }
    ComparedRange& range = divergence.ranges.emplace_back();
    range.is_binding = of_a.is_bound;
    range.ordinal = of_a.ordinal;
    keep(of_a, &range.a.before);
    keep(of_b, &range.b.before);
  }
  IR_RETURN_IF_ERROR(execute(&a_, control));
  IR_RETURN_IF_ERROR(execute(&b_, control));
  if (divergence.ranges.empty()) return std::optional<Divergence>();
  ++compared_;
  bool is_found = false, is_unlike = false;
  for (size_t i = 0; i < divergence.ranges.size(); ++i) {
    ComparedRange& range = divergence.ranges[i];
    keep(accesses_a[i], &range.a.after);
    keep(accesses_b[i], &range.b.after);
    const Paired paired = matches_ && range.is_binding ? pair_range(&range) : Paired::kWhole;
    is_unlike |= paired == Paired::kUnlike;
    divergence.has_all &= paired == Paired::kWhole;
    if (paired == Paired::kUnlike || paired == Paired::kNothing) range.a.after.clear();
    is_found |= leaves_something_else(range);
  }
  uncompared_ += is_unlike;
  if (!is_found) return std::optional<Divergence>();
  divergence.op = command_b->op;
  divergence.a = execution_of(plan_a, *command_a, step_a);
  divergence.b = execution_of(plan_b, *command_b, step_b);
  for (size_t i = 0; i < divergence.ranges.size(); ++i) {
    ComparedRange& range = divergence.ranges[i];
    name_buffer(plan_a, step_a == nullptr ? *command_a : *step_a, accesses_a[i].bytes.data(), &range.a);
    name_buffer(plan_b, step_b == nullptr ? *command_b : *step_b, accesses_b[i].bytes.data(), &range.b);
  }
  std::erase_if(divergence.ranges, [](const ComparedRange& range) { return range.a.after.empty(); });
  return std::optional<Divergence>(std::move(divergence));
}

}  // namespace ireereplay::replay
