/** The error shown when the native core cannot be loaded. */

/** An error that problemOf() takes apart, and whose message says everything. */
export interface MissingCore extends Error {
  readonly code: 'UNAVAILABLE';
  readonly sentence: string;
  readonly remedy: string;
}

/** The platforms that have a package with a native core, as VS Code calls them. */
export const PLATFORMS: readonly string[] = ['linux-x64', 'linux-arm64'];

/** This machine's platform as VS Code calls it: Linux without glibc is "alpine". */
export function platformHere(): string {
  if (process.platform !== 'linux') return `${process.platform}-${process.arch}`;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return `${header.glibcVersionRuntime === undefined ? 'alpine' : 'linux'}-${process.arch}`;
}

/** The error on `platform`, whose addon fails to load because of `failure`, or is in none of the places searched. */
export function missingCore(platform: string, failure: string | undefined): MissingCore {
  const sentence =
    failure === undefined
      ? `The native core of IREE Replay, which reads and replays captures, is missing: this package has none for ${platform}`
      : `The native core of IREE Replay, which reads and replays captures, cannot be loaded on ${platform}: ${failure}`;
  const remedy = PLATFORMS.includes(platform)
    ? `Install the package of IREE Replay for ${platform}; in a checkout, run "npm run build".`
    : 'Open the capture on Linux with glibc, on x86-64 or 64-bit Arm; VS Code connects to such a machine by SSH, WSL or a container.';
  return Object.assign(new Error(`${sentence}. ${remedy}`), { code: 'UNAVAILABLE' as const, sentence, remedy });
}
