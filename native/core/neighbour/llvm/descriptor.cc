#include "neighbour/llvm/descriptor.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/decimal.h"

namespace ireereplay::neighbour::llvm {

namespace {

constexpr std::string_view kRecordAgain = "record the launch again, or copy the file again";

/// A number of a descriptor, and where it goes.
struct NumberField {
  std::string_view key;
  std::optional<uint64_t> Descriptor::*value;
  bool is_always_there = true;
};
constexpr std::array kFirstFields = {
    NumberField{"NumTeamsClause", &Descriptor::teams},
    NumberField{"ThreadLimitClause", &Descriptor::threads},
    NumberField{"LoopTripCount", &Descriptor::trip_count},
    NumberField{"DeviceMemorySize", &Descriptor::memory_bytes},
    // From LLVM 17 on.
    NumberField{"BumpAllocVAStart", &Descriptor::memory_address, false},
};
constexpr std::array kSecondFields = {
    NumberField{"NumTeams", &Descriptor::teams},
    NumberField{"NumThreads", &Descriptor::threads},
    NumberField{"SharedMemorySize", &Descriptor::shared_memory_bytes},
    NumberField{"LoopTripCount", &Descriptor::trip_count},
    NumberField{"VAllocAddr", &Descriptor::memory_address},
    NumberField{"VAllocSize", &Descriptor::memory_bytes},
};
struct LimitsField {
  std::string_view key;
  std::optional<Limits> Descriptor::*value;
};
constexpr std::array kLimitsFields = {
    LimitsField{"TeamsLimits", &Descriptor::teams_limits},
    LimitsField{"ThreadsLimits", &Descriptor::threads_limits},
};
/// What both generations have besides.
constexpr std::array<std::string_view, 5> kCommonKeys = {"Name", "NumArgs", "DeviceId", "ArgPtrs", "ArgOffsets"};

/// Fields that only one generation has.
constexpr std::array<std::string_view, 4> kFirstMarks = {"NumTeamsClause", "ThreadLimitClause", "DeviceMemorySize",
                                                         "BumpAllocVAStart"};
constexpr std::array<std::string_view, 7> kSecondMarks = {"NumTeams",   "NumThreads",  "SharedMemorySize", "VAllocAddr",
                                                          "VAllocSize", "TeamsLimits", "ThreadsLimits"};

class DescriptorReader {
 public:
  DescriptorReader(const JsonValue& object, const std::string& file, std::vector<Problem>* problems)
      : object_(object), file_(file), problems_(*problems) {}

  Result<Descriptor> read() {
    if (object_.kind != JsonValue::Kind::kObject || object_.find("ArgPtrs") == nullptr ||
        object_.find("Name") == nullptr) {
      return Status(
          StatusCode::kInvalidArgument,
          file_ +
              " is not a recording of an OpenMP kernel: it is JSON without Name and ArgPtrs; choose the .json "
              "that LIBOMPTARGET_RECORD produced");
    }
    const size_t first = marks(kFirstMarks);
    const size_t second = marks(kSecondMarks);
    if (first == 0 && second == 0) {
      return Status(
          StatusCode::kInvalidArgument,
          file_ +
              " has no field, such as DeviceMemorySize or VAllocSize, that shows which version of LLVM recorded it; " +
              std::string(kRecordAgain));
    }
    descriptor_.generation = first >= second ? Generation::kFirst : Generation::kSecond;
    const bool is_first = descriptor_.generation == Generation::kFirst;
    if (first != 0 && second != 0) {
      report("", "it has fields from both LLVM 16 to 22 and later versions, so it is read as a file from " +
                     std::string(is_first ? "the former" : "the latter") + "; " + std::string(kRecordAgain));
    }
    name();
    if (is_first) {
      for (const NumberField& field : kFirstFields) number(field);
    } else {
      for (const NumberField& field : kSecondFields) number(field);
      for (const LimitsField& field : kLimitsFields) limits(field);
    }
    device();
    arguments();
    others(is_first);
    return std::move(descriptor_);
  }

 private:
  void report(std::string_view field, std::string message) {
    problems_.push_back({true, file_, std::string(field), std::move(message)});
  }

  template <typename Keys>
  size_t marks(const Keys& keys) const {
    return static_cast<size_t>(
        std::count_if(keys.begin(), keys.end(), [&](std::string_view key) { return object_.find(key) != nullptr; }));
  }

  /// The member; where there is none, that is told.
  const JsonValue* member(std::string_view key) {
    const JsonValue* found = object_.find(key);
    if (found == nullptr) report(key, "it is missing; " + std::string(kRecordAgain));
    return found;
  }

  void name() {
    const JsonValue* found = member("Name");
    if (found == nullptr) return;
    if (found->kind == JsonValue::Kind::kString && !found->text.empty()) {
      descriptor_.name = found->text;
    } else {
      report("Name", "it is not the name of a kernel; " + std::string(kRecordAgain));
    }
  }

  /// A number from 0 up; what else there is is told.
  std::optional<uint64_t> count(std::string_view key, const JsonValue& value) {
    const std::optional<JsonInteger> found = value.integer();
    if (found && !found->is_negative) return found->bits;
    report(key, "it must be a non-negative whole number that fits in 64 bits; " + std::string(kRecordAgain));
    return std::nullopt;
  }

