import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, closeServer, makeServer } from '../../../src/service/http/server.ts';
import { logTo } from '../../../src/service/log.ts';
import { inFull } from '../../support/in-full.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { expectTidy, round, type Target } from './wire-fuzz.ts';

let service: TestService;
let server: Server;
let target: Target;
const faults: string[] = [];

beforeAll(async () => {
  const log = logTo(({ level, message, fields }) => {
    const { error } = fields;
    if (level === 'error') faults.push(`${message} ${error instanceof Error ? error.stack : String(error)}`);
  });
  service = await openTestService({ requestsPerSecond: 0, failedSignInsPerMinute: 0 }, { log });
  server = makeServer(service.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const file = await service.upload('not a film', 'a.mp4');
  const made = await service.call('POST', '/collections', {
    name: 'there',
    collection_type: 'media-descriptions',
  });
  target = {
    port: Number(new URL(addressOf(server)).port),
    dataDir: service.dataDir,
    token: service.token,
    ids: [file.body.id, made.body.id],
  };
});
afterAll(async () => {
  await closeServer(server, 0);
  await service.close();
});

describe('[ERR-1] the service under almost valid requests', () => {
  it.each([11, 12])(
    'answers each of them, or hangs up on it, and then the next one, seed %i',
    async (seed) => {
      expect(await round(seed, inFull(2_000, 250), target)).toEqual([]);
      expect(faults).toEqual([]);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      // What was deleted is cleared away by a job.
      await service.drain();
      await expectTidy(target);
    },
    600_000,
  );
});
