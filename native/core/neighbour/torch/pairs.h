// Operations of a forward pass, with those of the backward pass that differentiate them.
#pragma once

#include <cstdint>
#include <vector>

#include "neighbour/torch/nesting.h"
#include "neighbour/torch/trace.h"

namespace ireereplay::neighbour::torch {

/// A forward operation and its backward one: events of the trace.
struct Pair {
  uint32_t forward = 0;
  uint32_t backward = 0;
};

/// What the trace has arrows of ("fwdbwd"): each leads from the begin of an operation to the begin of the one that
/// differentiates it. Arrows that begin or end where no operation does are left out.
std::vector<Pair> find_pairs(const Trace& trace, const Nesting& nesting);

}  // namespace ireereplay::neighbour::torch
