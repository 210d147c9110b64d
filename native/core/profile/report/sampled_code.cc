#include "profile/report/sampled_code.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>

#include "executable/code_digest.h"
#include "executable/code_functions.h"
#include "executable/elf_memory.h"
#include "executable/function_extents.h"

namespace ireereplay::profile {

namespace {

/// Places of one executable with samples, and of which dispatches those are.
using Places = std::map<SampledPlace, std::map<SampledKernel, SampleCount>>;

/// The functions of one executable, with their code once it is asked for.
class Functions {
 public:
  struct Function {
    CodeFunction known;
    std::optional<CodeListing> listing;
    std::unique_ptr<LoopSamples> loops = {};  ///< Of the listing.
  };

  explicit Functions(const std::vector<uint8_t>& elf) : elf_(elf) {
    if (auto described = describe_code(elf_); described.ok()) {
      is_code_ = true;
      std::set<uint64_t> begins;
      for (CodeFunction& function : described->functions) {
        if (function.ordinal) exports_.emplace(*function.ordinal, function.address);
        if (begins.insert(function.address).second) functions_.push_back({std::move(function), {}, {}});
      }
      // What is linked into kernels, such as an exponential function, often has neither symbol nor lines.
      for (const FunctionExtent& extent : function_extents(elf_)) {
        if (!begins.insert(extent.address).second) continue;
        functions_.push_back({unnamed_function(extent), {}, {}});
      }
    }
    std::sort(functions_.begin(), functions_.end(),
              [](const Function& a, const Function& b) { return a.known.address < b.known.address; });
  }

  bool is_code() const { return is_code_; }

  Function* at(uint64_t address) {
    auto after = std::upper_bound(functions_.begin(), functions_.end(), address,
                                  [](uint64_t of, const Function& function) { return of < function.known.address; });
    if (after == functions_.begin()) return nullptr;
    Function& found = *std::prev(after);
    return address - found.known.address < found.known.size ? &found : nullptr;
  }

  /// Lists the function, if it has not been. CANCELLED.
  Status list(Function& function, const std::atomic<bool>& cancelled) {
    if (function.listing) return Status();
    IR_ASSIGN_OR_RETURN(function.listing, list_code(elf_, FunctionAddress{function.known.address}, cancelled));
    function.loops = std::make_unique<LoopSamples>(*function.listing);
    return Status();
  }

  /// Appends the loops of all functions that are listed.
  void take_loops(uint64_t executable, std::vector<SampledLoop>* out) const {
    for (const Function& function : functions_) {
      if (function.loops) function.loops->take(executable, out);
    }
  }

  /// Where an export begins; several may begin at one place.
  std::optional<uint64_t> address_of(uint32_t ordinal) const {
    const auto found = exports_.find(ordinal);
    return found == exports_.end() ? std::nullopt : std::optional(found->second);
  }

  /// Of the function at `address`.
  std::optional<std::string> digest(uint64_t address) {
    const Function* const function = at(address);
    if (function == nullptr) return std::nullopt;
    const Bytes code = ElfMemory(elf_).at(address, function->known.size);
    return code.size() == function->known.size ? code_digest(code) : std::nullopt;
  }

 private:
  const Bytes elf_;
  std::vector<Function> functions_;       // By address.
  std::map<uint32_t, uint64_t> exports_;  // Where they begin, by ordinal.
  bool is_code_ = false;
};

/// The instruction at `address`, which is in `function`, and what it was inlined into.
SampledSite site_of(const Functions::Function& function, uint64_t address) {
  SampledSite site;
  site.address = address;
  SampledFrame at;
  const auto go_to = [&](const std::string& path, uint32_t line) {
    at.path = path;
    at.line = line;
  };
  if (const auto index = index_of_instruction(*function.listing, address)) {
    const CodeListing& listing = *function.listing;
    const ListedInstruction* const listed = &listing.instructions[*index];
    if (listed->place != kNotListed) {
      const ListedPlace& place = listing.places[listed->place];
      go_to(listing.files[place.file], place.line);
    }
    for (uint32_t frame = listed->frame; frame != kNotListed; frame = listing.frames[frame].parent) {
      const ListedFrame& inlined = listing.frames[frame];
      at.function = inlined.function.empty() ? "(inlined)" : inlined.function;
      site.frames.push_back(std::exchange(at, {}));
      if (inlined.call_file != kNotListed && inlined.call_line != 0)
        go_to(listing.files[inlined.call_file], inlined.call_line);
    }
  }
  at.function = function.known.name;
  site.frames.push_back(std::move(at));
  return site;
}

class Reader {
 public:
  Reader(const Bundle& bundle, const std::atomic<bool>& cancelled, ListedCode listed)
      : bundle_(bundle), cancelled_(cancelled), listed_(listed) {}

