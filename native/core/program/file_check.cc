#include "program/file_check.h"

#include <algorithm>

#include "base/hex.h"
#include "program/problem.h"

namespace ireereplay::replay {

namespace {

std::string text_of(const File::Identity& identity) {
  return "(dev=" + std::to_string(identity.device) + ", inode=" + std::to_string(identity.inode) +
         ", mtime_ns=" + std::to_string(identity.modified_ns) + ")";
}

struct FileCheck {
  std::shared_ptr<const File> file;
  std::string_view code;  ///< Problem code of a failure.
  Status status;
  std::string notice;  ///< What was not validated; empty when everything was.
  std::string remedy;
};

Result<uint64_t> digest_of(const File& file, const std::atomic<bool>* cancel) {
  std::vector<uint8_t> chunk(std::min<uint64_t>(file.size(), 1 << 20));
  uint64_t state = kFnv1aBasis;
  for (uint64_t offset = 0; offset < file.size(); offset += chunk.size()) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed))
      return Status(StatusCode::kCancelled, "cancelled while the digest of a file was being computed");
    const std::span<uint8_t> part(chunk.data(), std::min<uint64_t>(chunk.size(), file.size() - offset));
    IR_RETURN_IF_ERROR(file.read(offset, part));
    state = fnv1a(state, part);
  }
  return state;
}

FileCheck check_external_file(const FileInfo& info, File::Access access, const std::atomic<bool>* cancel) {
  FileCheck check;
  const format::FileObject& recorded = info.recorded;
  const std::string where =
      "'" + info.path + "'" + (info.path == info.captured_path ? "" : " captured as '" + info.captured_path + "'");
  const auto fail = [&](std::string_view code, StatusCode status, std::string message, std::string remedy) {
    check.code = code;
    check.status = Status(status, std::move(message));
    check.remedy = std::move(remedy);
    return check;
  };
  auto file = File::open(info.path, access);
  if (!file.ok()) {
    const bool missing = file.status().code() == StatusCode::kNotFound;
    return fail(missing ? problem_code::kFileMissing : problem_code::kFileUnreadable, file.status().code(),
                "external replay file " + where + " cannot be opened" +
                    (access == File::Access::kReadWrite ? " for writing: " : ": ") + file.status().message(),
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
          "external replay file " + where + " is checked only by its length: no identity or digest was recorded";
      check.remedy = "Record with --device_replay_file_validation=digest to have contents checked.";
      break;
    case format::FileValidationType::kIdentity: {
      if (recorded.file_device == 0 && recorded.file_inode == 0 && recorded.file_mtime_ns == 0) break;
      const File::Identity expected = {recorded.file_device, recorded.file_inode, recorded.file_mtime_ns};
      auto found = (*file)->identity();
      if (!found.ok()) return fail(problem_code::kFileUnreadable, found.status().code(), found.status().message(), "");
      if (found->device != expected.device || found->inode != expected.inode ||
          found->modified_ns != expected.modified_ns) {
        return fail(problem_code::kFileChanged, StatusCode::kFailedPrecondition,
                    "external replay file " + where + " is not the file that was recorded: expected " +
                        text_of(expected) + ", found " + text_of(*found),
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
                    "external replay file " + where + " has different contents than recorded: digest expected " +
                        hex(expected, 16) + ", found " + hex(*found, 16),
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

void check_files(bool keep, const std::atomic<bool>* cancel, Program* program, PreflightReport* report) {
  std::vector<bool> written(program->files.size());
  for (const TransferInfo& transfer : program->transfers) {
    if (transfer.file != kNoIndex && transfer.target.buffer == kNoIndex) written[transfer.file] = true;
  }
  for (size_t i = 0; i < program->files.size(); ++i) {
    FileInfo& info = program->files[i];
    if (info.type != format::FileReferenceType::kExternalPath || info.path.empty()) continue;
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return;
    FileCheck check = check_external_file(info, written[i] ? File::Access::kReadWrite : File::Access::kRead, cancel);
    if (!check.status.ok()) {
      if (check.remedy.empty()) check.remedy = usual_remedy(check.code);
      report->add({Severity::kError, check.code, check.status.code(), info.record, info.record_offset,
                   check.status.message(), std::move(check.remedy)});
    } else if (!check.notice.empty()) {
      report->add({Severity::kWarning, problem_code::kFileNotValidated, StatusCode::kOk, info.record,
                   info.record_offset, std::move(check.notice), std::move(check.remedy)});
    }
    if (keep) info.file = std::move(check.file);
  }
}

void note_unchecked_files(const Program& program, PreflightReport* report) {
  const FileInfo* first = nullptr;
  size_t count = 0;
  for (const FileInfo& info : program.files) {
    if (info.type != format::FileReferenceType::kExternalPath) continue;
    if (count++ == 0) first = &info;
  }
  if (count == 0) return;
  report->add(
      {Severity::kWarning, problem_code::kFileUnchecked, StatusCode::kOk, first->record, first->record_offset,
       "the capture reads '" + first->path + "'" +
           (count == 1 ? "" : " and " + std::to_string(count - 1) + (count == 2 ? " more file" : " more files")) +
           ", which it does not contain; " + (count == 1 ? "its" : "their") +
           " contents are checked when the capture is replayed",
       ""});
}

}  // namespace ireereplay::replay
