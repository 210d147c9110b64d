// Numbers as a person reads them in sentences and fields.
#pragma once

#include <cstdint>
#include <string>

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

}  // namespace ireereplay::profile::timeline
