import { RecordingFailed, work } from '../../engine/jobs/record';
import { record as job } from '../../protocol/jobs/record';
import { crashWarning, recordedSentence } from '../../protocol/words/recordingWords';
import { command } from '../options/command';
import { printLine } from '../printing/print';
import { reported, sayOnStderr } from '../running/reported';

/** ireereplay record: a capture of what a module does. */
export const record = command(job, ({ options, output: { format } }) =>
  reported(async (signal) => {
    const python = process.env['VIRTUAL_ENV'];
    const iree = { ...(python === undefined ? {} : { python: [python] }), ...options.iree };
    const recorded = await work({ ...options, iree }, () => undefined, signal).catch((error: unknown) => {
      if (error instanceof RecordingFailed && error.kept !== undefined)
        sayOnStderr(`what was recorded up to that point is in ${error.kept}`);
      throw error;
    });
    const warning = crashWarning(recorded);
    if (warning !== undefined) sayOnStderr(`warning: ${warning}`);
    printLine(format === 'json' ? JSON.stringify(recorded, null, 2) : recordedSentence(recorded, options.output));
    return 0;
  }),
);
