/** Where the kernels of a capture come from. */
import type { Disassemblers, ExecutableCode, FunctionCode, ModuleListing } from '../../protocol/code/code';
import type { U64 } from '../../protocol/base/u64';
import { openCapture, type Capture } from '../addon/capture';
import { disassembleModule } from '../kernels/disassemblers';

export interface SourceOptions extends Disassemblers {
  readonly capture: string;
  readonly executable?: U64;
  /** A function's name, or an export's ordinal. */
  readonly function?: string;
  readonly disassembly: boolean;
  /** No disassembler is started. */
  readonly noPrograms: boolean;
}

/** What is told of an executable. */
export interface ExecutableSources {
  readonly id: U64;
  /** The record that prepared it. */
  readonly record: number;
  readonly format: string;
  /** Absent where it could not be read: `problem` says why. */
  readonly code?: ExecutableCode;
  readonly problem?: string;
  readonly listings: readonly FunctionCode[];
  /** Of an executable for a GPU. */
  readonly disassemblies: readonly ModuleListing[];
}

/** A number is an ordinal: no function is called like one. */
const choiceOf = (text: string): number | string => (/^\d{1,9}$/.test(text) ? Number(text) : text);

/**
 * Reads the capture, and executes nothing. Rejects when it has no executable or function that is asked for; an executable that cannot be read
 * has a problem instead, unless it is the one that is asked for.
 */
export async function source(options: SourceOptions, signal: AbortSignal): Promise<readonly ExecutableSources[]> {
  const capture = await openCapture(options.capture);
  try {
    await capture.index(undefined, signal);
    const { executables } = await capture.summary();
    const wanted = options.executable === undefined ? executables : executables.filter(({ id }) => id === options.executable);
    if (wanted.length === 0 && options.executable !== undefined) {
      const ids = executables.map(({ id }) => id).join(', ');
      throw new Error(
        `the capture prepares no executable ${options.executable}; ${ids === '' ? 'it prepares none' : `it prepares ${ids}`}`,
      );
    }
    const found: ExecutableSources[] = [];
    /** Names of functions where none is the one that is asked for. */
    const others: string[] = [];
    for (const { id, record, format } of wanted) {
      try {
        const code = await capture.code.executable(id, signal);
        const choices = chosen(code, options);
        if (options.function !== undefined && choices.length === 0) others.push(...code.functions.map(({ name }) => name));
        else found.push({ id, record, format, code, ...(await listed(capture, id, code, choices, options, signal)) });
      } catch (error) {
        signal.throwIfAborted();
        if (options.executable !== undefined) throw error;
        found.push({ id, record, format, problem: error instanceof Error ? error.message : String(error), ...NOTHING });
      }
    }
    if (options.function !== undefined && found.every(({ code }) => code === undefined)) {
      throw new Error(
        `no executable has a function ${options.function}; there are: ${others.slice(0, 50).join(', ') || 'none'}${others.length > 50 ? ', and more' : ''}`,
      );
    }
    return found;
  } finally {
    capture.close();
  }
}

/** The functions of an executable that are asked for: all of its exports where none is named. */
function chosen({ kind, functions }: ExecutableCode, options: SourceOptions): readonly (number | string)[] {
  if (options.function !== undefined) {
    const choice = choiceOf(options.function);
    return functions.some(({ name, ordinal }) => (typeof choice === 'number' ? ordinal === choice : name === choice)) ? [choice] : [];
  }
  return kind === 'cpu' && !options.disassembly ? [] : functions.flatMap(({ ordinal }) => (ordinal === undefined ? [] : [ordinal]));
}

const NOTHING = { listings: [], disassemblies: [] } as const;

/** The code of functions; of an executable for a GPU the modules that they are in. */
async function listed(
  capture: Capture,
  id: U64,
  code: ExecutableCode,
  choices: readonly (number | string)[],
  options: SourceOptions,
  signal: AbortSignal,
): Promise<Pick<ExecutableSources, 'listings' | 'disassemblies'>> {
  if (code.kind === 'cpu') {
    const listings: FunctionCode[] = [];
    for (const choice of choices) listings.push(await capture.code.function(id, choice, signal));
    return { listings, disassemblies: [] };
  }
  if (!options.disassembly) return NOTHING;
  const modules = new Set(
    code.functions.filter(({ name, ordinal }) => choices.includes(name) || choices.includes(ordinal)).map((one) => one.module),
  );
  const disassemblies: ModuleListing[] = [];
  for (const index of [...modules].toSorted((a, b) => a - b)) {
    const module = code.modules[index];
    if (module === undefined) continue;
    const bytes = await capture.code.module(id, index);
    disassemblies.push(await disassembleModule(index, module, bytes, options.noPrograms ? undefined : options, signal));
  }
  return { listings: [], disassemblies };
}
