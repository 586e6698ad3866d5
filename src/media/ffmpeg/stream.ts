import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import { start } from './process.ts';
import { failure, heldUp } from './reason.ts';
import { failedByChance, guard, type RunOptions } from './run.ts';

/** Processor time without any output after which a decoder counts as hung, in seconds. */
const SILENCE_SECONDS = 120;

/**
 * Runs a media program and yields its standard output in pieces. A slow reader slows the program down; leaving the loop
 * early kills it.
 * @throws MediaError like `run`; also if the program works for two minutes without any output
 */
export async function* stream(
  path: string,
  args: readonly string[],
  options: Pick<RunOptions, 'file' | 'signal' | 'timeoutSeconds' | 'stillSeconds' | 'onErrorText'>,
): AsyncGenerator<Buffer> {
  const name = basename(options.file);
  if (options.signal?.aborted) throw new MediaError('cancelled', `${name}: cancelled`);
  const started = start(path, args);
  started.child.stderr?.on('data', (text: string) => options.onErrorText?.(text));
  const day = 24 * 3600;
  const watch = guard(
    started,
    {
      signal: options.signal,
      timeoutSeconds: options.timeoutSeconds ?? day,
      silentSeconds: SILENCE_SECONDS,
      stillSeconds: options.stillSeconds,
    },
    name,
  );
  try {
    const output = started.child.stdout?.[Symbol.asyncIterator]() as AsyncIterator<Buffer> | undefined;
    let bytes = 0;
    for (let next = await output?.next(); next && !next.done; ) {
      bytes += next.value.length;
      watch.heard();
      watch.rest(true);
      yield next.value;
      watch.rest(false);
      next = await output?.next();
    }
    const { code, signal } = await started.ended;
    if (watch.reason) throw watch.reason;
    const ended = { code, signal, stderr: started.stderr(), bytes };
    if (code === 0) return;
    const silent = { ...options, onOutput: () => undefined };
    throw (await failedByChance(path, args, silent, ended))
      ? heldUp(name, 'was asked to end from outside')
      : await failure(options.file, ended);
  } finally {
    watch.release();
  }
}

/**
 * Regroups pieces of any size into blocks of one exact size; a shorter rest at the end is dropped.
 * @param kept number of blocks that stay valid; older ones are overwritten. Default: all stay
 */
export async function* blocks(
  pieces: AsyncIterable<Buffer>,
  size: number,
  kept?: number,
): AsyncGenerator<Buffer> {
  const ring = Array.from({ length: (kept ?? -1) + 1 }, () => Buffer.allocUnsafe(size));
  let turn = 0;
  const next = () => {
    turn += 1;
    return ring[turn % ring.length] ?? Buffer.allocUnsafe(size);
  };
  let block = next();
  let filled = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.copy(block, filled, at, at + size - filled);
      filled += taken;
      at += taken;
      if (filled === size) {
        yield block;
        block = next();
        filled = 0;
      }
    }
  }
}
