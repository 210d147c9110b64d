#include "replay/file_check.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdio>

#include "replay/problem.h"

namespace ireereplay::replay {

namespace {

std::string hex(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof(text), "0x%016llx", static_cast<unsigned long long>(value));
  return text;
}

std::string identity(uint64_t device, uint64_t inode, uint64_t time) {
  return "(dev=" + std::to_string(device) + ", inode=" + std::to_string(inode) + ", mtime_ns=" + std::to_string(time) +
         ")";
}

Result<uint64_t> digest_of(const File& file, const std::atomic<bool>* cancel) {
  std::vector<uint8_t> chunk(std::min<uint64_t>(file.size(), 1 << 20));
  uint64_t state = kFnv1aBasis;
  for (uint64_t offset = 0; offset < file.size(); offset += chunk.size()) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed))
      return Status(StatusCode::kCancelled, "cancelled while the digest of a file was taken");
    const std::span<uint8_t> part(chunk.data(), std::min<uint64_t>(chunk.size(), file.size() - offset));
    IR_RETURN_IF_ERROR(file.read(offset, part));
    state = fnv1a(state, part);
  }
  return state;
}

}  // namespace

std::string remap_path(const std::string& captured, const std::vector<FileRemap>& remaps) {
  const FileRemap* best = nullptr;
  for (const FileRemap& remap : remaps) {
    if (remap.captured_prefix.empty() || !captured.starts_with(remap.captured_prefix)) continue;
    if (best == nullptr || remap.captured_prefix.size() > best->captured_prefix.size()) best = &remap;
  }
  return best == nullptr ? captured : best->replay_prefix + captured.substr(best->captured_prefix.size());
}

uint64_t fnv1a(uint64_t state, Bytes bytes) {
  for (const uint8_t byte : bytes) state = (state ^ byte) * 0x100000001B3ull;
  return state;
}

FileCheck check_external_file(const format::FileObject& recorded, const std::string& captured_path,
                              const std::string& path, const std::atomic<bool>* cancel) {
  FileCheck check;
  const std::string where = "'" + path + "'" + (path == captured_path ? "" : " captured as '" + captured_path + "'");
  const auto fail = [&](std::string_view code, StatusCode status, std::string message, std::string remedy) {
    check.code = code;
    check.status = Status(status, std::move(message));
    check.remedy = std::move(remedy);
    return check;
  };
  auto file = File::open(path);
  if (!file.ok()) {
    const bool missing = file.status().code() == StatusCode::kNotFound;
    return fail(missing ? problem_code::kFileMissing : problem_code::kFileUnreadable, file.status().code(),
                "external replay file " + where + " cannot be opened: " + file.status().message(),
                "Put the file back, or say where it is now with --replay_file_remap=CAPTURED_PREFIX=PREFIX.");
  }
  if (recorded.file_length != (*file)->size()) {
    return fail(problem_code::kFileChanged, StatusCode::kFailedPrecondition,
                "external replay file " + where + " has " + std::to_string((*file)->size()) + " bytes; it had " +
                    std::to_string(recorded.file_length) + " when it was recorded",
                "Restore the file that was recorded, or fix --replay_file_remap.");
  }
  switch (recorded.validation_type) {
    case format::FileValidationType::kNone:
      check.notice =
          "external replay file " + where + " is checked by its length alone: no identity or digest was recorded";
      check.remedy = "Record with --device_replay_file_validation=digest to have contents checked.";
      break;
    case format::FileValidationType::kIdentity: {
      if (recorded.file_device == 0 && recorded.file_inode == 0 && recorded.file_mtime_ns == 0) break;
      struct stat info;
      if (::stat(path.c_str(), &info) != 0) {
        return fail(problem_code::kFileUnreadable, StatusCode::kUnavailable,
                    "external replay file " + where + " cannot be inspected", "");
      }
      const uint64_t device = info.st_dev, inode = info.st_ino;
      const uint64_t time =
          static_cast<uint64_t>(info.st_mtim.tv_sec) * 1000000000ull + static_cast<uint64_t>(info.st_mtim.tv_nsec);
      if (recorded.file_device != device || recorded.file_inode != inode || recorded.file_mtime_ns != time) {
        return fail(problem_code::kFileChanged, StatusCode::kFailedPrecondition,
                    "external replay file " + where + " is not the file that was recorded: expected " +
                        identity(recorded.file_device, recorded.file_inode, recorded.file_mtime_ns) + ", found " +
                        identity(device, inode, time),
                    "Restore the original file, fix --replay_file_remap, or record again with "
                    "--device_replay_file_validation=digest if files are meant to be copied.");
      }
      break;
    }
    case format::FileValidationType::kContentDigest: {
      if (recorded.digest_type != format::DigestType::kFnv1a64) {
        return fail(problem_code::kFileChanged, StatusCode::kUnimplemented,
                    "external replay file digest type " + std::to_string(static_cast<uint32_t>(recorded.digest_type)) +
                        " is not executable",
                    "");
      }
      auto found = digest_of(**file, cancel);
      if (!found.ok()) return fail(problem_code::kFileUnreadable, found.status().code(), found.status().message(), "");
      const auto expected = load<uint64_t>(Bytes(recorded.digest));
      if (*found != expected) {
        return fail(problem_code::kFileChanged, StatusCode::kFailedPrecondition,
                    "external replay file " + where + " has other contents than recorded: digest expected " +
                        hex(expected) + ", found " + hex(*found),
                    "Restore the file that was recorded, or fix --replay_file_remap.");
      }
      break;
    }
    default:
      return fail(problem_code::kFileChanged, StatusCode::kUnimplemented,
                  "external replay file validation type " +
                      std::to_string(static_cast<uint32_t>(recorded.validation_type)) + " is not executable",
                  "");
  }
  check.file = *std::move(file);
  return check;
}

}  // namespace ireereplay::replay
