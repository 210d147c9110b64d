// Numbers of fields are those of IREE's runtime/src/iree/schemas/: vulkan_, hip_, cuda_ and amdgpu_executable_def.fbs,
// and executable_debug_info.fbs. The header before them is that of runtime/src/iree/base/internal/flatcc/parsing.h.
#include "executable/gpu_executable.h"

#include <algorithm>
#include <cstring>

#include "executable/flat_table.h"
#include "executable/shader_module.h"

namespace ireereplay {

namespace {

constexpr size_t kHeader = 64, kContentSize = 8;
constexpr size_t kMaxEntries = 65536;

enum class Container : uint8_t { kNone, kVulkan, kHip, kCuda, kAmdgpu };

Container container_of(Bytes data) {
  if (data.size() < kHeader) return Container::kNone;
  const std::string_view magic(reinterpret_cast<const char*>(data.data()), 4);
  if (magic == "VKE1") return Container::kVulkan;
  if (magic == "HIP1") return Container::kHip;
  if (magic == "CDA1") return Container::kCuda;
  if (magic == "AMD1") return Container::kAmdgpu;
  return Container::kNone;
}

std::string text_of(std::string_view text) { return std::string(text.substr(0, 4096)); }

// FileLineLocDef.
SourcePlace place_of(const FlatTable& location) {
  if (!location) return {};
  const auto line = location.number<int32_t>(1);
  return {text_of(location.text(0)), line > 0 ? static_cast<uint32_t>(line) : 0};
}

// debug.ExportDef.
void read_debug_info(const FlatTable& debug, GpuEntryPoint* entry) {
  if (!debug) return;
  entry->export_name = text_of(debug.text(0));
  entry->source = place_of(debug.table(1));
  debug.for_each(2, [&](const FlatTable& stage) {
    if (entry->stages.size() < 64) entry->stages.push_back({text_of(stage.text(0)), place_of(stage.table(1))});
  });
}

void read_sources(const FlatTable& root, uint16_t field, GpuExecutable* out) {
  root.for_each(field, [&](const FlatTable& file) {
    if (out->sources.size() < kMaxEntries) out->sources.push_back({text_of(file.text(0)), file.bytes(1)});
  });
}

std::vector<uint32_t> numbers(Bytes bytes) {
  std::vector<uint32_t> found;
  for (size_t at = 0; bytes.size() - at >= sizeof(uint32_t); at += sizeof(uint32_t))
    found.push_back(load<uint32_t>(bytes, at));
  return found;
}

class VulkanReader {
 public:
  VulkanReader(const FlatTable& root, GpuExecutable* out) : root_(root), out_(out) {}

  void read() {
    read_layouts();
    root_.for_each(3, [&](const FlatTable& module) {
      if (out_->modules.size() == kMaxEntries) return;
      GpuModule& added = out_->modules.emplace_back();
      added.kind = "SPIR-V";
      added.code = module.elements(0, sizeof(uint32_t));
      added.reference = kHeader + module.reference(0);
      describe_shader_module(&added);
    });
    root_.for_each(0, [&](const FlatTable& pipeline) {
      if (out_->entry_points.size() == kMaxEntries) return;
      read_pipeline(pipeline);
    });
    read_sources(root_, 4, out_);
  }

 private:
  struct Layout {
    std::vector<uint32_t> sets;
    uint32_t constants = 0;  // Bytes.
  };

  void read_layouts() {
    root_.for_each(1, [&](const FlatTable& set) {
      if (sets_.size() == kMaxEntries) return;
      std::vector<GpuBinding>& bindings = sets_.emplace_back();
      set.for_each(0, [&](const FlatTable& binding) {
        if (bindings.size() == kMaxBindings) return;
        bindings.push_back({0, binding.number<uint32_t>(0), binding.number<uint32_t>(1), binding.number<uint32_t>(2)});
      });
    });
    root_.for_each(2, [&](const FlatTable& layout) {
      if (layouts_.size() == kMaxEntries) return;
      Layout& added = layouts_.emplace_back();
      added.sets = numbers(layout.elements(0, sizeof(uint32_t)));
      if (added.sets.size() > kMaxSets) added.sets.resize(kMaxSets);
      // PushConstantRange: stages, offset, size.
      const std::vector<uint32_t> ranges = numbers(layout.elements(1, 3 * sizeof(uint32_t)));
      for (size_t i = 0; i + 2 < ranges.size(); i += 3)
        added.constants = std::max(added.constants, ranges[i + 1] + ranges[i + 2]);
    });
  }

