// The executable library ABI, version 0.6: what generated code and a runtime share. Layouts, numbers and meaning are
// those of IREE's runtime/src/iree/hal/local/executable_library.h; the names are ours. Everything here is plain C data
// that generated code reads, so no field may move.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ireereplay::abi {

/// The version that we offer to a library's query function.
inline constexpr uint32_t kVersion = 6;
/// The only dynamic symbol of a library.
inline constexpr char kQuerySymbol[] = "iree_hal_executable_library_query";
/// Most constants and bindings that a dispatch may take.
inline constexpr uint32_t kMaxConstants = 64;
inline constexpr uint32_t kMaxBindings = 64;
/// Bytes in a page of workgroup local memory.
inline constexpr uint32_t kLocalMemoryPage = 4096;
/// 64-bit words of processor data.
inline constexpr uint32_t kProcessorWords = 8;

enum class Sanitizer : int32_t { kNone = 0, kAddress = 1, kMemory = 2, kThread = 3, kUndefined = 4 };

struct LibraryHeader {
  uint32_t version;
  const char* name;
  uint32_t features;
  Sanitizer sanitizer;
};

using ImportFunction = int (*)(void* params, void* context, void* reserved);
using ImportThunk = int (*)(ImportFunction function, void* params, void* context, void* reserved);

struct ImportTable {
  uint32_t count;
  const char* const* symbols;  ///< A leading '?' marks an optional one.
};

struct Processor {
  uint64_t data[kProcessorWords];
};

/// Passed to every call; the same for all dispatches of an executable.
struct Environment {
  const uint32_t* constants;
  ImportThunk import_thunk;
  const ImportFunction* import_functions;
  const void** import_contexts;
  Processor processor;
};

/// The same for all workgroups of a dispatch.
struct DispatchState {
  uint32_t workgroup_size_x;
  uint32_t workgroup_size_y;
  uint16_t workgroup_size_z;
  uint16_t constant_count;
  uint32_t workgroup_count_x;
  uint32_t workgroup_count_y;
  uint16_t workgroup_count_z;
  uint8_t max_concurrency;
  uint8_t binding_count;
  const uint32_t* constants;
  void* const* binding_pointers;
  const size_t* binding_lengths;
};
static_assert(sizeof(DispatchState) == 48);

/// One workgroup's.
struct WorkgroupState {
  uint32_t id_x;
  uint32_t id_y;
  uint16_t id_z;
  uint16_t reserved;
  uint32_t processor_id;
  void* local_memory;
  uint32_t local_memory_size;
};
static_assert(sizeof(WorkgroupState) == 32);

/// An entry point. Returns 0, or another value to report that the device is lost.
using DispatchFunction = int (*)(const Environment*, const DispatchState*, const WorkgroupState*);

inline constexpr uint64_t kFunctionSequential = 1;
inline constexpr uint64_t kFunctionWorkgroupSizeDynamic = 2;

struct DispatchAttributes {
  uint64_t flags;
  uint16_t local_memory_pages;
  uint8_t constant_count;
  uint8_t binding_count;
  uint32_t workgroup_size_x;
  uint32_t workgroup_size_y;
  uint16_t workgroup_size_z;
  uint16_t parameter_count;
  uint64_t reserved[5];
};
static_assert(sizeof(DispatchAttributes) == 64);

struct Parameter {
  uint8_t type;  ///< 0 constant, 1 binding, 2 raw pointer in the constants.
  uint8_t size;
  uint16_t flags;
  uint16_t name;  ///< Index into the table of parameter names; 0xFFFF when unnamed.
  uint16_t offset;
};
static_assert(sizeof(Parameter) == 8);

struct SourceLocation {
  uint32_t line;
  uint32_t path_length;
  const char* path;
};

struct StageLocationTable {
  uint32_t count;
  const char* const* names;
  const SourceLocation* locations;
};

struct ExportTable {
  uint32_t count;
  const DispatchFunction* functions;
  const DispatchAttributes* attributes;
  const Parameter* const* parameters;
  const void* occupancy;
  const char* const* names;
  const char* const* tags;
  const char* const* parameter_names;
  const SourceLocation* source_locations;
  const StageLocationTable* stage_locations;
};

struct SourceFile {
  uint32_t path_length;
  const char* path;
  uint32_t content_length;
  const uint8_t* content;
};

struct SourceFileTable {
  uint32_t count;
  const SourceFile* files;
};

struct Library {
  const LibraryHeader* header;
  ImportTable imports;
  ExportTable exports;
  struct {
    uint32_t count;
  } constants;
  SourceFileTable sources;
};

using QueryFunction = const LibraryHeader** (*)(uint32_t max_version, const Environment* environment);

}  // namespace ireereplay::abi
