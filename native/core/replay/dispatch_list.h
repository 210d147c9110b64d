// The dispatches that a replay executes, in order: what there is to choose from.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "program/options.h"
#include "program/program.h"

namespace ireereplay::replay {

/// One execution of one dispatch.
struct ListedDispatch {
  uint64_t record = 0;
  uint64_t via = kNoPlace;  ///< The queue_execute, of a command.
  uint64_t executable = 0;  ///< Object id.
  std::string function;     ///< Empty in format 1.0.
  bool substituted = false;
  bool indirect = false;  ///< Its grid is not known before it runs.
  uint32_t workgroup_count[3] = {};
  uint64_t bytes = 0;  ///< Of all its bindings together.
};

/// A function that is executed: its first dispatch, and how many there are.
struct DispatchedFunction {
  ListedDispatch first;
  uint64_t count = 0;
};

/// A function that nothing calls.
struct UncalledFunction {
  uint64_t executable = 0;  ///< Object id.
  std::string name;
};

/// Dispatches, and what there is to choose from.
struct DispatchList {
  std::vector<ListedDispatch> dispatches;     ///< In order of execution.
  uint64_t left_out = 0;                      ///< Dispatches that are executed, and not looked at.
  std::vector<DispatchedFunction> functions;  ///< Of all dispatches, in order of their first; of an executable each.
  std::optional<std::string> unmatched;       ///< The first selector that means nothing.
  bool is_cut = false;                        ///< Selectors may mean dispatches that are not looked at.
  std::vector<UncalledFunction> uncalled;     ///< Of the executables that are selectors, where functions have names.
};

/// The dispatches that are asked for.
struct ListedPart {
  size_t most = SIZE_MAX;  ///< Of so many, the first; selectors find a record, and a function's first, in all.
  std::vector<std::string> selectors = {};  ///< Those that these mean (dispatch_selection.h); all when there are none.
};

/// The dispatches of a program.
DispatchList list_dispatches(const Program& program, const ListedPart& part);

/// The dispatches of what `options` replay. The first error of preflight, when it has one.
Result<DispatchList> list_dispatches(const std::string& path, const ReplayOptions& options, const ListedPart& part,
                                     const std::atomic<bool>* cancel = nullptr);

}  // namespace ireereplay::replay
