import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { until } from '../service/jobs/support.ts';
import { type Reply, startTestReceiver, verify } from '../support/receiver.ts';
import { mediaOf } from '../support/service.ts';
import { haveEnded, openSiege } from './support/siege.ts';

const siege = await openSiege();
const { store, call } = siege;

/** Uploads something that cannot be processed: two events follow. */
async function uploadBroken(): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([mediaOf(`no film ${randomUUID()}`)]), 'broken.flac');
  return (await call('POST', '/files', form)).id ?? '';
}

/** Kills the service with its workers, and starts another on the same folder. */
async function killAndStart(): Promise<void> {
  const workers = await siege.kill(true);
  await until(() => haveEnded(workers), 'the end of the killed workers');
  await siege.start();
}

const deliveries = () =>
  store.db.selectFrom('webhook_deliveries').select(['id', 'event_id', 'status', 'resource']).execute();
const attempts = () =>
  store.db.selectFrom('webhook_attempts').selectAll().orderBy('delivery_id').orderBy('number').execute();

describe('a service that is killed', () => {
  it('[HOOK-5] between commit and send, and between send and acknowledgement, loses no event and keeps the order per file', {
    timeout: 600_000,
  }, async () => {
    let reply: Reply = 'hang';
    const receiver = await startTestReceiver(() => reply);
    await siege.start();
    const webhook = await call('POST', '/webhooks', { endpoint: receiver.url });
    const files: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      files.push(await uploadBroken());
      // The event is sent, and not acknowledged; that the file failed is committed, and not sent.
      await until(() => receiver.arrived.some(({ event }) => event.payload.id === files[round]), 'the event');
      await until(async () => (await deliveries()).length === 2 * files.length, 'the second event');
      await killAndStart();
    }
    reply = { status: 204 };
    await killAndStart();
    await until(async () => (await deliveries()).every(({ status }) => status === 'delivered'), 'the end');
    for (const delivery of receiver.arrived) verify(webhook.webhook_secret ?? '', delivery);
    for (const file of files) {
      const types = receiver.arrived
        .filter(({ event }) => event.payload.id === file)
        .map(({ event }) => event.event_type);
      expect(types.at(-1)).toBe('file.job.failed');
      expect(types.filter((type) => type === 'file.job.failed')).toHaveLength(1);
      expect(types.slice(0, -1).every((type) => type === 'file.job.processing')).toBe(true);
      expect(types.length).toBeGreaterThan(2);
    }
    const listed = await attempts();
    expect(listed.length).toBeGreaterThanOrEqual(receiver.arrived.length);
    const cutOff = listed.filter(({ error }) => error?.includes('the service stopped'));
    // One for each round. More are cut off where an attempt is made again before the next kill.
    expect(cutOff.length).toBeGreaterThanOrEqual(files.length);
    expect(listed.filter(({ status_code }) => status_code === 204)).toHaveLength(4);
    await receiver.close();
  });
});
