import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { narratedFilm, narratedSound, SECONDS, SUBJECT_SECONDS, slides, subtitles } from './narration.ts';

const it = needs('ffmpeg');
const withFonts = needs('ffmpeg', 'fonts');
/** Where the second and the third subject start. */
const CHANGES = [SUBJECT_SECONDS, 2 * SUBJECT_SECONDS] as const;
/** Cuts: one near each change of subject, the others in the middle of a sentence. */
const CUTS = [32, CHANGES[0] + 1, 122, CHANGES[1] - 1, 202] as const;

let service: TestService;
let film: string;
let sound: string;
let plain: string;
beforeAll(async () => {
  const speech = { providers: ['sidecar', 'subtitle-track'] as const };
  service = await openTestService({ speech });
  film = (await service.upload(await narratedFilm(CUTS), 'film.mp4', { subtitles: subtitles() })).body.id;
  sound = (await service.upload(await narratedSound(), 'sound.mp3', { subtitles: subtitles() })).body.id;
  plain = (await service.upload(await makeVideo(8), 'plain.mp4')).body.id;
  await service.drain();
});
afterAll(() => service.close());

/** Cuts a file into chapters, and reads the finished segmentation. */
async function cut(narrative: object | undefined, file = film, more: object = {}) {
  const wish = { strategy: 'narrative', ...(narrative && { narrative_config: narrative }), ...more };
  const sent = await service.call('POST', `/files/${file}/segmentations`, wish);
  expect(sent.status, sent.text).toBe(200);
  await service.drain();
  return (await service.call('GET', `/segmentations/${sent.body.segmentation_id}?limit=100`)).body;
}

type Done = Awaited<ReturnType<typeof cut>>;
const chapters = (done: Done) => done.data.segments.map(({ start_time, end_time }) => [start_time, end_time]);
const begins = (done: Done) => done.data.segments.slice(1).map(({ start_time }) => start_time);

/** Checks that chapters follow each other without gaps, none shorter than 3 seconds. */
function expectWhole(done: Done, from = 0, to = SECONDS) {
  expect(done.status, done.error).toBe('completed');
  const spans = chapters(done);
  expect(spans[0]?.[0]).toBe(from);
  expect(Math.abs((spans.at(-1)?.[1] ?? 0) - to)).toBeLessThan(0.3);
  for (const [index, [start = 0, end = 0]] of spans.entries()) {
    expect(end - start).toBeGreaterThanOrEqual(3);
    if (index > 0) expect(start).toBe(spans[index - 1]?.[1]);
  }
}

/** Checks that chapters match their segments, each with a description; also for a page with an offset. */
function expectDescribed(done: Done) {
  const { chapters: shown } = done.data as unknown as { chapters: { description: string }[] };
  expect(shown).toEqual(
    done.data.segments.map(({ start_time, end_time }, index) => ({
      index,
      start_time,
      end_time,
      description: expect.stringMatching(/\w{3}/),
    })),
  );
  expect(done).toMatchObject({ total_chapters: shown.length });
}

/** Checks that a chapter starts within `most` seconds of a time. */
function expectNear(done: Done, time: number, most: number) {
  const nearest = Math.min(...begins(done).map((begin) => Math.abs(begin - time)));
  expect(nearest, `${time} in ${begins(done)}`).toBeLessThanOrEqual(most);
}

