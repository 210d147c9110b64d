/** Where the capture lies that a profile was recorded of: where it was, where the user has said that it is, or beside the profile. */
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import type { ProfileSummary } from '../../protocol/profile/profile';

type Recorded = NonNullable<ProfileSummary['capture']>;

export interface CaptureOfProfile {
  /** The capture with its place and whether it is still the same; undefined where the profile names none. A name is one in `folder`, the profile's. */
  stateOf(capture: Recorded | undefined, folder: string): Promise<Recorded | undefined>;
  /** The user has said where it is: known from now on, in every profile of the same capture. */
  remember(capture: Recorded, file: string): Thenable<void>;
}

/** The part of VS Code's state of the workspace that this needs. */
interface Memento {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

/** By what the profile says of the capture: its name, and its size and time of change then. */
const keyOf = ({ recorded, path: file, bytes = '', modifiedNs = '' }: Recorded): string =>
  `ireeReplay.captureOf ${path.basename(recorded ?? file)} ${bytes} ${modifiedNs}`;

export function createCaptureOfProfile(memento: Memento): CaptureOfProfile {
  return {
    async stateOf(capture, folder) {
      if (capture === undefined) return undefined;
      const recorded = path.resolve(folder, capture.recorded ?? capture.path);
      const there = await stateAt(recorded, capture, true);
      if (there === 'same') return { ...capture, recorded, path: recorded, state: there };
      const chosen = memento.get(keyOf(capture));
      if (typeof chosen === 'string') {
        // A copy was changed when it was copied.
        const state = await stateAt(chosen, capture, false);
        if (state !== 'missing') return { ...capture, recorded, path: chosen, state };
      }
      // Both were copied or checked out together.
      const beside = path.join(folder, path.basename(recorded));
      if (there === 'missing' && (await stateAt(beside, capture, false)) === 'same')
        return { ...capture, recorded, path: beside, state: 'same' };
      return { ...capture, recorded, path: recorded, state: there };
    },
    remember: (capture, file) => memento.update(keyOf(capture), file),
  };
}

async function stateAt(file: string, { bytes, modifiedNs }: Recorded, byTime: boolean): Promise<'same' | 'changed' | 'missing'> {
  try {
    const { size, mtimeNs } = await stat(file, { bigint: true });
    const same = (bytes === undefined || String(size) === bytes) && (!byTime || modifiedNs === undefined || String(mtimeNs) === modifiedNs);
    return same ? 'same' : 'changed';
  } catch {
    return 'missing';
  }
}
