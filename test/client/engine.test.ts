import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError } from '../../src/client/errors.ts';
import { retryAfterSeconds } from '../../src/client/retry.ts';
import { type WaitOptions, waitUntilDone } from '../../src/client/wait/engine.ts';
import { type Seen, seenIn, type WaitKind, waitKinds } from '../../src/client/wait/kinds.ts';
import { operationOf } from '../../src/contract/operations/index.ts';

const api = (status: number, retryAfter?: number) =>
  new ApiError('no', { status, operation: 'x', retryAfter });
const network = new NetworkError('h', 'reset', 'gone', '', undefined);
const seen = (status: string) => seenIn({ status }, { kind: 'file', params: {} });

/** Waits over these looks in turn; the last one stays. */
function waitOver(looks: readonly (string | Error)[], options: Partial<WaitOptions> = {}) {
  let count = 0;
  const look = async (): Promise<Seen> => {
    const now = looks[Math.min(count, looks.length - 1)] ?? '';
    count += 1;
    if (now instanceof Error) throw now;
    return seen(now);
  };
  const outcome = waitUntilDone(look, { timeout: 5, interval: 0.001, ...options });
  return outcome.then((ended) => ({ ...ended, looks: count }));
}

describe('waiting', () => {
  it.each(['completed', 'failed', 'cancelled'] as const)('ends with %s', async (status) => {
    expect(await waitOver(['pending', 'processing', status])).toMatchObject({ outcome: status, looks: 3 });
  });

  it('ends with not_applicable as done', async () => {
    expect((await waitOver(['not_applicable'])).outcome).toBe('completed');
  });

  it('tells each change once', async () => {
    const told: string[] = [];
    await waitOver(['pending', 'pending', 'processing', 'processing', 'completed'], {
      onChange: ({ status }) => told.push(status),
    });
    expect(told).toEqual(['pending', 'processing', 'completed']);
  });

  it('bears five faults in a row, and no sixth', async () => {
    const faults = [network, api(500), api(503), api(429), network];
    expect((await waitOver([...faults, 'completed'])).outcome).toBe('completed');
    await expect(waitOver([...faults, network, 'completed'])).rejects.toBe(network);
  });

  it.each([400, 401, 403, 404, 409])('ends at once with a %i', async (status) => {
    await expect(waitOver([api(status), 'completed'])).rejects.toMatchObject({ status });
  });

  it('waits as long as the service asks', async () => {
    const start = performance.now();
    await waitOver([api(429, 0.2), 'completed']);
    expect(performance.now() - start).toBeGreaterThanOrEqual(195);
  });

  it('gives up in time, also when the service asks for longer', async () => {
    expect(await waitOver(['processing'], { timeout: 0.05 })).toMatchObject({
      outcome: 'timed_out',
      seen: { status: 'processing' },
    });
    expect(await waitOver([api(503, 3600)], { timeout: 0.05 })).toMatchObject({
      outcome: 'timed_out',
      seen: undefined,
    });
  });

  it('gives up on a look that never ends', async () => {
    const forever = (signal: AbortSignal) =>
      new Promise<Seen>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    expect((await waitUntilDone(forever, { timeout: 0.05, interval: 0.001 })).outcome).toBe('timed_out');
  });

  it('is interrupted by its signal', async () => {
    const controller = new AbortController();
    const waiting = waitOver(['processing'], { interval: 60, timeout: 60, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('kinds', () => {
  it.each(Object.keys(waitKinds) as WaitKind[])('%s is read by a GET', (kind) => {
    expect(operationOf(waitKinds[kind].operation).method).toBe('GET');
  });

  it.each(['', 'done', 'COMPLETED', 'constructor', 'toString'])('%j is never a success', (status) => {
    expect(seen(status).standing).toBe('unknown');
  });

  it('an answer without a state is never a success', () => {
    for (const answer of [null, [], 'completed', { status: 1 }, {}])
      expect(seenIn(answer, { kind: 'share', params: {} }).standing).toBe('unknown');
    expect(
      seenIn({ moments_config: {} }, { kind: 'moment-criteria', params: {}, member: 'x' }).standing,
    ).toBe('unknown');
  });
});

describe('Retry-After', () => {
  it.each([
    ['3', 3],
    ['0', 0],
    ['Thu, 01 Jan 1970 00:00:10 GMT', 5],
    ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('%s is %s seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, 5000)).toBe(seconds);
  });
});
