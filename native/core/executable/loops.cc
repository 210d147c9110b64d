#include "executable/loops.h"

#include <algorithm>
#include <utility>

#include "base/hex.h"
#include "executable/control_flow.h"
#include "executable/dominators.h"

namespace ireereplay {

namespace {

std::string doubt_words(FlowDoubt doubt) {
  switch (doubt) {
    case FlowDoubt::kIndirect:
      return "jumps to an address held in a register or memory";
    case FlowDoubt::kMisaligned:
      return "jumps into the middle of an instruction";
    case FlowDoubt::kNotInstruction:
      return "runs into bytes that are not a known instruction";
    default:
      return "runs into code that is not listed";
  }
}

/// A loop as it is found, inner ones before those that they are in. Blocks have the numbers of Dominators.
struct FoundLoop {
  uint32_t header = 0;
  uint32_t parent = kNotListed;
};

/// Which loops there are, and which is the innermost of each block.
class Nesting {
 public:
  explicit Nesting(const Dominators& flow)
      : flow_(flow), within_(flow.count()), loop_of_(flow.count(), kNotListed), headed_(flow.count(), kNotListed) {
    for (uint32_t i = 0; i < flow.count(); ++i) within_[i] = i;
    // A loop's header has a smaller number than those of the loops in it.
    for (uint32_t header = flow.count(); header-- > 0;) {
      for (const uint32_t from : flow.before(header)) {
        if (flow.dominates(header, from)) {
          if (headed_[header] == kNotListed) add(header);
          take(from, header);
        } else if (flow.precedes(header, from)) {
          irregular.emplace_back(from, header);
        }
      }
      if (headed_[header] != kNotListed) fill(header);
    }
  }

  uint32_t loop_of(uint32_t number) const { return loop_of_[number]; }

  std::vector<FoundLoop> loops;
  /// Edges that close cycles which can be entered at several places.
  std::vector<std::pair<uint32_t, uint32_t>> irregular;

 private:
  void add(uint32_t header) {
    headed_[header] = static_cast<uint32_t>(loops.size());
    loops.push_back({header});
  }

  /// The header of the outermost loop found so far that a block is in; else itself.
  uint32_t outermost(uint32_t number) {
    while (within_[number] != number) number = within_[number] = within_[within_[number]];
    return number;
  }

  /// All that lead to a loop's back edges without passing its header are in it. What is taken is not looked at again:
  /// all loops together take as long as there are edges.
  void take(uint32_t number, uint32_t header) {
    const uint32_t whole = outermost(number);
    if (whole == header) return;
    within_[whole] = header;
    pending_.push_back(whole);
  }

  void fill(uint32_t header) {
    const uint32_t loop = headed_[header];
    while (!pending_.empty()) {
      const uint32_t number = pending_.back();
      pending_.pop_back();
      if (headed_[number] != kNotListed) {
        loops[headed_[number]].parent = loop;
      } else {
        loop_of_[number] = loop;
      }
      for (const uint32_t from : flow_.before(number)) take(from, header);
    }
    loop_of_[header] = loop;
  }

  const Dominators& flow_;
  std::vector<uint32_t> within_;
  std::vector<uint32_t> loop_of_;
  std::vector<uint32_t> headed_;  // The loop of which a block is the header.
  std::vector<uint32_t> pending_;
};

class LoopLister {
 public:
  explicit LoopLister(const CodeListing& listing)
      : listing_(listing), blocks_(find_blocks(listing)), flow_(blocks_), nesting_(flow_) {}

  CodeLoops list() {
    out_.of_instruction.assign(listing_.instructions.size(), kNotListed);
    if (!is_known()) return std::move(out_);
    arrange();
    for (uint32_t i = 0; i < blocks_.size(); ++i) {
      const uint32_t number = flow_.number(i), loop = number == kNotListed ? kNotListed : loop_of(number);
      if (loop != kNotListed) describe(blocks_[i], loop);
    }
    for (uint32_t i = 0; i < nesting_.loops.size(); ++i) add_back_edges(i);
    for (const auto& [from, to] : nesting_.irregular) {
      for (const uint32_t number : {from, to}) {
        if (const uint32_t loop = loop_of(number); loop != kNotListed)
          out_.loops[loop].is_innermost = out_.loops[loop].is_one_path = false;
      }
    }
    note_irregular();
    return std::move(out_);
  }

 private:
  uint64_t address(uint32_t instruction) const { return listing_.instructions[instruction].instruction.address; }
  uint64_t end_of(uint32_t instruction) const {
    return address(instruction) + listing_.instructions[instruction].instruction.length;
  }
  const CodeBlock& block(uint32_t number) const { return blocks_[flow_.block(number)]; }

  /// One place that may lead anywhere may lead into any loop.
  bool is_known() {
    for (uint32_t number = 0; number < flow_.count(); ++number) {
      const CodeBlock& each = block(number);
      if (each.doubt == FlowDoubt::kNone) continue;
      out_.notes.push_back("The function's loops are not known: at " + hex(address(each.last())) + " it " +
                           doubt_words(each.doubt) + ".");
      return false;
    }
    return true;
  }

