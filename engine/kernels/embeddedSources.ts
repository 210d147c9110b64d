/** Sources that a compiler has embedded in an executable. */
import { loadAddon } from '../addon/load';

export interface EmbeddedSource {
  /** As the compiler named it: "module_matmul.1.configured.mlir". Not to be trusted as a file name. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** Those in an embedded ELF executable, stage by stage; empty when there are none, or for another kind. Executes nothing. */
export function embeddedSources(binary: Uint8Array): readonly EmbeddedSource[] {
  return loadAddon().embeddedSources(binary);
}
