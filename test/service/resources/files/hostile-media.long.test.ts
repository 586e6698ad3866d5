import { afterAll, beforeAll, describe, expect } from 'vitest';
import { claimedHours, tinySamples } from '../../../support/bombs/mp4.ts';
import { musicTag } from '../../../support/corpus/damage.ts';
import { AAC, make, makeImage, makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');

let service: TestService;
let tight: TestService;
beforeAll(async () => {
  service = await openTestService();
  tight = await openTestService();
});
afterAll(async () => {
  await service.close();
  await tight.close();
});

/** Why a file failed. */
async function failureOf(bytes: Buffer, name: string): Promise<string> {
  const { id } = (await service.upload(bytes, name)).body;
  await service.drain();
  const { body } = await service.call('GET', `/files/${id}`);
  expect(body).toMatchObject({ status: 'failed' });
  return body.error;
}

describe('media that claims more than there is', () => {
  it('[SAFE-2] of more than two days is refused', async () => {
    const film = await makeVideo(2);
    expect(await failureOf(tinySamples(film, 49 * 3600), 'days.mp4')).toMatch(
      /duration is 49 hours; at most 48 are allowed/,
    );
  });

  it('[SAFE-2] with a few frames spread over days is refused, whatever its size', async () => {
    const far = 'setpts=N*200000/TB';
    const picture = ['-f', 'lavfi', '-i', 'color=s=64x36:r=1:d=2', '-vf', far, '-vsync', 'passthrough'];
    const bytes = await make([...picture, '-c:v', 'libx264', '-video_track_timescale', '100'], 'mp4');
    expect(bytes.length).toBeLessThan(10_000);
    expect(await failureOf(bytes, 'far.mp4')).toMatch(
      /its 2 video and audio packets are spread over 5\d\.\d hours/,
    );
  });

  it('[SAFE-2] that claims two days is segmented by its true duration', async () => {
    const { id } = (await service.upload(claimedHours(await makeVideo(4), 48), 'claimed.mp4')).body;
    await service.drain();
    const file = (await service.call('GET', `/files/${id}`)).body;
    expect(file.media_info.duration_seconds).toBeCloseTo(4, 0);
    const wish = { strategy: 'uniform', uniform_config: { window_seconds: 2 } };
    const sent = await service.call('POST', `/files/${id}/segmentations`, wish);
    await service.drain();
    const cut = (await service.call('GET', `/segmentations/${sent.body.segmentation_id}`)).body;
    expect(cut).toMatchObject({ status: 'completed' });
    expect(cut.total_segments).toBeLessThanOrEqual(3);
  });

  it('[SAFE-2] is refused where its sound is nowhere', async () => {
    const song = await make(['-f', 'lavfi', '-i', 'sine=d=1', ...AAC], 'm4a');
    const at = song.indexOf('mdat', 0, 'latin1');
    const emptied = Buffer.from(song).fill(0, at + 4, at - 4 + song.readUInt32BE(at - 4));
    expect(await failureOf(emptied, 'emptied.m4a')).toBe('it has no sound that can be decoded');
  });

  it('[SAFE-2] is heard where an unknown codec comes before the known one', async () => {
    const film = await makeVideo(2);
    const { id } = (
      await service.upload(Buffer.from(film.toString('latin1').replace('vide', 'soun'), 'latin1'), 'two.mp4')
    ).body;
    await service.drain();
    const { body } = await service.call('GET', `/files/${id}`);
    expect(body).toMatchObject({ status: 'completed', media_type: 'audio' });
  });

  it('[SAFE-2] gets a reason that says what is wrong where ffmpeg has none', async () => {
    const list = Buffer.concat([musicTag(30), Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n')]);
    expect(await failureOf(list, 'list.mp3')).toBe('it is not a media file, or it is damaged');
    const still = await makeImage();
    expect(await failureOf(Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), still]), 'a.webp')).not.toMatch(
      /argument|original/i,
    );
  });

  /** Makes the disk almost full at these looks at it, by their number from 0. */
  function almostFullAt(isFull: (look: number) => boolean): void {
    let looks = 0;
    const get = () => {
      looks += 1;
      return isFull(looks - 1) ? Number.MAX_SAFE_INTEGER : 0;
    };
    Object.defineProperty(tight.context.config, 'minFreeBytes', { get, configurable: true });
  }

  const dense = { strategy: 'uniform', uniform_config: { frames_per_second: 30, max_width: 64 } };

  it('gets no frames where they fill the disk each time, and leaves none behind', async () => {
    const { id } = (await tight.upload(await makeVideo(20), 'film.mp4')).body;
    await tight.drain();
    almostFullAt((look) => look % 2 === 1);
    const sent = await tight.call('POST', `/files/${id}/frames`, dense);
    await tight.drain();
    const { frame_extraction_id } = sent.body as unknown as { frame_extraction_id: string };
    const { body } = await tight.call('GET', `/frames/${frame_extraction_id}`);
    expect(body).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^the disk .* almost full.*it was tried 4 times\. .* ask for it again$/),
    });
    for await (const key of tight.context.objects.list('frames')) throw new Error(`${key} was left behind`);
    const left = await tight.context.db
      .selectFrom('thumbnails')
      .select('id')
      .where('frame_extraction_id', '=', frame_extraction_id)
      .execute();
    expect(left).toEqual([]);
    almostFullAt(() => false);
    await tight.call('POST', `/files/${id}/frames`, dense);
    await tight.drain();
    expect((await tight.call('GET', `/frames/${frame_extraction_id}`)).body.status).toBe('completed');
  });

  it.each([
    ['segmentations', { strategy: 'uniform', keyframe_config: { frames_per_segment: 2 } }],
    ['frames', { strategy: 'uniform', uniform_config: { frames_per_second: 2 } }],
  ])('waits on an almost full disk, and goes on by itself when there is room: %s', async (what, wish) => {
    const { id } = (await tight.upload(await makeVideo(4), 'short.mp4')).body;
    await tight.drain();
    almostFullAt((look) => look < 5);
    await tight.call('POST', `/files/${id}/${what}`, wish);
    const turns = await tight.drain();
    expect(turns).toBeGreaterThan(5);
    expect((await tight.call('GET', `/files/${id}/${what}`)).body.data).toMatchObject([
      { status: 'completed' },
    ]);
  });
});
