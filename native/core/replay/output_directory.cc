#include "replay/output_directory.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ireereplay::replay {

namespace {

Status cannot_write(const std::string& path) {
  return Status(StatusCode::kUnavailable, "cannot write the output " + path + ": " + std::strerror(errno));
}

}  // namespace

std::string output_file_name(const OutputRange& range) {
  std::string number = std::to_string(range.record);
  if (number.size() < 4) number.insert(0, 4 - number.size(), '0');
  return number + "-buffer" + std::to_string(range.buffer) + "-" + std::to_string(range.offset) + "-" +
         std::to_string(range.length) + ".bin";
}

Status OutputDirectory::write(const OutputRange& range, Bytes bytes) {
  const std::string path = path_ + "/" + output_file_name(range);
  const std::string partial = path + ".partial";
  std::FILE* file = std::fopen(partial.c_str(), "wb");
  if (file == nullptr) return cannot_write(partial);
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const bool closed = std::fclose(file) == 0;
  if (!written || !closed) return cannot_write(partial);
  if (std::rename(partial.c_str(), path.c_str()) != 0) return cannot_write(path);
  return Status();
}

}  // namespace ireereplay::replay
