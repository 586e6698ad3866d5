import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { FrameExtraction } from '../../../../src/contract/index.ts';
import { sweeps } from '../../../../src/service/boot/registry/sweeps.ts';
import { makeAudio, makeImage, makeVideo } from '../../../support/film.ts';
import { objectsUnder } from '../../../support/objects.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';
import { namesIn } from '../../store/support.ts';

const it = needs('ffmpeg');
const NOBODY = '5f0c7a52-3c1e-4f55-9d1a-0a4f4d3c2b1a';

let service: TestService;
let film: string;
beforeAll(async () => {
  service = await openTestService();
  film = (await service.upload(await makeVideo(4), 'four.mp4')).body.id;
  await service.drain();
});
afterAll(() => service.close());

async function request(config: object, file = film): Promise<FrameExtraction> {
  const sent = await service.call('POST', `/files/${file}/frames`, { strategy: 'uniform', ...config });
  expect([sent.status, sent.body.error]).toEqual([200, undefined]);
  return sent.body as unknown as FrameExtraction;
}

async function extract(config: object, file = film, query = ''): Promise<FrameExtraction> {
  const { frame_extraction_id: id } = await request(config, file);
  await service.drain();
  return (await service.call('GET', `/frames/${id}${query}`)).body as unknown as FrameExtraction;
}

const times = ({ data }: FrameExtraction) => data?.frames.map(({ timestamp }) => timestamp);

/** The objects of files and of frame extractions. */
async function stored(): Promise<string[]> {
  const { objects } = service.context;
  return [...(await objectsUnder(objects, 'files')), ...(await objectsUnder(objects, 'frames'))];
}

describe('a frame extraction', () => {
  it('extracts one frame per second by default, and reports what it did', async () => {
    const pending = await request({});
    expect(pending).toMatchObject({ status: 'pending', file_id: film });
    expect(pending.data).toBeUndefined();
    const done = await extract({});
    expect(done).toMatchObject({ status: 'completed', frame_count: 4 });
    expect(done.frame_extraction_config).toEqual({
      strategy: 'uniform',
      uniform_config: { frames_per_second: 1, max_width: 1024 },
    });
    expect(times(done)).toEqual([0, 1, 2, 3]);
    const picture = await service.app.request(done.data?.frames[1]?.thumbnail_url ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('keeps to its rate, width and window', async () => {
    const config = { frames_per_second: 4, max_width: 64 };
    const done = await extract({ uniform_config: config, start_time_seconds: 1, end_time_seconds: 2 });
    expect(times(done)).toEqual([1, 1.25, 1.5, 1.75]);
    const picture = await service.app.request(done.data?.frames[0]?.thumbnail_url ?? '');
    const bytes = Buffer.from(await picture.arrayBuffer());
    const size = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    expect(bytes.readUInt16BE(size + 7)).toBe(64);
  });

  it('extracts as many frames of a window as its rate says, even above the rate of the film', async () => {
    const uniform_config = { frames_per_second: 30, max_width: 64 };
    const { frame_count, data } = await extract({
      uniform_config,
      start_time_seconds: 0.5,
      end_time_seconds: 1.45,
    });
    expect(frame_count).toBe(29);
    for (const { timestamp } of data?.frames ?? []) expect(timestamp).toBeLessThan(1.45);
  });

  it('pages its frames without losing any', async () => {
    const config = { uniform_config: { frames_per_second: 30 } };
    const pages = [
      await extract(config, film, '?limit=100'),
      await extract(config, film, '?limit=100&offset=100'),
    ];
    expect(pages.map(({ data }) => [data?.total, data?.limit, data?.offset])).toEqual([
      [120, 100, 0],
      [120, 100, 100],
    ]);
    const ids = pages.flatMap(({ data }) => data?.frames.map(({ id }) => id) ?? []);
    expect(new Set(ids).size).toBe(120);
  });

  it('is the same for equal requests in different spellings', async () => {
    const first = await request({ uniform_config: { frames_per_second: 2 } });
    for (const config of [
      { uniform_config: { max_width: 1024, frames_per_second: 2 } },
      { uniform_config: { frames_per_second: 2.0 }, start_time_seconds: 0 },
    ])
      expect((await request(config)).frame_extraction_id).toBe(first.frame_extraction_id);
    const other = await request({ uniform_config: { frames_per_second: 3 } });
    expect(other.frame_extraction_id).not.toBe(first.frame_extraction_id);
    await service.drain();
  });

  it('can be requested before the file is ready, and extracts one frame of an image', async () => {
    const image = (await service.upload(await makeImage(), 'still.png')).body.id;
    const done = await extract({ uniform_config: { frames_per_second: 10 } }, image);
    expect(done).toMatchObject({ status: 'completed', frame_count: 1 });
    expect(times(done)).toEqual([0]);
  });

  it('is listed with its file, and its pictures among the thumbnails of type frame', async () => {
    const file = (await service.upload(await makeVideo(3), 'three.mp4')).body.id;
    const done = await extract({}, file);
    const listed = await service.call('GET', `/files/${file}/frames`);
    expect(listed.body).toMatchObject({ total: 1, limit: 50, offset: 0 });
    expect(listed.body.data[0]).toMatchObject({
      frame_extraction_id: done.frame_extraction_id,
      frame_count: 3,
    });
    const thumbnails = await service.call('GET', `/files/${file}/thumbnails?type=frame`);
    expect(
      thumbnails.body.data.map(({ id, time, url }) => ({ id, timestamp: time, thumbnail_url: url })),
    ).toEqual(done.data?.frames);
  });

  it('[LIM-1] accepts 0.1 to 30 frames per second and widths from 64 to 4096, and no others', async () => {
    for (const [config, name] of [
      [{ uniform_config: { frames_per_second: 0.05 } }, 'frames_per_second'],
      [{ uniform_config: { frames_per_second: 31 } }, 'frames_per_second'],
      [{ uniform_config: { max_width: 63 } }, 'max_width'],
      [{ uniform_config: { max_width: 4097 } }, 'max_width'],
      [{ start_time_seconds: 2, end_time_seconds: 1 }, 'end_time_seconds'],
      [{ start_time_seconds: 9 }, 'start_time_seconds'],
      [{ strategy: 'random' }, 'strategy'],
    ] as const) {
      const sent = await service.call('POST', `/files/${film}/frames`, { strategy: 'uniform', ...config });
      expect([sent.status, sent.body.error]).toEqual([400, expect.stringContaining(name)]);
    }
  });

  it('is refused for audio, at once or after probing', async () => {
    const sound = (await service.upload(await makeAudio(1), 'one.wav')).body.id;
    expect(await extract({}, sound)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/is audio/),
    });
    const sent = await service.call('POST', `/files/${sound}/frames`, { strategy: 'uniform' });
    expect([sent.status, sent.body.error]).toEqual([400, expect.stringMatching(/is audio/)]);
  });

  it('fails with its file, with the reason', async () => {
    const broken = (await service.upload('no film', 'broken.mp4')).body.id;
    expect(await extract({}, broken)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/the file failed/),
    });
  });

  it('is found only by its own account', async () => {
    const { frame_extraction_id: id } = await extract({});
    const authorization = `Bearer ${await strangerToken(service)}`;
    for (const [method, where] of [
      ['GET', `/frames/${id}`],
      ['DELETE', `/frames/${id}`],
      ['GET', `/frames/${NOBODY}`],
    ] as const)
      expect((await service.call(method, where, undefined, { authorization })).status).toBe(404);
  });
});

