// Compressed fixtures.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

#include "fixtures.h"

namespace ireereplay::test {

/// What the file contains.
inline std::string gunzip(const std::string& path) {
  std::string text;
  char buffer[1 << 16];
  gzFile file = gzopen(path.c_str(), "rb");
  EXPECT_NE(file, nullptr) << path;
  for (int count; file != nullptr && (count = gzread(file, buffer, sizeof(buffer))) > 0;)
    text.append(buffer, static_cast<size_t>(count));
  gzclose(file);
  return text;
}

/// Opens a compressed capture of test/fixtures.
inline Opened open_packed(const std::string& name) {
  const std::string text = gunzip(fixture(name));
  const TemporaryFile file({text.begin(), text.end()});
  return open(file.path());
}

}  // namespace ireereplay::test
