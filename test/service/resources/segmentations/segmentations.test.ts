import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeAudio, makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let service: TestService;
let video: string;
let audio: string;
beforeAll(async () => {
  service = await openTestService();
  video = (await service.upload(await makeVideo(10), 'ten.mp4')).body.id;
  audio = (await service.upload(await makeAudio(4), 'four.wav')).body.id;
  await service.drain();
});
afterAll(() => service.close());

/** Segments the film, and reads the finished segmentation. */
async function cut(config: object, file = video) {
  const sent = await service.call('POST', `/files/${file}/segmentations`, config);
  expect(sent.status).toBe(200);
  await service.drain();
  return (await service.call('GET', `/segmentations/${sent.body.segmentation_id}?limit=100`)).body;
}

const spans = (body: Awaited<ReturnType<typeof cut>>) =>
  body.data.segments.map(({ start_time, end_time }) => [start_time, Math.round(end_time * 10) / 10]);

describe('a segmentation', () => {
  it('[SEG-1] has its id, status, file and configuration as given', async () => {
    const config = { strategy: 'uniform', uniform_config: { window_seconds: 5 } };
    const sent = await service.call('POST', `/files/${video}/segmentations`, config);
    expect(sent.body).toMatchObject({ status: 'pending', file_id: video, segmentation_config: config });
    expect(sent.body.segmentation_config).toEqual(config);
    expect(sent.body.segmentation_id).toMatch(UUID);
    await service.drain();
    const done = await service.call('GET', `/segmentations/${sent.body.segmentation_id}`);
    expect(done.body).toMatchObject({ status: 'completed', total_segments: 2 });
  });

  it('[SEG-2] by windows overlaps if the hop is shorter, and ends where the media ends', async () => {
    const plain = await cut({ strategy: 'uniform', uniform_config: { window_seconds: 4 } });
    expect(spans(plain)).toEqual([
      [0, 4],
      [4, 8],
      [8, 10],
    ]);
    const overlapping = await cut({
      strategy: 'uniform',
      uniform_config: { window_seconds: 4, hop_seconds: 2 },
    });
    expect(spans(overlapping)).toEqual([
      [0, 4],
      [2, 6],
      [4, 8],
      [6, 10],
    ]);
    const apart = await cut({ strategy: 'uniform', uniform_config: { window_seconds: 2, hop_seconds: 5 } });
    expect(spans(apart)).toEqual([
      [0, 2],
      [5, 7],
    ]);
  });

  it('[SEG-4] manual segments are used as given, and refused if out of order or out of range', async () => {
    const by = (segments: number[][]) => ({
      strategy: 'manual',
      manual_config: { segments: segments.map(([start_time, end_time]) => ({ start_time, end_time })) },
    });
    expect(
      spans(
        await cut(
          by([
            [0, 1.5],
            [1, 3],
            [7, 9],
          ]),
        ),
      ),
    ).toEqual([
      [0, 1.5],
      [1, 3],
      [7, 9],
    ]);
    const refused = async (segments: number[][]) => {
      const answer = await service.call('POST', `/files/${video}/segmentations`, by(segments));
      expect(answer.status).toBe(400);
      return answer.body.error;
    };
    expect(
      await refused([
        [3, 4],
        [1, 2],
      ]),
    ).toContain('manual_config.segments[1].start_time');
    expect(await refused([[1, 1]])).toContain('manual_config.segments[0].end_time');
    expect(await refused([[-1, 2]])).toContain('manual_config.segments[0].start_time');
    expect(
      await refused([
        [0, 2],
        [5, 60],
      ]),
    ).toContain('manual_config.segments[1].end_time');
  });

  it('[SEG-6] makes as many key frames as requested, and no wider', async () => {
    const done = await cut({
      strategy: 'uniform',
      uniform_config: { window_seconds: 5 },
      keyframe_config: { frames_per_segment: 3, max_width: 160 },
    });
    const { body } = await service.call(
      'GET',
      `/segmentations/${done.segmentation_id}/thumbnails?type=keyframe`,
    );
    expect(body.total).toBe(6);
    for (const { url, time } of body.data) {
      expect(time).toBeGreaterThan(0);
      expect(time).toBeLessThan(10);
      const jpeg = Buffer.from(await (await service.app.request(url)).arrayBuffer());
      expect(widthOf(jpeg)).toBe(160);
    }
    const none = await cut({ strategy: 'uniform', keyframe_config: { frames_per_segment: 0 } });
    const keyframes = await service.call(
      'GET',
      `/segmentations/${none.segmentation_id}/thumbnails?type=keyframe`,
    );
    expect(keyframes.body.total).toBe(0);
  });

  it('[SEG-7] is limited by start and end', async () => {
    const limits = { start_time_seconds: 2, end_time_seconds: 7 };
    const done = await cut({ strategy: 'uniform', uniform_config: { window_seconds: 2 }, ...limits });
    expect(spans(done)).toEqual([
      [2, 4],
      [4, 6],
      [6, 7],
    ]);
    const beyond = await service.call('POST', `/files/${video}/segmentations`, {
      strategy: 'uniform',
      start_time_seconds: 11,
    });
    expect(beyond.status).toBe(400);
    expect(beyond.body.error).toContain('start_time_seconds');
    const backwards = { strategy: 'uniform', start_time_seconds: 5, end_time_seconds: 5 };
    expect((await service.call('POST', `/files/${video}/segmentations`, backwards)).body.error).toContain(
      'end_time_seconds',
    );
  });

  it('[MEDIA-5] by shots is refused for audio', async () => {
    const shots = { strategy: 'shot-detector' };
    const refused = await service.call('POST', `/files/${audio}/segmentations`, shots);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatch(/audio/);
    const { body } = await service.call('POST', '/collections', {
      name: 'sound',
      collection_type: 'media-descriptions',
    });
    const added = await service.call('POST', `/collections/${body.id}/media`, {
      file_id: audio,
      segmentation_config: shots,
    });
    expect(added.status).toBe(400);
    expect((await service.call('GET', `/files/${audio}/segmentations`)).body.total).toBe(0);
  });

  it('of audio has no pictures', async () => {
    const done = await cut(
      {
        strategy: 'uniform',
        uniform_config: { window_seconds: 3 },
        keyframe_config: { frames_per_segment: 2 },
      },
      audio,
    );
    expect(done).toMatchObject({ status: 'completed', total_segments: 2 });
    expect((await service.call('GET', `/segmentations/${done.segmentation_id}/thumbnails`)).body.total).toBe(
      0,
    );
  });

  it('is not deleted while a collection uses it; another is, with its segments', async () => {
    const { body } = await service.call('POST', '/collections', {
      name: 'uses',
      collection_type: 'metadata',
    });
    const done = await cut({ strategy: 'uniform', uniform_config: { window_seconds: 9 } });
    await service.call('POST', `/collections/${body.id}/media`, {
      file_id: video,
      segmentation_id: done.segmentation_id,
    });
    const used = await service.call('DELETE', `/segmentations/${done.segmentation_id}`);
    expect(used.status).toBe(409);
    expect(used.body.error).toContain(body.id);
    await service.call('DELETE', `/collections/${body.id}/videos/${video}`);
    const segment = done.data.segments[0]?.id;
    expect((await service.call('DELETE', `/segmentations/${done.segmentation_id}`)).status).toBe(200);
    expect((await service.call('GET', `/files/${video}/segments/${segment}`)).status).toBe(404);
  });
});

