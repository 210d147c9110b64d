import { source as work, type ExecutableSources } from '../../engine/jobs/source';
import type {
  CpuExecutableCode,
  FunctionCode,
  FunctionOrigin,
  GpuExecutableCode,
  ModuleListing,
  SourceLocation,
} from '../../protocol/code/code';
import { source as job } from '../../protocol/jobs/source';
import { capabilityName } from '../../protocol/words/spirvWords';
import { command } from '../options/command';
import { interruptSignal } from '../running/interrupt';
import { functionCodeText } from '../printing/functionCodeText';
import { print, printLine } from '../printing/print';
import { byteSize, count } from '../printing/units';

const place = ({ path, line }: SourceLocation): string => (line === 0 ? path : `${path}:${String(line)}`);
const hex = (value: bigint): string => `0x${value.toString(16)}`;

function originLines({ location, stages }: FunctionOrigin): readonly string[] {
  return [
    ...(location === undefined ? [] : [`    ${place(location)}`]),
    ...stages.map(({ stage, location: at }) => `    ${stage}: ${place(at)}`),
  ];
}

function cpuLines(code: CpuExecutableCode): readonly string[] {
  return code.functions.flatMap((found) => {
    const size = found.size === undefined ? '' : `, ${byteSize(String(found.size))}`;
    const ordinal = found.ordinal === undefined ? '-' : String(found.ordinal);
    return [`  ${ordinal} ${found.name} at ${hex(BigInt(found.address))}${size}`, ...originLines(found)];
  });
}

function gpuLines({ functions, modules }: GpuExecutableCode): readonly string[] {
  const entries = functions.flatMap((found) => {
    const facts = [
      `entry point ${found.entryPoint} of module ${String(found.module)}`,
      ...(found.workgroupSize === undefined ? [] : [`workgroups of ${found.workgroupSize.join('x')}`]),
      ...(found.subgroupSize === undefined ? [] : [`subgroups of ${String(found.subgroupSize)}`]),
      ...(found.sharedMemory === 0 ? [] : [`${byteSize(String(found.sharedMemory))} of shared memory`]),
      count(found.constants, 'constant'),
      count(Math.max(found.bindings.length, found.bindingFlags.length), 'binding'),
      ...(found.abi === undefined ? [] : [`ABI ${found.abi}`]),
    ];
    return [`  ${String(found.ordinal)} ${found.name}: ${facts.join(', ')}`, ...originLines(found)];
  });
  return [
    ...entries,
    ...modules.map(({ kind, version, bytes, capabilities }, index) => {
      const of = version === undefined ? kind : `${kind} ${version}`;
      const able = capabilities.length === 0 ? '' : `, capabilities ${capabilities.map(capabilityName).join(', ')}`;
      return `  module ${String(index)}: ${of}, ${byteSize(String(bytes))}${able}`;
    }),
  ];
}

function executableText({ id, record, format, code, problem }: ExecutableSources): string {
  const head = `executable ${id} (#${String(record)}): ${format}`;
  if (code === undefined) return `${head}\n  ${problem ?? ''}`;
  const about =
    code.kind === 'gpu'
      ? `container ${code.container}${code.target === undefined ? '' : ` for ${code.target}`}`
      : `${code.hasLines ? 'with lines' : 'without lines'}, ${code.hasDebugInfo ? 'with' : 'without'} debugging information`;
  return [
    `${head}, ${count(code.functions.length, 'function')}, ${about}`,
    ...(code.kind === 'gpu' ? gpuLines(code) : cpuLines(code)),
    ...code.sources.map(({ path, bytes }) => `  embeds ${path}, ${byteSize(String(bytes))}`),
  ].join('\n');
}

function moduleText(id: string, { module, kind, program, text = '', cut, problem }: ModuleListing): string {
  const head = `module ${String(module)} of executable ${id}: ${kind}`;
  if (problem !== undefined) return `${head}; ${problem}`;
  const by = program === undefined ? '' : `, disassembled by ${program}`;
  return `${head}${by}\n${text.trimEnd()}${cut === true ? '\n… and so on: it is longer than is shown' : ''}`;
}

function linesText(code: FunctionCode): string {
  const start = BigInt(code.function.address);
  const lines = [`${code.function.name}: ${byteSize(String(code.function.size ?? 0))}`];
  for (const { file, line, code: ranges } of code.lines) {
    const where = ranges.map(([begin, end]) => `${hex(start + BigInt(begin))}-${hex(start + BigInt(end))}`).join(' ');
    lines.push(`  ${code.files[file] ?? ''}:${String(line)}  ${where}`);
  }
  return lines.join('\n');
}

/** ireereplay source: where the kernels of a capture come from. */
export const source = command(job, async ({ options, output: { format } }) => {
  const found = await work(options, interruptSignal());
  if (format === 'json') {
    const executables = found.map(({ code, ...rest }) => ({ ...code, ...rest }));
    print(`${JSON.stringify({ executables }, null, 2)}\n`);
    return 0;
  }
  for (const executable of found) {
    if (options.function === undefined || executable.code !== undefined) printLine(executableText(executable));
    for (const code of executable.listings) {
      printLine(`\n${options.disassembly ? functionCodeText(code) : linesText(code)}`);
      for (const note of code.notes) console.error(note);
    }
    for (const one of executable.disassemblies) printLine(`\n${moduleText(executable.id, one)}`);
  }
  return 0;
});
