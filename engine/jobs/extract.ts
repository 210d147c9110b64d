/** A piece of a capture as a capture of its own. */
import type { ExtractTold } from '../../protocol/sharing/sharing';
import { problemOf } from '../../protocol/base/problemOf';
import { chosenDispatches, listDispatches, type DispatchList } from '../addon/dispatches';
import { extractPiece, type Piece } from '../addon/sharing';
import { untilNobodyMeasures } from '../measuring/measuringTurn';
import { projectFolder, refuseProject, writeProject } from './project';
import type { Work } from './work';

/** The dispatches that are meant. What stands against a replay behind them does not matter. */
async function listMeant(options: ExtractTold, selectors: readonly string[], signal: AbortSignal): Promise<DispatchList> {
  try {
    return await listDispatches(options, signal, { selectors });
  } catch (error) {
    const { record } = problemOf(error);
    if (signal.aborted || record === undefined) throw error;
    const before = await listDispatches({ ...options, stopBeforeRecord: record }, signal, { selectors });
    // It may be behind what cannot be replayed.
    if (before.unmatched !== undefined) throw error;
    return before;
  }
}

async function pieceOf(options: ExtractTold, signal: AbortSignal): Promise<Piece> {
  const { scope, records, dispatch } = options;
  if (scope !== undefined) return { scope };
  if (records !== undefined) return { begin: records.first, end: records.last + 1 };
  const [first] = chosenDispatches(await listMeant(options, [dispatch ?? ''], signal)).dispatches;
  if (first === undefined) throw new Error(`The capture executes no dispatch ${dispatch ?? ''}.`);
  return { dispatch: first.record, via: first.via };
}

/** Writes it. Rejects where the capture cannot be replayed, and where the piece alone leaves other bytes. */
export const work: Work<'extract'> = async (options, report, signal, waits) => {
  await untilNobodyMeasures(waits, signal);
  report({ phase: 'executing', record: 0, records: 0 });
  if (options.iree !== undefined)
    return (await import('../iree/extraction')).extractByIree(options, await pieceOf(options, signal), signal);
  if (options.as === undefined) return extractPiece(options, await pieceOf(options, signal), signal);
  await refuseProject(projectFolder(options.output));
  const extracted = await extractPiece(options, await pieceOf(options, signal), signal);
  return { ...extracted, project: await writeProject(options, signal, waits) };
};
