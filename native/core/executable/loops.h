// The loops of a function, found in its machine code: natural loops, which are entered at one place. What cannot be
// known is said, and no loop is told there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "executable/code_listing.h"

namespace ireereplay {

/// A way from one instruction to another.
struct LoopEdge {
  uint64_t from = 0;
  std::optional<uint64_t> to;  ///< Nothing where the function ends there, or where it leads to is not known.
};

/// Addresses are of instructions.
struct CodeLoop {
  uint64_t header = 0;               ///< Where every iteration begins.
  std::vector<CodeInterval> code;    ///< By address, with the loops in it.
  std::vector<LoopEdge> back_edges;  ///< To the header, by where they come from.
  std::vector<LoopEdge> exits;       ///< Out of the loop, by where they come from.
  uint32_t parent = kNotListed;      ///< The loop that it is in: one before it in CodeLoops::loops.
  uint32_t depth = 1;                ///< 1 for the outermost.
  uint32_t place = kNotListed;       ///< The header's, in CodeListing::places.
  /// Nothing in it repeats but itself.
  bool is_innermost = true;
  /// It is innermost, and every iteration that does not leave runs the same instructions.
  bool is_one_path = false;
};

struct CodeLoops {
  /// Each followed by those in it; those that are in the same one by address.
  std::vector<CodeLoop> loops;
  /// The innermost loop of each instruction of the listing; kNotListed where it is in none.
  std::vector<uint32_t> of_instruction;
  /// Sentences about what is not known.
  std::vector<std::string> notes;
};

/// The deepest that loops are told.
inline constexpr uint32_t kMostLoopDepth = 32;

/// The loops of a listing of x86-64 code; none for others. Takes time n log n in the number of instructions.
CodeLoops find_loops(const CodeListing& listing);

}  // namespace ireereplay
