/**
 * Webhooks: URLs that events are sent to. Deliveries that are due come in; each is signed and sent (send.ts), its
 * attempt is noted (attempts.ts), and those that failed are tried again later.
 */

import { sql } from 'kysely';
import { type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';
import { type Begun, beginAttempt, dueDeliveries, endAttempt, nextDue } from './attempts.ts';
import { boxOf, signingSecrets } from './secrets.ts';
import { type Outcome, send } from './send.ts';

/** A webhook is unfinished while deliveries are pending. A lost job is added again; nothing here can fail for good. */
export const webhookLifecycle = declareLifecycle('webhook.deliver', {
  table: 'webhooks',
  key: { webhook_id: 'id' },
  open: sql`webhooks.active = 1 and webhooks.endpoint is not null and exists (
    select 1 from webhook_deliveries
    where webhook_deliveries.webhook_id = webhooks.id and webhook_deliveries.status = 'pending')`,
  fail: async () => undefined,
});

/** Deliveries of one webhook that are made at a time, each about another resource. */
const PARALLEL = 8;

/** Milliseconds before other webhooks get a turn. */
const TURN_MS = 10_000;

/**
 * Makes the due deliveries of a webhook: those about one resource in order, those about others meanwhile. While it runs
 * no other job does the same, so nothing is sent twice at a time. It is never given up, however many workers were killed
 * meanwhile: each delivery ends by its own number of attempts.
 */
export const deliverToWebhook: JobHandler<'webhook.deliver'> = {
  rows: webhookLifecycle,
  async run(ctx, { webhook_id }) {
    await makeDue(ctx, webhook_id);
    ctx.signal.throwIfAborted();
    const next = await nextDue(ctx.db, webhook_id);
    if (next !== undefined)
      throw new RetryLater('the next delivery is due later', Math.max(0, next - ctx.clock()));
  },
};

async function makeDue(ctx: JobContext, webhookId: string): Promise<void> {
  const until = ctx.clock() + TURN_MS;
  const going = new Map<string, Promise<void>>();
  try {
    for (;;) {
      if (!ctx.signal.aborted && ctx.clock() < until)
        for (const id of await dueDeliveries(ctx.db, webhookId, dueBy(ctx), PARALLEL + going.size))
          if (going.size < PARALLEL && !going.has(id))
            going.set(
              id,
              attempt(ctx, id).finally(() => going.delete(id)),
            );
      if (going.size === 0) return;
      await Promise.race(going.values());
    }
  } finally {
    await Promise.allSettled(going.values());
  }
}

/** What is due when the job is due, even if it was claimed early. */
function dueBy({ clock, runAt }: JobContext): number {
  return Math.max(clock(), runAt);
}

async function attempt(ctx: JobContext, deliveryId: string): Promise<void> {
  const begun = await beginAttempt(ctx, deliveryId);
  if (begun) await endAttempt(ctx, begun, await deliver(ctx, begun));
}

async function deliver(ctx: JobContext, { webhook, event }: Begun): Promise<Outcome> {
  const secrets = signingSecrets(await boxOf(ctx), webhook, ctx.clock());
  if (secrets.length === 0)
    return {
      error: 'the secret cannot be decrypted because secrets.key was lost; rotate it: vau webhook rotate',
    };
  const { id, event_type, created_at, payload } = event;
  // The payload is JSON text already.
  const body = `{"event_id":${JSON.stringify(id)},"event_type":${JSON.stringify(event_type)},"created_at":${created_at},"payload":${payload}}`;
  return send(ctx, { endpoint: webhook.endpoint, secrets, id, body });
}
