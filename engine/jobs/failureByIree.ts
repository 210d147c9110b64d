/** What a capture fails by on devices of the user's IREE: its replay does not come to its end, or what it reads back is wrong. */
import * as v from 'valibot';
import { verify } from '../../protocol/jobs/verify';
import type { RunOptions } from '../../protocol/replay/run';
import type { ReduceTold } from '../../protocol/sharing/sharing';
import { hostReads } from '../addon/composing';
import { agree, compareOutputs, type OutputBytes } from '../comparing/outputs';
import { comparingRanges } from '../comparing/rangeComparison';
import { rangeSentence } from '../comparing/verificationSentence';
import { IreeFailure, runByIree } from '../iree/replay';
import { findIreeTools } from '../iree/tools';
import { tryTimeoutMs, type Failing, type Failure } from '../reducing/failure';
import { collectByIree } from './outputsByIree';
import { typeOfAll } from './verifiedSides';
import { verifyByIree } from './verifyByIree';

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

/** A replay that does not come to its end, by how it ends. */
async function failingReplay(told: ReduceTold, signal: AbortSignal): Promise<Failure> {
  const { says } = told;
  const run: RunOptions = told;
  const tools = findIreeTools(run.iree);
  const ending = async (replayed: RunOptions): Promise<IreeFailure | undefined> => {
    try {
      await runByIree(tools, replayed, signal);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof IreeFailure) return error;
      throw error;
    }
  };
  const start = Date.now();
  const whole = await ending(run);
  if (whole === undefined)
    throw new Error('The replay of the whole capture does not fail. If its results are wrong, say by what: --expect, --against.');
  if (whole.isOfDevices) throw new Error(`It is not the capture that fails: ${whole.message}`);
  if (says !== undefined && !whole.message.includes(says))
    throw new Error(`The replay of the whole capture fails, but does not say ${says}: ${whole.message}`);
  // One that hangs is known by the time after which the user has it ended.
  const limit = tryTimeoutMs(told, Date.now() - start);
  const timeoutMs = whole.ending === 'timed-out' ? run.timeoutMs : Math.min(limit, run.timeoutMs ?? Infinity);
  const of = async (capture: string): Promise<Failing | undefined> => {
    const ended = await ending({ ...run, capture, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
    const isSame = ended?.how === whole.how && !ended.isOfDevices && (says === undefined || ended.message.includes(says));
    return isSame ? { end: ended.how, said: firstLine(ended.message) } : undefined;
  };
  return { keepsOrder: false, whole: { end: whole.how, said: firstLine(whole.message) }, of };
}

/** What the application read back at a record, and should not have. */
interface WrongOutput {
  readonly record: number;
  readonly bytes: Uint8Array;
}

/** So may memory be that nothing wrote. */
const isOneByte = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === bytes[0]);

/**
 * Wrong results. What a part of a capture should read back is not known, for what would compute it may be left out: it fails if it reads back
 * the same wrong bytes as the whole, which none but the same computation leaves.
 */
async function wrongResults(told: ReduceTold, signal: AbortSignal): Promise<Failure> {
  const { expect, againstDevices, againstCapture, type, tolerance } = told;
  const run: RunOptions = told;
  const others = { ...(expect === undefined ? {} : { expect }), ...(againstCapture === undefined ? {} : { againstCapture }) };
  const devices = againstDevices === undefined ? {} : { againstDevices };
  const verified = await verifyByIree(v.parse(verify.options, { run, type, tolerance, ...others, ...devices }), () => undefined, signal);
  if (verified.agrees) throw new Error(`Nothing is wrong with the whole capture. ${verified.sentence}`);
  if (verified.unknown !== undefined || verified.problems.length > 0 || !verified.deterministic)
    throw new Error(`What is wrong with the whole capture is not known well enough to look for it. ${verified.sentence}`);

  const start = Date.now();
  const [whole] = await collectByIree(run, 1, () => undefined, signal);
  const timeoutMs = Math.min(tryTimeoutMs(told, Date.now() - start), run.timeoutMs ?? Infinity);
  const differing = verified.ranges.flatMap((range, index) => {
    const [output, bytes] = [whole?.result.outputs[index], whole?.outputs[index]];
    return range.agrees || output === undefined || bytes === undefined ? [] : [{ range, record: output.record, bytes }];
  });
  const wrong: readonly WrongOutput[] = differing.filter(({ bytes }) => !isOneByte(bytes));
  const [first] = differing;
  if (first === undefined || wrong.length === 0)
    throw new Error(
      `What is wrong is one byte again and again, as memory may hold that nothing wrote: that a part of the capture reads it back would say nothing. ${verified.sentence}`,
    );
  const { functions } = await hostReads(run.capture, signal);
  const compare = comparingRanges(tolerance, functions);
  const elements = type === 'auto' ? typeOfAll(functions.map((name) => ({ function: name }))) : type;
  const readBack = async (capture: string, on: RunOptions): Promise<OutputBytes | undefined> => {
    try {
      return (await collectByIree({ ...on, capture, timeoutMs }, 1, () => undefined, signal))[0];
    } catch {
      signal.throwIfAborted();
      // Without some of its records it cannot be replayed.
      return undefined;
    }
  };
  const failing: Failing = { end: 'wrong results', said: rangeSentence(first.range) };
  const of = async (capture: string, records: readonly number[]): Promise<Failing | undefined> => {
    const found = await readBack(capture, run);
    if (found === undefined) return undefined;
    const isWrong = (index: number): boolean => {
      const record = records[found.result.outputs[index]?.record ?? -1];
      const same = wrong.find((one) => one.record === record);
      return same !== undefined && Buffer.compare(same.bytes, found.outputs[index] ?? new Uint8Array()) === 0;
    };
    const still = [...found.outputs.keys()].filter(isWrong);
    if (still.length === 0) return undefined;
    if (againstDevices === undefined || againstCapture !== undefined) return failing;
    const other = await readBack(capture, { ...run, devices: againstDevices });
    if (other === undefined) return undefined;
    for (const index of still) {
      const output = found.result.outputs[index];
      const [mine, theirs] = [found.outputs[index], other.outputs[index]];
      if (output === undefined || mine === undefined || theirs === undefined) continue;
      const right = [{ bytes: theirs, type: elements }];
      if (!agree(await compareOutputs(right, { outputs: [mine], result: { outputs: [output] } }, compare, []))) return failing;
    }
    return undefined;
  };
  return { keepsOrder: true, whole: failing, of };
}

/** Rejects where nothing fails, where what does cannot be told from something else, and where the devices are not there. */
export function failureByIree(told: ReduceTold, signal: AbortSignal): Promise<Failure> {
  const compares = [told.expect, told.againstDevices, told.againstCapture].some((one) => one !== undefined);
  return (compares ? wrongResults : failingReplay)(told, signal);
}
