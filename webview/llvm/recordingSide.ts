/** Beside a recording's arguments and memory: problems, launch, memory, what changed, files. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { LlvmProblem, LlvmRecording } from '../../protocol/neighbour/llvm';
import { limitWords, orOpen } from '../../protocol/words/llvmWords';
import { icon } from '../widgets/icon';
import { bytes, counted, grouped } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';

type Fact = readonly [name: string, value: string | undefined];

const facts = (all: readonly Fact[]): TemplateResult =>
  html`<dl class="kv one">
    ${all.map(([name, value]) =>
      value === undefined
        ? nothing
        : html`<div class="field">
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
    )}
  </dl>`;

const block = (title: string, content: unknown): TemplateResult =>
  html`<section class="block" aria-label=${title}>
    <h2>${title}</h2>
    ${content}
  </section>`;

/** The file is named where it is not the descriptor itself, which the page is of. */
export function problemLines(problems: readonly LlvmProblem[], descriptor?: string): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  // What is wrong stands before what is worth knowing.
  const sorted = problems.toSorted((a, b) => Number(a.severity === 'info') - Number(b.severity === 'info'));
  return block(
    sorted[0]?.severity === 'error' ? 'Problems' : 'Worth knowing',
    sorted.map(({ severity, file, field, message }) => {
      const where = [file === descriptor ? '' : file, field ?? ''].filter((part) => part !== '').join(', ');
      return html`<p class="said ${severity === 'error' ? 'bad' : ''}">
        ${icon(severity === 'error' ? 'error' : 'info')}<span
          >${where === '' ? nothing : html`<b>${where}</b><br />`}${sentence(message)}</span
        >
      </p>`;
    }),
  );
}

function launchFacts({ generation, launch }: LlvmRecording): readonly Fact[] {
  const { teams, threads, teamsLimits, threadsLimits, sharedMemoryBytes, tripCount, deviceId } = launch;
  const most = generation === 1 && threads !== undefined && threads !== '0' ? 'at most ' : '';
  const may = (limits: typeof teamsLimits): string | undefined => {
    const said = limitWords(limits);
    return said === undefined ? undefined : `may be ${said}`;
  };
  return [
    ['teams', teams === undefined ? undefined : orOpen(teams)],
    ['', may(teamsLimits)],
    ['threads', threads === undefined ? undefined : most + orOpen(threads)],
    ['', may(threadsLimits)],
    ['shared memory', sharedMemoryBytes === undefined ? undefined : bytes(sharedMemoryBytes)],
    ['trip count', tripCount === undefined ? undefined : tripCount === '0' ? 'no loop' : counted(tripCount, 'iteration')],
    ['device', deviceId],
  ];
}

function memoryFacts({ memory: { basis, address, bytes: size, earlier } }: LlvmRecording): readonly Fact[] {
  const begin = address === undefined ? 'not known' : `0x${BigInt(address).toString(16)}${basis === 'assumed' ? ', assumed' : ''}`;
  return [
    ['begins at', begin],
    ['', basis === 'assumed' && earlier !== undefined && earlier !== '0' ? `or up to ${counted(earlier, 'byte')} earlier` : undefined],
    ['size', `${grouped(size)} B`],
  ];
}

function changeFacts({ changes }: LlvmRecording): readonly Fact[] {
  if (changes === undefined) return [];
  return [
    ['4-byte words', grouped(changes.words4)],
    ['8-byte words', grouped(changes.words8)],
    ['bytes', `${grouped(changes.bytes)} of ${grouped(changes.compared)}`],
    ['ranges', grouped(changes.rangeCount)],
  ];
}

export interface RecordingSideOptions {
  readonly recording: LlvmRecording;
  /** The descriptor's name. */
  readonly name: string;
  readonly line: string;
  readonly copy: (text: string) => void;
  readonly openFolder: () => void;
}

export function recordingSide({ recording, name, line, copy, openFolder }: RecordingSideOptions): TemplateResult {
  const { problems, changes, files } = recording;
  return html`${problemLines(problems, name)} ${block('Launch', facts(launchFacts(recording)))}
    ${block('Recorded memory', facts(memoryFacts(recording)))}
    ${changes === undefined ? nothing : block('Changed by the kernel', facts(changeFacts(recording)))}
    <section class="block" aria-label="Files">
      <h2>Files <span class="grow"></span><button class="a" @click=${openFolder}>All Recordings of the Folder</button></h2>
      ${facts(files.map(({ role, bytes: size }) => [role, bytes(size)]))}
    </section>
    <section class="block export" aria-label="Command line">
      <h2>Command line <span class="grow"></span><button class="a" @click=${() => copy(line)}>Copy</button></h2>
      <pre class="cli">${line}</pre>
    </section>`;
}
