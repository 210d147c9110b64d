#include "neighbour/llvm/recording.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/decimal.h"
#include "neighbour/llvm/image_kind.h"

namespace ireereplay::neighbour::llvm {

namespace {

constexpr std::string_view kCopyAgain = "copy the file again, or record the launch again";

/// Recordings of the same program that are asked where memory begins.
constexpr size_t kMostAsked = 1000;

/// Bytes of an image that is read: more than images of programs have.
constexpr uint64_t kMostImageBytes = 256ull << 20;

/// Why a file may be missing, and what that means; nothing of one that need not be there.
struct Absence {
  bool is_error;
  std::string_view sentence;
};
std::optional<Absence> absence_of(Generation generation, Role role) {
  const bool is_first = generation == Generation::kFirst;
  switch (role) {
    case Role::kMemory:
      return Absence{true,
                     "it is missing, so the contents of memory before the launch are not known; copy the file into "
                     "the folder that contains the .json"};
    case Role::kOutput:
      return Absence{false, is_first ? "it is missing, so what the kernel changed is not known; record with "
                                       "LIBOMPTARGET_RR_SAVE_OUTPUT=1 to save it"
                                     : "it is missing, so what the kernel changed is not known; record without "
                                       "LIBOMPTARGET_RECORD_OUTPUT=0 to save it"};
    case Role::kImage:
      return Absence{
          !is_first,
          is_first ? "it is missing, and the launch cannot be replayed without it. If the launch ran on a GPU, "
                     "copy the image into the folder that contains the .json. LLVM 16 writes no image for launches on "
                     "the host, so they cannot be replayed"
                   : "it is missing, and the launch cannot be replayed without it; copy it into the folder "
                     "that contains the .json"};
    case Role::kGlobals:
      return Absence{true,
                     "it is missing, so the values of global variables are not known; copy the file into the folder "
                     "that contains the .json"};
    case Role::kReplayOutput:
    case Role::kBitcode:
      break;
  }
  return std::nullopt;
}

class RecordingReader {
 public:
  explicit RecordingReader(const std::string& path) : path_(path), place_(place_of(path)) {}

  Result<Recording> read() {
    IR_ASSIGN_OR_RETURN(recording_.descriptor, read_descriptor(path_, &recording_.problems));
    const Descriptor& descriptor = recording_.descriptor;
    recording_.kernel = parse_kernel_name(descriptor.name);
    for (const SiblingKind& kind : sibling_kinds(descriptor.generation)) open_sibling(kind);
    check_stem();
    check_sizes();
    check_launch();
    place_memory_and_pointers();
    read_image_kind();
    if (const Sibling* globals = recording_.find(Role::kGlobals)) {
      Globals found = read_globals(globals->file);
      recording_.globals = std::move(found.variables);
      if (!found.end.ok()) report(globals->name, "", found.end.message());
    }
    return std::move(recording_);
  }

 private:
  void report(std::string file, std::string_view field, std::string message, bool is_error = true) {
    recording_.problems.push_back({is_error, std::move(file), std::string(field), std::move(message)});
  }
  void report_field(std::string_view field, std::string message) { report(place_.file, field, std::move(message)); }

  std::string sibling_name(std::string_view suffix) const { return place_.stem() + std::string(suffix); }

  void open_sibling(const SiblingKind& kind) {
    std::string name = sibling_name(kind.suffix);
    auto file = File::open(place_.folder + name);
    if (file.ok()) {
      recording_.siblings.push_back({kind.role, std::move(name), *std::move(file)});
      return;
    }
    if (file.status().code() != StatusCode::kNotFound) {
      report(std::move(name), "", file.status().message());
      return;
    }
    const std::optional<Absence> absence = absence_of(recording_.descriptor.generation, kind.role);
    if (!absence) return;
    if (kind.role == Role::kMemory && has_memory_of_other_generation()) {
      report(std::move(name), "",
             "it is missing, but there is " + other_memory() +
                 ", which the recorder of another version of LLVM writes, so the files are from different recordings; "
                 "copy all the files of a single recording");
      return;
    }
    report(std::move(name), "", std::string(absence->sentence), absence->is_error);
  }

  std::string other_memory() const {
    const bool is_first = recording_.descriptor.generation == Generation::kFirst;
    return sibling_name(suffix_of(is_first ? Generation::kSecond : Generation::kFirst, Role::kMemory));
  }
  bool has_memory_of_other_generation() const { return File::open(place_.folder + other_memory()).ok(); }

