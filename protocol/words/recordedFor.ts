/** What a capture was recorded for, where no device here executes its code: nothing is wrong with such a capture. */
import type { ExecutableSummary, Problem } from '../capture/capture';

export interface Target {
  /** "Recorded for ...". */
  readonly name: string;
  /** "It needs ...". */
  readonly needs: string;
}

const gpu = (name: string): Target => ({ name, needs: `a ${name} device, on which IREE's tools replay it` });
const processor = (name: string): Target => ({ name: `${name} processors`, needs: `a machine with an ${name} processor` });

/** By the format of an executable, as IREE's compiler names them. */
const TARGETS: readonly (readonly [RegExp, Target])[] = [
  [/^vulkan-/, gpu('Vulkan')],
  [/^cuda-/, gpu('CUDA')],
  [/^(rocm|amdgcn|hip)-/, gpu('HIP')],
  [/^metal-/, gpu('Metal')],
  [/^vmvx-/, { name: 'VMVX', needs: "IREE's tools, which have an interpreter for it" }],
  [/arm_64|aarch64/, processor('AArch64')],
  [/x86_64/, processor('x86-64')],
  [/riscv_64/, processor('RISC-V')],
];

/** Undefined where a replay is blocked by anything else as well, or by nothing. */
export function recordedFor(problems: readonly Problem[], executables: readonly ExecutableSummary[]): Target | undefined {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0 || errors.some(({ kind }) => kind !== 'executable-format')) return undefined;
  const formats = new Map(executables.map(({ record, format }) => [record, format]));
  const targets = errors.map(({ record = -1 }) => {
    const format = formats.get(record) ?? '';
    return TARGETS.find(([known]) => known.test(format))?.[1];
  });
  const [first] = targets;
  return targets.every((target) => target === first) ? first : undefined;
}
