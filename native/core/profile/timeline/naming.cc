#include "profile/timeline/naming.h"

#include <algorithm>

namespace ireereplay::profile::timeline {

uint32_t Naming::add_what(uint32_t name) {
  const auto what = static_cast<uint32_t>(whats_.size());
  whats_.push_back({name, what, 0, {}, {}, format::kNone32});
  return what;
}

uint32_t Naming::of_text(std::string_view text) {
  const auto [found, is_new] = texts_.try_emplace(std::string(text), 0);
  if (is_new) {
    names_.push_back({std::string(text), false, 0, 0});
    found->second = add_what(static_cast<uint32_t>(names_.size() - 1));
  }
  return found->second;
}

uint32_t Naming::of_command_buffer(uint64_t id) {
  const auto found = command_buffers_.find(id);
  if (found != command_buffers_.end()) return found->second;
  if (command_buffers_.size() >= kMostCommandBuffers) return of_text("command_buffer");
  const uint32_t what = of_text("command_buffer " + std::to_string(id));
  command_buffers_.emplace(id, what);
  return what;
}

uint32_t Naming::name_of(uint32_t device, uint64_t executable, uint32_t function) {
  if (const auto found = functions_.find({executable, function}); found != functions_.end()) return found->second;
  if (functions_.size() >= kMost) return whats_[of_text("other functions")].name;
  auto key = metadata_->dispatch_key(device, executable, function);
  // Of a function that the file does not describe the numbers are known.
  std::string text =
      key.ok() ? *std::move(key) : "executable" + std::to_string(executable) + "#" + std::to_string(function);
  names_.push_back({std::move(text), true, executable, function});
  const auto name = static_cast<uint32_t>(names_.size() - 1);
  functions_.emplace(Launch{executable, function}, name);
  return name;
}

uint32_t Naming::of_launch(uint32_t device, uint64_t executable, uint32_t function, const uint32_t (&count)[3],
                           const uint32_t (&size)[3], uint32_t shape) {
  const Launch launch = {executable, function, count[0], count[1], count[2], size[0], size[1], size[2], shape};
  uint64_t mix = (executable * 31 + function) * 31 + shape;
  for (const uint32_t number : count) mix = mix * 31 + number;
  Recent& recent = recent_[(mix * 0x9E3779B97F4A7C15ull) >> 55];
  if (recent.what != ~0u && recent.launch == launch) return recent.what;
  const auto found = launches_.find(launch);
  uint32_t what;
  if (found != launches_.end()) {
    what = found->second;
  } else if (launches_.size() >= kMost) {
    // Known by its function alone.
    what = of_text("other launches");
  } else {
    const uint64_t code = metadata_->code_of(executable);
    if (code == executable) {
      what = add_what(name_of(device, executable, function));
    } else {
      const uint32_t first = of_launch(device, code, function, count, size, shape);
      what = add_what(whats_[first].name);
      whats_[what].launch = first;
    }
    whats_[what].executable = executable;
    std::copy(std::begin(count), std::end(count), whats_[what].count);
    std::copy(std::begin(size), std::end(size), whats_[what].size);
    whats_[what].shape = shape;
    launches_.emplace(launch, what);
  }
  recent = {launch, what};
  return what;
}

}  // namespace ireereplay::profile::timeline
