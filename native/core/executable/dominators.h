// Which blocks of a function can be reached, and through which others one must pass to reach each: dominators, by the
// algorithm of Lengauer and Tarjan ("A Fast Algorithm for Finding Dominators in a Flowgraph", 1979).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "executable/control_flow.h"

namespace ireereplay {

/// Blocks that can be reached have numbers, in the order in which a search in depth comes to them: each has a greater
/// one than what dominates it.
class Dominators {
 public:
  /// Takes time n log n in the number of blocks.
  explicit Dominators(std::span<const CodeBlock> blocks);

  uint32_t count() const { return static_cast<uint32_t>(order_.size()); }
  /// The block of a number.
  uint32_t block(uint32_t number) const { return order_[number]; }
  /// The number of a block; kNotListed where it cannot be reached.
  uint32_t number(uint32_t block) const { return number_[block]; }

  // All that follow are numbers.

  /// Whoever reaches `inner` has come through `outer`, or is there.
  bool dominates(uint32_t outer, uint32_t inner) const {
    return entered_[inner] >= entered_[outer] && entered_[inner] - entered_[outer] < dominated_[outer];
  }
  /// The search came to `inner` through `outer`, or they are the same: an edge back closes a cycle.
  bool precedes(uint32_t outer, uint32_t inner) const { return inner >= outer && inner - outer < searched_[outer]; }
  /// Those that lead to it.
  std::span<const uint32_t> before(uint32_t number) const {
    return std::span(before_).subspan(before_at_[number], before_at_[number + 1] - before_at_[number]);
  }

 private:
  void search(std::span<const CodeBlock> blocks);
  void link_back(std::span<const CodeBlock> blocks);
  std::vector<uint32_t> immediate() const;

  std::vector<uint32_t> order_;
  std::vector<uint32_t> number_;
  std::vector<uint32_t> parent_;    // In the tree of the search; its root's is itself.
  std::vector<uint32_t> searched_;  // How many are in the search's tree from there on.
  std::vector<uint32_t> before_, before_at_;
  std::vector<uint32_t> entered_, dominated_;  // Places in the tree of dominators, and how many are below.
};

}  // namespace ireereplay
