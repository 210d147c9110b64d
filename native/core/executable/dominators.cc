#include "executable/dominators.h"

#include <algorithm>
#include <utility>

namespace ireereplay {

namespace {

/// How many each node of a tree holds, itself included; parents have smaller numbers than their children.
std::vector<uint32_t> sizes_of(const std::vector<uint32_t>& parents) {
  std::vector<uint32_t> sizes(parents.size(), 1);
  for (size_t i = parents.size(); i-- > 1;) sizes[parents[i]] += sizes[i];
  return sizes;
}

/// The forest that the algorithm grows. Each node knows the one of the smallest semidominator on its way up.
class Forest {
 public:
  explicit Forest(std::vector<uint32_t>& semi) : semi_(semi), ancestor_(semi.size(), kNotListed), label_(semi) {}

  void link(uint32_t parent, uint32_t child) { ancestor_[child] = parent; }

  uint32_t smallest(uint32_t node) {
    if (ancestor_[node] == kNotListed) return label_[node];
    // Ways are shortened from the top. Not by recursion: they are as long as the function.
    for (uint32_t at = node; ancestor_[ancestor_[at]] != kNotListed; at = ancestor_[at]) way_.push_back(at);
    for (; !way_.empty(); way_.pop_back()) {
      const uint32_t at = way_.back(), above = ancestor_[at];
      if (semi_[label_[above]] < semi_[label_[at]]) label_[at] = label_[above];
      ancestor_[at] = ancestor_[above];
    }
    return label_[node];
  }

 private:
  const std::vector<uint32_t>& semi_;
  std::vector<uint32_t> ancestor_, label_;
  std::vector<uint32_t> way_;
};

}  // namespace

Dominators::Dominators(std::span<const CodeBlock> blocks) {
  search(blocks);
  searched_ = sizes_of(parent_);
  link_back(blocks);
  const std::vector<uint32_t> dominator = immediate();
  dominated_ = sizes_of(dominator);
  std::vector<uint32_t> next(count(), 1);
  entered_.assign(count(), 0);
  for (uint32_t i = 1; i < count(); ++i) {
    const uint32_t above = dominator[i];
    entered_[i] = entered_[above] + next[above];
    next[above] += dominated_[i];
  }
}

void Dominators::search(std::span<const CodeBlock> blocks) {
  number_.assign(blocks.size(), kNotListed);
  std::vector<std::pair<uint32_t, uint32_t>> way;  // Blocks, and how many of what follows each have been looked at.
  const auto reach = [&](uint32_t block, uint32_t parent) {
    number_[block] = count();
    order_.push_back(block);
    parent_.push_back(parent);
    way.emplace_back(block, 0);
  };
  if (!blocks.empty()) reach(0, 0);
  while (!way.empty()) {
    const uint32_t block = way.back().first;
    const uint32_t at = way.back().second++;
    if (at == blocks[block].next.size()) {
      way.pop_back();
      continue;
    }
    const uint32_t next = blocks[block].next[at];
    if (next != kNotListed && number_[next] == kNotListed) reach(next, number_[block]);
  }
}

void Dominators::link_back(std::span<const CodeBlock> blocks) {
  const auto each_edge = [&](auto found) {
    for (uint32_t from = 0; from < count(); ++from) {
      for (const uint32_t next : blocks[order_[from]].next) {
        if (next != kNotListed) found(from, number_[next]);
      }
    }
  };
  before_at_.assign(count() + 1, 0);
  each_edge([&](uint32_t, uint32_t to) { ++before_at_[to + 1]; });
  for (uint32_t i = 0; i < count(); ++i) before_at_[i + 1] += before_at_[i];
  before_.resize(before_at_.back());
  std::vector<uint32_t> at = before_at_;
  each_edge([&](uint32_t from, uint32_t to) { before_[at[to]++] = from; });
}

std::vector<uint32_t> Dominators::immediate() const {
  std::vector<uint32_t> semi(count()), dominator(count(), 0);
  for (uint32_t i = 0; i < count(); ++i) semi[i] = i;
  Forest forest(semi);
  // Those of which a node is the semidominator, as chains.
  std::vector<uint32_t> first(count(), kNotListed), next(count(), kNotListed);
  for (uint32_t i = count(); i-- > 1;) {
    for (const uint32_t from : before(i)) semi[i] = std::min(semi[i], semi[forest.smallest(from)]);
    next[i] = std::exchange(first[semi[i]], i);
    forest.link(parent_[i], i);
    for (uint32_t each = std::exchange(first[parent_[i]], kNotListed); each != kNotListed; each = next[each]) {
      const uint32_t least = forest.smallest(each);
      dominator[each] = semi[least] < semi[each] ? least : parent_[i];
    }
  }
  for (uint32_t i = 1; i < count(); ++i) {
    if (dominator[i] != semi[i]) dominator[i] = dominator[dominator[i]];
  }
  return dominator;
}

}  // namespace ireereplay
