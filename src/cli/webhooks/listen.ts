/**
 * Webhooks on this machine: `vau webhook listen` receives deliveries (here), verifies them by their secret (judge.ts)
 * and shows or passes them on; `vau webhook verify` checks one (verify.ts).
 */

import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as plain,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { request as secure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { readJson, writeJson } from '../../client/json/json.ts';
import { isRecord } from '../../contract/record.ts';
import { LocalError } from '../errors/errors.ts';
import type { Session } from '../model/session.ts';
import { formatTime } from '../output/format.ts';
import { jsonText } from '../output/json.ts';
import { clean } from '../terminal/clean.ts';
import { type Delivery, type Judge, judgeFor } from './judge.ts';
import { makesWebhook, makeWebhook } from './own-webhook.ts';
import { type ListenFlags, noSecret, secretFor } from './secret.ts';

// A receiver of deliveries on loopback.

/** Maximum size of a body, in bytes; an event is a few KiB. */
const largest = 4 * 1024 ** 2;

/** Handles a delivery and returns the status for the sender. */
type Receive = (delivery: Delivery) => Promise<number>;

interface Receiver {
  /** The URL that it listens on. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1, on any path, and handles deliveries one by one, in order. @param port 0 is any free
 * port @throws the system's error when the port is not available (EADDRINUSE)
 */
async function startReceiver(port: number, receive: Receive): Promise<Receiver> {
  let before: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    void take(request).then((taken) => {
      if (typeof taken === 'number') return answer(response, taken);
      const turn = before.then(() => receive(taken));
      before = turn.catch(() => undefined);
      return turn.then(
        (status) => answer(response, status),
        () => answer(response, 500),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Lets pending responses finish; idle connections would keep the process alive.
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 1000).unref();
      }),
  };
}

/** The delivery, or the status to refuse it with. */
async function take(request: IncomingMessage): Promise<Delivery | number> {
  if (request.method !== 'POST') return 405;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length;
      if (bytes > largest) return 413;
      chunks.push(chunk as Buffer);
    }
  } catch {
    return 400;
  }
  const headers = Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return { headers: Object.fromEntries(headers), body: Buffer.concat(chunks) };
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close' }).end();
}

// Forwards a delivery to a URL unchanged.

/** Timeout for the response, in ms. */
const patience = 15_000;

/** Forwarded headers: those that describe the body, and those that verify it. */
const kept = /^(content-type|user-agent|webhook-.*)$/;

/**
 * Posts the body with its signature to the URL and returns the status. Rejects on a network error, a timeout
 * or the signal.
 */
function forward(url: string, { headers, body }: Delivery, signal: AbortSignal): Promise<number> {
  const own = Object.entries(headers).filter(([name, value]) => kept.test(name) && value !== undefined);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...Object.fromEntries(own), 'content-length': body.length },
    timeout: patience,
    agent: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? secure : plain)(url, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 502);
    });
    request.on('timeout', () => request.destroy(new Error(`timeout after ${patience / 1000} s`)));
    request.on('error', reject);
    request.end(body);
  });
}

/** The default port, next to the one of the embedded service. */
const defaultPort = 4748;

/** Receives until Ctrl-C, or until `count` events have been shown; without a secret, for a webhook of its own. */
export async function listen(session: Session, flags: ListenFlags): Promise<void> {
  const isOwn = await makesWebhook(session, flags);
  let judge: Promise<Judge | undefined> = Promise.resolve(undefined);
  if (!isOwn && !flags.unverified) judge = Promise.resolve(judgeFor(await needed(session, flags)));
  const { signal } = session;
  const enough = new AbortController();
  let shown = 0;
  const receiver = await opened(flags.port ?? defaultPort, async (delivery) => {
    const rules = await judge;
    const verdict = judged(session, delivery, rules);
    if (!verdict) return 401;
    const event = readEvent(delivery.body);
    const wanted = !flags.event || flags.event.some((one) => one === event.event_type);
    if (!wanted || enough.signal.aborted) return 204;
    show(session, { verified: rules !== undefined, id: delivery.headers['webhook-id'], event });
    shown += 1;
    const status = flags.forward ? await forwarded(session, flags.forward, delivery) : 204;
    if (shown === flags.count) enough.abort();
    return status;
  });
  const own = isOwn ? makeWebhook(session, receiver.url, flags.event) : undefined;
  if (own) judge = own.then(({ secret }) => judgeFor(secret));
  try {
    await judge;
    session.note(`Listening on ${receiver.url}. Press Ctrl-C to stop.`);
    const end = AbortSignal.any([signal, enough.signal]);
    if (!end.aborted) await once(end, 'abort');
    await (await own)?.remove();
  } finally {
    await receiver.close();
  }
}

async function needed(session: Session, flags: ListenFlags): Promise<string> {
  const secret = await secretFor(session, flags);
  if (secret === undefined) throw noSecret(', or accept everything with --unverified');
  return secret;
}

async function opened(port: number, receive: Receive): Promise<Receiver> {
  try {
    return await startReceiver(port, receive);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw new LocalError(`Port ${port}: ${message}`);
    throw new LocalError(`Port ${port} is in use by another program`, {
      hint: 'Choose another port, or 0 for any free port.',
      next: 'vau webhook listen --port 0',
    });
  }
}

/** False for a delivery that is not genuine: notes the reason, and shows nothing of it. */
function judged(session: Session, delivery: Delivery, judge: Judge | undefined): boolean {
  const verdict = judge?.(delivery) ?? { genuine: true };
  if (verdict.genuine) return true;
  session.note(`Refused a delivery: ${clean(verdict.reason)}`);
  return false;
}

type Event = Readonly<Record<string, unknown>>;

/** The event of a body; an event without fields if the body is not a JSON object. */
function readEvent(body: Buffer): Event {
  try {
    const value = readJson(body.toString('utf8'));
    if (isRecord(value)) return value;
  } catch {
    // Shown as an event of unknown type.
  }
  return {};
}

interface Shown {
  readonly verified: boolean;
  readonly id: string | undefined;
  readonly event: Event;
}

/** One line per event: for people, or JSON. */
function show({ io, output }: Session, shown: Shown): void {
  io.out(output === 'table' ? `${forPeople(io, shown.event)}\n` : `${jsonText(io, shown)}\n`);
}

function forPeople(io: Session['io'], { event_type, created_at, payload }: Event): string {
  const reader = io.terminal.out ? 'person' : 'program';
  const at = typeof created_at === 'number' ? created_at : Date.now();
  const about = payload === undefined ? '' : clean(writeJson(payload));
  const line = `${formatTime(at, reader)}  ${clean(String(event_type ?? 'unknown'))}  ${about}`;
  return io.columns === undefined ? line : line.slice(0, io.columns);
}

/** Forwards the delivery. The sender gets the target's status, so that it retries on failure. */
async function forwarded(session: Session, url: string, delivery: Delivery): Promise<number> {
  try {
    const status = await forward(url, delivery, session.signal);
    if (status >= 300) session.note(`${url} answered ${status}`);
    return status;
  } catch (error) {
    if (!session.signal.aborted) session.note(`${url} cannot be reached: ${(error as Error).message}`);
    return 502;
  }
}
