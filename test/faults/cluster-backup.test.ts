/**
 * A backup of a PostgreSQL store with the database's own tools, as docs/self-hosting says, while films are processed: the database
 * first, then the bucket. It is brought back in the place of a lost one.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { openObjects } from '../../src/service/store/objects/open-objects.ts';
import { MARKER } from '../../src/service/store/store-id.ts';
import { until } from '../service/jobs/support.ts';
import { isInBucket, newTestObjects } from '../support/objects.ts';
import { mediaOf } from '../support/service.ts';
import { isOnServer, newTestStore } from '../support/store.ts';
import { tone } from '../support/tone.ts';
import { vau } from '../support/vau.ts';
import { type Machine, type ServiceMachine, serviceMachine, workerMachine } from './support/machines.ts';

const BEFORE = 8;
const AFTER = 4;
const run = promisify(execFile);
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

async function started<Kind extends Machine>(machine: Kind): Promise<Kind> {
  closers.unshift(() => machine.stop().then(() => machine.home.remove()));
  await machine.start();
  return machine;
}

/** Calls of a service's API. */
function callsOf({ url }: ServiceMachine, token: string) {
  return async (method: string, where: string, body?: FormData | object) => {
    const form = body instanceof FormData;
    const answer = await fetch(`${url}${where}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !form ? { 'content-type': 'application/json' } : {}),
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return JSON.parse(text);
  };
}

const wav = (at: number): FormData => {
  const form = new FormData();
  form.set('file', new Blob([mediaOf(tone(at))]), `${at}.wav`);
  return form;
};

describe.runIf(isOnServer && isInBucket)('[DB-1] a PostgreSQL store and its bucket', () => {
  it('are backed up while files are processed, and brought back with all that was acknowledged', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-dump-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const { store = '', remove } = newTestStore();
    closers.push(remove);
    const [objects, copies] = [newTestObjects(), newTestObjects()];
    const env = {
      VAU_STORE: store,
      VAU_EMBEDDINGS: 'off',
      VAU_OBJECTS: 'off',
      VAU_SECRETS_KEY: randomBytes(32).toString('base64'),
    };
    const first = { args: [], env: { ...env, ...objects.env } };
    const service = await started(await serviceMachine('service', first));
    const worker = await started(await workerMachine('worker', first));
    const token = await service.token();
    const call = callsOf(service, token);
    const { webhook_secret: secret, id: webhook } = await call('POST', '/webhooks', {
      endpoint: 'https://example.com/hook',
    });
    const ids: string[] = [];
    for (let at = 0; at < BEFORE; at += 1) ids.push((await call('POST', '/files', wav(at))).id);

    const refused = await vau(['service', 'backup', path.join(folder, 'own')], {
      env: { ...service.home.env, ...first.env },
    });
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/pg_dump .*then the bucket/)]);

    // While more is uploaded, and while jobs run.
    const dump = path.join(folder, 'vau.sql');
    const { href: server, schema } = schemaOf(store);
    const dumping = run('pg_dump', ['--schema', `${schema}*`, '--file', dump, server]);
    for (let at = BEFORE; at < BEFORE + AFTER; at += 1) await call('POST', '/files', wav(at));
    await dumping;
    const [from, to] = await Promise.all(
      [objects, copies].map(async ({ config }, at) => {
        const data = path.join(folder, `${at}`);
        await mkdir(data);
        return openObjects(data, config.objectStorage);
      }),
    );
    if (!from || !to) throw new Error('there is no bucket');
    await to.put(MARKER, await from.path(MARKER));
    for await (const key of from.list('files')) await to.put(key, await from.path(key));

    await worker.kill();
    await service.kill();
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(`drop schema ${schema} cascade; drop schema ${schema}_boss cascade`);
    await client.end();
    await run('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--file', dump, server]);

    const second = { args: ['--workers', '1'], env: { ...env, ...copies.env } };
    const again = await started(await serviceMachine('again', second));
    const ask = callsOf(again, token);
    expect((await ask('GET', `/webhooks/${webhook}`)).webhook_secret).toBe(secret);
    for (const id of ids) {
      await until(
        async () => !/^(pending|processing)$/.test((await ask('GET', `/files/${id}`)).status),
        'the end of a file',
        60_000,
      );
      const file = await ask('GET', `/files/${id}`);
      expect([file.status, file.error ?? null]).toEqual(['completed', null]);
      const original = await readFile(await to.path(`files/${id}/original`));
      expect(original.equals(tone(ids.indexOf(id)))).toBe(true);
    }
  });
});

/** The address of the server without our parameter, and the schema that it names. */
function schemaOf(store: string): { href: string; schema: string } {
  const url = new URL(store);
  const schema = url.searchParams.get('schema') ?? '';
  url.searchParams.delete('schema');
  return { href: url.href, schema };
}
