/** vau serve of the built package with its objects in a bucket. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeVideo } from '../support/film.ts';
import { lacks, needs } from '../support/programs.ts';
import { type S3Server, s3Server } from '../support/s3/s3-server.ts';
import { type Serving, serving } from '../support/serving.ts';
import { emptyHome, vau } from '../support/vau.ts';

const it = needs('ffmpeg', 's3');
let server: S3Server;
let service: Serving;

beforeAll(async () => {
  if (lacks('ffmpeg', 's3')) return;
  server = await s3Server();
  service = await serving({
    args: ['--objects', `s3://${server.bucket}/vau`],
    env: { ...server.env, VAU_OBJECT_TIMEOUT: '1', VAU_OBJECT_LINKS: 'direct' },
  });
});

afterAll(async () => {
  await service?.stop();
  await server?.stop();
});

/** Names in the bucket, below what the service was given. */
async function names(): Promise<string[]> {
  const { Contents = [] } = await server.client.send(new ListObjectsV2Command({ Bucket: server.bucket }));
  return Contents.map(({ Key = '' }) => Key);
}

const status = async (where: string) => {
  const answer = await fetch(service.url.replace(/\/v1$/, where));
  return { status: answer.status, text: await answer.text() };
};

describe('[DB-1] vau serve --objects s3://...', () => {
  it('processes a film that is in the bucket, and keeps no object in the data folder', async () => {
    const film = await makeVideo(3);
    const { body } = await service.upload(film, 'a.mp4');
    const file = await service.settled(`/files/${body.id}`);
    expect(file).toMatchObject({ status: 'completed', bytes: film.length });
    expect(await names()).toEqual(
      expect.arrayContaining(
        ['original', 'thumbnail.jpg', 'file.json'].map((name) => `vau/files/${body.id}/${name}`),
      ),
    );
    expect(await names()).toContain('vau/store.json');
    expect(await readdir(path.join(service.home.dataFolder, 'objects'))).toEqual([]);
  });

  it('sends programs to the storage, and serves pages itself', async () => {
    const { body } = await service.upload(await makeVideo(3), 'b.mp4');
    const { thumbnail_url: url } = await service.settled(`/files/${body.id}`);
    const sent = await fetch(url, { redirect: 'manual' });
    expect(sent.status).toBe(307);
    const location = sent.headers.get('location') ?? '';
    expect(location).toMatch(new RegExp(`^${server.endpoint}/media/vau/files/${body.id}/thumbnail.jpg\\?`));
    const picture = Buffer.from(await (await fetch(location)).arrayBuffer());
    const page = await fetch(url, { redirect: 'manual', headers: { 'sec-fetch-site': 'same-origin' } });
    expect([page.status, Buffer.from(await page.arrayBuffer()).equals(picture)]).toEqual([200, true]);
    const part = await fetch(url, { headers: { range: 'bytes=0-1', origin: 'https://other.example' } });
    expect([part.status, [...new Uint8Array(await part.arrayBuffer())]]).toEqual([206, [0xff, 0xd8]]);
    expect(service.said()).not.toContain('a-secret-of-tests');
  });

  it('is not ready while the storage is silent, refuses uploads for now, and ends every film afterwards', async () => {
    const film = await makeVideo(3);
    server.stall();
    try {
      const { status: ready, text } = await status('/readyz');
      expect([ready, text]).toEqual([503, expect.stringContaining('the object storage cannot be used')]);
      expect((await status('/healthz')).status).toBe(200);
      const refused = await service.upload(film, 'c.mp4');
      expect(refused).toMatchObject({
        status: 503,
        body: { error: expect.stringMatching(/does not answer in time/) },
      });
    } finally {
      server.resume();
    }
    await expect.poll(async () => (await status('/readyz')).status).toBe(200);
    const { body } = await service.upload(film, 'c.mp4');
    expect(await service.settled(`/files/${body.id}`)).toMatchObject({ status: 'completed' });
  });

  it('is backed up, and restored into another place of the bucket, or refused without the bucket', async () => {
    const { body } = await service.upload(await makeVideo(3), 'd.mp4');
    await service.settled(`/files/${body.id}`);
    const home = await emptyHome();
    const folder = path.join(home.folder, 'backup');
    const restored = path.join(home.folder, 'restored');
    const own = { ...home.env, ...server.env };
    const elsewhere = { ...server.env, VAU_OBJECT_STORAGE: `s3://${server.bucket}/elsewhere` };
    try {
      const line = ['--data-dir', service.home.dataFolder];
      const without = await vau(['service', 'backup', path.join(home.folder, 'without'), ...line], {
        env: own,
      });
      expect([without.status, without.stderr]).toEqual([
        1,
        expect.stringMatching(/do not belong to the database.*--objects/s),
      ]);
      const made = await vau(['service', 'backup', folder, ...line], {
        env: { ...own, VAU_OBJECT_STORAGE: `s3://${server.bucket}/vau` },
      });
      expect([made.status, made.stderr]).toEqual([0, expect.any(String)]);
      const put = await vau(['service', 'restore', folder, '--data-dir', restored], {
        env: { ...home.env, ...elsewhere },
      });
      expect([put.status, put.stderr]).toEqual([0, expect.any(String)]);
      expect(await names()).toContain(`elsewhere/files/${body.id}/original`);
      expect(await readdir(path.join(restored, 'objects')).catch(() => [])).toEqual([]);
      const again = await serving({ args: ['--data-dir', restored], env: elsewhere });
      try {
        const { thumbnail_url: url } = await again.settled(`/files/${body.id}`);
        expect((await fetch(url)).status).toBe(200);
      } finally {
        await again.stop();
      }
      // A bucket that holds something is not written to.
      const second = await vau(['service', 'restore', folder, '--data-dir', `${restored}-2`], {
        env: { ...home.env, ...elsewhere },
      });
      expect([second.status, second.stderr]).toEqual([
        1,
        expect.stringMatching(/elsewhere is not empty; nothing was restored/),
      ]);
    } finally {
      await home.remove();
    }
  });

  it('needs a bucket that it can use, and says what to do', async () => {
    const home = await emptyHome();
    const serve = (location: string, env: object = {}) =>
      vau(['serve', '--port', '0', '--objects', location], { env: { ...home.env, ...server.env, ...env } });
    try {
      const missing = await serve('s3://missing/vau');
      expect([missing.status, missing.stdout]).toEqual([1, '']);
      expect(missing.stderr).toMatch(
        /s3:\/\/missing\/vau at http.* has no such bucket.*\n.*vau service config list/s,
      );
      expect((await serve('media/vau')).stderr).toMatch(/--objects must be s3:\/\/BUCKET/);
      expect((await serve(`s3://${server.bucket}/x`, { AWS_ACCESS_KEY_ID: 'a:b' })).stderr).toMatch(
        /refuses|does not know/,
      );
      const doctor = await vau(['service', 'doctor', '-o', 'json'], {
        env: { ...home.env, ...server.env, VAU_OBJECT_STORAGE: 's3://missing' },
      });
      expect(JSON.parse(doctor.stdout).object_storage).toEqual({
        location: 's3://missing',
        error: expect.stringContaining('has no such bucket'),
      });
    } finally {
      await home.remove();
    }
  });
});
