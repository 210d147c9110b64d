#include "executable/code_mix.h"

#include <algorithm>
#include <tuple>

#include "executable/element_arithmetic.h"
#include "executable/general_elements.h"

namespace ireereplay {

namespace {

constexpr std::string_view kDoubts[] = {"",
                                        "it contains loops",
                                        "not every iteration runs the same instructions",
                                        "it calls a function",
                                        "masks select the elements",
                                        "an instruction's width varies",
                                        "it uses operations that are not counted"};

/// Reads and writes fewer or more bytes than its operand says, as its elements or registers decide.
bool is_width_dependent(const Instruction& instruction) {
  if (instruction.has_hidden_memory) return true;
  if (!instruction.reads_memory && !instruction.writes_memory) return false;
  const std::string_view name = instruction.mnemonic;
  for (const std::string_view part : {"gather", "scatter", "maskmov"}) {
    if (name.find(part) != std::string_view::npos) return true;
  }
  return instruction.memory_bits == 0;
}

bool moves_data(const Instruction& instruction) {
  return instruction.kind != InstructionKind::kNothing && !instruction.mnemonic.starts_with("prefetch");
}

void count_width(const ElementArithmetic& arithmetic, std::vector<WidthUse>& widths) {
  const auto is_same = [&](const WidthUse& each) {
    return each.element == arithmetic.element && each.is_scalar == arithmetic.is_scalar && each.bits == arithmetic.bits;
  };
  auto found = std::find_if(widths.begin(), widths.end(), is_same);
  if (found == widths.end())
    found = widths.insert(found, {arithmetic.element, arithmetic.is_scalar, arithmetic.bits, 0});
  ++found->instructions;
}

/// Something that is not known stays so; the first reason is told.
void doubt(IterationDoubt why, IterationDoubt& doubt) {
  if (doubt == IterationDoubt::kNone) doubt = why;
}

void count(const Instruction& instruction, const std::optional<ElementArithmetic>& arithmetic, bool is_general,
           CodeMix& mix) {
  ++mix.kinds[static_cast<size_t>(instruction.kind)];
  if (arithmetic) count_width(*arithmetic, mix.widths);
  if (is_general) ++mix.general_elements;
  if (is_uncounted_arithmetic(instruction)) ++mix.uncounted;
}

void count_iteration(const Instruction& instruction, const std::optional<ElementArithmetic>& arithmetic,
                     bool is_general, LoopIteration& out) {
  if (instruction.kind == InstructionKind::kCall) {
    doubt(IterationDoubt::kCalls, out.bytes_doubt);
    doubt(IterationDoubt::kCalls, out.operations_doubt);
    return;
  }
  if (moves_data(instruction)) {
    if (is_width_dependent(instruction)) doubt(IterationDoubt::kWidths, out.bytes_doubt);
    if (instruction.is_masked && (instruction.reads_memory || instruction.writes_memory))
      doubt(IterationDoubt::kMasks, out.bytes_doubt);
    if (instruction.reads_memory) out.bytes_read += instruction.memory_bits / 8;
    if (instruction.writes_memory) out.bytes_written += instruction.memory_bits / 8;
  }
  if (is_general || is_uncounted_arithmetic(instruction)) doubt(IterationDoubt::kUncounted, out.operations_doubt);
  if (!arithmetic) return;
  if (instruction.is_masked) doubt(IterationDoubt::kMasks, out.operations_doubt);
  (arithmetic->element == ElementKind::kFloat ? out.float_operations : out.integer_operations) +=
      arithmetic->operations;
}

void sort(std::vector<WidthUse>& widths) {
  std::sort(widths.begin(), widths.end(), [](const WidthUse& a, const WidthUse& b) {
    return std::tuple(!a.is_scalar, a.bits, a.element) < std::tuple(!b.is_scalar, b.bits, b.element);
  });
}

}  // namespace

std::string_view iteration_doubt_words(IterationDoubt doubt) { return kDoubts[static_cast<size_t>(doubt)]; }

std::optional<double> LoopIteration::intensity() const {
  const uint64_t bytes = bytes_read + bytes_written;
  const uint64_t operations = float_operations != 0 ? float_operations : integer_operations;
  if (bytes_doubt != IterationDoubt::kNone || operations_doubt != IterationDoubt::kNone || bytes == 0 ||
      operations == 0)
    return std::nullopt;
  return static_cast<double>(operations) / static_cast<double>(bytes);
}

const WidthUse* CodeMix::widest() const { return widths.empty() || widths.back().is_scalar ? nullptr : &widths.back(); }

CodeMixes find_mixes(const CodeListing& listing, const CodeLoops& loops) {
  const std::vector<bool> general = find_general_elements(listing, loops);
  CodeMixes out;
  out.loops.resize(loops.loops.size());
  for (size_t i = 0; i < out.loops.size(); ++i) {
    const CodeLoop& loop = loops.loops[i];
    LoopIteration& iteration = out.loops[i].iteration;
    const IterationDoubt why = loop.is_one_path    ? IterationDoubt::kNone
                               : loop.is_innermost ? IterationDoubt::kBranches
                                                   : IterationDoubt::kInnerLoops;
    iteration.bytes_doubt = iteration.operations_doubt = why;
  }
  for (size_t i = 0; i < listing.instructions.size(); ++i) {
    const Instruction& instruction = listing.instructions[i].instruction;
    const std::optional<ElementArithmetic> arithmetic = element_arithmetic(instruction);
    count(instruction, arithmetic, general[i], out.function);
    if (loops.of_instruction[i] == kNotListed) continue;
    LoopMix& loop = out.loops[loops.of_instruction[i]];
    count(instruction, arithmetic, general[i], loop.own);
    count_iteration(instruction, arithmetic, general[i], loop.iteration);
  }
  sort(out.function.widths);
  for (LoopMix& loop : out.loops) sort(loop.own.widths);
  return out;
}

}  // namespace ireereplay
