/**
 * Events of resources. The transaction that changes a row writes the event, and a delivery for each webhook that wants
 * it (deliveries.ts); the job of a webhook sends them afterwards.
 */

import { sql } from 'kysely';
import type { EventName } from '../../contract/values/events.ts';
import { holdsText } from '../store/sql/expressions.ts';
import { insertAll } from '../store/sql/insert.ts';
import { fromJson } from '../store/sql/json.ts';
import type { Trx } from '../store/sql/schema.ts';
import { addDelivery, type DeliveryContext } from './deliveries.ts';

/**
 * Writes an event in the transaction that caused it, with a delivery for each active webhook that is subscribed to it, so
 * that all of them are kept or none.
 * @returns the event's id
 */
export async function emit(
  trx: Trx,
  ctx: DeliveryContext,
  type: EventName,
  accountId: string,
  payload: object,
): Promise<string> {
  const event = await writeEvent(trx, ctx, type, accountId, payload);
  const resource = resourceOf(type, payload);
  for (const { id } of await subscribers(trx, accountId, type))
    await addDelivery(trx, ctx, { webhookId: id, accountId, event, type, resource });
  return event;
}

/** An event to write. */
export interface NewEvent {
  readonly type: EventName;
  readonly payload: object;
}

/** Writes several events of an account as `emit` does, in their order; there are few. */
export async function emitAll(
  trx: Trx,
  ctx: DeliveryContext,
  accountId: string,
  events: readonly NewEvent[],
): Promise<void> {
  const rows = events.map(({ type, payload }) => newRow(ctx, type, accountId, payload));
  await insertAll(trx, 'events', rows);
  const webhooks = await listening(trx, accountId).select('subscribed_events').execute();
  for (const [at, { type, payload }] of events.entries())
    for (const { id, subscribed_events } of webhooks)
      if (fromJson<string[]>(subscribed_events)?.includes(type))
        await addDelivery(trx, ctx, {
          webhookId: id,
          accountId,
          event: rows[at]?.id ?? '',
          type,
          resource: resourceOf(type, payload),
        });
}

/** Writes an event that nobody is told of. Returns its id. */
export async function writeEvent(
  trx: Trx,
  ctx: Pick<DeliveryContext, 'clock' | 'newId'>,
  event_type: EventName,
  account_id: string,
  payload: object,
): Promise<string> {
  const row = newRow(ctx, event_type, account_id, payload);
  await insertAll(trx, 'events', [row]);
  return row.id;
}

function newRow(
  { clock, newId }: Pick<DeliveryContext, 'clock' | 'newId'>,
  event_type: EventName,
  account_id: string,
  payload: object,
) {
  return { id: newId(), account_id, event_type, payload: JSON.stringify(payload), created_at: clock() };
}

function subscribers(trx: Trx, accountId: string, type: EventName): Promise<{ id: string }[]> {
  return listening(trx, accountId)
    .where(holdsText(sql.ref('webhooks.subscribed_events'), type))
    .execute();
}

/** The webhooks of an account that are told of something. */
function listening(trx: Trx, accountId: string) {
  return trx
    .selectFrom('webhooks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('active', '=', 1)
    .where('endpoint', 'is not', null);
}

/** The fields of the payload that name what an event is about, by the first word of its type. */
const named: Readonly<Record<string, readonly string[]>> = {
  describe: ['job_id'],
  extract: ['job_id'],
  find_moments: ['job_id'],
  segment: ['segmentation_id'],
  file: ['id'],
  collection: ['collection_id', 'file_id'],
};

/** What an event is about. */
function resourceOf(type: EventName, payload: object): string {
  const [family = ''] = type.split('.');
  const fields = new Map(Object.entries(payload));
  return [family, ...(named[family] ?? []).map((field) => fields.get(field))].join(' ');
}
