import type { Readable } from 'node:stream';
import { Webhook } from 'standardwebhooks';
import type { ServiceConfig } from '../../context/config.ts';
import { messageOf } from '../../errors.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { isLoopback } from '../../net/addresses.ts';
import { type OutgoingAnswer, outgoing } from '../../net/outgoing.ts';
import type { PrivateAllowed } from '../../net/ranges.ts';

/** Bytes of the response body that are kept. */
const KEPT_BYTES = 20_000;

/** What is sent to a receiver. */
export interface Message {
  readonly endpoint: string;
  /** One signature for each. */
  readonly secrets: readonly string[];
  /** The same in every attempt, so that receivers can drop what they already have. */
  readonly id: string;
  readonly body: string;
}

/** What came of an attempt. */
export interface Outcome {
  /** Why it failed; undefined if the receiver accepted the event. */
  readonly error?: string;
  readonly status?: number;
  /** The first bytes of the response's body. */
  readonly answer?: string;
  readonly retryAfter?: string;
}

/**
 * Sends an event, signed as Standard Webhooks says. Follows no redirect, and reaches no private address unless the service
 * is allowed to. Takes no longer than `config.webhookTimeoutMs`.
 * @throws the reason of `ctx.signal` if that aborts
 */
export async function send(ctx: Pick<JobContext, 'config' | 'signal'>, message: Message): Promise<Outcome> {
  const { webhookTimeoutMs: timeout } = ctx.config;
  const late = AbortSignal.timeout(timeout);
  try {
    const answer = await outgoing(message.endpoint, {
      method: 'POST',
      headers: headersOf(message),
      body: message.body,
      allowPrivate: reachesPrivate(ctx.config),
      redirects: 'show',
      idleMs: timeout,
      signal: AbortSignal.any([ctx.signal, late]),
    });
    return await outcomeOf(answer);
  } catch (error) {
    ctx.signal.throwIfAborted();
    return { error: late.aborted ? `no response within ${timeout / 1000} s` : messageOf(error) };
  }
}

/** A service that only this machine can reach belongs to the person who uses it, and to nobody else. */
function reachesPrivate({ allowPrivateAddresses, host, publicUrl }: ServiceConfig): PrivateAllowed {
  return (isLoopback(host) && publicUrl === undefined) || allowPrivateAddresses;
}

function headersOf({ id, body, secrets }: Message): Record<string, string> {
  const now = new Date();
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

async function outcomeOf({ status, headers, body }: OutgoingAnswer): Promise<Outcome> {
  const answer = await firstBytes(body);
  const { 'retry-after': retryAfter } = headers;
  return {
    status,
    answer,
    ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
    ...(status >= 200 && status < 300 ? {} : { error: reasonOf(status) }),
  };
}

function reasonOf(status: number): string {
  const redirected = status >= 300 && status < 400;
  return `the receiver responded with ${status}${redirected ? '; redirects are not followed' : ''}`;
}

/** The status has come already, so a body that breaks off or takes too long only is shorter. */
async function firstBytes(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes >= KEPT_BYTES) break;
    }
  } catch {
    // What has come is kept.
  }
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
}
