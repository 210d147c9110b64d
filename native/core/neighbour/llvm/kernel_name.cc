#include "neighbour/llvm/kernel_name.h"

#include <cxxabi.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>

namespace ireereplay::neighbour::llvm {

namespace {

constexpr std::string_view kPrefix = "__omp_offloading_";

/// A name that repeats parts of itself may stand for one that is exponentially longer: three references a step make it
/// three times as long. So long, and with so many references at most, a name stands for less than a few MiB.
constexpr size_t kMostMangled = 512;
constexpr int64_t kMostReferences = 20;
/// Longer ones are for nobody to read.
constexpr size_t kMostReadable = 1024;

std::string demangled(std::string_view name) {
  std::string mangled(name);
  const auto refers = [](char c) { return c == 'S' || c == 'T'; };
  if (!name.starts_with("_Z") || name.size() > kMostMangled ||
      std::count_if(name.begin(), name.end(), refers) > kMostReferences)
    return mangled;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> readable(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status),
                                                        &std::free);
  if (status != 0 || readable == nullptr) return mangled;
  const std::string_view text = readable.get();
  return text.size() <= kMostReadable ? std::string(text) : mangled;
}

/// Hexadecimal digits and the underscore that ends them, taken from the front; empty where that is something else.
std::string_view take_hex(std::string_view* rest) {
  const size_t length = rest->find_first_not_of("0123456789abcdef");
  if (length == 0 || length == std::string_view::npos || (*rest)[length] != '_') return {};
  const std::string_view digits = rest->substr(0, length);
  rest->remove_prefix(length + 1);
  return digits;
}

}  // namespace

KernelName parse_kernel_name(std::string_view name) {
  KernelName whole;
  whole.function = demangled(name);
  if (!name.starts_with(kPrefix)) return whole;
  std::string_view rest = name.substr(kPrefix.size());
  const std::string_view device = take_hex(&rest);
  const std::string_view file = take_hex(&rest);
  const size_t end = rest.rfind("_l");
  if (device.empty() || file.empty() || end == std::string_view::npos || end == 0) return whole;
  // Two regions of one line are told apart by a number: "_l12_1".
  const std::string_view tail = rest.substr(end + 2);
  const std::string_view digits = tail.substr(0, tail.find('_'));
  uint64_t line = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), line);
  if (error != std::errc() || stop != digits.data() + digits.size()) return whole;
  KernelName parsed;
  parsed.function = demangled(rest.substr(0, end));
  parsed.line = line;
  parsed.source = std::string(device) + "_" + std::string(file);
  return parsed;
}

}  // namespace ireereplay::neighbour::llvm
