import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiError, NetworkError } from '../../src/client/errors.ts';
import { retryAfterSeconds } from '../../src/client/retry.ts';
import { type Look, type WaitOptions, waitUntilDone } from '../../src/client/wait/engine.ts';
import { type Seen, seenIn, type WaitKind, waitKinds } from '../../src/client/wait/kinds.ts';
import { waitForSeveral } from '../../src/client/wait/several.ts';
import { operationOf } from '../../src/contract/operations/index.ts';

const api = (status: number, retryAfter?: number) =>
  new ApiError('no', { status, operation: 'x', retryAfter });
const network = new NetworkError('h', 'reset', 'gone', '', undefined);
const seen = (status: string) => seenIn({ status }, { kind: 'file', params: {} });

/** Waits with these polls in turn; the last one repeats. */
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

  it('reports each change once', async () => {
    const told: string[] = [];
    await waitOver(['pending', 'pending', 'processing', 'processing', 'completed'], {
      onChange: ({ status }) => told.push(status),
    });
    expect(told).toEqual(['pending', 'processing', 'completed']);
  });

  it('tolerates five errors in a row, but not six', async () => {
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

  it('times out even if the service asks for longer', async () => {
    expect(await waitOver(['processing'], { timeout: 0.05 })).toMatchObject({
      outcome: 'timed_out',
      seen: { status: 'processing' },
    });
    expect(await waitOver([api(503, 3600)], { timeout: 0.05 })).toMatchObject({
      outcome: 'timed_out',
      seen: undefined,
    });
  });

  it('polls once with a timeout of 0', async () => {
    expect(await waitOver(['processing', 'completed'], { timeout: 0 })).toMatchObject({
      outcome: 'timed_out',
      looks: 1,
    });
    expect(await waitOver(['completed'], { timeout: 0 })).toMatchObject({ outcome: 'completed', looks: 1 });
  });

  it('accepts a timeout longer than a timer allows', async () => {
    expect(await waitOver(['processing', 'completed'], { timeout: 1e9 })).toMatchObject({
      outcome: 'completed',
    });
  });

  it('polls an unknown state ten more times, then ends as unknown', async () => {
    expect(await waitOver(['archived'], { interval: 1e-6 })).toMatchObject({ outcome: 'unknown', looks: 11 });
    const ten = Array<string>(10).fill('queued');
    const passing = [...ten, 'processing', ...ten, 'completed'];
    expect(await waitOver(passing, { interval: 1e-6 })).toMatchObject({ outcome: 'completed' });
  });

  it('times out during a poll that never ends', async () => {
    const forever: Look = (signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    expect((await waitUntilDone(forever, { timeout: 0.05, interval: 0.001 })).outcome).toBe('timed_out');
  });

  it('is interrupted by its signal', async () => {
    const controller = new AbortController();
    const waiting = waitOver(['processing'], { interval: 60, timeout: 60, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('waiting for several', () => {
  const pausing = { timeout: 5, interval: 0.001 };
  /** Polls each in turn; the last state repeats. */
  const lookers = (...all: (string | Error)[][]) =>
    all.map((states) => {
      let count = 0;
      return async () => {
        const now = states[Math.min(count, states.length - 1)] ?? '';
        count += 1;
        if (now instanceof Error) throw now;
        return seen(now);
      };
    });

  it('continues until each has finished, whatever the others do', async () => {
    const looks = lookers(['processing', 'completed'], [api(404)], ['failed'], ['pending', 'cancelled']);
    const ends = await waitForSeveral(looks, { ...pausing, until: 'all' });
    expect(ends.map((end) => end?.outcome)).toEqual(['completed', 'error', 'failed', 'cancelled']);
  });

  it('ends with the first, and drops the others', async () => {
    const looks = lookers(['processing'], ['processing', 'failed'], ['processing']);
    const ends = await waitForSeveral(looks, { ...pausing, until: 'any' });
    expect(ends.map((end) => end?.outcome)).toEqual([undefined, 'failed', undefined]);
  });

  it('polls all of them concurrently, eight at once', async () => {
    let under = 0;
    let most = 0;
    const slow: Look = async () => {
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setImmediate(resolve));
      under -= 1;
      return seen('completed');
    };
    await waitForSeveral(Array<Look>(50).fill(slow), { ...pausing, until: 'all' });
    expect(most).toBe(8);
  });

  it('has one timeout for all', async () => {
    const looks = lookers(['processing'], ['completed'], ['pending']);
    const ends = await waitForSeveral(looks, { timeout: 0.05, interval: 0.001, until: 'all' });
    expect(ends.map((end) => end?.outcome)).toEqual(['timed_out', 'completed', 'timed_out']);
  });

  it('is interrupted by its signal', async () => {
    const controller = new AbortController();
    const looks = lookers(['processing'], ['processing']);
    const waiting = waitForSeveral(looks, {
      timeout: 60,
      interval: 60,
      until: 'all',
      signal: controller.signal,
    });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('kinds', () => {
  it.each(Object.keys(waitKinds) as WaitKind[])('every state of a %s in the contract is known', (kind) => {
    const states = statesOf(kind);
    expect(states.length).toBeGreaterThan(1);
    const field = waitKinds[kind].field ?? 'status';
    const standing = (status: string) =>
      seenIn({ [field]: status, attachment_id: 'x' }, { kind, params: {}, item: 'x' }).standing;
    const ends = states.filter((status) => standing(status) !== 'working');
    expect(states.filter((status) => standing(status) === 'unknown')).toEqual([]);
    expect(ends).toEqual(
      states.filter((status) => !['pending', 'processing', 'in_progress'].includes(status)),
    );
    expect(ends.filter((status) => standing(status) === 'completed')).toEqual(
      ends.filter((status) => ['completed', 'not_applicable'].includes(status)),
    );
  });

  it.each(Object.keys(waitKinds) as WaitKind[])('%s is read by a GET', (kind) => {
    expect(operationOf(waitKinds[kind].operation).method).toBe('GET');
  });

  it.each(['', 'done', 'COMPLETED', 'constructor', 'toString'])('%j never counts as success', (status) => {
    expect(seen(status).standing).toBe('unknown');
  });

  it('a response without a state never counts as success', () => {
    for (const answer of [null, [], 'completed', { status: 1 }, {}])
      expect(seenIn(answer, { kind: 'share', params: {} }).standing).toBe('unknown');
    expect(seenIn({ moments_config: {} }, { kind: 'moment-criteria', params: {}, item: 'x' }).standing).toBe(
      'unknown',
    );
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

/** The states of a kind in the contract, from the response of the operation that reads it. */
function statesOf(kind: WaitKind): string[] {
  const { operation, field = 'status' } = waitKinds[kind];
  const { answer } = operationOf(kind === 'moment-criteria' ? 'moment-criteria.attach' : operation);
  const { $defs = {}, ...root } = z.toJSONSchema(answer, { unrepresentable: 'any' }) as Json & {
    $defs?: Record<string, Json>;
  };
  const resolved = (schema: Json | undefined): Json =>
    schema?.$ref ? ($defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : (schema ?? {});
  return resolved(resolved(root).properties?.[field]).enum ?? [];
}

interface Json {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly enum?: string[];
}
