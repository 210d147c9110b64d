/** A file that is written piece by piece, whatever its length. */
import { writeAll } from '../programs/writeAll';

export interface Output {
  write(piece: string | Uint8Array): void;
  /** Writes what is still held. */
  flush(): void;
}

const HELD = 1 << 20;

export function outputTo(fd: number): Output {
  let text = '';
  const flush = (): void => {
    if (text === '') return;
    writeAll(fd, Buffer.from(text));
    text = '';
  };
  return {
    write: (piece) => {
      if (typeof piece === 'string') {
        text += piece;
        if (text.length > HELD) flush();
        return;
      }
      flush();
      writeAll(fd, piece);
    },
    flush,
  };
}
