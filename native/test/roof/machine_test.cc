#include "roof/machine.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace ireereplay::roof {
namespace {

/// A folder as Linux has for processors, of which a test says what caches they have.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "iree-replay-caches-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return path_; }

  void add(uint32_t processor, uint32_t index, const char* level, const char* type, const char* size,
           const char* shared) {
    const std::string folder =
        path_ + "/cpu" + std::to_string(processor) + "/cache/index" + std::to_string(index) + "/";
    std::filesystem::create_directories(folder);
    for (const auto& [name, text] : {std::pair{"level", level}, {"type", type}, {"size", size}}) {
      std::ofstream(folder + name) << text << "\n";
    }
    std::ofstream(folder + "shared_cpu_list") << shared << "\n";
  }

 private:
  std::string path_;
};

TEST(RoofMachine, CountsEachCacheOnceWhoeverSharesIt) {
  Folder folder;
  const char* pairs[] = {"0-1", "0-1", "2-3", "2-3"};
  for (uint32_t processor = 0; processor < 4; ++processor) {
    folder.add(processor, 0, "1", "Data", "48K", pairs[processor]);
    folder.add(processor, 1, "1", "Instruction", "32K", pairs[processor]);
    folder.add(processor, 2, "3", "Unified", "32M", "0-3");
  }
  const std::vector<uint32_t> all = {0, 1, 2, 3}, some = {0, 2};
  EXPECT_EQ(read_caches(folder.path(), all),
            (std::vector<Cache>{{1, 48 << 10, 96 << 10, 2, 2}, {3, 32 << 20, 32 << 20, 1, 4}}));
  // Of those that the process may use, each has its own.
  EXPECT_EQ(read_caches(folder.path(), some),
            (std::vector<Cache>{{1, 48 << 10, 96 << 10, 2, 1}, {3, 32 << 20, 32 << 20, 1, 2}}));
}

TEST(RoofMachine, OfDifferentCachesOfALevelTheSmallestIsSaid) {
  Folder folder;
  folder.add(0, 0, "1", "Data", "48K", "0");
  folder.add(1, 0, "1", "Data", "32K", "1");
  const std::vector<uint32_t> processors = {0, 1};
  EXPECT_EQ(read_caches(folder.path(), processors), (std::vector<Cache>{{1, 32 << 10, 80 << 10, 2, 1}}));
}

TEST(RoofMachine, WhatTheSystemDoesNotSayIsNotGuessed) {
  Folder folder;
  const std::vector<uint32_t> processors = {0};
  EXPECT_TRUE(read_caches(folder.path(), processors).empty());
  folder.add(0, 0, "1", "Data", "", "0");
  folder.add(0, 1, "2", "Unified", "12Q", "0");
  folder.add(0, 2, "", "Unified", "1M", "0");
  EXPECT_TRUE(read_caches(folder.path(), processors).empty());
}

TEST(RoofMachine, DescribesTheMachineThatItRunsOn) {
  const Machine machine = describe_machine();
  EXPECT_FALSE(machine.processors.empty());
  EXPECT_TRUE(std::is_sorted(machine.processors.begin(), machine.processors.end()));
#if defined(__linux__) && defined(__x86_64__)
  EXPECT_NE(machine.features.find("sse3"), std::string::npos);
#endif
}

}  // namespace
}  // namespace ireereplay::roof
