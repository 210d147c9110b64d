/** How a run ended, in one sentence, for logs and notifications. */
import { counted } from '../../protocol/words/countWords';
import { endWords } from '../../protocol/words/endWords';
import type { RunState } from '../../protocol/replay/run';

export function endedSentence(run: RunState): string {
  switch (run.state) {
    case 'idle':
      return 'Not replayed yet.';
    case 'running':
      return `Replaying, at record ${String(run.progress.record)}.`;
    case 'done': {
      if ('program' in run.result) return `Replayed by ${run.result.program} on ${run.result.devices.join(', ')}.`;
      const { devices, executeNs, operations, dispatches, outputs } = run.result;
      return `Replayed on ${devices.join(', ')} in ${(Number(executeNs) / 1e6).toFixed(3)} ms: ${counted(operations, 'operation')}, ${counted(dispatches, 'dispatch', 'dispatches')}, ${counted(outputs.length, 'output')}.`;
    }
    case 'refused': {
      const errors = run.problems.filter(({ severity }) => severity === 'error');
      return `Not replayed: ${errors.map(({ message }) => message).join(' ')}`;
    }
    case 'failed':
      return `The replay failed: ${run.problem.message}`;
    case 'cancelled':
      return `The replay was ${endWords(run).toLowerCase()}.`;
    case 'crashed': {
      const { signal, function: name, record } = run.crash;
      const where = `${name === undefined ? '' : ` in ${name}`}${record === undefined ? '' : ` at record ${String(record)}`}`;
      return `The captured code ended the engine process with ${signal}${where}.`;
    }
  }
}
