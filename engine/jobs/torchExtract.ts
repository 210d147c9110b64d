/** Operations of a trace of PyTorch, written so that they are replayed elsewhere with PyTorch alone. */
import { copyFile, mkdir, readdir, rename, rmdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { TorchExtracted, TorchExtractTold, TorchNotReplayed, TorchProgress } from '../../protocol/torch/replay';
import { inOwnFolder } from '../programs/ownFolder';
import { replaceFile } from '../programs/wholeFile';
import { writeZip } from '../programs/zip';
import { descriptionsText } from '../torch/descriptionFile';
import { DESCRIPTIONS, EXPECTED, handedOnReadme, SCRIPTS } from '../torch/handedOn';
import { findTorchPython } from '../torch/python';
import { callFlags, runReplay, type ReplayedLine } from '../torch/replayProcess';
import { readSchemaTable } from '../torch/schemaTable';
import { chosenOperations, toldOperation, type ChosenOperation } from '../torch/selection';
import { tracedOperations } from '../torch/tracedOperations';

/** What the script prints of an operation whose results it kept. */
interface KeptLine extends ReplayedLine {
  readonly results?: readonly { readonly name: string; readonly why?: string }[];
}

/**
 * `folder` has the table of schemas and the scripts. Rejects where the file is no trace, nothing of it can be handed on, what is to be written is
 * there already, or no PyTorch is found for what is expected. Nothing is left half written.
 */
export async function torchExtract(
  asked: TorchExtractTold,
  folder: string,
  report: (progress: TorchProgress) => void,
  signal: AbortSignal,
): Promise<TorchExtracted> {
  const { capture, output } = asked;
  const isZip = output.toLowerCase().endsWith('.zip');
  if (!isZip) await checkFree(output);
  const { operations } = await tracedOperations(capture, await readSchemaTable(folder), signal);
  const { described, undescribed } = chosenOperations(operations, asked);
  if (described.length === 0) throw new Error('none of what is meant has a description: ireereplay torch ops says why');
  return inOwnFolder(path.dirname(path.resolve(output)), async (own) => {
    const made = path.join(own, 'made');
    await mkdir(made);
    await writeFile(path.join(made, DESCRIPTIONS), descriptionsText(described));
    for (const script of SCRIPTS) await copyFile(path.join(folder, script), path.join(made, script));
    const expected = asked.expected ? await expectedOf(asked, described, made, report, signal) : undefined;
    const extracted = {
      ...{ output, operations: described.map(toldOperation), undescribed: [...undescribed] },
      ...(expected === undefined ? {} : { expected }),
    };
    await writeFile(path.join(made, 'README.md'), handedOnReadme(path.basename(capture), extracted));
    signal.throwIfAborted();
    if (isZip) await replaceFile(output, (beside) => writeZip(beside, made, path.basename(output).slice(0, -'.zip'.length), signal));
    else {
      await rmdir(output).catch(() => undefined);
      await rename(made, output);
    }
    return extracted;
  });
}

/** Rejects where a folder has something in it, or is none. */
async function checkFree(output: string): Promise<void> {
  const there = await readdir(output).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return [];
    throw code === 'ENOTDIR' ? new Error(`${output} is a file: name a new folder, or a .zip`) : error;
  });
  if (there.length > 0) throw new Error(`${output} is not empty: name a new folder, or a .zip`);
}

async function expectedOf(
  asked: TorchExtractTold,
  described: readonly ChosenOperation[],
  made: string,
  report: (progress: TorchProgress) => void,
  signal: AbortSignal,
): Promise<NonNullable<TorchExtracted['expected']>> {
  const python = await findTorchPython(asked, signal);
  const notReplayed: TorchNotReplayed[] = [];
  const leftOut: NonNullable<TorchExtracted['expected']>['leftOut'][number][] = [];
  let whole = 0;
  let done = 0;
  const hear = ({ index, reason = 'refused', message = '', results }: KeptLine): void => {
    report({ done: ++done, of: described.length });
    const operation = described[index];
    if (operation === undefined) return;
    if (results === undefined) notReplayed.push({ ...toldOperation(operation), reason, message });
    else {
      const { number, name } = operation;
      const without = results.flatMap(({ name: result, why }) => (why === undefined ? [] : [{ number, name, result, why }]));
      leftOut.push(...without);
      if (without.length === 0) ++whole;
    }
  };
  const flags = [...callFlags(asked), `--results=${path.join(made, EXPECTED)}`];
  const installation = await runReplay<KeptLine>(
    { python, folder: made, file: path.join(made, DESCRIPTIONS), flags, report: hear },
    signal,
  );
  return { installation, whole, leftOut, notReplayed };
}
