import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');
const assets = path.join(import.meta.dirname, '../../../../assets');

interface Cut {
  at: number;
  kind: 'cut' | 'fade';
}

let service: TestService;
let harbour: string;
let truth: { seconds: number; fps: number; cuts: Cut[] };
beforeAll(async () => {
  service = await openTestService();
  truth = JSON.parse(await readFile(path.join(assets, 'film.json'), 'utf8'));
  harbour = (await service.upload(await readFile(path.join(assets, 'harbour.mp4')), 'harbour.mp4')).body.id;
  await service.drain();
});
afterAll(() => service.close());

/** Segments a film by shots, and reads the finished segmentation. */
async function cut(config: object = {}, more: object = {}, file = harbour) {
  const wish = { strategy: 'shot-detector', shot_detector_config: config, ...more };
  const sent = await service.call('POST', `/files/${file}/segmentations`, wish);
  expect(sent.status).toBe(200);
  await service.drain();
  return (await service.call('GET', `/segmentations/${sent.body.segmentation_id}?limit=100`)).body;
}

const spans = (body: Awaited<ReturnType<typeof cut>>) =>
  body.data.segments.map(({ start_time, end_time }) => [start_time, end_time] as const);

/** Where shots change. */
const changes = (body: Awaited<ReturnType<typeof cut>>) =>
  spans(body)
    .slice(1)
    .map(([start]) => start);

describe('segmentation by shots', () => {
  it('[SEG-3] finds the cuts of a real film to the frame, and its fade', async () => {
    const done = await cut();
    expect(done).toMatchObject({ status: 'completed', total_segments: truth.cuts.length + 1 });
    for (const [index, { at, kind }] of truth.cuts.entries())
      expect(Math.abs((changes(done)[index] ?? 0) - at)).toBeLessThan(kind === 'cut' ? 1.1 / truth.fps : 1);
    expect(spans(done)[0]?.[0]).toBe(0);
    expect(spans(done).at(-1)?.[1]).toBeCloseTo(truth.seconds, 1);
    for (const [index, [start]] of spans(done).entries())
      if (index > 0) expect(start).toBe(spans(done)[index - 1]?.[1]);
  });

  it('[SHAPE-1] shows its segments as shots too, with indexes that hold across pages', async () => {
    const { segmentation_id: id } = await cut();
    const { body } = await service.call('GET', `/segmentations/${id}?limit=2&offset=3`);
    const { segments, shots } = body.data as unknown as Record<string, object[]>;
    expect(body).toMatchObject({ total_shots: body.total_segments, data: { limit: 2, offset: 3 } });
    expect(shots).toEqual([
      { ...segments?.[0], id: undefined, thumbnail_url: undefined, index: 3 },
      { ...segments?.[1], id: undefined, thumbnail_url: undefined, index: 4 },
    ]);
    expect(body).not.toHaveProperty('total_chapters');
  });

  it('[SEG-3] accepts min_seconds, max_seconds, fill_gaps and detector with threshold', async () => {
    // A part of the film is enough; the whole would take four times as long.
    const begin = { start_time_seconds: 0, end_time_seconds: 18 };
    const long = await cut({ min_seconds: 9 }, begin);
    for (const [start, end] of spans(long)) expect(end - start).toBeGreaterThanOrEqual(8.99);
    const short = await cut({ max_seconds: 3 }, begin);
    for (const [start, end] of spans(short)) expect(end - start).toBeLessThanOrEqual(3.01);
    expect(spans(short).length).toBeGreaterThan(5);
    const gaps = await cut({ fill_gaps: false }, { start_time_seconds: 52 });
    expect(gaps.total_segments).toBe(2);
    expect((spans(gaps)[1]?.[0] ?? 0) - (spans(gaps)[0]?.[1] ?? 0)).toBeGreaterThan(0.3);
    const content = await cut({ detector: 'content' }, begin);
    const hard = truth.cuts.filter(({ kind, at }) => kind === 'cut' && at < 18).map(({ at }) => at);
    for (const at of hard)
      expect(changes(content).some((time) => Math.abs(time - at) < 1.1 / truth.fps)).toBe(true);
    const blind = await cut({ detector: 'content', threshold: 250 }, begin);
    expect(blind.total_segments).toBeLessThan(content.total_segments);
    const refused = await service.call('POST', `/files/${harbour}/segmentations`, {
      strategy: 'shot-detector',
      shot_detector_config: { detector: 'adaptive', threshold: 20 },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain('threshold');
  });

  it('[SEG-7] analyses only between start and end, with times of the film', async () => {
    const window = { start_time_seconds: 10, end_time_seconds: 26 };
    const done = await cut({}, window);
    const inside = truth.cuts.filter(({ at }) => at > 10 && at < 26).map(({ at }) => at);
    expect(changes(done)).toHaveLength(inside.length);
    for (const [index, at] of inside.entries())
      expect(Math.abs((changes(done)[index] ?? 0) - at)).toBeLessThan(0.05);
    expect(spans(done)[0]?.[0]).toBe(10);
    expect(spans(done).at(-1)?.[1]).toBe(26);
  });

  it('[SEG-6] makes the requested key frames', async () => {
    const done = await cut(
      {},
      { keyframe_config: { frames_per_segment: 2, max_width: 200 }, end_time_seconds: 18 },
    );
    const where = `/segmentations/${done.segmentation_id}/thumbnails?type=keyframe&limit=100`;
    expect((await service.call('GET', where)).body.total).toBe(2 * done.total_segments);
  });

  it('[SEG-3] does not apply to a film without cuts, nor to its collection files, and both say what to do', async () => {
    const file = (await service.upload(await makeVideo(4), 'plain.mp4')).body.id;
    await service.drain();
    const alone = await cut({}, {}, file);
    expect(alone).toMatchObject({ status: 'not_applicable', total_segments: 0 });
    expect(alone.error).toMatch(/no scene change.*uniform or manual/);
    const { body } = await service.call('POST', '/collections', {
      name: 'scenes',
      collection_type: 'media-descriptions',
      default_segmentation_config: { strategy: 'shot-detector' },
    });
    const added = await service.call('POST', `/collections/${body.id}/media`, { file_id: file });
    expect(added.body.status).toBe('pending');
    await service.drain();
    const member = (await service.call('GET', `/collections/${body.id}/videos/${file}`)).body;
    expect(member).toMatchObject({ status: 'not_applicable', error: alone.error });
    const other = await service.call('POST', '/collections', { name: 'same', collection_type: 'metadata' });
    await service.call('POST', `/collections/${other.body.id}/media`, {
      file_id: file,
      segmentation_id: alone.segmentation_id,
    });
    await service.drain();
    const named = (await service.call('GET', `/collections/${other.body.id}/videos/${file}`)).body;
    expect(named).toMatchObject({ status: 'not_applicable', error: alone.error });
  });
});
