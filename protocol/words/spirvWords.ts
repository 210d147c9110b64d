/** Numbers of SPIR-V and Vulkan by their names. */

/** Capabilities that kernels use (SPIR-V's specification, 3.2.30): what a device must be able to do. */
export const CAPABILITIES: Readonly<Record<number, string>> = {
  0: 'Matrix',
  1: 'Shader',
  4: 'Addresses',
  5: 'Linkage',
  6: 'Kernel',
  7: 'Vector16',
  8: 'Float16Buffer',
  9: 'Float16',
  10: 'Float64',
  11: 'Int64',
  12: 'Int64Atomics',
  22: 'Int16',
  38: 'GenericPointer',
  39: 'Int8',
  61: 'GroupNonUniform',
  62: 'GroupNonUniformVote',
  63: 'GroupNonUniformArithmetic',
  64: 'GroupNonUniformBallot',
  65: 'GroupNonUniformShuffle',
  66: 'GroupNonUniformShuffleRelative',
  67: 'GroupNonUniformClustered',
  68: 'GroupNonUniformQuad',
  4423: 'SubgroupBallotKHR',
  4433: 'StorageBuffer16BitAccess',
  4434: 'UniformAndStorageBuffer16BitAccess',
  4435: 'StoragePushConstant16',
  4436: 'StorageInputOutput16',
  4441: 'VariablePointersStorageBuffer',
  4442: 'VariablePointers',
  4448: 'StorageBuffer8BitAccess',
  4449: 'UniformAndStorageBuffer8BitAccess',
  4450: 'StoragePushConstant8',
  4464: 'DenormPreserve',
  4465: 'DenormFlushToZero',
  4466: 'SignedZeroInfNanPreserve',
  4467: 'RoundingModeRTE',
  4468: 'RoundingModeRTZ',
  5055: 'ShaderClockKHR',
  5116: 'BFloat16TypeKHR',
  5117: 'BFloat16DotProductKHR',
  5118: 'BFloat16CooperativeMatrixKHR',
  5345: 'VulkanMemoryModel',
  5346: 'VulkanMemoryModelDeviceScope',
  5347: 'PhysicalStorageBufferAddresses',
  5357: 'CooperativeMatrixNV',
  6016: 'DotProductInputAll',
  6017: 'DotProductInput4x8Bit',
  6018: 'DotProductInput4x8BitPacked',
  6019: 'DotProduct',
  6022: 'CooperativeMatrixKHR',
};

/** VkDescriptorType (Vulkan's specification), without the prefix. */
const DESCRIPTORS: readonly string[] = [
  ...['sampler', 'combined image sampler', 'sampled image', 'storage image', 'uniform texel buffer', 'storage texel buffer'],
  ...['uniform buffer', 'storage buffer', 'dynamic uniform buffer', 'dynamic storage buffer', 'input attachment'],
];

/** Its name, or its number where that has none here. */
export const capabilityName = (number: number): string => CAPABILITIES[number] ?? String(number);

export const descriptorName = (type: number): string => DESCRIPTORS[type] ?? `descriptor of type ${String(type)}`;
