/** Where the user's IREE may be. */
import * as v from 'valibot';
import { option, type OptionsOf } from './option';

/** What a setting names, then Python environments, then PATH. */
export const ireePlaces = v.object({
  /** A folder of programs, or an installation with bin/. */
  setting: v.exactOptional(
    option(v.string(), {
      flag: 'iree_tools',
      placeholder: 'DIR',
      description: 'Where these programs are; otherwise $VIRTUAL_ENV and PATH are searched.',
    }),
  ),
  /** Virtual environments, or the folders of their interpreters. */
  python: v.exactOptional(v.array(v.string())),
  /** PATH by default. */
  path: v.exactOptional(v.string()),
});

export type IreePlaces = OptionsOf<typeof ireePlaces>;
