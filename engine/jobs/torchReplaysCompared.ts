/** The same operations through two devices or versions of PyTorch: whether results agree, and which is faster. */
import { randomInt } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Difference } from '../../protocol/measurement/difference';
import { medianOf } from '../../protocol/measurement/statistics';
import { isDisturbed } from '../../protocol/results/separateRuns';
import type { TorchCompareTold, TorchInstallation, TorchProgress, TorchReplaysCompared } from '../../protocol/torch/replay';
import { describeSamples } from '../addon/measuring';
import { LEAST_PREPARATIONS } from '../comparing/preparations';
import { differenceOf } from '../comparing/verdict';
import { observeEnvironment } from '../measuring/environment';
import { measureAlone, type Tell } from '../measuring/measuringTurn';
import { READINGS } from '../measuring/resolution';
import { inOwnFolder } from '../programs/ownFolder';
import { descriptionsText } from '../torch/descriptionFile';
import { findTorchPython } from '../torch/python';
import { callFlags, runReplay, type ReplayedLine } from '../torch/replayProcess';
import { readSchemaTable } from '../torch/schemaTable';
import { chosenOperations, toldOperation, type ChosenOperation } from '../torch/selection';
import { tracedOperations } from '../torch/tracedOperations';

type Compared = TorchReplaysCompared['operations'][number];
type NotReplayed = TorchReplaysCompared['notReplayed'][number];
type Times = NonNullable<Compared['times']>;

/** One of both that are compared. */
interface Side {
  readonly python: string;
  readonly flags: readonly string[];
}

/** What the script prints of an operation whose results it compared. */
interface ComparedLine extends ReplayedLine, Partial<Pick<Compared, 'verdict' | 'why' | 'results'>> {}

/** Runs the script on operations, and tells each line with its operation. */
type Replay = (
  side: Side,
  operations: readonly ChosenOperation[],
  flags: readonly string[],
  hear: (operation: ChosenOperation, line: ComparedLine) => void,
) => Promise<TorchInstallation>;

/** Tensors of operations whose results are on the disk at a time have at most about so many bytes. */
const MOST_BYTES = 2 ** 31;

/** As torchCompare(). */
export async function torchReplaysCompared(
  asked: TorchCompareTold,
  folder: string,
  report: (progress: TorchProgress) => void,
  signal: AbortSignal,
  waits: Tell,
): Promise<TorchReplaysCompared> {
  const { capture, withPython, withDevice, resultsOnly } = asked;
  const { operations: all } = await tracedOperations(capture, await readSchemaTable(folder), signal);
  const { described, undescribed } = chosenOperations(all, asked);
  if (described.length === 0) throw new Error('none of what is meant has a description: ireereplay torch ops says why');
  const python = await findTorchPython(asked, signal);
  const other = withPython === undefined ? python : await findTorchPython({ python: withPython, environments: [] }, signal);
  const sides: readonly [Side, Side] = [
    { python, flags: callFlags(asked) },
    { python: other, flags: callFlags({ ...asked, device: withDevice ?? asked.device }) },
  ];
  const of = described.length * (2 + (resultsOnly ? 0 : 3 * LEAST_PREPARATIONS));
  return measureAlone(path.basename(capture), waits, signal, () =>
    inOwnFolder(tmpdir(), async (own) => {
      let done = 0;
      const replay: Replay = async (side, operations, flags, hear) => {
        const file = path.join(own, 'operations.json');
        await writeFile(file, descriptionsText(operations));
        const told = (line: ComparedLine): void => {
          report({ done: ++done, of });
          const operation = operations[line.index];
          if (operation !== undefined) hear(operation, line);
        };
        return runReplay({ python: side.python, folder, file, flags: [...side.flags, ...flags], report: told }, signal);
      };
      const observed = observeEnvironment('iree');
      const found = await comparedResults(asked, described, sides, path.join(own, 'results'), replay);
      const timed = resultsOnly ? found.operations : await comparedTimes(asked, found, described, sides, replay);
      const environment = observed([], 1);
      const counted = (verdict: Compared['verdict']): number => timed.filter((each) => each.verdict === verdict).length;
      return {
        kind: 'replays',
        ...{ first: found.first, second: found.second, operations: timed, notReplayed: found.notReplayed, undescribed: [...undescribed] },
        asked: described.length,
        verdicts: { agrees: counted('agrees'), differs: counted('differs'), 'not-known': counted('not-known') },
        ...{ began: environment.date, disturbed: isDisturbed(environment), notes: environment.notes },
      };
    }),
  );
}

interface ResultsCompared extends Pick<TorchReplaysCompared, 'first' | 'second'> {
  readonly operations: readonly Compared[];
  readonly notReplayed: readonly NotReplayed[];
}