  void number(const NumberField& field) {
    if (!field.is_always_there && object_.find(field.key) == nullptr) return;
    if (const JsonValue* found = member(field.key)) descriptor_.*field.value = count(field.key, *found);
  }

  void limits(const LimitsField& field) {
    const JsonValue* found = member(field.key);
    if (found == nullptr) return;
    if (found->kind != JsonValue::Kind::kArray || found->items.size() != 2) {
      report(field.key, "it must be two numbers, the minimum and the maximum; " + std::string(kRecordAgain));
      return;
    }
    const auto least = count(field.key, found->items[0]);
    const auto most = count(field.key, found->items[1]);
    if (!least || !most) return;
    descriptor_.*field.value = Limits{*least, *most};
    if (*most != 0 && *least > *most)
      report(field.key, "the minimum is greater than the maximum; " + std::string(kRecordAgain));
  }

  void device() {
    const JsonValue* found = member("DeviceId");
    if (found == nullptr) return;
    descriptor_.device_id = found->integer();
    if (!descriptor_.device_id) report("DeviceId", "it is not a whole number; " + std::string(kRecordAgain));
  }

  const std::vector<JsonValue>* list(std::string_view key) {
    const JsonValue* found = member(key);
    if (found == nullptr) return nullptr;
    if (found->kind == JsonValue::Kind::kArray) return &found->items;
    report(key, "it is not a list; " + std::string(kRecordAgain));
    return nullptr;
  }

  /// Bits of each of a list's values; where some have none, that is told once.
  std::vector<std::optional<uint64_t>> bits(std::string_view key, const std::vector<JsonValue>& values) {
    std::vector<std::optional<uint64_t>> all;
    size_t first = values.size();
    size_t wrong = 0;
    for (const JsonValue& value : values) {
      const auto found = value.integer();
      if (!found && wrong++ == 0) first = all.size();
      all.push_back(found ? std::optional(found->bits) : std::nullopt);
    }
    if (wrong != 0) {
      report(key, counted(wrong, "value") + " in it, the first for argument " + decimal(first) +
                      ", cannot be read as a 64-bit integer; " + std::string(kRecordAgain));
    }
    return all;
  }

  void arguments() {
    const std::vector<JsonValue>* pointers = list("ArgPtrs");
    const std::vector<JsonValue>* offsets = list("ArgOffsets");
    const size_t given = pointers == nullptr ? 0 : pointers->size();
    const JsonValue* number = member("NumArgs");
    const auto declared = number == nullptr ? std::nullopt : count("NumArgs", *number);
    if (declared && pointers != nullptr && *declared != given)
      report("ArgPtrs", "it has " + counted(given, "value") + ", but NumArgs says " + decimal(*declared) + "; " +
                            std::string(kRecordAgain));
    if (offsets != nullptr && offsets->size() != given)
      report("ArgOffsets", "it has " + counted(offsets->size(), "value") + ", but ArgPtrs has " + decimal(given) +
                               "; " + std::string(kRecordAgain));
    if (pointers != nullptr) {
      for (const auto& found : bits("ArgPtrs", *pointers)) descriptor_.arguments.push_back({found, 0});
    }
    if (offsets != nullptr) {
      const auto found = bits("ArgOffsets", *offsets);
      for (size_t i = 0; i < std::min(given, found.size()); ++i) descriptor_.arguments[i].offset = found[i].value_or(0);
    }
  }

  bool is_known(std::string_view key, bool is_first) const {
    const auto has = [&](const auto& fields) {
      return std::any_of(fields.begin(), fields.end(), [&](const auto& field) { return field.key == key; });
    };
    const bool is_common = std::find(kCommonKeys.begin(), kCommonKeys.end(), key) != kCommonKeys.end();
    return is_common || (is_first ? has(kFirstFields) : has(kSecondFields) || has(kLimitsFields));
  }

  /// Fields that are there twice, or that nobody here knows.
  void others(bool is_first) {
    std::unordered_map<std::string_view, size_t> seen;
    size_t unknown = 0;
    for (const auto& [key, value] : object_.members) {
      const size_t times = ++seen[key];
      if (is_known(key, is_first)) {
        if (times == 2) report(key, "it appears more than once, and the first is shown; " + std::string(kRecordAgain));
      } else if (times == 1 && !is_known(key, !is_first) && ++unknown <= kMostUnknown) {
        problems_.push_back(
            {false, file_, key.substr(0, kMostShown),
             "it is unknown to this version of IREE Replay and is not shown; a newer LLVM may have added it"});
      }
    }
  }

  /// Fields that are named of those that are not known, and how much of their names.
  static constexpr size_t kMostUnknown = 16;
  static constexpr size_t kMostShown = 64;

  const JsonValue& object_;
  const std::string& file_;
  std::vector<Problem>& problems_;
  Descriptor descriptor_;
};

}  // namespace

Result<Descriptor> parse_descriptor(std::string_view text, const std::string& file, std::vector<Problem>* problems) {
  const Result<JsonValue> value = parse_json(text);
  if (!value.ok()) {
    const Status& why = value.status();
    return Status(why.code(), file + " cannot be read: " + why.message() +
                                  "; choose the .json that LIBOMPTARGET_RECORD produced, or copy it again")
        .at(kNoPlace, why.offset());
  }
  return DescriptorReader(*value, file, problems).read();
}

}  // namespace ireereplay::neighbour::llvm