  /// Puts the loops in order, and leaves out the deepest.
  void arrange() {
    const std::vector<FoundLoop>& found = nesting_.loops;
    std::vector<uint32_t> by_address(found.size());
    for (uint32_t i = 0; i < found.size(); ++i) by_address[i] = i;
    std::sort(by_address.begin(), by_address.end(),
              [&](uint32_t a, uint32_t b) { return flow_.block(found[a].header) > flow_.block(found[b].header); });
    // From the last to the first, so that the first is on top of the stack, and of each chain.
    std::vector<uint32_t> stack, inner(found.size(), kNotListed), next(found.size(), kNotListed);
    for (const uint32_t each : by_address) {
      const uint32_t parent = found[each].parent;
      if (parent == kNotListed) {
        stack.push_back(each);
      } else {
        next[each] = std::exchange(inner[parent], each);
      }
    }
    told_.assign(found.size(), kNotListed);
    std::vector<uint32_t> chain;
    bool is_cut = false;
    while (!stack.empty()) {
      const uint32_t each = stack.back();
      stack.pop_back();
      const uint32_t parent = found[each].parent == kNotListed ? kNotListed : told_[found[each].parent];
      const uint32_t depth = parent == kNotListed ? 1 : out_.loops[parent].depth + 1;
      if (parent != kNotListed) out_.loops[parent].is_innermost = out_.loops[parent].is_one_path = false;
      if (depth > kMostLoopDepth) {
        told_[each] = parent;
        is_cut = true;
      } else {
        told_[each] = static_cast<uint32_t>(out_.loops.size());
        const uint32_t first = block(found[each].header).first;
        CodeLoop& loop = out_.loops.emplace_back();
        loop.header = address(first);
        loop.parent = parent;
        loop.depth = depth;
        loop.place = listing_.instructions[first].place;
        loop.is_one_path = true;
      }
      chain.clear();
      for (uint32_t child = inner[each]; child != kNotListed; child = next[child]) chain.push_back(child);
      stack.insert(stack.end(), chain.rbegin(), chain.rend());
    }
    if (is_cut) {
      out_.notes.push_back("Loops are nested more than " + std::to_string(kMostLoopDepth) +
                           " levels deep: more deeply nested loops are not reported.");
    }
    held_.assign(out_.loops.size(), 1);
    for (size_t i = out_.loops.size(); i-- > 0;) {
      if (out_.loops[i].parent != kNotListed) held_[out_.loops[i].parent] += held_[i];
    }
  }

  uint32_t loop_of(uint32_t number) const {
    const uint32_t found = nesting_.loop_of(number);
    return found == kNotListed ? kNotListed : told_[found];
  }

  bool holds(uint32_t loop, uint32_t inner) const {
    return inner != kNotListed && inner >= loop && inner - loop < held_[loop];
  }

  /// Adds a block to the loops that it is in.
  void describe(const CodeBlock& block, uint32_t loop) {
    std::fill(out_.of_instruction.begin() + block.first, out_.of_instruction.begin() + block.end, loop);
    const uint64_t begin = address(block.first), last = address(block.last()), end = end_of(block.last());
    for (uint32_t each = loop; each != kNotListed; each = out_.loops[each].parent) {
      std::vector<CodeInterval>& code = out_.loops[each].code;
      if (!code.empty() && code.back().end == begin) {
        code.back().end = end;
      } else {
        code.push_back({begin, end});
      }
      if (block.leaves) out_.loops[each].exits.push_back({last, block.outside});
    }
    size_t within = 0;
    for (const uint32_t next : block.next) {
      if (next == kNotListed) continue;
      const uint32_t target = loop_of(flow_.number(next));
      if (holds(loop, target)) ++within;
      for (uint32_t each = loop; each != kNotListed && !holds(each, target); each = out_.loops[each].parent)
        out_.loops[each].exits.push_back({last, address(blocks_[next].first)});
    }
    if (within != 1) out_.loops[loop].is_one_path = false;
  }

  void add_back_edges(uint32_t found) {
    const uint32_t header = nesting_.loops[found].header;
    CodeLoop& loop = out_.loops[told_[found]];
    const uint64_t to = address(block(header).first);
    // One that is not told is part of another.
    if (loop.header != to) return;
    for (const uint32_t from : flow_.before(header)) {
      if (flow_.dominates(header, from)) loop.back_edges.push_back({address(block(from).last()), to});
    }
    std::sort(loop.back_edges.begin(), loop.back_edges.end(),
              [](const LoopEdge& a, const LoopEdge& b) { return a.from < b.from; });
  }

  void note_irregular() {
    const size_t count = nesting_.irregular.size();
    if (count == 0) return;
    const auto [from, to] = nesting_.irregular.back();
    out_.notes.push_back(
        "The path back from " + hex(address(block(from).last())) + " to " + hex(address(block(to).first)) +
        " repeats code that can be entered at several points, so it is not reported as a loop" +
        (count == 1 ? std::string(".") : "; the same goes for " + std::to_string(count - 1) + " more."));
  }

  const CodeListing& listing_;
  const std::vector<CodeBlock> blocks_;
  const Dominators flow_;
  const Nesting nesting_;
  CodeLoops out_;
  std::vector<uint32_t> told_;  // The place of each found loop, or of what holds it, among those that are told.
  std::vector<uint32_t> held_;  // How many loops are in each told one, itself included.
};

}  // namespace

CodeLoops find_loops(const CodeListing& listing) { return LoopLister(listing).list(); }

}  // namespace ireereplay
