/** Decompresses bzip2, a block at a time. */
import type { Readable } from 'node:stream';

/** The decompressed bytes. Reading them throws if the data is damaged or ends early. */
export async function* bunzip(source: Readable): AsyncGenerator<Buffer> {
  const { default: unbzip2 } = await import('unbzip2-stream');
  // A stream of Node's first kind, which has no iterator, and closes before all of it is read.
  const stream = unbzip2();
  const ready: Buffer[] = [];
  let ended = false;
  let failed: unknown;
  let wake = () => {};
  stream.on('data', (block: Buffer) => {
    ready.push(block);
    stream.pause();
    wake();
  });
  stream.on('end', () => {
    ended = true;
    wake();
  });
  const fail = (error: unknown) => {
    failed ??= error;
    wake();
  };
  stream.on('error', fail);
  source.on('error', fail);
  source.pipe(stream);
  try {
    for (;;) {
      const block = ready.shift();
      if (block) yield block;
      else if (failed !== undefined) throw failed;
      else if (ended) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
          stream.resume();
        });
    }
  } finally {
    source.destroy();
  }
}
