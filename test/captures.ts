/** The captures that tests replay: the fixtures, and those below the folder that IR_CAPTURES names. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fixture } from './programs';

export interface TestCapture {
  /** Below its set, without its suffix: "models/mm256/mm256.sync". */
  readonly name: string;
  readonly file: string;
  /** Folder that the set lies in. */
  readonly set: string;
  /** Devices that it was recorded on. */
  readonly devices: number;
}

/** The captures of a set; packed ones are unpacked below `temporary`. */
function capturesBelow(set: string, temporary: string): readonly TestCapture[] {
  return readdirSync(set, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ireereplay(\.gz)?$/.test(file))
    .sort()
    .map((relative) => {
      const name = relative.replace(/\.ireereplay(\.gz)?$/, '');
      const packed = path.join(set, relative);
      const file = relative.endsWith('.gz') ? path.join(temporary, path.basename(set), `${name}.ireereplay`) : packed;
      if (file !== packed) {
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, gunzipSync(readFileSync(packed)));
      }
      return { name, file, set, devices: /[/-]two[.-]/.test(relative) ? 2 : 1 };
    });
}

/** All captures. `temporary` receives what has to be unpacked. */
export function allCaptures(temporary: string): readonly TestCapture[] {
  const more = process.env['IR_CAPTURES'];
  return [fixture(''), ...(more !== undefined && existsSync(more) ? [path.resolve(more)] : [])].flatMap((set) =>
    capturesBelow(set, temporary),
  );
}

/** One output of a recorded application, and where a replay of its capture has it. */
export interface ModelOutput {
  readonly capture: string;
  /** The file that the application wrote. */
  readonly file: string;
  /** The buffer that the host read it from. */
  readonly buffer: number;
}

/** What the recorded applications of a set put out: its models/outputs.tsv. */
export function modelOutputs(set: string): readonly ModelOutput[] {
  const table = path.join(set, 'models', 'outputs.tsv');
  if (!existsSync(table)) return [];
  return readFileSync(table, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([capture = '', file = '', buffer]) => ({ capture, file: path.join(set, 'models', file), buffer: Number(buffer) }));
}
