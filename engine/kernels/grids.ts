/**
 * The grids that a compiler made functions for. In MLIR translated for a target, an export gives its workgroup count; a capture has the
 * captured kernel's, and a substitute may need another.
 */
import { promises as fs } from 'node:fs';
import { embeddedSources } from './embeddedSources';

export type Grid = readonly [x: number, y: number, z: number];
/** By function name. */
export type Grids = ReadonlyMap<string, Grid>;

const EXPORT = /^\s*(?:public\s+|private\s+)?@(?:"((?:[^"\\]|\\.)*)"|([\w$.-]+))/;
const CONSTANT = /(%[\w$.-]+) = arith\.constant (\d+) : index/g;
const RETURN = /hal\.return (%[\w$.-]+), (%[\w$.-]+), (%[\w$.-]+) :/;

/** The constant grids in `mlir`: others depend on what a dispatch is given. */
export function parseGrids(mlir: string): Grids {
  const grids = new Map<string, Grid>();
  for (const text of mlir.split('hal.executable.export').slice(1)) {
    const name = EXPORT.exec(text);
    // The count's region comes before the code, which may also return.
    const [region = ''] = text.split('builtin.module', 1);
    const returned = RETURN.exec(region)?.slice(1);
    if (name === null || returned === undefined) continue;
    const constants = new Map([...region.matchAll(CONSTANT)].map(([, value = '', number]) => [value, Number(number)]));
    const [x, y, z] = returned.map((value) => constants.get(value));
    if (x !== undefined && y !== undefined && z !== undefined) grids.set(name[1] ?? name[2] ?? '', [x, y, z]);
  }
  return grids;
}

/** Beside a kernel that we built: its grids according to the compiler. */
const besideOf = (executable: string): string => `${executable}.grids.json`;

/** Saves the grids of `executable` for gridsOf. */
export async function keepGrids(executable: string, grids: Grids): Promise<void> {
  await fs.writeFile(besideOf(executable), JSON.stringify(Object.fromEntries(grids)));
}

/** What is known about an executable, from its build or from its embedded sources. Empty when it cannot be read. */
export async function gridsOf(executable: string): Promise<Grids> {
  const kept = await fs.readFile(besideOf(executable), 'utf8').catch(() => undefined);
  if (kept !== undefined) return new Map(Object.entries(JSON.parse(kept) as Record<string, Grid>));
  const binary = await fs.readFile(executable).catch(() => undefined);
  const sources = binary === undefined ? [] : embeddedSources(binary);
  return new Map(sources.flatMap(({ content }) => [...parseGrids(Buffer.from(content).toString('utf8'))]));
}
