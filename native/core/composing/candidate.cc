#include "composing/candidate.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "composing/any_device.h"
#include "executable/format.h"
#include "executable/gpu_executable.h"

namespace ireereplay::composing {

namespace {

using replay::ExecutableInfo;
using replay::Program;

Status misfit(const std::string& what) { return Status(StatusCode::kIncompatible, what); }

/// Ordinals of the functions that dispatches call.
std::set<uint32_t> called_functions(const Program& program, const ExecutableInfo& executable) {
  std::set<uint32_t> called;
  for (const replay::DispatchInfo& dispatch : program.dispatches) {
    if (&program.executables[dispatch.executable] == &executable) called.insert(dispatch.function);
  }
  return called;
}

const std::string& name_of(const GpuEntryPoint& entry) {
  return entry.export_name.empty() ? entry.name : entry.export_name;
}

std::string names_of(const GpuExecutable& executable) {
  std::string names;
  for (const GpuEntryPoint& entry : executable.entry_points) names += (names.empty() ? "" : ", ") + name_of(entry);
  return names;
}

size_t bindings_of(const GpuEntryPoint& entry) { return std::max(entry.bindings.size(), entry.binding_flags.size()); }

std::string shape_of(const std::array<uint32_t, 3>& sizes) {
  return std::to_string(sizes[0]) + "x" + std::to_string(sizes[1]) + "x" + std::to_string(sizes[2]);
}

/// Whether what is called of the captured executable is in the other one, and takes the same.
Status check_functions(const GpuExecutable& captured, const GpuExecutable& candidate,
                       const std::set<uint32_t>& called) {
  for (const uint32_t ordinal : called) {
    if (ordinal >= captured.entry_points.size()) continue;
    const GpuEntryPoint& right = captured.entry_points[ordinal];
    const std::string& name = name_of(right);
    if (ordinal >= candidate.entry_points.size() || name_of(candidate.entry_points[ordinal]) != name) {
      return misfit("it has no function " + name + " with ordinal " + std::to_string(ordinal) +
                    ", which the capture calls; it has " + names_of(candidate));
    }
    const GpuEntryPoint& found = candidate.entry_points[ordinal];
    const auto differs = [&](const char* what, size_t has, size_t wants) {
      return misfit("its function " + name + " takes " + std::to_string(has) + " " + what +
                    ", but the captured one takes " + std::to_string(wants));
    };
    if (bindings_of(found) != bindings_of(right)) return differs("bindings", bindings_of(found), bindings_of(right));
    if (found.constant_count != right.constant_count)
      return differs("constants", found.constant_count, right.constant_count);
    if (found.workgroup_size && right.workgroup_size && *found.workgroup_size != *right.workgroup_size) {
      return misfit("its function " + name + " has workgroups of " + shape_of(*found.workgroup_size) +
                    " threads, but the captured one has workgroups of " + shape_of(*right.workgroup_size) +
                    ", the size that IREE's replay asks for");
    }
    if (found.module >= candidate.modules.size()) continue;
    const std::vector<ShaderEntryPoint>& declared = candidate.modules[found.module].entry_points;
    const bool is_declared =
        declared.empty() || std::any_of(declared.begin(), declared.end(),
                                        [&](const ShaderEntryPoint& one) { return one.name == found.name; });
    if (!is_declared) return misfit("its module declares no entry point " + found.name);
  }
  return Status();
}

/// Of code for a GPU.
Status fit_gpu(const Program& program, const ExecutableInfo& executable, Candidate* candidate) {
  std::vector<uint8_t> captured(executable.data_length);
  IR_RETURN_IF_ERROR(program.capture->read(executable.data_offset, captured));
  const auto right = read_gpu_executable(captured);
  // Of a format that we cannot read, such as Metal's, IREE alone says what is wrong.
  if (!right.ok()) return Status();
  if (!is_gpu_executable(candidate->data)) {
    IR_ASSIGN_OR_RETURN(candidate->data, with_module(captured, candidate->data));
  }
  IR_ASSIGN_OR_RETURN(const GpuExecutable read, read_gpu_executable(candidate->data));
  if (read.container != right->container) {
    return misfit("its format is " + std::string(read.container) + ", but the captured executable's format is " +
                  std::string(right->container));
  }
  return check_functions(*right, read, called_functions(program, executable));
}

/// Of a library for the processor. Of bytecode IREE alone says what is wrong.
Status fit_host(const ExecutableInfo& executable, const std::string& format, Candidate* candidate) {
  const ExecutableKind kind = executable_kind(executable.format);
  if (!format.empty() || (kind != ExecutableKind::kEmbeddedElf && kind != ExecutableKind::kSystemElf)) return Status();
  candidate->format = infer_format(candidate->data);
  if (candidate->format.empty())
    return misfit("it is not an executable for " + executable.format + ", but the captured one is");
  return Status();
}

}  // namespace

Result<Candidate> read_candidate(const std::string& path, uint64_t executable, const std::string& file,
                                 const std::string& format, const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const Program program, decode_for_any_device(path, cancelled));
  const auto found = std::find_if(program.executables.begin(), program.executables.end(),
                                  [&](const ExecutableInfo& one) { return one.id == executable; });
  if (found == program.executables.end())
    return Status(StatusCode::kNotFound, "the capture has no executable " + std::to_string(executable));
  Candidate candidate;
  candidate.format = format.empty() ? found->format : format;
  IR_ASSIGN_OR_RETURN(const auto opened, File::open(file));
  IR_ASSIGN_OR_RETURN(candidate.data, opened->read(0, opened->size()));
  const bool is_gpu = executable_kind(found->format) == ExecutableKind::kGpu;
  const Status fits = is_gpu ? fit_gpu(program, *found, &candidate) : fit_host(*found, format, &candidate);
  if (fits.ok()) return candidate;
  const std::string name = std::filesystem::path(file).filename().string();
  return Status(fits.code(),
                name + " cannot take the place of executable " + std::to_string(executable) + ": " + fits.message());
}

}  // namespace ireereplay::composing
