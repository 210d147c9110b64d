/** What a file is called, with the version of it that a URI shows: what lies on disk, or what version control has. */
import * as path from 'node:path';
import type * as vscode from 'vscode';
import { isRecord } from '../../protocol/base/isRecord';

type ShownUri = Pick<vscode.Uri, 'scheme' | 'path' | 'query'>;

/** "model.ireereplay" of what lies on disk; "model.ireereplay (HEAD)" of a version in Git; else with the scheme of the URI. */
export function shownName(uri: ShownUri): string {
  const [name, version] = [path.posix.basename(uri.path), shownVersion(uri)];
  return version === undefined ? name : `${name} (${version})`;
}

/** "HEAD", of a version in Git; the scheme, of another URI; undefined of what lies on disk. */
export const shownVersion = (uri: ShownUri): string | undefined => (uri.scheme === 'file' ? undefined : (gitVersion(uri) ?? uri.scheme));

/** Refs by which VS Code's Git asks for what is in the index; the last three for both sides of a conflict, and where they part. */
const IN_INDEX: ReadonlyMap<string, string> = new Map([
  ['', 'index'],
  ['~', 'index'],
  ['~1', 'base'],
  ['~2', 'ours'],
  ['~3', 'theirs'],
]);

/** Digits of a commit that are shown. */
const SHORT = 7;

/** In Git's words, which are in no language: "HEAD", "index", "1a2b3c4", "1a2b3c4^"; undefined of another URI. */
function gitVersion({ scheme, query }: ShownUri): string | undefined {
  const ref = scheme === 'git' ? refOf(query) : undefined;
  if (ref === undefined) return undefined;
  return IN_INDEX.get(ref) ?? ref.replace(/^(?:[0-9a-f]{64}|[0-9a-f]{40})\b/, (commit) => commit.slice(0, SHORT));
}

function refOf(query: string): string | undefined {
  try {
    const asked: unknown = JSON.parse(query);
    return isRecord(asked) && typeof asked['ref'] === 'string' ? asked['ref'] : undefined;
  } catch {
    return undefined;
  }
}
