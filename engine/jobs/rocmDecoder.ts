/** Who decodes instruction traces of AMD GPUs: ROCm's libraries, by way of iree-profile. Whether they are there, in a sentence. */
import { existsSync } from 'node:fs';
import * as path from 'node:path';

/** Those that iree-profile loads (IREE's runtime/src/iree/tooling/profile/att/rocprofiler.c and comgr.c). */
const LIBRARIES = ['librocprofiler-sdk.so', 'libamd_comgr.so'] as const;
/** IREE's rocm.c asks them in this order. */
const VARIABLES = ['IREE_HAL_AMDGPU_LIBAQLPROFILE_PATH', 'IREE_HAL_AMDGPU_LIBHSA_PATH'] as const;
/** Where ROCm and distributions install libraries, besides LD_LIBRARY_PATH. */
const SYSTEM_FOLDERS = ['/opt/rocm/lib', '/usr/local/lib', '/usr/lib', '/usr/lib64', '/usr/lib/x86_64-linux-gnu'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

interface Places {
  readonly folders: readonly string[];
  /** Who says so. */
  readonly by: string;
}

const folderOf = (place: string): string => (/\.so(\.|$)/.test(path.basename(place)) ? path.dirname(place) : place);

function placesOf(asked: string | undefined, environment: Environment): Places {
  if (asked !== undefined && asked !== '') return { folders: [folderOf(asked)], by: '--rocm_library_path' };
  for (const name of VARIABLES) {
    const value = environment[name] ?? '';
    if (value !== '') return { folders: [folderOf(value)], by: name };
  }
  const searched = (environment['LD_LIBRARY_PATH'] ?? '').split(':').filter((folder) => folder !== '');
  return { folders: [...searched, ...SYSTEM_FOLDERS], by: 'the folders of libraries; --rocm_library_path names another' };
}

/** What is missing to decode traces, or what decodes them; nothing is loaded. */
export function decoderSentence(asked: string | undefined, environment: Environment = process.env): string {
  const { folders, by } = placesOf(asked, environment);
  const found = new Map(LIBRARIES.map((library) => [library, folders.find((folder) => existsSync(path.join(folder, library)))] as const));
  const missing = LIBRARIES.filter((library) => found.get(library) === undefined);
  if (missing.length > 0) {
    const where = folders.join(', ');
    return `traces are listed, not decoded: ROCm's ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not in ${where} (${by})`;
  }
  const folder = found.get(LIBRARIES[0]) ?? '';
  return `traces are listed, not decoded: with ROCm's libraries in ${folder}, an iree-profile that was built for AMD's GPUs decodes them: att --rocm_library_path=${folder}`;
}
