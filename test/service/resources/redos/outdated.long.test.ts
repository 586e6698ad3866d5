/** A redo replaces what something else would make now, and nothing else: one modality after the other. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import type { MediaDescription, Redo, RedoBody, RedoEstimate } from '../../../../src/contract/index.ts';
import type { ServiceConfig } from '../../../../src/service/context/config.ts';
import { make, makeImage } from '../../../support/film.ts';
import { type ModelServer, modelServer, says } from '../../../support/model-server.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeCollection } from '../../search/library.ts';
import { narrate } from '../../understanding/narration.ts';
import { type EndpointServer, openEndpoint, speechFrom } from '../../understanding/speech/endpoint-server.ts';

let encoder: { model: string; encode(texts: readonly string[]): Promise<Float32Array[]> } | undefined;
vi.mock('../../../../src/service/understanding/models/embeddings/index.ts', async (original) => ({
  ...(await original<object>()),
  encoderFor: () => encoder,
  readerFor: () => undefined,
  stopEncoders: async () => undefined,
}));

const it = needs('ffmpeg');

const LINES = ['The harbour opens.', 'Boats come in.', 'The market sells fish.', 'Cod is best.'];

let server: ModelServer;
let heard: EndpointServer;
let service: TestService;
let collection: string;
let file: string;
beforeAll(async () => {
  server = await modelServer();
  server.answer = () => says(JSON.stringify({ description: 'A boat in a harbour.' }));
  heard = await openEndpoint();
  heard.answer(() => ({
    body: { text: 'x', segments: LINES.map((text, at) => ({ start: at, end: at + 1, text })) },
  }));
  service = await openTestService({ speech: speechFrom(heard, ['endpoint']), workers: 1 });
  const { wav } = await narrate([{ voice: 'slt', text: 'The harbour opens at nine', at: 1 }], 4);
  const spoken = await service.context.objects.tmpFile('.wav');
  await writeFile(spoken, wav);
  const film = await make(['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=4', '-i', spoken], 'mp4');
  file = (await service.upload(film, 'harbour.mp4')).body.id;
  await service.drain();
  collection = await addTo('media-descriptions', file);
});
afterAll(async () => {
  await service.close();
  await server.close();
  await heard.close();
});

async function addTo(type: string, file_id: string): Promise<string> {
  const made = await makeCollection(service, `redo ${type}`, type);
  await service.call('POST', `/collections/${made}/media`, { file_id });
  await service.drain();
  return made;
}

/** Changes the settings of the service, as a restart with others would. */
const set = (config: { [K in 'vision' | 'language']?: ServiceConfig[K] | undefined }) =>
  Object.assign(service.context.config, config);

const ask = async <T>(method: string, where: string, body?: object) =>
  (await service.call(method, where, body)).body as T;
const estimate = (body: Partial<RedoBody> = {}, of = collection) =>
  ask<RedoEstimate>('POST', `/collections/${of}/redo/estimate`, body);

async function redo(body: Partial<RedoBody> = {}, of = collection): Promise<Redo> {
  const { redo_id } = await ask<Redo>('POST', `/collections/${of}/redo`, body);
  await service.drain();
  return ask<Redo>('GET', `/redos/${redo_id}`);
}

async function described(): Promise<MediaDescription> {
  const where = `/collections/${collection}/videos/${file}/media-descriptions?include_chapters=true`;
  return ask<MediaDescription>('GET', where);
}
const makers = async () => (await described()).providers;
const parts = ({ modalities }: RedoEstimate) =>
  Object.fromEntries(modalities.map(({ modality, replaces }) => [modality, replaces]));

