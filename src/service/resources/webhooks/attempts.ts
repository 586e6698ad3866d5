import { sql } from 'kysely';
import { firstPending } from '../../events/deliveries.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import { type RowOf, rowOf } from '../common/rows.ts';
import type { Outcome } from './send.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Delays after each failed attempt, in milliseconds: together 75.6 hours, as Standard Webhooks suggests. */
const DELAYS = [
  ...[5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
];

/** A delay grows by up to this part, so that receivers do not get all retries at once. */
const JITTER = 0.1;

/** A receiver can delay the next attempt for at most this long, in milliseconds. */
const LONGEST_MS = 24 * HOUR;

/**
 * @param tries failed attempts so far, 1 or more
 * @param chance 0 to 1
 * @param retryAfter value of the response's Retry-After header, in seconds or as a date
 * @returns milliseconds until the next attempt: the delay of the schedule, or what the receiver asks if that is longer
 */
function delayAfter(tries: number, chance: number, retryAfter: string | undefined, now: number): number {
  const delay = DELAYS[Math.min(tries, DELAYS.length) - 1] ?? LONGEST_MS;
  return Math.max(
    Math.round(delay * (1 + JITTER * chance)),
    Math.min(askedDelay(retryAfter, now), LONGEST_MS),
  );
}

function askedDelay(retryAfter: string | undefined, now: number): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  return Number.isNaN(until) ? 0 : Math.max(0, until - now);
}

/** An attempt that has begun. */
export interface Begun {
  readonly webhook: RowOf<'webhooks'> & { readonly endpoint: string };
  readonly delivery: RowOf<'webhook_deliveries'>;
  readonly event: RowOf<'events'>;
  readonly number: number;
  readonly startedAt: number;
}

/** The status of a receiver that wants no more events. */
const GONE = 410;

const INTERRUPTED = 'the service stopped before the response came';

/** Whether a webhook gets deliveries now. */
function receives(row: RowOf<'webhooks'> | undefined): row is Begun['webhook'] {
  return row?.active === 1 && row.endpoint !== null;
}

/**
 * Notes that an attempt begins, before anything is sent: one that a crash cuts off is listed too.
 * @returns undefined if there is nothing to deliver any more
 */
export function beginAttempt(ctx: JobContext, deliveryId: string): Promise<Begun | undefined> {
  return ctx.write(async (trx) => {
    const delivery = await rowOf(trx, 'webhook_deliveries', deliveryId);
    if (delivery?.status !== 'pending') return undefined;
    const webhook = await rowOf(trx, 'webhooks', delivery.webhook_id);
    const event = await rowOf(trx, 'events', delivery.event_id);
    if (!receives(webhook) || !event) return undefined;
    const number = await nextNumber(trx, deliveryId);
    const startedAt = ctx.clock();
    await trx
      .insertInto('webhook_attempts')
      .values({ delivery_id: deliveryId, number, started_at: startedAt })
      .execute();
    return { webhook, delivery, event, number, startedAt };
  });
}

/** Ends what a crash cut off. */
async function nextNumber(trx: Trx, deliveryId: string): Promise<number> {
  await trx
    .updateTable('webhook_attempts')
    .set({ error: INTERRUPTED })
    .where('delivery_id', '=', deliveryId)
    .where('duration_ms', 'is', null)
    .execute();
  const last = await trx
    .selectFrom('webhook_attempts')
    .select((row) => row.fn.max('number').as('number'))
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst();
  return (last?.number ?? 0) + 1;
}

