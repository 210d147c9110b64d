/** What of a sampled kernel can be shown at each stage: where it is written, what compilers make of it, and its machine code. */
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { openCapture } from '../../engine/addon/capture';
import { sampledCode } from '../../engine/jobs/assemblyHeat';
import { intermediateOf, type Stage } from '../../engine/kernels/intermediates';
import type { CodeStage, SampledChoice, StageChoice } from '../../protocol/code/hotspots';
import { atLine, openEmbedded, openSampledListing } from '../source/captureTexts';
import type { LanguageFeatures } from '../source/languageFeatures';
import { pickOne } from './questions';

/** A text that can be opened. */
export interface StagePlace {
  readonly label: string;
  readonly description: string;
  /** Why it may be of something else. */
  readonly doubt?: string;
  /** Where it is a file. */
  readonly file?: string;
  /** At a line from 1, or where the kernel is. */
  readonly open: (line?: number) => Promise<unknown>;
}

export type SampledStages = Readonly<Record<CodeStage, readonly StagePlace[]>>;

const LEFT: Readonly<Record<Stage, CodeStage>> = {
  sources: 'source',
  configured: 'configured',
  'code generated': 'llvm',
  linked: 'llvm',
  optimized: 'llvm',
  assembly: 'assembly',
};

/** Of a file that lines of the machine code name. */
function stageOfFile(file: string): CodeStage {
  const name = path.basename(file);
  if (/\.s$/i.test(name)) return 'assembly';
  if (name.endsWith('.ll')) return 'llvm';
  return intermediateOf(name)?.stage === 'configured' ? 'configured' : 'source';
}

/** Milliseconds since 1970; undefined of what is no file. */
const changed = (file: string): Promise<number | undefined> =>
  stat(file).then(
    (found) => (found.isFile() ? found.mtimeMs : undefined),
    () => undefined,
  );

/** A capture says something of the kernel where its code is what was sampled: not of a substitute. `capture` is undefined where it is not known. */
export async function sampledStages(
  profile: string,
  capture: string | undefined,
  kernel: SampledChoice,
  features: LanguageFeatures,
  signal: AbortSignal,
): Promise<SampledStages> {
  const { executable, function: ordinal, name, lines } = kernel;
  const stages: Record<CodeStage, StagePlace[]> = { source: [], configured: [], llvm: [], assembly: [] };
  const files = new Set<string>();
  const addFile = (stage: CodeStage, label: string, file: string, line: number, doubt?: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const description = vscode.workspace.asRelativePath(file);
    stages[stage].push({ label, description, file, ...(doubt === undefined ? {} : { doubt }), open: (at = line) => openFile(file, at) });
  };
  const listing = vscode.l10n.t('disassembly of the sampled code');
  stages.assembly.push({ label: listing, description: path.basename(profile), open: () => openSampledListing(profile, executable, name) });
  const embedded = capture === undefined ? undefined : await embeddedTexts(capture, profile, kernel, signal);
  if (capture !== undefined && embedded !== undefined) await addCaptured(capture, embedded);
  const recorded = await changed(profile);
  for (const { path: file, line } of lines) {
    const saved = path.isAbsolute(file) ? await changed(file) : undefined;
    if (saved === undefined) continue;
    const isLater = recorded !== undefined && saved > recorded;
    addFile(
      stageOfFile(file),
      vscode.l10n.t('source'),
      file,
      line,
      isLater ? vscode.l10n.t('it was changed after it was sampled') : undefined,
    );
  }
  return stages;

  async function addCaptured(of: string, texts: readonly EmbeddedText[]): Promise<void> {
    const { compiled, found, stages: left = [] } = await features.sourceOf({ capture: of, executable, ordinal, name });
    const hottest = lines.find((one) => one.path === compiled?.path)?.line;
    if (found !== undefined) addFile(stageOfFile(found.file), vscode.l10n.t('source'), found.file, hottest ?? found.line, found.doubt);
    for (const { stage, file, line, doubt } of left) {
      const hot = lines.find((one) => path.basename(one.path) === path.basename(file))?.line;
      // Of assembly the code decides, and its lines say so.
      addFile(LEFT[stage as Stage], stage, file, hot ?? line, stage === 'assembly' ? undefined : doubt);
    }
    for (const { stage, name: text, index, line } of texts) {
      const open = (): Promise<void> => openEmbedded(of, executable, text, index, line);
      stages[stage].push({ label: vscode.l10n.t('embedded'), description: text, open });
    }
  }
}

