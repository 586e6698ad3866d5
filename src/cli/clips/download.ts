/** Downloads a clip from the address that the service gave. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { NetworkError } from '../../client/errors.ts';
import { type Fetched, type Fetcher, openFetcher } from '../../client/network/fetch.ts';
import { CliError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import type { Session } from '../model/session.ts';
import { certificatesOf } from '../run/session/connect.ts';
import { clean } from '../terminal/clean.ts';
import { version } from '../terminal/version.ts';

/** A long clip is cut before its first byte comes: time to wait for that, in milliseconds. */
const ANSWER_MS = 15 * 60_000;

/** A broken connection, and a service that cuts too many clips already, are tried again so often. */
const TRIES = 6;
const PAUSE_MS = 5_000;

/** Opens the connections; close them. */
export async function openDownloads(session: Session): Promise<Fetcher> {
  const settings = await session.settings();
  const { requestTimeout } = session.flags;
  return openFetcher({
    env: session.env,
    ca: certificatesOf(settings),
    userAgent: `vau/${version}`,
    timeouts: { connect: 10_000, answer: requestTimeout === undefined ? ANSWER_MS : requestTimeout * 1000 },
  });
}

/**
 * Writes the content of an address into a new file.
 * @param what the clip, for messages
 * @throws CliError if the service refuses it; NetworkError
 */
export async function download(
  fetcher: Fetcher,
  { url, what, file }: { readonly url: string; readonly what: string; readonly file: string },
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetcher.get(url, { 'accept-encoding': 'identity' }, signal);
      if (answer.status === 200) return await store(answer, file, signal);
      const reason = await reasonOf(answer);
      if (answer.status !== 503 || attempt === TRIES) throw refused(what, answer.status, reason);
    } catch (error) {
      if (!(error instanceof NetworkError) || attempt === TRIES) throw error;
    }
    await sleep(PAUSE_MS, undefined, { signal });
  }
}

async function store(answer: Fetched, file: string, signal: AbortSignal): Promise<void> {
  const length = Number(answer.headers['content-length']);
  const out = createWriteStream(file, { mode: 0o644 });
  await pipeline(Readable.from(answer.body), out, { signal });
  if (Number.isFinite(length) && out.bytesWritten !== length)
    throw new NetworkError(
      new URL(answer.url).host,
      'reset',
      'the connection was closed early',
      '',
      undefined,
    );
}

/** What a refusal says, shortened. */
async function reasonOf(answer: Fetched): Promise<string> {
  let text = '';
  for await (const chunk of answer.body) {
    text += chunk.toString('utf8');
    if (text.length > 2000) break;
  }
  return clean(/"error":\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? '').slice(0, 300);
}

const refused = (what: string, status: number, reason: string): CliError =>
  new CliError(
    `${what}: the service did not give this clip: ${reason || `it responded with status ${status}`}`,
    status === 404 ? exit.notFound : exit.fault,
    'clip',
    { status, hint: 'The clips that are done are kept: the same command goes on with the others.' },
  );