  Status read(uint64_t executable, const Places& places) {
    IR_ASSIGN_OR_RETURN(const std::vector<uint8_t> elf, read_code_object(bundle_, executable, cancelled_));
    Functions functions(elf);
    if (!functions.is_code())
      code_.notes.push_back("the machine code of executable " + std::to_string(executable) + " is not in the profile");
    Places unknown;
    for (auto at = places.begin(); at != places.end();) {
      Functions::Function* const function = functions.at(at->first.address);
      if (function == nullptr) {
        unknown.insert(*at++);
        continue;
      }
      const auto end = places.lower_bound({function->known.address + function->known.size, 0});
      IR_RETURN_IF_ERROR(take_function(executable, functions, *function, at, end));
      at = end;
    }
    take_unknown(executable, unknown);
    functions.take_loops(executable, &code_.loops);
    for (const auto& [place, kernels] : places) {
      for (const auto& [kernel, count] : kernels) {
        const std::optional<uint64_t> address = functions.address_of(kernel.function);
        if (!address || !code_.addresses.emplace(kernel, *address).second) continue;
        if (auto digest = functions.digest(*address)) code_.digests.emplace(kernel, *std::move(digest));
      }
    }
    return Status();
  }

  SampledCode take() { return std::move(code_); }

 private:
  /// Code that belongs to no function that is known.
  void take_unknown(uint64_t executable, const Places& places) {
    if (places.empty()) return;
    SampledFunction function;
    function.executable = executable;
    function.address = places.begin()->first.address;
    for (const auto& [place, kernels] : places) {
      SampledInstruction& instruction = instruction_of(function, place.address);
      for (const auto& [kernel, count] : kernels) {
        instruction.count.add(count);
        instruction.kernels[kernel].add(count);
        function.count.add(count);
        function.kernels[kernel].add(count);
        function.without_lines[kernel].add(count);
        code_.stacks[{kernel, {}}].add(count);
        code_.sites.emplace(std::pair(kernel, place), SampledSites{{place.address, {}}});
      }
    }
    code_.functions.push_back(std::move(function));
  }

  Status take_function(uint64_t executable, Functions& functions, Functions::Function& from, Places::const_iterator at,
                       Places::const_iterator end) {
    IR_RETURN_IF_ERROR(functions.list(from, cancelled_));
    SampledFunction function;
    function.executable = executable;
    function.name = from.known.name;
    function.address = from.known.address;
    function.size = from.known.size;
    function.path = from.known.source.path;
    function.line = from.known.source.line;
    MixSamples mix(*from.listing);
    for (; at != end; ++at) {
      const SampledPlace& place = at->first;
      SampledInstruction& instruction = instruction_of(function, place.address);
      if (instruction.text.empty()) describe(*from.listing, &instruction);
      for (const auto& [kernel, count] : at->second) {
        instruction.count.add(count);
        instruction.kernels[kernel].add(count);
        function.count.add(count);
        function.kernels[kernel].add(count);
        const bool is_dispatched = functions.address_of(kernel.function) == from.known.address;
        Functions::Function* const caller =
            place.call_address == 0 || is_dispatched ? nullptr : functions.at(place.call_address);
        SampledSites sites{site_of(from, place.address)};
        if (caller != nullptr) {
          IR_RETURN_IF_ERROR(functions.list(*caller, cancelled_));
          sites.push_back(site_of(*caller, place.call_address));
          caller->loops->add(place.call_address, kernel, count, false);
        }
        from.loops->add(place.address, kernel, count, true);
        mix.add(place.address, kernel, count);
        const SampledFrame& own = sites.front().frames.front();
        if (own.path.empty()) {
          function.without_lines[kernel].add(count);
        } else {
          code_.lines[{own.path, own.line}].own.add(count);
        }
        take_stack(kernel, sites, count);
        code_.sites.emplace(std::pair(kernel, place), std::move(sites));
      }
    }
    function.mix = mix.take();
    if (listed_ == ListedCode::kAll) list_all(*from.listing, &function);
    code_.functions.push_back(std::move(function));
    return Status();
  }

