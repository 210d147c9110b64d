/** Large profiles, recorded anew in each run: those of an older recorder would be measured else. */
import * as path from 'node:path';
import { repeated } from './captures';
import { timeProgram } from './measure';

const cli = path.join(__dirname, '..', 'bin', 'ireereplay');

/** Beside events of queues and executions what gives tracks of other kinds. */
const DATA = 'queue-events,host-execution,memory-events,device-metrics';

/** A profile of `times` times 100,000 dispatches, in a command buffer that is executed again and again. They follow each other without a gap. */
export async function recordedProfile(folder: string, times: number): Promise<string> {
  const capture = await repeated('reused-command-buffer-100k', times);
  const profile = path.join(folder, `${String(times)}.ireeprof`);
  const flags = ['--device=local-sync', `--device_profiling_mode=${DATA}`, `--device_profiling_output=${profile}`];
  await timeProgram(process.execPath, [cli, 'run', ...flags, capture], path.join(folder, 'output'));
  return profile;
}
