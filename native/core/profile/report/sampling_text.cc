#include "profile/report/sampling_text.h"

#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

#include "profile/report/print.h"

namespace ireereplay::profile {

namespace {

/// What is larger, or no number at all, this engine has not written.
constexpr double kMost = 1e15;

/// The number of a key that only one object has. Quotes in strings are escaped: none holds one that looks like a key.
std::optional<double> number_of(std::string_view json, std::string_view key) {
  const std::string quoted = '"' + std::string(key) + "\":";
  const size_t at = json.find(quoted);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string value(json.substr(at + quoted.size(), 32));
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  return end == value.c_str() || !(std::fabs(number) < kMost) ? std::nullopt : std::optional(number);
}

}  // namespace

void append_sampling(std::string_view description, Text& text) {
  const auto rate = number_of(description, "rate_hz");
  if (!rate) return;
  const auto interrupt_ns = number_of(description, "interrupt_ns"), most = number_of(description, "most_overhead");
  const auto allowed = number_of(description, "allowed_overhead");
  text.append("Sampled ");
  append_fixed(*rate, 0, text);
  text.append(" times a second per thread");
  if (interrupt_ns && most) {
    text.append(": a sample takes ");
    append_fixed(*interrupt_ns / 1000, 1, text);
    text.append(" us, so that runs are at most ");
    append_fixed(100 * *most, 1, text);
    text.append(" % longer");
  } else if (allowed) {
    text.append("; the cost of a sample could not be measured");
  }
  if (allowed) {
    text.append(" (allowed: ");
    append_fixed(100 * *allowed, 1, text);
    text.append(" %)");
  }
  text.append(".\n");
  const auto ratio = number_of(description, "ratio"), low = number_of(description, "low");
  const auto high = number_of(description, "high");
  if (!ratio || !low || !high) return;
  text.append("Sampled runs took ");
  append_fixed(*ratio, 3, text);
  text.append("x [");
  append_fixed(*low, 3, text);
  text.append(", ");
  append_fixed(*high, 3, text);
  text.append("] the time of the unsampled runs between them.\n");
}

}  // namespace ireereplay::profile
