// The matrix product of the capture mm1024 replaced by a triad of its operands: each workgroup goes once through its
// part of everything that is bound, and through nothing else.
#define iree_hal_executable_library_query elementwise_query
#include "../test/fixtures/kernels/elementwise.c"
#undef iree_hal_executable_library_query

static int triad(const void *environment, const DispatchState *dispatch, const WorkgroupState *workgroup) {
  (void)environment;
  const size_t each = dispatch->binding_lengths[0] / sizeof(float) / dispatch->workgroup_count_x;
  const size_t first = each * workgroup->workgroup_id_x;
  const float *restrict b = (const float *)dispatch->binding_ptrs[0] + first;
  const float *restrict c = (const float *)dispatch->binding_ptrs[1] + first;
  float *restrict a = (float *)dispatch->binding_ptrs[2] + first;
  for (size_t i = 0; i < each; ++i) a[i] = b[i] + 0.5f * c[i];
  return 0;
}

static const Kernel triads[] = {triad};
static const Attributes triad_attributes[] = {
    {.binding_count = 3, .workgroup_size_x = 1, .workgroup_size_y = 1, .workgroup_size_z = 1}};
static const char *const triad_names[] = {"matmul_dispatch_0_matmul_1024x1024x1024_f32"};
static const Library triad_library = {
    .header = &header, .exports = {.count = 1, .ptrs = triads, .attrs = triad_attributes, .names = triad_names}};

__attribute__((visibility("default"))) const void *iree_hal_executable_library_query(uint32_t max_version,
                                                                                     const void *environment) {
  (void)environment;
  return max_version >= 6 ? &triad_library : NULL;
}
