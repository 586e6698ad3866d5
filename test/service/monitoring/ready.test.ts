import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, readAnswer, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ workers: 2 });
});
afterAll(() => service.close());

const ask = async (path: string, own: TestService = service) => {
  const { status, text, headers } = await readAnswer(await own.app.request(path));
  return { status, body: JSON.parse(text) as { status: string; reasons?: string[] }, headers };
};

describe('/healthz', () => {
  it('answers everyone, whatever the state', async () => {
    const { status, body, headers } = await ask('/healthz');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('/readyz', () => {
  it('is not ready before a worker runs, and ready with one of two', async () => {
    const before = await ask('/readyz');
    expect(before).toMatchObject({
      status: 503,
      body: {
        status: 'not ready',
        reasons: [expect.stringMatching(/^no worker process runs: .*vau service logs/)],
      },
    });
    service.watchWorkers(() => [{ running: false }, { running: true }]);
    expect(await ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    service.watchWorkers(() => [{ running: false }, { running: false }]);
    expect((await ask('/readyz')).status).toBe(503);
  });

  it('says that its workers keep dying, and how, unless one of them lives', async () => {
    const dying = { running: true, dying: 'ran out of memory' };
    service.watchWorkers(() => [dying, dying]);
    expect(await ask('/readyz')).toMatchObject({
      status: 503,
      body: { reasons: [expect.stringMatching(/keep dying.*the last one ran out of memory: see .*logs/)] },
    });
    service.watchWorkers(() => [dying, { running: true }]);
    expect((await ask('/readyz')).status).toBe(200);
  });

  it('is ready without workers if none should run', async () => {
    const own = await openTestService({ workers: 0 });
    expect((await ask('/readyz', own)).status).toBe(200);
    await own.close();
  });

  it('names a full disk', async () => {
    const own = await openTestService({ workers: 0, minFreeBytes: 2 ** 60 });
    const { status, body } = await ask('/readyz', own);
    expect({ status, reasons: body.reasons }).toEqual({
      status: 503,
      reasons: [
        'less than 1099511627776 MB are free on the disk of the data folder: free some space, and what waits goes on',
      ],
    });
    await own.close();
  });

  it('names a store that does not answer and a folder that is gone, without paths', async () => {
    const own = await openTestService({ workers: 0 });
    await own.close();
    const { status, body } = await ask('/readyz', own);
    expect({ status, reasons: body.reasons }).toEqual({
      status: 503,
      reasons: [
        'the database does not answer: see the service log (vau service logs)',
        'the data folder was moved or deleted; put it back, or start the service again',
      ],
    });
    expect(JSON.stringify(body)).not.toContain(own.dataDir);
  });
});
