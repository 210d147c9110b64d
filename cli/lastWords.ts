/** What the process of ireereplay becomes when captured code kills it: reports that on stderr, and exits with status 1. */
import { readFileSync } from 'node:fs';
import { crashSentence } from '../protocol/words/crashSentence';
import { crashOf } from '../engine/process/lastWords';

process.exitCode = 1;
void crashOf(readFileSync(process.argv[2] ?? ''), 'an unknown cause').then((crash) => {
  console.error(`ireereplay: the replay ${crashSentence(crash)}`);
  if (crash.profile !== undefined)
    console.error(`What had run up to that point is in ${crash.profile === '' ? 'the profile' : crash.profile}.`);
});
