/** Requests to a service that may be gone at any moment. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { History } from './history.ts';
import type { Subject } from './subject.ts';

/** An answer of the service; `cut` says how many times it was asked before without one. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
  readonly cut: number;
}

/** Answers that say: ask again later. */
const LATER = [429, 503, 507];
const WAIT_MS = 150;
const ANSWER_MS = 60_000;

export interface Asker {
  /** Asks until the service answers with something other than "later". The body is made anew each time. */
  ask(method: string, where: string, body?: () => Body): Promise<Reply>;
  /** Asks once. @returns undefined if no answer came */
  once(method: string, where: string, body?: Body): Promise<Reply | undefined>;
}

export interface Body {
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: string | ReadableStream<Uint8Array>;
}

export const json = (value: object): Body => ({
  headers: { 'content-type': 'application/json' },
  content: JSON.stringify(value),
});

/** @param over ends what waits for a service that does not come back */
export function requestsTo(subject: Subject, history: History, over: AbortSignal): Asker {
  const once = async (method: string, where: string, body?: Body): Promise<Reply | undefined> => {
    const { url } = subject;
    if (url === undefined) return undefined;
    try {
      const answer = await fetch(where.startsWith('/v1') ? new URL(where, url) : `${url}${where}`, {
        method,
        headers: { authorization: `Bearer ${subject.token}`, ...body?.headers },
        signal: AbortSignal.any([over, AbortSignal.timeout(ANSWER_MS)]),
        ...(body?.content !== undefined && { body: body.content, duplex: 'half' }),
      } as RequestInit);
      const text = await answer.text();
      history.answered += 1;
      const { status, headers } = answer;
      if (status >= 500 && !LATER.includes(status))
        history.lost.push(`${method} ${where} was answered with ${status}: ${text.slice(0, 300)}`);
      const isJson = headers.get('content-type')?.includes('json') === true && text !== '';
      return { status, headers, body: isJson ? JSON.parse(text) : {}, cut: 0 };
    } catch {
      over.throwIfAborted();
      history.unanswered += 1;
      return undefined;
    }
  };
  return {
    once,
    async ask(method, where, body) {
      for (let cut = 0; ; ) {
        over.throwIfAborted();
        // What was asked of a service that is down was not sent; anything else without an answer may have been done.
        const isSent = subject.url !== undefined;
        const reply = await once(method, where, body?.());
        if (reply && !LATER.includes(reply.status) && reply.status < 500) return { ...reply, cut };
        if (isSent) cut += 1;
        await sleep(WAIT_MS, undefined, { signal: over });
      }
    },
  };
}

/** A form with files that is sent slowly, so that it can be interrupted. */
export function slowForm(
  parts: readonly { readonly name: string; readonly filename: string; readonly bytes: Buffer }[],
  pauseMs: number,
): Body {
  const boundary = randomUUID();
  const whole = Buffer.concat([
    ...parts.flatMap(({ name, filename, bytes }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\n`,
      ),
      Buffer.from('content-type: application/octet-stream\r\n\r\n'),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    content: slowly(whole, pauseMs),
  };
}

const PIECES = 8;

/** Bytes as a stream, with a pause between its pieces. */
export function slowly(bytes: Buffer, pauseMs: number): ReadableStream<Uint8Array> {
  const size = Math.ceil(bytes.length / PIECES);
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      if (at > 0) await sleep(pauseMs);
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)));
      at += size;
      if (at >= bytes.length) controller.close();
    },
  });
}
