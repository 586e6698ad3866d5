/** A data folder that is moved away, deleted or replaced while the service runs. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeVideo } from '../support/film.ts';
import { needs } from '../support/programs.ts';
import { openTestService, readAnswer, type TestService } from '../support/service.ts';

const it = needs('ffmpeg');

let service: TestService;
let film: Buffer;
let aside: string;
beforeAll(async () => {
  film = await makeVideo(2);
  service = await openTestService({ workers: 0 }, { onServer: false });
  aside = `${service.dataDir}-aside`;
});
afterAll(() => service.close());

/** Does something while another folder, or none, has the path of the data folder. */
async function whileGone(replaced: boolean, work: () => Promise<void>): Promise<void> {
  await rename(service.dataDir, aside);
  try {
    if (replaced) await mkdir(service.dataDir);
    await work();
    expect(replaced ? await readdir(service.dataDir) : existsSync(service.dataDir)).toEqual(
      replaced ? [] : false,
    );
  } finally {
    await rm(service.dataDir, { recursive: true, force: true });
    await rename(aside, service.dataDir);
  }
}

/** How often a job was put back so far. */
const putBack = () => {
  const runs = service.registry
    .samples()
    .find(({ name, labels }) => name === 'vau_job_runs_total' && labels.outcome === 'put back');
  return runs?.value ?? 0;
};

const ready = async () => {
  const { status, body } = await readAnswer(await service.app.request('/readyz'));
  return { status, reasons: (body as unknown as { reasons?: string[] }).reasons };
};

describe.each([
  ['moved away', false],
  ['replaced by an empty one', true],
])('a data folder that was %s', (_, replaced) => {
  it('takes nothing in, says so, and is not made anew in part', async () => {
    await whileGone(replaced, async () => {
      const tus = { 'upload-length': '10', 'upload-metadata': 'filename YS5tcDQ=' };
      for (const answer of [
        await service.upload(film, 'film.mp4'),
        await service.call('POST', '/uploads', undefined, tus),
        await service.call('POST', '/collections', { name: 'a', collection_type: 'metadata' }),
      ]) {
        expect(answer).toMatchObject({ status: 503, body: { error: expect.stringMatching(/Put it back/) } });
        expect(answer.headers.get('retry-after')).toBe('10');
      }
      expect(await ready()).toEqual({
        status: 503,
        reasons: ['the data folder was moved or deleted; put it back, or start the service again'],
      });
    });
    expect((await ready()).status).toBe(200);
    expect((await service.call('GET', '/files')).body.total).toBe(0);
  });

  it('fails no job: it is put back, and goes on when the folder is there again', async () => {
    const { id } = (await service.upload(film, 'film.mp4')).body;
    let draining: Promise<number> | undefined;
    const before = putBack();
    await whileGone(replaced, async () => {
      draining = service.drain();
      await expect.poll(putBack).toBeGreaterThan(before + 2);
    });
    await draining;
    expect((await service.call('GET', `/files/${id}`)).body.status).toBe('completed');
    await service.call('DELETE', `/files/${id}`);
    await service.drain();
  });
});