/** Writes what came of an attempt, and when the next one is due. */
export async function endAttempt(ctx: JobContext, begun: Begun, outcome: Outcome): Promise<void> {
  const { delivery, number, startedAt } = begun;
  const now = ctx.clock();
  const durationMs = Math.max(0, now - startedAt);
  ctx.metrics.record('vau_webhook_attempts_total', { response: responseClass(outcome.status) }, 1);
  ctx.metrics.record('vau_webhook_attempt_duration_seconds', {}, durationMs / 1_000);
  const disabled = await ctx.write(async (trx) => {
    await trx
      .updateTable('webhook_attempts')
      .set({
        duration_ms: durationMs,
        status_code: outcome.status ?? null,
        error: outcome.error ?? null,
        answer: outcome.answer ?? null,
      })
      .where('delivery_id', '=', delivery.id)
      .where('number', '=', number)
      .execute();
    return outcome.error === undefined ? accept(trx, begun, now) : refuse(ctx, trx, begun, outcome, now);
  });
  // Some receivers have their secret in the path.
  if (disabled !== undefined)
    ctx.log.warn('a webhook was disabled', {
      origin: new URL(begun.webhook.endpoint).origin,
      reason: disabled,
    });
}

function responseClass(status: number | undefined): string {
  return status === undefined ? 'none' : `${Math.floor(status / 100)}xx`;
}

async function accept(trx: Trx, { webhook, delivery }: Begun, now: number): Promise<undefined> {
  await endDelivery(trx, delivery, 'delivered', now);
  if (webhook.failing_since !== null)
    await trx.updateTable('webhooks').set({ failing_since: null }).where('id', '=', webhook.id).execute();
}

/** @returns why the webhook was disabled, if it was */
async function refuse(
  ctx: JobContext,
  trx: Trx,
  { webhook, delivery, startedAt }: Begun,
  { status, retryAfter }: Outcome,
  now: number,
): Promise<string | undefined> {
  const tries = delivery.tries + 1;
  if (status === GONE || tries >= delivery.max_tries) await endDelivery(trx, delivery, 'failed', now, tries);
  else
    await trx
      .updateTable('webhook_deliveries')
      .set({ tries, next_attempt_at: now + delayAfter(tries, Math.random(), retryAfter, now) })
      .where('id', '=', delivery.id)
      .execute();
  const current = await rowOf(trx, 'webhooks', webhook.id);
  const since = current?.failing_since ?? startedAt;
  const reason = reasonToDisable(status, now - since, ctx.config.webhookFailingMs);
  await trx
    .updateTable('webhooks')
    .set({ failing_since: since, ...(reason === undefined ? {} : { active: 0, disabled_reason: reason }) })
    .where('id', '=', webhook.id)
    .execute();
  return reason;
}

function reasonToDisable(status: number | undefined, failingMs: number, most: number): string | undefined {
  if (status === GONE) return 'the receiver responded with 410: it is gone';
  if (failingMs < most) return undefined;
  return `every attempt failed for ${Math.floor(failingMs / 86_400_000)} days`;
}

/** Ends a delivery; the next one about the same resource is due at once. */
async function endDelivery(
  trx: Trx,
  { id, webhook_id, resource, tries: before }: RowOf<'webhook_deliveries'>,
  status: 'delivered' | 'failed',
  now: number,
  tries = before,
): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ status, tries, ended_at: now, next_attempt_at: null })
    .where('id', '=', id)
    .execute();
  const next = await firstPending(trx, webhook_id, resource);
  if (next)
    await trx
      .updateTable('webhook_deliveries')
      .set({ next_attempt_at: now })
      .where('id', '=', next.id)
      .execute();
}

/** The deliveries of an active webhook that are due, at most `limit`; never two about one resource. */
export async function dueDeliveries(db: Db, webhookId: string, by: number, limit: number): Promise<string[]> {
  if (!receives(await rowOf(db, 'webhooks', webhookId))) return [];
  const rows = await pending(db, webhookId)
    .select('id')
    .where('next_attempt_at', '<=', by)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** When the next delivery of a webhook is due (Unix ms); undefined if it gets none. */
export async function nextDue(db: Db, webhookId: string): Promise<number | undefined> {
  if (!receives(await rowOf(db, 'webhooks', webhookId))) return undefined;
  const row = await pending(db, webhookId)
    .select('next_attempt_at')
    .where('next_attempt_at', 'is not', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_attempt_at ?? undefined;
}

function pending(db: Db, webhookId: string) {
  return db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('status', '=', sql.lit('pending'));
}
