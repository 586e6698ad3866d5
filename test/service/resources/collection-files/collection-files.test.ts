import { afterAll, beforeAll, describe, expect } from 'vitest';
import { collectionTypes } from '../../../../src/contract/values/enums.ts';
import { makeAudio, makeImage, makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');
const SUBTITLES = '1\n00:00:01,000 --> 00:00:03,000\nThe ferry leaves at noon.\n';

let service: TestService;
let video: string;
let audio: string;
let image: string;
beforeAll(async () => {
  service = await openTestService();
  const subtitles = new Blob([SUBTITLES]);
  video = (await service.upload(await makeVideo(8), 'eight.mp4', { subtitles })).body.id;
  audio = (await service.upload(await makeAudio(4), 'four.wav', { subtitles })).body.id;
  image = (await service.upload(await makeImage(), 'still.png')).body.id;
  await service.drain();
});
afterAll(() => service.close());

let made = 0;
async function collection(collection_type: string, more: object = {}): Promise<string> {
  made += 1;
  const body = { name: `collection ${made}`, collection_type, ...more };
  return (await service.call('POST', '/collections', body)).body.id;
}

const add = (id: string, body: object) => service.call('POST', `/collections/${id}/media`, body);
async function member(id: string, file: string) {
  await service.drain();
  return (await service.call('GET', `/collections/${id}/videos/${file}`)).body;
}
const UNIFORM_5 = { strategy: 'uniform', uniform_config: { window_seconds: 5 } };

describe('adding media', () => {
  it('[MEDIA-1] [MEM-1] gives the collection file, with its segmentation once it has been segmented', async () => {
    const id = await collection('media-descriptions');
    const before = Date.now();
    const added = await add(id, { file_id: video, segmentation_config: UNIFORM_5 });
    expect(added.status).toBe(200);
    expect(added.body).toMatchObject({
      collection_id: id,
      file_id: video,
      object: 'collection_file',
      status: 'pending',
    });
    expect(added.body.added_at).toBeGreaterThanOrEqual(before);
    expect(added.body.file).toMatchObject({ id: video, status: 'completed' });
    expect(added.body.segmentation).toBeUndefined();
    const done = await member(id, video);
    expect(done).toMatchObject({
      status: 'completed',
      segmentation: { status: 'completed', file_id: video },
    });
    expect(done.segmentation.segmentation_config).toEqual(UNIFORM_5);
  });

  it('[MEM-2] shows searchable_status in the four searchable types and in no other', async () => {
    for (const type of ['media-descriptions', 'rich-transcripts', 'metadata']) {
      const id = await collection(type);
      expect((await add(id, { file_id: video })).body.searchable_status).toBe('pending');
      expect((await member(id, video)).searchable_status).toBe('completed');
    }
    const entities = await collection('entities', { extract_config: { prompt: 'ships' } });
    expect((await add(entities, { file_id: video })).body.searchable_status).toBe('pending');
    for (const type of ['face-analysis', 'moments']) {
      const id = await collection(type);
      expect((await add(id, { file_id: video })).body.searchable_status).toBeUndefined();
      expect((await member(id, video)).searchable_status).toBeUndefined();
    }
  });

  it('[SEG-8] uses windows of twenty seconds without a segmentation', async () => {
    const id = await collection('metadata');
    const long = (await service.upload(await makeAudio(45), 'long.wav')).body.id;
    await add(id, { file_id: long });
    const { segmentation } = await member(id, long);
    const { body } = await service.call('GET', `/segmentations/${segmentation.id}`);
    expect(body.data.segments.map(({ start_time }) => start_time)).toEqual([0, 20, 40]);
    expect(segmentation.segmentation_config).toMatchObject({
      strategy: 'uniform',
      uniform_config: { window_seconds: 20 },
    });
    const own = await collection('metadata', { default_segmentation_config: UNIFORM_5 });
    await add(own, { file_id: video });
    expect((await member(own, video)).segmentation.segmentation_config).toEqual(UNIFORM_5);
  });

  it('[SEG-9] refuses a segmentation and a configuration together', async () => {
    const id = await collection('metadata');
    const segmentation_id = '00000000-0000-4000-8000-000000000000';
    const answer = await add(id, { file_id: video, segmentation_id, segmentation_config: UNIFORM_5 });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/segmentation_id.*segmentation_config/);
    expect((await service.call('GET', `/collections/${id}/videos`)).body.total).toBe(0);
  });

  it('[MEDIA-2] merges metadata into the file in metadata collections, and refuses it elsewhere', async () => {
    const metadata = await collection('metadata');
    await service.call('PUT', `/files/${audio}`, { metadata: { kept: 1, changed: 1 } });
    await add(metadata, { file_id: audio, metadata: { changed: 2, harbour: 'Rostock' } });
    const done = await member(metadata, audio);
    expect(done.file.metadata).toEqual({ kept: 1, changed: 2, harbour: 'Rostock' });
    const found = await service.context.db
      .selectFrom('documents')
      .select('metadata')
      .where('collection_id', '=', metadata)
      .where('type', '=', 'file')
      .executeTakeFirstOrThrow();
    expect(found.metadata).toContain('Rostock');
    const other = await add(await collection('media-descriptions'), { file_id: audio, metadata: { a: 1 } });
    expect(other.status).toBe(400);
    expect(other.body.error).toMatch(/metadata/);
  });

  it('[MEDIA-3] analyses the picture of video, and only the audio of audio', async () => {
    const id = await collection('media-descriptions');
    await add(id, { file_id: video });
    await add(id, { file_id: audio });
    await service.drain();
    const modalitiesOf = async (file: string) => {
      const rows = await service.context.db
        .selectFrom('collection_file_modalities')
        .select('modality')
        .where('collection_id', '=', id)
        .where('file_id', '=', file)
        .orderBy('modality')
        .execute();
      return rows.map(({ modality }) => modality);
    };
    expect(await modalitiesOf(video)).toEqual(['scene_text', 'speech', 'visual_scene_description']);
    expect(await modalitiesOf(audio)).toEqual(['speech']);
    const { text } = await service.call('GET', `/collections/${id}/videos/${audio}/media-descriptions`);
    expect(text).toContain('The ferry leaves at noon.');
  });

  it('[MEDIA-4] refuses audio in a face-analysis collection', async () => {
    const id = await collection('face-analysis');
    const answer = await add(id, { file_id: audio });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/audio/);
    expect((await service.call('GET', `/collections/${id}/videos`)).body.total).toBe(0);
    const early = (await service.upload(await makeAudio(1), 'early.wav')).body.id;
    expect((await add(id, { file_id: early })).status).toBe(200);
    expect(await member(id, early)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/audio/),
    });
  });

  it('[MEDIA-6] ends for every collection file, with a reason if it failed', async () => {
    const broken = (await service.upload('no film at all', 'broken.mp4')).body.id;
    for (const type of collectionTypes) {
      const more = type === 'entities' ? { extract_config: { prompt: 'ships' } } : {};
      const id = await collection(type, more);
      await add(id, { file_id: video });
      const done = await member(id, video);
      expect(['completed', 'not_applicable']).toContain(done.status);
      if (done.status === 'not_applicable') expect(done.error).toMatch(/not implemented/);
    }
    const fresh = await openTestService();
    const file = (await fresh.upload('no film at all', 'broken.mp4')).body.id;
    const id = (await fresh.call('POST', '/collections', { name: 'x', collection_type: 'moments' })).body.id;
    await fresh.call('POST', `/collections/${id}/media`, { file_id: file });
    await fresh.drain();
    const failed = (await fresh.call('GET', `/collections/${id}/videos/${file}`)).body;
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringMatching(/file failed/) });
    await fresh.close();
    const late = await add(await collection('moments'), { file_id: broken });
    expect(late.status).toBe(409);
  });

  it('[FILE-4] accepts an image at file level, and refuses to segment it', async () => {
    const id = await collection('media-descriptions');
    expect((await add(id, { file_id: image, segmentation_config: UNIFORM_5 })).status).toBe(400);
    expect((await add(id, { file_id: image })).status).toBe(200);
    const done = await member(id, image);
    expect(done.status).toBe('completed');
    expect(done.segmentation).toBeUndefined();
    const early = (await service.upload(await makeImage(), 'early.png')).body.id;
    await add(id, { file_id: early });
    const later = await member(id, early);
    expect(later).toMatchObject({ status: 'completed', file: { media_type: 'image' } });
    expect(later.segmentation).toBeUndefined();
  });

  it('[FILE-10] accepts the uri of a file instead of a url', async () => {
    const id = await collection('metadata');
    const { body } = await service.call('GET', `/files/${video}`);
    expect((await add(id, { url: body.uri })).body.file_id).toBe(video);
    expect((await add(id, { url: 'vau://files/00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect((await add(id, { url: 'ftp://media.example/a.mp4' })).status).toBe(400);
    const synced = await add(id, { url: 'https://media.example/a.mp4' });
    expect(synced.body).toMatchObject({ status: 'pending', file: { source: 'http' } });
  });

  it('twice with the same options changes nothing, with others it is a conflict', async () => {
    const id = await collection('metadata');
    const one = await add(id, { file_id: video, segmentation_config: UNIFORM_5 });
    await service.drain();
    const two = await add(id, { file_id: video, segmentation_config: UNIFORM_5 });
    expect(two.body).toMatchObject({ status: 'completed', added_at: one.body.added_at });
    expect((await add(id, { file_id: video })).status).toBe(200);
    const other = { strategy: 'uniform', uniform_config: { window_seconds: 2 } };
    expect((await add(id, { file_id: video, segmentation_config: other })).status).toBe(409);
    expect((await member(id, video)).segmentation.segmentation_config).toEqual(UNIFORM_5);
  });

  it('refuses a segmentation of another file, and an unknown one', async () => {
    const id = await collection('metadata');
    const { body } = await service.call('POST', `/files/${video}/segmentations`, UNIFORM_5);
    const other = await add(id, { file_id: audio, segmentation_id: body.segmentation_id });
    expect(other.status).toBe(400);
    expect(other.body.error).toContain(video);
    const none = await add(id, { file_id: audio, segmentation_id: '00000000-0000-4000-8000-000000000000' });
    expect(none.status).toBe(404);
  });
});

describe('the files of a collection', () => {
  it('[LIST-1] are paged by limit and offset, each once, and filtered', async () => {
    const id = await collection('metadata');
    for (const file_id of [video, audio, image]) await add(id, { file_id });
    await service.drain();
    const seen: string[] = [];
    for (let offset = 0; offset < 4; offset += 1) {
      const { body } = await service.call(
        'GET',
        `/collections/${id}/videos?limit=1&offset=${offset}&order=filename&sort=asc`,
      );
      expect(body.total).toBe(3);
      seen.push(...body.data.map(({ file }) => file.filename));
    }
    expect(seen).toEqual(['eight.mp4', 'four.wav', 'still.png']);
    const total = async (query: string) =>
      (await service.call('GET', `/collections/${id}/videos?${query}`)).body.total;
    expect(await total('status=completed')).toBe(3);
    expect(await total('status=failed')).toBe(0);
    const long = JSON.stringify({
      video_info: [{ path: 'duration_seconds', operator: 'GreaterThan', valueText: '5' }],
    });
    expect(await total(`filter=${encodeURIComponent(long)}`)).toBe(1);
  });

  it('can be removed, and remain files', async () => {
    const id = await collection('metadata');
    await add(id, { file_id: video });
    await service.drain();
    const answer = await service.call('DELETE', `/collections/${id}/videos/${video}`);
    expect(answer.body).toEqual({ collection_id: id, file_id: video, object: 'collection_file' });
    expect((await service.call('GET', `/collections/${id}/videos/${video}`)).status).toBe(404);
    expect((await service.call('GET', `/files/${video}`)).status).toBe(200);
  });
});
