import { strangersRefused } from '../../../../media/ffmpeg/program/rank.ts';
import { ServiceError } from '../../../errors.ts';
import type { JobContext } from '../../../jobs/handlers.ts';
import { outgoing } from '../../../net/outgoing.ts';
import { type Received, receiveFile } from '../../../store/objects/receive-file.ts';

/** Content fetched from a URL. */
export interface Fetched extends Received {
  /** A temporary file; the caller moves or deletes it. */
  readonly path: string;
}

/** The URL cannot be ingested, and a retry would not help. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused';
}

/** The context needed to fetch. */
type Fetcher = Pick<JobContext, 'config' | 'ffmpeg' | 'objects' | 'signal'>;

/** No honest URL redirects more often than this. */
const REDIRECTS = 5;

/** Longest silence of a server, in milliseconds. */
const IDLE_MS = 60_000;

/** Bytes per second over IDLE_MS: a fifth of what the slowest mobile connections have. Slower, an hour gives 3.6 MB. */
const LEAST_RATE = 1_000;

/**
 * Fetches a URL to disk, never into memory, with all checks of `outgoing`.
 * @throws SourceRefused if ffmpeg is too old for files of others; for a private address, a 4xx response, or more bytes than an upload may have; other errors are
 * worth a retry
 */
export async function fetchSource(ctx: Fetcher, url: string): Promise<Fetched> {
  const old = strangersRefused(ctx.ffmpeg);
  if (old !== undefined) throw new SourceRefused(old);
  const most = ctx.config.maxUploadBytes;
  const answer = await request(ctx, url);
  const { status, headers, body } = answer;
  // Without a listener, an error of the connection before the body is read would end the process.
  body.on('error', () => undefined);
  const refuse = (reason: string): SourceRefused => {
    body.destroy();
    return new SourceRefused(`${answer.url.origin} ${reason}`);
  };
  if (status >= 400 && status < 500 && status !== 408 && status !== 429)
    throw refuse(`responded with ${status}`);
  if (status !== 200) {
    refuse('');
    throw new Error(`${answer.url.origin} responded with ${status}`);
  }
  const tooLarge = `sends more than the ${most} bytes allowed`;
  if (Number(headers['content-length'] ?? 0) > most) throw refuse(tooLarge);
  const path = await ctx.objects.tmpFile();
  const limits = {
    most,
    tooLarge: () => new SourceRefused(`${answer.url.origin} ${tooLarge}`),
    signal: ctx.signal,
  };
  return { path, ...(await receiveFile(body, path, limits)) };
}

async function request(ctx: Fetcher, url: string) {
  try {
    const allowPrivate = ctx.config.allowPrivateAddresses;
    const pace = { idleMs: IDLE_MS, leastRate: LEAST_RATE };
    return await outgoing(url, { allowPrivate, redirects: REDIRECTS, ...pace, signal: ctx.signal });
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) throw new SourceRefused(error.message);
    throw error;
  }
}
