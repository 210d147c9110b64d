/** The command line that does what a button does. */

/** As a POSIX shell reads it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** `ireereplay run` with the device and remaps of the editor. */
export function runCommandLine(capture: string, device: string, fileRemaps: readonly string[]): string {
  return ['ireereplay', 'run', `--device=${device}`, ...fileRemaps.map((remap) => `--replay_file_remap=${remap}`), capture]
    .map(shellWord)
    .join(' ');
}