describe('segments', () => {
  it('[LIST-1] are listed in order of time, filtered by it, and have metadata', async () => {
    const file = (await service.upload(await makeVideo(6), 'six.mp4')).body.id;
    await service.drain();
    const done = await cut({ strategy: 'uniform', uniform_config: { window_seconds: 1 } }, file);
    const total = async (query: string) =>
      (await service.call('GET', `/files/${file}/segments?${query}`)).body.total;
    expect(await total('')).toBe(6);
    expect(await total('start_time_after=2')).toBe(4);
    expect(await total('start_time_after=2&end_time_before=4')).toBe(2);
    expect(await total('min_duration=1.5')).toBe(0);
    const walked = [];
    for (let offset = 0; offset < 6; offset += 2)
      walked.push(
        ...(await service.call('GET', `/files/${file}/segments?limit=2&offset=${offset}`)).body.data,
      );
    expect(walked.map(({ id }) => id)).toEqual(done.data.segments.map(({ id }) => id));
    const one = walked[0]?.id;
    await service.call('PUT', `/files/${file}/segments/${one}`, { metadata: { mood: 'calm' } });
    expect((await service.call('GET', `/files/${file}/segments/${one}`)).body.metadata).toEqual({
      mood: 'calm',
    });
    expect((await service.call('GET', `/files/${video}/segments/${one}`)).status).toBe(404);
  });
});

/** The width in a JPEG's frame header. */
function widthOf(jpeg: Buffer): number {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc3) return jpeg.readUInt16BE(at + 7);
  }
  return 0;
}