describe('segmentation by narrative', () => {
  it('[SEG-5] [SHAPE-1] finds where the subject changes, at the cut near it, and no chapter at cuts inside a sentence', async () => {
    const done = await cut(undefined);
    expectWhole(done);
    expect(done.total_segments).toBe(3);
    expectNear(done, CUTS[1], 0.25);
    expectNear(done, CUTS[3], 0.25);
    expect(done.error ?? done.note).toBeUndefined();
    expectDescribed(done);
  });

  it('[SEG-5] strategy transcript uses only speech: chapters start with sentences, whatever the cuts', async () => {
    const done = await cut({ strategy: 'transcript' });
    expectWhole(done);
    expect(begins(done)).toHaveLength(2);
    for (const time of CHANGES) expectNear(done, time, 0.5);
  });

  it('[SEG-5] strategy comprehensive is finer', async () => {
    const done = await cut({ strategy: 'comprehensive' });
    expectWhole(done);
    expect(done.total_segments).toBeGreaterThan(3);
    for (const time of CHANGES) expectNear(done, time, 2);
  });

  it('[SEG-5] number_of_chapters returns exactly as many, if the media allows it', async () => {
    for (const number of [1, 2, 5, 20]) {
      const done = await cut({ number_of_chapters: number });
      expectWhole(done);
      expect(done.total_segments).toBe(number);
      if (number >= 3) for (const time of CHANGES) expectNear(done, time, 2);
    }
    const most = await cut({ strategy: 'transcript', number_of_chapters: 60 }, sound);
    expectWhole(most);
    expect(most.total_segments).toBe(48);
    // A completed segmentation has no error.
    expect(most.error).toBeUndefined();
    expect(most.note).toBe('the media allows 48 chapters, but 60 were requested');
  });

  it('[SEG-5] min_chapters and max_chapters bound the number of chapters', async () => {
    const strategy = 'transcript';
    expect((await cut({ strategy, min_chapters: 7 }, sound)).total_segments).toBe(7);
    expect((await cut({ strategy, min_chapters: 2 }, sound)).total_segments).toBe(3);
    expect((await cut({ strategy, max_chapters: 2 }, sound)).total_segments).toBe(2);
    expect((await cut({ strategy, max_chapters: 9 }, sound)).total_segments).toBe(3);
  });

  it.each([
    [{ min_chapters: 4, max_chapters: 3 }, 'max_chapters'],
    [{ number_of_chapters: 2, min_chapters: 3 }, 'number_of_chapters'],
    [{ number_of_chapters: 5, max_chapters: 3 }, 'number_of_chapters'],
    [{ number_of_chapters: 0 }, 'number_of_chapters'],
    [{ strategy: 'visual' }, 'strategy'],
  ])('[SEG-5] %j is refused, naming the field', async (narrative_config, field) => {
    const body = { strategy: 'narrative', narrative_config };
    const answer = await service.call('POST', `/files/${film}/segmentations`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(`narrative_config.${field}`);
  });

  it('[SEG-5] a prompt pulls chapters to where its words start and stop being spoken', async () => {
    const strategy = 'transcript';
    const without = await cut({ strategy }, sound);
    const done = await cut({ strategy, prompt: 'Where do they speak of an ERUPTION and its ashes?' }, sound);
    expectWhole(done);
    expectNear(done, 100, 0.5);
    expect(begins(without).some((time) => Math.abs(time - 100) < 5)).toBe(false);
    for (const time of CHANGES) expectNear(done, time, 0.5);
    const other = await cut({ strategy, prompt: 'photosynthesis' }, sound);
    expect(chapters(other)).toEqual(chapters(without));
    expect(other.note).toBe('no word of the prompt was recognised in the speech, so it changed nothing');
  });

  it('[SEG-5] works on audio, which has no shots', async () => {
    const done = await cut({}, sound);
    expectWhole(done);
    expect(begins(done)).toHaveLength(2);
    for (const time of CHANGES) expectNear(done, time, 0.5);
  });

  it("[SEG-5] uses the media's own chapters, but not for a transcript", async () => {
    const marked = await service.upload(await narratedFilm(CUTS, [0, 52.5, 200]), 'marked.mp4', {
      subtitles: subtitles(),
    });
    await service.drain();
    const done = await cut({}, marked.body.id);
    expectWhole(done);
    for (const time of [52.5, 200]) expectNear(done, time, 0.001);
    for (const time of CHANGES) expectNear(done, time, 2);
    expect(begins(await cut({ strategy: 'transcript' }, marked.body.id))).toHaveLength(2);
  });

  it('[SEG-5] makes chapters from cuts if there is no speech', async () => {
    const silent = (await service.upload(await narratedFilm(CUTS), 'silent.mp4')).body.id;
    await service.drain();
    const done = await cut({ number_of_chapters: 6 }, silent);
    expectWhole(done);
    for (const time of CUTS) expectNear(done, time, 0.25);
    const transcript = await cut({ strategy: 'transcript' }, silent);
    expect(transcript).toMatchObject({ status: 'not_applicable', total_segments: 0 });
    expect(transcript.error).toMatch(/no speech was recognised.*uniform or manual/);
  });

  withFonts('[SEG-5] strategy comprehensive notices changes of the on-screen text', async () => {
    const shown = await slides(['Growing wheat', 'Milling flour', 'Baking bread']);
    const file = (await service.upload(shown, 'slides.mp4')).body.id;
    await service.drain();
    const done = await cut({ strategy: 'comprehensive' }, file);
    expectWhole(done, 0, 60);
    expect(begins(done)).toHaveLength(2);
    for (const time of [20, 40]) expectNear(done, time, 2.5);
  });

  it('[SEG-5] keeps the chapters of a silent film as they are', async () => {
    const file = (await service.upload(await narratedFilm([], [0, 70, 200]), 'marks.mp4')).body.id;
    await service.drain();
    const done = await cut(undefined, file);
    expectWhole(done);
    expect(begins(done)).toEqual([70, 200]);
  });

  it('[SEG-5] does not apply without speech and scene changes, and says what to do', async () => {
    const done = await cut({}, plain);
    expect(done).toMatchObject({ status: 'not_applicable', total_segments: 0 });
    expect(done.error).toMatch(/no scene change.*uniform or manual/);
  });

  it('[SEG-7] makes chapters only between start and end', async () => {
    const window = { start_time_seconds: 60, end_time_seconds: 140 };
    const done = await cut({ number_of_chapters: 2 }, film, window);
    expectWhole(done, 60, 140);
    expect(begins(done)).toHaveLength(1);
    expectNear(done, CHANGES[0], 2);
  });

  it('[SEG-6] makes the requested key frames', async () => {
    const wish = { keyframe_config: { frames_per_segment: 2, max_width: 144 } };
    const done = await cut({}, film, wish);
    const where = `/segmentations/${done.segmentation_id}/thumbnails?type=keyframe&limit=100`;
    expect((await service.call('GET', where)).body.total).toBe(2 * done.total_segments);
  });

  it('[SEG-5] segments the files of a collection that asks for it', async () => {
    const { body } = await service.call('POST', '/collections', {
      name: 'told',
      collection_type: 'metadata',
      default_segmentation_config: { strategy: 'narrative', narrative_config: { number_of_chapters: 4 } },
    });
    await service.call('POST', `/collections/${body.id}/media`, { file_id: sound });
    await service.drain();
    const member = (await service.call('GET', `/collections/${body.id}/videos/${sound}`)).body;
    expect(member.status).toBe('completed');
  });
});
