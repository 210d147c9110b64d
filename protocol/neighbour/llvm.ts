/** LLVM's recordings of OpenMP kernels: what is asked of them, and what is in them. */
export type { LlvmInfoTold } from '../jobs/llvmInfo';
export type { LlvmFolder, LlvmInfoResult, LlvmProblem, LlvmRecording } from '../jobs/llvmInfoResult';
