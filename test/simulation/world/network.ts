/** The network of a day: between clients and the service, and between the service and the receivers of webhooks. */

import { networkError } from '../../../src/client/network/explain.ts';
import type { Transport } from '../../../src/client/network/transport.ts';
import type { App } from '../../../src/service/http/access/env.ts';
import { after, chance } from './clock.ts';
import type { Process } from './processes.ts';

/** An event as a receiver gets it. */
export interface Delivered {
  readonly event_id: string;
  readonly event_type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export const network = {
  /** Nothing is late, doubled or lost. */
  isCalm: false,
  /** The service that answers; undefined while there is none. */
  service: undefined as { readonly process: Process; readonly app: App } | undefined,
  /** Called with what reaches a receiver. @param accepted whether it says so */
  receive: (_url: string, _event: Delivered, _accepted: boolean): void => undefined,
  /** Called with an answer that no service may give. */
  complain: (_what: string): void => undefined,
};

const failure = (code: string) =>
  networkError('vau.test', Object.assign(new Error(`simulated ${code}`), { code }));

/** Requests are late, lost or doubled, answers are late or lost, and both come in any order. */
export const transport: Transport = {
  async exchange(sent) {
    const answer = exchange(sent);
    if (!sent.signal) return answer;
    const { signal } = sent;
    const aborted = new Promise<never>((_, reject) => {
      const end = () => reject(signal.reason);
      if (signal.aborted) end();
      signal.addEventListener('abort', end, { once: true });
    });
    aborted.catch(() => undefined);
    answer.catch(() => undefined);
    return Promise.race([answer, aborted]);
  },
  close: async () => undefined,
};

type Sent = Parameters<Transport['exchange']>[0];

async function exchange(sent: Sent) {
  const mood = network.isCalm ? 19 : chance(20);
  await after(chance(mood === 0 ? 8_000 : 20));
  if (mood === 1) throw failure('ECONNRESET');
  const pieces = sent.body === undefined ? [] : await piecesOf(sent.body);
  // A body in pieces cannot be sent twice by the network: its connection is one.
  if (mood === 2 && typeof sent.body !== 'object') void ask(sent, pieces, false).catch(() => undefined);
  const reply = await ask(sent, pieces, mood === 3);
  await after(chance(mood === 4 ? 8_000 : 20));
  if (mood === 5) throw failure('ECONNRESET');
  return reply;
}

async function piecesOf(body: string | AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  if (typeof body === 'string') pieces.push(Buffer.from(body));
  else for await (const piece of body) pieces.push(piece);
  return pieces;
}

/** @param isCut whether the connection breaks in the middle of the body */
async function ask({ method, url, headers }: Sent, pieces: readonly Uint8Array[], isCut: boolean) {
  const { service } = network;
  if (!service?.process.isAlive) throw failure('ECONNREFUSED');
  const { process, app } = service;
  const died = new Promise<never>((_, reject) => process.onDeath.add(() => reject(failure('ECONNRESET'))));
  died.catch(() => undefined);
  const answering = answerOf(app, { method, url, headers }, pieces, isCut);
  answering.catch(() => undefined);
  const reply = await Promise.race([answering, died]);
  if (!process.isAlive || isCut) throw failure('ECONNRESET');
  if (reply.status === 500) network.complain(`${method} ${url} was answered with 500: ${reply.body}`);
  return reply;
}

async function answerOf(
  app: App,
  { method, url, headers }: Pick<Sent, 'method' | 'url' | 'headers'>,
  pieces: readonly Uint8Array[],
  isCut: boolean,
) {
  const body = pieces.length > 0 ? streamOf(pieces, isCut) : undefined;
  const request = new Request(url, { method, headers, ...(body && { body, duplex: 'half' }) } as RequestInit);
  const answer = await app.request(request);
  const text = await answer.text();
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: text, cut: false };
}

/** A body whose pieces take their time. */
function streamOf(pieces: readonly Uint8Array[], isCut: boolean): ReadableStream<Uint8Array> {
  let at = 0;
  const last = isCut ? chance(pieces.length) : pieces.length;
  return new ReadableStream({
    async pull(to) {
      if (pieces.length > 1) await after(chance(30));
      const piece = pieces[at];
      at += 1;
      if (at > last && isCut) to.error(new Error('the connection was reset'));
      else if (piece) to.enqueue(piece);
      else to.close();
    },
  });
}
