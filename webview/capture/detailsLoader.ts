/** Fetches what is known about the selected record; while one types through a list only the last one counts. */
import type { CaptureHost, RecordDetails } from '../../protocol/capture/capture';
import type { Calls } from '../../protocol/base/rpc';
import type { Model } from './model';
import type { Context } from './context';

interface Needs {
  readonly model: Pick<Model, 'details' | 'detailsProblem'> & { readonly view: Pick<Model['view'], 'executions'> };
  readonly host: Pick<Calls<CaptureHost>, 'details'>;
  readonly redraw: Context['redraw'];
}

export interface DetailsLoader {
  (key: string): Promise<void>;
  /** Nothing is selected any more: what is under way is not shown. */
  forget(): void;
}

/** What fails is shown as the reason, until it or another record is asked for. */
export function createDetailsLoader({ model, host, redraw }: Needs): DetailsLoader {
  let running = false;
  let wanted: string | undefined;
  let forgotten = false;
  /** Of a command that is executed more than once the execution that was chosen, where one was. */
  const read = async (key: string): Promise<RecordDetails> => {
    const found = await host.details({ key });
    const { executions, record } = found;
    const chosen = executions === undefined || key.includes('@') ? undefined : model.view.executions[String(executions.commandBuffer)];
    return chosen === undefined || executions?.submissions.includes(chosen) !== true
      ? found
      : host.details({ key: `${String(record)}@${String(chosen)}` });
  };
  const load = async (key: string): Promise<void> => {
    try {
      const found = await read(key);
      if (forgotten) return;
      model.details = found;
      model.detailsProblem = undefined;
    } catch (error) {
      // What was selected meanwhile is asked for next, and says itself how it went.
      if (wanted !== undefined || forgotten) return;
      model.details = undefined;
      model.detailsProblem = error instanceof Error ? error.message : String(error);
    }
    redraw('details');
  };
  const ask = async (key: string): Promise<void> => {
    wanted = key;
    forgotten = false;
    if (running) return;
    running = true;
    while (wanted !== undefined) {
      const next = wanted;
      wanted = undefined;
      await load(next);
    }
    running = false;
  };
  return Object.assign(ask, {
    forget: () => {
      wanted = undefined;
      forgotten = true;
    },
  });
}
