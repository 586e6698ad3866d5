import { describe, expect, it } from 'vitest';
import { emit } from '../../../src/service/events/outbox.ts';
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
});