/** The first side's results are kept, and the second compares its own with them: some operations at a time, for results may be large. */
async function comparedResults(
  { absolute, relative }: TorchCompareTold,
  described: readonly ChosenOperation[],
  [one, other]: readonly [Side, Side],
  kept: string,
  replay: Replay,
): Promise<ResultsCompared> {
  const operations: Compared[] = [];
  const notReplayed: NotReplayed[] = [];
  const without = (by: NotReplayed['by'], operation: ChosenOperation, { reason = 'refused', message = '' }: ComparedLine): void => {
    notReplayed.push({ ...toldOperation(operation), reason, message, by });
  };
  const tolerance = [
    ...(absolute === undefined ? [] : [`--absolute=${absolute}`]),
    ...(relative === undefined ? [] : [`--relative=${relative}`]),
  ];
  let first: TorchInstallation | undefined;
  let second: TorchInstallation | undefined;
  for (const group of groupsOf(described)) {
    const there: ChosenOperation[] = [];
    first = await replay(one, group, [`--results=${kept}`], (operation, line) => {
      if (line.state === 'replayed') there.push(operation);
      else without('first', operation, line);
    });
    // The same file, for results are told by their operation's place in it.
    second = await replay(other, group, [`--expected=${kept}`, ...tolerance], (operation, line) => {
      if (!there.includes(operation)) return;
      if (line.verdict === undefined) without('second', operation, line);
      else {
        const { verdict, why, results = [], assumed = [] } = line;
        operations.push({
          ...toldOperation(operation),
          ...{ verdict, ...(why === undefined ? {} : { why }), results: [...results], assumed: [...assumed] },
        });
      }
    });
    await rm(kept, { recursive: true, force: true });
  }
  if (first === undefined || second === undefined) throw new Error('there is no operation to compare');
  return { first, second, operations, notReplayed };
}

/** Bytes of an operation's tensors, if each element had eight. */
function bytesOf({ description }: ChosenOperation): number {
  return description.arguments
    .flatMap(({ value }) => (value.kind === 'tensor' ? [value.tensor] : value.kind === 'tensors' ? value.tensors : []))
    .reduce((sum, { shape }) => sum + 8 * shape.reduce((product, size) => product * size, 1), 0);
}

function groupsOf(operations: readonly ChosenOperation[]): readonly (readonly ChosenOperation[])[] {
  const groups: ChosenOperation[][] = [];
  let bytes = Infinity;
  for (const operation of operations) {
    const own = bytesOf(operation);
    if (bytes + own > MOST_BYTES) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(operation);
    bytes += own;
  }
  return groups;
}

/** Nanoseconds that a time may be off by: a reading of the processor's clock from Python, or of an event (cudaEventElapsedTime: about 0.5 us). */
const resolutionOf = ({ device }: TorchInstallation): number => (device.startsWith('cuda') ? 500 : 50);

/** Samples of an operation in each preparation: of the first side, the second, and the first once more. */
type Samples = readonly [first: number[][], second: number[][], again: number[][]];

/** Each preparation is a process of either side and one more of the first, in random order: that says how far the same is from itself. */
async function comparedTimes(
  { warmUp, repetitions, seconds }: TorchCompareTold,
  { operations, first, second }: ResultsCompared,
  described: readonly ChosenOperation[],
  [one, other]: readonly [Side, Side],
  replay: Replay,
): Promise<readonly Compared[]> {
  // What differs does other work: its times say nothing.
  const meant = new Set(operations.flatMap(({ number, verdict }) => (verdict === 'differs' ? [] : [number])));
  const timed = described.filter(({ number }) => meant.has(number));
  if (timed.length === 0) return operations;
  const flags = [`--warm-up=${warmUp}`, `--repetitions=${repetitions}`, `--seconds=${seconds}`];
  const samples = new Map<number, Samples>(timed.map(({ number }) => [number, [[], [], []]]));
  for (let preparation = 0; preparation < LEAST_PREPARATIONS; ++preparation) {
    const turns = [0, 1, 2];
    while (turns.length > 0) {
      const [turn = 0] = turns.splice(randomInt(turns.length), 1);
      await replay(turn === 1 ? other : one, timed, flags, ({ number }, { times }) => {
        const taken = samples.get(number)?.[turn];
        if (taken !== undefined) taken[preparation] = [...(times?.samples_ns ?? [])];
      });
    }
  }
  const resolution = Math.max(resolutionOf(first), resolutionOf(second));
  return Promise.all(
    operations.map(async (operation) => {
      const taken = samples.get(operation.number);
      const times = taken === undefined ? undefined : await timesOf(taken, resolution);
      return times === undefined ? operation : { ...operation, times };
    }),
  );
}

/** Undefined where one of both was not timed in every preparation. */
async function timesOf(samples: Samples, resolution: number): Promise<Times | undefined> {
  // Pairs: as many of each in a preparation.
  const pairs = Array.from({ length: LEAST_PREPARATIONS }, (_, at) => Math.min(...samples.map((side) => side[at]?.length ?? 0)));
  if (pairs.includes(0)) return undefined;
  const [first, second, again] = samples.map((side) => Float64Array.from(side.flatMap((each, at) => each.slice(0, pairs[at]))));
  if (first === undefined || second === undefined || again === undefined) return undefined;
  const measurable = Math.min(medianOf(first), medianOf(second)) >= READINGS * resolution;
  const [difference, ...statistics] = await Promise.all([
    differenceOf([first, second, again], pairs, { ns: resolution, measurable }),
    describeSamples(first),
    describeSamples(second),
  ]);
  const [ofFirst, ofSecond] = statistics;
  return {
    first: { samples: [...first], statistics: ofFirst },
    second: { samples: [...second], statistics: ofSecond },
    difference: toldDifference(difference),
  };
}

const toldDifference = ({ verdict, ratio, interval, noise, again, missing }: Difference): Times['difference'] => ({
  ...{ verdict, ratio, interval },
  ...(noise === undefined || !Number.isFinite(noise) ? {} : { noise }),
  ...(again === undefined ? {} : { again }),
  ...(missing === undefined ? {} : { missing }),
});
