#include "executable/control_flow.h"

#include <algorithm>

namespace ireereplay {

namespace {

bool is_instruction(const Instruction& instruction) { return instruction.mnemonic != ".byte"; }

/// Whether a processor stops there: compilers put these after calls that do not return.
bool stops(const Instruction& instruction) {
  return instruction.mnemonic.starts_with("ud") || instruction.mnemonic == "int3" || instruction.mnemonic == "hlt";
}

bool jumps(const Instruction& instruction) {
  return instruction.kind == InstructionKind::kBranch || instruction.kind == InstructionKind::kJump;
}

class BlockFinder {
 public:
  explicit BlockFinder(const CodeListing& listing) : listing_(listing), all_(listing.instructions) {}

  std::vector<CodeBlock> find() {
    if (all_.empty()) return {};
    cut();
    block_of_.resize(all_.size());
    for (uint32_t i = 0; i < blocks_.size(); ++i) block_of_[blocks_[i].first] = i;
    for (CodeBlock& block : blocks_) connect(block);
    return std::move(blocks_);
  }

 private:
  bool is_inside(uint64_t address) const {
    return address >= listing_.function.address && address - listing_.function.address < listing_.function.size;
  }

  /// The instruction that begins at `address`; kNotListed when none does.
  uint32_t index_of(uint64_t address) const {
    const auto found =
        std::lower_bound(all_.begin(), all_.end(), address,
                         [](const ListedInstruction& each, uint64_t at) { return each.instruction.address < at; });
    if (found == all_.end() || found->instruction.address != address) return kNotListed;
    return static_cast<uint32_t>(found - all_.begin());
  }

  /// Divides the instructions into blocks.
  void cut() {
    std::vector<bool> begins(all_.size() + 1);
    begins[0] = true;
    for (size_t i = 0; i < all_.size(); ++i) {
      const Instruction& instruction = all_[i].instruction;
      const bool ends = jumps(instruction) || instruction.kind == InstructionKind::kReturn || stops(instruction);
      if (ends) begins[i + 1] = true;
      if (!is_instruction(instruction)) begins[i] = begins[i + 1] = true;
      if (!jumps(instruction) || !instruction.target) continue;
      if (const uint32_t to = index_of(*instruction.target); to != kNotListed) begins[to] = true;
    }
    for (uint32_t i = 0; i < all_.size(); ++i) {
      if (begins[i]) blocks_.push_back({.first = i, .end = i});
      blocks_.back().end = i + 1;
    }
  }

  void connect(CodeBlock& block) {
    const ListedInstruction& last = all_[block.last()];
    if (!is_instruction(last.instruction)) {
      block.doubt = FlowDoubt::kNotInstruction;
      return;
    }
    const InstructionKind kind = last.instruction.kind;
    if (kind == InstructionKind::kReturn || stops(last.instruction)) {
      block.leaves = true;
      return;
    }
    if (jumps(last.instruction)) connect_target(last, block);
    if (kind != InstructionKind::kJump) connect_following(block);
  }

  void connect_target(const ListedInstruction& from, CodeBlock& block) {
    if (!from.instruction.target) {
      // A jump to an import goes through where a relocation stores its address.
      const bool is_import = from.instruction.reference && !from.symbol.empty() && from.instruction.addresses == 0;
      if (is_import) {
        block.leaves = true;
      } else {
        block.doubt = FlowDoubt::kIndirect;
      }
      return;
    }
    const uint64_t target = *from.instruction.target;
    if (!is_inside(target)) {
      block.leaves = true;
      block.outside = target;
      return;
    }
    const uint32_t to = index_of(target);
    if (to == kNotListed) {
      const bool is_listed = target <= all_.back().instruction.address;
      block.doubt = is_listed ? FlowDoubt::kMisaligned : FlowDoubt::kNotListed;
      return;
    }
    block.next[0] = block_of_[to];
  }

  void connect_following(CodeBlock& block) {
    if (block.end == all_.size()) {
      // Compilers end a function so after a call that does not return.
      if (listing_.left_out != 0) {
        block.doubt = FlowDoubt::kNotListed;
      } else {
        block.leaves = true;
      }
      return;
    }
    const uint32_t following = block_of_[block.end];
    if (block.next[0] == following) return;
    block.next[block.next[0] == kNotListed ? 0 : 1] = following;
  }

  const CodeListing& listing_;
  const std::vector<ListedInstruction>& all_;
  std::vector<CodeBlock> blocks_;
  std::vector<uint32_t> block_of_;  // By the instruction that begins a block.
};

}  // namespace

std::vector<CodeBlock> find_blocks(const CodeListing& listing) { return BlockFinder(listing).find(); }

}  // namespace ireereplay
