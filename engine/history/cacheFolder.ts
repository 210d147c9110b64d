/** Where this program keeps what it can make again, for all that runs as this user. */
import { homedir } from 'node:os';
import * as path from 'node:path';

/** The folder, which need not exist. By the XDG base directory specification, a relative XDG_CACHE_HOME is ignored. */
export function cacheFolder(): string {
  const set = process.env['XDG_CACHE_HOME'];
  const caches = set !== undefined && path.isAbsolute(set) ? set : path.join(homedir(), '.cache');
  return path.join(caches, 'iree-replay');
}
