// A folder with recordings that tests change: copies of fixtures, or files that they write.
#pragma once

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "fixtures.h"
#include "neighbour/llvm/recording.h"

namespace ireereplay::neighbour::llvm::test {

/// Deleted with its scope.
class RecordingFolder {
 public:
  /// With what is in a folder of the fixtures in `neighbours/llvm`, if one is named.
  explicit RecordingFolder(const std::string& fixture = "") {
    static std::atomic<int> counter = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("ireereplay-llvm-" + std::to_string(::getpid()) + "-" + std::to_string(counter++));
    std::filesystem::create_directories(path_);
    if (!fixture.empty()) std::filesystem::copy(ireereplay::test::fixture("neighbours/llvm/" + fixture), path_);
  }
  ~RecordingFolder() { std::filesystem::remove_all(path_); }
  RecordingFolder(const RecordingFolder&) = delete;
  RecordingFolder& operator=(const RecordingFolder&) = delete;

  std::string folder() const { return path_.string(); }
  std::string path(const std::string& name) const { return (path_ / name).string(); }

  void write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  /// A file of that many bytes, which holds nothing but zeros and takes no room.
  void write_sparse(const std::string& name, uint64_t bytes) const {
    write(name, "");
    std::filesystem::resize_file(path(name), bytes);
  }
  std::string text(const std::string& name) const {
    const std::vector<uint8_t> bytes = ireereplay::test::read_file(path(name));
    return std::string(bytes.begin(), bytes.end());
  }
  /// Replaces the first `from` in a file by `to`.
  void edit(const std::string& name, std::string_view from, std::string_view to) const {
    std::string changed = text(name);
    const size_t at = changed.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    write(name, changed.replace(at, from.size(), to));
  }
  void remove(const std::string& name) const { std::filesystem::remove(path(name)); }

 private:
  std::filesystem::path path_;
};

/// Opens one that is expected to open.
inline Recording opened(const std::string& path) {
  auto recording = open_recording(path);
  EXPECT_TRUE(recording.ok()) << recording.status().to_string();
  return recording.ok() ? *std::move(recording) : Recording();
}

/// "FILE, FIELD: message", a line each.
inline std::string lines_of(const std::vector<Problem>& problems) {
  std::string lines;
  for (const Problem& problem : problems) {
    lines += (problem.is_error ? "error: " : "info: ") + problem.file + (problem.field.empty() ? "" : ", ") +
             problem.field + ": " + problem.message + "\n";
  }
  return lines;
}

inline const char* const kSaxpy = "__omp_offloading_fe00_984963_main_l7";
inline const char* const kScale = "1311768467463790320_17446744073709551001";

}  // namespace ireereplay::neighbour::llvm::test
