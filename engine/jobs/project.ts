/** An extracted dispatch as a project: what builds its kernel, what the kernel finds, and a test of a changed one. */
import { existsSync, promises as fs } from 'node:fs';
import * as path from 'node:path';
import { elementSize, type ElementType } from '../../protocol/replay/element';
import type { ExtractTold } from '../../protocol/sharing/sharing';
import { shellWord } from '../../protocol/words/shellWords';
import { openCapture } from '../addon/capture';
import { listDispatches } from '../addon/dispatches';
import { inspect } from '../addon/inspection';
import { isRaw, writeNpy } from '../comparing/npy';
import { exportExecutable } from '../kernels/export';
import { run } from './run';
import type { Tell } from '../measuring/measuringTurn';

/** Where the project of a capture is. */
export const projectFolder = (capture: string): string => capture.replace(/\.ireereplay$/, '') + '-project';

/** Rejects where something is there already: a project is a place to work in. */
export async function refuseProject(folder: string): Promise<void> {
  const files = existsSync(folder) ? await fs.readdir(folder) : [];
  if (files.length > 0) throw new Error(`${folder} already exists: move it, or choose another name for the capture (--output)`);
}

/** Names of files with make's own letters in them would be read as something else. */
const forMake = (word: string): string => shellWord(word).replaceAll('$', '$$$$');

/** The stage that the compiler takes as it is, and else whatever is there. */
function sourceOf(written: readonly string[]): string | undefined {
  const sources = written.filter((file) => file.endsWith('.mlir'));
  return sources.find((file) => file.includes('configured')) ?? sources[0];
}

/** Writes the project of `options.output`, a capture with one dispatch. Executes it. */
export async function writeProject(options: ExtractTold, signal: AbortSignal, waits: Tell): Promise<string> {
  const { output } = options;
  const folder = projectFolder(output);
  await fs.mkdir(path.join(folder, 'inputs'), { recursive: true });
  const piece = { ...options, capture: output };
  const [dispatch] = (await listDispatches(piece, signal)).dispatches;
  if (dispatch === undefined) throw new Error(`${output} dispatches nothing`);

  const inspected = await inspect({ run: piece, record: dispatch.record }, signal);
  for (const [index, range] of inspected.inspection.ranges.entries()) {
    if (range.role !== 'binding') continue;
    const bytes = inspected.bytes(index, 'before');
    const type = typeOf(range.type, bytes.length);
    await fs.writeFile(
      path.join(folder, 'inputs', `binding-${String(range.ordinal)}.npy`),
      writeNpy(type, [bytes.length / elementSize(type)], bytes),
    );
  }
  await run(undefined, false)({ ...piece, outputs: path.join(folder, 'expected') }, () => undefined, signal, waits);

  const capture = await openCapture(output);
  let written: readonly string[];
  try {
    await capture.index(undefined, signal);
    const executable = (await capture.summary()).executables.find(({ id }) => id === dispatch.executable);
    if (executable === undefined) throw new Error(`${output} prepares no executable ${dispatch.executable}`);
    written = await exportExecutable(capture, path.join('..', path.basename(output)), executable, folder, false);
  } finally {
    capture.close();
  }
  const source = sourceOf(written);
  const kernel = path.basename(source ?? written[0] ?? '');
  const names = { capture: path.join('..', path.basename(output)), kernel, executable: dispatch.executable };
  await fs.writeFile(path.join(folder, 'Makefile'), makefile(names));
  await fs.writeFile(path.join(folder, 'README.md'), readme(names, dispatch.function, source !== undefined));
  return folder;
}

/** Elements of the type where it is known and fits, and else bytes. */
const typeOf = (type: ElementType | undefined, bytes: number): ElementType =>
  type === undefined || isRaw(type) || bytes % elementSize(type) !== 0 ? 'ui8' : type;

interface Names {
  readonly capture: string;
  readonly kernel: string;
  readonly executable: string;
}

const makefile = ({ capture, kernel, executable }: Names): string =>
  [
    '# A kernel in C, C++, LLVM IR, assembly or MLIR, which is built first, or a library: make test KERNEL=mine.c',
    `KERNEL ?= ${forMake(kernel)}`,
    'IREEREPLAY ?= ireereplay',
    `CAPTURE := ${forMake(capture)}`,
    `IN_PLACE := --replay_executable_substitution=${executable}=$(KERNEL)`,
    '',
    '.PHONY: test bench',
    '',
    '# Whether it leaves what the captured kernel leaves.',
    'test:',
    '\t$(IREEREPLAY) verify $(IN_PLACE) --expect=expected $(CAPTURE)',
    '',
    '# The same, and how long both take.',
    'bench:',
    '\t$(IREEREPLAY) substitute $(IN_PLACE) $(CAPTURE)',
    '',
  ].join('\n');

const readme = ({ capture, kernel, executable }: Names, name: string, hasSource: boolean): string =>
  [
    `# ${name === '' ? 'A dispatch' : name}`,
    '',
    `- \`${capture}\`: the dispatch with all that it needs; IREE's \`iree-run-replay\` replays it, too.`,
    `- \`${kernel}\`: ${hasSource ? 'the source that the executable embeds' : 'the executable; it embeds no source'}.`,
    '- `inputs/binding-N.npy`: what the kernel finds in each binding. Bytes where the type of the elements is not known.',
    '- `expected/`: what is read back of the captured kernel.',
    `- \`executable-${executable}.md\`: how to build another one by hand.`,
    '',
    'Change the kernel, or write another one with the same functions, bindings and constants, then',
    '',
    '    make test                  # does it leave what the captured kernel leaves?',
    '    make bench                 # and which is faster?',
    '    make test KERNEL=mine.c',
    '',
  ].join('\n');
