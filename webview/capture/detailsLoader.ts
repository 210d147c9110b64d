/** Fetches what is known about the selected record; while one types through a list only the last one counts. */
import type { Context } from './model';

export function createDetailsLoader(
  { model, host, redraw }: Omit<Context, 'actions' | 'hex' | 'buffers'>,
  complain: (error: unknown) => void,
): (key: string) => Promise<void> {
  let running = false;
  let wanted: string | undefined;
  return async (key) => {
    wanted = key;
    if (running) return;
    running = true;
    try {
      while (wanted !== undefined) {
        const next = wanted;
        wanted = undefined;
        model.details = await host.details({ key: next });
        model.detailsProblem = undefined;
        redraw('details');
      }
    } catch (error) {
      model.details = undefined;
      model.detailsProblem = error instanceof Error ? error.message : String(error);
      redraw('details');
    } finally {
      running = false;
    }
    if (wanted !== undefined) complain(new Error('The selected record could not be read.'));
  };
}