  /// The first generation's tool looks for files by the kernel's name.
  void check_stem() {
    const Descriptor& descriptor = recording_.descriptor;
    if (descriptor.generation != Generation::kFirst || descriptor.name.empty() || place_.stem() == descriptor.name)
      return;
    report(place_.file, "Name",
           "LLVM's tool looks for files named after the kernel, and this file has a different name; rename the "
           "recording's files after the kernel to replay it",
           false);
  }

  void check_sizes() {
    const Descriptor& descriptor = recording_.descriptor;
    const bool is_first = descriptor.generation == Generation::kFirst;
    const std::string_view field = is_first ? "DeviceMemorySize" : "VAllocSize";
    const Sibling* memory = recording_.find(Role::kMemory);
    if (memory != nullptr && descriptor.memory_bytes) {
      const uint64_t bytes = memory->file->size();
      // The second generation reserves more than it records.
      if (is_first ? bytes != *descriptor.memory_bytes : bytes > *descriptor.memory_bytes) {
        report(memory->name, field,
               "it has " + counted(bytes, "byte") + ", but the descriptor says " + decimal(*descriptor.memory_bytes) +
                   "; " + std::string(kCopyAgain));
      }
    }
    for (const Role role : {Role::kOutput, Role::kReplayOutput}) {
      const Sibling* output = recording_.find(role);
      if (output == nullptr || memory == nullptr || output->file->size() == memory->file->size()) continue;
      report(output->name, "",
             "it has " + counted(output->file->size(), "byte") + ", but " + memory->name + " has " +
                 decimal(memory->file->size()) + "; " + std::string(kCopyAgain));
    }
    uint64_t end = 0;
    if (descriptor.memory_address && descriptor.memory_bytes &&
        !checked_add(*descriptor.memory_address, *descriptor.memory_bytes, &end)) {
      report_field(field, "memory of that size would reach beyond the 64-bit address space; record the launch again");
    }
  }

  void check_launch() {
    const Descriptor& descriptor = recording_.descriptor;
    const auto check = [&](std::string_view field, const std::optional<uint64_t>& value, std::string_view limits_field,
                           const std::optional<Limits>& limits) {
      if (!value || !limits || *value == 0) return;
      if (*value >= limits->least && (limits->most == 0 || *value <= limits->most)) return;
      report_field(field, "it is " + decimal(*value) + ", but " + std::string(limits_field) + " allows " +
                              decimal(limits->least) + " to " + decimal(limits->most) + "; record the launch again");
    };
    check("NumTeams", descriptor.teams, "TeamsLimits", descriptor.teams_limits);
    check("NumThreads", descriptor.threads, "ThreadsLimits", descriptor.threads_limits);
  }

  /// Bytes that were recorded, or should have been.
  uint64_t memory_bytes() const {
    const Descriptor& descriptor = recording_.descriptor;
    const Sibling* memory = recording_.find(Role::kMemory);
    const bool is_declared = descriptor.generation == Generation::kFirst || memory == nullptr;
    if (is_declared && descriptor.memory_bytes) return *descriptor.memory_bytes;
    return memory == nullptr ? 0 : memory->file->size();
  }

  void place_memory_and_pointers() {
    const Descriptor& descriptor = recording_.descriptor;
    const uint64_t bytes = memory_bytes();
    const bool is_told = descriptor.memory_address.has_value();
    recording_.memory = place_memory(descriptor, bytes, is_told ? std::vector<AddressBounds>() : bounds_of_others());
    recording_.pointers = pointers_of(descriptor, recording_.memory);
    if (recording_.memory.basis == AddressBasis::kAssumed && recording_.memory.earlier != 0) {
      report(place_.file, "ArgPtrs",
             "LLVM 16 does not record where the memory begins: it is assumed to begin at the lowest "
             "known pointer; if it begins earlier, by " +
                 counted(recording_.memory.earlier, "byte") + " at most, all offsets are higher by the same amount",
             false);
    }
    if (!is_told || !descriptor.memory_bytes || descriptor.generation == Generation::kFirst) return;
    const auto leads_behind = [&](const RecordedArgument& argument) {
      if (!argument.bits) return false;
      const uint64_t offset = *argument.bits - *descriptor.memory_address;
      return offset >= bytes && offset < *descriptor.memory_bytes;
    };
    const auto behind =
        static_cast<uint64_t>(std::count_if(descriptor.arguments.begin(), descriptor.arguments.end(), leads_behind));
    if (behind == 0) return;
    report_field("ArgPtrs", counted(behind, "argument") + (behind == 1 ? " points" : " point") +
                                " into the reserved memory, beyond the " + counted(bytes, "byte") +
                                " that were recorded; " + std::string(kCopyAgain));
  }