describe('deleting a frame extraction', () => {
  it('[DEL-2] returns its id; frames and thumbnails are deleted from disk, and the others stay', async () => {
    const kept = await extract({});
    const before = await stored();
    const { frame_extraction_id: id, frame_count } = await extract({
      uniform_config: { frames_per_second: 5 },
    });
    const made = (await stored()).filter((file) => !before.includes(file));
    expect(made).toHaveLength(frame_count ?? 0);
    const link = (await extract({ uniform_config: { frames_per_second: 5 } })).data?.frames[0]?.thumbnail_url;
    const deleted = await service.call('DELETE', `/frames/${id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { id }]);
    await service.drain();
    expect((await stored()).sort()).toEqual(before.sort());
    expect((await service.app.request(link ?? '')).status).toBe(404);
    for (const method of ['GET', 'DELETE'])
      expect((await service.call(method, `/frames/${id}`)).status).toBe(404);
    const thumbnails = await service.call('GET', `/files/${film}/thumbnails?type=frame&limit=100`);
    expect(thumbnails.body.data.filter(({ url }) => url.includes(id))).toEqual([]);
    expect((await extract({})).frame_extraction_id).toBe(kept.frame_extraction_id);
  });

  it('[DEL-2] leaves nothing on disk before its job runs, or while it waits', async () => {
    const before = await stored();
    const { frame_extraction_id: id } = await request({ uniform_config: { frames_per_second: 7 } });
    await service.call('DELETE', `/frames/${id}`);
    await service.drain();
    expect((await stored()).sort()).toEqual(before.sort());
  });

  it('[DEL-2] pictures whose extraction is gone are moved aside like other orphans', async () => {
    const { frame_extraction_id: id } = await extract({});
    await service.context.objects.putBytes(`frames/${NOBODY}/0.jpg`, 'left by a crash');
    for (const sweep of sweeps) await sweep(service.context, Date.now() + 1_000);
    const there = await namesIn(service.context.objects, 'frames');
    expect(there).toContain(id);
    expect(there).not.toContain(NOBODY);
  });
});
