/** What a process that died in a captured kernel has left, and what it means: looked up here, in a live process. */
import type { CrashReport, RunCrash } from '../../protocol/replay/run';
import { loadAddon } from '../addon/load';

/** The line of the report; undefined when there is none, or it is truncated. */
function reportOf(words: Buffer): { readonly crash: CrashReport['crash']; readonly image: Buffer } | undefined {
  const end = words.indexOf('\n');
  if (end < 0) return undefined;
  try {
    const { crash } = JSON.parse(words.subarray(0, end).toString()) as CrashReport;
    const length = crash.image ?? 0;
    const image = words.subarray(end + 1, end + 1 + length);
    return { crash, image: image.length === length ? image : Buffer.alloc(0) };
  } catch {
    return undefined;
  }
}

/** Source line and instruction set of the place in the executable; nothing when unknown. */
async function locate({ pc_offset }: CrashReport['crash'], image: Buffer): Promise<{ source?: string; instructionSet?: string }> {
  if (pc_offset === undefined || image.length === 0) return {};
  try {
    return await loadAddon().locateCode(image, pc_offset);
  } catch {
    return {};
  }
}

/** What is known about a crash: the report that the process could still write, or how it ended. */
export async function crashOf(words: Buffer, ending: string): Promise<RunCrash> {
  const report = reportOf(words);
  if (report === undefined) return { signal: ending };
  const { crash, image } = report;
  const { signal, address, record, execute_record, executable, function: name, workgroup, workgroup_count, pc_offset } = crash;
  const place = await locate(crash, image);
  const source = place.source ?? (crash.source === undefined ? undefined : `${crash.source}:${String(crash.line)}`);
  return {
    signal,
    ...(record === undefined ? {} : { record }),
    ...(execute_record === undefined ? {} : { via: execute_record }),
    ...(executable === undefined ? {} : { executable: String(executable) }),
    ...(crash.loading === undefined ? {} : { loading: crash.loading }),
    ...(name === undefined ? {} : { function: name }),
    ...(workgroup === undefined ? {} : { workgroup }),
    ...(workgroup_count === undefined ? {} : { workgroupCount: workgroup_count }),
    ...(address === undefined ? {} : { faultAddress: address }),
    ...(pc_offset === undefined ? {} : { codeAddress: `0x${pc_offset.toString(16)}` }),
    ...(source === undefined ? {} : { source }),
    ...(crash.profile === undefined ? {} : { profile: crash.profile }),
    ...(signal === 'SIGILL' && place.instructionSet !== undefined ? { instructionSet: place.instructionSet } : {}),
  };
}