  void read_pipeline(const FlatTable& pipeline) {
    GpuEntryPoint& entry = out_->entry_points.emplace_back();
    entry.module = pipeline.number<uint32_t>(0);
    entry.name = text_of(pipeline.text(1));
    entry.subgroup_size = pipeline.number<uint32_t>(3);
    read_debug_info(pipeline.table(4), &entry);
    const auto abi = pipeline.number<uint8_t>(5);
    entry.abi = abi == 0 ? "descriptor" : abi == 1 ? "bda-v1" : "abi " + std::to_string(abi);
    if (const uint32_t ordinal = pipeline.number<uint32_t>(2); ordinal < layouts_.size()) {
      entry.constant_count = layouts_[ordinal].constants / sizeof(uint32_t);
      for (uint32_t set = 0; set < layouts_[ordinal].sets.size(); ++set)
        add_set(set, layouts_[ordinal].sets[set], &entry);
    }
    if (const FlatTable bda = pipeline.table(6)) {
      entry.constant_count = bda.number<uint32_t>(4);
      const auto bindings = std::min<uint32_t>(bda.number<uint32_t>(6), kMaxBindings);
      if (entry.bindings.empty()) entry.binding_flags.assign(bindings, 0);
    }
    if (entry.module >= out_->modules.size()) return;
    for (const ShaderEntryPoint& declared : out_->modules[entry.module].entry_points) {
      if (declared.name == entry.name) entry.workgroup_size = declared.local_size;
    }
  }

  void add_set(uint32_t set, uint32_t ordinal, GpuEntryPoint* entry) const {
    if (ordinal >= sets_.size()) return;
    for (GpuBinding binding : sets_[ordinal]) {
      if (entry->bindings.size() == kMaxBindings) return;
      binding.set = set;
      entry->bindings.push_back(binding);
    }
  }

  // More than the HAL's dispatches may have.
  static constexpr size_t kMaxSets = 32, kMaxBindings = 256;

