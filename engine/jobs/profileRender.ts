/** profile render: a profile's timeline for other programs. */
import type { RenderFormat } from '../../protocol/jobs/profileRender';
import { chrome } from '../rendering/chrome';
import { readDeviceClocks } from '../rendering/deviceClocks';
import { exportLines } from '../rendering/exportLines';
import { folded } from '../rendering/folded';
import { outputTo, type Output } from '../rendering/output';
import { perfetto } from '../rendering/perfetto';
import { drawProfile } from '../rendering/profileTimeline';
import { speedscope } from '../rendering/speedscope';
import type { Rendering } from '../rendering/timeline';

const RENDERINGS: Readonly<Record<RenderFormat, (output: Output) => Rendering>> = { perfetto, chrome, speedscope, folded };

/**
 * Writes the timeline to the file descriptor `fd`, and resolves with what is unusual about the profile, in a sentence, or with nothing.
 * Rejects as reportProfile() does; what is whole has been written then.
 */
export async function renderProfile(profile: string, format: RenderFormat, fd: number, signal?: AbortSignal): Promise<string | undefined> {
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
