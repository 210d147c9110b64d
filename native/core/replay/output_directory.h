// --outputs=DIR: each range that the recorded application mapped for reading becomes a file.
#pragma once

#include <string>

#include "hal/local/run.h"

namespace ireereplay::replay {

/// File name for a range: NNNN-buffer<ID>-<offset>-<length>.bin, NNNN being the record in at least 4 digits.
std::string output_file_name(const OutputRange& range);

/// Writes ranges into an existing folder. A file is complete or absent: it is written under another name and renamed.
class OutputDirectory : public OutputSink {
 public:
  explicit OutputDirectory(std::string path) : path_(std::move(path)) {}
  Status write(const OutputRange& range, Bytes bytes) override;

 private:
  std::string path_;
};

}  // namespace ireereplay::replay
