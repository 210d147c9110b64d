// The machine code of one function: every instruction with the line that it comes from, the functions that were inlined
// there, and what its operands refer to. Read from the file's bytes: nothing is mapped or called.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"
#include "executable/code_functions.h"
#include "executable/debug_entries.h"
#include "executable/instruction.h"

namespace ireereplay {

/// Marks what an instruction or a frame does not have.
inline constexpr uint32_t kNotListed = ~0u;

struct ListedInstruction {
  Instruction instruction;
  Bytes bytes;                  ///< In the file.
  uint32_t place = kNotListed;  ///< In CodeListing::places.
  uint32_t frame = kNotListed;  ///< In CodeListing::frames, the innermost.
  /// What a reference or target outside of the function is: a symbol, import or place in a section; empty when unknown.
  std::string symbol;
};

/// A place in a source that code comes from.
struct ListedPlace {
  uint32_t file = 0;  ///< In CodeListing::files.
  uint32_t line = 0;
  uint32_t column = 0;  ///< 0 when unknown.
};

/// A call of a function that was inlined.
struct ListedFrame {
  std::string function;          ///< Empty where it is not named.
  uint32_t parent = kNotListed;  ///< The frame that calls it, which comes before; kNotListed for the function itself.
  uint32_t call_file = kNotListed;
  uint32_t call_line = 0;  ///< 0 when unknown.
  uint32_t call_column = 0;
};

/// All code of a line. Not that of what is inlined there: that has lines of its own, see ListedFrame.
struct ListedLine {
  uint32_t file = 0;
  uint32_t line = 0;
  std::vector<CodeInterval> code;  ///< By address.
};

struct CodeListing {
  CodeFunction function;
  std::string_view architecture;
  std::string section;  ///< Where it begins: ".text+0x1c40"; empty where sections are not named.
  uint32_t declared_file = kNotListed;
  uint32_t declared_line = 0;
  std::vector<std::string> files;  ///< Paths as the compiler had them, with its directory where they are relative.
  std::vector<std::vector<uint8_t>> file_md5s;  ///< Of the files' content, as `files`; empty ones where not known.
  std::vector<ListedPlace> places;
  std::vector<ListedFrame> frames;
  std::vector<ListedLine> lines;  ///< By file and line.
  std::vector<ListedInstruction> instructions;
  uint64_t left_out = 0;  ///< Bytes of code at the end that are not listed.
  /// Sentences about what is not listed, or not known.
  std::vector<std::string> notes;
};

/// Where the instruction at `address` is in the listing, or the one that `address` lies within.
std::optional<size_t> index_of_instruction(const CodeListing& listing, uint64_t address);

/// Where a function begins, in the executable's file: of several that have one name, the only thing that tells which.
struct FunctionAddress {
  uint64_t address = 0;
};

/// An export's ordinal, a function's name, or where it begins. Of functions of one name, the first is listed; the last
/// finds functions without a name, too.
using FunctionChoice = std::variant<uint32_t, std::string, FunctionAddress>;

/// The most instructions that are listed of a function.
inline constexpr size_t kMostInstructions = 65536;

/// Lists a function of `elf`, which must outlive the listing. NOT_FOUND when it has no such function, CANCELLED once
/// `cancel` is set, and the failures of describe_code(). Takes time linear in the size of `elf`.
Result<CodeListing> list_code(Bytes elf, const FunctionChoice& choice, const std::atomic<bool>& cancel);

}  // namespace ireereplay
