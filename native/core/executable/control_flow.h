// The control-flow graph of a function: instructions that run one after another, and what may run next.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "executable/code_listing.h"

namespace ireereplay {

/// Why it is not known what runs after a block.
enum class FlowDoubt : uint8_t {
  kNone,
  kIndirect,        ///< A register or memory says where it jumps to.
  kMisaligned,      ///< It jumps into the middle of an instruction.
  kNotInstruction,  ///< It runs into bytes that are no instruction, or none that is known.
  kNotListed,       ///< It runs into code of the function that is not listed.
};

/// Instructions of which each but the last is followed by the next. A call counts as such: it returns.
struct CodeBlock {
  uint32_t first = 0;  ///< In CodeListing::instructions.
  uint32_t end = 0;    ///< Exclusive.
  /// Blocks that may run next, each once; kNotListed where there are fewer.
  std::array<uint32_t, 2> next = {kNotListed, kNotListed};
  bool leaves = false;                   ///< The function may end here: it returns, stops or jumps out of itself.
  std::optional<uint64_t> outside = {};  ///< Where it jumps to then.
  FlowDoubt doubt = FlowDoubt::kNone;

  uint32_t last() const { return end - 1; }
};

/// By address: the function begins with the first. Empty when no instructions are listed. Takes time n log n in their
/// number.
std::vector<CodeBlock> find_blocks(const CodeListing& listing);

}  // namespace ireereplay