  /// Adds those without samples. One of a sample that lies within an instruction stays beside that.
  static void list_all(const CodeListing& listing, SampledFunction* function) {
    std::vector<SampledInstruction> all;
    auto sampled = function->instructions.begin();
    const auto take_until = [&](uint64_t address) {
      while (sampled != function->instructions.end() && sampled->address < address)
        all.push_back(std::move(*sampled++));
    };
    for (const ListedInstruction& listed : listing.instructions) {
      const uint64_t address = listed.instruction.address;
      take_until(address);
      if (sampled != function->instructions.end() && sampled->address == address) {
        all.push_back(std::move(*sampled++));
      } else {
        all.emplace_back().address = address;
        describe(listing, &all.back());
      }
      all.back().bytes.assign(listed.bytes.begin(), listed.bytes.end());
    }
    take_until(UINT64_MAX);
    function->instructions = std::move(all);
  }

  void take_stack(const SampledKernel& kernel, const SampledSites& sites, const SampleCount& count) {
    std::vector<SampledFrame> stack;
    // A line that calls what is inlined, in which it is called again, counts once.
    std::set<std::pair<std::string, uint32_t>> lines;
    for (auto site = sites.rbegin(); site != sites.rend(); ++site) {
      for (auto frame = site->frames.rbegin(); frame != site->frames.rend(); ++frame) {
        if (!frame->path.empty()) lines.emplace(frame->path, frame->line);
        stack.push_back(*frame);
      }
    }
    for (const auto& line : lines) {
      SampledLine& sampled = code_.lines[line];
      sampled.inclusive.add(count);
      sampled.kernels[kernel].add(count);
    }
    code_.stacks[{kernel, std::move(stack)}].add(count);
  }

  /// The last of a function, or a new one: places come by address.
  static SampledInstruction& instruction_of(SampledFunction& function, uint64_t address) {
    if (function.instructions.empty() || function.instructions.back().address != address)
      function.instructions.emplace_back().address = address;
    return function.instructions.back();
  }

  static void describe(const CodeListing& listing, SampledInstruction* sampled) {
    const auto index = index_of_instruction(listing, sampled->address);
    if (!index) return;
    const ListedInstruction* const listed = &listing.instructions[*index];
    const Instruction& instruction = listed->instruction;
    sampled->text =
        instruction.operands.empty() ? instruction.mnemonic : instruction.mnemonic + " " + instruction.operands;
    if (!listed->symbol.empty()) sampled->text += " <" + listed->symbol + ">";
    sampled->kind = instruction_kind_name(instruction.kind);
    sampled->vector_bits = instruction.vector_bits;
    sampled->lanes = instruction.lanes;
    if (listed->place == kNotListed) return;
    const ListedPlace& place = listing.places[listed->place];
    sampled->path = listing.files[place.file];
    sampled->line = place.line;
  }

  const Bundle& bundle_;
  const std::atomic<bool>& cancelled_;
  const ListedCode listed_;
  SampledCode code_;
};

}  // namespace

Result<SampledCode> read_sampled_code(const Bundle& bundle, const Samples& samples, const std::atomic<bool>& cancelled,
                                      ListedCode listed) {
  std::map<uint64_t, Places> by_executable;
  for (const auto& [kernel, places] : samples.places) {
    for (const auto& [place, count] : places) by_executable[kernel.executable][place][kernel].add(count);
  }
  Reader reader(bundle, cancelled, listed);
  for (const auto& [executable, places] : by_executable) IR_RETURN_IF_ERROR(reader.read(executable, places));
  return reader.take();
}

}  // namespace ireereplay::profile
