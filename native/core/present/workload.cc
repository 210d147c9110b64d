#include "present/workload.h"

#include <algorithm>
#include <cstring>

#include "present/description.h"
#include "present/saturating.h"

namespace ireereplay {

namespace {

using format::BufferRef;

}  // namespace

FunctionUse& Workload::use_of(uint64_t executable, uint32_t ordinal) {
  const auto [at, added] = places_[executable].try_emplace(ordinal, static_cast<uint32_t>(uses_.size()));
  if (added) {
    uses_.emplace_back();
    uses_.back().executable = executable;
    uses_.back().ordinal = ordinal;
  }
  return uses_[at->second];
}

Status Workload::add(PayloadReader& reader, uint32_t executions, uint32_t via, const BufferUses& buffers) {
  if (!reader.is(format::PayloadType::kDispatch)) return Status();
  const auto dispatch = reader.head<format::Dispatch>();
  FunctionUse& use = use_of(dispatch.executable_id, dispatch.function_ordinal);
  const bool first = use.dispatches++ == 0;
  if (use.launches == 0 && (executions > 0 || first)) {
    use.first = static_cast<uint32_t>(reader.frame().index);
    use.via = via;
  }
  use.launches = saturating_add(use.launches, executions);
  if (dispatch.workgroup_count_ref.buffer_id != format::kNoObject || dispatch.workgroup_count_ref.length != 0) {
    use.workgroups_unknown = true;
    use.same_grid = false;
  } else {
    uint64_t workgroups = executions;
    for (const uint32_t extent : dispatch.workgroup_count) workgroups = saturating_mul(workgroups, extent);
    use.workgroups = saturating_add(use.workgroups, workgroups);
    if (first) std::memcpy(use.grid, dispatch.workgroup_count, sizeof(use.grid));
    use.same_grid = use.same_grid && std::memcmp(use.grid, dispatch.workgroup_count, sizeof(use.grid)) == 0;
  }
  IR_ASSIGN_OR_RETURN(const Bytes refs, reader.part(Part::kBindings, kSummedBindings * sizeof(BufferRef)));
  uint64_t bytes = 0;
  for (uint64_t i = 0; i < refs.size() / sizeof(BufferRef); ++i) {
    const auto ref = load<BufferRef>(refs, i * sizeof(BufferRef));
    uint64_t length = ref.length;
    if (length == format::kWholeBuffer) {
      const auto size = buffers.size_of(ref.buffer_id);
      const bool known = size && ref.offset <= *size;
      use.bytes_unknown |= !known;
      length = known ? *size - ref.offset : 0;
    }
    bytes = saturating_add(bytes, length);
  }
  use.bytes_unknown |= dispatch.binding_count > kSummedBindings;
  use.bytes = saturating_add(use.bytes, saturating_mul(bytes, executions));
  return Status();
}

std::vector<FunctionUse> Workload::ranked() const {
  std::vector<FunctionUse> ranked = uses_;
  std::stable_sort(ranked.begin(), ranked.end(), [](const FunctionUse& a, const FunctionUse& b) {
    return a.workgroups != b.workgroups ? a.workgroups > b.workgroups : a.bytes > b.bytes;
  });
  return ranked;
}

}  // namespace ireereplay
