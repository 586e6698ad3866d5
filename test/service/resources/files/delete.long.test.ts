import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { forgetOrphans } from '../../../../src/service/understanding/modalities/results.ts';
import { makeAudio, makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { tablesWith } from '../../../support/store.ts';
import { narrate } from '../../understanding/narration.ts';
import { type EndpointServer, openEndpoint, speechFrom } from '../../understanding/speech/endpoint-server.ts';

const it = needs('ffmpeg');

let endpoint: EndpointServer;
let service: TestService;
beforeAll(async () => {
  endpoint = await openEndpoint();
  service = await openTestService({ speech: speechFrom(endpoint, ['sidecar', 'endpoint']) });
});
afterAll(async () => {
  await service.close();
  await endpoint.close();
});

/** The rows that refer to the file, in all tables. */
async function rowsOf(fileId: string): Promise<Record<string, number>> {
  const { db } = service.context;
  const tables = await tablesWith('file_id').execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} where file_id = ${fileId}
    `.execute(db);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

const results = async () =>
  (await service.context.db.selectFrom('analysis_results').select('analysis').execute()).length;

async function objects(): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of ['files', 'segmentations', 'frames', 'faces', 'face-matches', 'shares'])
    for await (const key of service.context.objects.list(folder)) keys.push(key);
  return keys;
}

let made = 0;
async function collection(type: string): Promise<string> {
  made += 1;
  return (await service.call('POST', '/collections', { name: `kept ${made}`, collection_type: type })).body
    .id;
}

describe('a deleted file', () => {
  it('[DEL-2] leaves no row in any table and no object, and results are deleted with the last file of their content', async () => {
    const bytes = await makeVideo(4);
    const subtitles = new Blob(['WEBVTT\n\n00:01.000 --> 00:03.000\nThe ferry leaves.\n']);
    const ids: string[] = [];
    for (const name of ['one.mp4', 'two.mp4']) {
      const { id, uri } = (
        await service.upload(bytes, name, { subtitles, enable_segment_thumbnails: 'true' })
      ).body;
      ids.push(id);
      for (const type of ['media-descriptions', 'rich-transcripts', 'metadata', 'face-analysis'])
        await service.call('POST', `/collections/${await collection(type)}/media`, { file_id: id });
      const keyframe_config = { frames_per_segment: 2 };
      await service.call('POST', `/files/${id}/segmentations`, { strategy: 'uniform', keyframe_config });
      await service.call('POST', `/files/${id}/frames`, { strategy: 'uniform' });
      await service.call('POST', '/describe', { url: uri });
      await service.call('POST', '/face-detect', { url: uri });
      await service.call('POST', '/share', { file_id: id });
      await service.call('POST', '/tags', { label: 'a', value: 'b', file_id: id });
      await service.drain();
    }
    const [one = '', two = ''] = ids;
    const before = await rowsOf(one);
    for (const table of [
      'segments',
      'thumbnails',
      'modality_lines',
      'collection_file_structures',
      'documents',
      'describes',
    ])
      expect({ [table]: before[table] }).not.toEqual({ [table]: 0 });
    const known = await results();
    expect(known).toBeGreaterThan(2);
    await service.call('DELETE', `/files/${one}`);
    await service.drain();
    expect(Object.values(await rowsOf(one)).filter((count) => count > 0)).toEqual([]);
    expect(await results()).toBe(known);
    expect((await service.call('GET', `/files/${two}`)).status).toBe(200);
    await service.call('DELETE', `/files/${two}`);
    await service.drain();
    expect(Object.values(await rowsOf(two)).filter((count) => count > 0)).toEqual([]);
    expect(await results()).toBe(0);
    expect(await objects()).toEqual([]);
  });

  it('leaves nothing of what is analysed after it was deleted', async () => {
    const { wav } = await narrate([{ voice: 'slt', text: 'The ferry leaves at noon', at: 1 }], 6);
    const { id, uri } = (await service.upload(wav, 'sound.wav')).body;
    await service.drain();
    endpoint.answer(async () => {
      await service.call('DELETE', `/files/${id}`);
      return { body: { text: 'Hello.', segments: [{ text: 'Hello.', start: 0, end: 1 }] } };
    });
    await service.call('POST', '/describe', { url: uri });
    await service.drain();
    expect(endpoint.asked).toHaveLength(1);
    expect(await results()).toBe(0);
    expect(await objects()).toEqual([]);
  });

  it('of an earlier version, which left results behind, is cleaned up', async () => {
    const { id, uri } = (await service.upload(await makeAudio(2), 'kept.wav')).body;
    await service.call('POST', '/describe', { url: uri, enable_audio_description: true });
    await service.drain();
    const known = await results();
    expect(known).toBeGreaterThan(0);
    await forgetOrphans(service.context);
    expect(await results()).toBe(known);
    await service.context.db.deleteFrom('files').where('id', '=', id).execute();
    const own = { analysis: 'speech', provider: 'old', settings_hash: '', body: '{}', created_at: 1 };
    for (let content = 0; content < 450; content += 1)
      await service.context.db
        .insertInto('analysis_results')
        .values({ ...own, content_hash: `content ${content}` })
        .execute();
    await forgetOrphans(service.context);
    expect(await results()).toBe(0);
  });
});
