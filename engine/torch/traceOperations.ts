/** The operations of a trace of PyTorch's profiler: Chrome's trace format, as JSON, or that compressed by gzip. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { TorchOperation } from '../../protocol/torch/operation';

/** What a trace has of operations. */
export interface TraceOperations {
  /** Different by name, shapes, types, strides and values, in the order of their first calls. */
  readonly operations: readonly TorchOperation[];
  /** Calls that the trace has without shapes. */
  readonly withoutShapes: number;
}

/** The longest text that is read: what a string of JavaScript holds. */
const MOST_BYTES = 512 * 1024 * 1024 - 64;

/** Reads a trace whole. Rejects with a sentence where it is none, or is larger than 512 MiB. */
export async function uniqueOperations(file: string): Promise<TraceOperations> {
  const text = await readText(file);
  let trace: unknown;
  try {
    trace = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  const events = eventsOf(trace);
  if (events === undefined) throw new Error(`${file} is no trace of PyTorch's profiler: it has no traceEvents`);
  return operationsOf(events);
}

/** The text of a file that gzip may have compressed. Rejects with a sentence where it is larger than 512 MiB. */
export async function readText(file: string): Promise<string> {
  const tooLarge = (): Error => new Error(`${file} is larger than 512 MiB, the most that is read`);
  const bytes = await readFile(file);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    if (bytes.length > MOST_BYTES) throw tooLarge();
    return bytes.toString('utf8');
  }
  try {
    return (await promisify(gunzip)(bytes, { maxOutputLength: MOST_BYTES })).toString('utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new Error(`${file} cannot be unzipped: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Traces are an object with traceEvents; older ones are the list alone. */
function eventsOf(trace: unknown): readonly unknown[] | undefined {
  const events: unknown = isRecord(trace) ? trace['traceEvents'] : trace;
  return Array.isArray(events) ? events : undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');

function operationsOf(events: readonly unknown[]): TraceOperations {
  const found = new Map<string, TorchOperation>();
  let withoutShapes = 0;
  for (const event of events) {
    // Versions before 1.11 call the category "Operator".
    if (!isRecord(event) || typeof event['name'] !== 'string' || (event['cat'] !== 'cpu_op' && event['cat'] !== 'Operator')) continue;
    const args = isRecord(event['args']) ? event['args'] : {};
    const inputDims = args['Input Dims'] ?? args['Input dims'];
    const inputTypes = args['Input type'];
    const concreteInputs = args['Concrete Inputs'] ?? [];
    if (inputDims === undefined || !isTexts(inputTypes) || !isTexts(concreteInputs)) {
      withoutShapes += 1;
      continue;
    }
    const inputStrides = args['Input Strides'];
    const externalId = args['External id'];
    const key = JSON.stringify([event['name'], inputDims, inputTypes, inputStrides, concreteInputs]);
    const known = found.get(key);
    if (known === undefined) {
      found.set(key, {
        name: event['name'],
        inputDims,
        inputTypes,
        ...(inputStrides === undefined ? {} : { inputStrides }),
        concreteInputs,
        ...(typeof externalId === 'number' ? { externalId } : {}),
        count: 1,
      });
    } else {
      known.count += 1;
    }
  }
  return { operations: [...found.values()], withoutShapes };
}
