/** A notification with progress and Cancel for work that takes long enough to be read about. */
import * as vscode from 'vscode';

/** Says where the work is and which part of it, from 0 to 1, is done. */
export type ReportProgress = (message: string, part: number) => void;

/** What ends sooner is seen in its editor only. */
const LATE_MS = 1000;

/** Does `work`; Cancel aborts `controller`. */
export async function withLateProgress<T>(
  title: string,
  controller: AbortController,
  work: (report: ReportProgress) => Promise<T>,
): Promise<T> {
  let latest: readonly [message: string, part: number] = ['', 0];
  let show: ReportProgress | undefined;
  const running = work((message, part) => {
    latest = [message, part];
    show?.(message, part);
  });
  const timer = setTimeout(
    () =>
      void vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title, cancellable: true },
        async (progress, token) => {
          token.onCancellationRequested(() => controller.abort());
          let shown = 0;
          show = (message, part) => {
            progress.report({ message, increment: 100 * (part - shown) });
            shown = part;
          };
          show(...latest);
          await running.catch(() => undefined);
        },
      ),
    LATE_MS,
  );
  try {
    return await running;
  } finally {
    clearTimeout(timer);
  }
}
