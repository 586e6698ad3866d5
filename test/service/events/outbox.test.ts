import { describe, expect, it } from 'vitest';
import { emit, emitAll } from '../../../src/service/events/outbox.ts';
import { memoryStore } from '../store/support.ts';

describe('the outbox', () => {
  it('keeps an event with the change that caused it, or neither', async () => {
    const { db, accountId, close } = await memoryStore();
    const runtime = { clock: () => 7, newId: () => 'event-1', queue: { enqueue: async () => 1 } };
    const note = (fail: boolean) =>
      db.transaction().execute(async (trx) => {
        await emit(trx, runtime, 'file.job.completed', accountId, { file_id: 'f' });
        if (fail) throw new Error('no');
      });
    await expect(note(true)).rejects.toThrow('no');
    await note(false);
    expect(await db.selectFrom('events').selectAll().execute()).toMatchObject([
      {
        id: 'event-1',
        account_id: accountId,
        event_type: 'file.job.completed',
        payload: '{"file_id":"f"}',
        created_at: 7,
      },
    ]);
    await close();
  });

  it('[HOOK-4] tells each webhook of those of several events that it is subscribed to', async () => {
    const { db, accountId, close } = await memoryStore();
    let made = 0;
    const runtime = { clock: () => 7, newId: () => `id-${++made}`, queue: { enqueue: async () => 1 } };
    const [file, collection] = ['file.job.deleted', 'collection.file.job.deleted'] as const;
    const webhook = (id: string, events: readonly string[], active: 0 | 1 = 1) => ({
      id,
      account_id: accountId,
      description: null,
      secret: 's',
      active,
      created_at: 7,
      endpoint: 'https://example.com',
      subscribed_events: JSON.stringify(events),
    });
    const webhooks = [webhook('one', [file]), webhook('both', [collection, file]), webhook('off', [file], 0)];
    await db.insertInto('webhooks').values(webhooks).execute();
    await db.transaction().execute((trx) =>
      emitAll(trx, runtime, accountId, [
        { type: collection, payload: { collection_id: 'c', file_id: 'f' } },
        { type: file, payload: { id: 'f' } },
      ]),
    );
    const events = await db.selectFrom('events').select(['id', 'event_type']).orderBy('seq').execute();
    expect(events.map((one) => one.event_type)).toEqual([collection, file]);
    const deliveries = await db
      .selectFrom('webhook_deliveries')
      .select(['webhook_id', 'event_id', 'resource'])
      .orderBy('seq')
      .execute();
    const [first, second] = events.map(({ id }) => id);
    expect(deliveries).toHaveLength(3);
    expect(deliveries).toContainEqual({ webhook_id: 'one', event_id: second, resource: 'file f' });
    expect(deliveries).toContainEqual({ webhook_id: 'both', event_id: first, resource: 'collection c f' });
    expect(deliveries).toContainEqual({ webhook_id: 'both', event_id: second, resource: 'file f' });
    await close();
  });
});
