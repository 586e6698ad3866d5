import { randomUUID } from 'node:crypto';
import type { EventName } from '../../contract/events.ts';
import type { Trx } from '../store/schema.ts';

/**
 * Notes an event in the transaction that caused it: both are kept, or neither. What is subscribed to it gets it
 * later. Gives the event's id.
 */
export async function emit(
  trx: Trx,
  type: EventName,
  accountId: string,
  payload: object,
  now: number = Date.now(),
): Promise<string> {
  const id = randomUUID();
  await trx
    .insertInto('events')
    .values({
      id,
      account_id: accountId,
      event_type: type,
      payload: JSON.stringify(payload),
      created_at: now,
    })
    .execute();
  return id;
}
