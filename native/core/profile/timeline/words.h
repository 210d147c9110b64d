// Numbers as a person reads them in sentences and fields.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ireereplay::profile::timeline {

/// "950 ns", "2.322 ms", "1.5 s": at most three digits after the point.
std::string time_words(double ns);
/// "12,345,678".
std::string grouped(uint64_t number);
/// "236 MiB", "1.5 KiB", "17 bytes".
std::string bytes_words(double bytes);
/// "12.3 %".
std::string percent_words(double part);
/// "3.1 times".
std::string times_words(double ratio);

/// "32 KiB", "1,000 bytes": exactly.
std::string length_words(uint64_t bytes);
/// "5, 0, 12", as they are; of more than 16 the first and how many there are.
std::string constants_words(const std::vector<uint32_t>& constants);
/// "32 KiB, 1,000 bytes": likewise.
std::string lengths_words(const std::vector<uint64_t>& lengths);

}  // namespace ireereplay::profile::timeline
