/** Fetches what is known of the shown record's executions from the last run. */
import type { CaptureHost } from '../../../protocol/capture/capture';
import type { RecordRun } from '../../../protocol/capture/recordTimes';
import type { Calls } from '../../../protocol/base/rpc';
import type { Model } from '../model';
import type { Context } from '../context';

export interface LastRunLoader {
  /** Asks for it if another record is shown than it is here of. */
  want(): void;
  /** It is of another run now. */
  forget(): void;
}

interface Needs {
  readonly model: Pick<Model, 'details' | 'lastRun' | 'timesSource'>;
  readonly host: Pick<Calls<CaptureHost>, 'lastRun'>;
  readonly redraw: Context['redraw'];
}

export function createLastRunLoader({ model, host, redraw }: Needs): LastRunLoader {
  let asked: string | undefined;
  const load = async (key: string): Promise<void> => {
    const { run } = await host.lastRun({ key });
    if (asked !== key) return;
    model.lastRun = run === undefined ? undefined : { key, run };
    if (run !== undefined) redraw('details');
  };
  return {
    want() {
      const key = model.timesSource === undefined ? undefined : model.details?.key;
      if (key === asked) return;
      asked = key;
      if (key === undefined) model.lastRun = undefined;
      else
        load(key).catch(() => {
          // The host is gone, or the capture is: asked again when that is drawn anew.
          if (asked === key) asked = undefined;
        });
    },
    forget() {
      asked = undefined;
      model.lastRun = undefined;
    },
  };
}

/** What is known of the record that is shown: not of the one before it. */
export function shownRun({ details, lastRun }: Pick<Model, 'details' | 'lastRun'>): RecordRun | undefined {
  return lastRun !== undefined && lastRun.key === details?.key ? lastRun.run : undefined;
}
