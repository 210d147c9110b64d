// Where the tests' real captures are, and how to make damaged ones from them.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "capture/index_builder.h"

namespace ireereplay::test {

inline std::string fixture(const std::string& name) { return std::string(IR_FIXTURES_DIR) + "/" + name; }

inline std::vector<uint8_t> read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(stream), {});
}

/// A file that is deleted with its scope.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::vector<uint8_t>& bytes = {}) {
    static std::atomic<int> counter = 0;
    path_ = (std::filesystem::temp_directory_path() /
             ("ireereplay-test-" + std::to_string(::getpid()) + "-" + std::to_string(counter++)))
                .string();
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// A capture opened for reading.
struct Opened {
  std::shared_ptr<const File> file;
  CaptureHeader header;
  std::shared_ptr<const CaptureIndex> index;
};

/// Opens and indexes a capture that is expected to open.
inline Opened open(const std::string& path) {
  Opened opened;
  auto file = File::open(path);
  EXPECT_TRUE(file.ok()) << file.status().to_string();
  opened.file = *file;
  auto header = read_capture_header(*opened.file);
  EXPECT_TRUE(header.ok()) << header.status().to_string();
  opened.header = *header;
  const std::atomic<bool> never = false;
  auto index = build_index(opened.file, opened.header, never);
  EXPECT_TRUE(index.ok()) << index.status().to_string();
  opened.index = *index;
  return opened;
}

inline Opened open_fixture(const std::string& name) { return open(fixture(name)); }

}  // namespace ireereplay::test
