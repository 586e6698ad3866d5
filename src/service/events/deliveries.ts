import { sql } from 'kysely';
import type { EventName } from '../../contract/values/events.ts';
import type { Runtime } from '../context/context.ts';
import type { Queue } from '../queue/queue.ts';
import type { Db, Trx } from '../store/sql/schema.ts';

/** What adding a delivery needs. */
export interface DeliveryContext extends Pick<Runtime, 'clock' | 'newId'> {
  readonly queue: Pick<Queue, 'enqueue'>;
}

/** Failed attempts before a delivery is given up. */
const MOST_TRIES = 10;

export interface NewDelivery {
  readonly webhookId: string;
  readonly accountId: string;
  /** The event's id. */
  readonly event: string;
  readonly type: EventName;
  /** Deliveries of a webhook about one resource are made in the order of their addition. */
  readonly resource: string;
  /** Default MOST_TRIES. */
  readonly maxTries?: number;
}

/** Adds a delivery, and the job that makes it unless it has to wait for an earlier one. Returns its id. */
export async function addDelivery(trx: Trx, ctx: DeliveryContext, added: NewDelivery): Promise<string> {
  const { webhookId, accountId, event, type, resource, maxTries = MOST_TRIES } = added;
  const id = ctx.newId();
  const now = ctx.clock();
  const isFirst = (await firstPending(trx, webhookId, resource)) === undefined;
  await trx
    .insertInto('webhook_deliveries')
    .values({
      id,
      account_id: accountId,
      webhook_id: webhookId,
      event_id: event,
      event_type: type,
      resource,
      max_tries: maxTries,
      next_attempt_at: isFirst ? now : null,
      created_at: now,
    })
    .execute();
  if (isFirst) await ctx.queue.enqueue(trx, 'webhook.deliver', { webhook_id: webhookId });
  return id;
}

/** The pending delivery of a webhook about a resource that comes first. */
export async function firstPending(
  db: Db,
  webhookId: string,
  resource: string,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('resource', '=', resource)
    .where('status', '=', sql.lit('pending'))
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
}
