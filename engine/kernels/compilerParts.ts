/** What a compiler's installation has besides the program that is started. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';

/** Libraries with a compiler's code: rebuilding them leaves its program and version unchanged. And IREE's linker. */
const PART = /^(lib(LLVM|clang|MLIR|IREECompiler).*\.so.*|iree-lld)$/;

/** The parts of the compiler that `program` starts: beside it, in lib/, or in the Python package whose script it is. */
export async function compilerParts(program: string): Promise<readonly string[]> {
  const folder = path.dirname(await fs.realpath(program));
  const libraries = path.join(folder, '..', 'lib');
  const listed = async (from: string): Promise<readonly string[]> =>
    (await fs.readdir(from).catch(() => [])).map((name) => path.join(from, name));
  const inLibraries = await listed(libraries);
  const packages = inLibraries
    .filter((file) => path.basename(file).startsWith('python3'))
    .flatMap((python) => ['site-packages', 'dist-packages'].map((kind) => path.join(python, kind, 'iree', 'compiler', '_mlir_libs')));
  const files = [...(await listed(folder)), ...inLibraries, ...(await Promise.all(packages.map(listed))).flat()];
  return files.filter((file) => PART.test(path.basename(file)));
}