describe('a redo of what is outdated', () => {
  it('has nothing to do while the same would make everything', async () => {
    expect(await estimate()).toMatchObject({ files: 0, seconds: 0, cost: 0, modalities: [] });
    heard.asked.length = 0;
    expect(await redo()).toMatchObject({ status: 'completed', files_total: 0, estimated_seconds: 0 });
    expect(heard.asked).toEqual([]);
  });

  it('replaces measured facts by a vision model, once, and recognises no speech for that', async () => {
    set({ vision: server.endpoint });
    const expected = await estimate();
    expect(expected).toMatchObject({ files: 1, runs: 0, cost: 0 });
    expect(expected).not.toHaveProperty('seconds');
    expect(expected.modalities).toEqual([
      {
        modality: 'visual_scene_description',
        made_by: 'vision-endpoint reader',
        files: 1,
        media_seconds: 4,
        measured: false,
        replaces: [{ made_by: 'picture-facts without objects', change: 'better', files: 1, stays: false }],
      },
    ]);
    heard.asked.length = 0;
    expect(await redo()).toMatchObject({ status: 'completed', files_total: 1, files_completed: 1 });
    expect((await makers())?.visual_scene_description).toContain('vision-endpoint');
    expect(heard.asked).toEqual([]);
    expect(await estimate()).toMatchObject({ files: 0 });
  });

  it('estimates by what the same model took before', async () => {
    set({ vision: { ...server.endpoint, model: 'other' } });
    expect(await redo()).toMatchObject({ files_completed: 1 });
    set({ vision: server.endpoint });
    const [part] = (await estimate()).modalities;
    expect(part).toMatchObject({ measured: true, seconds: expect.any(Number) });
    expect(part?.replaces).toEqual([
      { made_by: 'vision-endpoint other', change: 'other', files: 1, stays: false },
    ]);
  });

  it('keeps a better result, also when another modality is made again, until a worse one is allowed', async () => {
    set({ vision: undefined });
    const stays = [{ made_by: 'vision-endpoint other', change: 'worse', files: 1, stays: true }];
    const expected = await estimate();
    expect([expected.files, parts(expected)]).toEqual([0, { visual_scene_description: stays }]);
    expect(await redo()).toMatchObject({ files_total: 0 });
    expect(await redo({ modalities: ['scene_text'], scope: 'all' })).toMatchObject({ files_completed: 1 });
    expect((await makers())?.visual_scene_description).toContain('vision-endpoint');
    expect(await redo({ worse: true })).toMatchObject({ files_completed: 1 });
    expect((await makers())?.visual_scene_description).toContain('picture-facts');
  });

  it('leaves modalities alone that it was not asked for', async () => {
    set({ vision: server.endpoint });
    heard.asked.length = 0;
    expect(await redo({ modalities: ['speech'], scope: 'all' })).toMatchObject({ files_completed: 1 });
    expect(heard.asked.length).toBeGreaterThan(0);
    expect((await makers())?.visual_scene_description).toContain('picture-facts');
    set({ vision: undefined });
  });

  it('makes chapters by a language model, and by another one only when it is asked', async () => {
    server.answer = () =>
      says(JSON.stringify({ title: 'A harbour', quote: 'The harbour opens.', chapters: [] }));
    set({ language: server.endpoint });
    expect(parts(await estimate())).toEqual({
      chapters: [{ made_by: 'quotes, without a language model', change: 'better', files: 1, stays: false }],
    });
    expect(await redo()).toMatchObject({ status: 'completed', files_completed: 1 });
    expect(await described()).toMatchObject({ title: 'A harbour' });
    server.answer = () =>
      says(JSON.stringify({ title: 'Of fish', quote: 'The market sells fish.', chapters: [] }));
    set({ language: { ...server.endpoint, model: 'second' } });
    await redo({ modalities: ['scene_text'], scope: 'all' });
    expect(await described()).toMatchObject({ title: 'A harbour' });
    expect(await redo({ modalities: ['chapters'] })).toMatchObject({ files_completed: 1 });
    expect(await described()).toMatchObject({ title: 'Of fish' });
    set({ language: undefined });
    await redo({ modalities: ['scene_text'], scope: 'all' });
    expect(await described()).toMatchObject({ title: 'Of fish' });
  });

  it('counts a file without an answer of the language model as failed', async () => {
    server.answer = () => ({ status: 403, body: {} });
    set({ language: { ...server.endpoint, model: 'third' } });
    expect(await redo()).toMatchObject({ status: 'completed_with_failures', files_failed: 1 });
    expect(await described()).toMatchObject({ title: 'Of fish' });
    set({ language: undefined });
  });

  it('makes vectors again with another encoder', async () => {
    encoder = { model: 'first', encode: async (texts) => texts.map(() => new Float32Array(64).fill(0.125)) };
    expect(await redo({ modalities: ['meaning'] })).toMatchObject({ files_completed: 1 });
    encoder = { ...encoder, model: 'second' };
    expect(parts(await estimate())).toEqual({
      meaning: [{ made_by: 'first', change: 'other', files: 1, stays: false }],
    });
    expect(await redo()).toMatchObject({ status: 'completed', files_completed: 1 });
    expect(await estimate()).toMatchObject({ files: 0 });
    encoder = undefined;
  });

  it('finds faces again that something else found', async () => {
    const faces = await addTo('face-analysis', (await service.upload(await makeImage(), 'a.png')).body.id);
    expect(await estimate({}, faces)).toMatchObject({ files: 0 });
    await service.context.db.updateTable('face_detections').set({ made_by: 'face-api 0' }).execute();
    expect(parts(await estimate({}, faces))).toEqual({
      faces: [{ made_by: 'face-api 0', change: 'other', files: 1, stays: false }],
    });
    expect(await redo({}, faces)).toMatchObject({ status: 'completed', files_completed: 1 });
    expect(await estimate({}, faces)).toMatchObject({ files: 0 });
  });

  it('refuses speech settings for other modalities', async () => {
    const body = { modalities: ['scene_text'], provider: 'endpoint' };
    const refused = await service.call('POST', `/collections/${collection}/redo`, body);
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('for speech only')]);
  });
});