  /// Where the memory began according to recordings of the same program.
  std::vector<AddressBounds> bounds_of_others() const {
    std::vector<AddressBounds> bounds;
    if (recording_.kernel.source.empty()) return bounds;
    const auto names = names_in(place_.folder);
    if (!names.ok()) return bounds;
    const std::string prefix = "__omp_offloading_" + recording_.kernel.source + "_";
    size_t asked = 0;
    for (const std::string& name : *names) {
      if (!name.starts_with(prefix) || !name.ends_with(kDescriptorSuffix) || name == place_.file) continue;
      if (++asked > kMostAsked) break;
      std::vector<Problem> problems;
      const auto other = read_descriptor(place_.folder + name, &problems);
      if (!other.ok() || other->generation != Generation::kFirst || !other->memory_bytes) continue;
      if (const auto found = address_bounds(*other, *other->memory_bytes)) bounds.push_back(*found);
    }
    return bounds;
  }

  void read_image_kind() {
    const Sibling* image = recording_.find(Role::kImage);
    if (image == nullptr) return;
    const auto head = image->file->read(0, std::min(kImageHead, image->file->size()));
    if (head.ok()) {
      recording_.image = image_kind(*head);
    } else {
      report(image->name, "", head.status().message());
    }
  }

  const std::string& path_;
  const Place place_;
  Recording recording_;
};

}  // namespace

const Sibling* Recording::find(Role role) const {
  const auto found =
      std::find_if(siblings.begin(), siblings.end(), [&](const Sibling& sibling) { return sibling.role == role; });
  return found == siblings.end() ? nullptr : &*found;
}

Result<Recording> open_recording(const std::string& path) { return RecordingReader(path).read(); }

Result<std::vector<uint8_t>> read_image(const Recording& recording) {
  const Sibling* image = recording.find(Role::kImage);
  if (image == nullptr) return Status(StatusCode::kNotFound, "the recording has no image");
  if (image->file->size() > kMostImageBytes) {
    return Status(
        StatusCode::kResourceExhausted,
        "it is larger than 256 MiB: its functions are not listed; llvm-objdump --disassemble shows their code");
  }
  return image->file->read(0, image->file->size());
}

void list_functions(Recording* recording) {
  const Sibling* image = recording->find(Role::kImage);
  if (image == nullptr) return;
  const auto report = [&](bool is_error, std::string message) {
    recording->problems.push_back({is_error, image->name, "", std::move(message)});
  };
  const auto bytes = read_image(*recording);
  if (!bytes.ok()) return report(bytes.status().code() != StatusCode::kResourceExhausted, bytes.status().message());
  const std::string& kernel = recording->descriptor.name;
  auto found = image_functions(*bytes, kernel);
  if (!found.ok()) return report(found.status().code() == StatusCode::kDataLoss, found.status().message());
  recording->functions = *std::move(found);
  if (!recording->image.starts_with("ELF") && !recording->image.starts_with("cubin")) return;
  if (recording->functions.empty())
    return report(false, "it contains no names of functions, so their code cannot be shown");
  if (!recording->functions.front().is_recorded) {
    report(false, "it has no function " + kernel +
                      ": it may be the image of another program; copy the one that was recorded with this launch");
  }
}

Result<std::optional<Changes>> compare_files(const Recording& recording, Role before, Role after, uint64_t most,
                                             const std::atomic<bool>& cancel) {
  const Sibling* left = recording.find(before);
  const Sibling* right = recording.find(after);
  if (left == nullptr || right == nullptr) return std::optional<Changes>();
  std::vector<uint64_t> begins;
  for (const std::optional<Pointer>& pointer : recording.pointers) {
    if (pointer) begins.push_back(pointer->offset);
  }
  std::sort(begins.begin(), begins.end());
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  IR_ASSIGN_OR_RETURN(Changes found, find_changes(*left->file, *right->file, begins, most, cancel));
  return std::optional<Changes>(std::move(found));
}

Status compare_memory(Recording* recording, uint64_t most, const std::atomic<bool>& cancel) {
  Result<std::optional<Changes>> found = compare_files(*recording, Role::kMemory, Role::kOutput, most, cancel);
  if (found.ok()) {
    recording->changes = *std::move(found);
  } else if (found.status().code() == StatusCode::kCancelled) {
    return found.status();
  } else {
    const std::string& name = recording->find(Role::kOutput)->name;
    recording->problems.push_back({true, name, "", "it cannot be compared: " + found.status().message()});
  }
  return Status();
}

}  // namespace ireereplay::neighbour::llvm
