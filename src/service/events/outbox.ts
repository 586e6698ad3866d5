import type { EventName } from '../../contract/events.ts';
import type { Runtime } from '../context/context.ts';
import type { Trx } from '../store/schema.ts';

/**
 * Writes an event in the transaction that caused it, so that both are kept or neither. Webhooks subscribed to it are
 * called later. Returns the event's id.
 */
export async function emit(
  trx: Trx,
  { clock, newId }: Pick<Runtime, 'clock' | 'newId'>,
  type: EventName,
  accountId: string,
  payload: object,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('events')
    .values({
      id,
      account_id: accountId,
      event_type: type,
      payload: JSON.stringify(payload),
      created_at: clock(),
    })
    .execute();
  return id;
}
