#include "sharing/copied_capture.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace ireereplay::sharing {

Result<ReplacedFile> ReplacedFile::at(const std::string& path, const File& source) {
  std::error_code unknown;
  if (std::filesystem::equivalent(path, source.path(), unknown)) {
    return Status(StatusCode::kInvalidArgument, path + " is the capture itself: write to another file");
  }
  if (std::filesystem::is_directory(path, unknown)) {
    return Status(StatusCode::kInvalidArgument, path + " is a folder: name the file to write");
  }
  return ReplacedFile(path, path + ".part" + std::to_string(::getpid()));
}

ReplacedFile::~ReplacedFile() {
  if (!written_.empty()) std::remove(written_.c_str());
}

Status ReplacedFile::replace() {
  if (std::rename(written_.c_str(), path_.c_str()) != 0)
    return Status(StatusCode::kUnavailable, "cannot write " + path_ + ": " + std::strerror(errno));
  written_.clear();
  return Status();
}

Status copy_record(const File& file, const RecordFrame& frame, const std::atomic<bool>& cancelled,
                   CaptureWriter* writer) {
  IR_RETURN_IF_ERROR(writer->begin(frame.header, frame.header.payload_length));
  return read_pieces(file, frame.payload_offset(), frame.header.payload_length, cancelled,
                     [&](Bytes bytes) { return writer->add(bytes); });
}

Result<SourceCapture> SourceCapture::open(const std::string& path) {
  SourceCapture source;
  IR_ASSIGN_OR_RETURN(source.file, File::open(path));
  IR_ASSIGN_OR_RETURN(source.header, read_capture_header(*source.file));
  return source;
}

}  // namespace ireereplay::sharing
