import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Folder of Node's own headers, if they are beside the running Node, as in Node's archives and in Debian's layout. Otherwise node-gyp
 * fetches the headers of the running version.
 */
export function nodeHeaders() {
  const prefix = path.dirname(path.dirname(process.execPath));
  for (const folder of [process.env['npm_config_nodedir'], prefix, '/usr']) {
    const file = folder && path.join(folder, 'include', 'node', 'node_version.h');
    if (!file || !existsSync(file)) continue;
    const major = /#define NODE_MAJOR_VERSION (\d+)/.exec(readFileSync(file, 'utf8'))?.[1];
    if (major === process.versions.node.split('.')[0]) return folder;
  }
  return undefined;
}
