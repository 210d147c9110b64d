/** What an executable for a GPU says of a function: how it is launched, what it is bound to, and what its module needs. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { GpuFacts } from '../../../protocol/code/kernelCode';
import { capabilityName, descriptorName } from '../../../protocol/words/spirvWords';
import { bytes, counted, grouped } from '../../widgets/numbers';

const fact = (name: string, value: string | undefined): TemplateResult | typeof nothing =>
  value === undefined
    ? nothing
    : html`<div class="field">
        <dt>${name}</dt>
        <dd title=${value}>${value}</dd>
      </div>`;

const READ_ONLY = 1n;
const INDIRECT = 2n;

export function gpuFacts({ container, target, entry, module }: GpuFacts): TemplateResult {
  const declared = module?.entryPoints.find(({ name }) => name === entry.entryPoint)?.localSize;
  const size = entry.workgroupSize ?? declared;
  const flags = entry.bindingFlags.map(BigInt);
  const bindings = entry.bindings.map(
    ({ set, binding, type, count }, i) =>
      `${String(binding)} of set ${String(set)}: ${descriptorName(type)}${count === 1 ? '' : ` × ${grouped(count)}`}${flagWords(flags[i])}`,
  );
  const listed = bindings.length > 0 ? bindings : flags.map((flag, i) => `${String(i)}${flagWords(flag)}`);
  const others = module?.entryPoints.filter(({ name }) => name !== entry.entryPoint).length ?? 0;
  return html`<section class="sec" aria-label="Container">
    <h4>Container <em>${container}${target === undefined ? '' : `, ${target}`}</em></h4>
    <dl class="kv one">
      ${fact('entry point', entry.entryPoint)} ${fact('workgroup size', size?.join(' × '))}
      ${fact('subgroup size', entry.subgroupSize === undefined ? undefined : String(entry.subgroupSize))}
      ${fact('shared memory', entry.sharedMemory === 0 ? 'none besides what the module asks for' : `${bytes(entry.sharedMemory)} a workgroup`)}
      ${fact('constants', entry.constants === 0 ? 'none' : `${counted(entry.constants, 'constant')} of 32 bits`)}
      ${fact('bindings', listed.length === 0 ? 'none' : listed.join('; '))} ${fact('ABI', entry.abi)}
      ${fact('module', module === undefined ? undefined : moduleWords(entry.module, module, others))}
      ${fact('capabilities', module === undefined || module.capabilities.length === 0 ? undefined : module.capabilities.map(capabilityName).join(', '))}
    </dl>
  </section>`;
}

function moduleWords(index: number, { kind, version, bytes: size }: NonNullable<GpuFacts['module']>, others: number): string {
  const also = others === 0 ? '' : `, with ${counted(others, 'more entry point')}`;
  return `${String(index)}: ${kind}${version === undefined ? '' : ` ${version}`}, ${bytes(size)}${also}`;
}

/** IREE's hal.pipeline.binding flags. */
function flagWords(flags: bigint | undefined): string {
  if (flags === undefined) return '';
  const words = [...((flags & READ_ONLY) === 0n ? [] : ['read-only']), ...((flags & INDIRECT) === 0n ? [] : ['indirect'])];
  return words.length === 0 ? '' : `, ${words.join(', ')}`;
}
