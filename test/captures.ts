/** The captures that tests replay: the fixtures, and those below the folder that IR_CAPTURES names. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { arrayBytes, fixture, type KeptOutput } from './programs';

export interface TestCapture {
  /** Below its set, without its suffix: "models/mm256/mm256.sync". */
  readonly name: string;
  readonly file: string;
  /** Folder that the set lies in. */
  readonly set: string;
  /** Devices that it was recorded on. */
  readonly devices: number;
}

/** A packed fixture, unpacked into `folder`. */
export function unpacked(folder: string, name: string): string {
  const file = path.join(folder, path.basename(name, '.gz'));
  writeFileSync(file, gunzipSync(readFileSync(fixture(name))));
  return file;
}

/** The captures of a set; packed ones are unpacked below `temporary`. */
function capturesBelow(set: string, temporary: string): readonly TestCapture[] {
  const captures = readdirSync(set, { recursive: true, encoding: 'utf8' })
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
  // A loop over none of them would pass.
  if (captures.length === 0) throw new Error(`there are no captures below ${set}`);
  return captures;
}

/** All captures. `temporary` receives what has to be unpacked. */
export function allCaptures(temporary: string): readonly TestCapture[] {
  const more = process.env['IR_CAPTURES'];
  return [fixture(''), ...(more !== undefined && existsSync(more) ? [path.resolve(more)] : [])].flatMap((set) =>
    capturesBelow(set, temporary),
  );
}

/** One output of a recorded application, and where a replay of its capture has it. */
interface ModelOutput {
  readonly capture: string;
  /** The file that the application wrote. */
  readonly file: string;
  /** The buffer that the host read it from. */
  readonly buffer: number;
}

/** What the recorded applications of a set put out: its models/outputs.tsv. */
function modelOutputs(set: string): readonly ModelOutput[] {
  const table = path.join(set, 'models', 'outputs.tsv');
  if (!existsSync(table)) return [];
  return readFileSync(table, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([capture = '', file = '', buffer]) => ({ capture, file: path.join(set, 'models', file), buffer: Number(buffer) }));
}

/** What the application of a capture put out; empty where that is not known. */
export function applicationOutputs({ name, set }: TestCapture): readonly ModelOutput[] {
  return modelOutputs(set).filter(({ capture }) => capture === path.basename(name));
}

/** Asserts that a replay's outputs are those of the recorded application, byte for byte. */
export function checkApplicationOutputs(capture: TestCapture, kept: readonly KeptOutput[]): void {
  for (const { file, buffer } of applicationOutputs(capture)) {
    const output = kept.find((candidate) => candidate.buffer === buffer);
    assert.ok(output, `buffer ${String(buffer)} is among the outputs`);
    assert.ok(output.bytes.equals(arrayBytes(file)), `buffer ${String(buffer)} equals ${path.basename(file)}`);
  }
}
