/** Long captures, made from the fixtures by repeating a scope: made once, kept beside the other tools of the tests. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { repeatScope } from '../native/index';
import { cache } from '../scripts/tools.mjs';

const fixtures = path.join(__dirname, '..', 'test', 'fixtures');

/** The capture of a model among the fixtures, unpacked. */
export function model(name: string): string {
  const folder = path.join(cache, 'bench');
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, `${path.basename(name)}.ireereplay`);
  if (!existsSync(target)) writeFileSync(target, gunzipSync(readFileSync(path.join(fixtures, 'models', `${name}.ireereplay.gz`))));
  return target;
}

/** A fixture with its scope execute `times` times. */
export async function repeated(fixture: string, times: number): Promise<string> {
  const folder = path.join(cache, 'bench');
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, `${fixture}-x${String(times)}.ireereplay`);
  if (existsSync(target)) return target;
  await repeatScope(path.join(fixtures, `${fixture}.ireereplay`), `${target}.partial`, 'execute', times);
  renameSync(`${target}.partial`, target);
  return target;
}
