import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobHandlers as handlers } from '../../../../src/service/boot/registry/job-handlers.ts';
import { runWorker } from '../../../../src/service/jobs/worker/worker.ts';
import { pruneEvents } from '../../../../src/service/resources/webhooks/prune.ts';
import { boxOf, sealSecrets } from '../../../../src/service/resources/webhooks/secrets.ts';
import { startTestReceiver, type TestReceiver, verify } from '../../../support/receiver.ts';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';
import { deliveriesTo, movableClock, runDue, subscribe, uploadBroken } from './support.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;
const BROKEN = ['file.job.processing', 'file.job.failed'];

let service: TestService;
let receivers: TestReceiver[] = [];
let webhooks: string[] = [];
const logged: string[] = [];
const clock = movableClock();

const log = {
  debug: () => undefined,
  info: () => undefined,
  error: () => undefined,
  warn: (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`),
  child: () => log,
};

beforeAll(async () => {
  service = await openTestService({ leaseMs: HOUR }, { clock: clock.now, log });
});
afterAll(() => service.close());

beforeEach(() => {
  receivers = [];
  webhooks = [];
});
afterEach(async () => {
  for (const id of webhooks) await service.call('DELETE', `/webhooks/${id}`);
  for (const receiver of receivers) await receiver.close();
});

async function receiver(reply?: Parameters<typeof startTestReceiver>[0]): Promise<TestReceiver> {
  const made = await startTestReceiver(reply);
  receivers.push(made);
  return made;
}

async function subscribed(to: Pick<TestReceiver, 'url'>, ...events: string[]) {
  const made = await subscribe(service, to, ...events);
  webhooks.push(made.id);
  return made;
}

const shown = async (id: string) => (await service.call('GET', `/webhooks/${id}`)).body;

describe('deliveries', () => {
  it('[HOOK-5] arrive signed, with the event as body, in order; each attempt can be read', async () => {
    const target = await receiver(() => ({ status: 200, body: 'thanks' }));
    const { id, webhook_secret } = await subscribed(target);
    const file = await uploadBroken(service);
    await runDue(service);
    await service.call('DELETE', `/files/${file}`);
    await runDue(service);
    expect(target.types()).toEqual([...BROKEN, 'file.job.deleted']);
    for (const delivery of target.arrived) {
      expect(verify(webhook_secret, delivery)).toEqual(delivery.event);
      expect(delivery.event.payload.id).toBe(file);
      expect(delivery.headers['webhook-id']).toBe(delivery.event.event_id);
      expect(delivery.headers['content-type']).toBe('application/json');
    }
    const listed = await deliveriesTo(service, id);
    expect(listed.map(({ event_type }) => event_type)).toEqual(target.types());
    for (const { status, attempts } of listed)
      expect({ status, attempts }).toEqual({
        status: 'delivered',
        attempts: [
          {
            number: 1,
            status_code: 200,
            answer: 'thanks',
            started_at: expect.any(Number),
            duration_ms: expect.any(Number),
          },
        ],
      });
  });

  it('[HOOK-5] that fail are tried again with backoff; later events about the same file wait, those about others do not', async () => {
    let failing = '';
    const target = await receiver(({ event }) => ({ status: event.payload.id === failing ? 500 : 200 }));
    const { id } = await subscribed(target);
    failing = await uploadBroken(service);
    const other = await uploadBroken(service);
    await runDue(service);
    const about = (file: string) =>
      target.arrived.filter(({ event }) => event.payload.id === file).map(({ event }) => event.event_type);
    expect(about(other)).toEqual(BROKEN);
    expect(about(failing)).toEqual(['file.job.processing']);
    const soon = failing;
    failing = '';
    await runDue(service);
    expect(about(soon)).toHaveLength(1);
    clock.pass(6 * SECOND);
    await runDue(service);
    expect(about(soon)).toEqual(['file.job.processing', ...BROKEN]);
    const [first] = await deliveriesTo(service, id);
    expect(first?.attempts.map(({ status_code }) => status_code)).toEqual([500, 200]);
    expect(first?.attempts[0]?.error).toContain('500');
    const ids = target.arrived
      .filter(({ event }) => event.payload.id === soon)
      .map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toBe(ids[1]);
  });

  it('[HOOK-5] are given up after ten attempts in about 75 hours; then the next event is tried', async () => {
    const target = await receiver(() => ({ status: 503 }));
    const { id } = await subscribed(target, 'file.job.processing', 'file.job.failed');
    await uploadBroken(service);
    const began = clock.now();
    const delays: number[] = [];
    for (;;) {
      await runDue(service);
      const [first] = await deliveriesTo(service, id);
      if (first?.next_attempt_at === undefined) break;
      delays.push(first.next_attempt_at - clock.now());
      clock.pass(first.next_attempt_at - clock.now() + SECOND);
    }
    const hours = (clock.now() - began) / HOUR;
    expect(hours).toBeGreaterThan(75);
    expect(hours).toBeLessThan(84);
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    const [first, second] = await deliveriesTo(service, id);
    expect(first).toMatchObject({ status: 'failed', ended_at: expect.any(Number) });
    expect(first?.attempts).toHaveLength(10);
    expect(second).toMatchObject({ status: 'pending', attempts: [{ number: 1, status_code: 503 }] });
  });

  it('[HOOK-5] to a receiver that hangs fail after 15 seconds', async () => {
    const target = await receiver(() => 'hang');
    const { id } = await subscribed(target, 'file.job.failed');
    await uploadBroken(service);
    expect(service.context.config.webhookTimeoutMs).toBe(15 * SECOND);
    await runDue(service, { webhookTimeoutMs: 300 });
    const [only] = await deliveriesTo(service, id);
    expect(only).toMatchObject({ status: 'pending', attempts: [{ error: 'no response within 0.3 s' }] });
  });

  it('keep the first 20,000 bytes of the response', async () => {
    const target = await receiver(() => ({ status: 500, body: 'x'.repeat(30_000) }));
    const { id } = await subscribed(target, 'file.job.failed');
    await uploadBroken(service);
    await runDue(service);
    const [only] = await deliveriesTo(service, id);
    expect(only?.attempts).toMatchObject([{ status_code: 500, answer: 'x'.repeat(20_000) }]);
  });

  it('follow no redirect', async () => {
    const elsewhere = await receiver();
    const target = await receiver(() => ({ status: 307, headers: { location: elsewhere.url } }));
    const { id } = await subscribed(target, 'file.job.failed');
    await uploadBroken(service);
    await runDue(service);
    const [only] = await deliveriesTo(service, id);
    expect(only?.attempts).toMatchObject([{ status_code: 307, error: expect.stringContaining('redirects') }]);
    expect(elsewhere.arrived).toEqual([]);
  });

  it.each([
    ['in seconds', () => '7200', 2 * HOUR],
    ['as a date', () => new Date(clock.now() + 3 * HOUR).toUTCString(), 3 * HOUR],
    ['for longer than a day: a day', () => '9999999', 24 * HOUR],
  ])('wait as long as a receiver asks with Retry-After, %s', async (_, after, delay) => {
    const target = await receiver(() => ({ status: 429, headers: { 'retry-after': after() } }));
    const { id } = await subscribed(target, 'file.job.failed');
    await uploadBroken(service);
    await runDue(service);
    const [only] = await deliveriesTo(service, id);
    expect(Math.abs((only?.next_attempt_at ?? 0) - clock.now() - delay)).toBeLessThan(30 * SECOND);
  });

  it('end when the receiver responds with 410; activating the webhook resumes them', async () => {
    let status = 410;
    const target = await receiver(() => ({ status }));
    const { id } = await subscribed(target);
    await uploadBroken(service);
    await runDue(service);
    expect(await shown(id)).toMatchObject({ active: false, disabled_reason: expect.stringContaining('410') });
    expect(logged.some((line) => line.includes('a webhook was disabled') && line.includes('410'))).toBe(true);
    await uploadBroken(service);
    await runDue(service);
    expect(target.arrived).toHaveLength(1);
    status = 200;
    const { body } = await service.call('PUT', `/webhooks/${id}`, { active: true });
    expect(body).not.toHaveProperty('disabled_reason');
    await runDue(service);
    expect(target.types()).toEqual(BROKEN);
  });

  it('end after five days of failures, with a reason', async () => {
    const target = await receiver(() => ({ status: 500 }));
    const { id } = await subscribed(target, 'file.job.failed');
    await uploadBroken(service);
    await runDue(service);
    expect(await shown(id)).toMatchObject({ active: true, failing_since: expect.any(Number) });
    clock.pass(119 * HOUR);
    await runDue(service);
    expect(await shown(id)).toMatchObject({ active: true });
    clock.pass(HOUR);
    await runDue(service);
    expect(await shown(id)).toMatchObject({
      active: false,
      disabled_reason: 'every attempt failed for 5 days',
    });
    const { body } = await service.call('PUT', `/webhooks/${id}`, { active: true });
    expect(body).not.toHaveProperty('failing_since');
  });

  it('[HOOK-4] an inactive webhook gets no delivery, nor does one without an endpoint', async () => {
    const target = await receiver();
    const { id } = await subscribed(target);
    const { body } = await service.call('POST', '/webhooks', {});
    webhooks.push(body.id);
    await service.call('PUT', `/webhooks/${id}`, { active: false });
    await uploadBroken(service);
    await runDue(service);
    for (const one of [id, body.id]) expect(await deliveriesTo(service, one)).toEqual([]);
    expect(target.arrived).toEqual([]);
    expect((await service.call('POST', `/webhooks/${id}/test`, {})).status).toBe(409);
    expect((await service.call('POST', `/webhooks/${body.id}/test`, {})).status).toBe(409);
  });

  it('[HOOK-4] a webhook that was deactivated while deliveries were pending gets them when it is active again', async () => {
    let status = 500;
    const target = await receiver(() => ({ status }));
    const { id } = await subscribed(target, 'file.job.failed');
    await uploadBroken(service);
    await runDue(service);
    await service.call('PUT', `/webhooks/${id}`, { active: false });
    clock.pass(HOUR);
    status = 200;
    await runDue(service);
    expect(target.arrived).toHaveLength(1);
    await service.call('PUT', `/webhooks/${id}`, { active: true });
    await runDue(service);
    expect(target.arrived).toHaveLength(2);
  });

  it('a deleted webhook gets no delivery', async () => {
    const target = await receiver(() => ({ status: 500 }));
    const { id } = await subscribed(target);
    await uploadBroken(service);
    await runDue(service);
    const before = target.arrived.length;
    expect((await service.call('DELETE', `/webhooks/${id}`)).status).toBe(200);
    clock.pass(HOUR);
    await runDue(service);
    expect(target.arrived).toHaveLength(before);
    expect(await service.context.db.selectFrom('webhook_attempts').selectAll().execute()).toEqual([]);
  });

  it('a receiver that hangs does not hold up another one', async () => {
    const slow = await receiver(() => 'hang');
    const quick = await receiver();
    const stop = new AbortController();
    const patient = { ...service.context, config: { ...service.context.config, webhookTimeoutMs: 60_000 } };
    const working = runWorker({ context: patient, handlers, signal: stop.signal });
    try {
      await subscribed(slow);
      await uploadBroken(service);
      await expect.poll(() => slow.arrived).toHaveLength(1);
      await subscribed(quick);
      const file = await uploadBroken(service);
      const types = () => quick.arrived.filter(({ event }) => event.payload.id === file).length;
      await expect.poll(types).toBe(2);
    } finally {
      stop.abort();
      await working;
    }
  });
});

describe('[HOOK-7] deliveries of a webhook', () => {
  it('can be listed by status, and made again with the same webhook-id', async () => {
    let status = 410;
    const target = await receiver(() => ({ status }));
    const { id, webhook_secret } = await subscribed(target, 'file.job.failed');
    await uploadBroken(service);
    await runDue(service);
    status = 200;
    await service.call('PUT', `/webhooks/${id}`, { active: true });
    const { body: failed } = await service.call('GET', `/webhooks/${id}/deliveries?status=failed`);
    expect(failed.total).toBe(1);
    expect((await service.call('GET', `/webhooks/${id}/deliveries?status=pending`)).body.total).toBe(0);
    const where = `/webhooks/${id}/deliveries/${failed.data[0]?.id}`;
    const again = await service.call('POST', `${where}/redeliver`);
    expect(again.body).toMatchObject({ object: 'webhook_delivery', status: 'pending', attempts: [] });
    expect(again.body.id).not.toBe(failed.data[0]?.id);
    await runDue(service);
    expect(target.arrived).toHaveLength(2);
    for (const delivery of target.arrived) verify(webhook_secret, delivery);
    expect(target.arrived[0]?.headers['webhook-id']).toBe(target.arrived[1]?.headers['webhook-id']);
    expect(target.arrived[0]?.text).toBe(target.arrived[1]?.text);
  });

  it('that are pending are tried now when you redeliver them', async () => {
    let status = 500;
    const target = await receiver(() => ({ status }));
    const { id } = await subscribed(target);
    await uploadBroken(service);
    await runDue(service);
    status = 200;
    const [, second] = await deliveriesTo(service, id);
    const { body } = await service.call('POST', `/webhooks/${id}/deliveries/${second?.id}/redeliver`);
    expect(body.id).toBe(second?.id);
    await runDue(service);
    expect(target.types()).toEqual(['file.job.processing', ...BROKEN]);
  });

  it('can be tested with an event, in one attempt', async () => {
    const target = await receiver(() => ({ status: 500 }));
    const { id, webhook_secret } = await subscribed(target, 'describe.job.failed');
    const { body } = await service.call('POST', `/webhooks/${id}/test`, {});
    const given = await service.call('POST', `/webhooks/${id}/test`, { event_type: 'file.job.deleted' });
    expect([body, given.body]).toMatchObject([
      { event_type: 'describe.job.failed', payload: { object: 'test', webhook_id: id } },
      { event_type: 'file.job.deleted' },
    ]);
    await runDue(service);
    for (const delivery of target.arrived) verify(webhook_secret, delivery);
    expect(target.types().sort()).toEqual(['describe.job.failed', 'file.job.deleted']);
    const listed = await deliveriesTo(service, id);
    expect(listed.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['failed', 1],
      ['failed', 1],
    ]);
    expect((await service.call('POST', `/webhooks/${id}/test`, { event_type: 'x' })).status).toBe(400);
  });

  it('of another account, or of another webhook, are not found', async () => {
    const target = await receiver();
    const one = await subscribed(target, 'file.job.failed');
    const two = await subscribed(target, 'file.job.deleted');
    const { id } = (await service.call('POST', `/webhooks/${one.id}/test`, {})).body;
    const stranger = { authorization: `Bearer ${await strangerToken(service)}` };
    const asked = [
      ['GET', `/webhooks/${one.id}/deliveries`],
      ['GET', `/webhooks/${one.id}/deliveries/${id}`],
      ['POST', `/webhooks/${one.id}/deliveries/${id}/redeliver`],
      ['POST', `/webhooks/${one.id}/test`, {}],
      ['POST', `/webhooks/${one.id}/rotate`, {}],
    ] as const;
    for (const [method, where, body] of asked) {
      expect((await service.call(method, where, body, stranger)).status).toBe(404);
      expect((await service.call(method, where, body)).status).toBe(200);
    }
    expect((await service.call('GET', `/webhooks/${two.id}/deliveries/${id}`)).status).toBe(404);
  });

  it.each<[string, object]>([
    ['that other machines can reach', { host: '0.0.0.0' }],
    ['with a public URL', { publicUrl: 'https://vau.example.com' }],
  ])(
    'to a private address are refused by a service %s, unless private addresses are allowed',
    async (_, config) => {
      const target = await receiver();
      const run = async (more: object) => {
        const { id } = await subscribed(target);
        await service.call('POST', `/webhooks/${id}/test`, {});
        await runDue(service, { ...config, ...more });
        return (await deliveriesTo(service, id))[0];
      };
      expect((await run({}))?.attempts).toMatchObject([
        { error: expect.stringContaining('private network') },
      ]);
      expect(target.arrived).toEqual([]);
      const others = { allowPrivateAddresses: ['10.0.0.0/8', '::1'] };
      expect((await run(others))?.attempts).toMatchObject([
        { error: expect.stringContaining('private network') },
      ]);
      expect(target.arrived).toEqual([]);
      expect(await run({ allowPrivateAddresses: true })).toMatchObject({ status: 'delivered' });
      const own = { allowPrivateAddresses: ['10.0.0.0/8', '127.0.0.0/8'] };
      expect(await run(own)).toMatchObject({ status: 'delivered' });
    },
  );
});

describe('the secret of a webhook', () => {
  it('[AUTH-5] can be rotated: both secrets sign until the overlap ends', async () => {
    const target = await receiver();
    const old = await subscribed(target);
    const rotate = (body: object) => service.call('POST', `/webhooks/${old.id}/rotate`, body);
    const { body: rotated } = await rotate({ overlap_seconds: 60 });
    expect(rotated.webhook_secret).not.toBe(old.webhook_secret);
    expect(rotated).toHaveProperty('previous_secret_expires_at');
    const last = async () => {
      await service.call('POST', `/webhooks/${old.id}/test`, {});
      await runDue(service);
      return target.arrived.at(-1) ?? expect.fail('nothing arrived');
    };
    const during = await last();
    for (const { webhook_secret } of [old, rotated]) verify(webhook_secret, during);
    clock.pass(61 * SECOND);
    const after = await last();
    verify(rotated.webhook_secret, after);
    expect(() => verify(old.webhook_secret, after)).toThrow();
    const { body: latest } = await rotate({ overlap_seconds: 0 });
    expect(latest).not.toHaveProperty('previous_secret_expires_at');
    expect(() => verify(rotated.webhook_secret, after)).not.toThrow();
    expect(() => verify(latest.webhook_secret, after)).toThrow();
    expect((await rotate({ overlap_seconds: 700_000 })).status).toBe(400);
  });

  it('is encrypted in the store, and one stored by an earlier version becomes so', async () => {
    const { id, webhook_secret } = (await service.call('POST', '/webhooks', {})).body;
    webhooks.push(id);
    const { db } = service.context;
    const rows = await db.selectFrom('webhooks').select('secret').where('id', '=', id).execute();
    expect(rows).toEqual([{ secret: expect.stringMatching(/^sealed:/) }]);
    expect(JSON.stringify(rows)).not.toContain(webhook_secret.slice(6));
    await db.updateTable('webhooks').set({ secret: webhook_secret }).where('id', '=', id).execute();
    await sealSecrets(db, await boxOf(service.context));
    expect((await db.selectFrom('webhooks').select('secret').execute())[0]?.secret).toMatch(/^sealed:/);
    expect((await shown(id)).webhook_secret).toBe(webhook_secret);
  });
});

it('old events are deleted with their deliveries', async () => {
  const target = await receiver();
  const { id } = await subscribed(target);
  await uploadBroken(service);
  await runDue(service);
  expect(await deliveriesTo(service, id)).toHaveLength(2);
  clock.pass(31 * 24 * HOUR);
  await pruneEvents(service.context, 0);
  expect(await deliveriesTo(service, id)).toEqual([]);
  expect(await service.context.db.selectFrom('events').select('id').execute()).toEqual([]);
});
