/** Recording samples until there are so many that their shares say something: sooner on an idle machine than on a busy one. */

/** A tenth of a second of a kernel has hundreds of samples, unless the kernel counts time in larger steps than this asks for. */
const RATE = '--sample_rate=3989';
const MOST_SECONDS = 8;

/** What `record` gives of the flags for it, for so long that there are `enough` samples in that. */
export async function withEnoughSamples<T>(
  enough: number,
  record: (flags: readonly string[]) => T | Promise<T>,
  samplesIn: (recorded: T) => number,
): Promise<T> {
  for (let seconds = 1; ; seconds *= 2) {
    const recorded = await record([RATE, `--sample_seconds=${String(seconds)}`]);
    if (samplesIn(recorded) >= enough || seconds >= MOST_SECONDS) return recorded;
  }
}
