// The manifest of a package. The project's address is filled in at one place, `repository` in package.json; what follows from it is added
// here. A workflow on GitHub uses the address of the repository that it runs in.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

function addressOf({ repository }, env) {
  if (repository !== undefined) return (typeof repository === 'string' ? repository : repository.url).replace(/^git\+|\.git$/g, '');
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = env;
  return server && name ? `${server}/${name}` : undefined;
}

/** package.json, with the links that follow from the address, if known. */
export function manifest(env = process.env) {
  const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const address = addressOf(own, env);
  if (address === undefined) return own;
  return { ...own, repository: { type: 'git', url: `${address}.git` }, bugs: { url: `${address}/issues` }, homepage: `${address}#readme` };
}
