/** The command line that does what a button does. */
import type { ReplaySettings } from '../../protocol/replay';

/** As a POSIX shell reads it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** `ireereplay run` as the editor replays. */
export function runCommandLine(capture: string, settings: ReplaySettings): string {
  return ['ireereplay', 'run', ...settingsFlags(settings), capture].map(shellWord).join(' ');
}

/** The flags that say what the settings do, not yet quoted. */
export function settingsFlags(settings: ReplaySettings): readonly string[] {
  const { engine, device, workers, fileRemaps, assumeHostSignals, allowFileWrites, guardBuffers } = settings;
  return [
    ...(engine === 'iree' ? ['--engine=iree'] : []),
    `--device=${device}`,
    ...(workers === undefined || device === 'local-sync' ? [] : [`--task_topology_group_count=${String(workers)}`]),
    ...fileRemaps.map((remap) => `--replay_file_remap=${remap}`),
    ...(assumeHostSignals ? ['--assume_host_signals'] : []),
    ...(allowFileWrites ? ['--allow_file_writes'] : []),
    ...(guardBuffers ? ['--guard_buffers'] : []),
  ];
}
