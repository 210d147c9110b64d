/** The operations of a trace, or of a file of descriptions, each with its description or why it has none. */
import { open, stat } from 'node:fs/promises';
import type { TorchShapeRow } from '../../protocol/neighbour/torch';
import type { DescribedTorchOperation, TorchOps } from '../../protocol/torch/description';
import type { TorchOperation } from '../../protocol/torch/operation';
import { readTorchTrace } from '../addon/torch';
import { describedOperation } from './describe';
import { readDescriptions } from './descriptionFile';
import { readText } from './packedText';
import type { SchemaTable } from './schemaTable';

/** Nanoseconds of a call, in the mean: on the host, and of what devices did for it, absent where nothing. */
export interface TracedTimes {
  readonly hostNs: number;
  readonly deviceNs?: number;
}

/** An operation, and what a trace says of its time. */
export interface TracedOperation extends DescribedTorchOperation {
  /** From 1, in the order of the file. */
  readonly number: number;
  /** Absent in a file of descriptions. */
  readonly times?: TracedTimes;
}

/** What a file has of operations. */
export interface TracedOperations {
  readonly operations: readonly TracedOperation[];
  /** As TorchOps has it. */
  readonly withoutShapes: number;
  readonly problems: TorchOps['problems'];
  /** Names of the trace's devices, each once, where it is read with its times. */
  readonly devices: readonly string[];
}

/** Rows of the table of times: all. */
const ALL = 2 ** 31;

/**
 * Reads a trace or a file of descriptions; of a trace with the times of operations if `timed`. Of a torn trace it is those that could be read.
 * Rejects with a sentence where the file is neither.
 */
export async function tracedOperations(file: string, table: SchemaTable, signal: AbortSignal, timed = false): Promise<TracedOperations> {
  if (await hasDescriptions(file)) {
    try {
      const operations = readDescriptions(await readText(file), table).map((operation, index) => ({ ...operation, number: index + 1 }));
      return { operations, withoutShapes: 0, problems: [], devices: [] };
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  const trace = await readTorchTrace(file, signal);
  const { operations, withoutShapes, problems } = await trace.operations();
  const told = timed ? await trace.describe(ALL, signal) : undefined;
  const times = new Map(told?.byShape.rows.map((row) => [keyOf(row), timesOf(row)] as const));
  return {
    withoutShapes,
    problems: [...problems],
    devices: [...new Set(told?.devices.map(({ name }) => name))],
    operations: operations.map((operation, index) => {
      const time = times.get(keyOf(operation));
      return { number: index + 1, ...describedOperation(operation, table), ...(time === undefined ? {} : { times: time }) };
    }),
  };
}

type Inputs = Pick<TorchOperation, 'name' | 'inputDims' | 'inputTypes' | 'inputStrides' | 'concreteInputs'>;

const keyOf = ({ name, inputDims, inputTypes, inputStrides, concreteInputs }: Inputs): string =>
  JSON.stringify([name, inputDims, inputTypes, inputStrides ?? null, concreteInputs]);

function timesOf({ count, totalNs, deviceTotalNs, deviceCount }: TorchShapeRow): TracedTimes {
  const hostNs = Number(totalNs) / count;
  return deviceCount > 0 || Number(deviceTotalNs) > 0 ? { hostNs, deviceNs: Number(deviceTotalNs) / count } : { hostNs };
}

/** Whether a file begins as one of descriptions does. */
async function hasDescriptions(file: string): Promise<boolean> {
  // What is read twice cannot be a pipe.
  if (!(await stat(file)).isFile()) throw new Error(`${file} is not a file`);
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(4096), 0, 4096, 0);
    return /^\s*(?:\[\s*\]\s*$|\[\s*\{\s*"op_name"\s*:)/.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await opened.close();
  }
}
