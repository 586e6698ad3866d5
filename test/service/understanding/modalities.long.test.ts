import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { DeepSearch, MediaDescription } from '../../../src/contract/index.ts';
import { lacks, locate, needs } from '../../support/programs.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { makeCollection } from '../search/library.ts';

const run = promisify(execFile);
const withMedia = needs('ffmpeg', 'fonts');
const SPOKEN = '1\n00:00:06,500 --> 00:00:08,000\nThe ferry leaves at noon.\n';

let folder: string;
let service: TestService;

/** Twelve seconds: dark, from second 4 on with a title; with or without a subtitle track. */
async function film(name: string, subtitles: boolean): Promise<Buffer> {
  const path = join(folder, name);
  const title = `drawtext=fontfile=${locate('fonts')}:text='Harbour Report':fontcolor=white:fontsize=44:x=90:y=150:enable='gte(t,4)'`;
  const track = subtitles
    ? ['-i', join(folder, 'spoken.srt'), '-map', '0:v', '-map', '1:s', '-c:s', 'mov_text']
    : [];
  await run(locate('ffmpeg'), [
    ...['-v', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', 'color=c=navy:s=640x360:r=10:d=12', ...track],
    ...['-vf', title, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', path],
  ]);
  return readFile(path);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vau-analysed-'));
  await writeFile(join(folder, 'spoken.srt'), SPOKEN);
  if (!lacks('ffmpeg', 'fonts')) service = await openTestService();
});

afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Uploads a film, adds it to a new collection in windows of 4 s and has it processed. */
async function analyse(bytes: Buffer, collectionName: string, fields: Record<string, Blob> = {}) {
  const { body: file } = await service.upload(bytes, 'ferry.mp4', fields);
  const collection = await makeCollection(service, collectionName);
  const segmentation_config = {
    strategy: 'uniform',
    uniform_config: { window_seconds: 4 },
    keyframe_config: { frames_per_segment: 1 },
  };
  const added = await service.call('POST', `/collections/${collection}/media`, {
    file_id: file.id,
    segmentation_config,
  });
  expect(added.body.error).toBeUndefined();
  await service.drain();
  const { body: member } = await service.call('GET', `/collections/${collection}/videos/${file.id}`);
  expect(member).toMatchObject({ status: 'completed', searchable_status: 'completed' });
  const { body } = await service.call(
    'GET',
    `/collections/${collection}/videos/${file.id}/media-descriptions`,
  );
  return { collection, description: body as unknown as MediaDescription };
}

async function ask(query: string, collection: string): Promise<DeepSearch> {
  const knowledge_base = { source: 'collections', collections: [collection] };
  const { body } = await service.call('POST', '/deepSearch', { query, knowledge_base, scope: 'segment' });
  return body as unknown as DeepSearch;
}

describe('a film uploaded through the API', () => {
  withMedia(
    '[DEEP-3] is found at the second its words are spoken and shown, by a sidecar and by pictures',
    async () => {
      const subtitles = new Blob(['WEBVTT\n\n00:06.500 --> 00:08.000\n<v Ann>The ferry leaves at noon.\n']);
      const { collection, description } = await analyse(await film('plain.mp4', false), 'sidecar', {
        subtitles,
      });
      expect(description.speech).toEqual([
        {
          speaker: 'Ann',
          text: 'The ferry leaves at noon.',
          start_time: 6.5,
          end_time: 8,
          start: 6.5,
          end: 8,
        },
      ]);
      expect(description.providers?.speech).toBe('sidecar');
      expect(description.scene_text).toMatchObject([{ text: 'Harbour Report' }]);
      const spoken = (await ask('ferry at noon', collection)).results?.[0];
      expect(spoken).toMatchObject({ start_time: 6.5, context: 'The ferry leaves at noon.' });
      const shown = (await ask('harbour report', collection)).results?.[0];
      // The first key frame with the title, which is visible from second 4 to the end.
      expect(shown?.start_time).toBeGreaterThanOrEqual(4);
      expect(shown?.start_time).toBeLessThanOrEqual(6.5);
      expect(shown?.thumbnail_url).toContain('/m/');
    },
  );

  withMedia('[DEEP-3] is found by its own subtitle track', async () => {
    const { collection, description } = await analyse(await film('track.mp4', true), 'track');
    expect(description.providers?.speech).toContain('subtitle-track');
    expect((await ask('ferry', collection)).results?.[0]?.start_time).toBeCloseTo(6.5, 1);
  });

  withMedia('is analysed once: a second collection reuses the results of the same content', async () => {
    const bytes = await film('again.mp4', true);
    const count = () => service.context.db.selectFrom('analysis_results').select('analysis').execute();
    const first = await analyse(bytes, 'first');
    const kept = (await count()).length;
    const second = await analyse(bytes, 'second');
    expect((await count()).length).toBe(kept);
    expect(second.description.scene_text).toEqual(first.description.scene_text);
  });

  withMedia('says which modality failed and why, and keeps the others', async () => {
    const subtitles = new Blob(['these are not subtitles']);
    const { description } = await analyse(await film('bad.mp4', false), 'bad', { subtitles });
    expect(description.providers?.speech).toMatch(/^failed: The subtitle file has no valid cue/);
    expect(description.scene_text).toMatchObject([{ text: 'Harbour Report' }]);
  });
});
