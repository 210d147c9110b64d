// Buffers, files, executables and scopes: what operations work on.
#include <algorithm>

#include "base/chance.h"
#include "capture/executable_metadata.h"
#include "executable/executable.h"
#include "executable/format.h"
#include "program/decoder.h"
#include "program/file_check.h"
#include "program/noise.h"
#include "program/substitution.h"

namespace ireereplay::replay {

using format::ObjectType;

namespace {

// From IREE's runtime/src/iree/hal/buffer.h and allocator.h.
constexpr uint32_t kHostAllocation = 1;
// Buffers in IREE's heap are aligned to this, and generated code relies on it.
constexpr uint64_t kMinAlignment = 64;
// The largest alignment that may be requested: a huge page.
constexpr uint64_t kMaxAlignment = 1 << 21;
// Bytes no machine has: a larger size is damage, and would overflow sums.
constexpr uint64_t kMaxBufferSize = 1ull << 46;

}  // namespace

void Decoder::decode_allocate(const format::AllocateBuffer& payload, uint64_t id, uint32_t device) {
  if (payload.allocation_size > kMaxBufferSize) {
    return problem(
        problem_code::kImpossibleSize, StatusCode::kResourceExhausted,
        "a buffer of " + std::to_string(payload.allocation_size) + " bytes cannot be allocated on any machine");
  }
  const uint64_t alignment = payload.min_alignment;
  if ((alignment & (alignment - 1)) != 0 || alignment > kMaxAlignment) {
    return problem(problem_code::kImpossibleSize, StatusCode::kInvalidArgument,
                   "a buffer cannot be aligned to " + std::to_string(alignment) +
                       " bytes: the alignment must be a power of two up to " + std::to_string(kMaxAlignment));
  }
  if (program_.buffers.size() >= kSlotBit) {
    return problem(problem_code::kImpossibleSize, StatusCode::kResourceExhausted,
                   "there are more than 2147483648 buffers");
  }
  if (!define(id, ObjectType::kBuffer, program_.buffers.size())) return;
  BufferInfo& buffer = program_.buffers.emplace_back();
  buffer.id = id;
  buffer.size = payload.allocation_size;
  buffer.alignment = std::max(kMinAlignment, alignment);
  buffer.record = frame_.index;
  buffer.device = device;
  if ((options_.poison || options_.placement) && buffer.size != 0) {
    TransferInfo& transfer = program_.transfers.emplace_back();
    transfer.target = {static_cast<uint32_t>(program_.buffers.size() - 1), 0, buffer.size};
    const auto number = static_cast<uint32_t>(program_.buffers.size());
    transfer.pattern = options_.placement ? noise(spread(*options_.placement) * spread(number))
                                          : 0x0101010101010101ull * *options_.poison;
    transfer.pattern_length = sizeof(transfer.pattern);
    transfer.is_poison = true;
    add_step(Op::kPoison, static_cast<uint32_t>(program_.transfers.size() - 1), kNoIndex);
  }
}

void Decoder::decode_import_buffer(Bytes payload, const PayloadLayout& layout) {
  const auto header = load<format::ImportBuffer>(payload);
  if (header.external_type != kHostAllocation) {
    return problem(problem_code::kUnsupportedOperation, StatusCode::kUnimplemented,
                   "replay import buffer external type " + std::to_string(header.external_type) + " is not supported");
  }
  if (header.data_length > header.allocation.allocation_size)
    return damaged("replay import buffer data overflows allocation");
  const uint32_t device = find(frame_.header.object_id, ObjectType::kAllocator);
  if (device == kNoIndex) return;
  const size_t before = program_.buffers.size();
  decode_allocate(header.allocation, frame_.header.related_object_id, device);
  if (program_.buffers.size() == before || header.data_length == 0) return;
  TransferInfo& transfer = program_.transfers.emplace_back();
  transfer.target = {static_cast<uint32_t>(before), 0, header.data_length};
  transfer.data_offset = place_of(layout, Part::kData);
  add_step(Op::kWrite, static_cast<uint32_t>(program_.transfers.size() - 1), kNoIndex);
}

void Decoder::decode_map(Bytes payload) {
  const auto range = load<format::BufferRange>(payload);
  const uint32_t buffer = find(frame_.header.object_id, ObjectType::kBuffer);
  if (buffer == kNoIndex || (range.memory_access & format::kMemoryAccessRead) == 0) return;
  TransferInfo transfer;
  if (!fit(buffer, range.byte_offset, range.byte_length, "the mapped range", &transfer.source)) return;
  program_.transfers.push_back(transfer);
  add_step(Op::kOutput, static_cast<uint32_t>(program_.transfers.size() - 1), kNoIndex);
}

void Decoder::decode_host_write(Bytes payload, const PayloadLayout& layout) {
  const auto range = load<format::BufferRangeData>(payload);
  const uint32_t buffer = find(frame_.header.object_id, ObjectType::kBuffer);
  if (buffer == kNoIndex || range.data_length == 0) return;
  if (range.data_length > range.byte_length) return damaged("replay buffer data overflows target range");
  TransferInfo transfer;
  if (!fit(buffer, range.byte_offset, range.byte_length, "the written range", &transfer.target)) return;
  transfer.target.length = range.data_length;
  transfer.data_offset = place_of(layout, Part::kData);
  program_.transfers.push_back(transfer);
  add_step(Op::kWrite, static_cast<uint32_t>(program_.transfers.size() - 1), kNoIndex);
}

void Decoder::decode_import_file(Bytes payload, const PayloadLayout& layout) {
  const auto header = load<format::FileObject>(payload);
  const uint64_t id = frame_.header.related_object_id;
  if (!define(id, ObjectType::kFile, program_.files.size())) return;
  FileInfo& file = program_.files.emplace_back();
  file.id = id;
  file.record = frame_.index;
  file.record_offset = frame_.offset;
  file.length = header.file_length;
  file.type = header.reference_type;
  file.recorded = header;
  switch (header.reference_type) {
    case format::FileReferenceType::kInlineBytes:
      if (header.file_length != header.reference_length) {
        return damaged("inline replay file length mismatch: file_length=" + std::to_string(header.file_length) +
                       " reference_length=" + std::to_string(header.reference_length));
      }
      file.contents_offset = place_of(layout, Part::kReference);
      return;
    case format::FileReferenceType::kCapturedRanges:
      return;
    case format::FileReferenceType::kExternalPath:
      break;
    default:
      return problem(problem_code::kUnsupportedOperation, StatusCode::kUnimplemented,
                     "replay file reference type " + std::to_string(static_cast<uint32_t>(header.reference_type)) +
                         " is not executable");
  }
  std::vector<uint8_t> path;
  constexpr uint64_t kMaxPath = 4096;  // PATH_MAX
  if (!read_part(payload, layout, Part::kReference, kMaxPath, "the path of an external file", &path)) return;
  file.captured_path.assign(reinterpret_cast<const char*>(path.data()), path.size());
  file.path = remap_path(file.captured_path, options_.file_remaps);
  file.writable = options_.allow_file_writes && (header.access & format::kMemoryAccessWrite) != 0;
}

bool Decoder::substitute(ExecutableInfo* executable) {
  std::vector<std::string_view> names;
  for (const ExecutableInfo::Function& function : executable->functions) names.push_back(function.name);
  for (size_t i = 0; i < options_.substitutions.size(); ++i) {
    const ExecutableSubstitution& substitution = options_.substitutions[i];
    if (!is_meant(substitution, executable->id, names)) continue;
    substitution_used_[i] = true;
    if (!executable->substitute.empty()) {
      problem(problem_code::kSelectorUnmatched, StatusCode::kInvalidArgument,
              "executable " + std::to_string(executable->id) + " has two substitutes, '" + executable->substitute +
                  "' and '" + substitution.source + "'",
              "List each executable only once.");
      return false;
    }
    if (substitutes_[i].empty()) {
      program_.substitutes.push_back(std::make_unique<const std::vector<uint8_t>>(substitution.data));
      substitutes_[i] = *program_.substitutes.back();
    }
    executable->data = substitutes_[i];
    executable->format = substitution.format.empty() ? infer_format(substitution.data) : substitution.format;
    executable->substitute = substitution.source.empty() ? "substitute" : substitution.source;
    if (executable->format.empty()) {
      problem(problem_code::kExecutableInvalid, StatusCode::kIncompatible,
              "preparing substitute for captured executable " + std::to_string(executable->id) + " from '" +
                  executable->substitute +
                  "': inferring substituted executable format; provide an explicit format if the target cache cannot "
                  "infer one",
              "Name the format: ID@FORMAT=PATH.");
      return false;
    }
  }
  return true;
}

void Decoder::decode_executable(Bytes payload, const PayloadLayout& layout) {
  const uint32_t device = find(frame_.header.object_id, ObjectType::kExecutableCache);
  if (device == kNoIndex) return;
  const uint64_t id = frame_.header.related_object_id;
  if (!define(id, ObjectType::kExecutable, program_.executables.size())) return;
  ExecutableInfo& executable = program_.executables.emplace_back();
  executable.id = id;
  executable.record = frame_.index;
  executable.record_offset = frame_.offset;
  executable.device = device;
  // Real ones have a few dozen bytes of constants, and a few hundred of metadata per function.
  constexpr uint64_t kMaxFormat = 256, kMaxConstants = 1 << 20, kMaxMetadata = 16 << 20;
  std::vector<uint8_t> name, constants, metadata;
  if (!read_part(payload, layout, Part::kFormat, kMaxFormat, "the name of an executable's format", &name) ||
      !read_part(payload, layout, Part::kConstants, kMaxConstants, "the list of an executable's constants",
                 &constants) ||
      !read_part(payload, layout, Part::kMetadata, kMaxMetadata, "the metadata of an executable", &metadata)) {
    return;
  }
  executable.format.assign(name.begin(), name.end());
  executable.data_offset = place_of(layout, Part::kData);
  executable.data_length = layout.find(Part::kData).length;
  executable.constants.resize(constants.size() / 4);
  if (!constants.empty()) std::memcpy(executable.constants.data(), constants.data(), executable.constants.size() * 4);
  if (!decode_functions(metadata, &executable) || !substitute(&executable)) return;
  auto& formats = report_.executable_formats;
  constexpr size_t kMaxFormats = 64;
  if (formats.size() < kMaxFormats && std::find(formats.begin(), formats.end(), executable.format) == formats.end())
    formats.push_back(executable.format);
  check_binary(executable);
}

bool Decoder::decode_functions(Bytes metadata, ExecutableInfo* executable) {
  if (metadata.empty()) {
    damaged("replay executable prepare records require function metadata");
    return false;
  }
  auto functions = decode_executable_metadata(version_major_, metadata);
  if (!functions.ok()) {
    problem(problem_code::kDamagedRecord, functions.status().code(), functions.status().message());
    return false;
  }
  for (const auto& function : *functions) {
    ExecutableInfo::Function& entry = executable->functions.emplace_back();
    entry.name = function.name;
    entry.metadata.flags = function.flags;
    std::copy_n(function.workgroup_size, 3, entry.metadata.workgroup_size);
    entry.metadata.constant_count = function.constant_count;
    entry.metadata.binding_count = function.binding_count;
    entry.metadata.parameter_count = static_cast<uint16_t>(function.parameters.size());
    entry.metadata.name_length = static_cast<uint16_t>(function.name.size());
    entry.parameter_begin = static_cast<uint32_t>(executable->parameters.size());
    key_bytes_ += sizeof(entry) + entry.name.size() + function.parameters.size() * sizeof(function.parameters[0]);
    executable->parameters.insert(executable->parameters.end(), function.parameters.begin(), function.parameters.end());
    if (version_major_ >= 2 && entry.name.empty()) damaged("a captured function is missing its name");
  }
  return true;
}

void Decoder::check_binary(const ExecutableInfo& executable) {
  if (options_.for_other_engine) return;
  const std::string whom = "executable " + std::to_string(executable.id);
  if (!runs_on_host(executable.format)) {
    return problem(problem_code::kExecutableFormat, StatusCode::kIncompatible,
                   whom + " has format '" + executable.format + "', which no device of the native engine runs",
                   format_remedy(executable.format));
  }
  // Read to be checked, then dropped: preparing a run reads it again.
  constexpr uint64_t kMaxChecked = 64 << 20;
  std::vector<uint8_t> captured;
  Bytes data = executable.data;
  if (executable.substitute.empty()) {
    if (executable.data_length > kMaxChecked) {
      return warn(problem_code::kNotice,
                  whom + " has " + std::to_string(executable.data_length) +
                      " bytes, too many to check: the only way to know whether it loads is to try it");
    }
    captured.resize(executable.data_length);
    if (const Status status = file_->read(executable.data_offset, captured); !status.ok())
      return problem(problem_code::kUnreadable, status.code(), status.message());
    data = captured;
  }
  if (const Status status = check_executable(executable.format, data); !status.ok())
    return problem(problem_code::kExecutableInvalid, status.code(), whom + ": " + status.message());
  if (const std::string missing = missing_instruction_sets(data); !missing.empty()) {
    warn(problem_code::kProcessorFeature,
         whom + " uses " + missing +
             " instructions, which this processor lacks: a kernel that reaches one crashes with SIGILL",
         "Replay on a machine whose processor has them, or substitute an executable compiled for this one.");
  }
}

void Decoder::decode_scope(bool begin, Bytes payload, const PayloadLayout& layout) {
  const auto header = load<format::ReplayScope>(payload);
  if (header.flags != 0 || header.reserved0 != 0 || header.reserved1 != 0) {
    return damaged("replay scope payload reserved fields must be zero");
  }
  const PartRange range = layout.find(Part::kName);
  if (range.length == 0) return damaged("replay scope payload name length mismatch");
  constexpr uint64_t kMaxName = 1 << 16;
  if (range.length > kMaxName) {
    return problem(problem_code::kImpossibleSize, StatusCode::kResourceExhausted,
                   "the name of a scope is " + std::to_string(range.length) +
                       " bytes long; the longest plausible length is " + std::to_string(kMaxName));
  }
  const std::string name(reinterpret_cast<const char*>(payload.data()) + range.offset, range.length);
  if (begin) {
    const auto index = static_cast<uint32_t>(program_.scopes.size());
    const uint32_t* const known = scope_names_.find_or_add(payload.subspan(range.offset, range.length));
    const uint32_t number = known != nullptr ? *known : static_cast<uint32_t>(open_scopes_.size());
    if (known == nullptr) {
      scope_names_.set_last(number);
      open_scopes_.emplace_back();
    }
    open_scopes_[number].push_back(index);
    key_bytes_ += 2 * name.size() + 64;
    ScopeInfo& scope = program_.scopes.emplace_back();
    scope.name = name;
    scope.depth = open_scope_count_++;
    scope.begin_record = static_cast<uint32_t>(frame_.index);
    scope.begin_offset = frame_.offset;
    add_step(Op::kScopeBegin, index, kNoIndex);
    return;
  }
  // The innermost open scope of that name ends, and no other.
  const uint32_t* const number = scope_names_.find(payload.subspan(range.offset, range.length));
  if (number == nullptr || open_scopes_[*number].empty()) {
    return warn(problem_code::kScopeUnbalanced, "scope '" + name + "' ends here, but is not open",
                "In the program, begin the scope before ending it, and record again.");
  }
  const uint32_t index = open_scopes_[*number].back();
  open_scopes_[*number].pop_back();
  --open_scope_count_;
  program_.scopes[index].end_record = static_cast<uint32_t>(frame_.index);
  program_.scopes[index].ended = true;
  add_step(Op::kScopeEnd, index, kNoIndex);
}

}  // namespace ireereplay::replay
