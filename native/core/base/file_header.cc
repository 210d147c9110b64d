#include "base/file_header.h"

#include <cstring>
#include <string>

namespace ireereplay {

Result<CheckedFileHeader> read_file_header(const File& file, const FileFormat& format) {
  const std::string name = format.name;
  if (file.size() < sizeof(FileHeader)) {
    return Status(StatusCode::kDataLoss, name + " file is too small for header: " + std::to_string(file.size()) +
                                             " of " + std::to_string(sizeof(FileHeader)) + " bytes")
        .at(kNoPlace, 0);
  }
  uint8_t bytes[sizeof(FileHeader)];
  IR_RETURN_IF_ERROR(file.read(0, bytes));
  CheckedFileHeader result;
  std::memcpy(&result.file, bytes, sizeof(bytes));
  const FileHeader& header = result.file;
  if (header.magic != format.magic) {
    return Status(StatusCode::kInvalidArgument, "invalid IREE HAL " + name + " file magic: this is not " + format.file)
        .at(kNoPlace, 0);
  }
  if (header.header_length < sizeof(FileHeader)) {
    return Status(StatusCode::kDataLoss, name + " file header length is too small").at(kNoPlace, 8);
  }
  if (header.header_length > file.size()) {
    return Status(StatusCode::kDataLoss, name + " file header extends past file end").at(kNoPlace, 8);
  }
  result.records_begin = header.header_length;
  result.records_end = file.size();
  const std::string version = std::to_string(header.version_major) + "." + std::to_string(header.version_minor);
  if (header.version_major < format.oldest_major || header.version_major > format.newest_major) {
    result.defect = Status(StatusCode::kInvalidArgument,
                           "unsupported IREE HAL " + name + " file version " + version + ": " + format.records +
                               " are shown only as far as their framing can be read; record again "
                               "with IREE 3.13, or update this extension")
                        .at(kNoPlace, 4);
  } else if (header.version_major == format.newest_major && header.version_minor > format.newest_minor) {
    result.notice = Status(StatusCode::kUnimplemented,
                           name + " format " + version + " is newer than " + std::to_string(format.newest_major) + "." +
                               std::to_string(format.newest_minor) + ": its additions are not shown")
                        .at(kNoPlace, 4);
  }
  if (header.flags != 0) {
    result.defect = Status(StatusCode::kDataLoss, name + " file reserved flags must be zero").at(kNoPlace, 12);
  }
  if (header.file_length == 0) {
    if (result.notice.ok()) result.notice = Status(StatusCode::kDataLoss, format.unfinished).at(kNoPlace, 16);
  } else if (header.file_length < header.header_length) {
    result.defect = Status(StatusCode::kDataLoss, name + " file length is before the first record").at(kNoPlace, 16);
  } else if (header.file_length > file.size()) {
    result.defect = Status(StatusCode::kDataLoss, name + " file length extends past file contents: the header says " +
                                                      std::to_string(header.file_length) + " bytes, the file has " +
                                                      std::to_string(file.size()) + "; it was truncated: copy it again")
                        .at(kNoPlace, file.size());
  } else {
    result.records_end = header.file_length;
    if (header.file_length < file.size() && result.notice.ok()) {
      result.notice = Status(StatusCode::kDataLoss, std::to_string(file.size() - header.file_length) +
                                                        " bytes follow the end given in the header: they are not "
                                                        "part of the " +
                                                        format.contents)
                          .at(kNoPlace, header.file_length);
    }
  }
  return result;
}

}  // namespace ireereplay
