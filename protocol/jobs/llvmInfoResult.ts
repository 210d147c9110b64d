/** What is in LLVM's recordings of OpenMP kernels: in one, or in a folder of them. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count, u64 } from './problem';

/** A whole number of 64 bits with its sign. */
const i64 = v.pipe(v.string(), v.regex(/^-?\d+$/));

/** Something wrong, or worth knowing: what can be read is told all the same. */
const problem = v.object({
  severity: v.picklist(['error', 'info']),
  /** Its name in the folder. */
  file: v.string(),
  /** Of the descriptor. */
  field: v.exactOptional(v.string()),
  /** What is wrong, and what to do. */
  message: v.string(),
});

const named = {
  /** 1: by LLVM 16 to 22; 2: by later ones. */
  generation: v.picklist([1, 2]),
  /** As the device's image has it. */
  name: v.string(),
  /** The function that the kernel is of, as C++ has it. */
  function: v.string(),
  /** Of its source, where its target region begins. */
  line: v.exactOptional(u64),
};

/** 0: no limit. */
const limits = v.object({ least: u64, most: u64 });

const launch = v.object({
  /** 0: the program leaves it open. */
  teams: v.exactOptional(u64),
  /** Of a team, or at most: 0 where the program leaves it open. */
  threads: v.exactOptional(u64),
  sharedMemoryBytes: v.exactOptional(u64),
  /** Iterations of its loop; 0 where it has none. */
  tripCount: v.exactOptional(u64),
  teamsLimits: v.exactOptional(limits),
  threadsLimits: v.exactOptional(limits),
  deviceId: v.exactOptional(i64),
});

const memory = v.object({
  /** How it is known where it began: LLVM 16 does not say, and it is assumed to be at the lowest pointer. */
  basis: v.picklist(['recorded', 'assumed', 'unknown']),
  address: v.exactOptional(u64),
  bytes: u64,
  /** Where it is assumed: bytes by which it may begin earlier. */
  earlier: v.exactOptional(u64),
});

const argument = v.object({
  /** Its 64 bits; absent where the descriptor has none. */
  value: v.exactOptional(u64),
  // What they are as numbers; the float is of the lower 32.
  integer: v.exactOptional(i64),
  float: v.exactOptional(v.string()),
  double: v.exactOptional(v.string()),
  /** What the kernel gets more than the value. */
  offset: v.exactOptional(i64),
  /** Of one that leads into the memory; others are scalars. */
  pointer: v.exactOptional(
    v.object({
      /** From the memory's begin. */
      offset: u64,
      /** It may lead to the begin of an allocation: these are aligned by 16 bytes. */
      mayBeginAllocation: v.boolean(),
      /** Up to where the next argument leads, or to the memory's end. */
      bytes: u64,
    }),
  ),
});

/** How much changed: bytes, and words of 4 and 8 bytes. */
const counts = { bytes: u64, words4: u64, words8: u64 };

/** The first bytes of something, as numbers: of those that are long enough. */
const words = v.object({
  i32: v.exactOptional(v.string()),
  f32: v.exactOptional(v.string()),
  i64: v.exactOptional(v.string()),
  f64: v.exactOptional(v.string()),
  /** All that are given, in order. */
  hex: v.string(),
});

export const llvmChanges = v.object({
  /** Bytes that were compared, and that were read for it: holes of sparse files are not. */
  compared: u64,
  read: u64,
  ...counts,
  rangeCount: u64,
  /** The first of them: words of 4 bytes that follow each other. Numbers of 4 bytes are from its begin on; all else, from the aligned 8 bytes there. */
  ranges: v.array(v.object({ begin: u64, end: u64, before: words, after: words })),
  /** By where arguments lead, each up to the next. */
  regions: v.array(v.object({ begin: u64, arguments: v.array(count), ...counts })),
});

/** A function of the device's image. */
export const llvmImageFunction = v.object({
  /** As the image has it. */
  name: v.string(),
  /** As C++ has it. */
  function: v.string(),
  /** Of its source, where a kernel's target region begins. */
  line: v.exactOptional(u64),
  /** It is the kernel whose launch was recorded. */
  recorded: v.exactOptional(v.literal(true)),
  /** In the image; absent in a cubin, where each function has a section of its own. */
  address: v.exactOptional(u64),
  /** Of its code; absent where nothing says where it ends. */
  bytes: v.exactOptional(u64),
  /** Where its code begins, as the compiler named it; absent without debugging information. */
  source: v.exactOptional(v.object({ path: v.string(), line: count })),
});

/** The device's image. */
const image = v.object({
  kind: v.picklist([
    ...['ELF for x86-64', 'ELF for AArch64', 'ELF for AMD GPUs', 'ELF for another processor', 'cubin for NVIDIA'],
    ...['LLVM bitcode', 'not known'],
  ] as const),
  /** The recorded kernel first. */
  functions: v.array(llvmImageFunction),
});

const recording = v.object({
  kind: v.literal('recording'),
  ...named,
  launch,
  memory,
  arguments: v.array(argument),
  globals: v.array(
    v.object({
      name: v.string(),
      bytes: u64,
      /** Up to 16 bytes. */
      first: words,
    }),
  ),
  image: v.exactOptional(image),
  /** What the kernel changed; absent where memory of before or after is missing. */
  changes: v.exactOptional(llvmChanges),
  files: v.array(
    v.object({ role: v.picklist(['memory', 'output', 'replay output', 'globals', 'image', 'bitcode']), name: v.string(), bytes: u64 }),
  ),
  problems: v.array(problem),
});

const folder = v.object({
  kind: v.literal('folder'),
  /** The recorder's report: its name in the folder, or the file that was given. */
  report: v.exactOptional(v.string()),
  /** By their recorded time, the longest first; those without one by their names. */
  recordings: v.array(
    v.object({
      /** The descriptor's name in the folder. */
      file: v.string(),
      ...named,
      teams: v.exactOptional(u64),
      threads: v.exactOptional(u64),
      /** Of the memory before the launch; absent where that is missing. */
      memoryBytes: v.exactOptional(u64),
      /** Launches like this one, as the report says. */
      occurrences: v.exactOptional(u64),
      /** Nanoseconds that the recorded launch took. */
      timeNs: v.exactOptional(u64),
    }),
  ),
  problems: v.array(problem),
});

export const llvmInfoResult = v.variant('kind', [recording, folder]);

export type LlvmChanges = ResultOf<typeof llvmChanges>;
export type LlvmProblem = ResultOf<typeof problem>;
export type LlvmRecording = ResultOf<typeof recording>;
export type LlvmImageFunction = ResultOf<typeof llvmImageFunction>;
export type LlvmFolder = ResultOf<typeof folder>;
export type LlvmInfoResult = LlvmRecording | LlvmFolder;
