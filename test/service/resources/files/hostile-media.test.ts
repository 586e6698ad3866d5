import { afterAll, beforeAll, describe, expect } from 'vitest';
import { make, makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');

let service: TestService;
let full: TestService;
beforeAll(async () => {
  service = await openTestService();
  full = await openTestService({ minFreeBytes: Number.MAX_SAFE_INTEGER });
});
afterAll(async () => {
  await service.close();
  await full.close();
});

describe('media that ask for more than there is', () => {
  it('that claim to last for days are refused, whatever their size', async () => {
    const far = 'setpts=N*200000/TB';
    const picture = ['-f', 'lavfi', '-i', 'color=s=64x36:r=1:d=2', '-vf', far, '-vsync', 'passthrough'];
    const bytes = await make([...picture, '-c:v', 'libx264', '-video_track_timescale', '100'], 'mp4');
    expect(bytes.length).toBeLessThan(10_000);
    const { id } = (await service.upload(bytes, 'days.mp4')).body;
    await service.drain();
    const { body } = await service.call('GET', `/files/${id}`);
    expect(body).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/lasts \d+ hours; at most 48/),
    });
  });

  it('get no frames where the disk is nearly full, and leave none behind', async () => {
    const { id } = (await full.upload(await makeVideo(20), 'film.mp4')).body;
    await full.drain();
    const wish = { strategy: 'uniform', uniform_config: { frames_per_second: 30, max_width: 64 } };
    const sent = await full.call('POST', `/files/${id}/frames`, wish);
    await full.drain();
    const { frame_extraction_id } = sent.body as unknown as { frame_extraction_id: string };
    const { body } = await full.call('GET', `/frames/${frame_extraction_id}`);
    expect(body).toMatchObject({ status: 'failed', error: expect.stringMatching(/disk .* nearly full/) });
    for await (const key of full.context.objects.list('frames')) throw new Error(`${key} was left behind`);
    const left = await full.context.db
      .selectFrom('thumbnails')
      .select('id')
      .where('frame_extraction_id', '=', frame_extraction_id)
      .execute();
    expect(left).toEqual([]);
  });

  it('are cut without pictures of segments in vain: the segmentation says that the disk is nearly full', async () => {
    const { id } = (await full.upload(await makeVideo(4), 'short.mp4')).body;
    await full.drain();
    const wish = { strategy: 'uniform', keyframe_config: { frames_per_segment: 2 } };
    const sent = await full.call('POST', `/files/${id}/segmentations`, wish);
    await full.drain();
    const { body } = await full.call('GET', `/segmentations/${sent.body.segmentation_id}`);
    expect(body).toMatchObject({ status: 'failed', error: expect.stringMatching(/disk .* nearly full/) });
  });
});
