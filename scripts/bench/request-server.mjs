/**
 * The server side of the benchmark `request`: the service and a bare Hono app in one process, on a port each. The bare
 * app looks up the token in the same store, and answers with the same body from memory.
 *
 *   node request-server.mjs BUNDLE
 *
 * Sends `{service, bare, token, paths}` to its parent once both listen, and its processor time in ms for each message.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const { openService, makeServer, addressOf, findToken, localAccount, Hono } = await import(process.argv[2]);
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-request-'));
const service = await openService({ config: { dataDir, requestsPerSecond: 0 }, newToken: true });
const { db, clock } = service.context;
const id = await addFiles(100);
const where = `/v1/files/${id}`;
const headers = { authorization: `Bearer ${service.token}` };
const body = await (await service.app.request(where, { headers })).json();
const servers = [];
try {
  const urls = [await listen(service.app), await listen(bareApp())];
  process.send({ service: urls[0], bare: urls[1], where, list: '/v1/files?limit=50', token: service.token });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send((user + system) / 1000);
  });
  await once(process, 'disconnect');
} finally {
  for (const server of servers) server.close();
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
  process.exitCode = 0;
}

function bareApp() {
  const app = new Hono();
  app.get('/v1/files/:id', async (c) => {
    const token = /^Bearer +(\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    if (!(await findToken(db, token, clock()))) return c.json({ error: 'unknown token' }, 401);
    return c.json(body);
  });
  return app;
}

async function listen(app) {
  const server = makeServer(app);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return addressOf(server);
}

/** Files as they look when they have been processed. Returns the id of the last one. */
async function addFiles(count) {
  const accountId = await localAccount(db, clock());
  const info = { duration_seconds: 61.5, format: 'mov,mp4,m4a,3gp,3g2,mj2', has_audio: true };
  const rows = Array.from({ length: count }, (_, at) => ({
    ...{ id: randomUUID(), account_id: accountId, status: 'completed', bytes: 1_000_000 + at },
    ...{ created_at: clock() + at, filename: `film-${at}.mp4`, source: 'upload', has_thumbnail: 1 },
    metadata: JSON.stringify({ take: at, camera: 'front', tags: ['a', 'b'] }),
    media_type: 'video',
    media_info: JSON.stringify({ ...info, width: 1920, height: 1080, bitrate: 4_000_000, channels: 2 }),
    video_info: JSON.stringify({ ...info, width: 1920, height: 1080 }),
  }));
  await db.insertInto('files').values(rows).execute();
  return rows[count - 1].id;
}
