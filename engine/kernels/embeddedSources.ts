/** Sources that a compiler has left in an executable. */
import { loadAddon } from '../addon/load';

export interface EmbeddedSource {
  /** As the compiler named it: "module_matmul.1.configured.mlir". Not to be trusted as a file's name. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** Those of an embedded ELF executable, stage by stage; none where it has none, or is of another kind. Executes nothing. */
export function embeddedSources(binary: Uint8Array): readonly EmbeddedSource[] {
  return loadAddon().embeddedSources(binary);
}