describe('a redo of a file', () => {
  const again = async (modality: string, of = file) => {
    const { body } = await service.call('POST', `/files/${of}/redo`, { modality });
    await service.drain();
    return body;
  };

  it('makes the modality again that it names, by the same model too, and no other', async () => {
    server.answer = () => says(JSON.stringify({ description: 'A boat in a harbour.' }));
    set({ vision: server.endpoint });
    const seen = { modality: 'visual_scene_description', file_count: 1, collection_file_count: 1 };
    expect(await again('visual_scene_description')).toEqual(seen);
    [server.asked.length, heard.asked.length] = [0, 0];
    await again('visual_scene_description');
    expect([server.asked.length > 0, heard.asked.length]).toEqual([true, 0]);
    server.asked.length = 0;
    // The collection does not have it.
    expect(await again('audio_description')).toMatchObject({ collection_file_count: 0 });
    expect(await again('scene_text')).toMatchObject({ collection_file_count: 1 });
    expect([server.asked.length, heard.asked.length]).toEqual([0, 0]);
    await again('speech');
    expect([server.asked.length, heard.asked.length > 0]).toEqual([0, true]);
    set({ vision: undefined });
  });

  it('writes chapters and makes vectors again, or says what is missing', async () => {
    const refused = async (modality: string) => (await again(modality)).error;
    expect(await refused('chapters')).toContain('vau setup language');
    expect(await refused('meaning')).toContain('vau setup meaning');
    server.answer = () => says(JSON.stringify({ title: 'Of boats', quote: 'Boats come in.', chapters: [] }));
    set({ language: server.endpoint });
    await again('chapters');
    expect(await described()).toMatchObject({ title: 'Of boats' });
    set({ language: undefined });
    let encoded = 0;
    const encode = async (texts: readonly string[]) => {
      encoded += texts.length;
      return texts.map(() => new Float32Array(64).fill(0.125));
    };
    encoder = { model: 'second', encode };
    expect(await again('meaning')).toMatchObject({ collection_file_count: 1 });
    expect(encoded).toBeGreaterThan(0);
    const [first] = [encoded];
    await again('meaning');
    expect(encoded).toBe(2 * first);
    encoder = undefined;
  });

  it('keeps what it had where that cannot be made again, says so, and tries again when asked', async () => {
    set({ vision: server.endpoint });
    server.answer = () => says(JSON.stringify({ description: 'A boat in a harbour.' }));
    await again('visual_scene_description');
    const seen = async () => JSON.stringify((await described()).visual_scene_description);
    const before = await seen();
    expect(before).toContain('A boat in a harbour.');
    server.answer = () => ({ status: 403, body: {} });
    await again('visual_scene_description');
    const where = `/collections/${collection}/videos/${file}`;
    const kept = (await service.call('GET', where)).body;
    expect(kept).toMatchObject({
      status: 'completed',
      error: expect.stringMatching(/earlier results are kept: visual_scene_description \(.*403/),
    });
    expect(await seen()).toBe(before);
    // Again, from what was put aside.
    await again('visual_scene_description');
    expect(await seen()).toBe(before);
    server.answer = () => says(JSON.stringify({ description: 'A ship in a harbour.' }));
    await again('visual_scene_description');
    expect(await seen()).toContain('A ship in a harbour.');
    expect((await service.call('GET', where)).body).not.toHaveProperty('error');
    set({ vision: undefined });
  });

  it('is refused while the file is being processed', async () => {
    await service.call('POST', `/files/${file}/redo`, { modality: 'scene_text' });
    const second = await service.call('POST', `/files/${file}/redo`, { modality: 'scene_text' });
    expect([second.status, second.body.error]).toEqual([
      409,
      expect.stringContaining(`vau wait collection-file ${collection}/${file}`),
    ]);
    await service.drain();
  });

  it('finds faces again', async () => {
    const picture = (await service.upload(await makeImage(), 'b.png')).body.id;
    const made = await makeCollection(service, 'faces of one file', 'face-analysis');
    await service.call('POST', `/collections/${made}/media`, { file_id: picture });
    await service.drain();
    const detections = () =>
      service.context.db.selectFrom('face_detections').selectAll().where('file_id', '=', picture).execute();
    expect(await detections()).toHaveLength(1);
    expect(await again('faces', picture)).toMatchObject({ collection_file_count: 1 });
    expect(await detections()).toHaveLength(2);
  });

  it('leaves a transcript that was corrected by hand alone', async () => {
    const form = new FormData();
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:03.000\nThe harbour opens at ten.\n';
    form.set('file', new Blob([vtt]), 'corrected.vtt');
    expect((await service.call('PUT', `/files/${file}/transcript`, form)).status).toBe(200);
    await service.drain();
    expect((await makers())?.speech).toContain('corrected-transcript');
    expect(parts(await estimate({ modalities: ['speech'] }))).toEqual({});
  });

  it('refuses speech settings for other modalities', async () => {
    const body = { modality: 'scene_text', vocabulary: ['Ada'] };
    const { status, body: said } = await service.call('POST', `/files/${file}/redo`, body);
    expect([status, said.error]).toEqual([400, expect.stringContaining('for speech only')]);
  });
});
