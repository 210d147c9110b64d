#include "neighbour/llvm/folder.h"

#include <algorithm>
#include <unordered_map>

#include "base/file.h"
#include "neighbour/llvm/report.h"
#include "neighbour/llvm/siblings.h"

namespace ireereplay::neighbour::llvm {

namespace {

/// A report of a million lines is shorter.
constexpr uint64_t kMostReportBytes = 256 << 20;

std::string_view text_of(const std::vector<uint8_t>& bytes) {
  return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

/// A name that says what the file is: a descriptor, or what is beside one.
bool is_of_recording(std::string_view name) {
  if (name.ends_with(kDescriptorSuffix)) return true;
  for (const Generation generation : {Generation::kFirst, Generation::kSecond}) {
    for (const SiblingKind& kind : sibling_kinds(generation)) {
      if (name.ends_with(kind.suffix)) return true;
    }
  }
  return false;
}

class FolderReader {
 public:
  FolderReader(const std::string& path, const std::optional<GivenReport>& given, const std::atomic<bool>& cancel)
      : path_(path.empty() || path.ends_with('/') ? path : path + '/'), given_(given), cancel_(cancel) {}

  Result<Folder> read() {
    IR_ASSIGN_OR_RETURN(const std::vector<std::string> names, names_in(path_));
    for (const std::string& name : names) {
      if (cancel_.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
      if (name.ends_with(kDescriptorSuffix)) {
        read_entry(name);
      } else if (!given_ && !is_of_recording(name)) {
        read_if_report(name);
      }
    }
    if (given_) {
      if (given_->text.find(kReportBegin) == std::string::npos) {
        return Status(StatusCode::kInvalidArgument,
                      given_->name + " is not a report from LLVM's recorder: it has no line \"" +
                          std::string(kReportBegin) +
                          "\"; copy that line and everything that the program printed after it");
      }
      folder_.report = given_->name;
      report_ = parse_report(given_->text);
    }
    const size_t listed = add_report();
    if (given_ && listed == 0) {
      return Status(StatusCode::kInvalidArgument,
                    given_->name + " lists none of this folder's recordings: open the folder that it belongs to");
    }
    std::stable_sort(folder_.entries.begin(), folder_.entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
      return a.time_ns.value_or(0) > b.time_ns.value_or(0);
    });
    return std::move(folder_);
  }

 private:
  void read_entry(const std::string& name) {
    std::vector<Problem> problems;
    Result<Descriptor> found = read_descriptor(path_ + name, &problems);
    if (!found.ok()) {
      // Other programs have JSON, too; but a kernel's name is not theirs.
      if (name.starts_with("__omp_offloading_")) folder_.problems.push_back({true, name, "", found.status().message()});
      return;
    }
    for (Problem& problem : problems) folder_.problems.push_back(std::move(problem));
    FolderEntry entry;
    entry.file = name;
    entry.generation = found->generation;
    entry.kernel = parse_kernel_name(found->name);
    entry.name = std::move(found->name);
    entry.teams = found->teams;
    entry.threads = found->threads;
    const std::string memory = place_of(name).stem() + std::string(suffix_of(entry.generation, Role::kMemory));
    if (const auto file = File::open(path_ + memory); file.ok()) {
      entry.memory_bytes = (*file)->size();
    } else {
      folder_.problems.push_back({true, memory, "",
                                  file.status().code() == StatusCode::kNotFound
                                      ? "it is missing; copy it into the folder that contains the .json"
                                      : file.status().message()});
    }
    folder_.entries.push_back(std::move(entry));
  }

  void read_if_report(const std::string& name) {
    const auto file = File::open(path_ + name);
    if (!file.ok() || (*file)->size() < kReportBegin.size() || (*file)->size() > kMostReportBytes) return;
    const auto head = (*file)->read(0, kReportBegin.size());
    if (!head.ok() || text_of(*head) != kReportBegin) return;
    const auto whole = (*file)->read(0, (*file)->size());
    if (!whole.ok()) return;
    if (!folder_.report.empty()) {
      folder_.problems.push_back({false, name, "", "it is also a report; " + folder_.report + " is used instead"});
      return;
    }
    folder_.report = name;
    report_ = parse_report(text_of(*whole));
  }

  /// Times and occurrences of the recordings that the report lists, and how many it lists.
  size_t add_report() {
    size_t listed = 0;
    for (const std::string& problem : report_.problems) folder_.problems.push_back({true, folder_.report, "", problem});
    std::unordered_map<std::string_view, FolderEntry*> entries;
    for (FolderEntry& entry : folder_.entries) entries[entry.file] = &entry;
    for (const ReportedLaunch& launch : report_.launches) {
      const auto found = entries.find(launch.file);
      if (found == entries.end()) {
        folder_.problems.push_back(
            {true, launch.file, "", folder_.report + " lists it, but it is not there; copy it into the folder"});
        continue;
      }
      found->second->time_ns = launch.time_ns;
      found->second->occurrences = launch.occurrences;
      ++listed;
    }
    return listed;
  }

  const std::string path_;
  const std::optional<GivenReport>& given_;
  const std::atomic<bool>& cancel_;
  Folder folder_;
  Report report_;
};

}  // namespace

Result<Folder> read_folder(const std::string& path, const std::optional<GivenReport>& given,
                           const std::atomic<bool>& cancel) {
  return FolderReader(path, given, cancel).read();
}

}  // namespace ireereplay::neighbour::llvm
