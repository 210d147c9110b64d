/** Folders as zips. */
import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Writes the files below `folder` into a zip, below `name` in it. Rejects where one cannot be read, or the zip not be written. */
export async function writeZip(file: string, folder: string, name: string, signal: AbortSignal): Promise<void> {
  const zip = new ZipFile();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  for (const each of files.toSorted()) zip.addFile(path.join(folder, each), path.posix.join(name, ...each.split(path.sep)));
  const written = pipeline(zip.outputStream, createWriteStream(file), { signal });
  const failed = new Promise<never>((_, reject) => zip.once('error', reject));
  zip.end();
  await Promise.race([written, failed]);
}
