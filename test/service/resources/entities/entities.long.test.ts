import { afterAll, beforeAll, describe, expect } from 'vitest';
import type {
  CollectionFile,
  DeepSearch,
  EntitiesItem,
  FileEntities,
  SearchResult,
} from '../../../../src/contract/index.ts';
import { makeAudio, makeImage } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import type { TestService } from '../../../support/service.ts';
import { ask, collectionFileOf, entitiesCollection, openWithFilm, SAID } from '../extracts/media.ts';

const it = needs('ffmpeg', 'fonts');
let service: TestService;
let film: string;
beforeAll(async () => {
  ({ service, id: film } = await openWithFilm());
});
afterAll(() => service.close());

const FILE = { enable_video_level_entities: true, enable_segment_level_entities: false };
const BOTH = { enable_video_level_entities: true };

async function documents(collection: string): Promise<(string | null)[]> {
  const rows = await service.context.db
    .selectFrom('documents')
    .select(['type', 'start_time', 'entities'])
    .where('collection_id', '=', collection)
    .orderBy('docid')
    .execute();
  return rows.map(({ type, start_time }) => `${type} ${start_time ?? ''}`.trim());
}

const collectionFileOfIt = (collection: string, file = film) =>
  ask<CollectionFile>(service, 'GET', `/collections/${collection}/videos/${file}`);

async function search(collection: string, query: string, scope: 'file' | 'segment') {
  const body = { scope, query, collections: [collection] };
  return (await ask<{ results: SearchResult[] }>(service, 'POST', '/search', body)).results;
}

describe('a file of an entities collection', () => {
  it('[MEM-3] is pending until its entities are indexed, then completed', async () => {
    const collection = await entitiesCollection(service, { prompt: 'people' });
    const added = await ask<CollectionFile>(service, 'POST', `/collections/${collection}/media`, {
      file_id: film,
    });
    expect(added).toMatchObject({ status: 'pending', searchable_status: 'pending' });
    expect(await documents(collection)).toEqual([]);
    await service.drain();
    expect(await collectionFileOfIt(collection)).toMatchObject({
      status: 'completed',
      searchable_status: 'completed',
    });
  });

  it.each([
    ['the file', FILE, ['file']],
    ['each segment', {}, ['segment 0', 'segment 20']],
    ['the file and each segment', BOTH, ['file', 'segment 0', 'segment 20']],
  ])(
    '[MEM-3] [SHAPE-1] has one document for %s, as the collection is configured',
    async (_, levels, expected) => {
      const { collection, entities } = await collectionFileOf(service, { prompt: 'people', ...levels }, film);
      expect(await documents(collection)).toEqual(expected);
      // Both are always there: a level that is not extracted is empty.
      expect(Object.keys(entities.entities).length > 0).toBe(expected.includes('file'));
      expect(entities.segment_entities).toHaveLength(expected.filter((one) => one !== 'file').length);
    },
  );

  it('[MEM-3] is found by its entities, as file or segment, and quoted', async () => {
    const { collection } = await collectionFileOf(
      service,
      { prompt: 'people, places and emails', ...BOTH },
      film,
    );
    const [segment, ...more] = await search(collection, 'Berlin', 'segment');
    expect(more).toEqual([]);
    expect(segment).toMatchObject({ type: 'segment', file_id: film, start_time: 1, end_time: 4 });
    expect(segment?.context).toContain('visited Berlin');
    expect(await search(collection, 'press@globex.com', 'file')).toMatchObject([
      { type: 'file', file_id: film },
    ]);
    const [mentioned] = await search(collection, 'Where is Berlin mentioned?', 'segment');
    expect(mentioned?.context).toContain('visited Berlin');
    // Steel is mentioned, but the collection does not ask for it.
    expect(await search(collection, 'steel', 'segment')).toEqual([]);
    const deep = await ask<DeepSearch>(service, 'POST', '/deepSearch', {
      query: 'Maria Lopez',
      knowledge_base: { source: 'collections', collections: [collection] },
    });
    expect(deep.results?.map(({ type }) => type).sort()).toEqual(['file', 'segment', 'segment']);
    expect(deep.text).toContain('Maria Lopez from Acme Corporation');
  });

  it('[MEM-3] ends not applicable and not searchable without any speech, and an image is one document', async () => {
    const sound = (await service.upload(await makeAudio(3), 'three.wav')).body.id;
    const { collection } = await collectionFileOf(service, { prompt: 'people' }, sound);
    expect(await collectionFileOfIt(collection, sound)).toMatchObject({
      status: 'not_applicable',
      searchable_status: 'failed',
      error: expect.stringMatching(/^no speech was heard and no on-screen text was read/),
    });
    expect(await documents(collection)).toEqual([]);
    const image = (await service.upload(await makeImage(), 'still.png', { metadata: '{"by": "Jane Doe"}' }))
      .body.id;
    const still = await collectionFileOf(service, { prompt: 'people', enable_metadata_mode: true }, image);
    expect(still.entities.entities).toEqual({ people: ['Jane Doe'] });
    expect(await documents(still.collection)).toEqual(['file']);
  });

  it('[MEM-3] fails with its file, and has no documents', async () => {
    const collection = await entitiesCollection(service, { prompt: 'people' });
    const broken = (await service.upload('no film at all', 'broken.mp4')).body.id;
    await ask(service, 'POST', `/collections/${collection}/media`, { file_id: broken });
    await service.drain();
    const member = await collectionFileOfIt(collection, broken);
    expect(member).toMatchObject({ status: 'failed', searchable_status: 'failed' });
    expect(await documents(collection)).toEqual([]);
  });

  it('[MEM-3] is extracted again when its metadata change, and is never in the index twice', async () => {
    const sound = (await service.upload(await makeAudio(3), 'three.wav', { metadata: '{"by": "Jane Doe"}' }))
      .body.id;
    const config = { prompt: 'people', ...FILE, enable_metadata_mode: true };
    const { collection, entities } = await collectionFileOf(service, config, sound);
    expect(entities.entities).toEqual({ people: ['Jane Doe'] });
    const where = `/collections/${collection}/videos/${sound}`;
    for (const [metadata, expected] of [
      [{ by: 'John Smith' }, { people: ['John Smith'] }],
      [{ id: {} }, {}],
      [{ by: 'Mary Jones' }, { people: ['Mary Jones'] }],
    ] as const) {
      await ask(service, 'PUT', `/files/${sound}`, { metadata });
      expect((await collectionFileOfIt(collection, sound)).searchable_status).toBe('pending');
      await service.drain();
      expect((await ask<FileEntities>(service, 'GET', `${where}/entities`)).entities).toEqual(expected);
      expect(await documents(collection)).toEqual('people' in expected ? ['file'] : []);
    }
  });

  it('has its documents and entities deleted with it, its collection or its file', async () => {
    const rows = async (collection: string) =>
      (
        await service.context.db
          .selectFrom('entities')
          .select('id')
          .where('collection_id', '=', collection)
          .execute()
      ).length;
    const one = (await collectionFileOf(service, { prompt: 'people', ...BOTH }, film)).collection;
    expect([await rows(one), (await documents(one)).length]).toEqual([3, 3]);
    await service.call('DELETE', `/collections/${one}/videos/${film}`);
    await service.drain();
    expect([await rows(one), await documents(one)]).toEqual([0, []]);
    const two = (await collectionFileOf(service, { prompt: 'people', ...BOTH }, film)).collection;
    await service.call('DELETE', `/collections/${two}`);
    await service.drain();
    expect([await rows(two), await documents(two)]).toEqual([0, []]);
    const sound = (await service.upload(await makeAudio(35), 'said.wav', { subtitles: new Blob([SAID]) }))
      .body.id;
    const three = (await collectionFileOf(service, { prompt: 'people', ...BOTH }, sound)).collection;
    expect(await rows(three)).toBe(3);
    await service.call('DELETE', `/files/${sound}`);
    await service.drain();
    expect([await rows(three), await documents(three)]).toEqual([0, []]);
  });
});

