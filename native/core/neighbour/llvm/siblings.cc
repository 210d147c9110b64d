#include "neighbour/llvm/siblings.h"

#include <dirent.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/file.h"

namespace ireereplay::neighbour::llvm {

namespace {

constexpr std::array kFirstKinds = {
    SiblingKind{Role::kMemory, ".memory"},
    SiblingKind{Role::kOutput, ".original.output"},
    SiblingKind{Role::kReplayOutput, ".replay.output"},
    SiblingKind{Role::kImage, ".image"},
};
constexpr std::array kSecondKinds = {
    SiblingKind{Role::kMemory, ".record_input"},
    SiblingKind{Role::kOutput, ".record_output"},
    SiblingKind{Role::kReplayOutput, ".replay_output"},
    SiblingKind{Role::kGlobals, ".globals"},
    SiblingKind{Role::kImage, ".image"},
    SiblingKind{Role::kBitcode, ".bc"},
};

}  // namespace

std::string_view name(Role role) {
  switch (role) {
    case Role::kMemory:
      return "memory";
    case Role::kOutput:
      return "output";
    case Role::kReplayOutput:
      return "replay output";
    case Role::kGlobals:
      return "globals";
    case Role::kImage:
      return "image";
    case Role::kBitcode:
      break;
  }
  return "bitcode";
}

std::span<const SiblingKind> sibling_kinds(Generation generation) {
  if (generation == Generation::kFirst) return kFirstKinds;
  return kSecondKinds;
}

std::string_view suffix_of(Generation generation, Role role) {
  for (const SiblingKind& kind : sibling_kinds(generation)) {
    if (kind.role == role) return kind.suffix;
  }
  return {};
}

std::string Place::stem() const {
  return file.ends_with(kDescriptorSuffix) ? file.substr(0, file.size() - kDescriptorSuffix.size()) : file;
}

Place place_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash + 1), path.substr(slash + 1)};
}

Result<Descriptor> read_descriptor(const std::string& path, std::vector<Problem>* problems) {
  const std::string file = place_of(path).file;
  IR_ASSIGN_OR_RETURN(const std::shared_ptr<const File> opened, File::open(path));
  if (opened->size() > kMostDescriptorBytes) {
    return Status(StatusCode::kInvalidArgument, file +
                                                    " is too large to be the descriptor of an OpenMP kernel; choose "
                                                    "the .json that LIBOMPTARGET_RECORD produced");
  }
  IR_ASSIGN_OR_RETURN(const std::vector<uint8_t> bytes, opened->read(0, opened->size()));
  return parse_descriptor(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()), file, problems);
}

Result<std::vector<std::string>> names_in(const std::string& folder) {
  const std::string path = folder.empty() ? "." : folder;
  const std::unique_ptr<DIR, int (*)(DIR*)> listed(::opendir(path.c_str()), &::closedir);
  if (listed == nullptr) {
    const StatusCode code = errno == ENOENT   ? StatusCode::kNotFound
                            : errno == EACCES ? StatusCode::kPermissionDenied
                                              : StatusCode::kUnavailable;
    return Status(code, "cannot open " + path + ": " + std::strerror(errno));
  }
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(listed.get())) names.emplace_back(entry->d_name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace ireereplay::neighbour::llvm
