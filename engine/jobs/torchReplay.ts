/** Calls operations of a trace of PyTorch through the installed PyTorch, and says how long they take, beside what the trace says. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { isDisturbed } from '../../protocol/results/separateRuns';
import type { TorchNotReplayed, TorchProgress, TorchReplayFound, TorchReplayTold } from '../../protocol/torch/replay';
import { describeSamples } from '../addon/measuring';
import { observeEnvironment } from '../measuring/environment';
import { measureAlone, type Tell } from '../measuring/measuringTurn';
import { inOwnFolder } from '../programs/ownFolder';
import { descriptionsText } from '../torch/descriptionFile';
import { findTorchPython } from '../torch/python';
import { callFlags, runReplay, type ReplayedLine } from '../torch/replayProcess';
import { readSchemaTable } from '../torch/schemaTable';
import { chosenOperations, toldOperation, type ChosenOperation } from '../torch/selection';
import { tracedOperations } from '../torch/tracedOperations';

type Replayed = TorchReplayFound['operations'][number];

/**
 * `folder` has the table of schemas and the scripts. Rejects where the file is no trace, nothing of it is meant, or no PyTorch is found, and
 * where the device is not there.
 */
export async function torchReplay(
  asked: TorchReplayTold,
  folder: string,
  report: (progress: TorchProgress) => void,
  signal: AbortSignal,
  waits: Tell,
): Promise<TorchReplayFound> {
  const { capture, inputs, warmUp, repetitions, seconds } = asked;
  const traced = await tracedOperations(capture, await readSchemaTable(folder), signal, true);
  const { described, undescribed } = chosenOperations(traced.operations, asked);
  if (inputs.length > 0 && described.length !== 1) {
    throw new Error(`--input is the data of one operation, and ${described.length} are meant: choose one with --operation`);
  }
  const python = await findTorchPython(asked, signal);
  const flags = [
    ...callFlags(asked),
    ...[`--warm-up=${warmUp}`, `--repetitions=${repetitions}`, `--seconds=${seconds}`],
    ...inputs.map(({ argument, file }) => `--input=${argument}=${path.resolve(file)}`),
    ...(asked.stopOnError ? ['--stop-on-error'] : []),
  ];
  const lines: ReplayedLine[] = [];
  const hear = (line: ReplayedLine): void => {
    lines.push(line);
    report({ done: lines.length, of: described.length });
  };
  const { installation, environment } = await measureAlone(path.basename(capture), waits, signal, () =>
    inOwnFolder(tmpdir(), async (own) => {
      const file = path.join(own, 'operations.json');
      await writeFile(file, descriptionsText(described));
      const observed = observeEnvironment('iree');
      const found = await runReplay({ python, folder, file, flags, report: hear }, signal);
      return { installation: found, environment: observed([], 1) };
    }),
  );
  const operations: Replayed[] = [];
  const notReplayed: TorchNotReplayed[] = [];
  for (const line of lines) {
    const operation = described[line.index];
    if (operation === undefined) continue;
    if (line.times !== undefined) operations.push(await timedOperation(operation, line, line.times.samples_ns));
    else {
      const { reason = 'refused', message = '' } = line;
      notReplayed.push({ ...toldOperation(operation), reason, message });
    }
  }
  return {
    ...{ installation, operations, notReplayed, undescribed: [...undescribed], asked: described.length },
    ...{ began: environment.date, disturbed: isDisturbed(environment), notes: environment.notes },
  };
}

async function timedOperation(operation: ChosenOperation, { assumed = [] }: ReplayedLine, samples: readonly number[]): Promise<Replayed> {
  const statistics = await describeSamples(Float64Array.from(samples));
  const { times } = operation;
  const traced = times?.deviceNs ?? times?.hostNs ?? 0;
  const { median, interval } = statistics;
  return {
    ...toldOperation(operation),
    ...{ assumed: [...assumed], samples: [...samples], statistics },
    ...(times === undefined ? {} : { trace: times }),
    ...(times === undefined || traced === 0
      ? {}
      : {
          timesTrace: {
            of: times.deviceNs === undefined ? ('host' as const) : ('device' as const),
            ratio: median / traced,
            interval: [interval[0] / traced, interval[1] / traced] as const,
          },
        }),
  };
}
