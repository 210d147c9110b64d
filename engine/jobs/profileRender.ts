/** profile render: a profile's timeline for other programs. */
import { renderPage } from './profilePage';
import { isSampleFormat, type RenderFormat, type SampleFormat, type TimelineFormat } from '../../protocol/jobs/profileRender';
import { chrome } from '../rendering/chrome';
import { readDeviceClocks } from '../rendering/deviceClocks';
import { exportLines } from '../rendering/exportLines';
import { folded } from '../rendering/folded';
import { outputTo, type Output } from '../rendering/output';
import { perfetto } from '../rendering/perfetto';
import { PprofWriter } from '../rendering/pprof';
import { drawProfile } from '../rendering/profileTimeline';
import { readSamples, type SampleWriter } from '../rendering/samples';
import { speedscope } from '../rendering/speedscope';
import { SpeedscopeSamples } from '../rendering/speedscopeSamples';
import type { Rendering } from '../rendering/timeline';

const RENDERINGS: Readonly<Record<TimelineFormat, (output: Output) => Rendering>> = { perfetto, chrome, speedscope, folded };

/** Each is told of all samples before it writes. */
const SAMPLES: Readonly<Record<SampleFormat, () => SampleWriter>> = {
  pprof: () => new PprofWriter(),
  'speedscope-samples': () => new SpeedscopeSamples(),
};

/**
 * Writes the timeline, or the samples, to the file descriptor `fd`, and resolves with what is unusual about the profile, in a sentence, or with nothing.
 * Rejects as reportProfile() does; what is whole has been written then. `pages` is the folder of the built pages, dist/webview.
 */
export function renderProfile(
  profile: string,
  format: RenderFormat,
  { pages, fd }: { readonly pages: string; readonly fd: number },
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (format === 'html') return renderPage(profile, pages, fd, signal);
  return isSampleFormat(format) ? renderSamples(profile, format, fd, signal) : renderTimeline(profile, format, fd, signal);
}

/** Of a damaged profile, what is whole is written, and then this rejects. */
async function renderSamples(profile: string, format: SampleFormat, fd: number, signal?: AbortSignal): Promise<string | undefined> {
  const samples = SAMPLES[format]();
  let notice: string | undefined;
  let failure: Error | undefined;
  try {
    await readSamples(profile, samples, (sentence) => (notice = sentence), signal);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
  }
  signal?.throwIfAborted();
  if (samples.count > 0) samples.write(outputTo(fd));
  if (failure !== undefined) throw failure;
  return notice;
}

async function renderTimeline(profile: string, format: TimelineFormat, fd: number, signal?: AbortSignal): Promise<string | undefined> {
  // What a device's clock says is known at the end of the profile only: it is read twice.
  const clocks = await readDeviceClocks(wholeLines(profile, signal));
  let notice: string | undefined;
  const lines = async function* (): AsyncGenerator<string> {
    const note = (sentence: string): void => {
      notice = sentence;
    };
    yield* exportLines(profile, 'export', note, signal);
    yield* exportLines(profile, 'workers', () => undefined, signal);
  };
  await drawProfile(lines(), clocks, RENDERINGS[format](outputTo(fd)));
  return notice;
}

/** Up to where the profile ends early: that is said when it is drawn. */
async function* wholeLines(profile: string, signal?: AbortSignal): AsyncGenerator<string> {
  try {
    yield* exportLines(profile, 'export', () => undefined, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof Error)) throw error;
  }
}
