/** --format: for people, or for programs. */
import * as v from 'valibot';
import { option } from './option';

/** The form in which a command prints its result; the first is the default. */
export const format = <const Words extends readonly [string, ...string[]]>(words: Words, description = 'Format of the result on stdout.') =>
  v.exactOptional(option(v.picklist(words), { flag: 'format', placeholder: words.join('|'), description }), words[0]);