describe('the entities of a collection', () => {
  it('[LIST-1] [SHAPE-1] are listed by collection file, in order, by day and in pages', async () => {
    const { collection, entities } = await collectionFileOf(service, { prompt: 'people', ...BOTH }, film);
    const still = (await service.upload(await makeAudio(30), 'a.wav', { subtitles: new Blob([SAID]) })).body
      .id;
    await ask(service, 'POST', `/collections/${collection}/media`, { file_id: still });
    await service.drain();
    const list = (query: string) =>
      ask<{ data: EntitiesItem[]; total: number }>(
        service,
        'GET',
        `/collections/${collection}/entities?${query}`,
      );
    const all = await list('order=filename&sort=asc');
    expect(all).toMatchObject({ object: 'list', total: 2, limit: 50, offset: 0 });
    expect(all.data.map(({ file_id }) => file_id)).toEqual([still, film]);
    const { segment_entities, evidence, providers } = entities;
    const data = { entities: entities.entities, segment_entities, evidence, providers };
    expect(all.data[1]).toEqual({ file_id: film, data });
    expect((await list('limit=1&offset=1')).data.map(({ file_id }) => file_id)).toEqual([film]);
    expect((await list('sort=asc&limit=1')).data.map(({ file_id }) => file_id)).toEqual([film]);
    expect((await list('added_before=2020-01-01')).total).toBe(0);
    expect((await list('added_after=2020-01-01')).total).toBe(2);
    const [read] = (await list('modalities=scene_text&include_metadata=true&order=filename')).data;
    expect(read).toMatchObject({ file_id: film, file: { id: film }, data: { entities: entities.entities } });
    expect(read?.data).not.toHaveProperty('evidence');
    const [text] = (await list('response_format=markdown&order=filename')).data;
    expect(text?.data.content).toMatch(/^# .+\n\n- \*\*people:\*\*\n {2}- /);
    const page = await ask<FileEntities>(
      service,
      'GET',
      `/collections/${collection}/videos/${film}/entities?limit=1&offset=1`,
    );
    expect(page).toMatchObject({ collection_id: collection, total: 2, limit: 1, offset: 1 });
    expect(page.segment_entities?.map(({ start_time }) => start_time)).toEqual([20]);
  });

  it('exist only for entities collections, and their files', async () => {
    const other = await ask<{ id: string }>(service, 'POST', '/collections', {
      name: 'talks',
      collection_type: 'metadata',
    });
    for (const where of [
      `/collections/${other.id}/entities`,
      `/collections/${other.id}/videos/${film}/entities`,
    ]) {
      const answer = await service.call('GET', where);
      expect([answer.status, answer.body.error]).toEqual([
        400,
        expect.stringMatching(/of type metadata; .*entities/),
      ]);
    }
    const collection = await entitiesCollection(service, { prompt: 'people' });
    expect((await service.call('GET', `/collections/${collection}/videos/${film}/entities`)).status).toBe(
      404,
    );
  });
});
