/** The jobs that are commands, in the order in which help lists them. */
import { benchmark } from './benchmark';
import { bisect } from './bisect';
import { diff } from './diff';
import { dump } from './dump';
import { extract } from './extract';
import { info } from './info';
import type { Job } from './job';
import { llvmBenchmark } from './llvmBenchmark';
import { llvmCode } from './llvmCode';
import { llvmExport } from './llvmExport';
import { llvmInfo } from './llvmInfo';
import { llvmSweep } from './llvmSweep';
import { llvmVerify } from './llvmVerify';
import { pack } from './pack';
import { preflight } from './preflight';
import { PROFILE_JOBS } from './profile';
import { record } from './record';
import { reduce } from './reduce';
import { repair } from './repair';
import { roof } from './roof';
import { run } from './run';
import { source } from './source';
import { substitute } from './substitute';
import { torchCompare } from './torchCompare';
import { torchCapture } from './torchCapture';
import { torchExtract } from './torchExtract';
import { torchInfo } from './torchInfo';
import { torchOps } from './torchOps';
import { torchReplay } from './torchReplay';
import { unpack } from './unpack';
import { verify } from './verify';

export const COMMANDS: readonly Job[] = [
  ...[record, dump, info, source, preflight, run, benchmark, verify, substitute, bisect, roof],
  ...[diff, extract, pack, unpack, repair, reduce],
  ...PROFILE_JOBS,
  llvmInfo,
  llvmCode,
  llvmVerify,
  llvmBenchmark,
  llvmSweep,
  llvmExport,
  torchInfo,
  torchOps,
  torchReplay,
  torchExtract,
  torchCompare,
  torchCapture,
];
