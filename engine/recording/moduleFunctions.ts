/** What a compiled module has that can be run, as IREE's iree-dump-module tells it. */
import { runIree, type IreeTools } from '../iree/tools';
import type { ModuleDescription, ModuleFunction } from '../../protocol/sharing/recording';
import { isSource } from './compiledModule';
import { declared, type ExportedFunction } from './declaration';
import { withTypesOf } from './sourceTypes';

/** A line of the exported functions: `  [  0] main(!vm.ref<?>) -> (!vm.ref<?>)`. A name may have parentheses, its types have none. */
const EXPORT = /^ {2}\[ *\d+\] (.*)\(([^()]*)\) -> \(([^()]*)\)$/;
/** A line below one: `        iree.abi.declaration: sync func @main(…)`. */
const ATTRIBUTE = /^ {8,}([\w.]+): (.*)$/;
/** A constant: `  .rodata[  3] embedded       19 bytes `embedded-elf-x86_64``, with `...` behind what is longer. */
const TEXT = /^ {2}\.rodata\[ *\d+\] \w+ +\d+ bytes `([^`]+)`(\.\.\.)?$/;
const FORMAT = /^(embedded-elf-|system-|vmvx-|vulkan-spirv-|cuda-nvptx-|rocm-hsaco-|amdgcn-|metal-)/;

/** A module's own functions, which nobody runs by name. */
const OWN: readonly string[] = ['__init', '__deinit', '__notify'];
const ASYNC = '$async';

/** The lines below a heading, up to the next empty one. */
function section(lines: readonly string[], heading: string): readonly string[] {
  const begin = lines.indexOf(heading);
  if (begin < 0) return [];
  const end = lines.indexOf('', begin);
  return lines.slice(begin + 1, end < 0 ? lines.length : end);
}

function exported(lines: readonly string[]): readonly ModuleFunction[] {
  const found: (ExportedFunction & { readonly attributes: Map<string, string> })[] = [];
  for (const line of lines) {
    const [, name, takes = '', gives = ''] = EXPORT.exec(line) ?? [];
    const [, key, value = ''] = ATTRIBUTE.exec(line) ?? [];
    if (name !== undefined) found.push({ name, takes, gives, attributes: new Map() });
    else if (key !== undefined) found.at(-1)?.attributes.set(key, value);
  }
  const names = new Set(found.map(({ name }) => name));
  // Importers give a function twice, to be waited for and not: the one that waits is what a person means.
  const twin = (name: string): boolean => name.endsWith(ASYNC) && names.has(name.slice(0, -ASYNC.length));
  return found.filter(({ name }) => !OWN.includes(name) && !twin(name)).map(declared);
}

/** What `iree-dump-module --output=metadata` printed; without functions where it is something else. */
export function parseModule(dump: string): ModuleDescription {
  const lines = dump.split('\n').map((line) => line.trimEnd());
  const texts = lines.flatMap((line) => {
    const [, text, cut] = TEXT.exec(line) ?? [];
    return text === undefined || cut !== undefined ? [] : [text];
  });
  return {
    functions: exported(section(lines, 'Exported Functions:')),
    formats: [...new Set(texts.filter((text) => FORMAT.test(text)))],
    takesParameters: section(lines, 'Module Dependencies:').some((line) => /^\s*io_parameters,/.test(line)),
    texts: texts.filter((text) => !FORMAT.test(text)),
  };
}

/**
 * Reads the module of a file. Where `source` is MLIR, which it was compiled from, that gives what the module does not say of its functions.
 * Rejects with what IREE's program says where the file is no module.
 */
export async function describeModule(tools: IreeTools, file: string, source: string, signal?: AbortSignal): Promise<ModuleDescription> {
  const { stdout, stderr, status } = await runIree(tools, 'iree-dump-module', ['--output=metadata', file], {
    ...(signal === undefined ? {} : { signal }),
  });
  if (status !== 0) throw new Error(`${file} cannot be read as a module: ${stderr.trim()}`);
  const module = parseModule(stdout);
  return isSource(source) ? { ...module, functions: await withTypesOf(source, module.functions) } : module;
}

/** The function of that name, or the only one. Throws a sentence with the names that there are. */
export function chosenFunction({ functions }: ModuleDescription, name: string | undefined): ModuleFunction {
  const names = functions.map((one) => one.name).join(', ');
  if (functions.length === 0) throw new Error('the module exports no function');
  const [only, ...others] = name === undefined ? functions : functions.filter((one) => one.name === name);
  if (only === undefined) throw new Error(`the module exports no function ${name ?? ''}: it has ${names}`);
  if (others.length > 0) throw new Error(`the module exports several functions: choose one with --function=NAME, of ${names}`);
  return only;
}
