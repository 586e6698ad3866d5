import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { MediaDescription } from '../../../../src/contract/index.ts';
import { make } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeCollection } from '../../search/library.ts';
import { narrate } from '../../understanding/narration.ts';
import { type EndpointServer, openEndpoint, speechFrom } from '../../understanding/speech/endpoint-server.ts';

const it = needs('ffmpeg');

let endpoint: EndpointServer;
let service: TestService;
let sound: Buffer;
let number = 0;

beforeAll(async () => {
  endpoint = await openEndpoint();
  service = await openTestService({ speech: speechFrom(endpoint, ['sidecar', 'endpoint']) });
  sound = (await narrate([{ voice: 'slt', text: 'The ferry leaves at noon', at: 1 }], 4)).wav;
});
afterAll(async () => {
  await service.close();
  await endpoint.close();
});

const heard = (...segments: { text: string; speaker?: string; start?: number; end?: number }[]) => {
  const timed = segments.map((one, at) => ({ start: at, end: at + 1, ...one }));
  return { body: { text: timed.map(({ text }) => text).join(' '), segments: timed } };
};

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>The fairy leaves at midnight.\n';

interface Added {
  readonly id: string;
  readonly collection: string;
}

/** A file in a collection of its own, processed. */
async function add(media: Buffer, name: string, fields: Record<string, string | Blob> = {}): Promise<Added> {
  number += 1;
  const collection = await makeCollection(service, `hearing ${number}`, 'media-descriptions');
  const { body, status } = await service.upload(media, name, fields);
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  await service.call('POST', `/collections/${collection}/media`, { file_id: body.id });
  await service.drain();
  return { id: body.id, collection };
}

async function described({ id, collection }: Added): Promise<MediaDescription> {
  const where = `/collections/${collection}/videos/${id}`;
  expect((await service.call('GET', where)).body.status).toBe('completed');
  return (await service.call('GET', `${where}/media-descriptions`)).body as unknown as MediaDescription;
}

const said = ({ speech = [] }: MediaDescription) => speech.map(({ text }) => text);

async function putTranscript(id: string, text: string) {
  const form = new FormData();
  form.set('file', new Blob([text]), 'corrected.vtt');
  return service.call('PUT', `/files/${id}/transcript`, form);
}

async function found(added: Added, query: string): Promise<string[]> {
  const body = { scope: 'segment', collections: [added.collection], query };
  const answer = await service.call('POST', '/search', body);
  expect(answer.status).toBe(200);
  return answer.body.results.map(({ file_id }) => file_id);
}

describe('a transcript corrected by hand', () => {
  it('replaces what was recognised, is marked, and is searched from then on', async () => {
    endpoint.answer(() => heard({ text: 'The ferry leaves at noon.' }));
    const added = await add(sound, 'ferry.wav');
    expect(said(await described(added))).toEqual(['The ferry leaves at noon.']);
    expect(await found(added, 'ferry')).toEqual([added.id]);

    const put = await putTranscript(added.id, VTT);
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ hearing: { corrected: true } });
    await service.drain();
    const corrected = await described(added);
    expect(corrected.speech).toMatchObject([{ speaker: 'Ada', text: 'The fairy leaves at midnight.' }]);
    expect(corrected.providers?.speech).toBe('corrected-transcript: Corrected by hand.');
    expect(await found(added, 'midnight')).toEqual([added.id]);
    expect(await found(added, 'noon')).toEqual([]);

    const removed = await service.call('DELETE', `/files/${added.id}/transcript`);
    expect(removed.body).not.toHaveProperty('hearing');
    await service.drain();
    expect(said(await described(added))).toEqual(['The ferry leaves at noon.']);
  });

  it('has no line after the end of the media, and says which were left out', async () => {
    endpoint.answer(() => heard({ text: 'The ferry leaves at noon.' }));
    const added = await add(sound, 'short.wav');
    const beyond = '00:03.000 --> 09:00.000\nAhoy.\n\n59:00.000 --> 59:01.000\nNobody hears this.\n';
    await putTranscript(added.id, `${VTT}\n${beyond}`);
    await service.drain();
    const corrected = await described(added);
    expect(said(corrected)).toEqual(['The fairy leaves at midnight.', 'Ahoy.']);
    expect(corrected.speech?.[1]).toMatchObject({ start: 3, end: 4 });
    expect(corrected.providers?.speech).toContain(
      '1 line starts after the end of the media, at 4 seconds; it is left out.',
    );
    expect(await found(added, 'nobody hears')).toEqual([]);
  });

  it('is refused if it is no transcript, and nothing changes', async () => {
    endpoint.answer(() => heard({ text: 'The ferry leaves at noon.' }));
    const added = await add(sound, 'ferry.wav');
    const { status, body } = await putTranscript(added.id, 'The ferry leaves at noon.');
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'The transcript has no valid cue; SRT and WebVTT are supported.',
    });
    const later = await putTranscript(added.id, 'WEBVTT\n\n00:40.000 --> 00:50.000\nAfter the end.\n');
    expect([later.status, later.body.error]).toEqual([
      400,
      expect.stringContaining('its first cue starts after the end of the media'),
    ]);
    expect((await putTranscript(added.id, `WEBVTT\n\n${' '.repeat(2 ** 24)}`)).status).toBe(413);
    expect(said(await described(added))).toEqual(['The ferry leaves at noon.']);
  });
});

