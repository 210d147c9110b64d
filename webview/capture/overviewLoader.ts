/** Fetches what is in the capture once all of it is indexed; it is not changed by anything but another capture. */
import { sharesOf } from './functionShares';
import type { Context } from './context';

export interface OverviewLoader {
  /** Asks for it when it is not here and can be known. */
  want(): void;
  /** The capture is another one now. */
  forget(): void;
}

export function createOverviewLoader({ model, host, redraw }: Pick<Context, 'model' | 'host' | 'redraw'>): OverviewLoader {
  let running: AbortController | undefined;
  const load = async ({ signal }: AbortController): Promise<void> => {
    try {
      const overview = await host.overview(signal);
      if (signal.aborted) return;
      model.overview = overview;
      model.shares = sharesOf(overview, model.times);
      model.overviewProblem = undefined;
    } catch (error) {
      if (signal.aborted) return;
      model.overviewProblem = error instanceof Error ? error.message : String(error);
    }
    redraw('tree', 'details', 'health');
  };
  return {
    want() {
      if (running !== undefined || model.summary?.complete !== true) return;
      running = new AbortController();
      void load(running);
    },
    forget() {
      running?.abort();
      running = undefined;
      model.overview = undefined;
      model.times = undefined;
      model.shares = undefined;
      model.overviewProblem = undefined;
    },
  };
}
