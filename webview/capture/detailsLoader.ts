/** Fetches what is known about the selected record; while one types through a list only the last one counts. */
import type { CaptureHost } from '../../protocol/capture';
import type { Calls } from '../../protocol/rpc';
import type { Context, Model } from './model';

interface Needs {
  readonly model: Pick<Model, 'details' | 'detailsProblem'>;
  readonly host: Pick<Calls<CaptureHost>, 'details'>;
  readonly redraw: Context['redraw'];
}

/** What fails is shown as the reason, until it or another record is asked for. */
export function createDetailsLoader({ model, host, redraw }: Needs): (key: string) => Promise<void> {
  let running = false;
  let wanted: string | undefined;
  const load = async (key: string): Promise<void> => {
    try {
      model.details = await host.details({ key });
      model.detailsProblem = undefined;
    } catch (error) {
      // What was selected meanwhile is asked for next, and says itself how it went.
      if (wanted !== undefined) return;
      model.details = undefined;
      model.detailsProblem = error instanceof Error ? error.message : String(error);
    }
    redraw('details');
  };
  return async (key) => {
    wanted = key;
    if (running) return;
    running = true;
    while (wanted !== undefined) {
      const next = wanted;
      wanted = undefined;
      await load(next);
    }
    running = false;
  };
}
