// The header that the files of IREE's recorders begin with, replay captures and profiles alike
// (runtime/src/iree/hal/replay/format.h, runtime/src/iree/hal/utils/profile_file.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/file.h"
#include "base/status.h"

namespace ireereplay {

struct FileHeader {
  uint32_t magic = 0;
  uint16_t version_major = 0;
  uint16_t version_minor = 0;
  uint32_t header_length = 0;
  uint32_t flags = 0;
  uint64_t file_length = 0;  ///< Bytes of valid contents; 0 while it was written.
};
static_assert(sizeof(FileHeader) == 24 && offsetof(FileHeader, file_length) == 16);

/// What tells one format of such files from another, in numbers and words.
struct FileFormat {
  uint32_t magic;
  /// Majors from the oldest to the newest are read; of the newest, minors up to this one.
  uint16_t oldest_major;
  uint16_t newest_major;
  uint16_t newest_minor;
  const char* name;        ///< "replay"
  const char* file;        ///< "an .ireereplay capture"
  const char* contents;    ///< "capture"
  const char* records;     ///< "records"
  const char* unfinished;  ///< Why a file has no length.
};

/// The checked header of a file, with what a reader should know before reading on.
struct CheckedFileHeader {
  FileHeader file;
  /// Offset of the first record.
  uint64_t records_begin = 0;
  /// Offset after the last byte that may hold records: as the header says, or the end of the file when the file is
  /// shorter (a truncated copy) or was never finished.
  uint64_t records_end = 0;
  /// What is unusual but readable ("replay format 2.9 is newer ..."), with its place, or OK.
  Status notice;
  /// Why strict readers (and IREE's own) refuse the file although its records can be shown, or OK.
  Status defect;
};

/// Reads and checks the header. Fails only when no record can be located: too short, another format, or a wrong header
/// length. An unknown major version is a `defect`: framing has not changed so far.
Result<CheckedFileHeader> read_file_header(const File& file, const FileFormat& format);

}  // namespace ireereplay