  const FlatTable& root_;
  GpuExecutable* out_;
  std::vector<std::vector<GpuBinding>> sets_;
  std::vector<Layout> layouts_;
};

std::optional<std::array<uint32_t, 3>> dimensions(Bytes bytes) {
  if (bytes.empty()) return std::nullopt;
  return std::array<uint32_t, 3>{load<uint32_t>(bytes), load<uint32_t>(bytes, 4), load<uint32_t>(bytes, 8)};
}

void read_flags(Bytes flags, GpuEntryPoint* entry) {
  for (size_t at = 0; flags.size() - at >= sizeof(uint64_t) && entry->binding_flags.size() < 256;
       at += sizeof(uint64_t))
    entry->binding_flags.push_back(load<uint64_t>(flags, at));
}

void read_modules(const FlatTable& root, uint16_t field, std::string_view kind, GpuExecutable* out) {
  root.for_each(field, [&](const FlatTable& module) {
    if (out->modules.size() == kMaxEntries) return;
    GpuModule& added = out->modules.emplace_back();
    added.kind = kind;
    added.code = module.bytes(0);
    added.reference = kHeader + module.reference(0);
  });
}

// HIP and CUDA differ only in what a module is.
void read_hip_or_cuda(const FlatTable& root, std::string_view kind, GpuExecutable* out) {
  read_modules(root, 1, kind, out);
  root.for_each(0, [&](const FlatTable& exported) {
    if (out->entry_points.size() == kMaxEntries) return;
    GpuEntryPoint& entry = out->entry_points.emplace_back();
    entry.module = exported.number<uint32_t>(0);
    entry.name = text_of(exported.text(1));
    entry.workgroup_size = dimensions(exported.inline_struct(2, 3 * sizeof(uint32_t)));
    entry.shared_memory = exported.number<uint32_t>(3);
    entry.constant_count = exported.number<uint32_t>(4);
    read_flags(exported.elements(5, sizeof(uint64_t)), &entry);
    read_debug_info(exported.table(6), &entry);
  });
  read_sources(root, 2, out);
}

void read_amdgpu(const FlatTable& root, GpuExecutable* out) {
  out->target = text_of(root.text(0));
  read_modules(root, 2, "HSACO", out);
  root.for_each(1, [&](const FlatTable& exported) {
    if (out->entry_points.size() == kMaxEntries) return;
    GpuEntryPoint& entry = out->entry_points.emplace_back();
    entry.name = text_of(exported.text(0));
    entry.workgroup_size = dimensions(exported.inline_struct(1, 3 * sizeof(uint32_t)));
    entry.constant_count = exported.number<uint32_t>(2);
    read_flags(exported.elements(3, sizeof(uint64_t)), &entry);
    read_debug_info(exported.table(4), &entry);
  });
  read_sources(root, 3, out);
}

/// The first bytes of what drivers take. PTX is text, which says its version first.
bool looks_like(std::string_view kind, Bytes code) {
  const std::string_view text(reinterpret_cast<const char*>(code.data()), code.size());
  if (kind == "SPIR-V") return code.size() >= 20 && code.size() % 4 == 0 && load<uint32_t>(code) == 0x07230203;
  if (kind == "HSACO")
    return text.starts_with(
        "\x7f"
        "ELF");
  return text.find(".version") != std::string_view::npos;
}

}  // namespace

Result<std::vector<uint8_t>> with_module(Bytes executable, Bytes code) {
  IR_ASSIGN_OR_RETURN(const GpuExecutable read, read_gpu_executable(executable));
  const auto fail = [&](const std::string& why) {
    return Status(StatusCode::kFailedPrecondition, why + ": provide an executable in the format " +
                                                       std::string(read.container) + ", as iree-compile produces it");
  };
  if (read.modules.size() != 1)
    return fail("the captured executable has " + std::to_string(read.modules.size()) + " modules, not one");
  const GpuModule& module = read.modules[0];
  if (module.code.empty()) return fail("the captured executable has no code that can be read");
  if (!looks_like(module.kind, code)) return fail("it is not " + std::string(module.kind));
  // Behind everything else, with the zero at its end that texts have.
  std::vector<uint8_t> made(executable.begin(), executable.begin() + static_cast<ptrdiff_t>(kHeader) +
                                                    static_cast<ptrdiff_t>(load<uint64_t>(executable, kContentSize)));
  made.resize(align_up(made.size() + sizeof(uint32_t), 16) - sizeof(uint32_t));
  const auto distance = static_cast<uint32_t>(made.size() - module.reference);
  const auto count = static_cast<uint32_t>(module.kind == "SPIR-V" ? code.size() / sizeof(uint32_t) : code.size());
  const Bytes counted = value_bytes(count);
  made.insert(made.end(), counted.begin(), counted.end());
  made.insert(made.end(), code.begin(), code.end());
  made.resize(align_up(made.size() + 1, 16));
  std::memcpy(made.data() + module.reference, &distance, sizeof(distance));
  const uint64_t size = made.size() - kHeader;
  std::memcpy(made.data() + kContentSize, &size, sizeof(size));
  return made;
}

bool is_gpu_executable(Bytes data) { return container_of(data) != Container::kNone; }

Result<GpuExecutable> read_gpu_executable(Bytes data) {
  const Container container = container_of(data);
  if (container == Container::kNone) {
    return Status(StatusCode::kFailedPrecondition,
                  "the executable is not a known Vulkan, HIP, CUDA or AMDGPU container");
  }
  GpuExecutable out;
  out.container = std::string_view(reinterpret_cast<const char*>(data.data()), 4);
  const auto version = load<uint32_t>(data, 4);
  if (version != 0) {
    return Status(StatusCode::kIncompatible, "the executable's container " + std::string(out.container) +
                                                 " has version " + std::to_string(version) +
                                                 "; only version 0 can be read");
  }
  const auto size = load<uint64_t>(data, kContentSize);
  if (size > data.size() - kHeader) {
    return Status(StatusCode::kDataLoss, "the executable's container claims " + std::to_string(size) +
                                             " bytes, but has " + std::to_string(data.size() - kHeader));
  }
  // Nothing in it needs to be looked at twice.
  FlatBuffer buffer(data.subspan(kHeader, size), size);
  const FlatTable root = FlatTable::root(buffer);
  if (container == Container::kVulkan) VulkanReader(root, &out).read();
  if (container == Container::kHip) read_hip_or_cuda(root, "HSACO", &out);
  if (container == Container::kCuda) read_hip_or_cuda(root, "PTX", &out);
  if (container == Container::kAmdgpu) read_amdgpu(root, &out);
  if (out.entry_points.empty()) {
    return Status(StatusCode::kDataLoss,
                  "the executable's container " + std::string(out.container) + " has no entry points that can be read");
  }
  return out;
}

}  // namespace ireereplay
