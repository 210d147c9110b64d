/** How samples were taken, of what the recorder says of it: the JSON of kSamplingContentType in native/core/profile/replay_chunks.h. */
import { isRecord } from '../../protocol/base/isRecord';
import type { Sampling, SamplingCost } from '../../protocol/code/hotspots';

/** What is not there, or not as this engine writes it, is absent. */
export function samplingOf(said: unknown): Sampling {
  if (!isRecord(said)) return {};
  const { event, rate_hz: rateHz, allowed_overhead: allowedOverhead, interrupt_ns: interruptNs, most_overhead: mostOverhead } = said;
  const { method, runs, lost } = said;
  const cost = costOf(said['cost']);
  return {
    ...(typeof event === 'string' ? { event } : {}),
    ...(typeof rateHz === 'number' ? { rateHz } : {}),
    ...(typeof allowedOverhead === 'number' ? { allowedOverhead } : {}),
    ...(typeof interruptNs === 'number' ? { interruptNs } : {}),
    ...(typeof mostOverhead === 'number' ? { mostOverhead } : {}),
    ...(typeof method === 'string' ? { method } : {}),
    ...(typeof runs === 'number' ? { runs } : {}),
    ...(typeof lost === 'string' && /^\d+$/.test(lost) ? { lost } : {}),
    ...(cost === undefined ? {} : { cost }),
  };
}

function costOf(said: unknown): SamplingCost | undefined {
  if (!isRecord(said)) return undefined;
  const { ratio, low, high, runs } = said;
  const isKnown = (one: unknown): one is number => typeof one === 'number' && one > 0;
  return isKnown(ratio) && isKnown(low) && isKnown(high) && isKnown(runs) ? { ratio, low, high, runs } : undefined;
}