interface EmbeddedText {
  readonly stage: CodeStage;
  readonly name: string;
  readonly index: number;
  readonly line: number;
}

/** Sources of its stages that a capture's executable embeds; undefined where its function has not the instructions that were sampled. */
async function embeddedTexts(
  file: string,
  profile: string,
  { executable, function: ordinal, name }: SampledChoice,
  signal: AbortSignal,
): Promise<readonly EmbeddedText[] | undefined> {
  const sampled = (await sampledCode(profile, name, signal)).map(({ instructions }) => instructions.map(({ text }) => withoutSymbol(text)));
  const capture = await openCapture(file);
  try {
    await capture.index(undefined, signal);
    const { instructions } = await capture.code.function(executable, ordinal, signal);
    const captured = instructions.map(({ mnemonic, operands }) => `${mnemonic} ${operands}`.trim());
    if (!sampled.some((texts) => texts.join('\n') === captured.join('\n'))) return undefined;
    const { functions, sources } = await capture.code.executable(executable, signal);
    const places = functions.find((one) => one.ordinal === ordinal)?.stages ?? [];
    return places.flatMap(({ stage, location: { path: text, line } }) => {
      const index = sources.findIndex((one) => one.path === text);
      const of = /\bsource$/.test(stage) ? 'source' : /\bconfigured$/.test(stage) ? 'configured' : undefined;
      return index === -1 || of === undefined ? [] : [{ stage: of, name: text, index, line }];
    });
  } catch {
    // What cannot be compared says nothing.
    signal.throwIfAborted();
    return undefined;
  } finally {
    capture.close();
  }
}

const withoutSymbol = (text: string): string => text.replace(/ <[^<>]*>$/, '');

async function openFile(file: string, line: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
  await vscode.window.showTextDocument(document, { preview: false, selection: atLine(line) });
}

/** As the page offers them. */
export function stageChoices(stages: SampledStages): readonly StageChoice[] {
  return (['source', 'configured', 'llvm', 'assembly'] as const).map((stage) => {
    const [first, ...others] = stages[stage];
    if (first === undefined) return { stage, isThere: false, title: missingWords(stage) };
    const said = vscode.l10n.t('{0}: {1}', first.label, first.description);
    return { stage, isThere: true, title: others.length === 0 ? said : vscode.l10n.t('{0}, and {1} more', said, others.length) };
  });
}

function missingWords(stage: CodeStage): string {
  return stage === 'source'
    ? vscode.l10n.t('Not known: no source file for the sampled code was found on this machine')
    : vscode.l10n.t('Not known. To have iree-compile write it next to the capture, use --iree-hal-dump-executable-files-to=DIR');
}

/** The file that a line of the machine code names; undefined where it is not known which file that is. */
export const fileNamed = (stages: SampledStages, named: string): StagePlace | undefined =>
  Object.values(stages)
    .flat()
    .find(({ file }) => file === named);

/** Shows one; asks which where there are several. */
export async function showStage(stages: SampledStages, stage: CodeStage): Promise<void> {
  const places = stages[stage];
  const items = places.map((place) => ({
    ...{ label: place.label, description: place.description, place },
    ...(place.doubt === undefined ? {} : { detail: `$(warning) ${place.doubt}` }),
  }));
  const place = places.length === 1 ? places[0] : (await pickOne(items, { title: vscode.l10n.t('Show'), matchOnDescription: true }))?.place;
  if (place !== undefined) await showPlace(place);
}

/** With what speaks against it. */
export async function showPlace({ open, description, doubt }: StagePlace, line?: number): Promise<void> {
  await open(line);
  if (doubt !== undefined) vscode.window.setStatusBarMessage(`$(warning) ${description}: ${doubt}`, 10_000);
}
