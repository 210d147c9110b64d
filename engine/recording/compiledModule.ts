/** Modules compiled from MLIR by the user's iree-compile, kept until what they are made of changes. */
import { createHash } from 'node:crypto';
import { createReadStream, promises as fs } from 'node:fs';
import * as path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { shellWord } from '../../protocol/words/shellWords';
import { cacheFolder } from '../history/cacheFolder';
import { programPath, runIree, type IreeTools } from '../iree/tools';

/** Whether a file is compiled before it can be run. */
export const isSource = (module: string): boolean => path.extname(module) === '.mlir';

/** For the processor that compiles. */
const HERE: readonly string[] = [
  '--iree-hal-target-device=local',
  '--iree-hal-local-target-device-backends=llvm-cpu',
  '--iree-llvmcpu-target-cpu=host',
];

/** Kept modules: the latest, of models of any size. */
const MOST_KEPT = 8;

/** What iree-compile is told: these flags, and this processor as the target where none of them names one. */
export const compilerFlags = (flags: readonly string[]): readonly string[] =>
  flags.some((flag) => /^--iree-hal-target-(device|backends)/.test(flag)) ? flags : [...HERE, ...flags];

/** All that a module depends on, but for files that its source names. */
async function keyOf(source: string, version: string, flags: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update([version, source, ...flags].join('\0'));
  await pipeline(createReadStream(source), hash);
  return hash.digest('hex').slice(0, 32);
}

async function trim(folder: string): Promise<void> {
  const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.vmfb')).map((name) => path.join(folder, name));
  const ages = await Promise.all(files.map(async (file) => ({ file, used: (await fs.stat(file)).mtimeMs })));
  for (const { file } of ages.sort((a, b) => b.used - a.used).slice(MOST_KEPT)) await fs.rm(file, { force: true });
}

/** Whether the file is there, which then counts as just used. */
const touched = (file: string): Promise<boolean> =>
  fs.utimes(file, new Date(), new Date()).then(
    () => true,
    () => false,
  );

/**
 * The path of the module that the source compiles to. Rejects with all that the compiler says where it does not, and with the signal's
 * reason. `print` is told the command line and the compiler's output.
 */
export async function compiledModule(
  tools: IreeTools,
  source: string,
  asked: readonly string[],
  { signal, print }: { readonly signal?: AbortSignal; readonly print?: ((text: string) => void) | undefined } = {},
): Promise<string> {
  const flags = compilerFlags(asked);
  const limits = { cwd: path.dirname(source), ...(signal === undefined ? {} : { signal }) };
  const { stdout: version } = await runIree(tools, 'iree-compile', ['--version'], limits);
  const folder = path.join(cacheFolder(), 'modules');
  await fs.mkdir(folder, { recursive: true });
  const module = path.join(folder, `${await keyOf(source, version, flags)}.vmfb`);
  if (await touched(module)) return module;
  const building = await fs.mkdtemp(path.join(folder, 'building-'));
  try {
    const made = path.join(building, 'module.vmfb');
    const args = [...flags, source, '-o', made];
    print?.(`${[programPath(tools, 'iree-compile'), ...args].map(shellWord).join(' ')}\n`);
    const { status, stderr } = await runIree(tools, 'iree-compile', args, { ...limits, ...(print === undefined ? {} : { print }) });
    if (status !== 0) throw new Error(stderr.trim() === '' ? `iree-compile ended with exit status ${String(status)}` : stderr.trim());
    await fs.rename(made, module);
    await trim(folder);
    return module;
  } finally {
    await fs.rm(building, { recursive: true, force: true });
  }
}
