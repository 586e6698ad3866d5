/** What watches over a service asks it, with the real binary. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { valueIn } from '../service/monitoring/exposition.ts';
import { type Serving, serving } from '../support/serving.ts';

let service: Serving;
beforeAll(async () => {
  service = await serving();
});
afterAll(() => service.stop());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, service.url), { headers });

it('is alive at once, and ready as soon as its worker runs', async () => {
  expect((await ask('/healthz')).status).toBe(200);
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), { timeout: 60_000 });
});

it('tells programs on this machine what its worker did and uses', async () => {
  const { body } = await service.upload('no film', 'broken.flac');
  await service.settled(`/files/${body.id}`);
  const text = await vi.waitFor(
    async () => {
      const told = await (await ask('/metrics')).text();
      expect(valueIn(told, 'vau_job_runs_total', { kind: 'file.process', outcome: 'completed' })).toBe(1);
      expect(valueIn(told, 'vau_process_resident_memory_bytes', { process: 'worker-0' })).toBeGreaterThan(
        1e7,
      );
      return told;
    },
    { timeout: 30_000, interval: 100 },
  );
  expect(valueIn(text, 'vau_workers', { state: 'running' })).toBe(1);
  expect(valueIn(text, 'vau_http_requests_total', { route: 'POST /v1/files', status: '200' })).toBe(1);
  expect(text).not.toContain(body.id);
  expect((await ask('/metrics', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(401);
});
