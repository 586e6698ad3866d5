/** Finds files that the service has already, by a hash of their content. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { absent } from '../../client/absent.ts';
import type { Client } from '../../client/client.ts';
import { ApiError, ClientError } from '../../client/errors.ts';
import { at } from '../model/columns.ts';

/** Finds or sends a content: each only once in a run. */
export interface Contents {
  /** The file of the service with this content; else the one that `send` makes. */
  fileFor(path: string, send: () => Promise<unknown>): Promise<{ file: unknown; sent: boolean }>;
}

type Settled = Awaited<ReturnType<Contents['fileFor']>>;

/** @param signal stops the reading of files and the requests */
export function contentsOf(client: Client, signal: AbortSignal): Contents {
  const underWay = new Map<string, Promise<Settled>>();
  let known = true;

  async function stored(hash: string): Promise<unknown> {
    try {
      const answer = await client.send('file.list', { query: { content_hash: hash, limit: 10 } }, { signal });
      const rows = at(answer, 'data');
      const files: readonly unknown[] = Array.isArray(rows) ? rows : [];
      // A service that does not know this filter returns all its files.
      known = files.every((file) => at(file, 'content_hash') === hash);
      return known ? files.find((file) => at(file, 'status') !== 'failed') : undefined;
    } catch (error) {
      if (!(error instanceof ApiError) || ![400, 404, 405, 422].includes(error.status)) throw error;
      known = false;
      return undefined;
    }
  }

  async function settle(hash: string, send: () => Promise<unknown>): Promise<Settled> {
    const file = await stored(hash);
    return file === undefined ? { file: await send(), sent: true } : { file, sent: false };
  }

  return {
    async fileFor(path, send) {
      if (!known) return { file: await send(), sent: true };
      const hash = await hashOf(path, signal);
      const same = await underWay.get(hash)?.catch(() => undefined);
      if (same) return { ...same, sent: false };
      const settling = settle(hash, send);
      underWay.set(hash, settling);
      try {
        return await settling;
      } finally {
        underWay.delete(hash);
      }
    },
  };
}

/** SHA-256 of a file, in hexadecimal. @throws ClientError if it is not there */
export async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const reading = pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash, { signal });
  await reading.catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ClientError(absent(path)) : error;
  });
  return hash.digest('hex');
}