describe('recognising speech again', () => {
  it('uses the requested provider and vocabulary, for this file alone', async () => {
    const subtitles = new Blob(['1\n00:00:01,000 --> 00:00:02,000\nFrom the subtitles.\n']);
    const added = await add(sound, 'ferry.wav', { subtitles });
    const other = await add(sound, 'other.wav', { subtitles });
    expect(said(await described(added))).toEqual(['From the subtitles.']);

    endpoint.answer(() => heard({ text: 'From the endpoint.' }));
    const redo = { modality: 'speech', provider: 'endpoint', vocabulary: ['Vau', 'Kaskö'] };
    const answer = await service.call('POST', `/files/${added.id}/redo`, redo);
    expect(answer.body).toEqual({ modality: 'speech', file_count: 1, collection_file_count: 1 });
    await service.drain();
    expect(said(await described(added))).toEqual(['From the endpoint.']);
    expect(endpoint.asked[0]?.fields.prompt).toEqual(['Vau, Kaskö']);
    expect(said(await described(other))).toEqual(['From the subtitles.']);
    const { body } = await service.call('GET', `/files/${added.id}`);
    expect(body).toMatchObject({ hearing: { provider: 'endpoint', vocabulary: ['Vau', 'Kaskö'] } });
  });

  it('asks the provider anew although the result is stored', async () => {
    endpoint.answer(() => heard({ text: 'A first attempt.' }));
    const added = await add(sound, 'ferry.wav');
    endpoint.answer(() => heard({ text: 'A second attempt.' }));
    const answer = await service.call('POST', `/files/${added.id}/redo`, {});
    expect(answer.body).toMatchObject({ file_count: 1, collection_file_count: 1 });
    await service.drain();
    expect(said(await described(added))).toEqual(['A second attempt.']);
  });

  it('keeps the earlier transcript if the provider fails, and says so', async () => {
    endpoint.answer(() => heard({ text: 'A first attempt.' }));
    const added = await add(sound, 'ferry.wav');
    const before = said(await described(added));
    endpoint.answer(() => ({ status: 401, body: {} }));
    await service.call('POST', `/files/${added.id}/redo`, {});
    await service.drain();
    expect(before).not.toEqual([]);
    expect(said(await described(added))).toEqual(before);
    const { body } = await service.call('GET', `/collections/${added.collection}/videos/${added.id}`);
    expect(body.error).toMatch(/could not be recognised again, and the earlier transcript is kept: .*401/);
  });

  it('is refused for a provider that is not ready, naming those that are', async () => {
    const added = await add(sound, 'ferry.wav');
    const answer = await service.call('POST', `/files/${added.id}/redo`, { provider: 'sherpa-onnx' });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe(
      'field provider: sherpa-onnx is not ready: it is not among the configured providers; ready: sidecar, endpoint',
    );
  });
});

describe('names and terms', () => {
  it('come from the collection too', async () => {
    const { body: collection } = await service.call('POST', '/collections', {
      name: 'terms',
      collection_type: 'rich-transcripts',
      vocabulary: ['Kaskö'],
    });
    expect(collection).toMatchObject({ vocabulary: ['Kaskö'] });
    endpoint.answer(() => heard({ text: 'Fine.' }));
    const { id } = (await service.upload(sound, 'ferry.wav', { vocabulary: '["Ada Berg"]' })).body;
    await service.call('POST', `/collections/${collection.id}/media`, { file_id: id });
    await service.drain();
    expect(endpoint.asked[0]?.fields.prompt).toEqual(['Ada Berg, Kaskö']);
    const changed = await service.call('PUT', `/collections/${collection.id}`, { vocabulary: null });
    expect(changed.body).not.toHaveProperty('vocabulary');
  });
});

describe('speakers', () => {
  it('keep their names when the speech is recognised again', async () => {
    endpoint.answer(() => heard({ text: 'Hello.', speaker: 'S1' }, { text: 'Welcome.', speaker: 'S2' }));
    const added = await add(sound, 'ferry.wav');
    const speakers = async () => (await described(added)).speech?.map(({ speaker }) => speaker);
    expect(await speakers()).toEqual(['S1', 'S2']);
    const name = (given: object) => service.call('PUT', `/files/${added.id}`, { speakers: given });
    expect((await name({ S1: 'Ada' })).status).toBe(200);
    await service.drain();
    expect(await speakers()).toEqual(['Ada', 'S2']);
    await name({ Ada: 'Ada Berg' });
    await service.call('POST', `/files/${added.id}/redo`, {});
    await service.drain();
    expect(await speakers()).toEqual(['Ada Berg', 'S2']);
    expect((await name({ S9: 'Bo' })).body.error).toBe(
      `field speakers: file ${added.id} has no speaker "S9"; it has "Ada Berg", "S2"`,
    );
  });
});

describe('the audio track', () => {
  it('is the default one, or that of the requested language', async () => {
    const quiet = ['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono:d=4'];
    const voice = [
      '-f',
      'lavfi',
      '-i',
      'aevalsrc=0.5*sin(2*PI*220*t)*gt(mod(t\\,0.5)\\,0.25)+0.1*random(0):s=16000:d=4',
    ];
    const tracks = [
      '-map',
      '0:a',
      '-map',
      '1:a',
      '-metadata:s:a:0',
      'language=ger',
      '-metadata:s:a:1',
      'language=eng',
    ];
    const order = ['-disposition:a:0', '0', '-disposition:a:1', 'default', '-c:a', 'pcm_s16le'];
    const film = await make([...quiet, ...voice, ...tracks, ...order], 'mkv');
    endpoint.answer(() => heard({ text: 'From the second track.' }));
    const second = await add(film, 'tracks.mkv');
    expect(said(await described(second))).toEqual(['From the second track.']);
    const silent = await add(film, 'tracks.mkv', { audio_language: 'de' });
    const { speech, providers } = await described(silent);
    expect(speech).toEqual([]);
    expect(providers?.speech).toContain('There is no speech in the audio.');
  });
});
