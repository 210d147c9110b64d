/** Looking at an operation's buffers, before it and after it. */
import { inspect, type KeptInspection } from '../addon/inspection';
import { withBuiltKernels } from '../kernels/substitutes';
import { untilNobodyMeasures } from '../measuring/measuringTurn';
import { nativeOnly, type Work } from './work';

/** The two jobs of it: what the latest inspection found is kept, so that another type or page answers at once. */
export function inspecting(): { readonly inspect: Work<'inspect'>; readonly elements: Work<'elements'> } {
  let kept: KeptInspection | undefined;
  return {
    inspect: async (options, report, signal, waits) => {
      kept = undefined;
      nativeOnly(options.run, 'contents of buffers');
      await untilNobodyMeasures(waits, signal);
      report({ phase: 'executing', record: 0, records: 0 });
      kept = await inspect({ ...options, run: await withBuiltKernels(options.run, signal) }, signal);
      return kept.inspection;
    },
    elements: async (request) => {
      if (kept === undefined) throw new Error('Nothing has been inspected.');
      return kept.elements(request);
    },
  };
}
