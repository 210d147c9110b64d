/** Long captures, made from the fixtures by repeating a scope: made once, kept beside the tests' other tools. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { repeatScope } from '../engine/addon/capture';
import { cache } from '../scripts/tools.mjs';

const fixtures = path.join(__dirname, '..', 'test', 'fixtures');

/** A capture among the fixtures that is not compressed. */
export function fixture(name: string): string {
  return path.join(fixtures, `${name}.ireereplay`);
}

/** The capture of a model among the fixtures, decompressed. */
export function model(name: string): string {
  const folder = path.join(cache, 'bench');
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, `${path.basename(name)}.ireereplay`);
  if (!existsSync(target)) writeFileSync(target, gunzipSync(readFileSync(path.join(fixtures, 'models', `${name}.ireereplay.gz`))));
  return target;
}

/** A fixture whose scope execute is repeated. */
export async function repeated(name: string, times: number): Promise<string> {
  const folder = path.join(cache, 'bench');
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, `${name}-x${String(times)}.ireereplay`);
  if (existsSync(target)) return target;
  await repeatScope(fixture(name), `${target}.partial`, 'execute', times);
  renameSync(`${target}.partial`, target);
  return target;
}
