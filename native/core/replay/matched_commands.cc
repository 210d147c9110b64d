#include "replay/matched_commands.h"

#include <algorithm>

#include "base/key_hash.h"
#include "hal/local/execution.h"
#include "hal/local/memory_access.h"

namespace ireereplay::replay {

namespace {

using difference::Match;

struct Key {
  uint64_t exact = 0;  ///< Of the function by its whole name.
  uint64_t alike = 0;  ///< Without its number.
};

Key key_of(const Plan& plan, const Command& command) {
  KeyHash hash;
  // One workgroup, or several, is said by the grid.
  hash.add(static_cast<uint64_t>(command.op == PlanOp::kCallOnce ? PlanOp::kCallGrid : command.op));
  const Dispatch* const dispatch = plan.dispatch_of(command);
  if (dispatch == nullptr) {
    for (const MemoryAccess& access : accesses_of(plan, command)) hash.add(access.bytes.size());
    if (command.op == PlanOp::kScopeBegin) hash.add(text_bytes(static_cast<const ScopeInfo*>(command.what)->name));
    return {hash.finish(), hash.finish()};
  }
  // Not by the lengths of bindings: compilers bind all of the buffer in which they pack their tensors.
  hash.add(dispatch->state.binding_count);
  if (command.op != PlanOp::kCallIndirect) {
    hash.add(dispatch->state.workgroup_count_x);
    hash.add(dispatch->state.workgroup_count_y);
    hash.add(dispatch->state.workgroup_count_z);
  }
  const std::string name = execution_of(plan, command, nullptr).function;
  KeyHash exact = hash, alike = hash;
  exact.add(text_bytes(name));
  alike.add(text_bytes(name_without_number(name)));
  return {exact.finish(), alike.finish()};
}

/// Keys of all commands. Those of a command buffer are found out once.
Result<std::vector<Key>> keys_of(const Plan& plan) {
  std::vector<Key> keys;
  std::vector<std::vector<Key>> instances(plan.instances.size());
  const auto check = [&]() -> Status {
    if (keys.size() <= kMostMatched) return Status();
    return Status(StatusCode::kResourceExhausted, "two captures can be matched only if each executes at most " +
                                                      std::to_string(kMostMatched) + " commands");
  };
  for (const Command& step : plan.steps) {
    IR_RETURN_IF_ERROR(check());
    if (step.op != PlanOp::kExecute) {
      keys.push_back(key_of(plan, step));
      continue;
    }
    const auto* instance = static_cast<const Instance*>(step.what);
    std::vector<Key>& known = instances[static_cast<size_t>(instance - plan.instances.data())];
    for (uint32_t i = static_cast<uint32_t>(known.size()); i < instance->count; ++i)
      known.push_back(key_of(plan, instance->begin[i]));
    keys.insert(keys.end(), known.begin(), known.end());
  }
  IR_RETURN_IF_ERROR(check());
  return keys;
}

std::vector<uint64_t> take(const std::vector<Key>& keys, uint64_t Key::*member, size_t begin, size_t end) {
  std::vector<uint64_t> taken;
  for (size_t i = begin; i < end; ++i) taken.push_back(keys[i].*member);
  return taken;
}

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

}  // namespace

Result<std::vector<Match>> match_commands(const Plan& a, const Plan& b, const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const std::vector<Key> keys_a, keys_of(a));
  IR_ASSIGN_OR_RETURN(const std::vector<Key> keys_b, keys_of(b));
  IR_ASSIGN_OR_RETURN(const difference::Alignment exact,
                      difference::align(take(keys_a, &Key::exact, 0, keys_a.size()),
                                        take(keys_b, &Key::exact, 0, keys_b.size()), cancelled));
  std::vector<Match> matches;
  Match next;
  const auto fill_gap = [&](const Match& end) -> Status {
    if (next.a == end.a || next.b == end.b) return Status();
    IR_ASSIGN_OR_RETURN(const difference::Alignment alike,
                        difference::align(take(keys_a, &Key::alike, next.a, end.a),
                                          take(keys_b, &Key::alike, next.b, end.b), cancelled));
    for (const Match& match : alike.matches) matches.push_back({next.a + match.a, next.b + match.b});
    return Status();
  };
  for (const Match& match : exact.matches) {
    IR_RETURN_IF_ERROR(fill_gap(match));
    matches.push_back(match);
    next = {match.a + 1, match.b + 1};
  }
  IR_RETURN_IF_ERROR(fill_gap({static_cast<uint32_t>(keys_a.size()), static_cast<uint32_t>(keys_b.size())}));
  return matches;
}

std::string name_without_number(std::string_view function) {
  constexpr std::string_view kDispatch = "_dispatch_";
  const size_t at = function.find(kDispatch);
  if (at == std::string_view::npos) return std::string(function);
  const auto number = function.substr(at + kDispatch.size());
  const auto end = std::find_if_not(number.begin(), number.end(), is_digit);
  return std::string(function.substr(0, at + kDispatch.size())).append(end, number.end());
}

}  // namespace ireereplay::replay
